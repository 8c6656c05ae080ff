"""The data sets of gold texts: one page a line, in files named `<set>.jsonl.xz`.

They are not ours and never enter the repository. They are read from the folder that the environment variable
RIDGELINE_DATA names, else from `../shared/datasets` beside the checkout. `load("news-dev")` reads a set by name,
`load("pages.jsonl")` a file by its path; `read` does the same one record at a time.
"""

import json
import lzma
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlsplit

from ..errors import DatasetError

__all__ = ["Record", "folder", "load", "names", "read"]

ENVIRONMENT_VARIABLE = "RIDGELINE_DATA"
SUFFIX = ".jsonl.xz"
FILE_SUFFIXES = (".jsonl", SUFFIX)
SPACELESS_LANGUAGES = frozenset({"chinese", "japanese", "zh", "ja"})
# Labels under which registries of countries sell names: `bbc.co.uk` is a site, `co.uk` is none.
REGISTRY_LABELS = frozenset("ac co com edu go gob gov ltd mil ne net nhs or org".split())
NETWORK_ADDRESS = re.compile(r"[\d.]+|.*:.*")


@dataclass(frozen=True, slots=True)
class Record:
    """One page and what is known of it; None or () where the set does not say."""

    id: str
    html: str
    text: str
    url: str | None = None
    domain: str | None = None
    site: str | None = None
    type: str | None = None
    lang: str | None = None
    marked: str | None = None
    title: str | None = None
    author: str | None = None
    date: str | None = None
    must: tuple[str, ...] = ()
    mustnot: tuple[str, ...] = ()

    @property
    def group(self) -> str:
        """What cross-validation keeps together: the site, else the domain, else the host of the URL, else the id.

        Hosts are cut to the name that was registered, so that a site has one group in all the sets.
        """
        for host in (self.site, self.domain, _host(self.url)):
            if host:
                return _registered_name(host)
        return self.id

    @property
    def language_is_spaceless(self) -> bool | None:
        """Whether the language sets no spaces between words: Chinese, Japanese; None where the set does not say.

        It is what the metrics take as `spaceless`: they judge by the gold text where it is None.
        """
        if self.lang is None:
            return None
        return self.lang.lower().split("-")[0] in SPACELESS_LANGUAGES


def folder() -> Path:
    """Where the sets lie: RIDGELINE_DATA, else `../shared/datasets` beside the checkout."""
    named = os.environ.get(ENVIRONMENT_VARIABLE)
    if named:
        return Path(named).expanduser()
    root = Path(__file__).resolve().parents[2]
    if not (root / "pyproject.toml").is_file():  # installed, not a checkout
        root = Path.cwd()
    return root.parent / "shared" / "datasets"


def names() -> tuple[str, ...]:
    """The names of the sets that are there, sorted."""
    place = folder()
    if not place.is_dir():
        raise DatasetError(f"no folder of data sets at {place}: set {ENVIRONMENT_VARIABLE} to the one that has them")
    return tuple(sorted(path.name.removesuffix(SUFFIX) for path in place.glob(f"*{SUFFIX}")))


def load(name: str | Path) -> list[Record]:
    """All the records of a set, by its name or by the path of its file."""
    return list(read(name))


def read(name: str | Path) -> Iterator[Record]:
    """The records of a set one by one, by its name or by the path of its file."""
    path = _find(name)
    return _records(path)


def _find(name: str | Path) -> Path:
    if str(name).endswith(FILE_SUFFIXES):
        path = Path(name)
        if not path.is_file():
            raise DatasetError(f"no file {path}: give the path of a .jsonl or {SUFFIX} file, or the name of a set")
        return path
    known = names()
    if str(name) not in known:
        raise DatasetError(f"no data set {str(name)!r} in {folder()}: it has {', '.join(known) or 'none'}")
    return folder() / f"{name}{SUFFIX}"


def _records(path: Path) -> Iterator[Record]:
    for number, line in _numbered_lines(path):
        if line.strip():
            yield _record(line, f"{path}, line {number}")


def _numbered_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    number = 0
    try:
        with _open(path) as stream:
            for number, line in enumerate(stream, start=1):
                yield number, line
    except (lzma.LZMAError, EOFError, OSError) as error:
        raise DatasetError(f"{path}, line {number + 1}: cannot be read ({error}); fetch the file again") from error


def _open(path: Path) -> BinaryIO | lzma.LZMAFile:
    return lzma.open(path) if path.name.endswith(".xz") else path.open("rb")


def _record(line: bytes, place: str) -> Record:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise DatasetError(f"{place}: not a line of JSON ({error})") from error
    if not isinstance(fields, dict):
        raise DatasetError(f"{place}: a JSON object is wanted, not {type(fields).__name__}")
    return Record(
        id=_required(fields, "id", place),
        html=_required(fields, "html", place),
        text=_required(fields, "text", place),
        marked=_text(fields, "marked", place),
        must=_snippets(fields, "must", place),
        mustnot=_snippets(fields, "mustnot", place),
        **{key: _text(fields, key, place) or None for key in ("url", "domain", "site", "type", "lang")},
        **{key: _text(fields, key, place) or None for key in ("title", "author", "date")},
    )


def _text(fields: Mapping[str, object], key: str, place: str) -> str | None:
    value = fields.get(key)
    if value is not None and not isinstance(value, str):
        raise DatasetError(f"{place}: {key!r} has to be a string, not {type(value).__name__}")
    return value


def _required(fields: Mapping[str, object], key: str, place: str) -> str:
    value = _text(fields, key, place)
    if value is None:
        raise DatasetError(f"{place}: {key!r} is missing; every record needs id, html and text")
    return value


def _snippets(fields: Mapping[str, object], key: str, place: str) -> tuple[str, ...]:
    value = fields.get(key) or []
    if not isinstance(value, list) or not all(isinstance(snippet, str) for snippet in value):
        raise DatasetError(f"{place}: {key!r} has to be a list of strings")
    return tuple(value)


def _host(url: str | None) -> str | None:
    try:
        return urlsplit(url or "").hostname
    except ValueError:  # such as a bracket that no bracket closes
        return None


def _registered_name(host: str) -> str:
    """The host without what stands before the registered name: `news.bbc.co.uk` gives `bbc.co.uk`."""
    host = host.lower().strip(".")
    labels = host.split(".")
    if NETWORK_ADDRESS.fullmatch(host):
        return host
    under_registry = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in REGISTRY_LABELS
    return ".".join(labels[-3 if under_registry else -2 :])
