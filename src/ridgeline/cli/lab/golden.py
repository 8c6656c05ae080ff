"""`ridgeline lab golden`: the golden pages, how extractors do on them, and the floors of the accuracy gate."""

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ...errors import DatasetError, OptionError
from ...registry import DEFAULT_EXTRACTOR, load_ready
from .. import extraction_options, sources
from ..command import Argument, Option
from ..command_groups import command_group
from ..extras import require
from ..sources import Reading
from ..terminal import examples, note, printable, progress, write_standard_output
from . import group as lab

if TYPE_CHECKING:
    from ...lab.golden import Change, GoldenPage, GoldenScore

group = command_group(
    "golden",
    "Golden pages: whole pages with the ideal extraction beside each.",
    "ridgeline lab golden list",
    "ridgeline lab golden show news-article --markdown",
    "ridgeline lab golden add town-council council.html --url https://council.example/news",
    "ridgeline lab golden pin",
)
lab.add_command(group)

Folder = Annotated[
    Path | None,
    Option("--folder", metavar="DIR", help="The golden pages. Default: tests/golden of this checkout."),
]
ExtractorName = Annotated[
    str,
    Option("--extractor", "-e", metavar="NAME", help="The extractor to score; see `ridgeline extractors`."),
]


@group.command(
    "list",
    epilog=examples(
        "ridgeline lab golden list",
        "ridgeline lab golden list --extractor mountain",
        "ridgeline lab golden list --folder my/pages",
    ),
)
def list_pages(
    extractor: ExtractorName = DEFAULT_EXTRACTOR, model: extraction_options.Model = None, folder: Folder = None
) -> None:
    """Show how an extractor does on every golden page, the worst first.

    Text is the F1 of words, Markdown the agreement of words and structure, metadata the share of the fields that agree.
    Where status or type are not the expected ones, an arrow leads to what was found.
    """
    from ..tables import plain_table

    require("eval")
    place = _place(folder)
    rows, scores = [], []
    for page, found_type, found_status, score in _scored(place, extractor, model):
        type_cell = _both(page.page_type or "none", found_type or "none")
        rows.append((page.name, type_cell, *_cells(score.figures), _both(page.status, found_status)))
        scores.append(score)
    order = sorted(range(len(rows)), key=lambda position: (scores[position].text.f1, scores[position].markdown))
    title = f"{len(rows)} golden page{'s' * (len(rows) != 1)}, {extractor}"
    headings = ("page", "type", "text F1", "Markdown", "metadata", "status")
    write_standard_output(plain_table(title, headings, [*(rows[place] for place in order), *_mean_rows(scores)]))


@group.command(
    epilog=examples(
        "ridgeline lab golden show news-article",
        "ridgeline lab golden show news-article --markdown",
        "ridgeline lab golden show news-article --extractor mountain",
    ),
)
def show(
    name: Annotated[str, Argument(metavar="NAME", help="A golden page; see `ridgeline lab golden list`.")],
    markdown: Annotated[bool, Option("--markdown", help="Compare the Markdown instead of the text.")] = False,
    extractor: ExtractorName = DEFAULT_EXTRACTOR,
    model: extraction_options.Model = None,
    folder: Folder = None,
) -> None:
    """Show where an extraction differs from the expected one.

    Lines with a minus are expected and were not found, those with a plus were found and are not expected.
    """
    from ...lab.golden import extract_golden, read_page, score_golden
    from .differences import difference_text, metadata_text

    require("eval")
    place = _place(folder)
    _check_names(place, [name])
    page = read_page(place, name)
    extraction = extract_golden(page, load_ready(extractor, **extraction_options.extractor_options(model=model)))
    score = score_golden(extraction, page)
    found, expected = (extraction.markdown, page.markdown) if markdown else (extraction.text, page.text)
    write_standard_output(_headline(score) + difference_text(expected, found) + metadata_text(page, extraction))


@group.command(
    epilog=examples(
        "ridgeline lab golden add town-council council.html --url https://council.example/news",
        "ridgeline lab golden add town-council https://council.example/news",
    ),
)
def add(
    name: Annotated[str, Argument(metavar="NAME", help="Of the new golden page: lower case, with hyphens.")],
    page: Annotated[str, Argument(metavar="PAGE", help="A file, a URL, or - for standard input.")],
    url: Annotated[str | None, Option("--url", metavar="URL", help="Where a file or standard input came from.")] = None,
    charset: Annotated[
        str | None, Option("--charset", metavar="NAME", help="The encoding, if it is known better.")
    ] = None,
    folder: Folder = None,
) -> None:
    """Make a golden page, with today's extraction as the expected one, for a person to correct."""
    from ...lab.golden import write_page
    from ...options import extract

    reading = Reading(url=url, charset=charset)
    sources.check([page], reading)
    place = _place(folder)
    source = sources.read(page, reading)
    extraction = extract(source.data, url=source.url, charset=source.charset)
    made = write_page(place, name, source.data, source.charset, extraction)
    write_standard_output(_next_steps(made, folder))


