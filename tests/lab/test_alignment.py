"""Gold texts become labels of leaves."""

import re
import time
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ridgeline import Page
from ridgeline.lab.alignment import Alignment, align
from ridgeline.lab.alignment.chain import chains
from ridgeline.lab.alignment.runs import common_runs, short_lines
from ridgeline.lab.alignment.words import read_gold, read_page
from ridgeline.output import to_text

from ..pages import AWKWARD, page, texts

MENU = "<nav><a>Home</a> <a>News</a> <a>Harbour</a> <a>Weather today</a></nav>"
FERRY = "The morning ferry leaves at nine and carries more mail than people."
CROSSING = "The crossing takes forty minutes in fair weather, twice as long in fog."
KEEPER = "An old keeper still lights the lamp by hand whenever the harbour is full."
FOOTER = "<footer><a>Terms of use</a> <a>About the harbour</a> © 2026</footer>"


def kept(page: Page, gold: str) -> list[str]:
    """The labelled leaves as a reader would name them."""
    return [texts(page)[leaf] for leaf in align(page, gold).keep]


def article(*paragraphs: str, around: str = MENU) -> Page:
    """Paragraphs between a menu and a footer."""
    return page(around + "<main>" + "".join(f"<p>{text}</p>" for text in paragraphs) + "</main>" + FOOTER)


def test_exact() -> None:
    found = article(FERRY, CROSSING, KEEPER)
    labels = align(found, f"{FERRY}\n\n{CROSSING}\n\n{KEEPER}")
    assert [texts(found)[leaf] for leaf in labels.keep] == [FERRY, CROSSING, KEEPER]
    assert labels.coverage == labels.f1 == 1
    assert labels.weights.min() == 1


def test_all_in_one_line() -> None:
    assert kept(article(FERRY, CROSSING, KEEPER), f"{FERRY} {CROSSING} {KEEPER}") == [FERRY, CROSSING, KEEPER]


def test_a_part_of_the_page() -> None:
    assert kept(article(FERRY, CROSSING, KEEPER), f"{CROSSING}\n{KEEPER}") == [CROSSING, KEEPER]


@pytest.mark.parametrize(
    "gold",
    [f"{KEEPER}\n\n{FERRY}\n\n{CROSSING}", f"{CROSSING}\n\n{FERRY}\n\n{KEEPER}", f"{KEEPER}\n{CROSSING}\n{FERRY}"],
)
def test_another_order(gold: str) -> None:
    assert kept(article(FERRY, CROSSING, KEEPER), gold) == [FERRY, CROSSING, KEEPER]


def test_a_title_put_first() -> None:
    found = page(f"{MENU}<p>{FERRY}</p><p>{CROSSING}</p><aside>The ferry and its keeper</aside>{FOOTER}")
    gold = f"The ferry and its keeper\n\n{FERRY}\n\n{CROSSING}"
    assert kept(found, gold) == [FERRY, CROSSING, "The ferry and its keeper"]


def test_three_words_are_moved_if_they_are_a_leaf_and_a_line() -> None:
    found = page(f"{MENU}<p>{FERRY}</p><p>{CROSSING}</p><b>Northern lamp oil</b>{FOOTER}")
    assert kept(found, f"Northern lamp oil\n\n{FERRY}\n\n{CROSSING}") == [FERRY, CROSSING, "Northern lamp oil"]


def test_two_words_are_not_moved() -> None:
    assert kept(article(FERRY, CROSSING), f"{FERRY}\n\n{CROSSING}\n\nWeather today") == [FERRY, CROSSING]


def test_moved_text_is_matched_among_matched_words() -> None:
    box = "<p>Five boats for the summer</p><p>Where to eat in the old town</p>"
    found = page(f"{MENU}{box}<p>Northern lamp oil</p>{box}<p>{FERRY}</p><p>Northern lamp oil</p><p>{CROSSING}</p>")
    keep = align(found, f"{FERRY}\n\n{CROSSING}\n\nNorthern lamp oil").keep.tolist()
    assert keep == list(range(len(found.leaves) - 3, len(found.leaves)))


def test_a_leaf_that_begins_like_the_next() -> None:
    found = article(FERRY, "Keepers and their lamps", "Keepers", CROSSING)
    assert kept(found, f"{FERRY}\n\nKeepers\n\n{CROSSING}") == [FERRY, "Keepers", CROSSING]


