"""Output files: names that do not collide, and checks before the work starts."""

import os
import re
import stat
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

from ..errors import OptionError, OutputError
from ..output import FORMATS
from ..text.urls import is_url
from .sources import STANDARD_INPUT

_NOT_IN_NAMES = re.compile(r"[^\w.]+")
_MAX_NAME_BYTES = 120  # file systems allow 255; a number and a suffix are added


def plan(pages: Sequence[str], output: str, suffix: str) -> list[Path]:
    """Return a file for each page: the output itself for one page if it is no folder, else files in that folder."""
    if not output:
        raise OptionError("--output: the name of a file or folder cannot be empty")
    folder = Path(output)
    try:
        is_folder = output.endswith(("/", os.sep)) or folder.is_dir()
        if len(pages) == 1 and not is_folder:
            return [folder]
        if not is_folder and folder.suffix in (format.suffix for format in FORMATS.values()):
            raise OutputError(f"{output}: looks like a file, and {len(pages)} pages need a folder: write {output}/")
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise OutputError(f"{output}: a file, and {len(pages)} pages need a folder") from error
    except OSError as error:
        raise OutputError(f"{output}: cannot be made a folder: {error.strerror}") from error
    return [folder / f"{name}{suffix}" for name in _distinct([_name(page) for page in pages])]


def make_folder(folder: Path) -> None:
    """Make a folder for results, with its parents; raises OutputError if that is not possible."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise OutputError(f"{folder}: a file, not a folder") from error
    except OSError as error:
        raise OutputError(f"{folder}: cannot be made a folder: {error.strerror}") from error


def check_place(target: Path) -> None:
    """Raise OutputError, before the work, if no file can be written there."""
    if target.is_dir():
        raise OutputError(f"{target}: a folder, not a file")
    if not target.parent.is_dir():
        raise OutputError(f"{target}: there is no folder {target.parent}")


def check_new_file(target: Path, pages: Sequence[str] = (), *, force: bool) -> None:
    """Raise OutputError, before the work, if no file can be written there, or one would be overwritten."""
    check_place(target)
    check_writable(target, pages, force=force)


def check_writable(target: Path, pages: Sequence[str], *, force: bool) -> None:
    """Raise OutputError if writing would overwrite a file without `force`, or one of the pages to read."""
    try:
        found = target.stat()
    except FileNotFoundError:
        return
    except OSError as error:
        raise OutputError(f"{target}: cannot be written: {error.strerror}") from error
    for page in pages:
        if not is_url(page) and Path(page).exists() and os.path.samestat(found, Path(page).stat()):
            raise OutputError(f"{target}: is itself a page to read; choose another --output")
    if stat.S_ISREG(found.st_mode) and not force:
        raise OutputError(f"{target}: exists already; --force overwrites it")


def _name(page: str) -> str:
    """Return a safe file name for a page: no folders, no leading dot, letters, digits, dots and hyphens only."""
    if page == STANDARD_INPUT:
        return "stdin"
    stem = _name_of_url(page) if is_url(page) else Path(page).stem
    safe = _NOT_IN_NAMES.sub("-", stem).strip("-.")
    return safe.encode()[:_MAX_NAME_BYTES].decode(errors="ignore") or "page"


def _name_of_url(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:  # such as an unclosed bracket; that it cannot be fetched is reported with the page
        return url
    stem = "-".join(filter(None, (parts.hostname, unquote(parts.path).strip("/"), parts.query)))
    return stem.removesuffix(".html").removesuffix(".htm")


def _distinct(names: Sequence[str]) -> list[str]:
    """Return the names, numbered where they collide; case does not count, as on some file systems."""
    taken: set[str] = set()
    distinct: list[str] = []
    for name in names:
        candidate, number = name, 1
        while candidate.casefold() in taken:
            number += 1
            candidate = f"{name}-{number}"
        taken.add(candidate.casefold())
        distinct.append(candidate)
    return distinct
