"""How good extractors are on pages whose content is known.

    report = evaluate(["everything"], datasets.load("news-dev"))
    report.summaries["everything"].figures["word_f1"]

Figures are means over pages. A page on which an extractor raises counts as failed and scores as an empty text does; it
does not stop the run. Every page is parsed once for all extractors, on all cores.

An extractor that learns is judged by pages it has not seen: `CrossValidated` fits it once a fold, on the pages of other
sites (`Record.group`).
"""

from .folds import DEFAULT_FOLDS, split_into_folds, spread
from .report import PageResult, Report, Summary, summarise
from .run import CrossValidated, Subject, evaluate
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
