"""The whole study: documents, their texts by system, and what is measured on them."""

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ....errors import OptionError
from ....registry import DEFAULT_EXTRACTOR
from ....render import LayoutStore
from ...datasets import Record
from ...evaluation import spread
from .budget import Budget, is_over
from .corpus import Document, documents_of, make_copies, same_content
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
DENSE_SYSTEMS = (WHOLE_PAGE, "mountain", "clg", "ice-heuristic", "kfeature", "fast-template", DEFAULT_EXTRACTOR, GOLD)

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
    budget: Budget = field(default_factory=Budget)  # for the whole run
    sample_pages: int = SAMPLE_PAGES  # that are printed and shown
    layouts: Path | None = None  # a folder that keeps the layouts of rendered pages

    def deadlines(self, systems: Sequence[str]) -> dict[str, float]:
        """Return the moments at which the steps end, if these systems run."""
        steps = {"extraction", *self.parts}
        steps |= {"rendering"} if RENDERED.intersection(systems) else set()
        steps |= {"sites"} if set(SITE_SYSTEMS).intersection(systems) else set()
        weights = {step: weight for step, weight in _WEIGHTS.items() if step in steps}
        shares = accumulate(weight / sum(weights.values()) for weight in weights.values())
        return {step: self.budget.deadline(share) for step, share in zip(weights, shares, strict=True)}


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

    def as_dict(self) -> dict[str, Any]:
        """Return the study as a JSON object."""
        return asdict(self)


@contextmanager
def _silent(steps: int, what: str) -> Iterator[Advance]:
    yield lambda more: None


def run_study(records: Sequence[Record], plan: Plan, progress: Progress = _silent) -> Study:
    """Run the study on the pages of some data sets."""
    study = Study()
    documents = _checked(documents_of(records))
    wanted = _fitting(documents, plan, study)
    ends = plan.deadlines(wanted)
    if Part.DUPLICATES in plan.parts:
        documents += make_copies(documents, deadline=min(ends.values()))
    sample = _sample(documents, plan.sample_pages) if Part.COSTS in plan.parts else frozenset()
    documents, outputs = _extract(documents, plan, wanted, sample, ends, study, progress)
    texts = {name: [output[name].text for output in outputs] for name in wanted if name in outputs[0]}
    study.documents = sum(not document.is_copy for document in documents)
    study.copies = len(documents) - study.documents
    if Part.SEARCH in plan.parts:
        _search(documents, texts, ends[Part.SEARCH], study, progress)
    if Part.DUPLICATES in plan.parts:
        _duplicates(documents, texts, ends[Part.DUPLICATES], study, progress)
    if Part.COSTS in plan.parts:
        _costs(documents, outputs, texts, ends[Part.COSTS], study, progress)
    if Part.DENSE in plan.parts:
        _dense(documents, texts, ends[Part.DENSE], study, progress)
    return study


def estimate_seconds(records: Sequence[Record], plan: Plan) -> float:
    """Return about how long a run takes, from a few pages of it. The pages are rendered and extracted for that."""
    documents = _checked(documents_of(records))
    pilot = list(spread(documents, PILOT_PAGES))
    wanted = _fitting(documents, plan, Study())
    names = tuple(name for name in wanted if name not in SITE_SYSTEMS)
    count = len(documents) + (min(len(documents), 100) if Part.DUPLICATES in plan.parts else 0)
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
    seconds += 0.4 * count * any(name in SITE_SYSTEMS for name in wanted)
    seconds += 0.005 * per_system * (Part.SEARCH in plan.parts)
    seconds += 0.004 * per_system * (Part.DUPLICATES in plan.parts)
    seconds += 0.4 * min(count, plan.sample_pages) * (len(wanted) + 1) * (Part.COSTS in plan.parts)
    seconds += 1.0 * len(english(documents)) * len(set(DENSE_SYSTEMS) & set(wanted)) * (Part.DENSE in plan.parts)
    return seconds if plan.budget.seconds is None else min(seconds, plan.budget.seconds)


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


def _fitting(documents: Sequence[Document], plan: Plan, study: Study) -> tuple[str, ...]:
    """Return the systems that can run on the corpus."""
    learning = [name for name in plan.systems if name in SITE_SYSTEMS]
    if not learning or can_fit_sites(documents):
        return plan.systems
    study.remarks.append(f"{', '.join(learning)} are left out: the corpus has sites with too few pages to learn from")
    return tuple(name for name in plan.systems if name not in SITE_SYSTEMS)


def _sample(documents: Sequence[Document], count: int) -> frozenset[int]:
    """Return the positions of some pages, evenly spread, without copies."""
    return frozenset(spread([place for place, document in enumerate(documents) if not document.is_copy], count))


