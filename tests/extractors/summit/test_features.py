"""What is known of the lines of a page: right on a small page, and numbers on every page."""

import math

import numpy as np
import pytest

import ridgeline
from ridgeline import Page
from ridgeline.extractors.summit.address import ADDRESS_FEATURES
from ridgeline.extractors.summit.constants import MAX_LINES
from ridgeline.extractors.summit.features import (
    COUNTED_TAGS,
    LINE_FEATURES,
    MARKUP_FEATURES,
    OPEN_GRAPH_TYPES,
    PAGE_FEATURES,
    PATH_FEATURES,
    REGIONS,
    SCHEMA_TYPES,
    SLOT_FEATURES,
)
from ridgeline.extractors.summit.lines import Lines, read_lines
from ridgeline.extractors.summit.network_input import Reading, read

from ...pages import AWKWARD, page
from .readings import line_features, lines_of, page_features

LEVELS = 7  # of the elements around a line: its own block, and six above
PROSE = "The morning ferry leaves at nine, and it carries more mail than people."  # 13 words
HOSTILE = {
    **AWKWARD,
    "thousands of leaves": "<p>one two, three.</p>" * 5000,
    "one very long leaf": f"<p>{'word, ' * 50_000}</p>",
    "deep": "<div>" * 500 + f"<p>{PROSE}</p>" + "</div>" * 500,
    "headings only": "".join(f"<h{level}>Heading</h{level}>" for level in range(1, 7)) * 20,
    "punctuation only": "<p>—</p><p>…</p>",
    "hidden": f"<div hidden>{f'<p>{PROSE}</p>' * 9}</div><p>shown</p>",
    "all names": "".join(f"<x-{number} class='c{number}'>word</x-{number}>" for number in range(3000)),
    "one line": " ".join(f"<a href='/{number}'>link</a>" for number in range(2000)),
    "declares a lot": '<script type="application/ld+json">{"articleBody": "'
    + "never the same " * 60_000
    + '"}</script>'
    + "<p>nobody says this here</p>" * 3000,
}
WITH_TEXT = {name: html for name, html in HOSTILE.items() if read_lines(ridgeline.parse(html)) is not None}
ADDRESSES = (
    "https://example.org/2026/05/a-b-c?x=1",
    "https://[",
    "//",
    "not an address",
    "https://example.org/" + "9" * 9999,
)


def described(made: Page) -> tuple[Lines, Reading]:
    lines = lines_of(made)
    return lines, read(lines)


@pytest.mark.parametrize("html", WITH_TEXT.values(), ids=WITH_TEXT.keys())
def test_every_page_gives_numbers(html: str) -> None:
    made = ridgeline.parse(html, url=ADDRESSES[len(html) % len(ADDRESSES)])
    lines, found = described(made)
    count = len(lines)
    assert found.line_features.shape == (count, len(LINE_FEATURES))
    assert found.page_features.shape == (1, len(PAGE_FEATURES))
    assert found.line_features.dtype == found.page_features.dtype == np.float32
    assert np.isfinite(found.line_features).all()
    assert np.isfinite(found.page_features).all()
    assert found.region_of.shape == (count, REGIONS)
    assert lines.around.shape == (count, LEVELS)
    # Every line is in all of its regions: the network divides by their sizes.
    index = np.arange(count)[:, None]
    assert (found.regions[found.region_of, 0] <= index).all()
    assert (found.regions[found.region_of, 1] > index).all()
    assert (np.diff(found.heading_of) >= 0).all()
    assert found.heading_of.max() < len(found.heading_words.sizes)
    for groups, total in (
        (found.paths, found.path_count),
        (found.slots, found.slot_count),
        (found.records, found.record_count),
    ):
        assert sorted(set(groups.tolist())) == list(range(total))
    named = dict(zip(LINE_FEATURES, found.line_features.T, strict=True))
    assert (np.diff(named["position"]) >= 0).all()
    assert (np.diff(named["words_before"]) >= -1e-6).all()
    for name, column in named.items():
        if name.endswith("share") or "share_" in name or "links" in name or "prose_" in name or name.startswith("in_"):
            assert column.min() >= 0, name
            assert column.max() <= 1 + 1e-5, name


