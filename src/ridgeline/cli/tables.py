"""Tables on standard output, at their full width, whatever the terminal's: figures are not cut."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .terminal import printable, width_of

if TYPE_CHECKING:
    from ..lab.evaluation import Report, Summary

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
    "webmainbench_rouge_f1": "ROUGE-5",
    "webmainbench_overall": "overall",
    "webmainbench_text_edit": "text edit",
    "webmainbench_code_edit": "code edit",
    "webmainbench_formula_edit": "formula edit",
    "webmainbench_table_edit": "table edit",
    "webmainbench_table_TEDS": "table TEDS",
}


_INDENT, _GAP, _RULE = "  ", "   ", "─"


def report_text(name: str, report: "Report", *, by_type: bool) -> str:
    """Return the tables of a data set: all its pages and, with `by_type`, its page types and levels if it has any."""
    tables = [_all_pages(name, report)]
    if by_type:
        tables.append(_by_kind(f"{name}: F1 by type of page", "word_f1", report.summaries_by_type))
        tables.append(_by_kind(f"{name}: ROUGE-5 by level", "webmainbench_rouge_f1", report.summaries_by_level))
    return "".join(tables)


def plain_table(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of figures: the first column is left-justified, the others right-justified.

    A heading may have several lines.
    """
    return _table(title, headings, rows, to_the_right=True)


def text_table(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of texts: all columns are left-justified."""
    return _table(title, headings, rows, to_the_right=False)


def _table(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]], *, to_the_right: bool) -> str:
    height = max(heading.count("\n") for heading in headings)
    heads = [[""] * (height - heading.count("\n")) + heading.split("\n") for heading in headings]
    cells = [*zip(*heads, strict=True), *([printable(cell) for cell in row] for row in rows)]
    widths = [max(map(width_of, column)) for column in zip(*cells, strict=True)]
    lines = [_line(row, widths, to_the_right=to_the_right) for row in cells]
    rule = _INDENT[1:] + _RULE * (sum(widths) + len(_GAP) * (len(widths) - 1) + 2)
    return "".join(f"{line}\n" for line in (printable(title), "", *lines[: height + 1], rule, *lines[height + 1 :], ""))


def _line(row: Sequence[str], widths: Sequence[int], *, to_the_right: bool) -> str:
    parts = []
    for number, (cell, width) in enumerate(zip(row, widths, strict=True)):
        space = " " * (width - width_of(cell))
        parts.append(space + cell if number and to_the_right else cell + space)
    return (_INDENT + _GAP.join(parts)).rstrip()


def _all_pages(name: str, report: "Report") -> str:
    shown = [figure for figure in COLUMNS if any(figure in row.figures for row in report.summaries.values())]
    headings = ["extractor", *(COLUMNS[figure] for figure in shown), "pages", "failed", "empty"]
    rows = [
        [
            extractor,
            *(_figure(row.figures.get(figure)) for figure in shown),
            *map(str, (row.pages, row.failed, row.empty)),
        ]
        for extractor, row in report.summaries.items()
    ]
    return plain_table(name, headings, rows)


def _by_kind(title: str, figure: str, summaries: "Mapping[str, Mapping[str, Summary]]") -> str:
    """Return the table of a figure by kind of page; "" where no page has a kind, or the figure."""
    parts = next(iter(summaries.values()))
    if not any(figure in part.figures for part in parts.values()):
        return ""
    rows = [
        [extractor, *(_figure(part.figures.get(figure)) for part in by.values())] for extractor, by in summaries.items()
    ]
    rows.append(["pages", *(str(part.pages) for part in parts.values())])
    return plain_table(title, ["extractor", *map(printable, parts)], rows)


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.4f}"
