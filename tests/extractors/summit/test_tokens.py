"""The words that summit knows of a page: in the names of elements, and at the beginnings of lines."""

from html import escape
from itertools import pairwise

import numpy as np
import pytest

import ridgeline
from ridgeline import Page
from ridgeline._native import core
from ridgeline.extractors.summit.lexicon import EMPTY, TELLING_TAGS, Lexicon
from ridgeline.extractors.summit.network_input import Bags, read

from ...pages import page
from .readings import line_features, lines_of

FIRST_WORDS, SHORT_LINE = 4, 12  # words that are looked up of a long line; of a line with at most so many, all are


def bags(of: Bags) -> list[list[int]]:
    return [of.ids[start:end].tolist() for start, end in pairwise(of.starts.tolist())]


def ids_of_names(*names: str, lexicon: Lexicon) -> list[list[int]]:
    """By class: the ids of the known words in it."""
    body = "".join(f"<div class='{name}'>text</div>" for name in names)
    reading = read(lines_of(page(body), lexicon))
    known = bags(reading.names)
    return [known[name] for name in reading.own[:, 0, 0].tolist()]


def kinds_of(name: str) -> set[str]:
    return {word for word in core.name_words(name) if word.startswith("~")}


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
    assert core.name_words(name) == words


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
    assert kinds_of(name) == kinds


def test_a_vocabulary_knows_words_in_any_case_and_each_once() -> None:
    known = Lexicon(["body", "~content", "nav"], ())
    assert ids_of_names("Body nav BODY", "mainEntry", "wrap", "nav\tnav", lexicon=known) == [[0, 1, 2], [1], [], [2]]
    assert known.name_count == 3 + len(TELLING_TAGS)


def test_a_vocabulary_may_be_empty() -> None:
    assert ids_of_names("nav", lexicon=EMPTY) == [[]]
    assert (EMPTY.name_count, EMPTY.word_count) == (len(TELLING_TAGS), 0)
    assert not len(read(lines_of(page("<p>Read more"))).line_words.ids)


def test_of_a_very_long_name_the_beginning_is_looked_up() -> None:
    known = Lexicon(["nav", "menu"], ())
    names = ("nav " + "x" * 300 + " menu", "nav " + "x" * 5_000_000, "nav " + "x" * 290 + " menu")
    assert ids_of_names(*names, lexicon=known) == [[0], [0], [0, 1]]
    assert core.name_words(names[0])[:2] == ["nav", "~nav"]
    assert "menu" not in core.name_words(names[0])


def names_by_tag(made: Page, lexicon: Lexicon) -> dict[str, list[list[int]]]:
    """By tag of a named element, in the order of the page: the ids of its class, id, role and property."""
    reading = read(lines_of(made, lexicon))
    known, nodes = bags(reading.names), lines_of(made).numbers("place_nodes").tolist()
    tags = [made[node].tag for node in nodes if made[node].tag not in ("html", "body")]
    by_node = [[known[name] for name in names[:4]] for names in reading.name_of.tolist()]
    return dict(zip(tags, by_node, strict=True))


def test_all_names_of_elements_are_read() -> None:
    made = ridgeline.parse(
        "<html class=no-js><body id=home class=single><div class='aa bb' id=cc role=main><p class='aa bb'>x</p>"
        "<span itemprop=name>y</span><br><b class>z</b></div>"
    )
    lexicon = Lexicon(["aa", "bb", "cc", "main", "name", "home", "single", "no"], ())
    assert names_by_tag(made, lexicon) == {
        "div": [[0, 1], [2], [3], []],
        "p": [[0, 1], [], [], []],
        "span": [[], [], [], [4]],
        "b": [[], [], [], []],  # an empty class is another thing than none
    }


