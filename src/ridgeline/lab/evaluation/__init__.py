"""Evaluation of extractors on pages with gold texts.

    report = evaluate(["everything"], datasets.load("news-dev"))
    report.summaries["everything"].figures["word_f1"]

Figures are means over pages. A page on which an extractor raises counts as failed and is scored as an empty text; it
does not stop the run. Every page is parsed once for all extractors, and all cores are used.

A trained extractor is scored on pages that it was not trained on: `CrossValidated` fits it once a fold, on the pages of
other sites (`Record.group`).
"""

from .folds import DEFAULT_FOLDS, split_into_folds, spread
from .report import PageResult, Report, Summary, summarise
from .runner import CrossValidated, Subject, evaluate
from .score import Metric, score_page

__all__ = [
    "DEFAULT_FOLDS",
    "CrossValidated",
    "Metric",
    "PageResult",
    "Report",
    "Subject",
    "Summary",
    "evaluate",
    "score_page",
    "split_into_folds",
    "spread",
    "summarise",
]
