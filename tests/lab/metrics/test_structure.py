"""Agreement of structured texts, kind by kind, with figures worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.lab.metrics import structure
from ridgeline.lab.metrics.structure import (
    CodeBlock,
    Heading,
    Scores,
    Structure,
    Table,
    code_score,
    formula_score,
    heading_score,
    kept_shares,
    plain_tex,
    structure_scores,
    table_score,
)

FULL = Structure(
    words=("the", "ferry", "leaves"),
    headings=((1, "the ferry"), (2, "fares")),
    items=((1, "bread"), (2, "rye")),
    tables=((("year", "rain"), ("2019", "812")),),
    code=(("python", "print(1)\n    return\n"),),
    formulas=("x^2",),
    images=("https://ferry.example/boat.png",),
    links=(("fares", "https://ferry.example/fares"),),
    quotes=("all", "aboard"),
    emphasis=(("strong", "nine"), ("em", "sharp")),
    footnotes=(("1", "tide"),),
    callouts=(("note", "mind"),),
    captions=(("https://ferry.example/boat.png", "ferry leaves"),),
    tasks=((True, "bread"), (False, "rye")),
    players=("ogfYd705cRs",),
    terms=("tide",),
    references=("",),
    boxed=("mind",),
    authors=("the ferry",),
)
BOTH = (structure_scores, kept_shares)


@pytest.mark.parametrize("measure", BOTH)
def test_a_text_agrees_with_itself(measure: object) -> None:
    assert callable(measure)
    assert set(measure(FULL, FULL).values()) == {1.0}


@pytest.mark.parametrize("measure", BOTH)
def test_nothing_found_scores_nothing(measure: object) -> None:
    assert callable(measure)
    assert {score for kind, score in measure(Structure(), FULL).items() if kind != "captions"} == {0.0}


@pytest.mark.parametrize("measure", BOTH)
def test_kinds_that_neither_text_has_are_not_scored(measure: object) -> None:
    assert callable(measure)
    assert set(measure(Structure(), Structure()).values()) == {None}


def test_captions_count_where_their_images_were_kept() -> None:
    assert kept_shares(Structure(words=("ferry", "leaves")), FULL)["captions"] is None
    assert kept_shares(Structure(words=("ferry", "stays"), images=FULL.images), FULL)["captions"] == 0.0
    assert kept_shares(Structure(words=("a", "ferry", "leaves"), images=FULL.images), FULL)["captions"] == 1.0


def test_elements_too_many_count_in_the_agreement_but_not_in_the_kept_share() -> None:
    assert set(structure_scores(FULL, Structure()).values()) == {0.0}
    gold = Structure(items=((1, "bread"),))
    assert structure_scores(FULL, gold)["list items"] == pytest.approx(2 / 3)  # precision 1/2, recall 1
    assert kept_shares(FULL, gold)["list items"] == 1.0


@pytest.mark.parametrize(
    ("found", "gold", "expected"),
    [
        ([(2, "fares")], [(2, "fares"), (2, "times")], 0.5),  # one of two is missing
        ([(3, "fares")], [(2, "fares")], 0.5),  # another level
        ([(2, "fare")], [(2, "fares")], 1 - 0.5 / 5),  # one letter of five, which is half of the change
        ([(2, "b"), (2, "a")], [(2, "a"), (2, "b")], 0.5),  # the wrong order: both words changed, at half each
        ([(1, "aa"), (2, "fares")], [(2, "fares")], 0.5),  # one too many
    ],
)
def test_headings_by_hand(found: list[Heading], gold: list[Heading], expected: float) -> None:
    assert heading_score(found, gold) == pytest.approx(expected)


TABLE: Table = (("year", "rain"), ("2019", "812"))  # 1 table, 2 rows and 4 cells: 7 nodes


@pytest.mark.parametrize(
    ("found", "gold", "expected"),
    [
        ([TABLE], [TABLE], 1.0),
        ([TABLE[:1]], [TABLE], 1 - 3 / 7),  # a row and its two cells are missing
        ([(("year", "rain"), ("2019", ""))], [TABLE], 1 - 1 / 7),  # a cell without its text
        ([(("year", "rain"), ("2019", "81"))], [TABLE], 1 - (1 / 3) / 7),  # a cell with two of its three digits
        ([(("year",), ("2019",))], [TABLE], 1 - 2 / 7),  # a column is missing
        ([TABLE, TABLE], [TABLE], 0.5),
        ([TABLE], [TABLE, TABLE], 0.5),
    ],
)
def test_tables_by_hand(found: list[Table], gold: list[Table], expected: float) -> None:
    assert table_score(found, gold) == pytest.approx(expected)


def test_huge_tables_are_compared_by_their_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(structure, "MAX_CELL_PAIRS", 0)
    assert table_score([TABLE[:1]], [TABLE]) == pytest.approx(2 / 3)  # precision 1, recall 2/4


@pytest.mark.parametrize(
    ("found", "gold", "expected"),
    [
        ([("", "a = 1\n")], [("python", "a = 1")], 1.0),  # the language is scored by itself
        ([("", "a = 1   \n\n")], [("", "a = 1")], 1.0),
        ([("", "if a:\nb()")], [("", "if a:\n    b()")], 1 - 4 / 13),  # the indentation is lost
        ([("", "ab")], [("", "a\nb")], 1 - 1 / 3),  # the line end is lost
        ([("", "ab"), ("", "cd")], [("", "ab")], 1 - 3 / 5),  # a block too many, and the line end before it
    ],
)
def test_code_by_hand(found: list[CodeBlock], gold: list[CodeBlock], expected: float) -> None:
    assert code_score(found, gold) == pytest.approx(expected)


def test_formulas_by_hand() -> None:
    assert formula_score(["x^2"], ["x^2"]) == 1.0
    assert formula_score(["x2"], ["x^2"]) == pytest.approx(2 / 3)
    assert formula_score(["x", "y"], ["x"]) == pytest.approx(1 / 3)  # "x", a line end and "y" against "x"


@pytest.mark.parametrize(
    ("tex", "plain"),
    [
        (r"{\displaystyle x ^ 2}", "x^2"),
        (r"{a}+{b}", "{a}+{b}"),
        (r"a\_i", "a_i"),
        (r"\{a\}", r"\{a\}"),
        ("{unclosed", "{unclosed"),
        ("", ""),
    ],
)
def test_plain_tex(tex: str, plain: str) -> None:
    assert plain_tex(tex) == plain


def scores_of_languages(found: str, gold: str) -> Scores:
    return structure_scores(Structure(code=((found, "x"),)), Structure(code=((gold, "x"),)))


@pytest.mark.parametrize(
    ("found", "gold", "expected"),
    [
        ("python", "python", 1.0),
        ("py", "python", 1.0),
        ("js", "python", 0.0),
        ("", "python", 0.0),
        ("python", "", 0.0),
        ("text", "", None),
    ],
)
def test_languages(found: str, gold: str, expected: float | None) -> None:
    assert scores_of_languages(found, gold)["languages"] == expected


def test_items_have_a_depth_in_the_agreement_only() -> None:
    found, gold = Structure(items=((1, "rye"),)), Structure(items=((2, "rye"),))
    assert structure_scores(found, gold)["list items"] == 0.0
    assert kept_shares(found, gold)["list items"] == 1.0


def test_kept_headings_come_in_order() -> None:
    gold = Structure(headings=((2, "a"), (2, "b"), (2, "c"), (2, "d")))
    found = Structure(headings=((2, "b"), (2, "a"), (2, "c"), (2, "a")))
    assert kept_shares(found, gold)["headings"] == 0.5  # b and c, or a and c


def test_the_headline_is_kept_at_any_level_and_other_headings_are_not() -> None:
    gold = Structure(headings=((2, "the ferry"), (3, "fares")))
    assert kept_shares(Structure(headings=((1, "the ferry"), (3, "fares"))), gold)["headings"] == 1.0
    assert kept_shares(Structure(headings=((1, "the ferry"), (2, "fares"))), gold)["headings"] == 0.5


def test_kept_rows_ignore_empty_cells_and_repeated_ones() -> None:
    gold = Structure(tables=((("both years", "both years"), ("", "812"), ("2019", "790")),))
    found = Structure(tables=((("both years",), ("812", "")),))
    assert kept_shares(found, gold)["table rows"] == pytest.approx(2 / 3)


def test_kept_lines_of_code_mind_their_indentation() -> None:
    gold = Structure(code=(("", "if a:\n    b()\n\n"),))
    assert kept_shares(Structure(code=(("", "if a:  \nb()"),)), gold)["code lines"] == 0.5


def test_prompts_and_line_numbers_are_no_code() -> None:
    gold = Structure(code=(("", "1\n2\n"), ("", ">>> f(1)\n...     g()\n$ ls\n$HOME\n7\n")))
    assert gold.code_lines == ["f(1)", "    g()", "ls", "$HOME", "7"]


WORDS = st.sampled_from(["a", "b", "ferry"])
TABLES = st.lists(st.lists(st.lists(WORDS, max_size=3).map(tuple), max_size=3).map(tuple), max_size=3)
STRUCTURES = st.builds(
    Structure,
    words=st.lists(WORDS).map(tuple),
    headings=st.lists(st.tuples(st.integers(1, 3), WORDS), max_size=4).map(tuple),
    items=st.lists(st.tuples(st.integers(1, 3), WORDS), max_size=4).map(tuple),
    tables=TABLES.map(tuple),
    code=st.lists(st.tuples(WORDS, WORDS), max_size=2).map(tuple),
    formulas=st.lists(WORDS, max_size=2).map(tuple),
    images=st.lists(WORDS, max_size=2).map(tuple),
)


@given(STRUCTURES, STRUCTURES)
def test_scores_lie_between_nothing_and_all(found: Structure, gold: Structure) -> None:
    for measure in (structure_scores, kept_shares):
        assert all(score is None or 0 <= score <= 1 for score in measure(found, gold).values())
    assert structure_scores(found, gold) == pytest.approx(structure_scores(gold, found))
    assert set(structure_scores(gold, gold).values()) <= {None, 1.0}


def test_authors_are_named_as_often_as_they_post() -> None:
    gold = Structure(authors=("ann", "ann", "bo"))
    assert kept_shares(Structure(words=("ann", "says", "anna")), gold)["authors"] == pytest.approx(1 / 3)
    assert kept_shares(Structure(words=("bo", "ann", "ann", "ann")), gold)["authors"] == 1.0
