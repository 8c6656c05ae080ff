"""What is shown to people: no page and no file name gets to command their terminal."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Protocol, TextIO

import typer

from ..errors import OutputError
from ..text.cuts import CONTROLS

if TYPE_CHECKING:
    from rich.progress import Progress

_BROKEN_PIPE = 141  # what a shell reports of a program that SIGPIPE ended

_shown_progress: "list[Progress]" = []  # the bar on the terminal, if there is one


def examples(*lines: str) -> str:
    """The part of a help text that shows how it is done."""
    return "Examples:\n\n\b\n" + "\n".join(f"  {line}" for line in lines)


def without_controls(text: str) -> str:
    """Text without control characters, but for line ends and tabs."""
    return CONTROLS.sub("", text)


def printable(text: str) -> str:
    """A name or message as one line in which whatever does not print is spelt out."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in text
    )


def complain(message: str) -> None:
    """An error, as one line on standard error."""
    note(f"error: {message}")


def note(message: str) -> None:
    """Something worth knowing, as one line on standard error."""
    line = printable(f"ridgeline: {message}")
    if _shown_progress:
        _shown_progress[-1].console.print(line, markup=False, highlight=False, emoji=False, soft_wrap=True)
    elif sys.stderr is not None:
        sys.stderr.write(_encodable(line, sys.stderr) + "\n")
        sys.stderr.flush()


def write_standard_output(text: str) -> None:
    """Write at once, in UTF-8 unless a terminal wants something else; leave quietly when nobody reads any more."""
    if sys.stdout is None:
        raise OutputError("standard output is closed")
    encoding = sys.stdout.encoding if sys.stdout.isatty() else "utf-8"
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode(encoding, "replace"))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        _discard_standard_output()
        raise typer.Exit(_BROKEN_PIPE) from None
    except OSError as error:
        _discard_standard_output()
        raise OutputError(f"standard output: {error.strerror}") from error


class Advance(Protocol):
    """Moves a bar on."""

    def __call__(self, steps: int = 1) -> None:
        """So many steps were done."""


@contextmanager
def progress(total: int, what: str, *, wanted: bool = True) -> Iterator[Advance]:
    """A bar on standard error if that is a terminal. Yields what to call after each step, or after several."""
    if not (wanted and sys.stderr is not None and sys.stderr.isatty()):
        yield lambda steps=1: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        _shown_progress.append(bar)
        try:
            yield lambda steps=1: bar.advance(task, steps)
        finally:
            _shown_progress.remove(bar)


def _encodable(text: str, stream: TextIO) -> str:
    encoding = stream.encoding or "ascii"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def _discard_standard_output() -> None:
    """Let what is still in the buffer go nowhere, or Python would complain of it at the end."""
    with suppress(OSError, ValueError):  # a stream that is no file of the system
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
