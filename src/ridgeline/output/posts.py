"""Writes a thread as one section a post: a heading with author, date and votes, then the body, quotes as quotations.

What is kept outside of posts comes first: the headline, the article that readers comment on. Bodies are written whole,
whether the extractor kept them or not; of their elements nothing else is written, neither profiles nor buttons.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape as escape_html
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from ..page import IntColumn, Page
from ..page.elements import HEADINGS
from .escaping import escape, escape_heading_end
from .inline import Inline
from .links import safe_url
from .outline import Element, Outline, Paragraph, Part
from .outline_builder import build_outline
from .outline_changes import rewrite, without_paragraphs
from .text import split_title, to_text

if TYPE_CHECKING:
    from .formats import Content
    from .options import OutputOptions

_LEVEL = 2  # of the heading of a post
_LOWEST_LEVEL = 6
_OUTSIDE = -1  # the owner of what is in no post
_SEPARATOR = " · "
# Elements that mean nothing without the one around them, which may be outside of the post.
_PARTS = frozenset("li dt dd tr td th caption".split())


class QuoteContent(Protocol):
    """A quoted part of a post; `ridgeline.posts.Quote` is one."""

    @property
    def node(self) -> int: ...


class PostContent(Protocol):
    """The part of a post that is written; `ridgeline.posts.Post` has all of it."""

    @property
    def author(self) -> str | None: ...
    @property
    def author_url(self) -> str | None: ...
    @property
    def date(self) -> str | None: ...
    @property
    def permalink(self) -> str | None: ...
    @property
    def votes(self) -> int | None: ...
    @property
    def accepted(self) -> bool: ...
    @property
    def parent(self) -> int | None: ...
    @property
    def text(self) -> str: ...
    @property
    def quotes(self) -> Sequence[QuoteContent]: ...
    @property
    def keep(self) -> IntColumn: ...
    @property
    def nodes(self) -> range: ...
    def as_dict(self) -> dict[str, Any]: ...


class Label(NamedTuple):
    """A part of the heading of a post, and the address that it links to."""

    text: str
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A post as it is written."""

    labels: list[Label]
    level: int  # of its heading
    parts: list[Part]


@dataclass(frozen=True, slots=True)
class Thread:
    """A page with posts: what is outside of them, and a section for each."""

    outside: list[Part]
    sections: list[Section]

    def written(
        self, parts: Callable[[Iterable[Part]], list[str]], heading: Callable[[Section], str], rule: str
    ) -> list[str]:
        """Return all of it in a format, given by how it writes parts, a section's heading, and a rule."""
        written = parts(self.outside)
        if written and not _is_headline(self.outside):
            written.append(rule)
        for section in self.sections:
            written += [heading(section), *parts(section.parts)]
        return written


def _is_headline(parts: Sequence[Part]) -> bool:
    return len(parts) == 1 and isinstance(parts[0], Element) and parts[0].tag in HEADINGS


def has_sections(content: "Content", options: "OutputOptions") -> bool:
    """Return whether the content is to be written post by post."""
    return bool(options.posts) and bool(content.posts)


def outline_of_posts(content: "Content") -> Outline:
    """Return what is kept outside of posts, and the bodies of all posts, as a tree."""
    bodies = [post.keep for post in content.posts]
    keep = np.union1d(_outside_of_posts(content, content.keep), np.concatenate(bodies))
    return build_outline(content.page, keep.astype(np.int32))


def _outside_of_posts(content: "Content", keep: IntColumn) -> IntColumn:
    """Return those of some leaves that are in no post."""
    in_post = np.zeros(len(content.page), dtype=np.bool_)
    for post in content.posts:
        in_post[post.nodes.start : post.nodes.stop] = True
    return keep[~in_post[content.page.leaves[keep]]]


def split_posts(content: "Content", outline: Outline, options: "OutputOptions") -> Thread:
    """Return an outline of posts, to which the options were applied, post by post."""
    splitter = _Splitter(content.page, content.posts, outline)
    splitter.walk(outline.root, ())
    outside, *bodies = map(_tidied, splitter.roots)
    level = min(_LEVEL + options.heading_offset, _LOWEST_LEVEL)
    sections = [
        Section(_labels(content.posts, position, options), level, _lowered(body, level).children)
        for position, body in enumerate(bodies)
    ]
    return Thread(outside.children, sections)


