"""Tables on standard output."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from .terminal import printable

if TYPE_CHECKING:
    from ..lab.evaluate import Report

# Figure → heading, in the order of the columns; a column is shown if a page has the figure.
COLUMNS = {
    "word_f1": "F1",
    "word_precision": "precision",
    "word_recall": "recall",
    "shingle_f1": "shingle F1",
    "sentence_f1": "sentence F1",
    "sentence_good_enough": "sentence F1 > 0.9",
    "sentence_located": "sentence F1 > 0.8",
    "sentence_lines_f1": "sentence-lines F1",
    "sentence_lines_good_enough": "sentence-lines F1 > 0.9",
    "sentence_lines_located": "sentence-lines F1 > 0.8",
    "cleaneval_text_only": "text only",
    "cleaneval_text_alignment": "alignment",
    "cleaneval_combined": "combined",
    "snippets_present": "must",
    "snippets_absent": "must not",
}


def report_text(name: str, report: "Report", *, by_type: bool) -> str:
    """Return the tables of a data set: all its pages and, with `by_type`, its page types if it has any."""
    tables = [_all_pages(name, report)]
    if by_type and report.types:
        tables.append(_types_of_pages(name, report))
    return as_text(tables)


def plain_table(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of figures: the first column is left-justified, the others right-justified."""
    return _plain(title, headings, rows, justify="right")


def text_table(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of texts: all columns are left-justified."""
    return _plain(title, headings, rows, justify="left")


def _plain(
    title: str, headings: Sequence[str], rows: Sequence[Sequence[str]], *, justify: Literal["left", "right"]
) -> str:
    table = Table(title=Text(printable(title)), box=box.SIMPLE_HEAD, title_justify="left")
    for number, heading in enumerate(headings):
        table.add_column(Text(heading), justify=justify if number else "left", no_wrap=True)
    for row in rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    return as_text([table])


def _all_pages(name: str, report: "Report") -> Table:
    shown = [figure for figure in COLUMNS if any(figure in row.figures for row in report.summaries.values())]
    table = _table(name, [*(COLUMNS[figure] for figure in shown), "pages", "failed", "empty"])
    for extractor, row in report.summaries.items():
        counts = (str(row.pages), str(row.failed), str(row.empty))
        table.add_row(extractor, *(_figure(row.figures.get(figure)) for figure in shown), *counts)
    return table


def _types_of_pages(name: str, report: "Report") -> Table:
    table = _table(f"{name}: F1 by type of page", [printable(kind) for kind in report.types])
    for extractor, parts in report.summaries_by_type.items():
        table.add_row(extractor, *(_figure(parts[kind].figures["word_f1"]) for kind in report.types))
    some_parts = next(iter(report.summaries_by_type.values()))
    table.add_row("pages", *(str(some_parts[kind].pages) for kind in report.types), style="dim")
    return table


def _table(title: str, headings: Sequence[str]) -> Table:
    table = Table(title=Text(printable(title)), box=box.SIMPLE_HEAD, title_justify="left")
    table.add_column("extractor", no_wrap=True)
    for heading in headings:
        table.add_column(Text(heading), justify="right", no_wrap=True)
    return table


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.4f}"


def as_text(tables: Sequence[Table]) -> str:
    """Return tables at their full width, whatever the terminal's: figures are not cut."""
    console = Console(highlight=False, markup=False, width=10_000)
    width = max(console.measure(table).maximum for table in tables)
    console = Console(highlight=False, markup=False, width=width)
    with console.capture() as captured:
        for table in tables:
            console.print(table)
    return "".join(line.rstrip() + "\n" for line in captured.get().splitlines())
