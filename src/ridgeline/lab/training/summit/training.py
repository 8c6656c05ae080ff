"""Summit's training from beginning to end: labels, transplants, folds of sites for its figures, all pages to ship.

The figures and the calibration come from pages of sites that the network in question has not seen, judged as the
extractor judges them: chosen, written as text, compared with the gold text. Everything follows from the data and one
seed, whatever the number of processes.
"""

import multiprocessing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeVar

import numpy as np

from .... import models
from ....errors import DatasetError
from ....extractors.summit import Knowledge, leaves_of
from ....extractors.summit.choice import FAVORS
from ....extractors.summit.network import Parameters
from ....extractors.summit.reading import Lexicon
from ....extractors.summit.units import Matrix
from ....output import to_text
from ....processes import usable_cores
from ...datasets import Record
from ...evaluate import split_into_folds
from ...metrics import word_score
from .learning import DEFAULT_SETTINGS, Settings, learn
from .lessons import Labelled, Lesson, Survey, label, survey, teach, translator
from .transplant import transplants

FOLDS = 5
ROUNDS = 2  # of transplants
_BALANCED = FAVORS["balanced"]
_CURVE = tuple(sorted((0.15, 0.25, *FAVORS.values(), 0.65, 1.6, 4.0, 8.0)))  # b, from precision to recall
_CALIBRATION_STEPS = 20
_POLL_SECONDS = 0.2

Sets = Mapping[str, Sequence[Record]]
Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Judged:
    """A page of a site that was not learnt from."""

    type: str | None
    expected: float | None  # the F1 that the networks expected, not calibrated; None where nothing was kept
    page_type: str | None
    f1: float
    curve: tuple[tuple[float, float], ...]  # precision and recall by _CURVE


@dataclass(frozen=True, slots=True)
class Training:
    """What was learnt, and how good that is on sites it was not learnt from."""

    knowledge: Knowledge
    by_set: Mapping[str, Sequence[Judged]]
    settings: Settings
    seed: int

    @property
    def judged(self) -> list[Judged]:
        """All pages."""
        return [page for pages in self.by_set.values() for page in pages]

    @property
    def figures(self) -> dict[str, dict[str, float]]:
        """By set and page type: pages and mean word F1."""
        rows: dict[str, list[Judged]] = {}
        for name, pages in self.by_set.items():
            rows[name] = list(pages)
            for page in pages:
                if page.type is not None:
                    rows.setdefault(f"{name}: {page.type}", []).append(page)
        ordered = sorted(rows, key=lambda row: (list(self.by_set).index(row.split(":")[0]), row))
        return {row: {"pages": len(rows[row]), "word_f1": _mean(page.f1 for page in rows[row])} for row in ordered}

    @property
    def type_accuracy(self) -> float | None:
        """The share of pages whose type was told; None where no page has one."""
        typed = [page for page in self.judged if page.type is not None]
        return _mean(page.type == page.page_type for page in typed) if typed else None

    @property
    def curve(self) -> list[tuple[float, float, float]]:
        """b, and the mean precision and recall when it is used; from precision to recall."""
        pages = self.judged
        return [
            (b, _mean(page.curve[place][0] for page in pages), _mean(page.curve[place][1] for page in pages))
            for place, b in enumerate(_CURVE)
        ]

    def model(self, sets: Sets) -> models.SavedModel:
        """What ships."""
        texts = (text for records in sets.values() for row in records for text in (row.id, row.html, row.text))
        remarks: dict[str, Any] = {
            "trained_on": {name: len(records) for name, records in sets.items()},
            "fingerprint": models.fingerprint(texts),
            "seed": self.seed,
            "settings": asdict(self.settings),
            "cross_validation": {
                row: {name: round(value, 4) for name, value in figures.items()} for row, figures in self.figures.items()
            },
        }
        return self.knowledge.to_model(**remarks)


def steps(sets: Sets, settings: Settings, folds: int = FOLDS) -> int:
    """How often `train` calls `advance`, about."""
    pages = sum(map(len, sets.values()))
    epoch = pages * (1 + settings.transplants) / settings.batch
    return round((3 + ROUNDS / 2) * pages + folds * settings.networks * settings.epochs * epoch)


def train(
    sets: Sets,
    *,
    seed: int = 1,
    folds: int = FOLDS,
    settings: Settings = DEFAULT_SETTINGS,
    processes: int | None = None,
    advance: Callable[[int], None] = lambda _: None,
) -> Training:
    """Learn from all pages, and judge by folds of sites. `advance` is told how many more steps were done."""
    records = [record for rows in sets.values() for record in rows]
    workers = _Workers(processes or usable_cores(), advance)
    labelled = workers.map(label, records)
    words = survey(labelled)
    added = transplants(labelled, ROUNDS, np.random.default_rng(seed))
    whole = words.whole_lexicon()
    lessons = workers.map(lambda page: teach(page, whole), [*labelled, *added])
    course = _Course(labelled, words, lessons[: len(labelled)], lessons[len(labelled) :], settings)
    held_out: list[list[int]] = [*split_into_folds(records, folds), []]  # the last leaves out nothing, and ships
    tasks = [(fold, member) for fold in range(len(held_out)) for member in range(settings.networks)]

    def learn_one(task: tuple[int, int]) -> Parameters:
        fold, member = task
        return course.learn(held_out[fold], 1000 * seed + 10 * fold + member, workers.count_one)

    learnt = workers.map(learn_one, tasks, count=False)
    together = [
        course.knowledge(held_out[fold], learnt[fold * settings.networks : (fold + 1) * settings.networks])
        for fold in range(len(held_out))
    ]

    def judge_one(task: tuple[int, int]) -> Judged:
        fold, place = task
        return judge(together[fold], labelled[place], records[place])

    places = [(fold, place) for fold, part in enumerate(held_out) for place in part]
    judged = {place: page for (_, place), page in zip(places, workers.map(judge_one, places), strict=True)}
    in_order = [judged[place] for place in range(len(records))]
    knowledge = Knowledge(together[-1].lexicon, together[-1].networks, calibrate(in_order))
    by_set, start = {}, 0
    for name, rows in sets.items():
        by_set[name] = in_order[start : start + len(rows)]
        start += len(rows)
    return Training(knowledge, by_set, settings, seed)


