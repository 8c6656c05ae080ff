"""The data folder: sets by name."""

import os
from collections.abc import Iterator
from pathlib import Path

from ...errors import DatasetError
from ...storage import files
from .records import FILE_SUFFIXES, SUFFIX, Record, read_file, read_texts

ENVIRONMENT_VARIABLE = "RIDGELINE_DATA"
_FIRST_EDITION = "-first-edition"


def folder() -> Path:
    """Return the data folder: RIDGELINE_DATA, else `datasets` in the user data folder. It may not exist."""
    named = os.environ.get(ENVIRONMENT_VARIABLE)
    return Path(named).expanduser() if named else files.user_data_folder() / "datasets"


def names() -> tuple[str, ...]:
    """Return the names of the sets in the data folder, sorted."""
    place = folder()
    if not place.is_dir():
        raise DatasetError(
            f"there is no data folder {place}: set {ENVIRONMENT_VARIABLE} to the folder of your data sets "
            "(`ridgeline lab datasets` lists the known ones)"
        )
    return tuple(sorted(path.name.removesuffix(SUFFIX) for path in place.glob(f"*{SUFFIX}")))


def load(name: str | Path) -> list[Record]:
    """Return all records of a set, by its name or by the path of its file."""
    return list(read(name))


def read(name: str | Path) -> Iterator[Record]:
    """Yield the records of a set, by its name or by the path of its file. A wrong name raises at once."""
    return read_file(_find(name))


def load_first_edition(name: str | Path) -> dict[str, str]:
    """Return the gold texts of a set's first edition, by id; none where the folder has no `NAME-first-edition`."""
    first = f"{name}{_FIRST_EDITION}"
    if not folder().is_dir() or first not in names():
        return {}
    return {text.id: text.text for text in read_texts(_find(first))}


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
