"""The features of blocks, in several scripts."""

import numpy as np
import pytest

from ridgeline.extractors.ice.features import Features, read_features
from ridgeline.text.cuts import paragraphs

from ...pages import page

ENGLISH = "<p>The ferry and the mail are in the harbour, but it is not the end of the road.</p>"


def features(body: str) -> Features:
    return read_features(paragraphs(page(body)))


@pytest.mark.parametrize(
    ("text", "words", "capitals", "marks"),
    [
        ("The old Ferry", 3, 2, 0),
        ("U.S.A. today!", 2, 3, 4),
        ("- 12,5 -", 3, 0, 3),
        ("Ärger über Öl", 3, 2, 0),
        ("Ёлка и Москва.", 3, 2, 1),
        ("", 0, 0, 0),
    ],
)
def test_counts(text: str, words: int, capitals: int, marks: int) -> None:
    counted = features(f"{ENGLISH}<div>{text}<img></div>")
    assert counted.wordcount[1] == words
    assert counted.cap_ratio[1] * max(words, 1) == pytest.approx(capitals)
    assert counted.punct_ratio[1] * max(words, 1) == pytest.approx(marks)


def test_the_element_around_a_block() -> None:
    assert features("<h2>a</h2><ul><li>b</ul><td>c<div>d<p>e").parent_tag == ["h2", "li", "body", "div", "p"]
    assert features("<table><tr><td>a <b>b</b></table>").parent_tag == ["td"]


@pytest.mark.parametrize(
    ("text", "stop_words", "conjunctions"),
    [
        ("The ferry and the mail are here, but it is late.", 7, 2),
        ("Die Fähre und die Post sind da, aber es ist spät.", 8, 2),
        ("El barco y la carta no son de aquí, pero es tarde.", 8, 2),
        ("Паром и почта были в порту, но было уже поздно.", 6, 2),
    ],
)
def test_stop_words_and_conjunctions_of_the_page_s_language(text: str, stop_words: int, conjunctions: int) -> None:
    counted = features(f"<p>{text}</p>")
    assert counted.stop_ratio[0] * counted.wordcount[0] == pytest.approx(stop_words)
    assert counted.conjunction_ratio[0] * counted.wordcount[0] == pytest.approx(conjunctions)


def test_chinese_has_no_capitals_no_spaces_and_no_stop_words_between_them() -> None:
    counted = features("<p>灯塔在冬天亮了。</p><p>iPhone 手机</p>")
    assert counted.wordcount.tolist() == pytest.approx([7 / 1.6, 1 + 2 / 1.6])
    assert np.isnan(counted.cap_ratio[0])
    assert counted.cap_ratio[1] == 0
    assert np.isnan(counted.stop_ratio).all()
    assert np.isnan(counted.conjunction_ratio).all()
    assert counted.punct_ratio[0] == pytest.approx(1.6 / 7)


def test_arabic_has_spaces_but_no_capitals() -> None:
    counted = features("<p>أضاءت المنارة القديمة من جديد</p>")
    assert counted.wordcount.tolist() == [5]
    assert np.isnan(counted.cap_ratio).all()


def test_a_number_has_no_letters_and_so_no_capitals() -> None:
    assert features(f"{ENGLISH}<p>1999</p>").cap_ratio[1] == 0
