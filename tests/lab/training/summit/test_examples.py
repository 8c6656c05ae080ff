"""Training examples: labels of lines, vocabularies, augmentation."""

import numpy as np
import pytest

import ridgeline
from ridgeline.extractors.summit.lexicon import EMPTY
from ridgeline.lab.datasets import Record
from ridgeline.lab.training.summit import augmentation
from ridgeline.lab.training.summit.augmentation import augment
from ridgeline.lab.training.summit.examples import (
    MAX_CLASSES,
    MIN_CLASS_SITES,
    MIN_WORD_SITES,
    NO_TYPE,
    WordSites,
    make_example,
    survey,
)
from ridgeline.lab.training.summit.labels import LabelledPage, label
from ridgeline.page.elements import CODES

from ....extractors.summit.pages import RECORDS, record
from ....extractors.summit.readings import kept_texts, lines_of


def labelled_text(labelled: LabelledPage, value: float) -> list[str]:
    return [text for text, own in zip(labelled.page.leaf_text, labelled.labels.tolist(), strict=True) if own == value]


# --- Labels


def test_content_is_what_the_gold_text_says() -> None:
    labelled = label(RECORDS[1])
    assert labelled_text(labelled, 1) == RECORDS[1].text.split("\n")
    assert labelled.sites == {"site1.test"}
    example = make_example(labelled, EMPTY)
    assert example is not None
    assert kept_texts(lines_of(labelled.page), example.labels > 0.5) == RECORDS[1].text.split("\n")
    assert (example.weights > 0).all()
    assert example.type == 0


def test_a_line_is_content_as_far_as_its_words_are() -> None:
    html = "<p><b>one two three</b> four</p><p>and five</p><p><img src=a> —</p>"
    page = ridgeline.parse(html)
    labels = np.array([1, 0, 1, 0, 1], dtype=np.float32)
    weights = np.array([1, 0.5, 1, 1, 1], dtype=np.float32)
    example = make_example(LabelledPage(page, labels, weights, "recipe", frozenset({"a"})), EMPTY)
    assert example is not None
    assert example.labels.tolist() == pytest.approx([3 / 4, 1, 1 / 2])
    assert example.weights.tolist() == pytest.approx([3.5 / 4, 1, 1])
    assert example.type == NO_TYPE


def test_pages_without_an_example() -> None:
    assert make_example(label(Record("1", "<img src=a>", "some text")), EMPTY) is None
    page = ridgeline.parse("<p>text</p>")
    unsure = LabelledPage(page, np.ones(1, np.float32), np.zeros(1, np.float32), None, frozenset())
    unlabelled = make_example(unsure, EMPTY)
    assert unlabelled is not None
    assert not unlabelled.weights.any()  # only teachers say what is content there


# --- Words


def seen_on(sites: int) -> frozenset[str]:
    return frozenset(map(str, range(sites)))


def test_only_words_of_many_sites_are_known() -> None:
    least = max(MIN_CLASS_SITES, MIN_WORD_SITES)
    found = survey([label(record(number, sites=least)) for number in range(2 * least)])
    lexicon = found.lexicon()
    assert {"~nav", "~footer", "~related"} <= set(lexicon.classes)
    assert {b"read", b"more", b"all"} <= set(lexicon.words)
    assert "topbar" not in lexicon.classes  # a third of the sites have it
    # With one site left out there are too few.
    assert len(found.lexicon(frozenset({"site0.test"})).classes) == 0
    assert set(lexicon.classes) <= set(found.full_lexicon().classes)


def test_the_most_common_words_come_first() -> None:
    classes = {f"word{number}": seen_on(MIN_CLASS_SITES + number % 7) for number in range(MAX_CLASSES + 50)}
    words = {b"rare": seen_on(MIN_WORD_SITES - 1), b"b": seen_on(MIN_WORD_SITES), b"a": seen_on(MIN_WORD_SITES)}
    found = WordSites(classes, words)
    lexicon = found.lexicon()
    assert len(lexicon.classes) == MAX_CLASSES
    assert len(found.full_lexicon().classes) == MAX_CLASSES + 50
    sites = [len(classes[word]) for word in lexicon.classes]
    assert sites == sorted(sites, reverse=True)
    assert lexicon.words == (b"a", b"b")


# --- Augmentation


@pytest.fixture(scope="module")
def made() -> list[LabelledPage]:
    return augment([label(row) for row in RECORDS[:8]], 3, np.random.default_rng(1))