class _Splitter:
    """Deals the paragraphs of an outline out to the posts, each with the elements around it that are in the post."""

    def __init__(self, page: Page, posts: Sequence[PostContent], outline: Outline) -> None:
        self.posts = posts
        self.outline = outline
        self.owner = np.full(len(page.leaves) + 1, _OUTSIDE, dtype=np.int32)  # by leaf; a new title's number is -1
        self.quotation: dict[int, Element] = {}  # by leaf that is quoted: a quotation around it
        self.roots = [Element("html", 0, []) for _ in range(len(posts) + 1)]  # what is outside of posts is the first
        self.opened: list[list[tuple[Element, Element]]] = [[] for _ in self.roots]  # elements and their copies
        self.last = _OUTSIDE  # the owner of the last paragraph
        for position, post in enumerate(posts):
            self.owner[post.keep] = position
            self._find_quotations(page, post)

    def _find_quotations(self, page: Page, post: PostContent) -> None:
        nodes = page.leaves[post.keep]
        for quote in post.quotes:
            first, end = np.searchsorted(nodes, (quote.node, page.end[quote.node])).tolist()
            self.quotation |= dict.fromkeys(post.keep[first:end].tolist(), Element("blockquote", quote.node, []))

    def walk(self, element: Element, path: tuple[Element, ...]) -> None:
        """Deal out the parts of an element. An outline is not deep (`outline_builder.MAX_DEPTH`)."""
        for part in element.children:
            if isinstance(part, Element) and part.children:
                self.walk(part, (*path, part))
            else:
                self._place(part, path)

    def _place(self, part: Part, path: tuple[Element, ...]) -> None:
        if not isinstance(part, Element):
            self.last = int(self.owner[self._leaf(part)])
        elements = path if self.last == _OUTSIDE else self._inside(part, path)
        target, opened = self.roots[self.last + 1], self.opened[self.last + 1]
        common = 0
        while common < min(len(opened), len(elements)) and opened[common][0] is elements[common]:
            common += 1
        del opened[common:]
        if opened:
            target = opened[-1][1]
        for element in elements[common:]:
            copy = Element(element.tag, element.node, [])
            target.children.append(copy)
            opened.append((element, copy))
            target = copy
        target.children.append(part)

    def _leaf(self, paragraph: Paragraph) -> int:
        return self.outline.leaves[self.outline.starts[paragraph]]

    def _inside(self, part: Part, path: tuple[Element, ...]) -> tuple[Element, ...]:
        """Return the elements around a part that are in its post, with a quotation where the post quotes."""
        start = self.posts[self.last].nodes.start
        around = [position for position, element in enumerate(path) if 0 <= element.node <= start]
        path = path[around[-1] + 1 :] if around else path
        while path and (path[0].tag in _PARTS or (path[0].node < 0 and len(path) > 1 and path[1].tag in _PARTS)):
            path = path[1:]
        quotation = None if isinstance(part, Element) else self.quotation.get(self._leaf(part))
        if quotation is None or any(element.tag == "blockquote" for element in path):
            return path
        return (quotation, *path)


def _tidied(root: Element) -> Element:
    """Return a tree without elements that are empty, and without rules at its end."""
    tidied = without_paragraphs(root, lambda paragraph: False)
    while tidied.children and isinstance(last := tidied.children[-1], Element) and last.tag == "hr":
        tidied.children.pop()
    return tidied


def _lowered(root: Element, level: int) -> Element:
    """Return a tree whose headings are all below a level."""

    def change(part: Part) -> list[Part]:
        if isinstance(part, Element) and part.tag in HEADINGS:
            lowered = min(max(int(part.tag[1]), level + 1), _LOWEST_LEVEL)
            return [Element(f"h{lowered}", part.node, part.children)]
        return [part]

    return rewrite(root, change)


# --- Headings


def _labels(posts: Sequence[PostContent], position: int, options: "OutputOptions") -> list[Label]:
    """Return what the heading of a post says: author, date, whom it answers, votes, whether it was accepted."""
    post = posts[position]
    labels = [Label(post.author or f"#{position + 1}", post.author_url)]
    if post.date or post.permalink:
        labels.append(Label(post.date.replace("T", " ") if post.date else "permalink", post.permalink))
    if post.parent is not None and (answered := posts[post.parent].author):
        labels.append(Label(f"in reply to {answered}"))
    if post.votes is not None:
        labels.append(Label(f"{post.votes} {'vote' if post.votes == 1 else 'votes'}"))
    if post.accepted:
        labels.append(Label("accepted answer"))
    return [Label(text) for text, _ in labels] if options.links == "none" else labels


def markdown_heading(section: Section, inline: Inline) -> str:
    """Return the heading of a post as Markdown."""
    written = []
    for text, url in section.labels:
        target = safe_url(url, inline.links.base)
        label = escape(text, in_link=target is not None or inline.references is not None)
        written.append(label if target is None else f"[{label}]{inline.target(target)}")
    return f"{'#' * section.level} {escape_heading_end(_SEPARATOR.join(written))}"


def html_heading(section: Section) -> str:
    """Return the heading of a post as HTML."""
    written = []
    for text, url in section.labels:
        target = safe_url(url, None)
        label = escape_html(text, quote=False)
        written.append(label if target is None else f'<a href="{escape_html(target)}">{label}</a>')
    return f"<h{section.level}>{_SEPARATOR.join(written)}</h{section.level}>"


# --- Plain text


def text_of_posts(content: "Content", options: "OutputOptions") -> str:
    """Return plain text: what is kept outside of posts, then each post after a line that says who wrote it when."""
    heading, keep = split_title(content, options)
    written = [heading, to_text(content.page, _outside_of_posts(content, keep))]
    for position, post in enumerate(content.posts):
        line = _SEPARATOR.join(label.text for label in _labels(content.posts, position, options) if label.text)
        written.append(f"{line}\n{post.text}")
    return "\n\n".join(filter(None, written))
