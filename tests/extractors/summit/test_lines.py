"""Lines: lines of text, counted."""

import unicodedata

import numpy as np
import pytest

import ridgeline
from ridgeline.extractors.summit.constants import MAX_LINES
from ridgeline.extractors.summit.lines import Lines, read_lines
from ridgeline.text.characters import COMMAS as COMMA_MARKS
from ridgeline.text.characters import SENTENCE_ENDS

from ...pages import AWKWARD, page
from .readings import COUNTERS, counts_of, line_features, lines_of, reals, texts_of

WORDS, LETTERS = COUNTERS.index("words"), COUNTERS.index("letters")


def cut_of(body: str) -> Lines:
    return lines_of(page(body))


# words, characters, letters, capitals, digits, punctuation, ends, commas, spaceless
COUNTED = {
    "The ferry, at 9.": (4, 16, 10, 1, 1, 2, 1, 1, 0),
    "Паром. Да!": (2, 10, 7, 2, 0, 2, 2, 0, 0),
    "أضاءت المنارة، نعم؟": (3, 19, 15, 0, 0, 2, 1, 1, 0),
    "नाव चली।": (2, 8, 6, 0, 0, 1, 1, 0, 0),
    "灯塔在冬天亮了。": (7, 8, 7, 0, 0, 1, 1, 0, 7),
    "フェリーは9時": (7, 7, 6, 0, 1, 0, 0, 0, 6),
    "Ferry 9号": (3, 8, 6, 1, 1, 0, 0, 0, 1),
    "— …": (0, 3, 0, 0, 0, 2, 1, 0, 0),
    "a-b's ٣٤": (4, 8, 3, 0, 2, 2, 0, 0, 0),
}


@pytest.mark.parametrize("text", COUNTED)
def test_counters_are_those_counted_by_hand(text: str) -> None:
    assert tuple(counts_of(cut_of(f"<p>{text}</p>"))[0]) == COUNTED[text]


def test_counters_are_those_of_a_loop() -> None:
    texts = [*COUNTED, "Ǆungla ʼn ŠĐ, ½ Ⅷ; x² (y)!", "e\u0301te\u0301 — “oui” ?"]
    lines = cut_of("".join(f"<p>{text}</p>" for text in texts))
    for text, counts in zip(texts, counts_of(lines), strict=True):
        categories = [unicodedata.category(character) for character in text]
        found = dict(zip(COUNTERS, counts.tolist(), strict=True))
        assert found["characters"] == len(text)
        assert found["letters"] == sum(category[0] in "LM" for category in categories)
        assert found["capitals"] == sum(category in ("Lu", "Lt") for category in categories)
        assert found["digits"] == sum(category[0] == "N" for category in categories)
        assert found["punctuation"] == sum(category[0] == "P" for category in categories)
        assert found["ends"] == sum(character in SENTENCE_ENDS for character in text)
        assert found["commas"] == sum(character in COMMA_MARKS for character in text)


@pytest.mark.parametrize("length", [65_533, 65_534, 65_535, 65_536, 70_000, 140_000])
def test_no_counter_overflows(length: int) -> None:
    lines = cut_of(f"<p>Before it.</p><p>{'x' * length}</p><p>1, 2</p>")
    assert counts_of(lines)[:, LETTERS].tolist() == [8, length, 0]
    assert counts_of(lines)[:, WORDS].tolist() == [2, 1, 2]


def test_a_page_with_a_long_leaf_is_counted_as_any_other() -> None:
    body = "".join(f"<p>{text} <a href=/>{text}</a></p>" for text in COUNTED)
    long = "Ab, 9c. 灯 " * 9000
    short, both = cut_of(f"{body}<p>Ab, 9c. 灯 </p>"), cut_of(f"{body}<p>{long}</p>")
    assert np.array_equal(counts_of(both)[:-1], counts_of(short)[:-1])
    assert np.array_equal(counts_of(both)[-1], 9000 * counts_of(short)[-1])
    assert np.array_equal(both.link_words, short.link_words)
    for name in ("first_capital", "first_digit", "first_punctuation", "last_end", "last_punctuation"):
        assert line_features(both)[name] == line_features(short)[name]


