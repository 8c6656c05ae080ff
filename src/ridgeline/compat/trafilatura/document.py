"""Document: what was extracted and what the page says about itself, under trafilatura's names."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from datetime import date, datetime
from typing import Any

import numpy as np

from ...errors import OptionError
from ...extraction import Extraction
from ...metadata import Metadata
from ...text.words import is_spaceless, split_words
from ..ignored import warn_ignored

_AUTHOR_SEPARATOR = "; "
_HASH_BYTES = 8
# Parameters of htmldate that only say how to search. Their usual values change nothing.
_SEARCH_PARAMETERS = {"extensive_search": True, "verbose": False, "deferred_url_extractor": False}
_DATE_PARAMETERS = frozenset({"original_date", "outputformat", "min_date", "max_date", "url", *_SEARCH_PARAMETERS})
_INSTEAD = {
    "body": "it is a tree of lxml; use ridgeline.extract(html).html or .page",
    "commentsbody": "it is a tree of lxml; use ridgeline.extract(html).posts",
}


@dataclass(slots=True)
class Document:
    """The fields of trafilatura's Document, but for its trees `body` and `commentsbody`."""

    title: str | None = None
    author: str | None = None
    url: str | None = None
    hostname: str | None = None
    description: str | None = None
    sitename: str | None = None
    date: str | None = None
    categories: list[str] | None = None
    tags: list[str] | None = None
    fingerprint: str | None = None
    id: str | None = None
    license: str | None = None
    comments: str | None = None
    raw_text: str | None = None
    text: str | None = None
    language: str | None = None
    image: str | None = None
    pagetype: str | None = None
    filedate: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the fields by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __getattr__(self, name: str) -> Any:
        """Raise AttributeError, and say what to use instead of a tree."""
        instead = _INSTEAD.get(name)
        raise AttributeError(f"ridgeline's Document has no {name!r}" + (f": {instead}" if instead else ""))


def amend(
    extraction: Extraction, author_blacklist: Iterable[str] | None, date_params: Mapping[str, Any] | None
) -> Extraction:
    """Return an extraction whose metadata has no author of the blacklist, and the date that the parameters ask for."""
    unwanted = {name.strip().lower() for name in author_blacklist or ()}

    def amended(metadata: Metadata) -> Metadata:
        authors = tuple(author for author in metadata.authors if author.lower() not in unwanted)
        return replace(metadata, authors=authors, date=choose_date(metadata, date_params or {}))

    return replace(extraction, amend_metadata=amended)


def describe(extraction: Extraction) -> Document:
    """Return what a page says about itself."""
    metadata = extraction.metadata
    return Document(
        title=metadata.title,
        author=_AUTHOR_SEPARATOR.join(metadata.authors) or None,
        url=metadata.canonical_url or extraction.original_page.url,
        hostname=metadata.hostname,
        description=metadata.description,
        sitename=metadata.site_name,
        date=metadata.date,
        categories=list(metadata.categories),
        tags=list(metadata.tags),
        license=metadata.license,
        language=metadata.language,
        image=metadata.image,
        pagetype=extraction.page_type,
        filedate=date.today().isoformat(),
    )


def choose_date(metadata: Metadata, parameters: Mapping[str, Any]) -> str | None:
    """Return the date that htmldate's parameters ask for. Raises OptionError for one that there is not."""
    for name, value in parameters.items():
        if name not in _DATE_PARAMETERS:
            raise OptionError(
                f"date_extraction_params has no {name!r}; there are: {', '.join(sorted(_DATE_PARAMETERS))}"
            )
        if name in _SEARCH_PARAMETERS and bool(value) is not _SEARCH_PARAMETERS[name]:
            warn_ignored(f"date_extraction_params[{name!r}]", "ridgeline has one way to search for dates")
    found = metadata.date if parameters.get("original_date", True) else metadata.modified or metadata.date
    first, last = (_day(parameters.get(name)) for name in ("min_date", "max_date"))
    if found is None or (first and found < first) or (last and found > last):
        return None
    layout = parameters.get("outputformat")
    return datetime.fromisoformat(found).strftime(layout) if layout and _is_day(found) else found


def _day(value: Any) -> str | None:
    """Return the first ten characters of a date: 2024-05-31."""
    return None if value is None else str(value)[:10]


def _is_day(written: str) -> bool:
    try:
        datetime.fromisoformat(written)
    except ValueError:
        return False
    return True


def fingerprint(text: str) -> str:
    """Return 64 bits as hexadecimal digits, of which texts with the same words share most (Charikar's simhash).

    trafilatura's are made in the same way of other hashes: the two cannot be compared.
    """
    words = split_words(text.lower(), spaceless=is_spaceless(text))
    hashes = b"".join(
        hashlib.blake2b(word.encode(errors="replace"), digest_size=_HASH_BYTES).digest() for word in words
    )
    bits = np.unpackbits(np.frombuffer(hashes, dtype=np.uint8).reshape(-1, _HASH_BYTES), axis=1)
    return np.packbits(2 * bits.sum(axis=0, dtype=np.int64) > len(bits)).tobytes().hex()
