"""The text of every document by every system, and for some documents the page to read and print.

Systems that know nothing of a site run as they ship. Those that learn a site first are prepared with other pages of the
site, as in the study of templates: no page is extracted with what was learnt from it; `mountain-site` and `style-tree`
see the gold texts of ten of these pages. So they take part only if all pages are of sites with a few pages.

`everything` is the whole page, and the gold text is what a system without fault would index.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from ....errors import RenderError
from ....extraction import Extractor
from ....extractors.everything import Everything
from ....extractors.templates.content_extractor import ContentExtractor
from ....extractors.templates.fast import FastTemplate
from ....page import Page, parse
from ....pipeline import Pipeline
from ....processes import map_in_processes
from ....registry import DEFAULT_EXTRACTOR, REGISTRY, load_once
from ....render import LayoutStore, rendered
from ...datasets import Record
from ...evaluation import spread
from ...training.mountain_classifiers import fit_mountain_site
from ...training.style_tree import fit_style_tree
from ..templates.folds import MIN_PAGES, folds
from .corpus import Document, by_site

WHOLE_PAGE = Everything.name
GOLD = "gold"
LABELLED_PAGES = 10  # of a site, for the systems that learn from gold texts (Mountain Model, section 5)
_SITE = "site.example"  # the name of every site, which decides nothing

# In the order of the tables: paper by paper, between the whole page and the gold text.
SYSTEMS = (
    WHOLE_PAGE,
    *(name for name in REGISTRY if name not in (WHOLE_PAGE, DEFAULT_EXTRACTOR)),
    DEFAULT_EXTRACTOR,
    GOLD,
)
RENDERED = frozenset(name for name, entry in REGISTRY.items() if entry.needs == "render")


@dataclass(frozen=True, slots=True)
class Output:
    """What a system makes of a document."""

    text: str
    reader: str | None = None  # a page to read and print, where it was asked for


Outputs = dict[str, Output]  # by system
Advance = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Task:
    """What is done to every document."""

    systems: tuple[str, ...]
    readers: frozenset[int] = frozenset()  # positions of the documents for which readers are written
    is_over: Callable[[], bool] = lambda: False
    processes: int = 1


def _fit_mountain_site(pages: Sequence[Page], gold: Sequence[str]) -> Extractor:
    return fit_mountain_site(pages[: len(gold)], gold)


# Learns a site from its pages, and from the gold texts of the first of them.
_FITS: Mapping[str, Callable[[Sequence[Page], Sequence[str]], Extractor]] = {
    "mountain-site": _fit_mountain_site,
    "style-tree": fit_style_tree,
    "content-extractor": lambda pages, gold: ContentExtractor(comparison="index").fit(pages),
    "fast-template": lambda pages, gold: FastTemplate(site=_SITE).fit(pages),
}
SITE_SYSTEMS = tuple(_FITS)


def can_fit_sites(documents: Sequence[Document]) -> bool:
    """Return whether all pages are of sites with enough pages to learn from others."""
    originals = [document for document in documents if not document.is_copy]
    return all(len(places) >= MIN_PAGES for places in by_site(originals).values())


def in_turn(count: int) -> list[int]:
    """Return the positions of a corpus in an order of which any beginning is evenly spread over it."""
    return sorted(range(count), key=lambda place: place * 0.6180339887 % 1.0)


def run_rendered_systems(
    documents: Sequence[Document], task: Task, layouts: LayoutStore, advance: Advance = lambda steps: None
) -> list[Outputs | None]:
    """Return the outputs of systems that see rendered pages; None where the deadline passed before a document's turn.

    They run in this process: its browser is not there in forked ones. A page that cannot be rendered has no text.
    """
    outputs: list[Outputs | None] = [None] * len(documents)
    for place in in_turn(len(documents)):
        if task.is_over():
            break
        record, with_reader = documents[place].record, place in task.readers
        try:
            page = rendered(parse(record.html, url=record.url), layouts)
            outputs[place] = {name: _output(load_once(name), page, with_reader) for name in task.systems}
        except RenderError:
            outputs[place] = dict.fromkeys(task.systems, Output("", "" if with_reader else None))
        advance(1)
    return outputs


def run_page_systems(
    documents: Sequence[Document], task: Task, advance: Advance = lambda steps: None
) -> list[Outputs | None]:
    """Return the outputs of each document; None where the deadline passed before its turn."""
    order = in_turn(len(documents))

    def run(place: int, advance: Advance) -> Outputs | None:
        outputs = None if task.is_over() else _page_outputs(documents[place].record, task, place in task.readers)
        advance(1)
        return outputs

    found = dict(zip(order, map_in_processes(run, order, task.processes, advance), strict=True))
    return [found[place] for place in range(len(documents))]


def _page_outputs(record: Record, task: Task, with_reader: bool) -> Outputs:
    page = parse(record.html, url=record.url)
    outputs = {}
    for name in task.systems:
        if name == GOLD:
            outputs[name] = Output(record.text, _gold_reader(record.text) if with_reader else None)
        else:
            outputs[name] = _output(load_once(name), page, with_reader)
    return outputs


def _output(extractor: Extractor, page: Page, with_reader: bool) -> Output:
    extraction = Pipeline(extractor).extract_page(page)
    return Output(extraction.text, extraction.write("html", whole_page=True) if with_reader else None)


def _gold_reader(text: str) -> str:
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in text.splitlines() if line.strip())
    return Everything().extract(parse(paragraphs)).write("html", whole_page=True, title=False)


def run_site_systems(
    documents: Sequence[Document], task: Task, advance: Advance = lambda steps: None
) -> list[Outputs] | None:
    """Return the outputs of systems that learn a site; None if the deadline passed. `advance` is called a document."""
    parts = list(_prepared(documents))

    def run(part: tuple[list[int], Sequence[Record]], advance: Advance) -> list[tuple[int, Outputs]] | None:
        places, preparing = part
        if task.is_over():
            return None
        labelled = spread(preparing, LABELLED_PAGES)
        ordered = [*labelled, *(record for record in preparing if record not in labelled)]
        pages = [parse(record.html, url=record.url) for record in ordered]
        fitted = {name: _FITS[name](pages, [record.text for record in labelled]) for name in task.systems}
        outputs = []
        for place in places:
            record = documents[place].record
            page = parse(record.html, url=record.url)
            with_reader = place in task.readers
            made = {name: _output(extractor, page, with_reader) for name, extractor in fitted.items()}
            outputs.append((place, made))
            advance(1)
        return outputs

    found: dict[int, Outputs] = {}
    for answer in map_in_processes(run, parts, task.processes, advance):
        if answer is None:
            return None
        found.update(answer)
    return [found[place] for place in range(len(documents))]


def _prepared(documents: Sequence[Document]) -> Iterable[tuple[list[int], Sequence[Record]]]:
    """Yield documents with the pages that prepare for them: others of the site, not the one whose frame they have."""
    place_of = {id(document.record): place for place, document in enumerate(documents) if not document.is_copy}
    copies: dict[int, list[int]] = {}
    for place, document in enumerate(documents):
        if document.is_copy:
            copies.setdefault(document.frame, []).append(place)
    originals = [document for document in documents if not document.is_copy]
    for places in by_site(originals).values():
        for tested, preparing in folds([originals[place].record for place in places]):
            own = [place_of[id(record)] for record in tested]
            yield [*own, *(copy for place in own for copy in copies.get(documents[place].frame, []))], preparing