def test_lines_are_lines() -> None:
    lines = cut_of("<p>one <b>two</b><br>three</p><div>four<p>five</p>six</div><ul><li>seven</ul>")
    assert list(map(str.strip, texts_of(lines))) == ["one two", "three", "four", "five", "six", "seven"]
    assert lines.words.tolist() == counts_of(lines)[:, WORDS].tolist() == [2, 1, 1, 1, 1, 1]
    assert [lines.page.text[node].strip() for node in lines.node.tolist()] == "one three four five six seven".split()


def test_a_word_that_tags_part_is_counted_by_leaf() -> None:
    """Leaves are counted for themselves, so that a leaf's words do not depend on its neighbours."""
    lines = cut_of("<p>light<b>house</b></p>")
    assert texts_of(lines) == ["lighthouse"]
    assert lines.leaf_words.tolist() == [1, 1]
    assert counts_of(lines)[0, WORDS] == 2


def test_images_are_in_the_line_they_stand_in() -> None:
    lines = cut_of("<img src=a><p>text <img src=b> more</p><img src=c><p>last</p><p><img src=d></p>")
    assert list(zip(lines.start.tolist(), lines.end.tolist(), strict=True)) == [(1, 4), (5, 6)]
    ranges = list(zip(lines.start, lines.end, strict=True))
    in_a_line = [any(start <= leaf < end for start, end in ranges) for leaf in range(len(lines.page.leaves))]
    assert in_a_line == [False, True, True, True, False, True, False]


def test_words_in_links() -> None:
    lines = cut_of("<p>See <a href=/>the <b>ferry</b></a> now</p><a href=/>All of it</a>")
    assert lines.link_words.tolist() == [2, 3]
    assert lines.leaf_words.tolist() == [1, 1, 1, 1, 3]


def test_first_and_last_characters() -> None:
    named = line_features(cut_of("<p> \n Nine <b> </b>o'clock. \n</p><p>9</p><p>(a)</p><p>灯，</p>"))
    assert named["first_capital"] == [1, 0, 0, 0]
    assert named["first_digit"] == [0, 1, 0, 0]
    assert named["first_punctuation"] == [0, 0, 1, 0]
    assert named["last_end"] == [1, 0, 0, 0]
    assert named["last_punctuation"] == [1, 0, 1, 1]


def test_prose_is_long_has_punctuation_and_few_links() -> None:
    sentence = "The morning ferry leaves at nine, and it carries more mail than people."
    lines = cut_of(f"<p>{sentence}</p><p><a href=/>{sentence}</a></p><p>Nine, ten.</p><p>{'word ' * 20}</p>")
    assert lines.is_prose.tolist() == [True, False, False, False]
    assert line_features(lines)["is_prose"] == [1, 0, 0, 0]


@pytest.mark.parametrize("name", ["empty", "white space", "only a comment", "only an image", "only a script"])
def test_no_text_no_lines(name: str) -> None:
    assert read_lines(page(AWKWARD[name])) is None


def long_page(lines: int) -> Lines:
    return lines_of(ridgeline.parse("".join(f"<p>Line {number}</p>" for number in range(lines))))


def test_a_page_of_very_many_lines_is_read_up_to_a_limit() -> None:
    assert len(long_page(MAX_LINES - 1)) == MAX_LINES - 1
    assert len(long_page(MAX_LINES)) == len(long_page(MAX_LINES + 3)) == MAX_LINES


def test_leaves_beyond_the_limit_are_decided_with_the_last_line() -> None:
    lines = long_page(MAX_LINES + 3)
    mask = np.zeros(MAX_LINES, dtype=np.bool_)
    mask[[5, -1]] = True
    assert lines.leaves(mask).tolist() == [5, *range(MAX_LINES - 1, MAX_LINES + 3)]
    assert lines.leaves(~mask).tolist() == [leaf for leaf in range(MAX_LINES - 1) if leaf != 5]
    scores = lines.leaf_scores(reals(mask))
    assert len(lines.leaf_words) == len(scores) == MAX_LINES + 3
    assert np.flatnonzero(scores).tolist() == lines.leaves(mask).tolist()


def test_nothing_is_read_beyond_the_limit() -> None:
    just, far = long_page(MAX_LINES + 1), long_page(MAX_LINES + 500)
    assert np.array_equal(just.reals("line_features"), far.reals("line_features"))
    assert np.array_equal(just.reals("page_features"), far.reals("page_features"))
