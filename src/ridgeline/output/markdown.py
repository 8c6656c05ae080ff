"""GitHub-flavoured Markdown.

Headings are `#`, lists `-` and `1.`, code is fenced, tables have pipes. What GFM lacks becomes the nearest thing: terms
of definition lists and summaries are bold paragraphs, captions are paragraphs, and a table whose first row names no
columns gets an empty header. Paragraphs, items and rows that show nothing are left out.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..page import Break, Budget, elements
from ..page.elements import HEADINGS
from .code import language_of
from .escaping import escape_cell, escape_heading_end, longest_run
from .front_matter import write_front_matter
from .inline import CELL, HEADING, Inline, Place
from .line_wrap import wrap_markdown
from .lists import item_numbers
from .outline import LISTS, Element, Mark, Outline, Paragraph, Part, Run, is_short
from .posts import has_sections, markdown_heading, split_posts
from .references import References
from .switches import apply_options
from .tables import grid, has_header

if TYPE_CHECKING:
    from .formats import Content
    from .options import OutputOptions

# Lists and quotations nested deeper are written at this level. Readers of Markdown have limits of their own:
# markdown-it's is 20 by default, where a list and its item count as two.
MAX_DEPTH = 8
_INPUT = elements.CODES["input"]
# Rows are padded to the table's width unless most of the table would be padding; GFM takes short rows as well.
_MAX_PADDING_RATIO = 4
_STRONG = Mark("strong", 0)


def write(content: "Content", options: "OutputOptions") -> str:
    """Return the content as Markdown."""
    outline = apply_options(content, options, title=True)
    references = References() if options.links == "references" else None
    writer = _Writer(outline, content.budget, references, formatting=options.formatting)
    if has_sections(content, options):
        thread = split_posts(content, outline, options)
        written = thread.written(
            lambda parts: writer.parts(parts, 0), lambda section: markdown_heading(section, writer.inline), "---"
        )
    else:
        written = writer.parts(outline.root.children, 0)
    markdown = "\n\n".join([*written, *(references.definitions() if references else [])])
    if options.width is not None:
        markdown = wrap_markdown(markdown, options.width)
    return write_front_matter(content) + markdown if options.front_matter else markdown


class _Writer:
    def __init__(self, outline: Outline, budget: Budget, references: References | None, *, formatting: bool) -> None:
        self.outline = outline
        self.budget = budget
        self.page = outline.page
        self.inline = Inline(outline.page, references)
        self.formatting = formatting

    def parts(self, parts: Iterable[Part], depth: int) -> list[str]:
        """Return each part as Markdown without a line end at its end; those that show nothing are left out."""
        written: list[str] = []
        before = ""  # the tag that was written last
        is_odd = False  # whether the last list was written with the alternative markers
        for part in self.budget.limited(parts):
            tag = part.tag if isinstance(part, Element) else "p"
            if tag == "hr":
                before = "hr" if written else ""  # a rule at either end separates nothing
                continue
            # Markdown takes lists that follow each other for one, unless their markers differ.
            is_odd = tag == before and not is_odd
            if more := self._part(part, depth, is_odd=is_odd):
                written += ["---", *more] if before == "hr" else more
                before = tag
        return written

    def _part(self, part: Part, depth: int, *, is_odd: bool) -> list[str]:
        if not isinstance(part, Element):
            return self._paragraph(part)
        tag = part.tag
        if tag in HEADINGS:
            return self._heading(part)
        if tag in LISTS:
            return self._list(part, depth, is_odd=is_odd)
        if tag == "blockquote":
            return self._quotation(part, depth)
        if tag == "pre":
            return self._code(part)
        if tag == "table":
            return self._table(part, depth)
        if tag in ("dt", "summary"):
            return self._term(part, depth)
        return self.parts(part.children, depth)

    def _paragraph(self, paragraph: Paragraph) -> list[str]:
        if _is_code(self.outline, paragraph):
            return _fenced(self.outline.text(paragraph), None)
        text = self.inline.paragraph(self.outline, paragraph)
        return [text] if text else []

    def _inline(self, part: Part, place: Place) -> str:
        if isinstance(part, Element):
            return self._joined(part, place)
        return self.inline.paragraph(self.outline, part, place)

    def _joined(self, element: Element, place: Place) -> str:
        """Return all paragraphs of an element on one line."""
        if len(element.children) == 1:
            return self._inline(element.children[0], place)
        return place.line_break.join(filter(None, (self._inline(part, place) for part in element.children)))

    def _heading(self, heading: Element) -> list[str]:
        text = escape_heading_end(self._joined(heading, HEADING))
        return [f"{'#' * int(heading.tag[1])} {text}"] if text else []

    def _term(self, term: Element, depth: int) -> list[str]:
        written: list[str] = []
        for part in term.children:
            if isinstance(part, Element):
                written += self.parts([part], depth)
            else:
                runs = self.outline.runs(part)
                written.append(self.inline.write([_in_bold(run) for run in runs] if self.formatting else runs))
        return [text for text in written if text]

    def _quotation(self, quotation: Element, depth: int) -> list[str]:
        if depth >= MAX_DEPTH:
            return self.parts(quotation.children, depth)
        text = "\n\n".join(self.parts(quotation.children, depth + 1))
        return ["\n".join(f"> {line}" if line else ">" for line in text.split("\n"))] if text else []

    def _code(self, code: Element) -> list[str]:
        first = code.children[0]  # code is one paragraph
        if isinstance(first, Element):
            return []
        if text := self.outline.text(first):
            return _fenced(text, language_of(self.page, code.node))
        return self._paragraph(first)

    def _list(self, items: Element, depth: int, *, is_odd: bool) -> list[str]:
        if depth >= MAX_DEPTH:
            return [text for item in items.children for text in self.parts([item], depth)]
        is_tight = all(is_short(item) for item in items.children if isinstance(item, Element))
        written = []
        markers = self._markers(items, is_odd=is_odd)
        for item, marker in self.budget.limited(zip(items.children, markers, strict=True)):
            if text := self._item(item, depth):
                written.append(_indented(text, marker))
        return ["\n".join(written) if is_tight else "\n\n".join(written)] if written else []

    def _markers(self, items: Element, *, is_odd: bool) -> list[str]:
        if items.tag == "ul":
            return ["*" if is_odd else "-"] * len(items.children)
        return [f"{number}{')' if is_odd else '.'}" for number in item_numbers(self.page, items)]

    def _item(self, item: Part, depth: int) -> str:
        texts = self.parts(item.children if isinstance(item, Element) else [item], depth + 1)
        # Only a list that starts with 1 can follow a paragraph without a blank line, and no list can follow a list.
        is_tight = isinstance(item, Element) and is_short(item) and len(texts) == 2 and not texts[1][0].isdigit()
        if texts and (box := self._check_box(item)):
            if self._starts_with_text(item):
                texts[0] = f"{box} {texts[0]}"
            else:  # code, a table, a list: it would be text after a box
                texts.insert(0, box)
        return ("\n" if is_tight else "\n\n").join(texts)

    def _starts_with_text(self, item: Part) -> bool:
        first = item.children[0] if isinstance(item, Element) else item
        if isinstance(first, Element) or _is_code(self.outline, first):
            return False
        return bool(self.inline.paragraph(self.outline, first))

    def _check_box(self, item: Part) -> str | None:
        """Return the box of a task list's item, where the item starts with one."""
        first = item.children[0] if isinstance(item, Element) else item
        if isinstance(first, Element):
            return None
        leaf = self.outline.starts[first]
        node = self.outline.nodes[leaf]
        if self.outline.is_text[leaf] or self.page.tag[node] != _INPUT:
            return None
        if (self.page.value(node, "type") or "").lower() != "checkbox":
            return None
        return "[ ]" if self.page.value(node, "checked") is None else "[x]"

    def _table(self, table: Element, depth: int) -> list[str]:
        captions = [part for part in table.children if isinstance(part, Element) and part.tag == "caption"]
        rows = [[self._cell(cell) for cell in row] for row in self.budget.limited(grid(self.page, table))]
        width = max(map(len, rows), default=0)
        if not width:
            return []
        if width * len(rows) < _MAX_PADDING_RATIO * sum(map(len, rows)):
            rows = [row + [""] * (width - len(row)) for row in rows]
        header = rows.pop(0) if has_header(self.outline, table) else []
        lines = [header + [""] * (width - len(header)), ["---"] * width, *rows]
        return [*self.parts(captions, depth), "\n".join(f"| {' | '.join(cells)} |" for cells in lines)]

    def _cell(self, cell: Element | None) -> str:
        return escape_cell(self._joined(cell, CELL)) if cell else ""


def _indented(text: str, marker: str) -> str:
    """Return an item's text after its marker, all lines in one column."""
    first, *others = text.split("\n")
    margin = " " * (len(marker) + 1)
    return "\n".join([f"{marker} {first}", *(margin + line if line else "" for line in others)])


def _fenced(text: str, language: str | None) -> list[str]:
    fence = "`" * max(3, longest_run(text, "`") + 1)
    return [f"{fence}{language or ''}\n{text}\n{fence}"]


def _is_code(outline: Outline, paragraph: Paragraph) -> bool:
    """Return whether a paragraph is several lines of code, and nothing else."""
    leaves = range(outline.starts[paragraph], outline.starts[paragraph + 1])
    if not outline.marks[leaves[0]]:
        return False
    return (
        len(leaves) > 1
        and all(any(mark.tag == "code" for mark in outline.marks[leaf]) for leaf in leaves)
        and any(outline.breaks[leaf] == Break.LINE for leaf in leaves[1:])
    )


def _in_bold(run: Run) -> Run:
    return run._replace(marks=(_STRONG, *(mark for mark in run.marks if mark.tag != "strong")))