def test_names_are_different_and_known() -> None:
    assert len(set(LINE_FEATURES)) == len(LINE_FEATURES)
    assert len(set(PAGE_FEATURES)) == len(PAGE_FEATURES)
    assert set(ADDRESS_FEATURES) <= set(PAGE_FEATURES)
    assert set(MARKUP_FEATURES) <= set(PAGE_FEATURES)
    assert {*PATH_FEATURES, *SLOT_FEATURES} <= set(LINE_FEATURES)
    assert [name.replace("path", "slot") for name in PATH_FEATURES] == list(SLOT_FEATURES)


# --- By hand


@pytest.fixture(scope="module")
def small() -> tuple[Lines, Reading]:
    """Seven lines: a menu of two links, a heading, two paragraphs of prose, a copy of a link, a notice."""
    return described(
        page(
            "<nav><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul></nav>"
            f"<main><h1>The winter ferry</h1><div class=text><p>{PROSE}</p>"
            f"<p>{PROSE} <img src=a><b>Yes!</b></p></div></main>"
            "<footer><a href=/>Home</a><div hidden>No rights</div></footer>",
            "<title>The Winter Ferry</title><meta name=description content='The morning ferry leaves at nine, and it'>",
            "https://example.org/news/2026/winter-ferry?id=7",
        )
    )


def test_text(small: tuple[Lines, Reading]) -> None:
    named = line_features(small[0])
    words = [1, 1, 3, 13, 14, 1, 2]
    assert named["words"] == pytest.approx(np.log1p(words))
    assert named["links"] == [1, 1, 0, 0, 0, 1, 0]
    assert named["only_links"] == [1, 1, 0, 0, 0, 1, 0]
    assert named["is_prose"] == [0, 0, 0, 1, 1, 0, 0]
    assert named["first_capital"] == [1] * 7
    assert named["last_end"] == [0, 0, 0, 1, 1, 0, 0]
    assert named["images"] == pytest.approx([0, 0, 0, 0, math.log(2), 0, 0])
    assert named["capitals"][0] == 1 / 4
    assert named["commas"] == pytest.approx([0, 0, 0, math.log(2), math.log(2), 0, 0])
    assert named["hidden"] == [0, 0, 0, 0, 0, 0, 1]


def test_copies_and_what_is_declared(small: tuple[Lines, Reading]) -> None:
    named = line_features(small[0])
    assert named["copies"] == pytest.approx([math.log(2), 0, 0, 0, 0, math.log(2), 0])
    assert named["is_copy"] == [0, 0, 0, 0, 0, 1, 0]
    assert named["title_overlap"][2] == 1
    assert named["in_description"] == [0, 0, 0, 1, 1, 0, 0]
    assert named["in_body"] == [0] * 7


def test_place(small: tuple[Lines, Reading]) -> None:
    lines, found = small
    named = line_features(lines)
    assert named["position"] == pytest.approx([place / 6 for place in range(7)])
    assert named["words_before"] == pytest.approx([count / 35 for count in (0, 1, 2, 5, 18, 32, 33)])
    assert named["index_from_end"][-1] == 0
    assert found.heading_of.tolist() == [0, 0, 1, 1, 1, 1, 1]
    assert named["heading_distance"] == pytest.approx([0, 0, *np.log1p(range(5))])
    assert named["heading_level"] == pytest.approx([0, 0, *[1 / 6] * 5])
    assert named["after_first_heading"] == [0, 0, 1, 1, 1, 1, 1]
    assert named["from_title"] == pytest.approx([(place - 2) / 50 for place in range(7)])


def test_container(small: tuple[Lines, Reading]) -> None:
    named = line_features(small[0])
    assert named["in_best"] == [0, 0, 0, 1, 1, 0, 0]
    assert named["in_best_parent"] == [0, 0, 1, 1, 1, 0, 0]
    assert named["in_best_grandparent"] == [1] * 7
    assert named["best_share"] == pytest.approx([27 / 35] * 7)
    assert named["best_prose_share"] == pytest.approx([1] * 7)
    assert named["before_best"] == [1, 1, 1, 0, 0, 0, 0]
    assert named["after_best"] == [0, 0, 0, 0, 0, 1, 1]
    assert named["in_most_0.9"] == [0, 0, 0, 1, 1, 0, 0]