def test_a_word_of_a_box_between_paragraphs_is_not_content() -> None:
    box = (
        "Offers for you",
        "Fog horns",
        "Lamps at half the price",
        "Ropes, chains and anchors",
        "Paint for every boat",
    )
    gold = f"{FERRY}\n\nThe fog was dense.\n\n{KEEPER}"
    assert kept(article(FERRY, *box, KEEPER), gold) == [FERRY, KEEPER]


def test_text_between_the_paragraphs_is_left_out() -> None:
    offer = "Sign up for our letter, and never miss a boat again."
    found = article(FERRY, offer, CROSSING)
    labels = align(found, f"{FERRY}\n\n{CROSSING}")
    assert [texts(found)[leaf] for leaf in labels.keep] == [FERRY, CROSSING]
    assert labels.weights.tolist() == [0.5 if text == offer else 1 for text in texts(found)]


def test_a_word_of_the_menu_is_not_content() -> None:
    gold = f"{FERRY}\n\nNews from home: the weather today is fair at the harbour.\n\n{KEEPER}"
    found = article(FERRY, "News from home: the weather today is fair at the harbour.", KEEPER)
    assert kept(found, gold) == [FERRY, "News from home: the weather today is fair at the harbour.", KEEPER]


def test_a_word_of_the_menu_is_not_content_where_the_gold_text_is_not_on_the_page() -> None:
    found = article(FERRY, KEEPER)
    gold = f"{FERRY}\n\nNews from home: the weather today is fair.\n\n{KEEPER}"
    assert kept(found, gold) == [FERRY, KEEPER]
    assert 0.5 < align(found, gold).coverage < 0.9


@pytest.mark.parametrize("teaser_first", [True, False])
def test_a_teaser_with_the_same_words(teaser_first: bool) -> None:
    teaser = f"<aside><a>{FERRY}</a> <a>Five boats for the summer</a> <a>Where to eat in the old town</a></aside>"
    body = f"<main><h1>The ferry</h1><p>{FERRY}</p><p>{CROSSING}</p></main>"
    found = page(MENU + (teaser + body if teaser_first else body + teaser))
    labels = align(found, f"The ferry\n\n{FERRY}\n\n{CROSSING}")
    assert [texts(found)[leaf] for leaf in labels.keep] == ["The ferry", FERRY, CROSSING]
    assert all(after - before == 1 for before, after in pairwise(labels.keep.tolist()))
    copies = [leaf for leaf, text in enumerate(texts(found)) if text == FERRY]
    assert labels.weights[copies].max() < 1


@pytest.mark.parametrize("hidden_first", [True, False])
def test_a_hidden_copy(hidden_first: bool) -> None:
    hidden, shown = f"<div hidden><p>{FERRY}</p><p>{CROSSING}</p></div>", f"<p>{FERRY}</p><p>{CROSSING}</p>"
    found = page(MENU + (hidden + shown if hidden_first else shown + hidden) + f"<p>{KEEPER}</p>")
    labels = align(found, f"{FERRY}\n\n{CROSSING}\n\n{KEEPER}")
    assert len(labels.keep) == 3
    assert not found.hidden[found.leaves[labels.keep]].any()


def test_hidden_text_that_is_in_the_gold_text() -> None:
    found = page(f"{MENU}<p>{FERRY}</p><div hidden><p>{CROSSING}</p></div><p>{KEEPER}</p>")
    assert kept(found, f"{FERRY}\n\n{CROSSING}\n\n{KEEPER}") == [FERRY, CROSSING, KEEPER]


def test_words_cut_by_inline_tags() -> None:
    found = page(
        f"{MENU}<p><span>T</span>he light<b>house</b>s of the <i>nor</i><b>the</b>rn coast are dark.</p>{FOOTER}"
    )
    assert kept(found, "The lighthouses of the northern coast are dark.") == [
        *("T", "he light", "house", "s of the", "nor", "the", "rn coast are dark.")
    ]


def test_tags_that_stand_for_spaces() -> None:
    found = page(
        f"{MENU}<ul><span>Lamps</span><span>Lenses</span><span>Fog horns</span><span>Bells</span></ul>{FOOTER}"
    )
    assert kept(found, "Lamps Lenses Fog horns Bells") == ["Lamps", "Lenses", "Fog horns", "Bells"]


def test_words_glued_in_the_gold_text() -> None:
    found = article(FERRY, "Salvation came from an unexpected place, the harbour of a northern town.")
    gold = f"{FERRY}\nSalvationcame from anunexpected place, the harbour of a northern town."
    labels = align(found, gold)
    assert len(labels.keep) == 2
    assert labels.coverage == 1
    assert labels.weights.min() == 1


