"""The chunks of a text, and the scores over bags of words and of shingles."""

from ridgeline.lab.metrics import Score, shingle_score, word_score
from ridgeline.lab.metrics.tokens import split_chunks


def test_chunks_keep_case_and_punctuation() -> None:
    assert split_chunks("The  ferry's, route.") == ["The", "ferry's,", "route."]
    assert split_chunks("灯塔A1 号。", spaceless=True) == ["灯", "塔", "A1", "号", "。"]


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
