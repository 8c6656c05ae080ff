"""Run extractors on all pages of a set."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ...errors import OptionError
from ...extraction import Extractor
from ...page import parse
from ...processes import Failure, TaskFailed, Watch, run_here, run_tasks, usable_cores
from ...registry import load, load_once
from ..datasets import Record
from .folds import DEFAULT_FOLDS, split_into_folds
from .report import PageResult, Report
from .score import Metric, score_page
from .score import failure as failed_result

CHUNK_PAGES = 8  # few, so that the cores finish together; enough that sending them costs little


@dataclass(frozen=True, slots=True)
class CrossValidated:
    """A trained extractor: every page is scored by one that was fitted on the pages of other groups.

    With several processes, the fitted extractor is sent to them, so it has to be picklable.
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
    """Score extractors (names, objects, or cross-validated) on records. `on_result` is called with each result.

    `processes` None means one a core; 1 means this process alone, where nothing has to be picklable.
    """
    names = tuple(subject if isinstance(subject, str) else subject.name for subject in subjects)
    _check(names, records, processes)
    for subject in subjects:
        if isinstance(subject, str):
            load(subject)  # so that an unknown name raises here, not in a worker
    results: dict[tuple[str, int], PageResult] = {}
    for position, result in _run(_chunks(subjects, records, tuple(metrics)), processes or usable_cores()):
        results[result.extractor, position] = result
        on_result(result)
    return Report(names, tuple(results[name, position] for name in names for position in range(len(records))))


def _check(names: Sequence[str], records: Sequence[Record], processes: int | None) -> None:
    if not names or not records:
        raise OptionError("there are no extractors or no pages to evaluate")
    if len(set(names)) < len(names):
        raise OptionError(f"two extractors have the same name: {', '.join(names)}")
    if processes is not None and processes < 1:
        raise OptionError(f"a number of processes is positive, not {processes}")


_NamedExtractor = tuple[str, str | Extractor]  # its name in the report; the name to load, or the extractor
_PlacedResult = tuple[int, PageResult]


@dataclass(frozen=True, slots=True)
class _Chunk:
    """Some pages and the extractors to run on them: a task of one process. An item is a page with one extractor."""

    extractors: tuple[_NamedExtractor, ...]
    records: tuple[tuple[int, Record], ...]  # with their positions
    metrics: tuple[Metric, ...]

    def results(self, first: int, _: Watch) -> Iterator[_PlacedResult]:
        start, skipped = divmod(first, len(self.extractors))
        for place, record in self.records[start:]:
            for result in self._scored(record, self.extractors[skipped:]):
                yield place, result
            skipped = 0

    def _scored(self, record: Record, extractors: Sequence[_NamedExtractor]) -> Iterator[PageResult]:
        try:
            page = parse(record.html, url=record.url)
        except Exception as error:  # a bug of the parser costs this page, not the run
            yield from (failed_result(name, record, self.metrics, error) for name, _ in extractors)
            return
        for name, chosen in extractors:
            extractor = load_once(chosen) if isinstance(chosen, str) else chosen
            yield score_page(extractor, name, page, record, self.metrics)

    def failure(self, position: int, failure: Failure) -> _PlacedResult:
        page, extractor = divmod(position, len(self.extractors))
        place, record = self.records[page]
        name, _ = self.extractors[extractor]
        return place, failed_result(name, record, self.metrics, ChildProcessError(failure.detail))

    def finish(self, results: Iterable[_PlacedResult]) -> list[_PlacedResult]:
        return list(results)


def _run(chunks: Iterator[_Chunk], processes: int) -> Iterator[_PlacedResult]:
    if processes == 1:
        for chunk in chunks:
            yield from run_here(chunk)
        return
    for _, answer in run_tasks(lambda: next(chunks, None), processes):
        if isinstance(answer, TaskFailed):
            raise answer.error
        yield from answer


def _chunks(subjects: Sequence[Subject], records: Sequence[Record], metrics: tuple[Metric, ...]) -> Iterator[_Chunk]:
    """Yield the tasks. A cross-validated extractor is fitted when its first task of a fold is due."""
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
