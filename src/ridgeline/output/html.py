"""Clean HTML: the kept leaves in the elements around them, with an allowlist of tags and attributes.

The markup is written anew from the outline, with all text escaped and all URLs checked; nothing of the page's own
markup is copied. All the same, nh3 sanitises it as the last step.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

import nh3

from ..page import Budget, elements
from ..page.elements import HEADINGS
from ..text.attributes import one_line
from ..text.urls import SCHEMES
from .code import language_of
from .links import EMBEDDED, Links
from .lists import item_numbers
from .outline import Element, Mark, Outline, Paragraph, Part, Run, is_short, wider
from .outline_builder import ELEMENT_TAGS, MARK_TAGS
from .posts import has_sections, html_heading, split_posts
from .reader import write_reader_page
from .switches import apply_options
from .tables import MAX_COLUMNS, cell_nodes, cells_of, has_header, row_heights, rows_of, span

if TYPE_CHECKING:
    from .formats import Content
    from .options import OutputOptions

# In these a single paragraph needs no element of its own.
_PLAIN = frozenset("li dt dd td th caption figcaption summary".split())
_LANGUAGE = re.compile(r"[A-Za-z0-9-]{1,35}")
_DIRECTIONS = frozenset({"ltr", "rtl", "auto"})
# Elements of which only their paragraphs are written.
_WRAPPERS = elements.table("p div section article main".split())

_TAGS = {*ELEMENT_TAGS, *MARK_TAGS, "p", "br", "hr", "img", "thead", "tbody", "div"}
_ATTRIBUTES = {
    "*": {"lang", "dir"},
    "a": {"href", "title"},
    "img": {"src", "alt", "title"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan"},
    "ol": {"start"},
    "li": {"value"},
    "code": {"class"},
    "details": {"open"},
}
_MAX_SANITISED = 1_000_000  # characters at once, or one part
_SANITISER = nh3.Cleaner(tags=_TAGS, attributes=_ATTRIBUTES, url_schemes=set(SCHEMES))

LEAF_TAG, LEAF_ATTRIBUTE = "rl-leaf", "data-l"
# For `write_numbered`: nothing can be followed or loaded, and leaves have their numbers.
_NUMBERED_SANITISER = nh3.Cleaner(
    tags=_TAGS | {LEAF_TAG},
    attributes=_ATTRIBUTES | {LEAF_TAG: {LEAF_ATTRIBUTE}, "a": {"title"}, "img": {"alt", "title"}},
    url_schemes=set(SCHEMES),
)


def write(content: "Content", options: "OutputOptions") -> str:
    """Return the content as clean, sanitised HTML."""
    html = write_fragment(content, options, title=True)
    return write_reader_page(content, html) if options.whole_page and html else html


def write_fragment(content: "Content", options: "OutputOptions", *, title: bool) -> str:
    """Return the content as sanitised HTML without a page around it; `title` is the default of that option."""
    return "\n".join(write_fragments(content, options, title=title))


def write_fragments(content: "Content", options: "OutputOptions", *, title: bool) -> Iterator[str]:
    """Yield the same in pieces, between which there are line ends. Elements do not go beyond a piece."""
    outline = apply_options(content, options, title=title)
    writer = _Writer(outline, content.budget)
    if has_sections(content, options):
        written = split_posts(content, outline, options).written(writer.parts, html_heading, "<hr>")
    else:
        written = writer.parts(outline.root.children)
    return _sanitised(content, written, _SANITISER)


def write_numbered(content: "Content", options: "OutputOptions") -> str:
    """Return the content as HTML to look at: every leaf in an element with its number, without addresses."""
    outline = apply_options(content, options, title=True)
    written = _Writer(outline, content.budget, is_numbered=True).parts(outline.root.children)
    return "\n".join(_sanitised(content, written, _NUMBERED_SANITISER))


def _sanitised(content: "Content", written: Iterable[str], sanitiser: nh3.Cleaner) -> Iterator[str]:
    """Yield parts as sanitised HTML, many at a time, in an element that names the direction from right to left."""
    is_rtl = any(node.get("dir") == "rtl" for node in content.page.find("html", "body"))
    for group in _grouped(written):
        html = "\n".join(group)
        yield sanitiser.clean(f'<div dir="rtl">\n{html}\n</div>' if is_rtl else html)


def _grouped(written: Iterable[str]) -> Iterator[list[str]]:
    """Yield parts together: the tree that the sanitiser makes takes several times their memory."""
    group: list[str] = []
    characters = 0
    for part in written:
        group.append(part)
        characters += len(part)
        if characters >= _MAX_SANITISED:
            yield group
            group, characters = [], 0
    if group:
        yield group


class _Writer:
    def __init__(self, outline: Outline, budget: Budget, *, is_numbered: bool = False) -> None:
        self.outline = outline
        self.budget = budget
        self.is_numbered = is_numbered  # whether every leaf stands in an element with its number
        self.page = page = outline.page
        self.links = Links(page)
        self.wrapper = page.block
        self.is_wrapper = page.has_tag(_WRAPPERS)

    def parts(self, parts: Iterable[Part]) -> list[str]:
        """Return each part as HTML; those that show nothing are left out."""
        return [html for part in self.budget.limited(parts) if (html := self._part(part))]

    def _part(self, part: Part) -> str:
        if not isinstance(part, Element):
            text = self._paragraph(part)
            return f"<p{self._wrapper_language(part)}>{text}</p>" if text else ""
        if part.tag == "hr":
            return "<hr>"
        if part.tag == "pre":
            return self._code(part)
        if part.tag == "table":
            return self._table(part)
        if part.tag == "ol":
            return self._ordered_list(part)
        if part.tag == "dl":
            return self._definition_list(part)
        return self._element(part, " open" if part.tag == "details" else "")

    def _element(self, element: Element, attributes: str = "") -> str:
        inside = self._inside(element)
        return f"<{element.tag}{self._language(element.node)}{attributes}>{inside}</{element.tag}>" if inside else ""

    def _inside(self, element: Element) -> str:
        if element.tag in HEADINGS:
            return "<br>".join(filter(None, map(self._paragraph, element.children)))
        if element.tag in _PLAIN and is_short(element):
            first, *lists = element.children
            return "\n".join(filter(None, (self._paragraph(first), *self.parts(lists))))
        if element.tag == "figure":
            return "\n".join(filter(None, map(self._in_figure, element.children)))
        return "\n".join(self.parts(element.children))

    def _in_figure(self, part: Part) -> str:
        """Write a part of a figure; an image in a figure is no paragraph."""
        return self._part(part) if isinstance(part, Element) or self.outline.text(part) else self._paragraph(part)

    def _paragraph(self, part: Part) -> str:
        if isinstance(part, Element):
            return ""
        plain = None if self.is_numbered else self.outline.plain(part)
        return self._inline(self.outline.runs(part, of_sources=True)) if plain is None else escape(plain, quote=False)

    def _ordered_list(self, element: Element) -> str:
        numbers = item_numbers(self.page, element)
        items = []
        expected = numbers[0]
        for item, number in zip(element.children, numbers, strict=True):
            value = "" if number == expected else f' value="{number}"'
            if isinstance(item, Element) and (html := self._element(item, value)):
                items.append(html)
                expected = number + 1
        start = "" if numbers[0] == 1 else f' start="{numbers[0]}"'
        return f"<ol{self._language(element.node)}{start}>" + "\n".join(items) + "</ol>" if items else ""

    def _definition_list(self, element: Element) -> str:
        """Return a list that begins with a term and ends with a definition; what it has beyond them, around it."""
        items = [part for part in element.children if isinstance(part, Element)]
        first = next((place for place, item in enumerate(items) if item.tag == "dt"), len(items))
        end = max((place + 1 for place, item in enumerate(items) if item.tag == "dd"), default=0)
        if end <= first:
            return "\n".join(self._contents(items))
        inside = "\n".join(self.parts(items[first:end]))
        written = f"<dl{self._language(element.node)}>{inside}</dl>"
        return "\n".join([*self._contents(items[:first]), written, *self._contents(items[end:])])

    def _contents(self, items: Sequence[Element]) -> list[str]:
        return [html for item in items for html in self.parts(item.children)]

    def _table(self, table: Element) -> str:
        captions = [part for part in table.children if isinstance(part, Element) and part.tag == "caption"]
        all_cells = cell_nodes(self.page, table)
        heights = row_heights(self.page, table, all_cells)
        rows = [self._row(row, all_cells[row.node], heights) for row in rows_of(table)]
        height = max(heights.get(node, 1) for node in all_cells[rows_of(table)[0].node])
        # A cell cannot reach out of the header; one that reaches down to the last row is the name of all rows.
        is_headed = has_header(self.outline, table) and (height == 1 or height < len(rows))
        header = [f"<thead>{''.join(rows[:height])}</thead>"] if is_headed else []
        rows = rows[height:] if is_headed else rows
        body = [f"<tbody>{''.join(rows)}</tbody>"] if rows else []
        return "\n".join([f"<table{self._language(table.node)}>", *self.parts(captions), *header, *body, "</table>"])

    def _row(self, row: Element, nodes: list[int], heights: dict[int, int]) -> str:
        kept = {cell.node: cell for cell in cells_of(row)}
        last = max(kept)
        cells = (self._cell(node, kept.get(node), heights.get(node, 1)) for node in nodes if node <= last)
        return f"<tr>{''.join(cells)}</tr>\n"

    def _cell(self, node: int, cell: Element | None, height: int) -> str:
        tag = self.page.names[self.page.tag[node]]
        if not self.page.attributes[node]:
            return f"<{tag}>{self._inside(cell) if cell else ''}</{tag}>"
        attributes = self._language(node)
        for name, size in (("colspan", span(self.page, node, "colspan", MAX_COLUMNS)), ("rowspan", height)):
            if size > 1:
                attributes += f' {name}="{size}"'
        return f"<{tag}{attributes}>{self._inside(cell) if cell else ''}</{tag}>"

    def _code(self, code: Element) -> str:
        paragraphs = (paragraph for _, paragraph in self.outline.paragraphs(code))
        runs = [run for paragraph in paragraphs for run in self.outline.runs(paragraph, of_sources=True)]
        language = language_of(self.page, code.node)
        is_code = language or any(mark.tag == "code" for run in runs for mark in run.marks)
        text = self._inline(runs, line_break="\n", without="code")
        if not text:
            return ""
        if not is_code:
            return f"<pre>{text}</pre>"
        name = f' class="language-{language}"' if language else ""
        return f"<pre><code{name}>{text}</code></pre>"

    def _wrapper_language(self, paragraph: Paragraph) -> str:
        wrapper = int(self.wrapper[self.outline.nodes[self.outline.starts[paragraph]]])
        return self._language(wrapper) if self.is_wrapper[wrapper] else ""

    def _language(self, node: int) -> str:
        """Return the attributes that name the language and the direction of an element."""
        if node < 0 or not (attributes := self.page.attributes[node]):
            return ""
        found = ""
        if (language := attributes.get("lang")) and _LANGUAGE.fullmatch(language):
            found += f' lang="{language}"'
        if (direction := (attributes.get("dir") or "").lower()) in _DIRECTIONS:
            found += f' dir="{direction}"'
        return found

    def _inline(self, runs: Sequence[Run], line_break: str = "<br>", without: str = "") -> str:
        pieces: list[str] = []
        opened: list[Mark] = []
        gap = ""
        for run in runs:
            gap = wider(gap, run.before)
            marks = [mark for mark in run.marks if mark.tag != without and self._is_written(mark)]
            content = self._content(run, marks)
            if not content:
                continue
            if self.is_numbered:
                content = f'<{LEAF_TAG} {LEAF_ATTRIBUTE}="{run.leaf}">{content}</{LEAF_TAG}>'
            common = 0
            while common < min(len(opened), len(marks)) and opened[common] == marks[common]:
                common += 1
            pieces += [f"</{mark.tag}>" for mark in reversed(opened[common:])]
            if pieces:
                pieces.append(line_break if gap == "\n" else gap)
            pieces += [self._opening(mark) for mark in marks[common:]]
            pieces.append(content)
            opened, gap = marks, ""
        pieces += [f"</{mark.tag}>" for mark in reversed(opened)]
        return "".join(pieces)

    def _is_written(self, mark: Mark) -> bool:
        return mark.tag != "a" or self.links.link(mark.node) is not None

    def _opening(self, mark: Mark) -> str:
        if mark.tag != "a":
            return f"<{mark.tag}>"
        return f"<a{_attribute('href', self.links.link(mark.node))}{self._title(mark.node)}>"

    def _title(self, node: int) -> str:
        return _attribute("title", self.links.title(node))

    def _content(self, run: Run, marks: list[Mark]) -> str:
        if run.is_text:
            return escape(run.text, quote=False)
        if run.formula:
            return f'<code class="language-tex">{escape(run.formula.source, quote=False)}</code>'
        tag = self.page.names[self.page.tag[run.node]]
        if tag == "img":
            return self._image(run.node) or escape(run.text, quote=False)
        if tag in EMBEDDED and all(mark.tag != "a" for mark in marks):
            return self._embedded(run.node)
        return escape(run.text, quote=False)

    def _image(self, node: int) -> str:
        url = self.links.image(node)
        if url is None:
            return ""
        alternative = one_line(self.page.attributes[node].get("alt"))
        return f"<img{_attribute('src', url)}{_attribute('alt', alternative)}{self._title(node)}>"

    def _embedded(self, node: int) -> str:
        url = self.links.embedded(node)
        if url is None:
            return ""
        label = one_line(self.page.attributes[node].get("title")) or url
        return f"<a{_attribute('href', url)}>{escape(label, quote=False)}</a>"


def _attribute(name: str, value: str | None) -> str:
    return "" if value is None else f' {name}="{escape(value)}"'
