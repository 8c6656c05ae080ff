"""Applies the options that concern the content to an outline: title, links, images, tables, emphasis, heading levels.

    outline ─→ without links, images, emphasis ─→ tables as lines ─→ title first ─→ headings shifted ─→ outline

Markdown, HTML and TEI are all written from the result. The outline of an extraction is shared by all formats, so a new
one is made wherever something changes; elements and columns that stay the same are shared with it.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ..page import Break, elements
from ..page.elements import HEADINGS
from .links import EMBEDDED
from .outline import Element, Mark, Outline, Paragraph, Part
from .outline_changes import rewrite, without_paragraphs
from .posts import has_sections, outline_of_posts
from .tables import rows_of
from .titles import place_title

if TYPE_CHECKING:
    from .formats import Content
    from .options import OutputOptions

# Marks that only change how a text looks. Code, quotations, superscript and subscript change what it says.
_EMPHASIS: Final = frozenset("em strong del mark small u ins".split())
_IMAGE = elements.table(("img",))
_EMBEDDED = elements.table(EMBEDDED)
_LOWEST_HEADING = 6


def apply_options(content: "Content", options: "OutputOptions", *, title: bool) -> Outline:
    """Return the outline of the content as the options want it; `title` says what the format does by default."""
    outline = outline_of_posts(content) if has_sections(content, options) else content.outline
    if not outline.root.children:
        return outline
    if options.links == "none":
        outline = _without_leaves(_without_marks(outline, frozenset({"a"})), _is_embedded(outline))
    if not options.images:
        outline = _without_leaves(outline, _is_image(outline))
    if not options.formatting:
        outline = _without_marks(outline, _EMPHASIS)
    if not options.tables:
        outline = _without_tables(outline)
    if (title if options.title is None else options.title) and outline.root.children and content.title:
        outline = place_title(outline, content.title)
    return _shifted(outline, options.heading_offset) if options.heading_offset else outline


def _without_marks(outline: Outline, tags: frozenset[str]) -> Outline:
    known: dict[tuple[Mark, ...], tuple[Mark, ...]] = {(): ()}
    for marks in outline.marks:
        if marks not in known:
            known[marks] = tuple(mark for mark in marks if mark.tag not in tags)
    return replace(outline, marks=[known[marks] for marks in outline.marks])


def _is_embedded(outline: Outline) -> list[bool]:
    """Return by leaf whether it is a video or a frame, of which formats write nothing but a link."""
    is_embedded = outline.page.has_tag(_EMBEDDED)
    return [bool(is_embedded[node]) and not outline.texts[leaf] for leaf, node in enumerate(outline.nodes)]


def _is_image(outline: Outline) -> list[bool]:
    """Return by leaf whether it is an image; images of formulas and icons with a label are text."""
    is_image = outline.page.has_tag(_IMAGE)
    return [bool(is_image[node]) and not outline.texts[leaf] for leaf, node in enumerate(outline.nodes)]


def _without_leaves(outline: Outline, is_left_out: list[bool]) -> Outline:
    """Return the outline without some leaves that show no text, and without what is empty then."""
    if not any(is_left_out):
        return outline
    # A text of no characters is never written.
    is_text = tuple(out or is_text for out, is_text in zip(is_left_out, outline.is_text, strict=True))
    starts = outline.starts
    root = without_paragraphs(outline.root, lambda part: all(is_left_out[starts[part] : starts[part + 1]]))
    return replace(outline, is_text=is_text, root=root)


def _without_tables(outline: Outline) -> Outline:
    """Return the outline in which a table is a paragraph: a line for each row, spaces between the cells."""
    breaks, starts = list(outline.breaks), list(outline.starts)

    def change(part: Part) -> list[Part]:
        if not isinstance(part, Element) or part.tag != "table":
            return [part]
        captions = [inner for other in part.children if _is_caption(other) for inner in _children(other)]
        return [*captions, *_rows_as_lines(outline, part, breaks, starts)]

    root = rewrite(outline.root, change)
    return replace(outline, root=root, breaks=tuple(breaks), starts=starts)


def _rows_as_lines(outline: Outline, table: Element, breaks: list[int], starts: list[int]) -> list[Part]:
    """Return the rows of a table as one paragraph, which is added to the columns `breaks` and `starts`.

    The leaves of a table follow each other. A table that holds code, where line ends count, is left as it is.
    """
    rows = [[paragraph for _, paragraph in outline.paragraphs(row)] for row in rows_of(table)]
    paragraphs = [paragraph for row in rows for paragraph in row]
    if not paragraphs or not _follow_each_other(paragraphs) or not outline.preformatted.isdisjoint(paragraphs):
        return [table]
    for row in rows:
        for position, paragraph in enumerate(row):
            _soften(breaks, starts[paragraph], starts[paragraph + 1])
            breaks[starts[paragraph]] = int(Break.SPACE if position else Break.LINE)
    first, end = starts[paragraphs[0]], starts[paragraphs[-1] + 1]
    breaks[first] = int(Break.PARAGRAPH)
    starts += [first, end]
    return [len(starts) - 2]


def _soften(breaks: list[int], first: int, end: int) -> None:
    """Make the line breaks inside of a cell spaces: a row is one line."""
    for leaf in range(first, end):
        breaks[leaf] = min(breaks[leaf], int(Break.SPACE))


def _follow_each_other(paragraphs: list[Paragraph]) -> bool:
    return paragraphs == list(range(paragraphs[0], paragraphs[0] + len(paragraphs)))


def _is_caption(part: Part) -> bool:
    return isinstance(part, Element) and part.tag == "caption"


def _children(part: Part) -> list[Part]:
    return part.children if isinstance(part, Element) else [part]


def _shifted(outline: Outline, offset: int) -> Outline:
    """Return the outline with its headings so many levels lower."""

    def change(part: Part) -> list[Part]:
        if isinstance(part, Element) and part.tag in HEADINGS:
            return [Element(f"h{min(int(part.tag[1]) + offset, _LOWEST_HEADING)}", part.node, part.children)]
        return [part]

    return replace(outline, root=rewrite(outline.root, change))