@pytest.mark.parametrize(
    ("markup", "gold"),
    [
        (
            "&ldquo;Don&rsquo;t &ndash; ever &amp; never &mdash; sail in fog&hellip;&rdquo;",
            '"Don\'t - ever & never -- sail in fog..."',
        ),
        ("The light&shy;house of the north&shy;ern coast", "The lighthouse of the northern coast"),
        ("The light\u200bhouse of the&nbsp;northern coast\ufeff", "The lighthouse of the northern coast"),
        ("The ﬁrst ﬂoor of ½ the lighthouse", "The first floor of 1⁄2 the lighthouse"),
        ("THE LIGHTHOUSE™ OF THE COAST", "The Lighthouse of the coast"),
        ("a list of\n   lamps\tand lenses", "- a list of lamps and lenses"),
        ("See <a href=/>the harbour rules</a> for more", "See [the harbour rules](https://example.org/) for more"),
        ("Café crème at the harbour", "Cafe\u0301 cre\u0300me at the harbour"),
    ],
)
def test_spelling(markup: str, gold: str) -> None:
    found = page(f"{MENU}<p>{markup}</p>{FOOTER}")
    assert align(found, gold).labels.tolist() == ["p" in found[node].path for node in found.leaves.tolist()]


def test_a_leaf_matched_in_part() -> None:
    half = "The keeper has retired, and his daughter keeps the lamp. Photograph by our own correspondent."
    found = article(FERRY, half, KEEPER)
    labels = align(found, f"{FERRY}\n\nThe keeper has retired, and his daughter keeps the lamp.\n\n{KEEPER}")
    leaf = texts(found).index(half)
    assert labels.labels[leaf]
    assert 0 < labels.weights[leaf] < 0.5
    labels = align(found, f"{FERRY}\n\nThe keeper has retired.\n\n{KEEPER}")
    assert not labels.labels[leaf]


def test_headings_and_items_of_one_word() -> None:
    found = page(
        f"{MENU}<h1>Harbour</h1><p>{FERRY}</p><h2>News</h2><p>{CROSSING}</p>"
        f"<ul><li>Home</li><li>Boats</li><li>Fog</li></ul><p>{KEEPER}</p>{FOOTER}"
    )
    labels = align(found, f"Harbour\n\n{FERRY}\n\nNews\n\n{CROSSING}\n\n- Home\n- Boats\n- Fog\n\n{KEEPER}")
    assert labels.labels.tolist() == [False] * 4 + [True] * 8 + [False] * 3


def test_items_between_buttons() -> None:
    cards = "".join(f"<li><b>{name}</b><span>{price}</span><button>Add to cart</button></li>" for name, price in CARDS)
    found = page(f"{MENU}<ul>{cards}</ul>{FOOTER}")
    gold = "\n\n".join(f"{name}\n{price}" for name, price in CARDS)
    assert kept(found, gold) == [text for card in CARDS for text in card]


CARDS = [("Lamp", "19.99"), ("Lens", "240.00"), ("Bell", "19.99"), ("Fog horn", "99.50"), ("Rope", "4.00")]


def test_a_table() -> None:
    rows = [("Year", "Rain", "Fog"), ("2019", "812", "31"), ("2020", "812", "29"), ("2021", "790", "31")]
    markup = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    found = page(f"{MENU}<p>{FERRY}</p><table>{markup}</table>{FOOTER}")
    assert kept(found, f"{FERRY}\n" + "\n".join(" | ".join(row) for row in rows)) == [
        FERRY,
        *(cell for row in rows for cell in row),
    ]


def test_a_gold_text_that_repeats() -> None:
    assert kept(article(FERRY, CROSSING), f"{FERRY}\n\n{FERRY}\n\n{CROSSING}") == [FERRY, CROSSING]


def test_a_page_that_repeats() -> None:
    found = page("<p>the same line of words again</p>" * 300)
    assert align(found, "the same line of words again\n" * 300).labels.all()
    assert len(align(found, "the same line of words again\n" * 20).keep) == 20


def test_chinese() -> None:
    first, second = "灯塔在冬天重新亮了起来。", "村里的人都站在雪地里看着它慢慢转动。"
    found = page(
        f"<nav><a>首页</a> <a>灯塔</a> <a>冬天</a></nav><p>{first}</p><p>广告</p><p>{second}</p><footer>版权</footer>"
    )
    assert kept(found, f"{first}\n{second}") == [first, second]
    assert align(found, f"{first}\n{second}").f1 == 1