def test_regions_siblings_and_paths(small: tuple[Lines, Reading]) -> None:
    lines, found = small
    named = line_features(lines)
    # The regions around the first paragraph: its div, main, body, and once more body.
    assert found.regions[found.region_of[3]].tolist() == [[3, 5], [2, 5], [0, 7], [0, 7]]
    assert named["words_region_0"][3] == pytest.approx(math.log1p(27))
    assert named["links_region_0"] == pytest.approx([1, 1, 0, 0, 0, 1 / 3, 0])
    assert named["siblings_0"] == pytest.approx(np.log1p([2, 2, 1, 2, 2, 1, 1]))
    assert named["records"] == [0] * 7  # two of a kind are no list
    assert found.paths[0] == found.paths[1] != found.paths[3] == found.paths[4]
    assert named["path_lines"][:2] == pytest.approx([math.log(3)] * 2)
    assert lines.page[int(lines.around[3, 1])].get("class") == "text"


def test_records_are_siblings_of_a_kind() -> None:
    cards = "".join(f"<div class=card><h3>Card {word}</h3><p>{PROSE}</p></div>" for word in "abcd")
    named = line_features(lines_of(page(f"<section>{cards}<div class=other>Last</div></section>")))
    assert named["records"] == pytest.approx([math.log(5)] * 8 + [0])
    assert named["record_words"][:8] == pytest.approx([math.log1p(15)] * 8)
    assert named["record_level"][:8] == pytest.approx([2 / 5] * 8)


def test_the_records_of_a_page_are_one_group_and_the_title_is_in_one_of_them() -> None:
    cards = "".join(
        f"<div class='card card-{place}'><h3>{title}</h3><p>{PROSE}</p></div>"
        for place, title in enumerate(("North pier", "East quay", "Old mole"))
    )
    made = page(f"<section>{cards}</section><p>Last</p>", "<meta property=og:title content='East quay'>")
    lines, found = described(made)
    named = line_features(lines)
    assert len(set(found.records[:6].tolist())) == 1 != found.records[6]
    assert named["headline_overlap"][2] == 1
    assert named["title_in_record"] == [0, 0, 1, 1, 0, 0, 1]  # of a line in no record, the page is its record
    assert named["title_in_region_0"][:6] == [0, 0, 1, 1, 0, 0]
    by_page = page_features(lines)
    assert by_page["top_record_count"] == pytest.approx(math.log(4))
    assert by_page["top_record_share"] == pytest.approx(45 / 46)
    assert by_page["top_slot_count"] == pytest.approx(math.log(4))
    assert by_page["top_slot_share"] == pytest.approx(39 / 46)


def test_lines_of_a_slot_have_the_same_tags_and_classes_around_them() -> None:
    lines, found = described(
        page("<div class=a><p>one<p>two words</div><div class=b><p>three</div><div class='a a-2'><p>four</div>")
    )
    first, second, third, fourth = found.slots.tolist()
    assert first == second == fourth != third
    assert len(set(found.paths.tolist())) == 1
    named = line_features(lines)
    assert named["slot_lines"] == pytest.approx([math.log(4), math.log(4), math.log(2), math.log(4)])
    assert named["slot_share"] == pytest.approx([4 / 5, 4 / 5, 1 / 5, 4 / 5])
    assert named["slot_spread"] == pytest.approx([3 / 4, 3 / 4, 0, 3 / 4])
    assert named["slot_alike"][0] == pytest.approx(np.std(np.log1p([1, 2, 1])))


def test_long_copies() -> None:
    named = line_features(lines_of(page(f"<p>{PROSE}</p><p>Short</p><p>Short</p><p>{PROSE}</p>")))
    assert named["long_copy_before"] == [0, 0, 0, 1]
    assert named["long_copy_after"] == [1, 0, 0, 0]


