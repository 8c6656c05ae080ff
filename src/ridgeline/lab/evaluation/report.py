"""Results of an evaluation: pages, and their summaries."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from ...page.cache import cached_property
from ..metrics.webmainbench import overall_score

Figures = Mapping[str, float]  # "word_f1", "cleaneval_combined" …
ROUGE = "webmainbench_rouge_f1"
_WEBMAINBENCH = "webmainbench_"


@dataclass(frozen=True, slots=True)
class PageResult:
    """One extractor on one page."""

    extractor: str
    id: str
    type: str | None
    figures: Figures
    empty: bool
    error: str | None  # what the extractor raised
    level: str | None = None  # of difficulty, in WebMainBench


@dataclass(frozen=True, slots=True)
class Summary:
    """One extractor on some pages."""

    pages: int
    failed: int
    empty: int  # not counting the failed
    figures: Figures  # means over the pages that have the figure


@dataclass(frozen=True)
class Report:
    """Some extractors on the same pages."""

    extractors: tuple[str, ...]
    results: tuple[PageResult, ...]  # by extractor, then in the order of the pages

    @cached_property
    def summaries(self) -> Mapping[str, Summary]:
        """The summaries of all pages, by extractor."""
        return {name: summarise(self._results_of(name)) for name in self.extractors}

    @cached_property
    def summaries_by_type(self) -> Mapping[str, Mapping[str, Summary]]:
        """The summaries of each page type, by extractor and type."""
        return self._summaries_by(lambda row: row.type)

    @cached_property
    def summaries_by_level(self) -> Mapping[str, Mapping[str, Summary]]:
        """The summaries of each level of difficulty, by extractor and level."""
        return self._summaries_by(lambda row: row.level)

    def as_dict(self) -> dict[str, Any]:
        """Return the whole report as JSON values."""
        return {
            "extractors": {
                name: asdict(self.summaries[name])
                | {"by_type": {kind: asdict(part) for kind, part in self.summaries_by_type[name].items()}}
                for name in self.extractors
            },
            "pages": [asdict(result) for result in self.results],
        }

    def _summaries_by(self, kind_of: Callable[[PageResult], str | None]) -> dict[str, dict[str, Summary]]:
        """Return the summaries of the pages of each kind, by extractor and kind, the most frequent kind first."""
        kinds = [kind for kind, _ in Counter(kind_of(row) for row in self.results).most_common() if kind]
        return {
            name: {kind: summarise([row for row in rows if kind_of(row) == kind]) for kind in kinds}
            for name in self.extractors
            for rows in [self._results_of(name)]
        }

    def _results_of(self, name: str) -> list[PageResult]:
        return [result for result in self.results if result.extractor == name]


def summarise(results: Sequence[PageResult]) -> Summary:
    """Return the mean figures of some pages."""
    found: dict[str, list[float]] = {}
    for result in results:
        for name, value in result.figures.items():
            found.setdefault(name, []).append(value)
    means = {name: fmean(values) for name, values in found.items()}
    parts = {name.removeprefix(_WEBMAINBENCH): mean for name, mean in means.items()}
    if (overall := overall_score(parts)) is not None:
        means[f"{_WEBMAINBENCH}overall"] = overall
    return Summary(
        pages=len(results),
        failed=sum(result.error is not None for result in results),
        empty=sum(result.empty and result.error is None for result in results),
        figures=means,
    )
