"""What class names and ids say."""

import pytest
from tools.native_tables import posts

from ridgeline.posts import names


@pytest.mark.parametrize(
    "name", ["post", "js-comment", "comment-item", "post_#", "forum-message", "ReviewCard", "athing"]
)
def test_names_of_a_post(name: str) -> None:
    assert names.names_record(name)


@pytest.mark.parametrize("name", ["comments", "post-author", "comment-body", "product", "wrapper", "", "messages-list"])
def test_names_of_something_else(name: str) -> None:
    assert not names.names_record(name)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("answer js-answer", "answer"),
        ("Question", "question"),
        ("comment even depth-1", "comment"),
        ("review-card", "review"),
        ("post bg1", None),
        ("", None),
    ],
)
def test_kinds(value: str, kind: str | None) -> None:
    assert names.kind_named(value) == kind


@pytest.mark.parametrize("value", ["signature", "post-buttons", "user-info", "like-button", "author-card"])
def test_furniture(value: str) -> None:
    assert names.meaning_of(value) & names.FURNITURE


@pytest.mark.parametrize("value", ["post-content", "comment", "message-text"])
def test_what_somebody_wrote_is_no_furniture(value: str) -> None:
    assert not names.meaning_of(value) & names.FURNITURE


def test_authors() -> None:
    assert names.meaning_of("username-coloured") & names.AUTHOR
    assert names.meaning_of("comment-author vcard") & names.AUTHOR
    assert not names.meaning_of("author-avatar") & names.AUTHOR
    assert not names.meaning_of("user-signature") & names.AUTHOR


@pytest.mark.parametrize(
    ("value", "meaning"),
    [
        ("bbCodeQuote", names.QUOTE),  # a word of it
        ("Quote_Container", names.QUOTE),  # without what parts its words
        ("gmail_quote", names.QUOTE),  # as a whole
        ("forum-post", names.FORUM),
        ("ОТЗЫВ", names.RECORD),
        ("HTMLBody", names.BODY | names.COMMON_BODY),
        ("VOTES7", names.VOTES),
    ],
)
def test_words_in_names(value: str, meaning: int) -> None:
    assert names.meaning_of(value) & meaning == meaning


def test_only_the_first_names_are_read() -> None:
    assert names.meaning_of("a " * (names.MAX_NAMES - 1) + "quote") & names.QUOTE
    assert not names.meaning_of("a " * names.MAX_NAMES + "quote") & names.QUOTE
    assert not names.meaning_of("x" * 480 + " quote") & names.QUOTE


def test_meanings_are_those_of_the_core() -> None:
    assert tuple(posts.MEANINGS) == names.MEANINGS


def test_long_values_are_cut() -> None:
    assert len(names.tokens_of("name " * 1_000)) == 1
    assert len(names.tokens_of(" ".join(f"n{chr(97 + n)}" for n in range(26)))) == names.MAX_NAMES
    assert all(len(token) <= names.MAX_NAME_LENGTH for token in names.tokens_of("x" * 10_000))
