"""Table 1 and the error of the tree, on pages made for it."""

import json
import math
import time
from pathlib import Path

import pytest

from ridgeline.errors import OptionError
from ridgeline.lab.metrics import CleanEvalScore, Range, summarise_cleaneval
from ridgeline.lab.study.ice_systems import (
    BEST_ON,
    PAPER_BLOCKS,
    SYSTEMS,
    TABLE_1,
    Origin,
    Outcome,
    System,
    check,
    draw,
    measure,
    pages_without_query,
    shares_of_best,
    steps,
    tree_errors,
)
from ridgeline.lab.training.ice.evolution_settings import Settings

from ..training.ice.pages import records

BY_TITLE = {system.title: system for system in SYSTEMS}
SHORT = Settings(population=4, generations=1)


def test_the_paper_s_table_is_consistent() -> None:
    """The combined average is the mean of the other two, but for the rounding; and there are 5866 blocks."""
    for row in TABLE_1.values():
        mean = (row.text_alignment.average + row.text_only.average) / 2
        assert row.combined.average == pytest.approx(mean, abs=0.0011)
    assert sum(PAPER_BLOCKS.values()) == 5866
    assert sum(BEST_ON.values()) == pytest.approx(0.99)
    assert {system.paper for system in SYSTEMS} == {*TABLE_1, None}


def test_summaries() -> None:
    scores = [CleanEvalScore(1.0, 0.5, 0.1), CleanEvalScore(0.5, 0.3, 0.3)]
    summary = summarise_cleaneval(scores)
    assert summary.text_only == Range(0.5, 1.0, 0.75)
    assert summary.text_alignment.average == pytest.approx(0.3)
    assert (summary.combined.minimum, summary.combined.maximum) == pytest.approx((0.4, 0.65))
    with pytest.raises(OptionError):
        summarise_cleaneval([])


def test_trained_systems_are_scored_on_unseen_pages() -> None:
    pages = records(6)
    tree = measure(BY_TITLE["ice-tree"], pages, folds=3)
    assert len(tree.fold_models) == 3
    assert set(tree.documents) == {page.id for page in pages}
    seen = measure(BY_TITLE["ice-tree (seen)"], pages)
    assert len(seen.fold_models) == 1
    baseline = measure(BY_TITLE["ice-baseline"], pages)
    assert baseline.fold_models == []
    assert baseline.summary.combined.average < tree.summary.combined.average <= seen.summary.combined.average
    assert 0 < baseline.word_f1 < tree.word_f1


def test_steps_are_counted() -> None:
    pages = records(4)
    for title in ("ice-lm", "ice-elaborate", "ice-ga (lengths)"):
        taken: list[None] = []
        outcome = measure(BY_TITLE[title], pages, folds=2, settings=SHORT, on_step=lambda: taken.append(None))  # noqa: B023
        assert len(taken) == steps(BY_TITLE[title], pages, 2, SHORT)
        assert len(outcome.fold_models) == 2
        json.dumps(outcome.as_dict())


def test_the_budget_of_the_genetic_algorithm_is_kept() -> None:
    pages = records(4)
    taken: list[None] = []
    settings = Settings(population=4, generations=10**5, budget_seconds=2.0)
    started = time.monotonic()
    found = measure(BY_TITLE["ice-ga"], pages, folds=2, settings=settings, on_step=lambda: taken.append(None))
    assert time.monotonic() - started < 60
    assert len(taken) == steps(BY_TITLE["ice-ga"], pages, 2, settings)
    assert all("after" in model for model in found.fold_models)


def outcome(title: str, origin: Origin, *combined: float) -> Outcome:
    documents = {str(number): {"combined": value} for number, value in enumerate(combined)}
    empty = summarise_cleaneval([CleanEvalScore(0, 0, 0)])
    return Outcome(System(title, title, origin, "ice_bl"), empty, 0.0, documents)


def test_shares_of_best() -> None:
    rows = [
        outcome("one", Origin.FIXED, 0.1, 0.5, 0.3, 0.0),
        outcome("two", Origin.UNSEEN, 0.2, 0.5, 0.2, 0.1),
        outcome("cheat", Origin.SEEN, 1.0, 1.0, 1.0, 1.0),
    ]
    assert shares_of_best(rows) == pytest.approx({"one": 0.375, "two": 0.625})
    assert shares_of_best([]) == {}


def test_the_errors_of_the_tree() -> None:
    errors = tree_errors(records(6), folds=3)
    assert errors.blocks == {"h": 6, "l": 12, "p": 12, "n": 30}
    assert errors.seen == 0
    assert 0 <= errors.by_sites <= 1
    assert not math.isnan(errors.by_blocks)


def test_pages_without_a_query() -> None:
    made = records(2)
    bare = type(made[0])("bare", "<p>One two three</p>", "x", marked="<p>x")
    assert pages_without_query([*made, bare]) == 1


def test_pages_that_the_study_cannot_use() -> None:
    made = records(3)
    with pytest.raises(OptionError, match="CleanEval"):
        check([type(made[0])("bare", "<p>One", "One")], 2)
    with pytest.raises(OptionError, match="folds"):
        check(made, 4)


def test_drawing(tmp_path: Path) -> None:
    pages = records(3)
    draw([measure(BY_TITLE[title], pages) for title in ("ice-baseline", "ice-heuristic")], tmp_path / "all.svg")
    assert "ice-heuristic" in (tmp_path / "all.svg").read_text(encoding="utf-8")
