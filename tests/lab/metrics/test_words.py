"""Words, in scripts with and without spaces, and the scores over bags of words and of shingles."""

import pytest

from ridgeline.lab.metrics import Score, is_spaceless, shingle_score, split_words, word_score
from ridgeline.lab.metrics.tokens import split_chunks


@pytest.mark.parametrize(
    ("text", "spaceless", "expected"),
    [
        ("The ferry's 3.5 km_long ROUTE", False, ["the", "ferry", "s", "3", "5", "km_long", "route"]),
        ("Ünïcode Straße", False, ["ünïcode", "straße"]),
        ("灯塔亮了。2024年 iPhone手机", True, ["灯", "塔", "亮", "了", "2024", "年", "iphone", "手", "机"]),
        ("カメラ・テスト", True, ["カ", "メ", "ラ", "テ", "ス", "ト"]),
        ("人々は𠮷野家", True, ["人", "々", "は", "𠮷", "野", "家"]),
        ("灯塔亮了。", False, ["灯塔亮了"]),
        ("", True, []),
    ],
)
def test_words(text: str, spaceless: bool, expected: list[str]) -> None:
    assert split_words(text, spaceless=spaceless) == expected


def test_chunks_keep_case_and_punctuation() -> None:
    assert split_chunks("The  ferry's, route.") == ["The", "ferry's,", "route."]
    assert split_chunks("灯塔A1 号。", spaceless=True) == ["灯", "塔", "A1", "号", "。"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("灯塔在冬天重新亮了起来。", True),
        ("今日はとても寒いです。", True),
        ("오늘은 매우 춥습니다.", False),  # Korean sets spaces
        ("The word 灯塔 means lighthouse in Chinese.", False),
        ("淘宝网 Taobao 物流配送存在的问题", True),
        ("", False),
        ("!!! ...", False),
    ],
)
def test_is_spaceless(text: str, expected: bool) -> None:
    assert is_spaceless(text) is expected


def test_word_score_by_hand() -> None:
    # Predicted 5 words, gold 4; shared: the, ferry, leaves.
    score = word_score("Home. The ferry leaves now", "the ferry leaves early")
    assert score == Score(3 / 5, 3 / 4, 6 / 9)


def test_word_score_counts_a_word_as_often_as_it_stands_there() -> None:
    assert word_score("tea tea tea", "tea and tea") == Score(2 / 3, 2 / 3, 2 / 3)


def test_word_score_counts_characters_where_the_gold_text_is_spaceless() -> None:
    assert word_score("灯塔灭了", "灯塔亮了").f1 == 0.75
    assert word_score("灯塔灭了", "灯塔亮了", spaceless=False).f1 == 0.0


def test_shingle_score_by_hand() -> None:
    # Three shingles against two; «the ferry leaves early» is shared.
    score = shingle_score("now the ferry leaves early today", "the ferry leaves early tomorrow")
    assert score == Score(1 / 3, 1 / 2, 2 / 5)


def test_shingle_score_minds_order() -> None:
    assert word_score("early leaves ferry the", "the ferry leaves early").f1 == 1.0
    assert shingle_score("early leaves ferry the", "the ferry leaves early").f1 == 0.0


def test_a_short_text_is_one_shingle() -> None:
    assert shingle_score("The ferry", "the ferry!").f1 == 1.0
    assert shingle_score("the ferry", "the ferry leaves").f1 == 0.0
    assert shingle_score("灯塔亮了起", "灯塔亮了").recall == 1.0
