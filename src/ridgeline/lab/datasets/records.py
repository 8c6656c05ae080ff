"""The record of a page, and records in files: `.jsonl`, or `.jsonl.xz` where it is compressed.

Lines in the format of WebMainBench (`webmainbench`) are read as they are.
"""

import json
import lzma
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlsplit

from ...errors import DatasetError
from . import webmainbench

SUFFIX = ".jsonl.xz"
FILE_SUFFIXES = (".jsonl", SUFFIX)

# Fields that hold a text, or nothing.
_TEXTS = ("url", "domain", "site", "type", "lang", "title", "date", "markdown", "main_html", "level")
_SPACELESS_LANGUAGES = frozenset({"chinese", "japanese", "zh", "ja"})
# Second-level labels under which countries register names: `bbc.co.uk` is a site, `co.uk` is none.
_REGISTRY_LABELS = frozenset("ac co com edu go gob gov ltd mil ne net nhs or org".split())
_NETWORK_ADDRESS = re.compile(r"[\d.]+|.*:.*")


@dataclass(frozen=True, slots=True)
class Post:
    """One post of a forum thread."""

    text: str
    user: str | None = None
    datetime: str | None = None
    link: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One page and its annotations; None or () where the set has none, "" where it has no gold text."""

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
    posts: tuple[Post, ...] = ()
    markdown: str | None = None
    main_html: str | None = None
    level: str | None = None

    @property
    def group(self) -> str:
        """The unit of cross-validation: the site, else the domain, else the host of the URL, else the id.

        Hosts are cut to the registered name, so that a site has the same group in all sets.
        """
        for host in (self.site, self.domain, _host(self.url)):
            if host:
                return _registered_name(host)
        return self.id

    @property
    def has_markdown(self) -> bool:
        """Whether there is gold Markdown, or the HTML to write it from."""
        return self.markdown is not None or self.main_html is not None

    @property
    def language_is_spaceless(self) -> bool | None:
        """Whether the language is written without spaces (Chinese, Japanese); None where the set names no language.

        The metrics take it as `spaceless`; with None they decide by the gold text.
        """
        if self.lang is None:
            return None
        return self.lang.lower().split("-")[0] in _SPACELESS_LANGUAGES


def read_file(path: Path) -> Iterator[Record]:
    """Yield the records of a file. Errors name the file and the line."""
    for number, line in _numbered_lines(path):
        if line.strip():
            yield parse_record(line, f"{path}, line {number}")


def read_texts(path: Path) -> Iterator[Record]:
    """Yield the records of a file that has gold texts, but no pages."""
    for number, line in _numbered_lines(path):
        if line.strip():
            yield parse_record(line, f"{path}, line {number}", has_html=False)


def _numbered_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    number = 0
    try:
        with _open(path) as stream:
            for number, line in enumerate(stream, start=1):
                yield number, line
    except (lzma.LZMAError, EOFError, OSError) as error:
        raise DatasetError(f"{path}, line {number + 1}: cannot be read ({error}); get the file again") from error


def _open(path: Path) -> BinaryIO | lzma.LZMAFile:
    return lzma.open(path) if path.name.endswith(".xz") else path.open("rb")


def parse_record(line: bytes, place: str, *, has_html: bool = True) -> Record:
    """Return the record of one line; error messages begin with the `place`."""
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise DatasetError(f"{place}: not a line of JSON ({error})") from error
    if not isinstance(fields, dict):
        raise DatasetError(f"{place}: a JSON object is wanted, not {type(fields).__name__}")
    if webmainbench.is_sample(fields):
        fields = webmainbench.record_fields(fields)
    return Record(
        id=_required(fields, "id", place),
        html=_required(fields, "html", place) if has_html else "",
        text=_text(fields, "text", place) or "",
        marked=_text(fields, "marked", place),
        author=_author(fields, place),
        must=_texts(fields, "must", place),
        mustnot=_texts(fields, "mustnot", place),
        posts=_posts(fields, place),
        **{key: _text(fields, key, place) or None for key in _TEXTS},
    )


def _text(fields: Mapping[str, object], key: str, place: str) -> str | None:
    value = fields.get(key)
    if value is not None and not isinstance(value, str):
        raise DatasetError(f"{place}: {key!r} has to be a string, not {type(value).__name__}")
    return value


def _required(fields: Mapping[str, object], key: str, place: str) -> str:
    value = _text(fields, key, place)
    if value is None:
        raise DatasetError(f"{place}: {key!r} is missing; every record needs id and html")
    return value


def _texts(fields: Mapping[str, object], key: str, place: str) -> tuple[str, ...]:
    value = fields.get(key) or []
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise DatasetError(f"{place}: {key!r} has to be a list of strings")
    return tuple(value)


def _author(fields: Mapping[str, object], place: str) -> str | None:
    """Return the authors as one string: some sets have a list of names."""
    if isinstance(fields.get("author"), list):
        return ", ".join(_texts(fields, "author", place)) or None
    return _text(fields, "author", place) or None


def _posts(fields: Mapping[str, object], place: str) -> tuple[Post, ...]:
    value = fields.get("posts") or []
    if not isinstance(value, list) or not all(isinstance(post, dict) and "post_text" in post for post in value):
        raise DatasetError(f"{place}: 'posts' has to be a list of objects with a 'post_text'")
    return tuple(_post(post, place) for post in value)


def _post(fields: Mapping[str, Any], place: str) -> Post:
    known = {key: _text(fields, key, place) for key in ("user", "datetime", "post_link")}
    return Post(_text(fields, "post_text", place) or "", known["user"], known["datetime"], known["post_link"])


def _host(url: str | None) -> str | None:
    try:
        return urlsplit(url or "").hostname
    except ValueError:  # such as an unclosed bracket
        return None


def _registered_name(host: str) -> str:
    """Return the host without its subdomains: `news.bbc.co.uk` gives `bbc.co.uk`."""
    host = host.lower().strip(".")
    labels = host.split(".")
    if _NETWORK_ADDRESS.fullmatch(host):
        return host
    under_registry = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _REGISTRY_LABELS
    return ".".join(labels[-3 if under_registry else -2 :])
