"""Sentences and their score: section 5 of the Mountain Model paper, worked by hand."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.errors import OptionError
from ridgeline.lab.metrics import Score, SentenceSummary, sentence_score, split_sentences, summarise_sentences
from ridgeline.lab.metrics.sentences import Reading, closed_sentences, is_wrapped


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It leaves at 9.30. Be early! Why? See www.example.org for more.", 4),
        ('He said "stop." Then he left… and came back', 3),
        ("灯塔亮了。村里的人都来了！你看见了吗？“看见了。”", 4),
        ("یہ پہلا جملہ ہے۔ دوسرا جملہ؟", 2),
        ("यह पहला वाक्य है। दूसरा वाक्य॥", 2),
        ("ይህ ነው። ሁለተኛ።", 2),
        ("Սա առաջինն է։ Երկրորդը։", 2),
        ("", 0),
    ],
)
def test_sentences_end_at_the_marks_of_many_scripts(text: str, expected: int) -> None:
    assert len(split_sentences(text)) == expected


def test_a_sentence_runs_across_wrapped_lines() -> None:
    wrapped = "The morning ferry leaves the harbour at nine and it carries\nmore mail than people.\n\nIt is small."
    assert split_sentences(wrapped) == [
        "The morning ferry leaves the harbour at nine and it carries more mail than people.",
        "It is small.",
    ]


def test_short_lines_without_punctuation_are_sentences() -> None:
    assert split_sentences("Home\nAbout us\nThe ferry leaves. It\nis small.\nTimetable") == [
        "Home",
        "About us",
        "The ferry leaves.",
        "It is small.",
        "Timetable",
    ]


def test_a_line_in_lower_case_goes_on_with_the_one_before() -> None:
    assert split_sentences("See the\ntimetable\nfor more.") == ["See the timetable for more."]


def test_named_anchors_are_sentences_however_long() -> None:
    link = "Ten reasons to take the morning ferry across the sound in winter"
    text = f"{link}\nThe ferry leaves at nine."
    assert len(split_sentences(text)) == 1
    assert split_sentences(text, anchors=[link]) == [link, "The ferry leaves at nine."]


# --- A sentence is what a full stop closes


def test_score_by_hand() -> None:
    # t = 3 extracted, c = 2 correct, m = 1 missed: p = 2/3, r = 2/3, FM = 2/3. "Menu" is no sentence.
    predicted = "Menu\nThe ferry leaves at nine. It is small.\nCopyright 2026."
    gold = "The  ferry leaves at nine. It is small! The crossing takes an hour."
    assert sentence_score(predicted, gold) == Score(2 / 3, 2 / 3, 2 / 3)


def test_a_missed_headline_costs_nothing() -> None:
    body = "".join(f"Ferry number {number} leaves. " for number in range(8))
    assert sentence_score(body, f"The ferries\n{body}") == Score.uniform(1)
    assert sentence_score(f"The ferries\n{body}\nPhotograph by nobody", body) == Score.uniform(1)
    assert sentence_score(body, f"The ferries\n{body}", reading=Reading.LINES).f1 == 2 * 8 / 17


def test_character_references_of_a_gold_text_are_decoded() -> None:
    assert sentence_score("“It isn’t late.” It is small.", "&#8220;It isn&#8217;t late.&#8221; It is small.").f1 == 1


def test_a_suggested_link_is_a_wrong_sentence() -> None:
    link = "Ten reasons to take the morning ferry across the sound in winter"
    predicted, gold = f"The ferry leaves at nine.\n{link}\nIt is small.", "The ferry leaves at nine. It is small."
    assert sentence_score(predicted, gold, anchors=[f" {link}\n"]) == Score(2 / 3, 1.0, 4 / 5)
    # Only a suggested one: a link of the gold text is not missed, and a suggested one that is in it is correct.
    assert sentence_score(gold, predicted, anchors=[link]) == Score.uniform(1)
    assert sentence_score(predicted, predicted, anchors=[link]) == Score.uniform(1)
    assert sentence_score(predicted, gold) == Score.uniform(1)


def test_lines_end_sentences_unless_they_are_wrapped() -> None:
    assert closed_sentences("The ferry\nIt is small. And\nslow.") == ["It is small.", "slow."]
    wrapped = (
        "The morning ferry leaves the harbour at nine and it carries\nmore mail than people. It is small and\nslow."
    )
    assert is_wrapped(wrapped)
    assert not is_wrapped("The ferry\n\nIt leaves the harbour at nine.\nIt is small.")
    lines = [line.replace("\n", " ") for line in ("The morning ferry", wrapped)]
    assert sentence_score("\n".join(lines), f"The morning ferry\n\n{wrapped}") == Score.uniform(1)
    assert closed_sentences(f"The ferry\n\n{wrapped}", wrapped=True) == [
        "The morning ferry leaves the harbour at nine and it carries more mail than people.",
        "It is small and slow.",
    ]


# --- Short lines are sentences too


def test_score_with_lines_by_hand() -> None:
    # t = 4 extracted, c = 2 correct, m = 1 missed: p = 2/4, r = 2/3, FM = 4/7.
    predicted = "Menu\nThe ferry leaves at nine. It is small.\nCopyright 2026."
    gold = "The  ferry leaves at nine. It is small! The crossing takes an hour."
    assert sentence_score(predicted, gold, reading=Reading.LINES) == Score(2 / 4, 2 / 3, 4 / 7)


def test_a_long_link_spoils_the_sentence_behind_it_unless_it_is_named() -> None:
    link = "Ten reasons to take the morning ferry across the sound in winter"
    predicted, gold = f"The ferry leaves at nine.\n{link}\nIt is small.", "The ferry leaves at nine. It is small."
    assert sentence_score(predicted, gold, reading=Reading.LINES) == Score(1 / 2, 1 / 2, 1 / 2)
    assert sentence_score(predicted, gold, anchors=[link], reading=Reading.LINES) == Score(2 / 3, 1.0, 4 / 5)


def test_content_without_sentences_is_scored_by_levenshtein() -> None:
    # «Ann Lee Bo Ek» and «Ann Lea Bo Ek»: one substitution in 13 characters.
    assert sentence_score("Ann Lea\nBo Ek", "Ann Lee\nBo  Ek") == Score.uniform(1 - 1 / 13)


def test_summary_counts_pages_above_each_threshold() -> None:
    pages = [Score(1, 1, 1), Score(0.8, 0.96, 0.87), Score(0.9, 0.9, 0.9), Score(0.8, 0.8, 0.8)]
    assert summarise_sentences(pages) == SentenceSummary(pages=4, good_enough=0.25, located=0.75, little_lost=0.5)


def test_summary_of_nothing_says_what_to_do() -> None:
    with pytest.raises(OptionError, match="no scores to summarise"):
        summarise_sentences([])


@given(st.text(st.sampled_from("ab B.!?\n 灯。)\"'"), max_size=80))
def test_no_letter_is_lost(text: str) -> None:
    assert "".join("".join(split_sentences(text)).split()) == "".join(text.split())


@pytest.mark.parametrize("text", ["." * 300_000 + "x", ".)" * 150_000 + "x", "a\n" * 150_000, '"' * 300_000])
def test_long_runs_take_no_long_time(text: str) -> None:
    started = time.process_time()
    split_sentences(text)
    closed_sentences(text, wrapped=is_wrapped(text))
    assert time.process_time() - started < 5
