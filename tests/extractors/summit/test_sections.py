"""Sections that a page calls comments, references, captions, or a box about its author."""

import pytest

import ridgeline
from ridgeline.errors import OptionError
from ridgeline.extractors.summit.sections import SECTIONS, in_section, kept_on_demand

from ...pages import page
from .readings import kept_texts, lines_of

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


def flagged(body: str, which: str, section: str = "comments") -> list[str]:
    lines = lines_of(page(body))
    return kept_texts(lines, in_section(lines, section) if which == "in" else kept_on_demand(lines, section))


def test_comments_are_what_is_called_so() -> None:
    assert flagged(BODY, "in") == [
        "2 comments",
        COMMENT,
        "It will never come back Reply",
        "Log in to write one yourself",
    ]


def test_a_comment_is_what_somebody_wrote() -> None:
    assert flagged(BODY, "is") == [COMMENT, "It will never come back Reply"]


def test_a_short_comment_is_a_paragraph() -> None:
    comment = "<li class=comment><b>Una</b> <div>2 days ago</div><p>Amen!</p><p><a href=/r>Reply</a></p></li>"
    assert flagged(f"<ol class=commentlist>{comment}</ol>", "is") == ["2 days ago", "Amen!"]


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
    lines = lines_of(ridgeline.parse(f"<body class=comments-page><p>{COMMENT}</p><p class=comment>{COMMENT}</p>"))
    assert in_section(lines, "comments").tolist() == [False, True]


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


SECTIONED = (
    "<h1>The ferry</h1>"
    f"{PROSE}<figure><img src=a><figcaption>The ferry in the winter of 1908</figcaption></figure>"
    "<p>It sank twice<sup class=reference><a href=#1>[1]</a></sup> and came up once, as the log has it.</p>"
    "<div class='author-box'><p>Una Karst has been on every ferry of the coast.</p><a href=/u>More by her</a></div>"
    "<ol class=references><li id=1><a href=/log>The log of the ferry</a>, page nine</ol>"
)


@pytest.mark.parametrize(
    ("section", "inside", "kept"),
    [
        ("references", ["The log of the ferry, page nine"], ["The log of the ferry, page nine"]),
        ("captions", ["The ferry in the winter of 1908"], ["The ferry in the winter of 1908"]),
        (
            "author_boxes",
            ["Una Karst has been on every ferry of the coast.", "More by her"],
            ["Una Karst has been on every ferry of the coast."],
        ),
    ],
)
def test_other_sections(section: str, inside: list[str], kept: list[str]) -> None:
    assert flagged(SECTIONED, "in", section) == inside
    assert flagged(SECTIONED, "is", section) == kept


@pytest.mark.parametrize("section", list(SECTIONS))
def test_every_section_can_be_wanted_or_not(section: str) -> None:
    made = page(SECTIONED + BODY.replace("<h1>The ferry</h1>", ""), "<title>The ferry</title>")
    lines = lines_of(made)
    texts = kept_texts(lines, kept_on_demand(lines, section))
    assert texts
    with_it = ridgeline.load("summit", **{section: True}).extract(made).text
    without = ridgeline.load("summit", **{section: False}).extract(made).text
    for text in texts:
        assert " ".join(text.split()) in " ".join(with_it.split())
        assert " ".join(text.split()) not in " ".join(without.split())


def test_a_wish_is_true_false_or_none() -> None:
    with pytest.raises(OptionError, match="captions is True, False or None, not 'no'"):
        ridgeline.load("summit", captions="no")
