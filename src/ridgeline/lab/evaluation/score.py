"""Scores of one extractor on one page."""

from collections.abc import Sequence
from dataclasses import asdict
from enum import StrEnum

from ...errors import OptionError
from ...extraction import Extractor
from ...page import Page, parse
from ...pipeline import Pipeline
from ..datasets import Record
from ..metrics import Score, cleaneval_score, sentence_score, shingle_score, snippet_score, webmainbench, word_score
from ..metrics.sentences import GOOD_ENOUGH, LOCATED, Reading
from .report import ROUGE, PageResult


class Metric(StrEnum):
    """Metrics; each gives one or more figures of a page."""

    WORD = "word"
    SHINGLE = "shingle"
    SENTENCE = "sentence"
    SENTENCE_LINES = "sentence-lines"  # where short lines count as sentences too
    CLEANEVAL = "cleaneval"  # for pages with `marked`
    SNIPPETS = "snippets"  # for pages with `must` or `mustnot`
    WEBMAINBENCH = "webmainbench"  # for pages with `markdown` or `main_html`

    @classmethod
    def named(cls, name: str) -> "Metric":
        """Return the metric of this name."""
        if name not in set(cls):
            raise OptionError(f"no metric is called {name!r}; there are: {', '.join(cls)}")
        return cls(name)


_READINGS = {Metric.SENTENCE: Reading.CLOSED, Metric.SENTENCE_LINES: Reading.LINES}


def score_page(extractor: Extractor, name: str, page: Page, record: Record, metrics: Sequence[Metric]) -> PageResult:
    """Score an extractor, under this name, on one page. An exception becomes part of the result."""
    try:
        extraction = Pipeline(extractor).extract_page(page)
        text = extraction.text
        marked = extraction.cleaneval if Metric.CLEANEVAL in metrics and record.marked is not None else ""
        has_markdown = Metric.WEBMAINBENCH in metrics and record.has_markdown
        markdown = extraction.write("markdown", title=False) if has_markdown else ""
    except Exception as error:  # an extractor's fault costs this page, not the run
        return failure(name, record, metrics, error)
    figures = _figures(text, marked, markdown, page, record, metrics)
    return PageResult(name, record.id, record.type, figures, empty=not text.strip(), error=None, level=record.level)


def failure(name: str, record: Record, metrics: Sequence[Metric], error: Exception) -> PageResult:
    """Return the result of a page that failed: the scores of an empty text."""
    figures = _figures("", "", "", parse(""), record, metrics)
    problem = f"{type(error).__name__}: {error}"
    return PageResult(name, record.id, record.type, figures, empty=True, error=problem, level=record.level)


def _figures(
    text: str, marked: str, markdown: str, page: Page, record: Record, metrics: Sequence[Metric]
) -> dict[str, float]:
    spaceless = record.language_is_spaceless
    figures: dict[str, float] = {}
    if Metric.WORD in metrics:
        figures |= _named("word", word_score(text, record.text, spaceless=spaceless))
    if Metric.SHINGLE in metrics:
        figures |= _named("shingle", shingle_score(text, record.text, spaceless=spaceless))
    for metric, reading in _READINGS.items():
        if metric in metrics:
            figures |= _sentence_figures(metric.replace("-", "_"), text, page, record, reading)
    if Metric.CLEANEVAL in metrics and record.marked is not None:
        parts = cleaneval_score(marked, record.marked, spaceless=spaceless)
        figures["cleaneval_text_only"] = parts.text_only
        figures["cleaneval_text_alignment"] = parts.text_alignment
        figures["cleaneval_combined"] = parts.combined
    if Metric.SNIPPETS in metrics and (record.must or record.mustnot):
        snippets = snippet_score(text, record.must, record.mustnot)
        figures["snippets_present"] = snippets.present
        figures["snippets_absent"] = snippets.absent
    if Metric.WEBMAINBENCH in metrics and record.has_markdown:
        figures |= _webmainbench_figures(markdown, record)
    return figures


def _webmainbench_figures(markdown: str, record: Record) -> dict[str, float]:
    gold = webmainbench.write_markdown(record.main_html, record.url) if record.main_html else record.markdown or ""
    figures = {ROUGE: webmainbench.rouge_score(markdown, gold).f1}
    if record.markdown is not None:
        parts = webmainbench.part_scores(markdown, record.markdown)
        figures |= {f"{Metric.WEBMAINBENCH}_{name}": value for name, value in parts.items()}
    return figures


def _sentence_figures(name: str, text: str, page: Page, record: Record, reading: Reading) -> dict[str, float]:
    anchors = [link.text_content for link in page.find("a")]
    score = sentence_score(text, record.text, anchors=anchors, reading=reading)
    shares = {"good_enough": float(score.f1 > GOOD_ENOUGH), "located": float(score.f1 > LOCATED)}
    return _named(name, score) | {f"{name}_{share}": value for share, value in shares.items()}


def _named(metric: str, score: Score) -> dict[str, float]:
    return {f"{metric}_{figure}": value for figure, value in asdict(score).items()}
