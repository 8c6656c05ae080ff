"""Sections that a page calls comments."""

import pytest

import ridgeline
from ridgeline.extractors.summit.comments import in_comments, is_comment
from ridgeline.extractors.summit.lines import split_lines

from ...pages import page

PROSE = "".join(
    f"<p>The {word} ferry leaves at nine, and it carries more mail than people. Nobody minds, they say.</p>"
    for word in ("morning", "noon", "evening", "winter")
)
COMMENT = "I took it once, and it was late, as ever."
BODY = (
    "<div class='post comments-open'><h1>The ferry</h1>"
    f"{PROSE}<div id=comments><h3>2 comments</h3><ol class=commentlist><li>{COMMENT}</li>"
    "<li>It will never come back <a href=/r>Reply</a></li></ol>"
    "<p><a href=/l>Log in to write one yourself</a></p></div></div>"
)


def flagged(body: str, which: str) -> list[str]:
    lines = split_lines(page(body))
    assert lines is not None
    flags = in_comments(lines) if which == "in" else is_comment(lines)
    return [text for text, is_so in zip(lines.texts, flags.tolist(), strict=True) if is_so]


def test_comments_are_what_is_called_so() -> None:
    assert flagged(BODY, "in") == [
        "2 comments",
        COMMENT,
        "It will never come back Reply",
        "Log in to write one yourself",
    ]


def test_a_comment_is_what_somebody_wrote() -> None:
    assert flagged(BODY, "is") == [COMMENT, "It will never come back Reply"]


@pytest.mark.parametrize(
    "body",
    [
        f"<div class=comments-page><h1>Title</h1><p>{COMMENT}</p></div>",
        f"<h1>Title</h1><div class='entry comments-closed'><p>{COMMENT}</p></div>",
        f"<h1>Title</h1><div class='no-comments has_comments'><p>{COMMENT}</p></div>",
        f"<pre><code><span class=hljs-comment># {COMMENT}</span>\nsail(90)</code></pre>",
        f"<div class=content><p>{COMMENT}</p></div>",
        f"<div role=comment><p>{COMMENT}</p></div>",
        f"<div class id><p>{COMMENT}</p></div>",
    ],
    ids=[
        "holds the title",
        "closed",
        "has none or some",
        "in code",
        "called otherwise",
        "called by its role",
        "called nothing",
    ],
)
def test_what_is_no_comment(body: str) -> None:
    assert flagged(body, "in") == []


@pytest.mark.parametrize("name", ["no-comments-yet", "comments-open-list", "has-comments comments", "commentsoff"])
def test_what_only_looks_like_a_state(name: str) -> None:
    assert flagged(f"<div class='{name}'><p>{COMMENT}</p></div>", "in") == [COMMENT]


def test_a_body_called_so_is_no_comment() -> None:
    lines = split_lines(ridgeline.parse(f"<body class=comments-page><p>{COMMENT}</p><p class=comment>{COMMENT}</p>"))
    assert lines is not None
    assert in_comments(lines).tolist() == [False, True]


def test_who_extracts_decides() -> None:
    made = page(BODY, "<title>The ferry</title>", "https://example.org/news/ferry")
    kept = ridgeline.load("summit", comments=True).extract(made).text
    dropped = ridgeline.load("summit", comments=False).extract(made).text
    assert COMMENT in kept
    assert COMMENT not in dropped
    assert "2 comments" not in dropped
    for text in (kept, dropped):  # the element that holds the article may be called after its comments
        assert "morning ferry" in text
        assert "winter ferry" in text


def test_undecided_it_is_the_network_that_does() -> None:
    made = page(BODY, "<title>The ferry</title>", "https://example.org/news/ferry")
    as_it_comes = set(ridgeline.load("summit").extract(made).keep.tolist())
    assert set(ridgeline.load("summit", comments=False).extract(made).keep.tolist()) <= as_it_comes
    assert as_it_comes <= set(ridgeline.load("summit", comments=True).extract(made).keep.tolist())
