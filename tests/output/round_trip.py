"""Round trip: Markdown, read by a CommonMark parser, shows the words of the plain text, page by page of a data set.

    python -m tests.output.round_trip wcxb-dev news-dev          how many pages differ
    python -m tests.output.round_trip wcxb-dev --show            and where each of them first does

Videos, frames and check boxes are left out: plain text has no words for them, Markdown has a link and a box. So is what
unfolds quotations of forums, which only plain text has.
"""

import argparse
import re
from collections.abc import Iterator
from itertools import zip_longest

import numpy as np

import ridgeline
from ridgeline import Extraction
from ridgeline.lab import datasets
from ridgeline.output.outline import Outline
from ridgeline.page import elements

from .reading import read_markdown
from .reading import shown_words as words_with_width

_WORDLESS = elements.table("iframe video audio embed object applet input".split())
# What begins an item, typed or not: readers of Markdown write it.
_TYPED = re.compile(r"[•·●○▪■◦‣►▶♦*+-]|\d{1,2}(?:[.)、](?!\d)|$)")
_DELIMITER = re.compile(r"\\([()\[\]\\])")
_CONTEXT = 6  # words shown on either side of the first difference


def comparable(extraction: Extraction) -> Extraction:
    """The extraction without what only one of the two formats has words for, and without kinds of structure.

    Those move words: notes to the end, and the titles of callouts into their markers.
    """
    page, keep = extraction.page, extraction.keep
    keep = keep[~page.has_tag(_WORDLESS)[page.leaves[keep]]]
    keep = keep[[not page.leaf_text[leaf].strip().startswith("Click to expand") for leaf in keep]]
    content = Extraction(page, keep, extraction.extractor)
    content.__dict__["outline"] = Outline.of(page, content.keep)
    return content


def words_of_both(extraction: Extraction) -> tuple[list[str], list[str]]:
    """The words that readers of the Markdown see, and those of the plain text."""
    content = comparable(extraction)
    return shown_words(content.write("markdown", title=False)), text_words(content.text)


def shown_words(markdown: str) -> list[str]:
    """The words that a reader of Markdown sees, without the marks of items."""
    return _without_marks(read_markdown(markdown).words)


def text_words(text: str) -> list[str]:
    """The words of a plain text; formulas that are left for a script lose the backslashes that Markdown takes."""
    return _without_marks(words_with_width(_DELIMITER.sub(r"\1", text)))


def _without_marks(words: list[str]) -> list[str]:
    """The words without marks of items, typed or not."""
    return [rest for word in words if (rest := _TYPED.sub("", word, count=1) if _TYPED.match(word) else word)]


def first_difference(written: list[str], expected: list[str]) -> int | None:
    """The position of the first word that differs."""
    pairs = enumerate(zip_longest(written, expected))
    return next((position for position, (one, other) in pairs if one != other), None)


def differences(name: str) -> Iterator[tuple[str, str, str]]:
    """The pages of a set whose words differ: id, and the words around the first difference, of Markdown and of text."""
    extractor = ridgeline.load("summit")
    for record in datasets.read(name):
        written, expected = words_of_both(ridgeline.extract(record.html, url=record.url, extractor=extractor))
        position = first_difference(written, expected)
        if position is not None:
            around = np.s_[max(0, position - _CONTEXT) : position + _CONTEXT]
            yield record.id, " ".join(written[around]), " ".join(expected[around])


def main() -> None:
    """Print by set the number of pages that differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+", metavar="SET", help="data sets, or .jsonl files")
    parser.add_argument("--show", action="store_true", help="show the first difference of each page")
    arguments = parser.parse_args()
    for name in arguments.sets:
        found = list(differences(name))
        if arguments.show:
            for identifier, written, expected in found:
                print(f"{name} {identifier}\n  markdown  {written}\n  text      {expected}")
        print(f"{name}: {len(found)} pages differ")


if __name__ == "__main__":
    main()
