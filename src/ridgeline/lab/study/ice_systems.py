"""The ICE experiments repeated: Table 1 and the ten-fold error of section 3.3 (Hofmann and Weerkamp).

Table 1 is about the 58 documents of cleaneval-dev, the set that the paper reports on. The paper tuned and trained on
the documents that it scores. Here systems that are trained are scored by cross-validation over sites; `Origin.SEEN`
repeats the paper's procedure for comparison.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import OptionError
from ...extraction import Extractor
from ...extractors.ice.decision_tree import to_figure
from ...extractors.ice.language_model import NO_QUERY, LanguageModel
from ...extractors.ice.tree import CLASSES, SCHEMA
from ...page import Page, parse
from ...registry import load
from ..datasets import Record
from ..evaluation import CrossValidated, Metric, PageResult, Subject, evaluate, split_into_folds
from ..metrics import CleanEvalSummary, Range
from ..plots import COLOURS, drawing
from ..training.ice.c45 import learn
from ..training.ice.evolution_settings import Settings
from ..training.ice.examples import Examples, Rows
from ..training.ice.gold import plain_text
from ..training.ice.thresholds import best_candidate, candidates_of, score_candidates
from ..training.ice.tree import error_rate, fit_tree, labelled_blocks

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FOLDS = 10  # the paper's
SCORES = ("text_alignment", "text_only", "combined")  # in Table 1's order


class Origin(StrEnum):
    """The pages that a system was trained on."""

    FIXED = "not trained"
    UNSEEN = "cross-validated"
    SEEN = "trained on the same pages"


@dataclass(frozen=True, slots=True)
class System:
    """A row of the study."""

    title: str
    extractor: str
    origin: Origin
    paper: str | None = None  # its row in Table 1
    lengths: bool = False  # of ice-ga: with literals that select text by its length
    scripts: bool = False  # the text of scripts is text of the page


SYSTEMS = (
    System("ice-baseline", "ice-baseline", Origin.FIXED, "ice_bl"),
    System("ice-heuristic", "ice-heuristic", Origin.FIXED, "ice_hr"),
    System("ice-elaborate", "ice-elaborate", Origin.UNSEEN),
    System("ice-tree", "ice-tree", Origin.UNSEEN, "ice_dt"),
    System("ice-tree (seen)", "ice-tree", Origin.SEEN, "ice_dt"),
    System("ice-lm", "ice-lm", Origin.UNSEEN, "ice_lm"),
    System("ice-baseline (scripts)", "ice-baseline", Origin.FIXED, "ice_bl", scripts=True),
    System("ice-heuristic (scripts)", "ice-heuristic", Origin.FIXED, "ice_hr", scripts=True),
    System("ice-tree (scripts)", "ice-tree", Origin.UNSEEN, "ice_dt", scripts=True),
    System("ice-tree (scripts, seen)", "ice-tree", Origin.SEEN, "ice_dt", scripts=True),
    System("ice-lm (scripts)", "ice-lm", Origin.UNSEEN, "ice_lm", scripts=True),
    System("ice-ga", "ice-ga", Origin.UNSEEN),
    System("ice-ga (lengths)", "ice-ga", Origin.UNSEEN, lengths=True),
)


def _row(*numbers: float) -> CleanEvalSummary:
    return CleanEvalSummary(*(Range(*(value / 100 for value in numbers[at : at + 3])) for at in (0, 3, 6)))


# Table 1: minimum, maximum and average of text-alignment, text-only and combined score.
TABLE_1 = {
    "ice_bl": _row(17.5, 81.5, 50.7, 0.0, 99.4, 73.7, 16.7, 90.4, 62.2),
    "ice_hr": _row(16.7, 94.0, 58.7, 0.0, 99.8, 78.3, 8.3, 96.3, 68.5),
    "ice_dt": _row(0.0, 86.6, 47.6, 0.0, 98.6, 57.3, 0.0, 92.6, 52.4),
    "ice_lm": _row(0.1, 89.4, 51.4, 0.0, 98.9, 69.9, 0.0, 93.9, 60.6),
}
# Section 4: the share of documents on which each system is the best of the four.
BEST_ON = {"ice_bl": 0.32, "ice_hr": 0.36, "ice_dt": 0.20, "ice_lm": 0.11}
# Section 3.3.
PAPER_ERROR = 0.2257
PAPER_BLOCKS = {"h": 663, "l": 425, "p": 1311, "n": 3467}


# Cross-validation evolves ten expressions, so each has less time than in `ridgeline train ice-ga`.
STUDY_SETTINGS = Settings(population=30, generations=10)
STUDY_BUDGET_SECONDS = 600.0  # of the rows of ice-ga together
_WITH_THRESHOLD = ("ice-elaborate", "ice-lm")
MIN_FOLD_SECONDS = 1.0  # enough to try an expression or two where the time is over


@dataclass(frozen=True, slots=True)
class Outcome:
    """The scores of one system on all documents."""

    system: System
    summary: CleanEvalSummary
    word_f1: float
    documents: dict[str, dict[str, float]]  # by id: the three scores
    fold_models: list[str] = field(default_factory=list)  # a description of the model of each fold

    def as_dict(self) -> dict[str, Any]:
        """Return everything in a form that JSON can hold."""
        return asdict(self)


def check(records: Sequence[Record], folds: int) -> None:
    """Raise OptionError for pages that the study cannot use."""
    if not records or any(record.marked is None for record in records):
        raise OptionError("the study needs pages with gold texts in CleanEval's form (`marked`), such as cleaneval-dev")
    split_into_folds(records, folds)


def steps(system: System, records: Sequence[Record], folds: int, settings: Settings) -> int:
    """Return how often `measure` calls `on_step`."""
    generations = folds * (settings.generations + 1) if system.extractor == "ice-ga" else 0
    return len(records) * (1 + (system.extractor in _WITH_THRESHOLD)) + generations


def measure(
    system: System,
    records: Sequence[Record],
    *,
    folds: int = FOLDS,
    settings: Settings = STUDY_SETTINGS,
    on_step: Callable[[], None] = lambda: None,
) -> Outcome:
    """Score a system on all documents; on_step is called after each, also when it trains, and for each generation.

    The budget of the settings is that of all folds of a GA.
    """
    fold_models: list[str] = []
    if system.extractor == "ice-ga":
        train = _genetic_trainer(records, folds, replace(settings, lengths=system.lengths), fold_models, on_step)
    elif system.extractor in _WITH_THRESHOLD:
        train = _threshold_trainer(system, records, fold_models, on_step)
    else:
        train = _tree_trainer(system, fold_models)
    subject = _subject(system, records, folds, train)
    results: list[PageResult] = []

    def on_result(result: PageResult) -> None:
        results.append(result)
        on_step()

    evaluate([subject], records, metrics=(Metric.WORD, Metric.CLEANEVAL), processes=1, on_result=on_result)
    documents = {result.id: {score: result.figures[f"cleaneval_{score}"] for score in SCORES} for result in results}
    summary = CleanEvalSummary(*(Range.of(figures[score] for figures in documents.values()) for score in SCORES))
    return Outcome(system, summary, fmean(result.figures["word_f1"] for result in results), documents, fold_models)


_Trainer = Callable[[Sequence[Record]], Extractor]


def _subject(system: System, records: Sequence[Record], folds: int, train: _Trainer) -> Subject:
    """Return what `evaluate` scores: an untrained, a cross-validated or a trained extractor."""
    if system.origin is Origin.UNSEEN:
        return CrossValidated(system.extractor, train, folds)
    if system.origin is Origin.SEEN:
        return train(records)
    return load(system.extractor, scripts=True) if system.scripts else system.extractor


def _tree_trainer(system: System, fold_models: list[str]) -> _Trainer:
    """Return a function that trains a tree and appends a description of it to `fold_models`."""

    def train(records: Sequence[Record]) -> Extractor:
        extractor = fit_tree(*_pages_and_gold(records), scripts=system.scripts)
        fold_models.append(f"{sum(1 for _ in extractor.tree.leaves())} leaves")
        return extractor

    return train


def _threshold_trainer(
    system: System, records: Sequence[Record], fold_models: list[str], on_step: Callable[[], None]
) -> _Trainer:
    """Return the same for a system with a threshold: all folds share the scores of a page, which take the time."""
    untrained: Any = load(system.extractor, threshold=0.0, scripts=system.scripts)
    scores: dict[str, list[float]] = {}
    for record in records:
        (scores[record.id],) = score_candidates(untrained, *_pages_and_gold([record]))
        on_step()

    def train(seen: Sequence[Record]) -> Extractor:
        threshold = best_candidate(candidates_of(untrained), [scores[record.id] for record in seen])
        fold_models.append(f"{threshold:g}")
        return load(system.extractor, threshold=threshold, scripts=system.scripts)

    return train


def _genetic_trainer(
    records: Sequence[Record], folds: int, settings: Settings, fold_models: list[str], on_step: Callable[[], None]
) -> _Trainer:
    """Return the same for ice-ga. Every fold gets its share of the time that is left.

    Folds begin with the same population and share most pages: what an expression keeps of a page is computed once.
    """
    from ...extractors.ice.genetic import Genetic  # these need the extra `ice`
    from ..training.ice.evolution import Generation, evolve, make_sample

    pages, gold = _pages_and_gold(records)
    samples = {
        record.id: make_sample(page, plain_text(text)) for record, page, text in zip(records, pages, gold, strict=True)
    }
    deadline = None if settings.budget_seconds is None else time.monotonic() + settings.budget_seconds

    def train(seen: Sequence[Record]) -> Extractor:
        share = None
        if deadline is not None:
            share = max((deadline - time.monotonic()) / (folds - len(fold_models)), MIN_FOLD_SECONDS)
        reports: list[Generation] = []

        def on_generation(generation: Generation) -> None:
            reports.append(generation)
            on_step()

        best = evolve([samples[record.id] for record in seen], replace(settings, budget_seconds=share), on_generation)
        for _ in range(settings.generations + 1 - len(reports)):
            on_step()
        fold_models.append(f"{best} after {reports[-1].number} generations")
        return Genetic(best)

    return train


def _pages_and_gold(records: Sequence[Record]) -> tuple[list[Page], list[str]]:
    return [parse(record.html, url=record.url) for record in records], [record.marked or "" for record in records]


def shares_of_best(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """Return the share of documents on which each system of Table 1 has the best combined score; ties are shared.

    Systems that count the text of scripts are compared with each other.
    """
    with_code = [row for row in outcomes if row.system.scripts]
    return _shares_of_best([row for row in outcomes if not row.system.scripts]) | _shares_of_best(with_code)


def _shares_of_best(outcomes: Sequence[Outcome]) -> dict[str, float]:
    compared = [row for row in outcomes if row.system.paper is not None and row.system.origin is not Origin.SEEN]
    shares = dict.fromkeys((row.system.title for row in compared), 0.0)
    if not compared:
        return shares
    for document in compared[0].documents:
        best = max(row.documents[document]["combined"] for row in compared)
        winners = [row for row in compared if row.documents[document]["combined"] == best]
        for row in winners:
            shares[row.system.title] += 1 / len(winners) / len(compared[0].documents)
    return shares


@dataclass(frozen=True, slots=True)
class TreeErrors:
    """The error rates of the decision tree over blocks."""

    blocks: dict[str, int]  # number by class
    by_blocks: float  # ten-fold, blocks assigned at random: what C4.5 does, and the paper's 22.57 %
    by_sites: float  # ten-fold, no site in two folds
    seen: float  # on the training blocks


def tree_errors(records: Sequence[Record], folds: int = FOLDS, seed: int = 0) -> TreeErrors:
    """Return the error rates of the tree by cross-validation (section 3.3)."""
    pages, gold = _pages_and_gold(records)
    parts = [labelled_blocks(page, text) for page, text in zip(pages, gold, strict=True)]
    examples = Examples.concatenate(parts)
    fold_of_page = np.empty(len(parts), dtype=np.int64)
    for number, positions in enumerate(split_into_folds(records, folds)):
        fold_of_page[positions] = number
    random_fold = np.random.default_rng(seed).permutation(len(examples)) % folds
    counts = np.bincount(examples.labels, minlength=len(CLASSES)).tolist()
    return TreeErrors(
        blocks=dict(zip(CLASSES, counts, strict=True)),
        by_blocks=_mean_error(examples, random_fold, folds),
        by_sites=_mean_error(examples, np.repeat(fold_of_page, [len(part) for part in parts]), folds),
        seen=error_rate(learn(examples), examples),
    )


def _mean_error(examples: Examples, fold: Rows, folds: int) -> float:
    """Return the mean error rate over the folds; `fold` has the fold of each example."""
    errors = []
    for number in range(folds):
        unseen = examples.select(np.flatnonzero(fold == number))
        if len(unseen):
            tree = learn(examples.select(np.flatnonzero(fold != number)))
            errors.append(error_rate(tree, unseen))
    return fmean(errors)


def figure_2(records: Sequence[Record]) -> str:
    """Return the tree trained on all pages, in the layout of Figure 2."""
    return to_figure(fit_tree(*_pages_and_gold(records)).tree, SCHEMA)


def pages_without_query(records: Sequence[Record]) -> int:
    """Return the number of pages from which `ice-lm` cannot build a query."""
    extractor = LanguageModel(threshold=0.0)
    return sum(NO_QUERY in extractor.extract(page).remarks for page in _pages_and_gold(records)[0])


def draw(outcomes: Sequence[Outcome], path: Path) -> None:
    """Draw every document as a dot, the mean of each system as a line, and the paper's mean as a diamond."""
    with drawing(path, columns=len(SCORES), size=(9.6, 0.9 + 0.42 * len(outcomes))) as (_, panels):
        for score, panel in zip(SCORES, panels, strict=True):
            for position, outcome in enumerate(outcomes):
                _draw_row(panel, position, outcome, score)
            panel.set_title(score.replace("_", "-"))
            panel.set_xlim(-2, 102)
            panel.set_yticks(range(len(outcomes)), [outcome.system.title for outcome in outcomes])
            panel.invert_yaxis()
            if panel is not panels[0]:
                panel.set_yticklabels([])
        panels[1].set_xlabel("dots: documents, line: their mean, diamond: the paper's mean (%)")


def _draw_row(panel: "Axes", position: int, outcome: Outcome, score: str) -> None:
    values = [100 * figures[score] for figures in outcome.documents.values()]
    heights = position + np.linspace(-0.25, 0.25, len(values))
    panel.plot(values, heights, ".", color=COLOURS[0], alpha=0.45, markersize=5, markeredgewidth=0)
    mean = 100 * getattr(outcome.summary, score).average
    panel.plot([mean, mean], [position - 0.36, position + 0.36], color=COLOURS[0], linewidth=2)
    if outcome.system.paper is not None:
        paper_mean = 100 * getattr(TABLE_1[outcome.system.paper], score).average
        panel.plot([paper_mean], [position], "D", color=COLOURS[1], markersize=5)
