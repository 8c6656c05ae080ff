"""Files that are whole or not there."""

import secrets
from pathlib import Path

from .errors import OutputError


def write(target: Path, data: bytes) -> None:
    """Write a file as a whole: it appears when it is complete."""
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(data)  # a device or a pipe is written to, not replaced
        else:
            _replace(target, data)
    except OSError as error:
        raise OutputError(f"{target}: cannot be written: {error.strerror}") from error


def _replace(target: Path, data: bytes) -> None:
    temporary = target.with_name(f".ridgeline-{secrets.token_hex(8)}.part")
    try:
        with temporary.open("xb") as stream:
            stream.write(data)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
