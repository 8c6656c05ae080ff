"""Tables for the terminal and for Markdown, and a progress bar."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import rich.table
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from supervisor import BenchmarkError

MISSING = "–"


@dataclass(frozen=True, slots=True)
class Table:
    """A title, the names of the columns, and rows of text; the first column is the name of the row."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    figures: bool = True  # the other columns are numbers, right-justified

    def show(self, console: Console) -> None:
        """Print the table."""
        table = rich.table.Table(title=self.title, title_justify="left")
        for position, name in enumerate(self.header):
            justify: Literal["left", "right"] = "right" if position and self.figures else "left"
            table.add_column(name, justify=justify, no_wrap=position == 0, overflow="fold")
        for row in self.rows:
            table.add_row(*row)
        console.print(table)

    def markdown(self) -> str:
        """Return the table in Markdown, under its title."""
        rules = ["---", *["---:" if self.figures else "---"] * (len(self.header) - 1)]
        lines = ["| " + " | ".join(cells) + " |" for cells in (self.header, rules, *self.rows)]
        return "\n".join([f"**{self.title}**", "", *lines, ""])


def wide_console() -> Console:
    """Return the console for tables; a file or a pipe gets a wide one."""
    return Console(width=None if sys.stdout.isatty() else 160)


def figure(value: float | None, digits: int) -> str:
    """Format a number for a table."""
    return MISSING if value is None else f"{value:.{digits}f}"


def write(path: Path, text: str) -> None:
    """Write a report to a file."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise BenchmarkError(f"{path} cannot be written: {problem.strerror}") from problem


def progress_bar() -> Progress:
    """Return a progress bar that disappears at the end."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)
