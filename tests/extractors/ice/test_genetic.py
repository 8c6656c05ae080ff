"""Expressions that stay valid, pages written out, fitness, evolution, and no candidate that hangs."""

import time
from pathlib import Path
from random import Random

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline.errors import ModelError
from ridgeline.extractors.ice.evolution import Generation, Settings, evolve, match, sample, write
from ridgeline.extractors.ice.expressions import (
    LENGTH_LITERALS,
    LITERALS,
    MAX_DEPTH,
    MAX_NODES,
    Expression,
    cross,
    from_json,
    mutate,
    random_candidate,
    to_json,
)
from ridgeline.extractors.ice.genetic import STOPPED, Genetic, evolve_on

from ...pages import AWKWARD, page, texts
from .pages import SENTENCES, pages_with_gold


def literal(text: str) -> Expression:
    return Expression("literal", text=text)


ALL_TEXT = Expression("capturing", (literal("[^<>]+"),))
PARAGRAPHS = Expression("non-capturing", (literal("<p>"), ALL_TEXT))
HANGS = Expression(  # every way to cut the text into words is tried
    "non-capturing", (*[Expression("capturing", (literal(".*?"), literal(r"\w*?")))] * 10, literal(r"\d+"))
)


def test_expressions() -> None:
    tree = Expression(
        "non-capturing", (literal("<p>"), Expression("capturing", (Expression("or", (literal(r"\w+"), literal("."))),)))
    )
    assert str(tree) == r"(?:<p>((?:\w+|.)))"
    assert (tree.size, tree.depth, tree.captures) == (6, 4, True)
    assert from_json(to_json(tree)) == tree
    assert to_json(tree) == {"non-capturing": ["<p>", {"capturing": [{"or": [r"\w+", "."]}]}]}


@pytest.mark.parametrize("text", LITERALS + LENGTH_LITERALS)
def test_every_literal_is_valid(text: str) -> None:
    regex.compile(text)


@given(st.integers(0, 10_000))
def test_chance_makes_only_valid_expressions(seed: int) -> None:
    chance = Random(seed)
    first, second = random_candidate(chance), random_candidate(chance, LITERALS + LENGTH_LITERALS)
    for candidate in (first, cross(first, second, chance), mutate(first, chance), mutate(second, chance)):
        compiled = regex.compile(str(candidate))
        assert compiled.groups == sum(node.kind == "capturing" for node in candidate.nodes()) > 0
        assert candidate.size <= MAX_NODES
        assert candidate.depth <= MAX_DEPTH
        assert from_json(to_json(candidate)) == candidate


@pytest.mark.parametrize("wrong", [None, 3, [], {}, {"capturing": []}, {"maybe": ["."]}, "(", {"or": ["."], "x": []}])
def test_what_is_no_expression_is_said(wrong: object) -> None:
    with pytest.raises(ModelError):
        from_json(wrong)


def test_a_page_is_written_out() -> None:
    made = page(
        '<div class="x">1 &lt; 2<br>two <b>words</b></div><script>var x</script><img src=a><svg><text>no</text></svg>'
    )
    written = write(made)
    assert written.html == ("<html><head><body><div>1 &lt; 2<br>two <b>words</b></div><script><img><svg></body></html>")
    assert [written.html[start:end] for start, end in zip(written.starts, written.ends, strict=True)] == [
        *("1 &lt; 2", "two ", "words", "", ""),
    ]


@pytest.mark.parametrize("html", AWKWARD.values(), ids=AWKWARD.keys())
def test_every_leaf_has_its_place(html: str) -> None:
    made = ridgeline.parse(html)
    written = write(made)
    assert len(written.starts) == len(made.leaves)
    shown = [written.html[start:end].split() for start, end in zip(written.starts, written.ends, strict=True)]
    plain = [text.replace("\x07", "").replace("\x1b", "").replace("\ud83d", "").split() for text in made.leaf_text]
    assert shown == plain


def test_what_is_captured_is_kept() -> None:
    made = page("<div>Menu</div><p>One <b>two</b> three</p><p>Four</p>")
    answer = Genetic(PARAGRAPHS).extract(made)
    assert [texts(made)[leaf] for leaf in answer.keep] == ["One", "Four"]
    assert answer.cleaneval == "<p>One\n\n<p>Four"
    assert Genetic(ALL_TEXT).extract(made).cleaneval == ridgeline.load("ice-baseline").extract(made).cleaneval


def test_fitness_by_hand() -> None:
    made = sample(page("<div>Menu the</div><p>The ferry the ferry</p>"), "The ferry. The mail")
    everything = match(ALL_TEXT, made.html, 1.0)
    # the, the, ferry are right; Menu, a third the and a second ferry are in excess
    assert made.fitness(everything.covered) == 2 * 3 - 3
    assert made.fitness(match(PARAGRAPHS, made.html, 1.0).covered) == 2 * 3 - 1
    assert made.fitness(everything.covered & False) == 0


def test_a_word_that_is_captured_in_part_is_none() -> None:
    made = sample(page("<p>ferry"), "ferry")
    assert made.fitness(match(Expression("capturing", (literal("<p>"), literal("."))), made.html, 1.0).covered) == 0


def test_no_candidate_hangs() -> None:
    html = "word " * 20_000
    started = time.process_time()
    kept = match(HANGS, html, 0.2)
    assert not kept.is_complete
    assert time.process_time() - started < 5
    answer = Genetic(HANGS, timeout_seconds=0.2).extract(page(f"<p>{html}</p>"))
    assert answer.remarks == (STOPPED,)


def test_evolution_is_seeded_and_reported() -> None:
    pages, gold = pages_with_gold(3)
    settings = Settings(population=12, generations=4, seed=3)
    reports: list[Generation] = []
    best = evolve_on(pages, gold, settings, reports.append)
    assert evolve_on(pages, gold, settings) == best
    assert [report.number for report in reports] == [0, 1, 2, 3, 4]
    assert reports[-1].best == best
    # the fittest survive
    assert [report.fitness for report in reports] == sorted(report.fitness for report in reports)
    assert reports[-1].fitness > 0


def test_lengths_are_an_option() -> None:
    assert set(Settings(lengths=True).literals) - set(Settings().literals) == set(LENGTH_LITERALS)


def test_a_population_of_the_unfit_is_no_error() -> None:
    pages, _ = pages_with_gold(1)
    settings = Settings(population=3, generations=1, timeout_seconds=0.0)
    best = evolve([sample(pages[0], SENTENCES[0])], settings)
    assert best.captures


def test_an_expression_is_saved_and_read(tmp_path: Path) -> None:
    Genetic(PARAGRAPHS).save(tmp_path / "model.json")
    assert Genetic.load(tmp_path / "model.json").expression == PARAGRAPHS
