"""Scores an extraction against a golden page.

    text        F1 over bags of words (Chinese, Japanese, Korean and Thai: of characters)
    markdown    agreement of words and elements (`ridgeline.lab.golden.markdown`)
    metadata    the share of the fields of Metadata that agree; a field that is rightly empty agrees
    status      whether it is the expected one: 1 or 0
    page_type   the same

Where nothing is expected and nothing is found the extraction is perfect.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from ...extraction import Extraction, Extractor
from ...metadata import Metadata
from ...pipeline import Pipeline
from ...text.characters import SPACELESS_CLASS
from ..metrics import Score
from .markdown import markdown_agreement
from .pages import METADATA_FIELDS, GoldenPage

FIELDS = METADATA_FIELDS
MIN_LANGUAGE_PAGES = 6  # of a mean by language

# Hangul and Thai are added to what `ridgeline.text` calls spaceless. Words of Thai are not told apart by spaces, and
# Korean particles hang on words: characters give both the same weight as the rest.
_CHARACTERS = f"{SPACELESS_CLASS}\uac00-\ud7af\u0e01-\u0e4f"
_WORD = re.compile(f"[{_CHARACTERS}]|[^\\W{_CHARACTERS}]+")


@dataclass(frozen=True, slots=True)
class GoldenScore:
    """The figures of one extraction."""

    page: str
    language: str | None
    text: Score
    markdown: float
    fields: Mapping[str, bool]  # field of Metadata → whether it agrees
    status: bool
    page_type: bool

    @property
    def metadata(self) -> float:
        """The share of the metadata fields that agree."""
        return fmean(self.fields.values())

    @property
    def figures(self) -> dict[str, float]:
        """The figures that floors are pinned for, by name."""
        return {
            "text": self.text.f1,
            "markdown": self.markdown,
            "metadata": self.metadata,
            "status": float(self.status),
            "page_type": float(self.page_type),
        }


def extract_golden(page: GoldenPage, extractor: Extractor) -> Extraction:
    """Run an extractor on a golden page, as `ridgeline.extract` does."""
    return Pipeline(extractor).extract_here(page.source, page.url)


def score_golden(extraction: Extraction, page: GoldenPage) -> GoldenScore:
    """Return the figures of an extraction of a golden page."""
    return GoldenScore(
        page=page.name,
        language=page.metadata.language,
        text=Score.from_bags(golden_words(extraction.text), golden_words(page.text)),
        markdown=markdown_agreement(extraction.markdown, page.markdown, golden_words),
        fields=compare_metadata(extraction.metadata, page.metadata),
        status=extraction.status is page.status,
        page_type=extraction.page_type == page.page_type,
    )


def mean_figures(scores: Sequence[GoldenScore]) -> dict[str, float]:
    """Return the means over pages; of metadata for each field, as `metadata.title`; of text for each language, too."""
    figures = [score.figures for score in scores]
    means = {name: fmean(page[name] for page in figures) for name in figures[0]}
    means |= {f"metadata.{field}": fmean(score.fields[field] for score in scores) for field in FIELDS}
    return means | {f"text.{language}": mean for language, mean in language_means(scores).items()}


def language_means(scores: Sequence[GoldenScore]) -> dict[str, float]:
    """Return the mean F1 of the text by language, of languages with enough pages."""
    counts = Counter(score.language for score in scores if score.language)
    return {
        language: fmean(score.text.f1 for score in scores if score.language == language)
        for language in sorted(counts)
        if counts[language] >= MIN_LANGUAGE_PAGES
    }


def compare_metadata(found: Metadata, expected: Metadata) -> dict[str, bool]:
    """Return, by field, whether two records agree. White space does not count, nor does the order of tags."""
    one, other = found.as_dict(), expected.as_dict()
    return {field: _comparable(field, one[field]) == _comparable(field, other[field]) for field in FIELDS}


def golden_words(text: str) -> list[str]:
    """Return the words of a text in lower case; single characters of Chinese, Japanese, Korean and Thai."""
    return _WORD.findall(unicodedata.normalize("NFC", text).lower())


def _comparable(field: str, value: str | list[str] | None) -> object:
    if isinstance(value, list):
        folded = [" ".join(part.split()) for part in value]
        return sorted(folded) if field == "tags" else folded
    return " ".join(value.split()) if value is not None else None
