"""The whole study: documents, their texts by system, and what is measured on them."""

import math
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from ....errors import OptionError
from ....registry import DEFAULT_EXTRACTOR
from ....render import LayoutStore
from ...datasets import Record
from ...evaluation import spread
from .corpus import MAX_COPIES, Document, documents_of, make_copies, same_content
from .costs import PAGE_AS_IT_IS, SAMPLE_PAGES, Reading, Storage, measure_reading, storage_of
from .dense import DenseResult, Encoder, english, load_encoder, search_densely
from .duplicates import DuplicateResult, find_duplicates
from .queries import make_queries, title_words
from .retrieval import SystemResult, relevant_documents, search_system
from .systems import (
    GOLD,
    RENDERED,
    SITE_SYSTEMS,
    WHOLE_PAGE,
    Outputs,
    Task,
    can_fit_sites,
    run_page_systems,
    run_rendered_systems,
    run_site_systems,
)

MIN_DOCUMENTS = 4
PILOT_PAGES = 3

Advance = Callable[[int], None]
Progress = Callable[[int, str], AbstractContextManager[Advance]]  # of so many steps, under a name


class Part(StrEnum):
    """What can be measured."""

    SEARCH = "search"
    DUPLICATES = "duplicates"
    COSTS = "costs"
    DENSE = "dense"


