"""The tool `read_posts`: the posts of a thread, a question and its answers, readers' comments, reviews."""

from typing_extensions import TypedDict  # pydantic reads that of `typing` from Python 3.12 on

from ...page import Page
from ...parameters import check_number
from ...pipeline import Pipeline
from ...posts import Post
from ...registry import load_offered
from .budget import within
from .page_content import DEFAULT_MAX_TOKENS

_MAX_CHARACTERS = 6_000  # of the text of a post


class PostContent(TypedDict):
    """A post."""

    number: int  # its place among all posts of the page, from 0
    kind: str  # post, question, answer, comment, review
    author: str | None
    date: str | None
    shown_date: str | None  # as the page shows it: "3 hours ago"
    votes: int | None
    accepted: bool  # whether it is the accepted answer
    parent: int | None  # the number of the post that it answers
    permalink: str | None
    text: str
    is_cut: bool  # whether the text is longer


class PostList(TypedDict):
    """The posts of a page, or some of them."""

    url: str | None
    status: str  # of the extraction
    posts: list[PostContent]
    next_first: int | None  # the number of the first post that was left out; null at the end
    total: int


def read_posts(page: Page, extractor: str, first: int) -> PostList:
    """Return the posts of a page from a number on, as many as an answer has room for.

    Raises OptionError where a setting is wrong.
    """
    check_number("first", first, "0 or more", lambda value: value >= 0, whole=True)
    extraction = Pipeline(load_offered(extractor)).extract_page(page)
    posts = extraction.posts
    shown = within(DEFAULT_MAX_TOKENS, [_content(number, posts[number]) for number in range(first, len(posts))])
    end = first + len(shown)
    next_first = end if end < len(posts) else None
    status = extraction.status.value
    return PostList(url=page.url, status=status, posts=shown, next_first=next_first, total=len(posts))


def _content(number: int, post: Post) -> PostContent:
    return PostContent(
        number=number,
        kind=post.kind,
        author=post.author,
        date=post.date,
        shown_date=post.shown_date,
        votes=post.votes,
        accepted=post.accepted,
        parent=post.parent,
        permalink=post.permalink,
        text=post.text[:_MAX_CHARACTERS],
        is_cut=len(post.text) > _MAX_CHARACTERS,
    )
