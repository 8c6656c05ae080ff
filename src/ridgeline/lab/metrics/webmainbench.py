"""The metrics of WebMainBench (Liu et al., 2025, arXiv 2511.23119), as its README and paper describe them.

    rouge         ROUGE-N F1 with N = 5: bags of runs of five tokens; jieba cuts the tokens, in any language
    text_edit     1 - edit distance / length of the longer: the text beside code blocks, formulas and tables
    code_edit     the same over all code blocks
    formula_edit  the same over the TeX of all formulas
    table_edit    the same over the text of all tables
    table_TEDS    1 - tree edit distance / nodes of the larger: the tables as trees of rows and cells
    overall       the mean of these five figures of a set, not page by page: so the published leaderboard adds up

A page counts for a figure if either text has an element of its kind: on the leaderboard, a system that writes no tables
has exactly 0 for them. What the description leaves open, and what we chose:

- Tokens of white space do not count, and case does. The description names jieba and nothing more.
- Markdown for ROUGE. The benchmark writes both sides with html2text, which is not a dependency of ours (GPL). Here both
  sides are written by ridgeline, the gold one from `main_html`: as there, no side gains by the habits of a writer, and
  no headline is added or moved. A sample without `main_html` is compared with its Markdown.
- Parts of a Markdown text are found by a CommonMark parser; the toolkit can also ask a language model. Tables in HTML
  count as tables. Formulas and code are compared as in `structure`.
- TEDS matches rows with rows and the cells of a row among each other (`trees`); a general tree edit distance may also
  match cells across rows, so that it is at most as large.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...errors import MissingExtraError
from ...extraction import Extraction
from ...page import parse
from .edits import edit_similarity
from .markdown_structure import parse_markdown, prose_text, read_structure
from .score import Score
from .shingles import shingles
from .structure import CodeBlock, Table, code_score, formula_score, table_score

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

TOKENS = 5  # of a run: the N of ROUGE-N
PARTS = ("text_edit", "code_edit", "formula_edit", "table_edit", "table_TEDS")


def rouge_score(predicted: str, gold: str) -> Score:
    """Return precision, recall and F1 over bags of runs of five tokens; a shorter text is one run."""
    return Score.from_bags(*(shingles(_tokens(text), TOKENS) for text in (predicted, gold)))


def write_markdown(html: str, url: str | None = None) -> str:
    """Return a piece of HTML as Markdown, all of it."""
    page = parse(html, url=url)
    return Extraction(page, np.arange(len(page.leaves), dtype=np.int32), "all").write("markdown", title=False)


def part_scores(predicted: str, gold: str) -> Mapping[str, float]:
    """Return the fine-grained scores of two Markdown texts, those of kinds that neither has left out."""
    found, wanted = _read(predicted), _read(gold)
    scores = {
        "text_edit": _edit_score(found.text, wanted.text),
        "code_edit": code_score(found.code, wanted.code),
        "formula_edit": formula_score(found.formulas, wanted.formulas),
        "table_edit": _edit_score(_table_text(found.tables), _table_text(wanted.tables)),
        "table_TEDS": table_score(found.tables, wanted.tables),
    }
    return {name: score for name, score in scores.items() if score is not None}


def overall_score(means: Mapping[str, float]) -> float | None:
    """Return the mean of the fine-grained figures of a set, those that it has; None where it has none."""
    found = [means[name] for name in PARTS if name in means]
    return fmean(found) if found else None


class _Parts(NamedTuple):
    text: str
    code: Sequence[CodeBlock]
    formulas: Sequence[str]
    tables: Sequence[Table]


def _read(markdown: str) -> _Parts:
    root = parse_markdown(markdown)
    structure = read_structure(root, str.split)
    tables = [*structure.tables, *(table for node in root.walk() for table in _html_tables(node))]
    return _Parts(" ".join(prose_text(root).split()), structure.code, structure.formulas, tables)


def _html_tables(node: "SyntaxTreeNode") -> Sequence[Table]:
    """Return the tables that a block of HTML has."""
    if node.type != "html_block" or "<table" not in node.content.lower():
        return ()
    tables: dict[int, list[tuple[str, ...]]] = {}  # rows by the nearest table, by its position
    for row in parse(node.content).find("tr"):
        table = next((above.index for above in row.ancestors if above.tag == "table"), -1)  # none in a template
        cells = (_words(cell.text_content) for cell in row.children if cell.tag in ("td", "th"))
        tables.setdefault(table, []).append(tuple(cells))
    return [tuple(rows) for rows in tables.values()]


def _words(text: str) -> str:
    return " ".join(text.split())


def _table_text(tables: Sequence[Table]) -> str:
    return "\n".join(" ".join(row) for table in tables for row in table)


def _edit_score(found: str, gold: str) -> float | None:
    return edit_similarity(found, gold) if found or gold else None


def _tokens(text: str) -> list[str]:
    return [token for token in _cutter()(text) if not token.isspace()]


@lru_cache(maxsize=1)
def _cutter() -> Callable[[str], list[str]]:
    try:
        import jieba
    except ModuleNotFoundError as error:
        raise MissingExtraError("the metric webmainbench needs jieba", "webmainbench") from error
    jieba.setLogLevel(logging.ERROR)  # it reports on standard error that it loads its dictionary
    cut: Callable[[str], list[str]] = jieba.lcut
    return cut
