"""Puts the headline of a page in front of its content, once.

Extractors often keep the headline: as a heading or as an ordinary line, under a kicker, a date or an image. Then that
one is moved to the front. Titles are compared by their letters and digits alone: pages write a headline once with
typographic quotation marks and once without, on one line and on two.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from ..page import Break, IntColumn
from ..page.elements import HEADINGS
from ..text.spaces import split_and_join
from .outline import Element, Outline, Paragraph
from .outline_changes import without_paragraphs

# Above the headline: a kicker, a date, an author, an image, breadcrumbs.
_MAX_PARAGRAPHS_BEFORE = 5
_MAX_LINES = 3  # of a headline
_MIN_SHARE = 0.5  # of a longer title that a heading must say to be that title, cut off or with more words


def place_title(outline: Outline, title: str) -> Outline:
    """Return an outline that begins with the title as an h1: the paragraphs that say it, or else a new one."""
    if not _letters(title):
        return outline
    found = find_title(outline, title)
    if not found:
        return _with_new_title(outline, title)
    first = outline.root.children[0]
    if isinstance(first, Element) and first.tag == "h1" and first.children == found:
        return outline
    rest = without_paragraphs(outline.root, set(found).__contains__)
    return _headed(outline, found, rest)


def take_title(outline: Outline, title: str) -> tuple[str, IntColumn]:
    """Return the title as plain text writes it, and the leaves that remain for the text below it."""
    if not _letters(title):
        return "", np.array(outline.leaves, dtype=np.int32)
    found = find_title(outline, title)
    taken = {position for one in found for position in range(outline.starts[one], outline.starts[one + 1])}
    heading = " ".join(split_and_join(outline.text(one)) for one in found) or split_and_join(title)
    rest = [leaf for position, leaf in enumerate(outline.leaves) if position not in taken]
    return heading, np.array(rest, dtype=np.int32)


def find_title(outline: Outline, title: str) -> list[Paragraph]:
    """Return the paragraphs that say the title: near the beginning, or an h1 anywhere."""
    letters = _letters(title)
    beginning = list(islice(outline.paragraphs(), _MAX_PARAGRAPHS_BEFORE))
    lines = ["" if paragraph in outline.preformatted else outline.text(paragraph) for _, paragraph in beginning]
    if found := _find_lines(lines, letters):
        return [beginning[position][1] for position in found]
    headings = [paragraph for role, paragraph in beginning if role in HEADINGS]
    if similar := [one for one in headings if _is_similar(_letters(outline.text(one)), letters)]:
        return similar[:1]
    return next(([one] for one in _first_headings(outline) if _letters(outline.text(one)) == letters), [])


def _first_headings(outline: Outline) -> Iterator[Paragraph]:
    return (paragraph for role, paragraph in outline.paragraphs() if role == "h1")


def _find_lines(lines: Sequence[str], letters: str) -> range:
    """Return the positions of the neighbouring lines that together say the title; none where no lines do."""
    said = [_letters(line) if len(line) <= 2 * len(letters) + 100 else "" for line in lines]
    for start in range(len(lines)):
        for end in range(start + 1, min(start + _MAX_LINES, len(lines)) + 1):
            if said[start] and said[end - 1] and "".join(said[start:end]) == letters:
                return range(start, end)
    return range(0)


def _is_similar(said: str, title: str) -> bool:
    """Return whether one of two titles is the beginning or the end of the other, and most of it."""
    short, long = sorted((said, title), key=len)
    return (long.startswith(short) or long.endswith(short)) and len(short) >= _MIN_SHARE * len(long)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


def _with_new_title(outline: Outline, title: str) -> Outline:
    """Return the outline with a leaf more, which the page does not have: its number and its node are -1 and 0."""
    shown = split_and_join(title)
    longer = replace(
        outline,
        leaves=(*outline.leaves, -1),
        nodes=(*outline.nodes, 0),
        texts=(*outline.texts, shown),
        sources=(*outline.sources, shown),
        is_text=(*outline.is_text, True),
        breaks=(*outline.breaks, int(Break.PARAGRAPH)),
        marks=[*outline.marks, ()],
        starts=[*outline.starts, len(outline.leaves), len(outline.leaves) + 1],
    )
    return _headed(longer, [len(outline.starts)], outline.root)


def _headed(outline: Outline, heading: list[Paragraph], rest: Element) -> Outline:
    children = [Element("h1", -1, list(heading)), *rest.children]
    return replace(outline, root=Element(rest.tag, rest.node, children))
