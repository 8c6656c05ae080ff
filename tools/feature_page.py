"""Writes docs/features.md from the tables of `ridgeline.extractors.summit.features`: `python -m tools.feature_page`."""

import sys
from collections.abc import Mapping
from pathlib import Path

from ridgeline.extractors.summit.features import LINES, PAGE, Flag, Words

PAGE_PATH = Path(__file__).parents[1] / "docs" / "features.md"
_HEAD = """# The features of summit

What the networks read of every line and of the page, beside the words of lines and of names. The core computes them
(`features.c`). Numbers of things are log(1 + n), shares are from 0 to 1, flags 0 or 1; all are standardised before a
network sees them. `ridgeline.extractors.summit.features` has the same as tables, from which this page and the core's
names of the columns are written (`python -m tools.feature_page`, `python -m tools.native_tables`).

A line is a run of leaves up to the next line break or block boundary. It is prose where it has ten words or more
(fifteen characters in scripts without spaces), under four tenths of them linked, and a mark that ends a sentence or a
clause. The *block* of a line is the element that starts it on a line of its own; *sections* are the elements around
it that lay out pages (div, section, article, main, aside, nav, header, footer, td, table, lists, form, body,
blockquote). Siblings are *of the same kind* where tag and classes agree, but for numbers and states; an *item* is the
one among the seven elements around a line whose siblings of the same kind hold the most.
"""


def generate() -> str:
    """The page."""
    return f"{_HEAD}\n## Of a line\n\n{_table(LINES)}\n## Of the page\n\n{_table(PAGE)}"


def _table(features: Mapping[str, Words]) -> str:
    rows = (f"| `{name}` | {_said(words)} |\n" for name, words in features.items())
    return "| feature | what it says |\n|---|---|\n" + "".join(rows)


def _said(words: Words) -> str:
    text = f"whether {words.if_set}" if isinstance(words, Flag) else words
    return text.replace("<", "&lt;").replace(">", "&gt;")


def main() -> int:
    """Write the page."""
    PAGE_PATH.write_text(generate(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
