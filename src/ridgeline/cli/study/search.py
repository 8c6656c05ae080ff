"""`ridgeline study search`: what search gains if only the primary content is indexed."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ...errors import OptionError
from ...storage import files
from .. import targets
from ..command import Option
from ..extraction_options import SeveralValuesCommand, separate
from ..extras import require
from ..terminal import examples, note, progress, write_standard_output
from . import group
from .clock import Budget, Clock

if TYPE_CHECKING:
    from ...lab.study.search.experiments import Part, Plan, Study

DEFAULT_DATA = ("multisite-dev", "cleanportaleval")


@group.command(
    "search",
    cls=SeveralValuesCommand,
    epilog=examples(
        "ridgeline study search --output figures/",
        "ridgeline study search --budget 300",
        "ridgeline study search --data wcxb-dev news-dev --limit 500 --part search",
        "ridgeline study search --system everything,mountain,summit,gold --part dense",
    ),
)
def search(
    data: Annotated[
        list[str] | None, Option("--data", "-d", metavar="SET", help="Data sets: their pages are one corpus.")
    ] = None,
    system: Annotated[
        list[str] | None,
        Option("--system", metavar="NAME", help="Only these extractors; gold is the gold text. All by default."),
    ] = None,
    part: Annotated[
        list[str] | None,
        Option("--part", metavar="PART", help="search, duplicates, costs; dense is not run unless it is named."),
    ] = None,
    limit: Annotated[
        int | None, Option("--limit", metavar="N", help="At most N pages of a set, evenly spread over it.")
    ] = None,
    sample: Annotated[int, Option("--sample", metavar="N", help="Pages that are printed and shown, for costs.")] = 40,
    budget: Budget = None,
    processes: Annotated[
        int | None, Option("--processes", "-p", metavar="N", help="Number of processes; default: one a core.")
    ] = None,
    layouts: Annotated[
        Path | None, Option("--layouts", metavar="FOLDER", help="Cache layouts here, to render pages only once.")
    ] = None,
    output: Annotated[
        Path | None, Option("--output", "-o", metavar="FOLDER", help="Draw the figures, and write search.json.")
    ] = None,
) -> None:
    """Index pages as they are, as each system extracts them, and their gold texts; compare what search makes of them.

    Size of the index, redundant results, known-item retrieval by words, exact phrases and headlines, near-duplicates,
    paper, screens, tokens and bytes. Queries are made of gold texts alone. Systems that learn a site take part if all
    pages are of sites with a few pages; each page is then extracted with what other pages taught.
    """
    from ...lab import datasets
    from ...lab.evaluation import spread
    from ...lab.study.search.experiments import estimate_seconds, run_study

    clock = Clock(budget)
    for option, value in (("--limit", limit), ("--processes", processes), ("--sample", sample)):
        if value is not None and value < 1:
            raise OptionError(f"{option} is positive, not {value}")
    plan = _plan(system, part, clock, processes, sample, layouts)
    if output is not None:
        require("plot")
        targets.make_folder(output)
    names = separate(data or DEFAULT_DATA)
    records = [record for name in names for record in spread(datasets.load(name), limit)]
    clock.announce(f"{len(records):,} pages, {len(plan.systems)} systems", estimate_seconds(records, plan))
    study = run_study(records, plan, progress)
    for remark in study.remarks:
        note(remark)
    write_standard_output(_tables(" + ".join(names), study))
    if output is not None:
        _write(study, output)


def _plan(
    system: list[str] | None,
    part: list[str] | None,
    clock: Clock,
    processes: int | None,
    sample: int,
    layouts: Path | None,
) -> "Plan":
    """Check the options, and that all they need is installed."""
    from ...lab.study.search.experiments import DEFAULT_PARTS, Part, Plan
    from ...lab.study.search.systems import RENDERED, SYSTEMS
    from ...processes import usable_cores
    from ...registry import REGISTRY

    parts = tuple(_part(name) for name in separate(part)) if part else DEFAULT_PARTS
    wanted = separate(system) if system else list(SYSTEMS)
    for name in wanted:
        if name not in SYSTEMS:
            raise OptionError(f"--system: {name!r} is none of {', '.join(SYSTEMS)}")
    extras = {entry.needs for name, entry in REGISTRY.items() if name in wanted and entry.needs is not None}
    extras |= {"train"} if "mountain-site" in wanted else set()
    extras |= {"render"} if Part.COSTS in parts or RENDERED.intersection(wanted) else set()
    extras |= {"dense"} if Part.DENSE in parts else set()
    require(*sorted(extras))
    if layouts is not None:
        targets.make_folder(layouts)
    chosen = tuple(name for name in SYSTEMS if name in wanted)
    return Plan(chosen, parts, processes or usable_cores(), lambda: clock.left, sample, layouts)


def _part(name: str) -> "Part":
    from ...lab.study.search.experiments import Part

    if name not in set(Part):
        raise OptionError(f"--part: {name!r} is none of {', '.join(Part)}")
    return Part(name)


def _write(study: "Study", folder: Path) -> None:
    from ...lab.study.search import figures

    files.write(folder / "search.json", (json.dumps(asdict(study), indent=1) + "\n").encode())
    for path in figures.draw(study, folder):
        note(f"drew {path}")


def _tables(title: str, study: "Study") -> str:
    return "".join(
        table(title, study)
        for table, found in (
            (_index_table, study.search),
            (_query_table, study.search),
            (_duplicate_table, study.duplicates),
            (_cost_table, study.storage),
            (_dense_table, study.dense),
        )
        if found
    )


def _ordered(study: "Study", names: Sequence[str]) -> list[str]:
    from ...lab.study.search.costs import PAGE_AS_IT_IS
    from ...lab.study.search.systems import SYSTEMS

    return [name for name in (PAGE_AS_IT_IS, *SYSTEMS) if name in names]


def _index_table(title: str, study: "Study") -> str:
    from ...lab.study.search.queries import Kind
    from ...lab.study.search.systems import WHOLE_PAGE
    from ..tables import plain_table

    whole = study.search[WHOLE_PAGE].size if WHOLE_PAGE in study.search else None
    rows = []
    for name in _ordered(study, list(study.search)):
        result = study.search[name]
        size, words, matched = result.size, result.ranked[Kind.WORDS], result.matched[Kind.WORDS]
        share = f"{size.postings / whole.postings:.2f}" if whole and whole.postings else ""
        sizes = (f"{size.postings:,}", share, f"{size.bytes / 1024:,.0f}", f"{size.seconds:.2f}")
        answers = (f"{result.query_milliseconds:.2f}", f"{matched.found:.3f}", f"{matched.others:.1f}")
        rows.append((name, *sizes, *answers, *(f"{figure:.3f}" for figure in (words.success, words.mrr, words.ndcg))))
    headings = (
        *("index of", "postings", "of whole\npages'", "KiB", "seconds\nto build", "ms a\nquery"),
        *("all three\nwords found", "other pages\nhave them", "success@1", "MRR", "nDCG@10"),
    )
    return plain_table(
        f"{title}: {study.documents} pages, {study.queries.get('words', 0)} queries of three words", headings, rows
    )


def _query_table(title: str, study: "Study") -> str:
    from ...lab.study.search.queries import Kind
    from ...lab.study.search.retrieval import TITLED
    from ..tables import plain_table

    rows = []
    for name in _ordered(study, list(study.search)):
        result = study.search[name]
        phrases = [result.matched[kind] for kind in (Kind.PHRASE, Kind.ACROSS)]
        cells = [f"{figure:.3f}" for phrase in phrases for figure in (phrase.found, phrase.others)]
        ranked = [result.ranked[kind] for kind in (Kind.HEADLINE, TITLED)]
        rows.append((name, *cells, *(f"{figure:.3f}" for row in ranked for figure in (row.success, row.mrr))))
    counts = ", ".join(f"{study.queries.get(kind, 0)} {kind}" for kind in (Kind.PHRASE, Kind.ACROSS, Kind.HEADLINE))
    headings = (
        *("index of", "phrase\nfound", "other\npages", "across blocks\nfound", "other\npages"),
        *("headline\nsuccess@1", "\nMRR", "with title field\nsuccess@1", "\nMRR"),
    )
    return plain_table(f"{title}: exact phrases and headlines ({counts})", headings, rows)


def _duplicate_table(title: str, study: "Study") -> str:
    from ...lab.study.search.duplicates import THRESHOLD
    from ..tables import plain_table

    rows = []
    for name in _ordered(study, list(study.duplicates)):
        result = study.duplicates[name]
        score, (threshold, best) = result.at_threshold, result.best
        recalls = [
            "" if recall is None else f"{recall:.3f}" for recall in (result.recall_crawled, result.recall_copies)
        ]
        figures = (f"{score.precision:.3f}", f"{score.recall:.3f}", f"{score.f1:.3f}", *recalls)
        rows.append((name, *figures, f"{best.f1:.3f}", f"{threshold:.2f}"))
    headings = (
        *("texts of", "precision", "recall", "F1", "recall,\ncrawled twice", "recall,\ncopies"),
        *("best\nF1", "at\nsimilarity"),
    )
    found = f"{study.crawled_twice} pairs crawled twice, {study.copies} copies in other frames"
    return plain_table(f"{title}: near-duplicates, similarity of shingles from {THRESHOLD} ({found})", headings, rows)


def _cost_table(title: str, study: "Study") -> str:
    from ..tables import plain_table

    rows = []
    for name in _ordered(study, list(study.storage)):
        storage, reading = study.storage[name], study.reading.get(name)
        paper = (f"{reading.sheets:.1f}", f"{reading.screens:.1f}") if reading else ("", "")
        stored = (f"{figure / 1024:.1f}" for figure in (storage.bytes, storage.compressed_bytes))
        rows.append((name, *paper, f"{storage.tokens:,.0f}", *stored))
    pages = next((reading.pages for reading in study.reading.values()), 0)
    return plain_table(
        f"{title}: means a page; sheets and screens of {pages} pages, the rest of {study.documents}",
        ("", "sheets of\nA4", "screens of\na phone", "tokens,\nabout", "KiB of\ntext", "KiB\ncompressed"),
        rows,
    )


def _dense_table(title: str, study: "Study") -> str:
    from ...lab.study.search.dense import KINDS
    from ..tables import plain_table

    rows = []
    for name in _ordered(study, list(study.dense)):
        result = study.dense[name]
        rankings = [ranking[kind] for kind in KINDS for ranking in (result.dense, result.bm25)]
        figures = (f"{figure:.3f}" for ranking in rankings for figure in (ranking.success, ranking.mrr))
        rows.append((name, f"{result.passages:,}", *figures))
    heads = [
        f"{kind}, {engine}\n{figure}" for kind in KINDS for engine in ("dense", "BM25") for figure in ("S@1", "MRR")
    ]
    return plain_table(
        f"{title}: dense retrieval beside BM25, {study.dense_documents} English pages",
        ("texts of", "passages", *heads),
        rows,
    )
