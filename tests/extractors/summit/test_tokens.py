"""The words that summit knows of a page."""

import numpy as np
import pytest

import ridgeline
from ridgeline.extractors.summit import tokens
from ridgeline.extractors.summit.lines import split_lines
from ridgeline.extractors.summit.tokens import (
    FIRST_WORDS,
    SHORT_LINE,
    ClassVocabulary,
    LineWords,
    Vocabulary,
    WordVocabulary,
    class_words,
    fold,
    kinds_of_element,
    read_classes,
    read_words,
    without_state,
)

from ...pages import page


def words_of(body: str) -> LineWords:
    lines = split_lines(page(body))
    assert lines is not None
    return read_words(lines)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("post-body", ["post", "~content", "body", "~content"]),
        ("mainWrap", ["main", "~content", "wrap"]),
        ("commentlist", ["commentlist", "~comment", "~card"]),
        ("NAV_2", ["nav", "~nav"]),
        ("col-md-6 x", ["col", "md"]),
        ("", []),
        ("42", []),
        ("主要", []),
    ],
)
def test_words_of_names(name: str, words: list[str]) -> None:
    assert class_words(name) == words


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("site-header", {"~header"}),
        ("breadcrumbs", {"~nav"}),
        ("relatedPosts", {"~related", "~content"}),
        ("cookie-banner", {"~consent", "~header"}),
        ("wrap", set()),
    ],
)
def test_parts_of_words_tell_what_an_element_is_for(name: str, kinds: set[str]) -> None:
    assert kinds_of_element(name) == kinds


def test_a_vocabulary_knows_words_in_any_case_and_each_once() -> None:
    known = ClassVocabulary(["body", "~content", "nav"])
    numbers, sizes = known.find(["Body nav BODY", "mainEntry", "wrap", "nav\0nav"])
    assert (numbers.tolist(), sizes.tolist()) == ([0, 1, 2, 1, 2], [3, 1, 0, 1])
    assert len(known) == 3


def test_a_vocabulary_may_be_empty() -> None:
    assert [column.tolist() for column in ClassVocabulary([]).find(["nav"])] == [[], [0]]
    assert [column.tolist() for column in ClassVocabulary(["nav"]).find([])] == [[], []]
    assert len(Vocabulary[bytes]([])) == 0


def test_of_a_very_long_name_the_beginning_is_looked_up_and_remembered() -> None:
    known = ClassVocabulary(["nav", "menu"])
    numbers, sizes = known.find(["nav " + "x" * 300 + " menu", "nav " + "x" * 5_000_000])
    assert (numbers.tolist(), sizes.tolist()) == ([0, 0], [1, 1])
    assert max(map(len, known._known)) < 300


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "_MAX_RUNS", 10)
    known = ClassVocabulary(["nav"])
    names = [f"{first}{second} nav" for first in "abcdef" for second in "ghijk"]
    assert known.find(names)[1].tolist() == [1] * len(names)
    assert len(known._known) <= 10


def test_what_parts_names() -> None:
    assert class_words("nav " + "x" * 300 + " menu")[:2] == ["nav", "~nav"]
    assert "menu" not in class_words("nav " + "x" * 300 + " menu")


def test_all_names_of_elements_are_read() -> None:
    made = ridgeline.parse(
        "<html class=no-js><body id=home class=single><div class='a b' id=c role=main><p class='a b'>x"
        "<span itemprop=name>y</span><b class>z</b></div>"
    )
    classes = read_classes(made)
    names = {
        node.tag: [classes.texts[text] for text in classes.of_node[:, node.index]]
        for node in map(made.__getitem__, range(len(made)))
    }
    assert names["div"] == ["a b", "c", "main", ""]
    assert names["p"] == ["a b", "", "", ""]
    assert names["span"] == ["", "", "", "name"]
    assert names["body"] == ["single", "home", "", ""]
    (p,), (b,), (span,) = ([node.index for node in made.find(tag)] for tag in ("p", "b", "span"))
    # An empty class is another thing than none.
    assert classes.of_node[0, b] not in (0, classes.of_node[0, p])
    assert classes.of_node[0, span] == 0


