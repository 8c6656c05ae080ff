"""What hosts ask of robots: permissions and pauses of their robots.txt (RFC 9309), and when to come again.

Of a robots.txt the first 500 KiB count, which the standard asks for: more would keep a processor busy for a second.
One that is not there allows everything. One that the server cannot give (an answer of 5xx, a timeout, more
than the limit) allows nothing, since it cannot be known.
"""

import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

from ..errors import FetchError, MissingExtraError
from ..fetch import Fetched, fetch_page
from ..parameters import FetchOptions

AGENT = "ridgeline"
MAX_DELAY_SECONDS = 30.0  # that a robots.txt may ask for between two requests
MAX_BYTES = 1_000_000  # of a file that is fetched
_MAX_READ_BYTES = 500 * 1_024  # that are read of it
BUSY = frozenset({429, 503})  # statuses of a server that wants to be asked later
_DEFAULT_RETRY_SECONDS = 5.0
_MAX_RETRY_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Robots:
    """The permissions of a host."""

    rules: Any = None  # of Protego; None: everything
    refusal: str | None = None  # why nothing is allowed, as the error of a page

    def refuses(self, url: str) -> str | None:
        """Return why a page may not be fetched; None if it may."""
        if self.refusal is not None:
            return self.refusal
        if self.rules is None or self.rules.can_fetch(url, AGENT):
            return None
        return "robots: robots.txt of the host does not allow it"

    @property
    def sitemaps(self) -> list[str]:
        """The sitemaps that the host names."""
        return [] if self.rules is None else list(self.rules.sitemaps)

    @property
    def delay_seconds(self) -> float:
        """The seconds between two requests that the host asks for, within reason."""
        asked = None if self.rules is None else self.rules.crawl_delay(AGENT)
        return min(float(asked or 0), MAX_DELAY_SECONDS)


def fetch_robots(origin: str, options: FetchOptions) -> Robots:
    """Return what a host allows, which is given with its scheme and port."""
    try:
        fetched = fetch_page(f"{origin}/robots.txt", options, max_bytes=MAX_BYTES)
    except FetchError as error:
        return missing_robots(error)
    return read_robots(fetched)


def read_robots(fetched: Fetched) -> Robots:
    """Return what a robots.txt says, of a long one its first lines."""
    data = fetched.data
    if len(data) > _MAX_READ_BYTES:
        data = data[:_MAX_READ_BYTES].rpartition(b"\n")[0]
    return Robots(_parser().parse(data.decode("utf-8", "replace")))


def missing_robots(error: FetchError) -> Robots:
    """Return what follows from a robots.txt that cannot be fetched; refusals name kinds of errors, as in bulk."""
    if error.http_status is None:
        return Robots(refusal=f"fetch: {error}")  # nor can the page
    is_missing = 400 <= error.http_status < 500 and error.http_status != 429
    return Robots() if is_missing else Robots(refusal=f"robots: robots.txt cannot be fetched: {error}")


def retry_seconds(header: str | None) -> float:
    """Return the seconds to wait that a Retry-After header asks for, within reason."""
    text = (header or "").strip()[:64]
    if text.isdecimal():
        return min(float(text), _MAX_RETRY_SECONDS)
    try:
        seconds = parsedate_to_datetime(text).timestamp() - time.time()
    except (ValueError, OverflowError, OSError):
        return _DEFAULT_RETRY_SECONDS
    return min(max(seconds, 0.0), _MAX_RETRY_SECONDS)


def _parser() -> Any:
    try:
        from protego import Protego
    except ModuleNotFoundError as error:
        raise MissingExtraError("reading robots.txt needs protego", "bulk") from error
    return Protego
