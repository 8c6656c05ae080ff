"""Media types: which format an Accept header asks for, and what a body is."""

from collections.abc import Iterator

from ..output import FORMATS
from .problems import Problem

JSON = "application/json"
HTML_TYPES = ("text/html", "application/xhtml+xml", "text/plain")

# CleanEval's format is plain text, too: who wants it names it.
_FORMAT_OF = {
    format.media_type: format.name for format in reversed(FORMATS.values()) if format.name not in ("json", "cleaneval")
}


def choose_format(accept: str | None, default: str) -> str:
    """Return the name of the format that an Accept header likes best; "json" for the whole answer.

    Raises Problem (406) where it likes none.
    """
    offered = {JSON: "json", **_FORMAT_OF}
    best_quality, best = 0.0, None
    for pattern, quality in _ranges(accept or "*/*"):
        found = default if pattern == "*/*" else _first(offered, pattern)
        if found is not None and quality > best_quality:
            best_quality, best = quality, found
    if best is None:
        raise Problem(406, "not-acceptable", f"there are {', '.join(offered)}, not {accept!r:.100}")
    return best


def _first(offered: dict[str, str], pattern: str) -> str | None:
    group = pattern.removesuffix("*")
    if group != pattern:
        return next((name for media_type, name in offered.items() if media_type.startswith(group)), None)
    return offered.get(pattern)


def _ranges(accept: str) -> Iterator[tuple[str, float]]:
    """Yield the media ranges of an Accept header, each with its quality."""
    for part in accept[:1_000].lower().split(","):
        pattern, *parameters = (each.strip() for each in part.split(";"))
        quality = next((each[2:] for each in parameters if each.startswith("q=")), "1")
        try:
            yield pattern, float(quality)
        except ValueError:
            yield pattern, 0.0


def media_type_of(content_type: str | None) -> tuple[str, str | None]:
    """Return the media type of a body, "" where it has none, and the charset that its header names."""
    media_type, *parameters = (each.strip() for each in (content_type or "").split(";"))
    charset = next((each[8:].strip("\"'") for each in parameters if each.lower().startswith("charset=")), None)
    return media_type.lower(), charset or None
