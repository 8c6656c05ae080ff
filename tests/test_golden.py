"""The accuracy gate: what `summit` reached on the golden pages, it reaches today.

    ridgeline lab golden list        how it does on every page
    ridgeline lab golden show NAME   where it differs from the ideal
    ridgeline lab golden pin         raises the floors after an improvement; --lower gives up what was reached

docs/golden.md says what the figures mean.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from ridgeline import DEFAULT_EXTRACTOR, Extraction, Page, load, parse
from ridgeline.lab.golden import (
    GoldenPage,
    GoldenScore,
    extract_golden,
    language_means,
    page_names,
    read_floors,
    read_page,
    score_golden,
    shortfalls,
)
from ridgeline.lab.golden.floors import MEANS, page_shortfalls
from ridgeline.lab.golden.gallery import COVER, PICTURES, TEXT, read_plan
from ridgeline.lab.golden.pages import FILES

FOLDER = Path(__file__).parent / "golden"
DOCS = Path(__file__).parents[1] / "docs"
NAMES = page_names(FOLDER)
FLOORS = read_floors(FOLDER)
FIGURES = {"text", "markdown", "metadata", "status", "page_type"}
# Languages with little or no full-text gold in the data sets.
LANGUAGES = ("ar", "fa", "he", "hi", "id", "ko", "th", "tr", "vi")
MIN_LANGUAGE_F1 = 0.85


@cache
def page_of(name: str) -> GoldenPage:
    return read_page(FOLDER, name)


@cache
def score_of(name: str) -> GoldenScore:
    return score_golden(extract_golden(page_of(name), load(DEFAULT_EXTRACTOR)), page_of(name))


# --- The pages


def test_there_are_enough_pages() -> None:
    assert len(NAMES) >= 60


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_complete(name: str) -> None:
    assert {path.name for path in (FOLDER / name).iterdir()} == set(FILES)
    page = page_of(name)
    assert bool(page.text) == bool(page.markdown) == (page.status == "ok")
    assert page.markdown.startswith("# ") or not page.markdown
    assert page.url is not None


def test_every_page_has_floors() -> None:
    assert sorted(FLOORS.pages) == NAMES, "write them by `ridgeline lab golden pin`"
    assert all(figures.keys() == FIGURES for figures in FLOORS.pages.values())


# --- The gate


@pytest.mark.parametrize("name", NAMES)
def test_a_page_holds_its_floors(name: str) -> None:
    below = page_shortfalls(score_of(name), FLOORS)
    assert not below, "\n".join(map(str, below))


def test_the_means_hold_their_floors() -> None:
    assert {"text", "markdown", "metadata.title", "metadata.tags"} <= FLOORS.means.keys()
    below = [
        shortfall for shortfall in shortfalls([score_of(name) for name in NAMES], FLOORS) if shortfall.page == MEANS
    ]
    assert not below, "\n".join(map(str, below))


def test_no_language_is_bad() -> None:
    means = language_means([score_of(name) for name in NAMES])
    assert means.keys() >= {*LANGUAGES}
    assert {language: mean for language, mean in means.items() if mean < MIN_LANGUAGE_F1} == {}


def test_floors_are_pinned_close_to_what_is_reached() -> None:
    """A gate whose floors lag behind lets an improvement be lost again."""
    lagging = [name for name in NAMES if score_of(name).text.f1 > FLOORS.pages[name]["text"] + 0.05]
    assert not lagging, f"raise the floors by `ridgeline lab golden pin {' '.join(lagging)}`"


class Wrong:
    """Keeps every other leaf of a page."""

    name = "wrong"

    def extract(self, page: Page) -> Extraction:
        return Extraction(page, np.arange(0, len(page.leaves), 2, dtype=np.int32), self.name)


def scores_by(extractor: Wrong, names: Sequence[str]) -> list[GoldenScore]:
    return [score_golden(extract_golden(page_of(name), extractor), page_of(name)) for name in names]


def test_a_bad_extraction_fails_the_gate() -> None:
    names = [name for name in NAMES if FLOORS.pages[name]["text"] > 0.9 and page_of(name).text]
    below = shortfalls(scores_by(Wrong(), names), FLOORS)
    assert {shortfall.page for shortfall in below if shortfall.figure == "text"} == {*names, MEANS}
    message = str(next(shortfall for shortfall in below if shortfall.page == names[0] and shortfall.figure == "text"))
    assert names[0] in message
    assert f"is below its floor {FLOORS.pages[names[0]]['text']:.3f}" in message
    assert f"ridgeline lab golden show {names[0]}" in message


def test_an_empty_extraction_fails_the_gate() -> None:
    page = page_of("news-article")
    nothing = Extraction(parse(page.source, url=page.url), np.array([], dtype=np.int32), "nothing")
    figures = {shortfall.figure for shortfall in page_shortfalls(score_golden(nothing, page), FLOORS)}
    assert {"text", "markdown", "status", "page_type"} <= figures


# --- The gallery


def test_the_gallery_shows_what_its_plan_names() -> None:
    plan = read_plan(FOLDER)
    names = [exhibit.page for exhibit in plan.exhibits]
    assert {*names, plan.cover.page} <= set(NAMES)
    assert {path.stem for path in (DOCS / PICTURES).iterdir()} == set(names), "run `ridgeline lab golden gallery`"
    text = (DOCS / TEXT).read_text(encoding="utf-8")
    assert all(f"{PICTURES.as_posix()}/{name}.webp" in text for name in names)


def test_the_pictures_are_small() -> None:
    sizes = [path.stat().st_size for path in (DOCS / PICTURES).iterdir()]
    assert max(sizes) <= 60_000
    assert sum(sizes) < 1_500_000
    assert (DOCS / COVER).stat().st_size < 120_000
