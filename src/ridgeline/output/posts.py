"""Writes a thread as one section a post: a heading with author, date and votes, then the body, quotes as quotations.

What is kept outside of posts comes first: the headline, the article that readers comment on. Bodies are written whole,
whether the extractor kept them or not; of their elements nothing else is written, neither profiles nor buttons.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from ..page import IntColumn, Page
from ..page.elements import HEADINGS
from ..text.invisible import encodable
from .outline import Draft, Outline, Part
from .text import split_title, to_text

if TYPE_CHECKING:
    from .formats import Content
    from .options import OutputOptions

_LEVEL = 2  # of the heading of a post
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


def has_sections(content: "Content", options: "OutputOptions") -> bool:
    """Return whether the content is to be written post by post."""
    return bool(options.posts) and bool(content.posts)


def written_outline(content: "Content", options: "OutputOptions") -> Outline:
    """Return the outline that formats are written from: that of the content, or on demand one section a post."""
    return _thread(content) if has_sections(content, options) else content.outline


def _thread(content: "Content") -> Outline:
    """Return what is kept outside of posts, and then all posts, each below its heading."""
    bodies = [post.keep for post in content.posts]
    keep = np.union1d(_outside_of_posts(content, content.keep), np.concatenate(bodies)).astype(np.int32)
    outline = Outline.of(content.page, keep)
    draft, splitter = Draft(outline), _Splitter(outline, content.posts)
    splitter.walk(draft.root, ())
    outside, *posts = map(_tidied, splitter.roots)
    if outside.parts and not _is_headline(outline, outside, content.title):
        outside.parts.append(Part("hr"))
    for position, body in enumerate(posts):
        outside.parts += [_heading(draft, _labels(content.posts, position)), *_lowered(body).parts]
    draft.root = outside
    return draft.finished()


def _outside_of_posts(content: "Content", keep: IntColumn) -> IntColumn:
    """Return those of some leaves that are in no post."""
    in_post = np.zeros(len(content.page), dtype=np.bool_)
    for post in content.posts:
        in_post[post.nodes.start : post.nodes.stop] = True
    return keep[~in_post[content.page.leaves[keep]]]


def _is_headline(outline: Outline, outside: Part, title: str | None) -> bool:
    """Return whether all that is outside of posts is one heading, or says the title."""
    if len(outside.parts) == 1 and outside.parts[0].kind in HEADINGS:
        return True
    said = set(outline.core.find_title(encodable(title))) if title else set()
    return bool(said) and said >= {(part.first, part.end) for part in outside.walk() if part.is_paragraph}


class _Splitter:
    """Deals the paragraphs of an outline out to the posts, each with the elements around it that are in the post."""

    def __init__(self, outline: Outline, posts: Sequence[PostContent]) -> None:
        self.posts = posts
        self.leaves = outline.leaves
        self.owner = np.full(len(outline.page.leaves), _OUTSIDE, dtype=np.int32)  # by leaf
        self.quotation: dict[int, Part] = {}  # by leaf that is quoted: a quotation around it
        self.roots = [Part("html", 0) for _ in range(len(posts) + 1)]  # what is outside of posts is the first
        self.opened: list[list[tuple[Part, Part]]] = [[] for _ in self.roots]  # elements and their copies
        self.last = _OUTSIDE  # the owner of the last paragraph
        for position, post in enumerate(posts):
            self.owner[post.keep[post.keep < len(self.owner)]] = position
            self._find_quotations(outline.page, post)

    def _find_quotations(self, page: Page, post: PostContent) -> None:
        nodes = page.leaves[post.keep[post.keep < len(page.leaves)]]
        for quote in post.quotes:
            if quote.node < len(page):
                first, end = np.searchsorted(nodes, (quote.node, page.end[quote.node])).tolist()
                self.quotation |= dict.fromkeys(post.keep[first:end].tolist(), Part("blockquote", quote.node))

    def walk(self, element: Part, path: tuple[Part, ...]) -> None:
        """Deal out the parts of an element. An outline is not deep."""
        for part in element.parts:
            if part.parts:
                self.walk(part, (*path, part))
            else:
                self._place(part, path)

    def _place(self, part: Part, path: tuple[Part, ...]) -> None:
        if part.is_paragraph:
            self.last = int(self.owner[self.leaves[part.first]])
        elements = path if self.last == _OUTSIDE else self._inside(part, path)
        target, opened = self.roots[self.last + 1], self.opened[self.last + 1]
        common = 0
        while common < min(len(opened), len(elements)) and opened[common][0] is elements[common]:
            common += 1
        del opened[common:]
        if opened:
            target = opened[-1][1]
        for element in elements[common:]:
            copy = Part(element.kind, element.node)
            target.parts.append(copy)
            opened.append((element, copy))
            target = copy
        target.parts.append(part)

    def _inside(self, part: Part, path: tuple[Part, ...]) -> tuple[Part, ...]:
        """Return the elements around a part that are in its post, with a quotation where the post quotes."""
        start = self.posts[self.last].nodes.start
        around = [position for position, element in enumerate(path) if 0 <= element.node <= start]
        path = path[around[-1] + 1 :] if around else path
        while path and (path[0].kind in _PARTS or (path[0].node < 0 and len(path) > 1 and path[1].kind in _PARTS)):
            path = path[1:]
        quotation = self.quotation.get(int(self.leaves[part.first])) if part.is_paragraph else None
        if quotation is None or any(element.kind == "blockquote" for element in path):
            return path
        return (quotation, *path)


def _tidied(root: Part) -> Part:
    """Return a tree without rules at its end; a table without rows is what its caption holds."""
    while root.parts and root.parts[-1].kind == "hr":
        root.parts.pop()
    return root


def _lowered(root: Part) -> Part:
    """Lower the headings of a tree below that of a post."""
    for part in root.walk():
        if part.kind in HEADINGS:
            part.kind = f"h{max(int(part.kind[1]), _LEVEL + 1)}"
    return root


# --- Headings


class Label(NamedTuple):
    """A part of the heading of a post, and the address that it links to."""

    text: str
    url: str | None = None


def _heading(draft: Draft, labels: list[Label]) -> Part:
    """Return the heading of a post, made of new leaves."""
    separated = [part for label in labels for part in (Label(_SEPARATOR), label)][1:]
    return Part(f"h{_LEVEL}", parts=[draft.paragraph(*separated)])


def _labels(posts: Sequence[PostContent], position: int) -> list[Label]:
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
    return labels


# --- Plain text


def text_of_posts(content: "Content", options: "OutputOptions") -> str:
    """Return plain text: what is kept outside of posts, then each post after a line that says who wrote it when."""
    heading, keep = split_title(content, options)
    written = [heading, to_text(content.page, _outside_of_posts(content, keep))]
    for position, post in enumerate(content.posts):
        line = _SEPARATOR.join(label.text for label in _labels(content.posts, position) if label.text)
        written.append(f"{line}\n{post.text}")
    return "\n\n".join(filter(None, written))