def _only(names: Iterable[str], chosen: Collection[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name in chosen)


def _extract(
    documents: list[Document],
    plan: Plan,
    wanted: Sequence[str],
    sample: frozenset[int],
    ends: Mapping[str, float],
    study: Study,
    progress: Progress,
) -> tuple[list[Document], list[Outputs]]:
    """Return the documents that there was time for, and their outputs by all systems; `sample` has readers, too."""
    found: list[Outputs | None] = [{} for _ in documents]
    seen = _only(wanted, RENDERED)
    if seen:
        with progress(len(documents), "rendering") as advance, _layout_folder(plan) as folder:
            found = run_rendered_systems(documents, Task(seen, sample, ends["rendering"]), LayoutStore(folder), advance)
    others = tuple(name for name in wanted if name not in (*seen, *SITE_SYSTEMS))
    task = Task(others, sample, ends["extraction"], plan.processes)
    with progress(len(documents), "extraction") as advance:
        read = run_page_systems(documents, task, advance)
    found = [None if one is None or other is None else one | other for one, other in zip(found, read, strict=True)]
    kept = _complete(documents, [place for place, output in enumerate(found) if output is not None], study)
    chosen = [documents[place] for place in kept]
    outputs = [output for place in kept if (output := found[place]) is not None]
    learning = _only(wanted, SITE_SYSTEMS)
    if learning:
        readers = frozenset(number for number, place in enumerate(kept) if place in sample)
        by_site = _extract_sites(chosen, Task(learning, readers, ends["sites"], plan.processes), study, progress)
        outputs = [one | other for one, other in zip(outputs, by_site, strict=True)]
    return chosen, outputs


def _extract_sites(documents: Sequence[Document], task: Task, study: Study, progress: Progress) -> Sequence[Outputs]:
    with progress(len(documents), "extraction by site") as advance:
        found = run_site_systems(documents, task, advance) if can_fit_sites(documents) else None
    if found is None:
        study.remarks.append(f"{', '.join(task.systems)} are left out: the budget was over")
    return found or [{} for _ in documents]


def _complete(documents: Sequence[Document], reached: Collection[int], study: Study) -> list[int]:
    """Return the positions of the documents that were reached; a copy goes with the page whose frame it has."""
    frames = {documents[place].frame for place in reached if not documents[place].is_copy}
    places = [place for place in sorted(reached) if documents[place].frame in frames]
    if len(places) < MIN_DOCUMENTS:
        raise OptionError("the budget is too short for any pages: give more time, or fewer systems")
    if len(places) < len(documents):
        study.remarks.append(f"{len(places)} of {len(documents)} documents: the budget was over")
    return places


def _each(
    texts: Mapping[str, Sequence[str]], deadline: float, what: str, study: Study, progress: Progress
) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the texts of each system until the deadline; the ends of the scale come first, so that they are there."""
    ends = [name for name in (WHOLE_PAGE, DEFAULT_EXTRACTOR, GOLD) if name in texts]
    order = [*ends, *(name for name in texts if name not in ends)]
    with progress(len(order), what) as advance:
        for number, name in enumerate(order):
            if is_over(deadline) and number >= len(ends):
                study.remarks.append(f"{what}: {', '.join(order[number:])} are left out: the budget was over")
                return
            yield name, texts[name]
            advance(1)


def _search(
    documents: Sequence[Document],
    texts: Mapping[str, Sequence[str]],
    deadline: float,
    study: Study,
    progress: Progress,
) -> None:
    """Index the pages without the copies, and ask for each of them."""
    places = [place for place, document in enumerate(documents) if not document.is_copy]
    originals = [documents[place] for place in places]
    queries = make_queries(originals)
    relevant = relevant_documents(same_content(originals))
    titles = [title_words(document) for document in originals]
    for query in queries:
        study.queries[query.kind] = study.queries.get(query.kind, 0) + 1
    for name, found in _each(texts, deadline, "search", study, progress):
        with TemporaryDirectory() as folder:
            own = [found[place] for place in places]
            study.search[name] = search_system(Path(folder), originals, own, titles, queries, relevant)


def _duplicates(
    documents: Sequence[Document],
    texts: Mapping[str, Sequence[str]],
    deadline: float,
    study: Study,
    progress: Progress,
) -> None:
    same = same_content(documents)
    is_copy = [document.is_copy for document in documents]
    study.crawled_twice = sum(
        bool(same[one, other]) and not is_copy[one] and not is_copy[other]
        for other in range(len(documents))
        for one in range(other)
    )
    for name, found in _each(texts, deadline, "duplicates", study, progress):
        study.duplicates[name] = find_duplicates(documents, found, same)


def _costs(
    documents: Sequence[Document],
    outputs: Sequence[Outputs],
    texts: Mapping[str, Sequence[str]],
    deadline: float,
    study: Study,
    progress: Progress,
) -> None:
    places = [place for place, document in enumerate(documents) if not document.is_copy]
    study.storage[PAGE_AS_IT_IS] = storage_of([documents[place].record.html for place in places])
    for name, found in texts.items():
        study.storage[name] = storage_of([found[place] for place in places])
    readers = [
        {PAGE_AS_IT_IS: documents[place].record.html}
        | {name: reader for name, output in outputs[place].items() if (reader := output.reader) is not None}
        for place in places
        if outputs[place][next(iter(outputs[place]))].reader is not None
    ]
    with progress(len(readers) * (len(texts) + 1), "paper and screens") as advance:
        study.reading = measure_reading(readers, deadline, advance)


def _dense(
    documents: Sequence[Document],
    texts: Mapping[str, Sequence[str]],
    deadline: float,
    study: Study,
    progress: Progress,
) -> None:
    places = english(documents)
    chosen = [documents[place] for place in places]
    study.dense_documents = len(chosen)
    if len(chosen) < MIN_DOCUMENTS:
        study.remarks.append(f"dense retrieval: {len(chosen)} pages in English are too few")
        return
    relevant = relevant_documents(same_content(chosen))
    encoder = Encoder(load_encoder())
    compared = {name: found for name, found in texts.items() if name in DENSE_SYSTEMS}
    for name, found in _each(compared, deadline, "dense", study, progress):
        result = search_densely(encoder, chosen, [found[place] for place in places], relevant, deadline)
        if result is None:
            study.remarks.append(f"dense retrieval: ended before {name}: the budget was over")
            return
        study.dense[name] = result