@group.command(
    "pin",
    epilog=examples(
        "ridgeline lab golden pin",
        "ridgeline lab golden pin news-article recipe",
        "ridgeline lab golden pin news-article --lower",
    ),
)
def pin_floors(
    names: Annotated[
        list[str] | None, Argument(metavar="[NAME]...", help="The pages whose floors to pin. Default: all.")
    ] = None,
    lower: Annotated[bool, Option("--lower", help="Lower floors, too: give up what was reached.")] = False,
    folder: Folder = None,
) -> None:
    """Pin the floors of the accuracy gate at what the default extractor reaches now.

    Floors only rise, unless --lower is given. They are written to floors.json beside the pages; tests/test_golden.py
    fails where a page falls below its floor.
    """
    from ...lab.golden import pin, read_floors, shortfalls, write_floors

    require("eval")
    place = _place(folder)
    _check_names(place, names or ())
    scores = [score for _, _, _, score in _scored(place, DEFAULT_EXTRACTOR)]
    floors, changes = pin(scores, read_floors(place), names=names or None, lower=lower)
    write_floors(place, floors)
    write_standard_output(_changes_text(changes))
    for shortfall in shortfalls(scores, floors):
        note(f"{shortfall}; --lower lowers the floor")


@group.command(
    epilog=examples(
        "ridgeline lab golden gallery --output docs",
        "ridgeline lab golden gallery --output /tmp/gallery --extractor mountain",
    ),
)
def gallery(
    output: Annotated[
        Path, Option("--output", "-o", metavar="DIR", help="Write gallery.md and pictures/gallery/ here.")
    ],
    extractor: ExtractorName = DEFAULT_EXTRACTOR,
    model: extraction_options.Model = None,
    folder: Folder = None,
) -> None:
    """Draw an extractor at work on the pages that gallery.json names, and write a page of the documentation.

    What is kept is tinted, the rest is greyed. It takes a Chromium (extra render) and Pillow (extra plot).
    """
    from ...lab.golden.gallery import read_plan, write_gallery

    place = _place(folder)
    plan = read_plan(place)
    require("render", "plot")
    loaded = load_ready(extractor, **extraction_options.extractor_options(model=model))
    with progress(len(plan.exhibits) + 1, "pictures") as advance:
        written = write_gallery(place, plan, loaded, output, on_picture=advance)
    total = sum(picture.stat().st_size for picture in written.pictures)
    write_standard_output(f"{written.text}: {len(written.pictures)} pictures, {total / 1000:.0f} KB\n")


def _place(folder: Path | None) -> Path:
    from ...lab.golden import find_folder

    if folder is None:
        return find_folder(Path.cwd())
    if not folder.is_dir():
        raise DatasetError(f"{folder}: there is no such folder")
    return folder


def _check_names(place: Path, names: Sequence[str]) -> None:
    from ...lab.golden import page_names

    if unknown := sorted(set(names) - set(page_names(place))):
        raise OptionError(f"{place}: there is no golden page {', '.join(unknown)}; see `ridgeline lab golden list`")


def _scored(
    place: Path, name: str, model: str | None = None
) -> "list[tuple[GoldenPage, str | None, str, GoldenScore]]":
    """Return every page with the type and status that were found, and its score."""
    from ...lab.golden import extract_golden, read_pages, score_golden

    extractor = load_ready(name, **extraction_options.extractor_options(model=model))
    pages = read_pages(place)
    scored = []
    with progress(len(pages), "pages") as advance:
        for page in pages:
            extraction = extract_golden(page, extractor)
            found = (extraction.page_type, extraction.status.value)
            scored.append((page, *found, score_golden(extraction, page)))
            advance()
    return scored


def _cells(figures: dict[str, float]) -> tuple[str, ...]:
    return tuple(f"{figures[name]:.3f}" for name in ("text", "markdown", "metadata"))


def _both(expected: str, found: str) -> str:
    return expected if expected == found else f"{expected} → {found}"


def _mean_rows(scores: "Sequence[GoldenScore]") -> Iterator[tuple[str, ...]]:
    from ...lab.golden import language_means, mean_figures

    for language, mean in language_means(scores).items():
        yield f"mean of {language}", "", f"{mean:.3f}", "", "", ""
    means = mean_figures(scores)
    yield "mean", f"{means['page_type']:.0%} right", *_cells(means), f"{means['status']:.0%} right"


def _headline(score: "GoldenScore") -> str:
    text = score.text
    return (
        f"{score.page}: text F1 {text.f1:.3f} (precision {text.precision:.3f}, recall {text.recall:.3f}), "
        f"Markdown {score.markdown:.3f}, metadata {score.metadata:.3f}\n\n"
    )


def _next_steps(made: Path, folder: Path | None) -> str:
    at_folder = "" if folder is None else f" --folder {shlex.quote(str(folder))}"
    return (
        f"{printable(str(made))} holds the page and today's extraction of it. What to do next:\n"
        "1. Make sure that the page may be published: all others were written for this purpose.\n"
        "2. Correct expected.txt, expected.md and expected.json: what a reader would want of the page.\n"
        f"3. ridgeline lab golden show {made.name}{printable(at_folder)}\n"
        f"4. ridgeline lab golden pin {made.name}{printable(at_folder)}\n"
    )


def _changes_text(changes: "Sequence[Change]") -> str:
    """Return what changed, a page a line."""
    if not changes:
        return "no floor changed\n"
    lines: dict[str, list[str]] = {}
    for change in changes:
        lines.setdefault(change.page, []).append(_change_text(change))
    return "".join(f"{printable(page)}: {', '.join(parts)}\n" for page, parts in lines.items())


def _change_text(change: "Change") -> str:
    if change.after is None:
        return f"{change.figure} dropped"
    after = f"{change.figure} {change.after:g}"
    return f"{after} (new)" if change.before is None else f"{after} (was {change.before:g})"
