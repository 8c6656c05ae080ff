"""The elements that are read from Markdown, the same for every writer."""

import pytest

from ridgeline.lab.metrics import split_words
from ridgeline.lab.metrics.markdown_structure import folded_words, read_markdown_structure, resolve_address
from ridgeline.lab.metrics.structure import Structure

URL = "https://ferry.example/news/today"


def read(markdown: str) -> Structure:
    return read_markdown_structure(markdown, split_words, URL)


def test_words_are_those_that_a_reader_sees() -> None:
    found = read(
        "# The *ferry*\n\nIt [leaves](/times) at `nine` ![a boat](/boat.png)<br>sharp, 10<sup>3</sup> times.\n"
    )
    assert found.words == ("the", "ferry", "it", "leaves", "at", "nine", "sharp", "103", "times")


def test_raised_digits_are_plain_ones_and_control_characters_nothing() -> None:
    assert folded_words(split_words, "m² of CO₂, in\x92formal") == ["m2", "of", "co2", "informal"]


@pytest.mark.parametrize(
    ("markdown", "headings"),
    [
        ("# The ferry\n\n## [Fares](/fares) of *2026*\n", ((1, "the ferry"), (2, "fares of 2026"))),
        ("The ferry\n===\n", ((1, "the ferry"),)),
        ("**Fares**\n", ()),  # bold text is no heading
        ("    # code\n", ()),
    ],
)
def test_headings(markdown: str, headings: tuple[tuple[int, str], ...]) -> None:
    assert read(markdown).headings == headings


@pytest.mark.parametrize(
    ("markdown", "items"),
    [
        ("- bread\n- milk\n", ((1, "bread"), (1, "milk"))),
        ("* bread\n  * rye\n", ((1, "bread"), (2, "rye"))),
        ("1. one\n   - two\n\n     more\n", ((1, "one"), (2, "two more"))),
        ("1. one\n  - two\n", ((1, "one"), (1, "two"))),  # two spaces do not nest under a number
        ("- [x] done\n- [ ] to do\n", ((1, "done"), (1, "to do"))),
        ("- ![only](/an-image.png)\n", ()),
    ],
)
def test_items(markdown: str, items: tuple[tuple[int, str], ...]) -> None:
    assert read(markdown).items == items


def test_tables() -> None:
    found = read("| Year | Rain |\n| --- | ---: |\n| 2019 | **812** mm |\n| 2020 |  |\n")
    assert found.tables == ((("year", "rain"), ("2019", "812 mm"), ("2020", "")),)
    assert read("| Year | Rain |\n").tables == ()  # no line of dashes, no table


def test_code() -> None:
    found = read("```Python title=x\nif a:\n    b()\n```\n\n    indented\n")
    assert found.code == (("python", "if a:\n    b()\n"), ("", "indented\n"))
    assert read("`inline`\n").code == ()


@pytest.mark.parametrize(
    ("markdown", "formulas"),
    [
        ("so $x^2$ is\n", ("x^2",)),
        ("$$\nx = {\\displaystyle y}\n$$\n", ("x={y}",)),
        ("\\\\(a_1\\\\) and \\(b\\_2\\)\n", ("a_1", "b_2")),
        ("\\[\na + b\n\\]\n", ("a+b",)),
        ("a note\\[1\\] and another\\[2\\]\n", ()),  # escaped brackets
        ("$5 and $10\n", ()),
        ("\\$x\\$ and `$x$`\n", ()),
        ("    $x$\n", ()),
    ],
)
def test_formulas(markdown: str, formulas: tuple[str, ...]) -> None:
    assert read(markdown).formulas == formulas


def test_addresses_are_resolved() -> None:
    found = read("[All *fares*](/fares), [times](times%20now) [![](boat.png)](/boat)\n")
    assert found.links == (
        ("all", "https://ferry.example/fares"),
        ("fares", "https://ferry.example/fares"),
        ("times", "https://ferry.example/news/times now"),
    )
    assert found.images == ("https://ferry.example/news/boat.png",)


def test_an_address_that_is_none_stays() -> None:
    assert resolve_address(URL, "http://[broken") == "http://[broken"
    assert resolve_address(None, "/fares") == "/fares"
    assert len(resolve_address(URL, "data:" + "a" * 10_000)) == 2000


def test_quotes_are_read_once() -> None:
    assert read("> all\n> > aboard\n\nnow\n").quotes == ("all", "aboard")


def test_emphasis_is_read_outside_headings() -> None:
    found = read(
        "# The **ferry**\n\n**At *nine***, _sharp_ ***and* not** before\n\n| **Year** |\n| --- |\n| *2019* |\n"
    )
    assert found.emphasis == (
        ("strong", "at"),
        ("strong", "nine"),
        ("em", "nine"),
        ("em", "sharp"),
        ("strong", "and"),
        ("strong", "not"),
        ("em", "and"),
        ("em", "2019"),
    )


@pytest.mark.parametrize(
    "markdown", ["", "> " * 3000 + "deep", "- " * 3000 + "deep", "[" * 3000, "$`" * 3000, "\\(" * 3000]
)
def test_hostile_markdown_is_read(markdown: str) -> None:
    assert isinstance(read(markdown), Structure)


def test_footnotes_and_callouts() -> None:
    found = read("A line[^a].\n\n> [!NOTE]\n> Mind the gap.\n\n> [a] No callout.\n\n[^a]: Of the ferry.\n")
    assert found.footnotes == (("a", "of"), ("a", "the"), ("a", "ferry"))
    assert found.callouts == (("note", "mind"), ("note", "the"), ("note", "gap"))


def test_tasks_have_a_state() -> None:
    assert read("- [x] done\n- [ ] to *do*\n- neither\n").tasks == ((True, "done"), (False, "to do"))


def test_players_are_known_by_their_number_or_address() -> None:
    markdown = (
        "[Film](https://www.youtube.com/watch?v=ogfYd705cRs&t=1) <https://youtu.be/ogfYd705cRs> [fares](/fares)"
        " [Part one](/one.mp3?x=1) <https://open.spotify.com/embed/episode/4a?x>"
    )
    number = "ogfYd705cRs"
    assert read(markdown).players == (number, number, "ferry.example/one.mp3", "open.spotify.com/embed/episode/4a")


def test_lines_may_be_terms() -> None:
    assert read("**The tide**\n\nrises  \nand falls\n\n- item\n").terms == ("the tide", "rises", "and falls", "item")


def test_references_and_quoted_words() -> None:
    found = read("bread[^1] and rye[^a]\n\n> [!NOTE]\n> Mind.\n\n[^1]: baked")
    assert found.references == ("", "")
    assert found.boxed == ("note", "mind")