def test_japanese_and_english_in_one_word() -> None:
    found = page("<nav>言語</nav><p><a>English</a><a>日本語</a><a>Deutsch</a></p>")
    assert kept(found, "English日本語Deutsch") == ["English", "日本語", "Deutsch"]
    found = page("<nav>言語</nav><p><b>Eng</b>lish<a>日本語</a><a>Deutsch</a></p>")
    assert kept(found, "English日本語Deutsch") == ["Eng", "lish", "日本語", "Deutsch"]


@pytest.mark.parametrize("gold", ["", " \n ", "…"])
def test_an_empty_gold_text(gold: str) -> None:
    labels = align(article(FERRY), gold)
    assert not labels.labels.any()
    assert not labels.weights.any()
    assert labels.coverage == 1


@pytest.mark.parametrize("name", AWKWARD)
@pytest.mark.parametrize("gold", ["", "word", FERRY, "灯塔在冬天重新亮了起来。", "one two three four five six"])
def test_awkward_pages(name: str, gold: str) -> None:
    found = page(AWKWARD[name])
    assert_sane(found, gold, align(found, gold))


def test_an_empty_page() -> None:
    labels = align(page(""), FERRY)
    assert len(labels.labels) == len(labels.weights) == len(labels.keep) == 0
    assert labels.coverage == labels.f1 == 0


def test_a_gold_text_from_elsewhere() -> None:
    labels = align(article(FERRY, CROSSING), "Nothing of this is written anywhere on that page, not even two words.")
    assert not labels.labels.any()
    assert not labels.weights.any()


@pytest.mark.parametrize(
    ("markup", "is_kept"),
    [
        (f"<p>{FERRY}</p><img><p>{CROSSING}</p>", True),
        (f"<p>{FERRY} <img> {CROSSING}</p>", True),
        (f"<main><img><p>{FERRY}</p><p>{CROSSING}</p></main>", True),
        (f"<figure><img><figcaption>{FERRY}</figcaption></figure><p>{CROSSING}</p>", True),
        (f"<aside><img>Sign up here</aside><p>{FERRY}</p><p>{CROSSING}</p>", False),
        (f"<img><p>{FERRY}</p><p>{CROSSING}</p>", False),
        (f"<p>{FERRY}</p><p>{CROSSING}</p><div><img></div>", False),
    ],
)
def test_images_have_the_label_of_their_neighbours(markup: str, is_kept: bool) -> None:
    found = page(MENU + markup + FOOTER)
    labels = align(found, f"{FERRY}\n\n{CROSSING}")
    leaf = texts(found).index("<img>")
    assert labels.labels[leaf] == is_kept
    assert labels.weights[leaf] == 0.5


def test_marks_without_words_go_with_their_line() -> None:
    found = page(
        f"{MENU}<p><b>Wins</b><i>:</i><span>forty</span> <i>|</i> <b>Losses</b><i>:</i><span>two</span></p>{FOOTER}"
    )
    assert kept(found, "Wins: forty | Losses: two") == ["Wins", ":", "forty", "|", "Losses", ":", "two"]


def test_a_lonely_word_of_the_menu() -> None:
    other = "".join(
        f"<p>{word} is one of many other things that are told on this page.</p>" for word in ("This", "That")
    )
    found = page(f"<nav><a>Home</a></nav>{other}{other}<p>{FERRY}</p><p>{CROSSING}</p>{other}{other}<p>Home</p>")
    assert kept(found, f"Home\n\n{FERRY}\n\n{CROSSING}") == [FERRY, CROSSING]


def test_common_runs_are_as_long_as_they_go() -> None:
    runs = common_runs(np.array([9, 1, 2, 3, 4, 9, 1, 2, 3]), np.array([1, 2, 3, 4, 5]))
    assert sorted(map(tuple, runs.tolist())) == [(1, 0, 4), (6, 0, 3)]


def test_unknown_words_are_equal_to_nothing() -> None:
    assert not len(common_runs(np.array([-1, -1, -1, -1]), np.array([-1, -1, -1, -1])))
    edges = np.array([True, True, True])
    assert not len(short_lines(np.array([-1, -1]), edges, np.array([-1, -1]), edges))


def test_short_lines_are_leaves_and_lines() -> None:
    page_words, page_edges = np.array([5, 6, 7, 8]), np.array([True, False, True, True, True])
    gold_words, gold_edges = np.array([5, 6, 8, 7]), np.array([True, False, True, False, True])
    assert short_lines(page_words, page_edges, gold_words, gold_edges).tolist() == [[0, 0, 2]]


