"""A record: one page as it is stored in a source, not parsed yet.

Every page of a source gives a record, and what cannot be read gives one too: its `error` says why, as `kind: detail`.
The kinds are the names of this module, so that a report can count them.
"""

from dataclasses import dataclass

# Kinds of errors of a whole file: pages are missing behind them.
TRUNCATED = "truncated"  # the file ends in the middle of a record
DAMAGED = "damaged"  # bytes of the file are not a record, and were passed over
FILE_ERRORS = frozenset({TRUNCATED, DAMAGED})

# Kinds of errors of one page.
TOO_LARGE = "too-large"  # larger than `Reading.max_bytes`
BROKEN = "broken"  # a line that is not JSON, a body that cannot be decompressed, a row without a page
UNREADABLE = "unreadable"  # a file that cannot be opened
FETCH = "fetch"  # the server did not answer
HTTP = "http"  # the server answered with an error: "http: 404 Not Found"
ROBOTS = "robots"  # robots.txt does not allow to fetch the page

REVISIT = "revisit"  # the status of a record that says that a page has not changed since an earlier record
NOT_HTML = "not-html"  # the status of text that was extracted already (WET files)


@dataclass(frozen=True, slots=True)
class Record:
    """One page as it is stored in a source."""

    source: str  # the file, folder or list, as it was given
    offset: int  # in bytes where a record or line begins; the number of a row or entry in Parquet files, lists, folders
    id: str  # the WARC-Record-ID, the value of the id field, the path of a file …
    url: str | None = None
    data: bytes | str = b""
    charset: str | None = None  # that the HTTP header names
    http_status: int | None = None
    status: str | None = None  # where there is nothing to extract: REVISIT, NOT_HTML
    error: str | None = None  # "kind: detail": why the page cannot be read

    @property
    def error_kind(self) -> str | None:
        """The kind of the error; None where there is none."""
        return None if self.error is None else self.error.partition(":")[0]