@dataclass(frozen=True, eq=False, slots=True)
class _Course:
    """Everything that networks of all folds learn from."""

    labelled: Sequence[Labelled]
    words: Survey
    lessons: Sequence[Lesson | None]
    transplants: Sequence[Lesson | None]
    settings: Settings

    def learn(self, held_out: Sequence[int], seed: int, on_batch: Callable[[], None]) -> Parameters:
        """A network that learnt from all sites but those of some pages."""
        unseen = self._sites(held_out)
        lexicon = self.words.lexicon(unseen)
        lessons, added = self._lessons(self.lessons, lexicon, unseen), self._lessons(self.transplants, lexicon, unseen)
        if not lessons:
            raise DatasetError("too few pages have their gold text on them: there is nothing to learn from")
        return learn(lessons, added, lexicon, seed=seed, settings=self.settings, on_batch=lambda _: on_batch())

    def knowledge(self, held_out: Sequence[int], networks: Sequence[Parameters]) -> Knowledge:
        """What these networks know, as it would be read from where it is stored."""
        lexicon = self.words.lexicon(self._sites(held_out))
        as_expected = np.array([[0, 1], [0, 1]], dtype=np.float32)
        return Knowledge.from_model(Knowledge(lexicon, networks, as_expected).to_model())

    def _sites(self, places: Sequence[int]) -> frozenset[str]:
        return frozenset().union(*(self.labelled[place].sites for place in places))

    def _lessons(self, lessons: Sequence[Lesson | None], lexicon: Lexicon, unseen: frozenset[str]) -> list[Lesson]:
        translate = translator(self.words.whole_lexicon(), lexicon)
        return [
            replace(lesson, reading=translate(lesson.reading))
            for lesson in lessons
            if lesson is not None and not lesson.sites & unseen
        ]


def judge(knowledge: Knowledge, labelled: Labelled, record: Record) -> Judged:
    """What summit with this knowledge makes of a page, at all points of the curve."""
    judgement = knowledge.judge(labelled.page)
    scores, expected = {}, None
    for b in _CURVE:
        text = ""
        if judgement is not None and judgement.holds_content:
            choice = judgement.choose(b)
            text = to_text(judgement.units.page, leaves_of(judgement.units, choice.keep))
            expected = choice.expected if b == _BALANCED else expected
        scores[b] = word_score(text, record.text, spaceless=record.language_is_spaceless)
    return Judged(
        type=labelled.type,
        expected=expected,
        page_type=judgement.page_type if judgement is not None else None,
        f1=scores[_BALANCED].f1,
        curve=tuple((score.precision, score.recall) for score in scores.values()),
    )


def calibrate(pages: Sequence[Judged]) -> Matrix:
    """From the F1 that was expected to the one that came true: rising steps through the means of equal parts."""
    ordered = sorted((page.expected, page.f1) for page in pages if page.expected is not None)
    parts = [part for part in np.array_split(np.arange(len(ordered)), _CALIBRATION_STEPS) if len(part)]
    expected = [_mean(ordered[place][0] for place in part) for part in parts]
    true = [_mean(ordered[place][1] for place in part) for part in parts]
    blocks: list[tuple[float, int]] = []  # neighbours that fall are put together until all rise
    for value in true:
        blocks.append((value, 1))
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (first, many), (second, more) = blocks[-2:]
            blocks[-2:] = [((first * many + second * more) / (many + more), many + more)]
    rising = [value for value, count in blocks for _ in range(count)]
    return np.array([[0.0, *expected, 1.0], [0.0, *rising, *(rising[-1:] or [1.0])]], dtype=np.float32)


def _mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return float(np.mean(numbers)) if numbers else 0.0


class _Workers:
    """Runs a function over items in several processes, in order, and counts what is done.

    The processes are copies of this one made on the spot, so that nothing has to be sent to them.
    """

    def __init__(self, processes: int, advance: Callable[[int], None]) -> None:
        self._processes = processes
        self._advance = advance
        self._done = multiprocessing.Value("q", 0)
        self._reported = 0

    def count_one(self) -> None:
        """Tell that a step was done, from whatever process."""
        with self._done.get_lock():
            self._done.value += 1

    def map(self, function: Callable[[Item], Result], items: Sequence[Item], *, count: bool = True) -> list[Result]:
        """The results, in the order of the items."""
        global _task  # what the copies inherit
        if self._processes == 1:
            results = []
            for item in items:
                results.append(self._counted(function, item, count))
                self._report()
            return results
        _task = lambda place: self._counted(function, items[place], count)  # noqa: E731
        with multiprocessing.get_context("fork").Pool(self._processes) as pool:
            waiting = pool.map_async(_run_task, range(len(items)), chunksize=8 if count else 1)
            while not waiting.ready():
                waiting.wait(_POLL_SECONDS)
                self._report()
            return waiting.get()

    def _counted(self, function: Callable[[Item], Result], item: Item, count: bool) -> Result:
        result = function(item)
        if count:
            self.count_one()
        return result

    def _report(self) -> None:
        self._advance(self._done.value - self._reported)
        self._reported = self._done.value


_task: Callable[[int], Any]


def _run_task(place: int) -> Any:
    return _task(place)