def test_a_page_without_names() -> None:
    reading = read(lines_of(page("<p>text")))
    assert len(reading.name_of) == 0
    assert not reading.own.any()


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Read More", b"read more"),
        ("12 May 2026, 9:30", b"00 may 0000  0 00"),
        ("$5 & a|b #1 100%", b"$0 & a|b #0 000%"),
        ("«Été»", "«été»".encode()),
        ("ЧИТАТЬ", "читать".encode()),
        ("half \ud83d", b"half "),  # the parser leaves out what is no character
        ("a\0b", b"ab"),
        ("a\tb\nc", b"a b c"),
    ],
)
def test_folding(text: str, folded: bytes) -> None:
    assert lines_of(page(f"<p>{escape(text)}</p>")).beginnings == [folded]


def test_the_words_that_lines_begin_with() -> None:
    long = " ".join(f"w{letter}" for letter in "abcdefghijklmnop")
    lines = lines_of(page(f"<p>Read more: it's 9</p><p>{long}</p><p>\n  Two\n  lines </p><p>—</p>"))
    words = [b"read more it s 0", b"wa wb wc wd", b"two lines", "—".encode()]
    assert lines.core.looked_up() == b" ".join(words).split()
    assert [len(beginning.split()) for beginning in lines.beginnings] == [5, 16, 2, 1]


def test_the_ids_of_the_words_that_lines_begin_with() -> None:
    known = Lexicon((), [b"read", b"more", b"0"])
    lines = lines_of(page("<p>Read more: read 5 more</p><p>nothing known</p><p>more</p>"), known)
    assert bags(read(lines).line_words) == [[0, 1, 0, 2, 1], [], [1]]


def test_of_a_short_line_all_words_are_looked_at() -> None:
    lines = lines_of(page(f"<p>{'a ' * SHORT_LINE}</p><p>{'b ' * (SHORT_LINE + 1)}</p>"))
    assert lines.core.looked_up() == [b"a"] * SHORT_LINE + [b"b"] * FIRST_WORDS


def test_of_a_very_long_line_only_the_beginning_is_read() -> None:
    assert lines_of(page(f"<p>{'word ' * 100_000}</p>")).beginnings == [b"word " * 20]


def test_what_lines_have_in_common_with_a_text() -> None:
    def overlap(title: str) -> list[float]:
        body = "<h1>The Winter Ferry</h1><p>The ferry</p><p>the the the the</p><p>Menu</p>"
        return line_features(lines_of(page(body, title)))["title_overlap"]

    assert overlap("<title>the winter ferry</title>") == pytest.approx([1, 2 / 3, 3 / 4, 0])
    assert overlap("") == [0, 0, 0, 0]
    assert ((np.array(overlap("<title>the</title>")) >= 0) & (np.array(overlap("<title>the</title>")) <= 1)).all()


def are_alike(one: str, other: str) -> bool:
    """Whether elements of these classes are of one kind."""
    named = line_features(lines_of(page(f"<p class='{one}'>a<p class='{other}'>b")))
    return named["siblings_0"] == pytest.approx(np.log1p([2, 2]))


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
def test_elements_are_alike_whose_classes_differ_in_numbers_and_states_alone(classes: str, alike: str) -> None:
    assert are_alike(classes, alike)
    assert not are_alike(classes, f"other {alike}")
    for part in alike.split():
        assert not are_alike(classes, alike.replace(part, "other", 1))


def test_elements_are_alike_whose_classes_differ_in_numbers_alone() -> None:
    made = page("<p class='post post-1'>a<p class='post post-2'>b<p class=other>c<p>d")
    assert line_features(lines_of(made))["siblings_0"] == pytest.approx(np.log1p([2, 2, 1, 1]))


def test_an_unknown_word_has_the_id_of_its_kind() -> None:
    known = Lexicon((), [b"share", b"ferry"], {"comments": [b"komentarze"], "share": [b"share", b"teilen"]})
    assert known.word_count == 4
    assert known.word_ids == {b"share": 0, b"ferry": 1, b"komentarze": 2, b"teilen": 3}
    assert known.kind_of_id.tolist() == [3, -1, 2, 3]
    lines = lines_of(page("<p>Komentarze</p><p>teilen share</p><p>ferry unknown</p>"), known)
    assert bags(read(lines).line_words) == [[2], [3, 0], [1]]
