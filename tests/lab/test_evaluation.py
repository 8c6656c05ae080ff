"""Scores over pages: aggregation, cross-validation, and a run that nothing stops."""

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from ridgeline import Extraction, Page
from ridgeline.errors import OptionError, UnknownExtractorError
from ridgeline.lab.datasets import Record
from ridgeline.lab.evaluation import (
    CrossValidated,
    Metric,
    PageResult,
    evaluate,
    score_page,
    split_into_folds,
    spread,
    summarise,
)
from ridgeline.page import parse


def record(number: int, **fields: object) -> Record:
    """A page that says its number twice, once as content and once around it."""
    html = f"<nav>menu {number}</nav><p>This is content number {number}.</p>"
    made = Record(id=str(number), html=html, text=f"This is content number {number}.", url=f"https://s{number}.test/")
    return replace(made, **fields)  # type: ignore[arg-type]


@dataclass
class Paragraphs:
    """Keeps paragraphs; raises on some pages, dies of others. Sent to other processes by pickling."""

    name: str = "paragraphs"
    raises_on: str = "nowhere"
    dies_of: str = "nothing"
    seen: list[str] = field(default_factory=list)

    def extract(self, page: Page) -> Extraction:
        if self.raises_on in page.source:
            raise RuntimeError("this page is too much")
        if self.dies_of in page.source:
            os._exit(3)
        tags = [page.names[page.tag[page.parent[leaf]]] for leaf in page.leaves]
        return Extraction(page, np.flatnonzero(np.array(tags) == "p").astype(np.int32), self.name)


class Nothing:
    name = "nothing"

    def extract(self, page: Page) -> Extraction:
        return Extraction(page, np.empty(0, np.int32), self.name)


RECORDS = [record(number) for number in range(20)]


# --- Aggregation


def result(f1: float, *, empty: bool = False, error: str | None = None, **figures: float) -> PageResult:
    return PageResult("x", "1", None, {"word_f1": f1, **figures}, empty, error)


def test_summaries_are_means_over_pages() -> None:
    summary = summarise([result(1.0), result(0.5), result(0.0, empty=True), result(0.0, empty=True, error="E")])
    assert (summary.pages, summary.failed, summary.empty) == (4, 1, 1)
    assert summary.figures == {"word_f1": 0.375}


def test_means_are_over_the_pages_that_have_the_figure() -> None:
    summary = summarise([result(1.0, cleaneval_combined=0.5), result(0.0)])
    assert summary.figures == {"word_f1": 0.5, "cleaneval_combined": 0.5}


def test_a_perfect_extractor_and_an_empty_one() -> None:
    report = evaluate([Paragraphs(), Nothing()], RECORDS, processes=1)
    assert report.extractors == ("paragraphs", "nothing")
    assert report.summaries["paragraphs"].figures["word_f1"] == 1.0
    assert report.summaries["nothing"].figures["word_f1"] == 0.0
    assert report.summaries["nothing"].empty == report.summaries["nothing"].pages == 20
    assert report.summaries["nothing"].failed == 0


def test_precision_and_recall_differ() -> None:
    figures = evaluate(["everything"], RECORDS, processes=1).summaries["everything"].figures
    assert figures["word_recall"] == 1.0
    assert figures["word_precision"] == pytest.approx(5 / 7)


def test_types_the_most_frequent_first() -> None:
    records = [record(1, type="forum"), record(2, type="article"), record(3, type="article"), record(4)]
    report = evaluate([Paragraphs(), Nothing()], records, processes=1)
    assert list(report.summaries_by_type["paragraphs"]) == ["article", "forum"]
    assert report.summaries_by_type["paragraphs"]["article"].pages == 2
    assert report.summaries_by_type["nothing"]["forum"].figures["word_f1"] == 0.0


def test_results_are_in_order() -> None:
    report = evaluate([Nothing(), Paragraphs()], RECORDS, processes=1)
    ids = [str(number) for number in range(20)]
    assert [row.id for row in report.results] == ids + ids
    assert [row.extractor for row in report.results] == ["nothing"] * 20 + ["paragraphs"] * 20
    assert [row["id"] for row in report.as_dict()["pages"]] == ids + ids


# --- Metrics


SENTENCES = ("sentence", "sentence_lines")


def test_every_metric_gives_its_figures() -> None:
    full = record(
        1,
        marked="<p>This is content number 1.",
        must=("content",),
        mustnot=("menu",),
        markdown="This is content number 1.",
        main_html="<p>This is content number 1.</p>",
    )
    figures = score_page(Paragraphs(), "p", parse(full.html), full, list(Metric)).figures
    assert figures.keys() == {
        *(f"{metric}_{part}" for metric in ("word", "shingle", *SENTENCES) for part in ("precision", "recall", "f1")),
        *(f"{metric}_{share}" for metric in SENTENCES for share in ("good_enough", "located")),
        *("cleaneval_text_only", "cleaneval_text_alignment", "cleaneval_combined"),
        *("snippets_present", "snippets_absent"),
        *("webmainbench_rouge_f1", "webmainbench_text_edit"),
    }
    assert figures["word_f1"] == figures["sentence_located"] == figures["snippets_absent"] == 1.0


def test_metrics_without_their_annotation_are_left_out() -> None:
    figures = score_page(Paragraphs(), "p", parse(RECORDS[1].html), RECORDS[1], list(Metric)).figures
    assert not any(name.startswith(("cleaneval", "snippets", "webmainbench")) for name in figures)


