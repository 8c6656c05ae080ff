"""Output for people: text without control sequences, messages, and progress."""

import os
import shutil
import sys
import time
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Protocol, TextIO

import click

from ..errors import OutputError
from ..text.invisible import CONTROLS

_BROKEN_PIPE = 141  # the exit code that shells report for a program killed by SIGPIPE
_FIRST_LINE_SECONDS = 10.0  # progress lines: short runs have none …
_LINE_SECONDS = 30.0  # … and long ones have one this often
_LONG_LINE_SECONDS = 60.0  # … or this often, where a run may take days
_MIN_SHARE = 0.02  # of the steps: before, the time that is left is a wild guess
_BAR_SECONDS = 0.1  # how often a bar is drawn
_BAR_CELLS = 40

_shown_bars: list["_Bar"] = []  # the bar on the terminal, if there is one
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


def width_of(text: str) -> int:
    """Return how many cells of a terminal a text takes: two for a wide character of East Asia, none for a mark."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def fitted(text: str, cells: int) -> str:
    """Return the beginning of a text that takes at most so many cells."""
    while width_of(text) > cells:
        text = text[:-1]
    return text


def complain(message: str) -> None:
    """Write an error as one line to standard error."""
    note(f"error: {message}")


def note(message: str) -> None:
    """Write a message as one line to standard error."""
    if sys.stderr is None:
        return
    for bar in _shown_bars:
        bar.clear()
    sys.stderr.write(_encodable(printable(f"ridgeline: {message}"), sys.stderr) + "\n")
    sys.stderr.flush()
    for bar in _shown_bars:
        bar.draw()


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
        raise click.exceptions.Exit(_BROKEN_PIPE) from None
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
        with _shown(_Bar(what, total)) as bar:
            yield bar.advance
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
        with _shown(_Bar(what)) as bar:
            yield bar.update
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
            note(f"{self._what}: {done:,}{of} after {minutes(now - self._start)}, {detail}")


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
            share, spent = self._done / max(self._total, 1), now - self._start
            left = f", {minutes(spent / share - spent)} left" if _MIN_SHARE <= share < 1 else ""
            note(f"{self._what}: {self._done:,} of {self._total:,} ({share:.0%}) after {minutes(spent)}{left}")


def minutes(seconds: float) -> str:
    """Return a time in seconds or minutes, for people."""
    return f"{seconds:.0f} s" if seconds < 60 else f"{seconds / 60:.0f} min"


class _Bar:
    """Progress as one line of a terminal that is written anew: a bar, counts, and the time that is left."""

    def __init__(self, what: str, total: int | None = None) -> None:
        self._what, self._total, self._detail = what, total, ""
        self._done = self._drawn_cells = 0
        self._start = _clock()
        self._due = self._start

    def advance(self, steps: int = 1) -> None:
        """Report that this many more steps are done."""
        self.update(self._done + steps, self._total, self._detail)

    def update(self, done: int, total: int | None, detail: str) -> None:
        """Report how many steps are done, of how many if that is known, and what else there is to say."""
        self._done, self._total, self._detail = done, total, detail
        if _clock() >= self._due or done == total:
            self._due = _clock() + _BAR_SECONDS
            self.draw()

    def draw(self) -> None:
        """Write the line over the one that is there."""
        self.clear()
        line = fitted(_encodable(printable(self._line()), sys.stderr), shutil.get_terminal_size().columns - 1)
        self._drawn_cells = width_of(line)
        sys.stderr.write(line)
        sys.stderr.flush()

    def clear(self) -> None:
        """Remove the line."""
        sys.stderr.write(f"\r{' ' * self._drawn_cells}\r")
        sys.stderr.flush()

    def _line(self) -> str:
        if not self._total:
            return f"{self._what}: {self._done:,} {self._detail}"
        share = min(1.0, self._done / self._total)
        sign = "━" if _encodable("━", sys.stderr) == "━" else "#"
        bar = f"{sign * round(share * _BAR_CELLS):<{_BAR_CELLS}}"
        after = self._detail or self._time_left(share)
        return f"{self._what}: {self._done:,} of {self._total:,} {bar} {share:4.0%} {after}"

    def _time_left(self, share: float) -> str:
        spent = _clock() - self._start
        return f"{minutes(spent / share - spent)} left" if _MIN_SHARE <= share < 1 else ""


@contextmanager
def _shown(bar: _Bar) -> Iterator[_Bar]:
    """Show a bar until the block ends; notes that are written meanwhile stand above it."""
    bar.draw()
    _shown_bars.append(bar)
    try:
        yield bar
    finally:
        _shown_bars.remove(bar)
        bar.clear()


def _encodable(text: str, stream: TextIO) -> str:
    encoding = stream.encoding or "ascii"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def _discard_standard_output() -> None:
    """Redirect the rest of the buffer to nowhere, or Python would report an error at exit."""
    with suppress(OSError, ValueError):  # a stream without a file descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