DEFAULT_PARTS = (Part.SEARCH, Part.DUPLICATES, Part.COSTS)
# What steps take of the budget, in parts; those that a run does not have leave theirs to the others.
_WEIGHTS: Mapping[str, int] = {
    "rendering": 25,
    "extraction": 20,
    "sites": 15,
    Part.SEARCH: 10,
    Part.DUPLICATES: 5,
    Part.COSTS: 20,
    Part.DENSE: 30,
}


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run does."""

    systems: tuple[str, ...]  # in the order of the tables
    parts: tuple[Part, ...] = DEFAULT_PARTS
    processes: int = 1
    seconds_left: Callable[[], float] = lambda: math.inf  # of the time for the whole run
    sample_pages: int = SAMPLE_PAGES  # that are printed and shown
    layouts: Path | None = None  # a folder that keeps the layouts of rendered pages

    def ends(self, systems: Sequence[str]) -> dict[str, Callable[[], bool]]:
        """Return for each step, in their order, what tells whether its time is over, if these systems run."""
        steps = {"extraction", *self.parts}
        steps |= {"rendering"} if RENDERED.intersection(systems) else set()
        steps |= {"sites"} if set(SITE_SYSTEMS).intersection(systems) else set()
        weights = {step: weight for step, weight in _WEIGHTS.items() if step in steps}
        shares = accumulate(weight / sum(weights.values()) for weight in weights.values())
        whole = self.seconds_left()
        if math.isinf(whole):
            return dict.fromkeys(weights, lambda: False)
        return {step: self._end(whole * (1 - share)) for step, share in zip(weights, shares, strict=True)}

    def _end(self, seconds: float) -> Callable[[], bool]:
        return lambda: self.seconds_left() <= seconds


@dataclass(slots=True)
class Study:
    """The figures of a corpus, by system."""

    documents: int = 0
    copies: int = 0
    crawled_twice: int = 0  # pairs of pages with the same content that are no copies
    queries: dict[str, int] = field(default_factory=dict)  # by kind
    search: dict[str, SystemResult] = field(default_factory=dict)
    duplicates: dict[str, DuplicateResult] = field(default_factory=dict)
    storage: dict[str, Storage] = field(default_factory=dict)
    reading: dict[str, Reading] = field(default_factory=dict)
    dense: dict[str, DenseResult] = field(default_factory=dict)
    dense_documents: int = 0
    remarks: list[str] = field(default_factory=list)  # what was left out, and why


@contextmanager
def _silent(steps: int, what: str) -> Iterator[Advance]:
    yield lambda more: None


def run_study(records: Sequence[Record], plan: Plan, progress: Progress = _silent) -> Study:
    """Run the study on the pages of some data sets."""
    study = Study()
    documents = _checked(documents_of(records))
    systems = _fitting(documents, plan.systems, study.remarks)
    ends = plan.ends(systems)
    if Part.DUPLICATES in plan.parts:
        documents += make_copies(documents, is_over=next(iter(ends.values())))
    run = _Run(plan, systems, ends, study, progress, documents)
    run.extract()
    measures = {Part.SEARCH: run.search, Part.DUPLICATES: run.duplicates, Part.COSTS: run.costs, Part.DENSE: run.dense}
    for part, measure in measures.items():
        if part in plan.parts:
            measure()
    return study


def estimate_seconds(records: Sequence[Record], plan: Plan) -> float:
    """Return about how long a run takes, from a few pages of it. The pages are rendered and extracted for that."""
    documents = _checked(documents_of(records))
    pilot = list(spread(documents, PILOT_PAGES))
    wanted = _fitting(documents, plan.systems, [])
    names = tuple(name for name in wanted if name not in SITE_SYSTEMS)
    count = len(documents) + (min(len(documents), MAX_COPIES) if Part.DUPLICATES in plan.parts else 0)
    start = time.monotonic()
    if RENDERED.intersection(names):
        with _layout_folder(plan) as folder:
            run_rendered_systems(pilot, Task(_only(names, RENDERED)), LayoutStore(folder))
    rendering = time.monotonic() - start
    run_page_systems(pilot, Task(tuple(name for name in names if name not in RENDERED)))
    extraction = time.monotonic() - start - rendering
    pages = count / len(pilot)
    seconds = pages * (rendering + extraction / plan.processes)
    # Seconds of a page, or of a page and a system: measured on 330 pages and 23 systems.
    per_system = count * len(wanted)
    seconds += 0.25 * count * any(name in SITE_SYSTEMS for name in wanted)
    seconds += 0.005 * per_system * (Part.SEARCH in plan.parts)
    seconds += 0.004 * per_system * (Part.DUPLICATES in plan.parts)
    seconds += 0.25 * min(count, plan.sample_pages) * (len(wanted) + 1) * (Part.COSTS in plan.parts)
    if Part.DENSE in plan.parts:
        seconds += 1.0 * len(english(documents)) * len(wanted)
    return seconds


@contextmanager
def _layout_folder(plan: Plan) -> Iterator[Path]:
    if plan.layouts is not None:
        yield plan.layouts
    else:
        with TemporaryDirectory() as folder:
            yield Path(folder)


def _checked(documents: list[Document]) -> list[Document]:
    if len(documents) < MIN_DOCUMENTS:
        raise OptionError(f"a corpus has {MIN_DOCUMENTS} pages with a gold text at least, this one {len(documents)}")
    return documents


def _fitting(documents: Sequence[Document], systems: tuple[str, ...], remarks: list[str]) -> tuple[str, ...]:
    """Return the systems that can run on the corpus."""
    learning = _only(systems, SITE_SYSTEMS)
    if not learning or can_fit_sites(documents):
        return systems
    remarks.append(f"{', '.join(learning)} are left out: the corpus has sites with too few pages to learn from")
    return tuple(name for name in systems if name not in learning)


def _only(names: Iterable[str], chosen: Collection[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name in chosen)


@dataclass(slots=True)
class _Run:
    """A run on its way: `extract` comes first, then what is measured on the texts."""

    plan: Plan
    systems: tuple[str, ...]  # that can run on the corpus
    ends: Mapping[str, Callable[[], bool]]  # of the steps
    study: Study
    progress: Progress
    documents: list[Document]
    outputs: list[Outputs] = field(default_factory=list)  # of each document, by system

    @property
    def originals(self) -> list[int]:
        """The positions of the documents that are no copies."""
        return [place for place, document in enumerate(self.documents) if not document.is_copy]

    def texts(self, name: str, places: Iterable[int]) -> list[str]:
        """Return what a system makes of some documents."""
        return [self.outputs[place][name].text for place in places]

    def extract(self) -> None:
        """Find the outputs of all systems; keep the documents that there is time for."""
        sample = frozenset(spread(self.originals, self.plan.sample_pages) if Part.COSTS in self.plan.parts else ())
        found: list[Outputs | None] = [{} for _ in self.documents]
        seen, learning = _only(self.systems, RENDERED), _only(self.systems, SITE_SYSTEMS)
        if seen:
            task = Task(seen, sample, self.ends["rendering"])
            with self.progress(len(self.documents), "rendering") as advance, _layout_folder(self.plan) as folder:
                found = run_rendered_systems(self.documents, task, LayoutStore(folder), advance)
        others = tuple(name for name in self.systems if name not in (*seen, *learning))
        task = Task(others, sample, self.ends["extraction"], self.plan.processes)
        with self.progress(len(self.documents), "extraction") as advance:
            read = run_page_systems(self.documents, task, advance)
        found = [None if one is None or other is None else one | other for one, other in zip(found, read, strict=True)]
        kept = self._reached([place for place, output in enumerate(found) if output is not None])
        self.documents = [self.documents[place] for place in kept]
        self.outputs = [output for place in kept if (output := found[place]) is not None]
        self.study.documents = len(self.originals)
        self.study.copies = len(self.documents) - self.study.documents
        if learning:
            readers = frozenset(number for number, place in enumerate(kept) if place in sample)
            self._extract_sites(Task(learning, readers, self.ends["sites"], self.plan.processes))

    def _reached(self, places: Collection[int]) -> list[int]:
        """Return the positions of the documents that there was time for; a copy goes with the page of its frame."""
        frames = {self.documents[place].frame for place in places if not self.documents[place].is_copy}
        kept = [place for place in places if self.documents[place].frame in frames]
        if len(kept) < MIN_DOCUMENTS:
            raise OptionError("the budget is too short for any pages: give more time, or fewer systems")
        if len(kept) < len(self.documents):
            self.study.remarks.append(f"{len(kept)} of {len(self.documents)} documents: the budget was over")
        return kept

    def _extract_sites(self, task: Task) -> None:
        with self.progress(len(self.documents), "extraction by site") as advance:
            found = run_site_systems(self.documents, task, advance) if can_fit_sites(self.documents) else None
        if found is None:
            self.study.remarks.append(f"{', '.join(task.systems)} are left out: the budget was over")
        else:
            self.outputs = [one | other for one, other in zip(self.outputs, found, strict=True)]

    def _each_system(self, part: Part) -> Iterator[str]:
        """Yield the systems until a part's time is over; the ends of the scale come first, so that they are there."""
        names = _only(self.systems, self.outputs[0])
        ends = _only((WHOLE_PAGE, DEFAULT_EXTRACTOR, GOLD), names)
        order = [*ends, *(name for name in names if name not in ends)]
        with self.progress(len(order), part) as advance:
            for number, name in enumerate(order):
                if self.ends[part]() and number >= len(ends):
                    self.study.remarks.append(f"{part}: {', '.join(order[number:])} are left out: the budget was over")
                    return
                yield name
                advance(1)

    def search(self) -> None:
        """Index the pages without the copies, and ask for each of them."""
        places = self.originals
        originals = [self.documents[place] for place in places]
        queries = make_queries(originals)
        relevant = relevant_documents(same_content(originals))
        titles = [title_words(document) for document in originals]
        self.study.queries = dict(Counter(str(query.kind) for query in queries))
        for name in self._each_system(Part.SEARCH):
            with TemporaryDirectory() as folder:
                texts = self.texts(name, places)
                self.study.search[name] = search_system(Path(folder), originals, texts, titles, queries, relevant)

    def duplicates(self) -> None:
        """Look for documents with the same content."""
        same, places = same_content(self.documents), self.originals
        self.study.crawled_twice = int(np.triu(same[np.ix_(places, places)]).sum())
        for name in self._each_system(Part.DUPLICATES):
            texts = self.texts(name, range(len(self.documents)))
            self.study.duplicates[name] = find_duplicates(self.documents, texts, same)

    def costs(self) -> None:
        """Measure what texts take, and print and show the pages of the sample."""
        places, names = self.originals, _only(self.systems, self.outputs[0])
        self.study.storage[PAGE_AS_IT_IS] = storage_of([self.documents[place].record.html for place in places])
        for name in names:
            self.study.storage[name] = storage_of(self.texts(name, places))
        readers = [
            {PAGE_AS_IT_IS: self.documents[place].record.html} | made
            for place in places
            if (
                made := {
                    name: output.reader for name, output in self.outputs[place].items() if output.reader is not None
                }
            )
        ]
        with self.progress(len(readers) * (len(names) + 1), "paper and screens") as advance:
            self.study.reading = measure_reading(readers, self.ends[Part.COSTS], advance)

    def dense(self) -> None:
        """Ask the English pages by vectors."""
        places = english(self.documents)
        chosen = [self.documents[place] for place in places]
        self.study.dense_documents = len(chosen)
        if len(chosen) < MIN_DOCUMENTS:
            self.study.remarks.append(f"dense retrieval: {len(chosen)} pages in English are too few")
            return
        relevant = relevant_documents(same_content(chosen))
        encoder = Encoder(load_encoder())
        for name in self._each_system(Part.DENSE):
            result = search_densely(encoder, chosen, self.texts(name, places), relevant, self.ends[Part.DENSE])
            if result is None:
                self.study.remarks.append(f"dense retrieval: ended before {name}: the budget was over")
                return
            self.study.dense[name] = result
