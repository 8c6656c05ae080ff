"""Output for people: text without control sequences, messages, and progress."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Protocol, TextIO

import typer

from ..errors import OutputError
from ..text.invisible import CONTROLS

if TYPE_CHECKING:
    from rich.progress import Progress

_BROKEN_PIPE = 141  # the exit code that shells report for a program killed by SIGPIPE
_FIRST_LINE_SECONDS = 10.0  # progress lines: short runs have none …
_LINE_SECONDS = 30.0  # … and long ones have one this often
_LONG_LINE_SECONDS = 60.0  # … or this often, where a run may take days

_shown_progress: "list[Progress]" = []  # the bar on the terminal, if there is one
_clock = time.monotonic


def examples(*lines: str) -> str:
    """Return the examples of a help text."""
    return "Examples:\n\n\b\n" + "\n".join(f"  {line}" for line in lines)


def without_controls(text: str) -> str:
    """Return text without control characters other than line ends and tabs."""
    return CONTROLS().sub("", text)


def printable(text: str) -> str:
    """Return a name or message as one line, with escapes for characters that do not print."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in text
    )


def complain(message: str) -> None:
    """Write an error as one line to standard error."""
    note(f"error: {message}")


def note(message: str) -> None:
    """Write a message as one line to standard error."""
    line = printable(f"ridgeline: {message}")
    if _shown_progress:
        _shown_progress[-1].console.print(line, markup=False, highlight=False, emoji=False, soft_wrap=True)
    elif sys.stderr is not None:
        sys.stderr.write(_encodable(line, sys.stderr) + "\n")
        sys.stderr.flush()


def write_standard_output(text: str) -> None:
    """Write and flush, in UTF-8 unless a terminal has another encoding; exit silently if the reader is gone."""
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
    """Reports progress."""

    def __call__(self, steps: int = 1) -> None:
        """Report that this many more steps are done."""


@contextmanager
def progress(total: int, what: str, *, wanted: bool = True) -> Iterator[Advance]:
    """Show progress on standard error: a bar on a terminal, else a line now and then. Yields the function to call."""
    if not wanted or sys.stderr is None:
        yield lambda steps=1: None
    elif sys.stderr.isatty():
        with _bar(total, what) as advance:
            yield advance
    else:
        yield _ProgressLines(total, what)


class Update(Protocol):
    """Reports the progress of a run whose length is found out on the way."""

    def __call__(self, done: int, total: int | None, detail: str) -> None:
        """Report how many steps are done, of how many if that is known, and what else there is to say."""


@contextmanager
def open_progress(what: str) -> Iterator[Update]:
    """Show the progress of a run whose length is found out on the way. Yields the function to call."""
    if sys.stderr is None:
        yield lambda done, total, detail: None
    elif sys.stderr.isatty():
        with _open_bar(what) as update:
            yield update
    else:
        yield _OpenProgressLines(what)


class _OpenProgressLines:
    """Progress as lines of text, for logs: the first after ten seconds, then one a minute."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._start = _clock()
        self._due = self._start + _FIRST_LINE_SECONDS

    def __call__(self, done: int, total: int | None, detail: str) -> None:
        """Report progress, if a line is due."""
        now = _clock()
        if now >= self._due:
            self._due = now + _LONG_LINE_SECONDS
            of = "" if total is None else f" of about {total:,} ({done / max(total, 1):.0%})"
            note(f"{self._what}: {done:,}{of} after {_minutes(now - self._start)}, {detail}")


class _ProgressLines:
    """Progress as lines of text, for logs: the first after ten seconds, then one every half minute."""

    def __init__(self, total: int, what: str) -> None:
        self._total, self._what = total, what
        self._done = 0
        self._start = _clock()
        self._due = self._start + _FIRST_LINE_SECONDS

    def __call__(self, steps: int = 1) -> None:
        """Report that this many more steps are done."""
        self._done += steps
        now = _clock()
        if now >= self._due:
            self._due = now + _LINE_SECONDS
            share = self._done / max(self._total, 1)
            note(f"{self._what}: {self._done:,} of {self._total:,} ({share:.0%}) after {_minutes(now - self._start)}")


def _minutes(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 60 else f"{seconds / 60:.0f} min"


@contextmanager
def _bar(total: int, what: str) -> Iterator[Advance]:
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


@contextmanager
def _open_bar(what: str) -> Iterator[Update]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

    counts = TextColumn("{task.description}: {task.fields[count]}")
    columns = (counts, BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[detail]}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None, count="0", detail="")
        _shown_progress.append(bar)
        try:
            yield lambda done, total, detail: bar.update(
                task, completed=done, total=total, count=f"{done:,}", detail=detail
            )
        finally:
            _shown_progress.remove(bar)


def _encodable(text: str, stream: TextIO) -> str:
    encoding = stream.encoding or "ascii"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def _discard_standard_output() -> None:
    """Redirect the rest of the buffer to nowhere, or Python would report an error at exit."""
    with suppress(OSError, ValueError):  # a stream without a file descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
