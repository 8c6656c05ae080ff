"""The tool `compare_extractors`: what several extractors keep of one page, how far they agree, and what they cost."""

import time
from collections import Counter
from collections.abc import Mapping, Sequence

from typing_extensions import TypedDict  # pydantic reads that of `typing` from Python 3.12 on

from ...errors import OptionError
from ...extraction import Extraction, Extractor
from ...extraction.agreement import agreement, only_words, word_bags
from ...page import Page
from ...pipeline import Pipeline
from ...registry import OFFERED, load_offered
from ...text.words import count_words

DEFAULT_EXTRACTORS = ("summit", "mountain", "kfeature", "ice-heuristic")
_MAX_EXTRACTORS = 8
_MAX_LINES, _MAX_LINE_CHARACTERS = 5, 200


class Answer(TypedDict):
    """The answer of one extractor."""

    extractor: str
    status: str
    confidence: float | None
    words: int
    seconds: float  # without the parse, which all share
    only_words: int  # that no other extractor keeps
    only_lines: list[str]  # the first lines that no other extractor keeps


class Agreement(TypedDict):
    """The agreement of two extractors."""

    first: str
    second: str
    word_f1: float  # of their bags of words; 1 where both keep nothing


class Comparison(TypedDict):
    """The answers of several extractors about one page."""

    url: str | None
    answers: list[Answer]
    agreement: list[Agreement]


def compare(page: Page, names: Sequence[str]) -> Comparison:
    """Run extractors on a page and compare what they keep.

    Raises OptionError where an extractor is not offered, or there are too few or too many.
    """
    distinct = list(dict.fromkeys(names))
    if not 2 <= len(distinct) <= _MAX_EXTRACTORS:
        raise OptionError(f"name 2 to {_MAX_EXTRACTORS} of the extractors {', '.join(OFFERED)}, not {len(distinct)}")
    loaded = [load_offered(name) for name in distinct]  # all, before the first one starts to work
    timed = {name: _timed(page, extractor) for name, extractor in zip(distinct, loaded, strict=True)}
    texts = {name: extraction.text for name, (extraction, _) in timed.items()}
    bags = word_bags(texts)
    answers = [_answer(name, *timed[name], bags, texts) for name in distinct]
    pairs = [Agreement(first=pair.first, second=pair.second, word_f1=pair.word_f1) for pair in agreement(bags)]
    return Comparison(url=page.url, answers=answers, agreement=pairs)


def _timed(page: Page, extractor: Extractor) -> tuple[Extraction, float]:
    """Return the extraction, and the seconds that it and its text took."""
    start = time.perf_counter()
    extraction = Pipeline(extractor).extract_page(page)
    _ = extraction.text
    return extraction, time.perf_counter() - start


def _answer(
    name: str, extraction: Extraction, seconds: float, bags: Mapping[str, Counter[str]], texts: Mapping[str, str]
) -> Answer:
    return Answer(
        extractor=name,
        status=extraction.status.value,
        confidence=extraction.confidence,
        words=count_words(texts[name]),
        seconds=round(seconds, 4),
        only_words=only_words(bags, name),
        only_lines=_only_lines(texts, name),
    )


def _only_lines(texts: Mapping[str, str], name: str) -> list[str]:
    elsewhere = {line for other, text in texts.items() if other != name for line in text.splitlines()}
    lines = (line for line in texts[name].splitlines() if line.strip() and line not in elsewhere)
    return [line[:_MAX_LINE_CHARACTERS] for line, _ in zip(lines, range(_MAX_LINES), strict=False)]
