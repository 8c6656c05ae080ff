"""Reads the pages of a site from a folder, and their gold texts from another; files are matched by name."""

from dataclasses import dataclass
from pathlib import Path

from ..errors import InputError, OptionError
from ..page import Page, parse
from .sources import Reading, read_raw

PAGE_SUFFIXES = frozenset({".html", ".htm", ".xhtml"})
GOLD_SUFFIX = ".txt"


@dataclass(frozen=True, slots=True)
class Site:
    """The pages of a site, those with a gold text first."""

    pages: list[Page]
    gold: list[str]  # the gold texts of the first pages


def read_site(pages: str, gold: str | None) -> Site:
    """Read the pages of a folder, sorted by name, and the gold texts that exist for them."""
    files = _pages(pages, "--pages")
    texts = {path.stem: path for path in _files(gold, "--gold") if path.suffix == GOLD_SUFFIX} if gold else {}
    if gold and not any(path.stem in texts for path in files):
        raise OptionError(f"--gold: no file in {gold} has the name of a page: page.html goes with page{GOLD_SUFFIX}")
    files.sort(key=lambda path: path.stem not in texts)
    return Site(
        pages=[_parsed(path) for path in files],
        gold=[_text(texts[path.stem]) for path in files if path.stem in texts],
    )


def read_pages(folder: str, option: str) -> list[Page]:
    """Read the pages of a folder, sorted by name; an error names the option."""
    return [_parsed(path) for path in _pages(folder, option)]


def _pages(folder: str, option: str) -> list[Path]:
    files = [path for path in _files(folder, option) if path.suffix.lower() in PAGE_SUFFIXES]
    if not files:
        raise OptionError(f"{option}: no pages in {folder}; names of pages end in {', '.join(sorted(PAGE_SUFFIXES))}")
    return files


def _parsed(path: Path) -> Page:
    return parse(read_raw(str(path), Reading()).data)


def _files(folder: str, option: str) -> list[Path]:
    try:
        return sorted(path for path in Path(folder).iterdir() if path.is_file())
    except OSError as error:
        raise OptionError(f"{option}: the folder {folder} cannot be read: {error.strerror}") from error


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read as UTF-8 text") from error
