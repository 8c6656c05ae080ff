"""Atomic writes, and the folder for the user's data."""

import os
import sys
from pathlib import Path

from ..errors import OutputError


def write(target: Path, data: bytes) -> None:
    """Write a file atomically: other processes see the old file or the whole new one."""
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(data)  # a device or a pipe is written to, not replaced
        else:
            _replace(target, data)
    except OSError as error:
        raise OutputError(f"{target}: cannot be written: {error.strerror}") from error


def user_data_folder() -> Path:
    """Return the folder for ridgeline's data of this user, by the platform's convention. It may not exist."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "ridgeline"


def _replace(target: Path, data: bytes) -> None:
    temporary = target.with_name(f".ridgeline-{os.urandom(8).hex()}.part")
    try:
        with temporary.open("xb") as stream:
            stream.write(data)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
