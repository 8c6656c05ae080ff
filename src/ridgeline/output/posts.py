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
_MAX_DEPTH = 2  # of replies whose headings are lower than those of what they answer
_OUTSIDE, _DROPPED = -1, -2  # the owner of what is in no post, and of what is in one without being part of its body
_MIN_POSTS = 2  # that are sections where nobody asked for them …
_MAX_LOST = 0.1  # … share of the kept text that these have beside their bodies
_MIN_KEPT = 0.5  # … share of the bodies that was kept
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
    def shown_date(self) -> str | None: ...
    @property
    def permalink(self) -> str | None: ...
    @property
    def votes(self) -> int | None: ...
    @property
    def accepted(self) -> bool: ...
    @property
    def depth(self) -> int: ...
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
    """Return whether the content is to be written post by post: on demand, and where it is the posts of a forum."""
    if options.posts is not None:
        return options.posts and bool(content.posts)
    return content.page_type == "forum" and _are_content(content)


def _are_content(content: "Content") -> bool:
    """Return whether the kept leaves are posts, and what else was kept inside of their elements is little."""
    if len(content.posts) < _MIN_POSTS:
        return False
    lengths, bodies = content.page.leaf_lengths, _bodies(content)
    kept, in_bodies = int(lengths[content.keep].sum()), int(lengths[bodies].sum())
    kept_bodies = int(lengths[np.intersect1d(bodies, content.keep)].sum())
    lost = kept - kept_bodies - int(lengths[_outside_of_posts(content, content.keep)].sum())
    return lost <= _MAX_LOST * kept and kept_bodies >= _MIN_KEPT * in_bodies


def _bodies(content: "Content") -> IntColumn:
    return np.unique(np.concatenate([post.keep for post in content.posts]))


def written_outline(content: "Content", options: "OutputOptions") -> Outline:
    """Return the outline that formats are written from: that of the content, or one section a post."""
    return _thread(content, is_whole=bool(options.posts)) if has_sections(content, options) else content.outline


def _thread(content: "Content", *, is_whole: bool) -> Outline:
    """Return what is kept outside of posts, and then all posts, each below its heading.

    Bodies are written whole, or what is kept of them, with what kinds of structure made of it.
    """
    outside_of_posts = _outside_of_posts(content, content.keep)
    if is_whole:
        outline = Outline.of(content.page, np.union1d(outside_of_posts, _bodies(content)).astype(np.int32))
    else:
        outline = content.outline
    draft, splitter = Draft(outline), _Splitter(outline, content.posts)
    for leaf in splitter.drop(np.setdiff1d(content.keep, outside_of_posts)):
        draft.change(leaf, "")
    splitter.walk(draft.root, ())
    outside, *posts = map(_tidied, splitter.roots)
    if outside.parts and not _is_headline(outline, outside, content.title):
        outside.parts.append(Part("hr"))
    for position, (post, body) in enumerate(zip(content.posts, posts, strict=True)):
        if is_whole or body.parts:
            level = _LEVEL + min(post.depth, _MAX_DEPTH)
            heading = _heading(draft, _labels(content.posts, position), level)
            outside.parts += [heading, *_lowered(body, level).parts]
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

    def drop(self, leaves: IntColumn) -> list[int]:
        """Drop those of some leaves that are in no body, and return which leaves of the outline these are."""
        leaves = leaves[leaves < len(self.owner)]  # the outline of a long page is that of its beginning
        self.owner[leaves[self.owner[leaves] == _OUTSIDE]] = _DROPPED
        dropped: list[int] = np.flatnonzero((self.leaves >= 0) & (self.owner[self.leaves] == _DROPPED)).tolist()
        return dropped

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
        if part.is_paragraph and self.leaves[part.first] >= 0:
            self.last = int(self.owner[self.leaves[part.first]])
        if self.last == _DROPPED:
            return
        elements = path if self.last == _OUTSIDE else self._inside(part, path)
        target, opened = self.roots[self.last + 1], self.opened[self.last + 1]
        common = 0
        while common < min(len(opened), len(elements)) and opened[common][0] is elements[common]:
            common += 1
        del opened[common:]
        if opened:
            target = opened[-1][1]
        for element in elements[common:]:
            copy = Part(element.kind, element.node, label=element.label)
            target.parts.append(copy)
            opened.append((element, copy))
            target = copy
        target.parts.append(part)

    def _inside(self, part: Part, path: tuple[Part, ...]) -> tuple[Part, ...]:
        """Return the elements around a part that are in its post, with a quotation where the post quotes."""
        start = self.posts[self.last].nodes.start
        around = [position for position, element in enumerate(path) if 0 <= element.node <= start]
        path = path[around[-1] + 1 :] if around else path
        while path and (path[0].kind in _PARTS or (path[0].node < 0 and _is_item_of_page(path[1:]))):
            path = path[1:]
        quotation = self.quotation.get(int(self.leaves[part.first])) if part.is_paragraph else None
        if quotation is None or any(element.node == quotation.node for element in path):
            return path
        quoted = next((place for place, element in enumerate(path) if element.kind == "blockquote"), None)
        # Discourse writes who is quoted beside the element that quotes.
        return (quotation, *path) if quoted is None else (*path[:quoted], quotation, *path[quoted + 1 :])


def _is_item_of_page(path: tuple[Part, ...]) -> bool:
    """Return whether a path begins with an item that the page has, not with one of a typed list."""
    return bool(path) and path[0].kind in _PARTS and path[0].node >= 0


def _tidied(root: Part) -> Part:
    """Return a tree without rules at its end, and without a quotation around all of it, as XenForo writes posts."""
    if len(root.parts) == 1 and root.parts[0].kind == "blockquote":
        root.parts = root.parts[0].parts
    while root.parts and root.parts[-1].kind == "hr":
        root.parts.pop()
    return root


def _lowered(root: Part, level: int) -> Part:
    """Lower the headings of a tree below that of a post."""
    for part in root.walk():
        if part.kind in HEADINGS:
            part.kind = f"h{max(int(part.kind[1]), level + 1)}"
    return root


# --- Headings


class Label(NamedTuple):
    """A part of the heading of a post, and the address that it links to."""

    text: str
    url: str | None = None


def _heading(draft: Draft, labels: list[Label], level: int) -> Part:
    """Return the heading of a post, made of new leaves."""
    separated = [part for label in labels for part in (Label(_SEPARATOR), label)][1:]
    return Part(f"h{level}", parts=[draft.paragraph(*separated)])


def _labels(posts: Sequence[PostContent], position: int) -> list[Label]:
    """Return what the heading of a post says: author, date, whom it answers, votes, whether it was accepted."""
    post = posts[position]
    labels = [Label(post.author or f"#{position + 1}", post.author_url)]
    date = post.date.replace("T", " ") if post.date else post.shown_date
    if date or post.permalink:
        labels.append(Label(date or "permalink", post.permalink))
    if post.parent is not None and (answered := posts[post.parent].author):
        labels.append(Label(f"in reply to {answered}"))
    if post.votes:
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
