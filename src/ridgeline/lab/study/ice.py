"""ICE at CleanEval, measured again: Table 1 and the ten-fold error of section 3.3 (Hofmann and Weerkamp).

Table 1 is made of the 58 documents of cleaneval-dev, the set that the paper reports on. The paper tuned and trained on
the very documents that it scores: its tree has seen every one of them. Here whatever learns is scored by
cross-validation over sites; `Origin.SEEN` repeats what the paper did, so that both can be compared.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from ...errors import OptionError
from ...extraction import Extractor
from ...extractors.ice import c45, tree
from ...extractors.ice.elaborate import Elaborate
from ...extractors.ice.language_model import NO_QUERY, LanguageModel
from ...page import Page, parse
from ..datasets import Record
from ..evaluate import CrossValidated, Metric, PageResult, Subject, evaluate, split_into_folds
from ..metrics import CleanEvalSummary, Range
from ..plots import COLOURS, drawing

FOLDS = 10  # the paper's
SCORES = ("text_alignment", "text_only", "combined")  # in Table 1's order


class Origin(StrEnum):
    """Where the numbers of a system come from."""

    FIXED = "nothing is learnt"
    UNSEEN = "cross-validated"
    SEEN = "learnt from the same pages"


@dataclass(frozen=True, slots=True)
class System:
    """A row of the study."""

    title: str
    extractor: str
    origin: Origin
    paper: str | None = None  # its row in Table 1
    lengths: bool = False  # of ice-ga: with literals that say what is long


SYSTEMS = (
    System("ice-baseline", "ice-baseline", Origin.FIXED, "ice_bl"),
    System("ice-heuristic", "ice-heuristic", Origin.FIXED, "ice_hr"),
    System("ice-elaborate", "ice-elaborate", Origin.UNSEEN),
    System("ice-tree", "ice-tree", Origin.UNSEEN, "ice_dt"),
    System("ice-tree (seen)", "ice-tree", Origin.SEEN, "ice_dt"),
    System("ice-lm", "ice-lm", Origin.UNSEEN, "ice_lm"),
    System("ice-ga", "ice-ga", Origin.UNSEEN),
    System("ice-ga (lengths)", "ice-ga", Origin.UNSEEN, lengths=True),
)


def _row(*numbers: float) -> CleanEvalSummary:
    return CleanEvalSummary(*(Range(*(value / 100 for value in numbers[at : at + 3])) for at in (0, 3, 6)))


# Table 1: least, greatest and mean of text-alignment, text-only and combined score.
TABLE_1 = {
    "ice_bl": _row(17.5, 81.5, 50.7, 0.0, 99.4, 73.7, 16.7, 90.4, 62.2),
    "ice_hr": _row(16.7, 94.0, 58.7, 0.0, 99.8, 78.3, 8.3, 96.3, 68.5),
    "ice_dt": _row(0.0, 86.6, 47.6, 0.0, 98.6, 57.3, 0.0, 92.6, 52.4),
    "ice_lm": _row(0.1, 89.4, 51.4, 0.0, 98.9, 69.9, 0.0, 93.9, 60.6),
}
# Section 4: the share of documents on which each is the best of the four.
BEST_ON = {"ice_bl": 0.32, "ice_hr": 0.36, "ice_dt": 0.20, "ice_lm": 0.11}
# Section 3.3.
PAPER_ERROR = 0.2257
PAPER_ITEMS = {"h": 663, "l": 425, "p": 1311, "n": 3467}


@dataclass(frozen=True, slots=True)
class Outcome:
    """One system on all documents."""

    system: System
    summary: CleanEvalSummary
    word_f1: float
    documents: dict[str, dict[str, float]]  # by id: the three scores
    learnt: list[str] = field(default_factory=list)  # what each fold learnt, in a word

    def as_dict(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Evolution:
    """How `ice-ga` is to evolve in each fold; what it leaves out is as `evolution.Settings` has it."""

    population: int = 30
    generations: int = 10
    seed: int = 0

    def check(self) -> None:
        """Complain of numbers that no population can live with."""
        if self.population < 2 or self.generations < 0:
            raise OptionError("a population has 2 expressions or more, and generations are not negative")


def check(records: Sequence[Record], folds: int) -> None:
    """Complain of pages that Table 1 cannot be made of."""
    if not records or any(record.marked is None for record in records):
        raise OptionError("the study needs pages with gold texts in CleanEval's form (`marked`), such as cleaneval-dev")
    split_into_folds(records, folds)


def steps(system: System, records: Sequence[Record], folds: int, evolution: Evolution) -> int:
    """How often `measure` calls `on_step`."""
    generations = folds * (evolution.generations + 1) if system.extractor == "ice-ga" else 0
    return len(records) + generations


def measure(
    system: System,
    records: Sequence[Record],
    *,
    folds: int = FOLDS,
    evolution: Evolution | None = None,
    on_step: Callable[[], None] = lambda: None,
) -> Outcome:
    """Score a system on all documents; on_step is called after each document, and after each generation of a GA."""
    learnt: list[str] = []
    fit = _fitting(system, evolution or Evolution(), learnt, on_step)
    subject: Subject = system.extractor
    if system.origin is Origin.UNSEEN:
        subject = CrossValidated(system.extractor, fit, folds)
    elif system.origin is Origin.SEEN:
        subject = fit(records)
    results: list[PageResult] = []

    def on_result(result: PageResult) -> None:
        results.append(result)
        on_step()

    evaluate([subject], records, metrics=(Metric.WORD, Metric.CLEANEVAL), processes=1, on_result=on_result)
    documents = {result.id: {score: result.figures[f"cleaneval_{score}"] for score in SCORES} for result in results}
    summary = CleanEvalSummary(*(Range.of(figures[score] for figures in documents.values()) for score in SCORES))
    return Outcome(system, summary, fmean(result.figures["word_f1"] for result in results), documents, learnt)


def _fitting(
    system: System, evolution: Evolution, learnt: list[str], on_step: Callable[[], None]
) -> Callable[[Sequence[Record]], Extractor]:
    def fit(records: Sequence[Record]) -> Extractor:
        extractor, what = _fitted(system, *_pages(records), evolution, on_step)
        learnt.append(what)
        return extractor

    return fit


def _fitted(
    system: System, pages: list[Page], gold: list[str], evolution: Evolution, on_step: Callable[[], None]
) -> tuple[Extractor, str]:
    """A system that learnt from these pages, and what it learnt."""
    name = system.extractor
    if name == "ice-elaborate":
        elaborate = Elaborate(threshold=0.0).fit(pages, gold)
        return elaborate, f"{elaborate.threshold:g}"
    if name == "ice-lm":
        language_model = LanguageModel(threshold=0.0).fit(pages, gold)
        return language_model, f"{language_model.threshold:g}"
    if name == "ice-tree":
        decision = tree.Tree(learn_tree(pages, gold))
        return decision, f"{sum(1 for _ in tree.leaves_of(decision.tree))} leaves"
    from ...extractors.ice.evolution import Settings
    from ...extractors.ice.genetic import Genetic, evolve_on

    settings = Settings(**asdict(evolution), lengths=system.lengths)
    expression = evolve_on(pages, gold, settings, lambda generation: on_step())
    return Genetic(expression), str(expression)


def learn_tree(pages: Sequence[Page], gold: Sequence[str]) -> c45.Node:
    """The tree of some pages and their gold texts."""
    return c45.learn(tree.join_items([tree.items_of(page, text) for page, text in zip(pages, gold, strict=True)]))


def _pages(records: Sequence[Record]) -> tuple[list[Page], list[str]]:
    return [parse(record.html, url=record.url) for record in records], [record.marked or "" for record in records]


def shares_of_best(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """By system of Table 1: the share of documents on which it has the best combined score; ties are shared."""
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
    """How often the decision tree is wrong about a block."""

    items: dict[str, int]  # blocks by class
    by_blocks: float  # ten-fold, blocks dealt out by chance: what C4.5 does, and the paper's 22.57 %
    by_sites: float  # ten-fold, no site in two folds
    seen: float


def tree_errors(records: Sequence[Record], folds: int = FOLDS, seed: int = 0) -> TreeErrors:
    """The error of the tree by cross-validation (section 3.3)."""
    pages, gold = _pages(records)
    parts = [tree.items_of(page, text) for page, text in zip(pages, gold, strict=True)]
    items = tree.join_items(parts)
    of_page = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
    fold_of_page = np.empty(len(parts), dtype=np.int64)
    for number, positions in enumerate(split_into_folds(records, folds)):
        fold_of_page[positions] = number
    shuffled = np.random.default_rng(seed).permutation(len(items)) % folds
    counts = np.bincount(items.labels, minlength=len(tree.CLASSES)).tolist()
    return TreeErrors(
        items=dict(zip(tree.CLASSES, counts, strict=True)),
        by_blocks=_error(items, shuffled, folds),
        by_sites=_error(items, fold_of_page[of_page], folds),
        seen=tree.error_rate(c45.learn(items), items),
    )


def _error(items: c45.Items, fold: "np.typing.NDArray[np.int64]", folds: int) -> float:
    """The mean error over the folds."""
    errors = []
    for number in range(folds):
        unseen = tree.select_items(items, np.flatnonzero(fold == number))
        if len(unseen):
            learnt = c45.learn(tree.select_items(items, np.flatnonzero(fold != number)))
            errors.append(tree.error_rate(learnt, unseen))
    return fmean(errors)


def figure_2(records: Sequence[Record]) -> str:
    """The tree of all pages, printed as Figure 2 is."""
    return tree.to_figure(learn_tree(*_pages(records)))


def pages_without_query(records: Sequence[Record]) -> int:
    """On how many pages `ice-lm` has nothing to make a query of."""
    extractor = LanguageModel(threshold=0.0)
    return sum(NO_QUERY in extractor.extract(page).remarks for page in _pages(records)[0])


def draw(outcomes: Sequence[Outcome], path: Path) -> None:
    """Every document as a dot, the mean of each system as a line, and that of the paper beside it."""
    with drawing(path, columns=len(SCORES), size=(9.6, 0.9 + 0.42 * len(outcomes))) as (_, panels):
        for score, panel in zip(SCORES, panels, strict=True):
            for position, row in enumerate(outcomes):
                values = [100 * figures[score] for figures in row.documents.values()]
                heights = position + np.linspace(-0.25, 0.25, len(values))
                panel.plot(values, heights, ".", color=COLOURS[0], alpha=0.45, markersize=5, markeredgewidth=0)
                mean = 100 * getattr(row.summary, score).average
                panel.plot([mean, mean], [position - 0.36, position + 0.36], color=COLOURS[0], linewidth=2)
                if row.system.paper is not None:
                    theirs = 100 * getattr(TABLE_1[row.system.paper], score).average
                    panel.plot([theirs], [position], "D", color=COLOURS[1], markersize=5)
            panel.set_title(score.replace("_", "-"))
            panel.set_xlim(-2, 102)
            panel.set_yticks(range(len(outcomes)), [row.system.title for row in outcomes])
            panel.invert_yaxis()
            if panel is not panels[0]:
                panel.set_yticklabels([])
        panels[1].set_xlabel("dots: documents, line: their mean, diamond: the paper's mean (%)")