def test_only_requested_metrics_are_measured() -> None:
    figures = score_page(Paragraphs(), "p", parse(RECORDS[1].html), RECORDS[1], [Metric.SHINGLE]).figures
    assert figures.keys() == {"shingle_precision", "shingle_recall", "shingle_f1"}


def test_characters_count_where_there_are_no_spaces() -> None:
    chinese = Record(id="1", html="<p>今天天气很好</p>", text="今天天气不好", lang="Chinese")
    figures = score_page(Paragraphs(), "p", parse(chinese.html), chinese, [Metric.WORD]).figures
    assert figures["word_f1"] == pytest.approx(5 / 6)


# --- Nothing stops a run


@pytest.mark.parametrize("processes", [1, 2])
def test_a_page_that_raises_counts_as_failed(processes: int) -> None:
    seen: list[PageResult] = []
    report = evaluate(
        [Paragraphs(raises_on="number 7"), Nothing()], RECORDS, processes=processes, on_result=seen.append
    )
    summary = report.summaries["paragraphs"]
    assert (summary.pages, summary.failed, summary.empty) == (20, 1, 0)
    assert summary.figures["word_f1"] == pytest.approx(0.95)
    (failed,) = [row for row in seen if row.error]
    assert (failed.extractor, failed.id, failed.error) == ("paragraphs", "7", "RuntimeError: this page is too much")
    assert report.summaries["nothing"].failed == 0
    assert len(seen) == 40


def test_a_page_that_ends_its_process_counts_as_failed() -> None:
    report = evaluate([Paragraphs(dies_of="number 7"), Nothing()], RECORDS, processes=2)
    (failed,) = [row for row in report.results if row.error]
    assert (failed.extractor, failed.id) == ("paragraphs", "7")
    assert "died" in (failed.error or "")
    assert report.summaries["paragraphs"].figures["word_f1"] == pytest.approx(0.95)


def test_processes_do_not_change_the_report() -> None:
    alone = evaluate(["everything", Paragraphs()], RECORDS, processes=1)
    together = evaluate(["everything", Paragraphs()], RECORDS, processes=3)
    assert together == alone


def test_an_unpicklable_extractor_works_in_one_process() -> None:
    class Local(Paragraphs):
        pass

    assert evaluate([Local()], RECORDS[:2], processes=1).summaries["paragraphs"].pages == 2
    with pytest.raises(OptionError, match="processes=1"):
        evaluate([Local()], RECORDS[:2], processes=2)


def test_an_interrupt_ends_the_run_at_once() -> None:
    def interrupt(_: PageResult) -> None:
        raise KeyboardInterrupt

    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        evaluate([Paragraphs()], RECORDS, processes=2, on_result=interrupt)
    assert time.monotonic() - started < 20


@pytest.mark.parametrize(
    ("subjects", "records", "processes"),
    [
        ([], RECORDS, 1),
        (["everything"], [], 1),
        (["everything", "everything"], RECORDS, 1),
        (["everything"], RECORDS, 0),
        ([CrossValidated("x", lambda records: Paragraphs(), folds=1)], RECORDS, 1),
        ([CrossValidated("x", lambda records: Paragraphs(), folds=21)], RECORDS, 1),
    ],
)
def test_impossible_evaluations(subjects: list[str], records: list[Record], processes: int) -> None:
    with pytest.raises(OptionError):
        evaluate(subjects, records, processes=processes)


def test_unknown_extractors_and_metrics() -> None:
    with pytest.raises(UnknownExtractorError, match="did you mean 'everything'"):
        evaluate(["everthing"], RECORDS, processes=2)
    with pytest.raises(OptionError, match="there are: word, shingle"):
        Metric.named("f2")


# --- Cross-validation


def test_no_page_is_scored_by_an_extractor_fitted_on_its_site() -> None:
    fits: list[set[str]] = []

    class Checking(Paragraphs):
        def extract(self, page: Page) -> Extraction:
            assert page.url is not None
            assert page.url not in self.seen
            return super().extract(page)

    def fit(records: Sequence[Record]) -> Checking:
        fits.append({record.group for record in records})
        return Checking(seen=[record.url or "" for record in records])

    records = [record(number, site=f"site{number % 6}.test") for number in range(20)]
    report = evaluate([CrossValidated("learner", fit, folds=3), Nothing()], records, processes=1)
    assert report.extractors == ("learner", "nothing")
    assert report.summaries["learner"].pages == 20
    assert report.summaries["learner"].failed == 0
    assert [len(groups) for groups in fits] == [4, 4, 4]


def fitted(records: Sequence[Record]) -> Paragraphs:
    return Paragraphs(seen=[record.id for record in records])


def test_cross_validation_in_processes() -> None:
    report = evaluate([CrossValidated("learner", fitted)], RECORDS, processes=2)
    assert report.summaries["learner"].figures["word_f1"] == 1.0


def test_folds_keep_sites_together_and_are_of_one_size() -> None:
    records = [record(number, site=f"site{number % 7}.test") for number in range(70)]
    folds = split_into_folds(records, 3)
    assert sorted(position for fold in folds for position in fold) == list(range(70))
    sites = [{records[position].group for position in fold} for fold in folds]
    assert sum(len(names) for names in sites) == len(set.union(*sites)) == 7
    assert sorted(map(len, folds)) == [20, 20, 30]
    assert folds == split_into_folds(records, 3)


def test_a_sample_is_spread_over_the_set() -> None:
    assert [row.id for row in spread(RECORDS, 5)] == ["0", "4", "8", "12", "16"]
    assert spread(RECORDS, None) is RECORDS
    assert spread(RECORDS, 50) is RECORDS