@pytest.fixture(scope="module")
def followed() -> list[LabelledPage]:
    """Pages on which another article follows."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(augmentation, "_FOLLOWED_SHARE", 1.0)
        return augment([label(row) for row in RECORDS[:8]], 3, np.random.default_rng(1))


def test_there_is_at_most_one_a_page_and_round(made: list[LabelledPage]) -> None:
    assert 8 <= len(made) <= 24
    assert {len(labelled.sites) for labelled in made} <= {2, 3}


def test_an_augmented_page_has_the_content_of_one_and_the_menu_of_the_other(made: list[LabelledPage]) -> None:
    by_title = {row.text.split("\n")[0]: row for row in RECORDS[:8]}
    shortened = 0
    for labelled in [labelled for labelled in made if len(labelled.sites) == 2]:
        content, around = labelled_text(labelled, 1), labelled_text(labelled, 0)
        ours = by_title[content[0]]
        gold = ours.text.split("\n")
        assert content == gold[: len(content)]
        shortened += len(content) < len(gold)
        assert labelled.page.title is not None
        assert labelled.page.title.startswith(gold[0])
        assert labelled.page.url in (ours.url, None)
        assert labelled.type == ours.type
        (theirs,) = labelled.sites - {ours.group}
        site = int(theirs.removeprefix("site").removesuffix(".test"))
        assert around[-1] == f"All rights reserved by site {site}"
        other = label(RECORDS[site])
        assert [text.split(":")[0] for text in around] == [
            text.split(":")[0] for text in labelled_text(other, 0) if "| Site" not in text
        ]
        assert (labelled.weights[labelled.labels > 0.5] > 0).all()
    assert 0 < shortened < len(made)


def test_an_article_that_follows_is_none_of_the_content(followed: list[LabelledPage]) -> None:
    by_title = {row.text.split("\n")[0]: row.text.split("\n") for row in RECORDS[:8]}
    several = [labelled for labelled in followed if len(labelled.sites) == 3]
    assert several
    for labelled in several:
        content, around = labelled_text(labelled, 1), labelled_text(labelled, 0)
        assert content == by_title[content[0]][: len(content)]
        (following,) = (title for title in by_title if title in around)
        start = around.index(following)
        assert around[start : start + len(by_title[following])] == by_title[following]
        assert (labelled.weights[np.isin(labelled.page.leaf_text, by_title[following])] > 0).all()


def test_the_columns_of_an_augmented_page_are_consistent(
    made: list[LabelledPage], followed: list[LabelledPage]
) -> None:
    for labelled in [*made, *followed]:
        page = labelled.page
        parent, end = page.parent.tolist(), page.end.tolist()
        assert parent[0] == -1
        open_rows = [0]
        for row in range(1, len(page)):
            while end[open_rows[-1]] <= row:
                open_rows.pop()
            assert parent[row] == open_rows[-1]
            assert row < end[row] <= end[parent[row]]
            open_rows.append(row)
        assert (page.tag < len(page.names)).all()
        assert [page.names[code] for code in page.tag[:2]] == ["html", "head"]
        assert (page.tag == CODES["body"]).sum() == 1
        for name, rows in page.by_attribute.items():
            assert list(rows) == [row for row in range(len(page)) if name in page.attributes[row]]
        assert len(labelled.labels) == len(labelled.weights) == len(page.leaves)
        assert all(text.strip() for text in page.leaf_text)
        assert make_example(labelled, EMPTY) is not None


def test_content_of_the_other_page_that_is_left_over_has_no_label() -> None:
    last = "And so it goes at the quay"
    rows = [
        Record(row.id, row.html.replace("</body>", f"<p>{last}</p></body>"), f"{row.text}\n{last}", url=row.url)
        for row in RECORDS[:2]
    ]
    made = augment([label(row) for row in rows], 4, np.random.default_rng(1))
    assert made
    for labelled in made:
        (place,) = (place for place, text in enumerate(labelled.page.leaf_text) if text == last)
        assert (labelled.labels[place], labelled.weights[place]) == (0, 0)
        assert (labelled.weights > 0).sum() > 10


def test_the_same_seed_gives_the_same_pages(made: list[LabelledPage]) -> None:
    again = augment([label(row) for row in RECORDS[:8]], 3, np.random.default_rng(1))
    assert [labelled.page.text for labelled in again] == [labelled.page.text for labelled in made]


def test_names_that_html_does_not_know_stay_apart() -> None:
    ours = Record(
        "1", RECORDS[0].html.replace("<h1>", "<h1><our-mark>x</our-mark>"), RECORDS[0].text, url="https://a.test"
    )
    theirs = RECORDS[1].html.replace("<div class='menu'>", "<their-menu>Here</their-menu><div class='menu'>")
    pages = [label(ours), label(Record("2", theirs, RECORDS[1].text, url="https://b.test"))]
    for labelled in augment(pages, 4, np.random.default_rng(2)):
        tags = {node.tag for node in labelled.page.find("our-mark", "their-menu")}
        assert tags in ({"our-mark", "their-menu"}, set())


@pytest.mark.parametrize(
    "row",
    [
        Record("1", RECORDS[0].html, RECORDS[0].text, url="https://a.test", type="forum"),
        Record("1", "<p>Short</p>", "Short", url="https://a.test"),
        Record("1", "plain text of some length, " * 9, "plain text of some length, " * 9, url="https://a.test"),
        Record("1", RECORDS[0].html, RECORDS[0].text, url="https://site1.test"),
    ],
    ids=["another type", "too short", "no element of its own", "the same site"],
)
def test_pages_that_are_not_augmented(row: Record) -> None:
    assert augment([label(row), label(RECORDS[1])], 4, np.random.default_rng(1)) == []
