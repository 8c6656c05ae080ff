"""The gallery of the documentation: an extractor at work on chosen golden pages, with what it got right and wrong.

gallery.json beside the pages names them, in order, with a title and a note for each, and the one for the README:

    {"cover": {"page": …, "window_width": …}, "pages": [{"page": …, "title": …, "note": …}, …]}

Figures and captions are computed, so that they are true of the extractor as it is.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ... import _native
from ...errors import DatasetError, OutputError
from ...extraction import Extraction, Extractor
from ...storage import files
from .findings import describe
from .pages import GoldenPage, read_page
from .pictures import WINDOW, encode, in_two_columns, picture
from .scores import GoldenScore, extract_golden, score_golden

FILE = "gallery.json"
TEXT = "gallery.md"
PICTURES = Path("pictures", "gallery")  # in the output folder, as is TEXT
COVER = Path("pictures", "summit-at-work.webp")
MAX_BYTES = 60_000  # of a picture
COVER_MAX_BYTES = 110_000
COVER_WIDTH = 1240  # pixels
PAGE_HEIGHT = 1600  # pixels of the page that a picture shows, before it is scaled down

_INTRODUCTION = """# Gallery

<!-- Written by `ridgeline lab golden gallery --output docs`; change tests/golden/gallery.json instead. -->

What `{extractor}` keeps is tinted green, what it drops is grey. The pages are [golden pages](golden.md): whole pages
that were written as specimens of the web, each with the ideal extraction beside it. They were chosen for variety, and
some of them because `{extractor}` fails on them. *Text F1* compares the extracted words with the ideal ones, which by
convention leave out the headline. *Markdown* also compares headings, lists, tables, links and images. The pictures are
cut at the bottom; captions and figures are about whole pages.

{table}
"""


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A page of the gallery."""

    page: str
    title: str
    note: str


@dataclass(frozen=True, slots=True)
class Cover:
    """The picture for the README: a whole page, in two columns."""

    page: str
    window_width: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of the gallery."""

    cover: Cover
    exhibits: tuple[Exhibit, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """The files of a gallery."""

    text: Path
    pictures: tuple[Path, ...]  # the cover last


def read_plan(folder: Path) -> Plan:
    """Return what the gallery of a folder of golden pages shows."""
    path = folder / FILE
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return Plan(Cover(**content["cover"]), tuple(Exhibit(**entry) for entry in content["pages"]))
    except FileNotFoundError as error:
        raise DatasetError(f"{path}: there is no such file; it names the pages of the gallery") from error
    except OSError as error:
        raise DatasetError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise DatasetError(f"{path}: not the plan of a gallery ({type(error).__name__}: {error})") from error


def write_gallery(
    folder: Path, plan: Plan, extractor: Extractor, output: Path, on_picture: Callable[[], None]
) -> Written:
    """Write gallery.md and its pictures into a folder; `on_picture` is called after each."""
    from ...render import Browser, Rendering

    pages = [read_page(folder, exhibit.page) for exhibit in plan.exhibits]
    cover = read_page(folder, plan.cover.page)
    places = [output / PICTURES / f"{page.name}.webp" for page in pages]
    _make_folder(output / PICTURES)
    extractions = [extract_golden(page, extractor) for page in pages]
    with Browser(Rendering(width=WINDOW[0], height=WINDOW[1])) as browser:
        for extraction, place in zip(extractions, places, strict=True):
            files.write(place, encode(picture(browser, extraction, height=PAGE_HEIGHT), MAX_BYTES))
            on_picture()
    with Browser(Rendering(width=plan.cover.window_width)) as browser:
        image = in_two_columns(picture(browser, extract_golden(cover, extractor)), COVER_WIDTH)
        files.write(output / COVER, encode(image, COVER_MAX_BYTES))
        on_picture()
    text = gallery_text(extractor.name, plan.exhibits, pages, extractions)
    files.write(output / TEXT, text.encode("utf-8", "replace"))
    return Written(output / TEXT, (*places, output / COVER))


def gallery_text(
    extractor: str, exhibits: Sequence[Exhibit], pages: Sequence[GoldenPage], extractions: Sequence[Extraction]
) -> str:
    """Return the gallery as a page of the documentation."""
    scores = [score_golden(extraction, page) for page, extraction in zip(pages, extractions, strict=True)]
    sections = [
        _section(exhibit, page, score, _findings(page, extraction))
        for exhibit, page, score, extraction in zip(exhibits, pages, scores, extractions, strict=True)
    ]
    return "\n".join((_INTRODUCTION.format(extractor=extractor, table=_table(exhibits, scores)), *sections))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be made a folder: {error.strerror}") from error


def _table(exhibits: Sequence[Exhibit], scores: Sequence[GoldenScore]) -> str:
    rows = [
        f"| [{exhibit.title}](#{_anchor(exhibit.title)}) | {score.text.f1:.3f} | {score.markdown:.3f} |"
        for exhibit, score in zip(exhibits, scores, strict=True)
    ]
    return "\n".join(("| Page | Text F1 | Markdown |", "| --- | ---: | ---: |", *rows))


def _anchor(title: str) -> str:
    """Return the anchor of a heading, as GitHub and MkDocs make it of letters, digits and spaces."""
    return title.lower().replace(" ", "-")


def _findings(page: GoldenPage, extraction: Extraction) -> str:
    text = _native.core.escape_markdown(describe(extraction.text, page.text))
    if extraction.status is page.status:
        return text
    return f"{text} The status is `{extraction.status}` instead of `{page.status}`."


def _section(exhibit: Exhibit, page: GoldenPage, score: GoldenScore, findings: str) -> str:
    place = (PICTURES / f"{page.name}.webp").as_posix()
    kind = page.page_type or page.status.value
    return (
        f"## {exhibit.title}\n\n{exhibit.note}\n\n"
        f"![{exhibit.title}: what is kept is tinted green, the rest is grey]({place})\n\n"
        f"*{page.name} ({kind}), text F1 {score.text.f1:.3f}, Markdown {score.markdown:.3f}.* {findings}\n"
    )
