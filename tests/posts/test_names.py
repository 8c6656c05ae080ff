"""What class names and ids say."""

import pytest

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
    assert names.names_furniture(value)


@pytest.mark.parametrize("value", ["post-content", "comment", "message-text"])
def test_what_somebody_wrote_is_no_furniture(value: str) -> None:
    assert not names.names_furniture(value)


def test_authors() -> None:
    assert names.names_author("username-coloured")
    assert names.names_author("comment-author vcard")
    assert not names.names_author("author-avatar")
    assert not names.names_author("user-signature")


def test_long_values_are_cut() -> None:
    assert len(names.tokens_of("name " * 1_000)) == 1
    assert len(names.tokens_of(" ".join(f"n{chr(97 + n)}" for n in range(26)))) == names.MAX_NAMES
    assert all(len(token) <= names.MAX_NAME_LENGTH for token in names.tokens_of("x" * 10_000))
