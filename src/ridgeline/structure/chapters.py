"""What is said below a video, as YouTube writes it: only line ends part the lines, and chapters become a list."""

import re
from collections.abc import Iterator

import numpy as np

from ..output.outline import Draft, Part
from ..page import elements
from ..text.attributes import class_names
from .kind import Kind, Signs

_NAME = "yt-core-attributed-string--white-space-pre-wrap"
_CHAPTER = re.compile(r"\(?[0-9]{1,2}(?::[0-9]{2}){1,2}\b")
_TEXT = elements.CODES[elements.TEXT]
_MIN_CHAPTERS = 3  # as YouTube has it
_MAX_LINES = 1_000


def _edit(draft: Draft) -> bool:
    """Part the paragraphs of descriptions into their lines."""
    page = draft.page
    is_text = np.zeros(len(page), dtype=np.bool_)
    is_text[[node for node in page.containing("class", (_NAME,)) if _NAME in class_names(page, node)]] = True
    is_inside = page.inside(is_text)
    inside = {leaf for leaf, node in enumerate(draft.nodes) if node >= 0 and is_inside[node]}
    return bool(inside) and _part(draft, draft.root, inside)


def _part(draft: Draft, element: Part, inside: set[int]) -> bool:
    """Part the paragraphs of an element whose leaves are all of these."""
    parts: list[Part] = []
    has_changed = False
    for part in element.parts:
        if part.is_paragraph and inside.issuperset(range(part.first, part.end)):
            parts += _listed(list(_lines(draft, part)))
            has_changed = True
        else:
            has_changed |= _part(draft, part, inside)
            parts.append(part)
    element.parts = parts
    return has_changed


def _lines(draft: Draft, paragraph: Part) -> Iterator[tuple[Part, str]]:
    """Yield the lines of a paragraph as paragraphs, each with its text."""
    page, first, said, count = draft.page, len(draft.nodes), "", 0
    for leaf in range(paragraph.first, paragraph.end):
        *before, rest = _text(draft, paragraph, leaf).replace("\r", "").split("\n")
        for line in before if count < _MAX_LINES else ():
            if line.strip():
                draft.add(line)
            if len(draft.nodes) > first:
                yield Part("p", first=first, end=len(draft.nodes)), said + line
            first, said, count = len(draft.nodes), "", count + 1
        said += rest
        if page.tag[draft.nodes[leaf]] != _TEXT or (rest.strip() and rest == page.text[draft.nodes[leaf]]):
            draft.move(leaf, leaf + 1)  # it may be a link
            continue
        draft.change(leaf, "")
        if rest.strip():
            draft.add(rest)
    if len(draft.nodes) > first:
        yield Part("p", first=first, end=len(draft.nodes)), said


def _text(draft: Draft, paragraph: Part, leaf: int) -> str:
    """Return the text of a leaf, after the line ends between it and the one before it."""
    node, text = draft.nodes[leaf], draft.page.text
    between = range(draft.nodes[leaf - 1] + 1, node) if leaf > paragraph.first else range(0)
    return f"{chr(10) if any(chr(10) in text[other] for other in between) else ''}{text[node]}"


def _listed(lines: list[tuple[Part, str]]) -> list[Part]:
    """Return paragraphs, those that begin with a time as one list."""
    is_chapter = [_CHAPTER.match(text.strip()) is not None for _, text in lines]
    if sum(is_chapter) < _MIN_CHAPTERS:
        return [part for part, _ in lines]
    parts: list[Part] = []
    for (part, _), listed in zip(lines, is_chapter, strict=True):
        if not listed:
            parts.append(part)
            continue
        if not parts or parts[-1].kind != "ul":
            parts.append(Part("ul"))
        parts[-1].parts.append(Part("li", parts=[part]))
    return parts


CHAPTERS = Kind("chapters", Signs(words=(_NAME,)), edit=_edit)