def test_the_best_chain_comes_first_and_goes_forward() -> None:
    runs = np.array([(0, 20, 5), (10, 0, 8), (20, 8, 8), (40, 3, 3)])
    none, one = np.zeros(60), np.arange(60, dtype=np.float64)
    found = list(chains(runs, none, one, 3))
    assert found == [[(10, 0, 8), (20, 8, 8)], [(0, 20, 5)], [(40, 3, 3)]]
    assert list(chains(runs, none, one, 4)) == found[:2]


def test_a_chain_passes_over_many_runs() -> None:
    noise = [(100 + 2 * number, 900 - 3 * number, 3) for number in range(200)]
    runs = np.array([(0, 0, 30), *noise, (600, 30, 30)])
    assert next(chains(runs, np.zeros(1000), np.arange(1000, dtype=np.float64), 0)) == [(0, 0, 30), (600, 30, 30)]


def test_words_are_read_alike() -> None:
    text = "Soft\u00adly, the ﬁrst “light­house”: 灯塔 — A_b & Ünïcode 3½"
    gold, vocabulary = read_gold(text)
    assert gold.texts == read_page(page(f"<p>{text}</p>"), vocabulary).texts
    assert gold.texts[:4] == ["softly", "the", "first", "lighthouse"]


def test_time_grows_with_the_page() -> None:
    random = np.random.default_rng(0)
    words = [f"w{number}" for number in random.zipf(1.3, 50_000) % 8000]
    paragraphs = [" ".join(words[start : start + 40]) for start in range(0, len(words), 40)]
    found = article(*paragraphs)
    shuffled = [paragraphs[place] for place in random.permutation(len(paragraphs))]
    for gold in (paragraphs, paragraphs[100:400], shuffled):
        start = time.process_time()
        labels = align(found, "\n\n".join(gold))
        assert time.process_time() - start < 10  # about 1 s; the bound only tells linear from quadratic
        assert labels.f1 > 0.99


def assert_sane(page: Page, gold: str, found: Alignment) -> None:
    assert len(found.labels) == len(found.weights) == len(page.leaves)
    assert found.labels.dtype == np.bool_
    assert found.weights.dtype == np.float32
    assert found.keep.dtype == np.int32
    assert found.keep.tolist() == np.flatnonzero(found.labels).tolist()
    assert ((found.weights >= 0) & (found.weights <= 1)).all()
    assert 0 <= found.coverage <= 1
    assert 0 <= found.f1 <= 1
    assert not len(found.keep) or set(gold.lower()) & set(to_text(page, found.keep).lower()) - {" ", "\n"}


PIECES = st.sampled_from(
    ["<p>", "</p>", "<b>", "</b>", "<br>", "<img>", " ", "ferry", "mail", "nine", "é\u00ad", "灯塔", "·"]
)


@given(st.lists(PIECES, max_size=40).map("".join), st.lists(PIECES, max_size=40).map(" ".join))
def test_any_page_and_gold_text(markup: str, gold: str) -> None:
    found = page(markup)
    assert_sane(found, re.sub("<[^>]*>", "\n", gold), align(found, re.sub("<[^>]*>", "\n", gold)))


@st.composite
def pages_and_runs(draw: st.DrawFn) -> tuple[list[list[str]], int, int]:
    """Paragraphs of words that are all distinct, and a stretch of paragraphs."""
    lengths = draw(st.lists(st.integers(1, 12), min_size=1, max_size=25))
    words = iter(f"word{number}" for number in range(sum(lengths)))
    paragraphs = [[next(words) for _ in range(length)] for length in lengths]
    start = draw(st.integers(0, len(lengths) - 1))
    return paragraphs, start, draw(st.integers(start + 1, len(lengths)))


@settings(max_examples=200)
@given(pages_and_runs(), st.sampled_from(["\n\n", "\n", "\n- "]))
def test_a_run_of_paragraphs_is_found_exactly(case: tuple[list[list[str]], int, int], separator: str) -> None:
    paragraphs, start, end = case
    lines = [" ".join(words) for words in paragraphs]
    found = align(page("".join(f"<p>{line}</p>" for line in lines)), separator.join(lines[start:end]))
    assert found.labels.tolist() == [start <= place < end for place in range(len(lines))]
    assert found.coverage == found.f1 == 1
