"""What an application is: how its pages are known, and where things stand on each kind of them, as CSS selectors."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple


class Signs(NamedTuple):
    """What tells the pages of an application, all in lower case; one of them is enough."""

    hosts: tuple[str, ...] = ()  # and those below them: example.org is also www.example.org
    generators: tuple[str, ...] = ()  # the first word of what a page says made it: `<meta name="generator">`
    marks: tuple[str, ...] = ()  # a class or id of `html` or `body`
    addresses: tuple[str, ...] = ()  # what an address contains


@dataclass(frozen=True, slots=True)
class Posts:
    """Where the posts of one sort stand: selectors, all but the first for what is inside of a post.

    A field without a selector, or one that finds nothing, is read by the rules for pages of any kind.
    """

    post: str  # each element that matches is a post
    body: str  # what somebody wrote
    kind: str = "post"
    author: str = ""
    date: str = ""
    permalink: str = ""  # a link
    votes: str = ""
    accepted: str = ""  # is there if it is the accepted answer; may be the element of the post
    answers: str = ""  # names whom the post answers
    depth: int = 0  # of posts that are in no other one
    is_content: bool = True  # False: the extractor decides


@dataclass(frozen=True, slots=True)
class View:
    """One kind of page of an application; it is there where `select` or `posts` match something, or there are none."""

    select: tuple[str, ...] = ()  # the content, beside the posts
    exclude: tuple[str, ...] = ()  # no part of it, and of no post
    posts: tuple[Posts, ...] = ()
    title: tuple[str, ...] = ()
    author: tuple[str, ...] = ()  # where it is not that of the first post
    page_type: str | None = None  # None leaves it to the extractor

    @property
    def content(self) -> tuple[str, ...]:
        """The selectors of all that is content."""
        return (*self.select, *_bodies(row for row in self.posts if row.is_content))

    @property
    def undecided(self) -> tuple[str, ...]:
        """The selectors of what is content if the extractor keeps it."""
        return (*self.title, *_bodies(row for row in self.posts if not row.is_content))


def _bodies(rows: Iterable[Posts]) -> tuple[str, ...]:
    return tuple(f":is({row.post}) :is({row.body})" for row in rows)


@dataclass(frozen=True, slots=True)
class Application:
    """A well-known application whose pages general rules do not read well."""

    name: str
    signs: Signs
    views: tuple[View, ...]  # the first that is there counts
