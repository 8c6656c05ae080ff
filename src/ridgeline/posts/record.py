"""The posts of a page: a kind, who wrote it and when, its text, and the leaves that hold it."""

from dataclasses import dataclass
from typing import Any

from ..page import IntColumn, Page

KINDS = ("question", "answer", "post", "comment", "review")


@dataclass(frozen=True, eq=False, slots=True)
class Quote:
    """A part of a post that repeats somebody else's words."""

    text: str  # the words, without "Jane wrote:"
    author: str | None  # who is quoted, where the page says so
    keep: IntColumn  # positions in `Page.leaves`, ascending
    node: int  # the element that quotes

    def as_dict(self) -> dict[str, Any]:
        """Return author and text, with values that JSON can hold."""
        return {"author": self.author, "text": self.text}


@dataclass(frozen=True, eq=False, slots=True)
class Post:
    """One contribution to a page; None where the page does not show a field."""

    kind: str  # one of KINDS
    author: str | None
    author_url: str | None
    date: str | None  # ISO 8601: 2024-05-12, 2024-05-12T19:48, with an offset where the page states one
    shown_date: str | None  # as the page shows it: "3 hours ago", "Feb 12"
    permalink: str | None
    votes: int | None
    accepted: bool  # whether it is the accepted answer, the solution
    depth: int  # 0 for a post that answers the page, 1 for an answer to that …
    parent: int | None  # the position of the post that it answers, in the tuple of all posts of the page
    text: str  # the body as plain text, with what it quotes
    own_text: str  # the same without what it quotes, and without "Jane wrote:"
    quotes: tuple[Quote, ...]
    page: Page
    keep: IntColumn  # positions in `page.leaves`, ascending: the body
    nodes: range  # all of its element: the body, its header and buttons, and posts that are nested in it

    def as_dict(self) -> dict[str, Any]:
        """Return the fields by name, with values that JSON can hold; `own_text` only where something is quoted."""
        fields: dict[str, Any] = {
            "kind": self.kind,
            "author": self.author,
            "author_url": self.author_url,
            "date": self.date,
            "shown_date": self.shown_date,
            "permalink": self.permalink,
            "votes": self.votes,
            "accepted": self.accepted,
            "depth": self.depth,
            "parent": self.parent,
            "text": self.text,
            "quotes": [quote.as_dict() for quote in self.quotes],
        }
        return {**fields, "own_text": self.own_text} if self.quotes else fields