def test_the_page_as_a_whole(small: tuple[Lines, Reading]) -> None:
    named = page_features(small[0])
    assert named["words"] == pytest.approx(math.log1p(35))
    assert named["links"] == pytest.approx(3 / 35)
    assert named["prose"] == pytest.approx(27 / 35)
    assert named["prose_lines"] == pytest.approx(math.log(3))
    assert named["hidden"] == pytest.approx(2 / 35)
    assert named["count_p"] == pytest.approx(math.log(3))
    assert named["count_img"] == pytest.approx(math.log(2))
    assert named["main_share"] == pytest.approx(30 / 35)
    assert named["article_share"] == 0
    assert (named["is_home"], named["has_query"], named["path_parts"]) == (0, 1, 3)
    assert named["path_digits"] == pytest.approx(0.4)
    assert (named["url_article"], named["url_forum"]) == (1, 0)


def test_schema_and_open_graph() -> None:
    lines = lines_of(
        page(
            "<article>One word</article><p>more",
            '<meta property=og:type content="article.news">'
            '<script type="application/ld+json">{"@type": "Recipe"}</script>',
        )
    )
    named = page_features(lines)
    told = {name for name, value in named.items() if value == 1 and name.startswith(("schema", "open_graph"))}
    assert told == {"schema_Recipe", "open_graph_article"}
    assert named["article_share"] == pytest.approx(2 / 3)


@pytest.mark.parametrize("kind", SCHEMA_TYPES)
def test_every_type_of_schema_has_its_feature(kind: str) -> None:
    named = page_features(lines_of(page("text", f'<script type="application/ld+json">{{"@type": "{kind}"}}</script>')))
    assert {name for name in named if name.startswith(("schema", "open_graph")) and named[name]} == {f"schema_{kind}"}


@pytest.mark.parametrize("kind", OPEN_GRAPH_TYPES)
def test_every_type_of_open_graph_has_its_feature(kind: str) -> None:
    named = page_features(lines_of(page("text", f"<meta property=og:type content={kind}>")))
    assert {name for name in named if name.startswith(("schema", "open_graph")) and named[name]} == {
        f"open_graph_{kind}"
    }


@pytest.mark.parametrize("tag", COUNTED_TAGS)
def test_every_counted_tag_has_its_feature(tag: str) -> None:
    around = ("<table><tr>", "</table>") if tag == "td" else ("", "")
    named = page_features(lines_of(page(f"text{around[0]}{f'<{tag}></{tag}>' * 3}{around[1]}")))
    counted = {name: value for name, value in named.items() if name.startswith("count_") and value}
    assert counted == pytest.approx({f"count_{tag}": math.log(4)})


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("", {"is_home"}),
        ("thread", {"url_forum"}),
        ("dp/x", {"url_product"}),
        ("wiki", {"url_documentation"}),
        ("blog", {"url_article"}),
        ("browse", {"url_listing"}),
        ("pricing", {"url_service"}),
        ("x?y=z", {"has_query"}),
    ],
)
def test_every_kind_of_address_has_its_feature(path: str, names: set[str]) -> None:
    named = page_features(lines_of(page("text", url=f"https://example.org/{path}")))
    flags = {name for name in ADDRESS_FEATURES if not name.startswith("path_") and named[name]}
    assert flags == names
    assert (named["path_parts"], named["path_hyphens"]) == (1 + path.count("/"), 0)


def test_what_is_searched_is_bounded() -> None:
    """Very many lines, each looked for in a very long text, would take minutes: 2²⁷ bytes are searched in all."""
    said = "so it is: nobody said of it " * 700 + "what nobody said of lights"
    declares = f'<script type="application/ld+json">{{"articleBody": "{said}"}}</script>'
    assert 2**27 / MAX_LINES < len(said) < 2**27 / 100

    def in_body(lines: int) -> list[float]:
        body = "<p>what nobody said of ferries</p>" * (lines - 1) + "<p>what nobody said of lights</p>"
        return line_features(lines_of(page(body, declares)))["in_body"]

    assert in_body(100) == [*[0] * 99, 1]
    assert in_body(MAX_LINES) == [0] * MAX_LINES
