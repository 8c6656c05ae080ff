"""Training of the Mountain Model's classifiers: the universal one (section 4) and site-oriented ones (section 5).

The paper's training set (Table 2) is articles: news, blogs, announcements. So is ours (`TRAINING_SETS`, `articles`).
With pages of other kinds, which have twice as many ridges, 61 % of the ridges came from them, and on sites that nobody
trained on the word F1 of articles was up to 0.05 lower (docs/experiments.md).

The paper labels ridges by hand. Here gold texts label them, by the leaves that `align` labels as content;
`extractors.mountain.training` trains a classifier on labelled ridges.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

import numpy as np

from ...extractors.mountain import Mountain, MountainSite, Settings, read_terrain
from ...extractors.mountain.terrain import PAPER_SETTINGS
from ...extractors.mountain.training import KERNEL_DECAY, C, LabelledRidges, train_on_pages
from ...page import Page, parse
from ...storage import models
from ..alignment import align
from ..datasets import Record
from ..evaluation import CrossValidated, Metric, PageResult, evaluate, split_into_folds, summarise
from ..metrics.sentences import LITTLE_LOST

TRAINING_SETS = ("wcxb-dev", "news-dev", "chinese", "fundus", "misinfo", "magic-html", "postlight")
FOLDS = 4  # section 4

METRICS = (Metric.WORD, Metric.SENTENCE, Metric.SENTENCE_LINES)

Sets = Mapping[str, Sequence[Record]]
Results = Mapping[str, Sequence[PageResult]]
_Extractor = TypeVar("_Extractor", bound=Mountain)


def fit_mountain(pages: Sequence[Page], gold: Sequence[str], **settings: Any) -> Mountain:
    """Train a universal classifier; `settings` are fields of `Settings`."""
    return _fit(Mountain, pages, gold, settings)


def fit_mountain_site(pages: Sequence[Page], gold: Sequence[str], **settings: Any) -> MountainSite:
    """Train a site-oriented classifier on pages of one site; `settings` are fields of `Settings`."""
    return _fit(MountainSite, pages, gold, settings)


def _fit(kind: type[_Extractor], pages: Sequence[Page], gold: Sequence[str], settings: Mapping[str, Any]) -> _Extractor:
    extractor = kind(**settings)
    examples = [labelled_ridges(page, text, extractor.settings) for page, text in zip(pages, gold, strict=True)]
    extractor.classifier = train_on_pages(examples)
    return extractor


def labelled_ridges(page: Page, gold: str, settings: Settings = PAPER_SETTINGS) -> LabelledRidges:
    """Return the ridges of a page with the labels that its gold text gives them."""
    return LabelledRidges.of(read_terrain(page, settings), align(page, gold).labels)


# --- The universal classifier with its cross-validated figures


@dataclass(frozen=True, slots=True)
class Figures:
    """Scores on one data set; FM and recall are those of sentences that a full stop closes (section 5)."""

    pages: int
    word_f1: float
    good_enough: float  # the share of pages with FM > 0.9
    located: float  # FM > 0.8
    little_lost: float  # recall > 0.95
    good_enough_by_lines: float  # FM > 0.9 where short lines count as sentences too


@dataclass(frozen=True, slots=True)
class Training:
    """The trained extractor, and its figures on sites that it was not trained on."""

    extractor: Mountain
    ridges: int
    ridge_accuracy: float
    results: Results

    @property
    def by_set(self) -> dict[str, Figures]:
        """The figures of each set."""
        return {name: mean_figures(rows) for name, rows in self.results.items()}

    def to_saved(self, sets: Sets) -> models.SavedModel:
        """Return the model to ship, with its training sets and figures in the manifest."""
        texts = (text for records in sets.values() for row in records for text in (row.id, row.html, row.text))
        figures = {
            name: {"pages": row.pages, "word_f1": round(row.word_f1, 4), "good_enough": round(row.good_enough, 4)}
            for name, row in self.by_set.items()
        }
        provenance: dict[str, Any] = {
            "trained_on": {name: len(records) for name, records in sets.items()},
            "fingerprint": models.fingerprint(texts),
            "ridges": self.ridges,
            "C": C,
            "kernel_decay": KERNEL_DECAY,
            "cross_validation": {"folds": FOLDS, "ridge_accuracy": round(self.ridge_accuracy, 4), "sets": figures},
        }
        return self.extractor.to_saved(provenance)


def articles(records: Sequence[Record]) -> list[Record]:
    """Return the articles, the pages that the paper is about; sets without page types hold nothing else."""
    return [record for record in records if record.type in (None, "article")]


def train_universal(
    sets: Sets,
    *,
    others: Sets | None = None,
    settings: Settings = PAPER_SETTINGS,
    processes: int | None = None,
    advance: Callable[[], None] = lambda: None,
) -> Training:
    """Train on all pages of `sets`, and score by four-fold cross-validation grouped by site (section 4).

    The pages of `others` are scored in the same way, but not trained on. `advance` is called twice for a page that is
    trained on, and once for any other.
    """
    scored = {**sets, **(others or {})}
    records = [record for rows in scored.values() for record in rows]
    trained_on = [record for rows in sets.values() for record in rows]
    split_into_folds(records, FOLDS)  # too few sites are an error now, not after the pages are labelled
    examples = {}
    for record in trained_on:
        examples[id(record)] = labelled_ridges(parse(record.html, url=record.url), record.text, settings)
        advance()

    def fit(seen: Sequence[Record]) -> Mountain:
        return _trained([examples[id(row)] for row in seen if id(row) in examples], settings)

    report = evaluate(
        [CrossValidated("mountain", fit, FOLDS)],
        records,
        metrics=METRICS,
        processes=processes,
        on_result=lambda _: advance(),
    )
    in_order = [examples[id(record)] for record in trained_on]
    return Training(
        extractor=_trained(in_order, settings),
        ridges=sum(len(page.is_primary) for page in in_order),
        ridge_accuracy=_ridge_accuracy(in_order, split_into_folds(trained_on, FOLDS)),
        results=results_by_set(scored, report.results),
    )


def _trained(examples: Sequence[LabelledRidges], settings: Settings) -> Mountain:
    return Mountain(classifier=train_on_pages(examples), **asdict(settings))


def _ridge_accuracy(examples: Sequence[LabelledRidges], folds: Sequence[Sequence[int]]) -> float:
    """Return the share of ridges that are classified correctly by a classifier that was not trained on their site."""
    correct = total = 0
    for held_out in folds:
        unseen = set(held_out)
        classifier = train_on_pages([page for position, page in enumerate(examples) if position not in unseen])
        for position in held_out:
            page = examples[position]
            correct += int(((classifier.decide(page.features) > 0) == page.is_primary).sum())
            total += len(page.is_primary)
    return correct / max(total, 1)


def results_by_set(sets: Sets, results: Sequence[PageResult]) -> Results:
    """Return the results of each set; `results` are those of all sets, in order."""
    found, start = {}, 0
    for name, records in sets.items():
        found[name] = results[start : start + len(records)]
        start += len(records)
    return found


def mean_figures(results: Sequence[PageResult]) -> Figures:
    """Return the means over some pages."""
    figures = summarise(results).figures
    little_lost = np.mean([result.figures["sentence_recall"] > LITTLE_LOST for result in results])
    return Figures(
        pages=len(results),
        word_f1=figures["word_f1"],
        good_enough=figures["sentence_good_enough"],
        located=figures["sentence_located"],
        little_lost=float(little_lost),
        good_enough_by_lines=figures["sentence_lines_good_enough"],
    )
