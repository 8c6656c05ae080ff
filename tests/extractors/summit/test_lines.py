"""Lines: lines of text, counted."""

import unicodedata

import numpy as np
import pytest

from ridgeline.extractors.summit.lines import COUNTERS, LETTERS, WORDS, Lines, split_lines
from ridgeline.text.characters import COMMAS as COMMA_MARKS
from ridgeline.text.characters import SENTENCE_ENDS, Kind

from ...pages import AWKWARD, page


def cut_of(body: str) -> Lines:
    lines = split_lines(page(body))
    assert lines is not None
    return lines


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
    assert tuple(cut_of(f"<p>{text}</p>").counts[0]) == COUNTED[text]


def test_counters_are_those_of_a_loop() -> None:
    texts = [*COUNTED, "Ǆungla ʼn ŠĐ, ½ Ⅷ; x² (y)!", "e\u0301te\u0301 — “oui” ?"]
    lines = cut_of("".join(f"<p>{text}</p>" for text in texts))
    for text, counts in zip(texts, lines.counts, strict=True):
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
    assert lines.counts[:, LETTERS].tolist() == [8, length, 0]
    assert lines.counts[:, WORDS].tolist() == [2, 1, 2]


def test_a_page_with_a_long_leaf_is_counted_as_any_other() -> None:
    body = "".join(f"<p>{text} <a href=/>{text}</a></p>" for text in COUNTED)
    long = "Ab, 9c. 灯 " * 9000
    short, both = cut_of(f"{body}<p>Ab, 9c. 灯 </p>"), cut_of(f"{body}<p>{long}</p>")
    assert np.array_equal(both.counts[:-1], short.counts[:-1])
    assert np.array_equal(both.counts[-1], 9000 * short.counts[-1])
    assert np.array_equal(both.link_words, short.link_words)
    assert np.array_equal(both.first_kind, short.first_kind)


def test_lines_are_lines() -> None:
    lines = cut_of("<p>one <b>two</b><br>three</p><div>four<p>five</p>six</div><ul><li>seven</ul>")
    assert [text.split() for text in lines.texts] == [["one", "two"], ["three"], ["four"], ["five"], ["six"], ["seven"]]
    assert lines.counts[:, WORDS].tolist() == [2, 1, 1, 1, 1, 1]
    assert [lines.page.text[node].strip() for node in lines.node.tolist()] == "one three four five six seven".split()


def test_a_word_that_tags_part_is_counted_by_leaf() -> None:
    """Leaves are counted for themselves, so that a leaf's words do not depend on its neighbours."""
    lines = cut_of("<p>light<b>house</b></p>")
    assert lines.texts == ["lighthouse"]
    assert lines.leaf_words.tolist() == [1, 1]
    assert lines.counts[0, WORDS] == 2


def test_images_are_in_the_line_they_stand_in() -> None:
    lines = cut_of("<img src=a><p>text <img src=b> more</p><img src=c><p>last</p><p><img src=d></p>")
    assert list(zip(lines.start.tolist(), lines.end.tolist(), strict=True)) == [(1, 4), (5, 6)]
    ranges = list(zip(lines.start, lines.end, strict=True))
    in_a_line = [any(start <= leaf < end for start, end in ranges) for leaf in range(len(lines.page.leaves))]
    assert in_a_line == [False, True, True, True, False, True, False]


def test_words_in_links() -> None:
    lines = cut_of("<p>See <a href=/>the <b>ferry</b></a> now</p><a href=/>All of it</a>")
    assert lines.link_words.tolist() == [2, 3]
    assert lines.leaf_link_words.tolist() == [0, 1, 1, 0, 3]


def test_first_and_last_characters() -> None:
    lines = cut_of("<p> \n Nine <b> </b>o'clock. \n</p><p>9</p><p>(a)</p><p>灯，</p>")
    first = [Kind(int(kind)) for kind in lines.first_kind]
    last = [Kind(int(kind)) for kind in lines.last_kind]
    assert first == [Kind.LETTER | Kind.CAPITAL, Kind.DIGIT, Kind.PUNCTUATION, Kind.LETTER | Kind.SPACELESS]
    assert last == [
        Kind.PUNCTUATION | Kind.SENTENCE_END,
        Kind.DIGIT,
        Kind.PUNCTUATION,
        Kind.PUNCTUATION | Kind.COMMA,
    ]


@pytest.mark.parametrize("name", ["empty", "white space", "only a comment", "only an image", "only a script"])
def test_no_text_no_lines(name: str) -> None:
    assert split_lines(page(AWKWARD[name])) is None
