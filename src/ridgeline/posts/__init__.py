"""Reads the posts of a page: those of a forum thread, the question and its answers, readers' comments, reviews.

record.py      Post and Quote
names.py       what the class names and ids of elements say
signs.py       the dates, the authors and the text of a page, as columns
moments.py     dates with their times of day
candidates.py  elements, or runs of siblings, that could each be a post
groups.py      which of them are posts
selected.py    or the posts of a well-known application, by its selectors
kinds.py       questions, answers, comments, reviews or just posts
bodies.py      the leaves of each post, without signature, profile and buttons
quotes.py      the quoted parts of a body
details.py     author, date, permalink, votes of one post
replies.py     which post answers which
thread.py      all of it in order

    for post in ridgeline.extract(html, url=url).posts:
        print(post.author, post.date, post.text)

Pages may be hostile: every list and every string is bounded, nothing recurses, nothing raises.
"""

from ..page import Budget, Page
from .record import Post, Quote

__all__ = ["Post", "Quote", "read_posts"]


def read_posts(page: Page, budget: Budget | None = None) -> tuple[Post, ...]:
    """Return the posts of a page in document order, () where it has none. Never raises because of the page."""
    # The readers are many patterns, which are compiled when they are first needed.
    from .thread import read_posts as read

    return read(page, budget)
