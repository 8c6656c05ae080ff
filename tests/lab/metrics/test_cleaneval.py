"""CleanEval's form and its three scores, worked by hand."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.lab.metrics import CleanEvalScore, Segment, cleaneval_score, parse_cleaneval


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("<h>Title\n\n<p>One\n  two\r\n<l>* item", [("h", "Title"), ("p", "One two"), ("l", "* item")]),
        ("<p>One</p>\n<P>two</P>", [("p", "One"), ("p", "two")]),
        ("<l>item</l> loose", [("l", "item"), ("p", "loose")]),
        ("loose <h>Title", [("p", "loose"), ("h", "Title")]),
        ("<p>  <p>\n<h>Title", [("h", "Title")]),
        ("<p>x < 1 <b> &amp; <px>", [("p", "x < 1 <b> &amp; <px>")]),
        ("URL: \nhttp://example.org/a\n<p>One", [("p", "One")]),
        ("<!-- this page has - no -- content -->", []),
        ("<p>URL: http://example.org <!-- kept -->", [("p", "URL: http://example.org <!-- kept -->")]),
        ("", []),
    ],
)
def test_parse(marked: str, expected: list[tuple[str, str]]) -> None:
    assert parse_cleaneval(marked) == [Segment(*pair) for pair in expected]


def test_score_by_hand() -> None:
    predicted = "<p>Menu\n<p>The ferry\n<p>It leaves now"
    gold = "<h>The ferry\n<p>It leaves now"
    score = cleaneval_score(predicted, gold)
    # Words: one deletion in 6. With tags: <p> Menu <p> The ferry <p> It leaves now, 9 tokens against 7: two deletions
    # and <p> put for <h>. Segments: of the <p> one of 3 predicted and 1 gold is the same, the <h> is not found, and
    # there are no <l>, which is perfect.
    assert score.text_only == pytest.approx(5 / 6)
    assert score.markup_similarity == pytest.approx(6 / 9)
    assert score.segment_f1 == pytest.approx((2 / 4 + 0 + 1) / 3)
    assert score.text_alignment == pytest.approx((6 / 9 + 1 / 2) / 2)
    assert score.combined == pytest.approx((5 / 6 + score.text_alignment) / 2)


def test_chinese_is_compared_by_characters() -> None:
    assert cleaneval_score("<p>灯塔灭了", "<p>灯塔亮了").text_only == 0.75
    assert cleaneval_score("<p>灯塔灭了", "<p>灯塔亮了", spaceless=False).text_only == 0.0


def test_empty_sides() -> None:
    assert cleaneval_score("", "<p> ") == CleanEvalScore(1.0, 1.0, 1.0)
    assert (
        cleaneval_score("", "<p>a <h>b <l>c") == cleaneval_score("<p>a <h>b <l>c", "") == CleanEvalScore(0.0, 0.0, 0.0)
    )


@pytest.mark.parametrize(
    ("written", "least"),
    [("<p>text", 16.7), ("<p>text <h>title", 8.3), ("<p>text <h>title <l>item", 0.0)],
)
def test_an_empty_gold_text_gives_the_least_scores_of_table_1(written: str, least: float) -> None:
    """Those of the baseline, the heuristic and the tree, which write one, two and three kinds of tags."""
    assert 100 * cleaneval_score(written, "").combined == pytest.approx(least, abs=0.05)


MARKED = st.lists(st.sampled_from(["<p>", "<h>", "<l>", "</p>", "ferry ", "Menu\n", "灯塔", "<!--"]), max_size=15)


@given(MARKED.map("".join), MARKED.map("".join))
def test_laws(predicted: str, gold: str) -> None:
    score = cleaneval_score(predicted, gold)
    parts = (score.text_only, score.markup_similarity, score.segment_f1, score.text_alignment, score.combined)
    assert all(0.0 <= part <= 1.0 for part in parts)
    assert cleaneval_score(gold, gold).combined == 1.0


@pytest.mark.parametrize("unit", ["<p>", "<!--", "URL: ", "<!-- -"])
def test_long_runs_of_markup_take_no_long_time(unit: str) -> None:
    started = time.process_time()
    parse_cleaneval(unit * 100_000)
    assert time.process_time() - started < 5
