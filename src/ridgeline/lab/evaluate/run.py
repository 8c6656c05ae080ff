"""All extractors on all pages."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ...errors import OptionError
from ...extraction import Extractor, load, load_once
from ...page import parse
from ...processes import run_in_processes, usable_cores
from ..datasets import Record
from .folds import DEFAULT_FOLDS, split_into_folds
from .report import PageResult, Report
from .score import Metric, failure, score_page

CHUNK_PAGES = 8  # few enough that the cores finish together, enough that handing them over does not show


@dataclass(frozen=True, slots=True)
class CrossValidated:
    """An extractor that learns: every page is judged by one that was fitted on the pages of other groups.

    With several processes, what `fit` returns is sent to them, so it has to be something that can be pickled.
    """

    name: str
    fit: Callable[[Sequence[Record]], Extractor]
    folds: int = DEFAULT_FOLDS


Subject = str | Extractor | CrossValidated


def evaluate(
    subjects: Sequence[Subject],
    records: Sequence[Record],
    *,
    metrics: Sequence[Metric] = (Metric.WORD,),
    processes: int | None = None,
    on_result: Callable[[PageResult], None] = lambda result: None,
) -> Report:
    """Score extractors (names, objects, or cross-validated) on records; on_result sees each result as it comes.

    processes: None for as many as there are cores; 1 works in this process, where nothing needs to be pickled.
    """
    names = tuple(subject if isinstance(subject, str) else subject.name for subject in subjects)
    _check(names, records, processes)
    for subject in subjects:
        if isinstance(subject, str):
            load(subject)  # an unknown name is known now, not by a worker
    results: dict[tuple[str, int], PageResult] = {}
    for position, result in _run(_chunks(subjects, records, tuple(metrics)), processes or usable_cores()):
        results[result.extractor, position] = result
        on_result(result)
    return Report(names, tuple(results[name, position] for name in names for position in range(len(records))))


def _check(names: Sequence[str], records: Sequence[Record], processes: int | None) -> None:
    if not names or not records:
        raise OptionError("there are no extractors or no pages to evaluate")
    if len(set(names)) < len(names):
        raise OptionError(f"two extractors of one name cannot be told apart: {', '.join(names)}")
    if processes is not None and processes < 1:
        raise OptionError(f"a number of processes is positive, not {processes}")


_NamedExtractor = tuple[str, str | Extractor]  # the name it goes by; what to load, or the extractor
_PlacedResult = tuple[int, PageResult]


@dataclass(frozen=True, slots=True)
class _Chunk:
    """Some pages for some extractors: a task of one process."""

    extractors: tuple[_NamedExtractor, ...]
    records: tuple[tuple[int, Record], ...]  # with their positions
    metrics: tuple[Metric, ...]

    def done(self) -> list[_PlacedResult]:
        return [(position, result) for position, record in self.records for result in self._scored(record)]

    def _scored(self, record: Record) -> list[PageResult]:
        try:
            page = parse(record.html, url=record.url)
        except Exception as error:  # no page should do that; if one does, it is named
            return [failure(name, record, self.metrics, error) for name, _ in self.extractors]
        return [
            score_page(load_once(chosen) if isinstance(chosen, str) else chosen, name, page, record, self.metrics)
            for name, chosen in self.extractors
        ]

    def parts(self) -> list["_Chunk"]:
        return [_Chunk((chosen,), (record,), self.metrics) for record in self.records for chosen in self.extractors]

    def lost(self) -> list[_PlacedResult]:
        error = ChildProcessError("the process died")
        return [
            (position, failure(name, record, self.metrics, error))
            for position, record in self.records
            for name, _ in self.extractors
        ]


def _run(chunks: Iterator[_Chunk], processes: int) -> Iterator[_PlacedResult]:
    if processes > 1:
        return run_in_processes(chunks, processes)
    return (result for chunk in chunks for result in chunk.done())


def _chunks(subjects: Sequence[Subject], records: Sequence[Record], metrics: tuple[Metric, ...]) -> Iterator[_Chunk]:
    """The work. A cross-validated extractor is fitted on the way, once a fold."""
    ready = tuple(
        (subject if isinstance(subject, str) else subject.name, subject)
        for subject in subjects
        if not isinstance(subject, CrossValidated)
    )
    if ready:
        yield from _cut(ready, list(enumerate(records)), metrics)
    for subject in subjects:
        if isinstance(subject, CrossValidated):
            for held_out in split_into_folds(records, subject.folds):
                unseen = set(held_out)
                fitted = subject.fit([record for position, record in enumerate(records) if position not in unseen])
                yield from _cut(((subject.name, fitted),), [(place, records[place]) for place in held_out], metrics)


def _cut(
    extractors: tuple[_NamedExtractor, ...], records: Sequence[tuple[int, Record]], metrics: tuple[Metric, ...]
) -> Iterator[_Chunk]:
    for start in range(0, len(records), CHUNK_PAGES):
        yield _Chunk(extractors, tuple(records[start : start + CHUNK_PAGES]), metrics)
