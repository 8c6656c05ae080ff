"""The genetic algorithm: operators that keep expressions valid, fitness, generations."""

import itertools
from random import Random

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.errors import OptionError
from ridgeline.extractors.ice.expression_match import match
from ridgeline.extractors.ice.expressions import LENGTH_LITERALS, LITERALS, Expression, from_json, to_json
from ridgeline.lab.training.ice import evolution
from ridgeline.lab.training.ice.evolution import Generation, evolve, fit_genetic, make_sample
from ridgeline.lab.training.ice.evolution_settings import Settings
from ridgeline.lab.training.ice.variation import MAX_DEPTH, MAX_NODES, cross, mutate, random_candidate

from ....extractors.ice.candidates import ALL_TEXT, PARAGRAPHS, literal
from ....extractors.ice.pages import SENTENCES
from ....pages import page
from .pages import pages_with_gold


@given(st.integers(0, 10_000))
def test_operators_make_only_valid_expressions(seed: int) -> None:
    random = Random(seed)
    first, second = random_candidate(random), random_candidate(random, LITERALS + LENGTH_LITERALS)
    for candidate in (first, cross(first, second, random), mutate(first, random), mutate(second, random)):
        compiled = regex.compile(str(candidate))
        assert compiled.groups == sum(node.kind == "capturing" for node in candidate.nodes()) > 0
        assert candidate.size <= MAX_NODES
        assert candidate.depth <= MAX_DEPTH
        assert from_json(to_json(candidate)) == candidate


def test_fitness_by_hand() -> None:
    sample = make_sample(page("<div>Menu the</div><p>The ferry the ferry</p>"), "The ferry. The mail")
    everything = match(ALL_TEXT, sample.html, 1.0)
    # the, the, ferry are right; Menu, a third the and a second ferry are in excess
    assert sample.fitness(everything.mask) == 2 * 3 - 3
    assert sample.fitness(match(PARAGRAPHS, sample.html, 1.0).mask) == 2 * 3 - 1
    assert sample.fitness(everything.mask & False) == 0


def test_a_partly_captured_word_does_not_count() -> None:
    sample = make_sample(page("<p>ferry"), "ferry")
    first_letter = Expression("capturing", (literal("<p>"), literal(".")))
    assert sample.fitness(match(first_letter, sample.html, 1.0).mask) == 0


def test_a_page_without_words_has_no_fitness() -> None:
    sample = make_sample(page("<img src=x>"), "ferry")
    assert sample.fitness(match(ALL_TEXT, sample.html, 1.0).mask) == 0


def test_evolution_is_seeded_and_reported() -> None:
    pages, gold = pages_with_gold(3)
    settings = Settings(population=12, generations=4, seed=3)
    reports: list[Generation] = []
    best = fit_genetic(pages, gold, settings=settings, on_generation=reports.append).expression
    assert fit_genetic(pages, gold, settings=settings).expression == best
    assert [report.number for report in reports] == [0, 1, 2, 3, 4]
    assert reports[-1].best == best
    # the fittest survive
    assert [report.fitness for report in reports] == sorted(report.fitness for report in reports)
    assert reports[-1].fitness > 0


def test_a_budget_ends_the_evolution(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = itertools.count()
    monkeypatch.setattr(evolution, "_clock", lambda: float(next(ticks)))
    pages, gold = pages_with_gold(3)
    reports: list[Generation] = []
    settings = Settings(population=12, generations=10**6, seed=3, budget_seconds=100.0)
    best = fit_genetic(pages, gold, settings=settings, on_generation=reports.append).expression
    assert next(ticks) < 200
    assert 0 < reports[-1].number < 50
    # Candidates that were not tried in time do not replace the fittest.
    assert best == reports[-1].best
    assert [report.fitness for report in reports] == sorted(report.fitness for report in reports)


def test_a_page_is_matched_once_for_an_expression(monkeypatch: pytest.MonkeyPatch) -> None:
    sample = make_sample(page("<p>The ferry"), "The ferry")
    assert sample.points(PARAGRAPHS, 1.0) == 4
    monkeypatch.setattr(evolution, "match", None)
    assert sample.points(PARAGRAPHS, 1.0) == 4


def test_length_literals_are_an_option() -> None:
    assert set(Settings(lengths=True).literals) - set(Settings().literals) == set(LENGTH_LITERALS)


@pytest.mark.parametrize("wrong", [{"population": 1}, {"generations": -1}, {"budget_seconds": 0}])
def test_wrong_settings_are_errors(wrong: dict[str, int]) -> None:
    with pytest.raises(OptionError, match=r"population|budget_seconds"):
        Settings(**wrong)  # type: ignore[arg-type]


def test_a_population_that_always_times_out_is_no_error() -> None:
    pages, _ = pages_with_gold(1)
    settings = Settings(population=3, generations=1, timeout_seconds=0.0)
    assert evolve([make_sample(pages[0], SENTENCES[0])], settings).captures


def test_every_page_needs_a_gold_text() -> None:
    pages, gold = pages_with_gold(2)
    with pytest.raises(OptionError, match="gold text"):
        fit_genetic(pages, gold[:1])
