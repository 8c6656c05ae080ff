"""The files of the studio, by name: exactly those of `web/`, with their types and a tag of their content."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

MEDIA_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """A file of the studio."""

    data: bytes
    media_type: str
    tag: str  # an HTTP entity tag: it changes with the content


def find_asset(name: str) -> Asset | None:
    """Return a file of the studio by its path below `web/`, or None. No other path is ever opened."""
    found = _all().get(name)
    return None if found is None else _read(name, found)


def front_page() -> Asset:
    """Return the page itself. It names its files below `/studio/v-…/`, by a hash of them all: see `version`."""
    page = _read("index.html", _all()["index.html"])
    return _asset(page.data.replace(b"/studio/", f"/studio/{version()}/".encode()), page.media_type)


def version() -> str:
    """Return a name for the present content of all files. What is asked for by it never changes."""
    found = hashlib.sha256()
    for name, file in sorted(_all().items()):
        found.update(f"{name}\0".encode() + file.read_bytes())
    return f"v-{found.hexdigest()[:16]}"


def names() -> list[str]:
    """Return the names of all files."""
    return sorted(_all())


@cache
def _all() -> dict[str, Traversable]:
    return dict(_walk(files(__package__) / "web", ""))


def _walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _walk(entry, f"{prefix}{entry.name}/")
        elif _suffix(entry.name) in MEDIA_TYPES:
            yield prefix + entry.name, entry


def _read(name: str, file: Traversable) -> Asset:
    return _asset(file.read_bytes(), MEDIA_TYPES[_suffix(name)])


def _asset(data: bytes, media_type: str) -> Asset:
    return Asset(data, media_type, f'"{hashlib.sha256(data).hexdigest()[:24]}"')


def _suffix(name: str) -> str:
    return name[name.rfind(".") :]