def test_a_page_without_names() -> None:
    classes = read_classes(page("<p>text"))
    assert classes.texts == [""]
    assert not classes.of_node.any()


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Read More", b"read more"),
        ("12 May 2026, 9:30", b"00 may 0000  0 00"),
        ("$5 & a|b #1 100%", b"$0 & a|b #0 000%"),
        ("«Été»", "«été»".encode()),
        ("ЧИТАТЬ", "читать".encode()),
        ("half \ud83d", b"half  "),
        ("a\tb\nc", b"a b c"),
        ("a\0b", b"a\nb"),
    ],
)
def test_folding(text: str, folded: bytes) -> None:
    assert fold(text) == folded


def test_the_words_that_lines_begin_with() -> None:
    long = " ".join(f"w{letter}" for letter in "abcdefghijklmnop")
    found = words_of(f"<p>Read more: it's 9</p><p>{long}</p><p>\n  Two\n  lines </p><p>—</p>")
    assert found.words[:5] == [b"read", b"more", b"it", b"s", b"0"]
    assert found.counts.tolist() == [5, 16, 2, 1]
    assert found.rank[:6].tolist() == [0, 1, 2, 3, 4, 0]
    assert found.is_short.tolist() == [True, False, True, True]
    looked_at = np.bincount(found.line[found.is_looked_up], minlength=4)
    assert looked_at.tolist() == [5, FIRST_WORDS, 2, 1]
    assert [len(text.split()) for text in found.folded] == [5, 16, 2, 1]


def test_of_a_short_line_all_words_are_looked_at() -> None:
    found = words_of(f"<p>{'a ' * SHORT_LINE}</p><p>{'a ' * (SHORT_LINE + 1)}</p>")
    assert np.bincount(found.line[found.is_looked_up]).tolist() == [SHORT_LINE, FIRST_WORDS]


def test_of_a_very_long_line_only_the_beginning_is_read() -> None:
    assert sum(map(len, words_of(f"<p>{'word ' * 100_000}</p>").words)) <= 100


def test_what_lines_have_in_common_with_a_text() -> None:
    found = words_of("<h1>The Winter Ferry</h1><p>The ferry</p><p>the the the the</p><p>Menu</p>")
    assert found.overlap(b"the winter ferry").tolist() == pytest.approx([1, 2 / 3, 3 / 4, 0])
    assert found.overlap(b"").tolist() == [0, 0, 0, 0]
    assert ((found.overlap(b"the") >= 0) & (found.overlap(b"the") <= 1)).all()


@pytest.mark.parametrize(
    ("classes", "alike"),
    [
        ("post-12 post odd type-post", "post type-post"),
        ("comment even thread-even depth-1", "comment"),
        ("card card--big wide", "card card--big"),
        ("item item-first", "item"),
        ("42", ""),
        ("", ""),
    ],
)
def test_classes_without_numbers_and_states(classes: str, alike: str) -> None:
    assert without_state(classes) == alike


def test_elements_are_alike_whose_classes_differ_in_numbers_alone() -> None:
    made = page("<p class='post post-1'>a<p class='post post-2'>b<p class=other>c<p>d")
    alike = read_classes(made).alike
    first, second, other, none = (int(alike[node.index]) for node in made.find("p"))
    assert first == second != other
    assert none == 0


def test_an_unknown_word_has_the_id_of_its_kind() -> None:
    known = WordVocabulary([b"share", b"ferry"], {"comments": [b"komentarze"], "share": [b"share", b"teilen"]})
    assert len(known) == 4
    assert known.numbers == {b"share": 0, b"ferry": 1, b"komentarze": 2, b"teilen": 3}
    assert known.kind_of_id.tolist() == [3, -1, 2, 3]
