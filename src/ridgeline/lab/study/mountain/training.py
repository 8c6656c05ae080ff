"""The universal classifier (section 4): four-fold cross-validation for its figures, all pages for what is shipped."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from .... import models
from ....extraction import Extraction
from ....extractors.mountain import Mountain, Sample, Settings, train_on
from ....extractors.mountain.classifier import WIDTH, C
from ....extractors.mountain.terrain import PAPER
from ....page import Page, parse
from ...align import align
from ...datasets import Record
from ...evaluate import CrossValidated, Metric, PageResult, evaluate, split_into_folds, summarise
from ...metrics.sentences import LITTLE_LOST

FOLDS = 4  # section 4

Sets = Mapping[str, Sequence[Record]]


@dataclass(frozen=True, slots=True)
class Figures:
    """One data set, by cross-validation."""

    pages: int
    word_f1: float
    good_enough: float  # the share of pages with FM > 0.9
    located: float  # FM > 0.8
    little_lost: float  # recall > 0.95


@dataclass(frozen=True, slots=True)
class Training:
    """What was learnt, and how good that is on sites it was not learnt from."""

    extractor: Mountain
    ridges: int
    ridge_accuracy: float
    by_set: Mapping[str, Figures]

    def model(self, sets: Sets) -> models.SavedModel:
        """What ships: the classifier, what it was trained on, and its figures."""
        texts = (text for records in sets.values() for row in records for text in (row.id, row.html, row.text))
        figures = {
            name: {"pages": row.pages, "word_f1": round(row.word_f1, 4), "good_enough": round(row.good_enough, 4)}
            for name, row in self.by_set.items()
        }
        remarks: dict[str, Any] = {
            "trained_on": {name: len(records) for name, records in sets.items()},
            "fingerprint": models.fingerprint(texts),
            "ridges": self.ridges,
            "C": C,
            "kernel_width": WIDTH,
            "cross_validation": {"folds": FOLDS, "ridge_accuracy": round(self.ridge_accuracy, 4), "sets": figures},
        }
        return self.extractor.to_model(remarks)


def train_universal(
    sets: Sets,
    *,
    settings: Settings = PAPER,
    processes: int | None = None,
    advance: Callable[[], None] = lambda: None,
) -> Training:
    """Learn from all pages, and judge by folds of sites. `advance` is called twice a page."""
    records = [record for rows in sets.values() for record in rows]
    extractor = _fitted([], settings)
    samples = {}
    for record in records:
        samples[id(record)] = sample(extractor, record)
        advance()
    in_order = [samples[id(record)] for record in records]
    report = evaluate(
        [CrossValidated("mountain", lambda seen: _fitted([samples[id(record)] for record in seen], settings), FOLDS)],
        records,
        metrics=(Metric.WORD, Metric.SENTENCE),
        processes=processes,
        on_result=lambda _: advance(),
    )
    return Training(
        extractor=_fitted(in_order, settings),
        ridges=sum(len(row.is_primary) for row in in_order),
        ridge_accuracy=_accuracy(records, in_order),
        by_set=_by_set(sets, report.results),
    )


class LabelledLeaves:
    """Keeps the leaves that the gold text labels: how well any choice of leaves can score, whatever makes it."""

    name = "labelled leaves"

    def __init__(self, records: Sequence[Record]) -> None:
        """The records of the pages that are to come."""
        self._gold = {record.html: record.text for record in records}

    def extract(self, page: Page) -> Extraction:
        """Look the gold text up and keep what it labels."""
        return Extraction(page, align(page, self._gold[page.source]).keep, self.name)


def ceiling(sets: Sets, advance: Callable[[], None] = lambda: None) -> dict[str, Figures]:
    """What labelled leaves score. `advance` is called once a page."""
    records = [record for rows in sets.values() for record in rows]
    metrics = (Metric.WORD, Metric.SENTENCE)
    subject = LabelledLeaves(records)  # it holds all pages: too much to send to other processes
    report = evaluate([subject], records, metrics=metrics, processes=1, on_result=lambda _: advance())
    return _by_set(sets, report.results)


def sample(extractor: Mountain, record: Record) -> Sample:
    """The labelled ridges of a record's page."""
    return extractor.sample(parse(record.html, url=record.url), record.text)


def _fitted(samples: Sequence[Sample], settings: Settings) -> Mountain:
    return Mountain(classifier=train_on(samples), **asdict(settings))


def _accuracy(records: Sequence[Record], samples: Sequence[Sample]) -> float:
    """The share of ridges that are judged rightly by a classifier that has not seen their site."""
    right = total = 0
    for held_out in split_into_folds(records, FOLDS):
        unseen = set(held_out)
        judge = train_on([row for position, row in enumerate(samples) if position not in unseen])
        for position in held_out:
            right += int(((judge.decide(samples[position].features) > 0) == samples[position].is_primary).sum())
            total += len(samples[position].is_primary)
    return right / max(total, 1)


def _by_set(sets: Sets, results: Sequence[PageResult]) -> dict[str, Figures]:
    found, start = {}, 0
    for name, records in sets.items():
        found[name] = figures_of(results[start : start + len(records)])
        start += len(records)
    return found


def figures_of(results: Sequence[PageResult]) -> Figures:
    """The means over some pages."""
    figures = summarise(results).figures
    lost_little = np.mean([result.figures["sentence_recall"] > LITTLE_LOST for result in results])
    return Figures(
        pages=len(results),
        word_f1=figures["word_f1"],
        good_enough=figures["sentence_good_enough"],
        located=figures["sentence_located"],
        little_lost=float(lost_little),
    )
