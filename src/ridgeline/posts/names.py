"""Reads the class names and ids of elements: a post, its author, its body, a signature, a button.

A name is read as words: `js-postAuthor_name` is js, post, author, name. The core reads them (posts.c), and the words
are those of `tools.native_tables.posts`. What names say is a set of meanings, an integer of bits.
"""

import re

from .. import _native
from ..page.cache import cached_if_short

MAX_NAMES = 8  # classes of an element that are read
MAX_NAME_LENGTH = 60
_NUMBER = re.compile(r"[0-9]+")

MEANINGS = (
    *"AUTHOR FURNITURE RECORD BODY OWN_TEXT QUOTE VOTES DISLIKES ACCEPTED REPLY BESIDE_CONTENT".split(),
    *"ANSWERS QUESTIONS REVIEWS COMMENTS FORUM REPLIES COMMON_BODY".split(),
)
AUTHOR, FURNITURE, RECORD, BODY, OWN_TEXT, QUOTE, VOTES, DISLIKES, ACCEPTED, REPLY, BESIDE_CONTENT, *_REST = (
    1 << bit for bit in range(len(MEANINGS))
)
_ANSWERS, _QUESTIONS, _REVIEWS, _COMMENTS, FORUM, REPLIES, COMMON_BODY = _REST
_KINDS = ((_ANSWERS, "answer"), (_QUESTIONS, "question"), (_REVIEWS, "review"), (_COMMENTS, "comment"))
KINDS = _ANSWERS | _QUESTIONS | _REVIEWS | _COMMENTS
# What types of microdata that posts have contain, in lower case.
TYPES = ("comment", "answer", "question", "review", "forumposting", "mediaposting")

meaning_of = _native.core.post_meaning  # of the names in a class attribute or an id


@cached_if_short(4096)
def tokens_of(value: str) -> tuple[str, ...]:
    """Return the names in a class attribute, numbers in them replaced by #."""
    names = value[: MAX_NAMES * MAX_NAME_LENGTH].split()[:MAX_NAMES]
    if _NUMBER.search(value) is None:
        return tuple(dict.fromkeys(name[:MAX_NAME_LENGTH] for name in names))
    return tuple(dict.fromkeys(_NUMBER.sub("#", name[:MAX_NAME_LENGTH]) for name in names))


def names_record(token: str) -> bool:
    """Return whether a name is that of one post: post, js-comment, comment-item, post_#, li.message."""
    return bool(meaning_of(token) & RECORD)


def kind_named(value: str) -> str | None:
    """Return the kind of post that a class attribute, id or type names, None where it names none."""
    return kind_meant(meaning_of(value))


def kind_meant(meaning: int) -> str | None:
    """Return the kind of post among meanings, None where there is none."""
    return next((kind for bit, kind in _KINDS if meaning & bit), None) if meaning & KINDS else None
