"""Floors: what golden pages reached once and must not fall below.

floors.json holds a floor for each figure of each page, and for the means over all pages. A floor is the figure less a
small margin: another machine may add up the same numbers to other last bits, and so keep a line more or less. Floors
rise by `pin`; they are lowered only on request, since that is giving up something that worked.
"""

import json
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ...errors import DatasetError
from ...storage import files
from .scores import GoldenScore, mean_figures

FILE = "floors.json"
MEANS = "all pages"  # what the means go by in messages

_MARGIN = 0.005
_STEPS = 1000  # floors have three decimals
_EXACT = ("status", "page_type")  # yes or no, of a page

Figures = dict[str, float]


@dataclass(frozen=True, slots=True)
class Floors:
    """The floors of pages, and of the means over them."""

    pages: Mapping[str, Figures] = field(default_factory=dict)
    means: Figures = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A figure that is below its floor."""

    page: str  # or MEANS
    figure: str
    value: float
    floor: float

    def __str__(self) -> str:
        """Return a message that says what fell, how far, and how to see why."""
        return f"{self.page}: {self.figure} {self.value:.4f} is below its floor {self.floor:.3f}; see `{self._command}`"

    @property
    def _command(self) -> str:
        if self.page == MEANS:
            return "ridgeline lab golden list"
        return f"ridgeline lab golden show {self.page}" + (" --markdown" if self.figure == "markdown" else "")


@dataclass(frozen=True, slots=True)
class Change:
    """A floor that `pin` moved; None where there was or is none."""

    page: str  # or MEANS
    figure: str
    before: float | None
    after: float | None


def read_floors(folder: Path) -> Floors:
    """Return the floors of a folder of golden pages, none where nothing was pinned yet."""
    path = folder / FILE
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return Floors(
            {page: _as_figures(figures) for page, figures in content["pages"].items()}, _as_figures(content["means"])
        )
    except FileNotFoundError:
        return Floors()
    except OSError as error:
        raise DatasetError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DatasetError(f"{path}: not a file of floors; `ridgeline lab golden pin` writes one") from error


def _as_figures(stored: Mapping[str, float]) -> Figures:
    return {name: float(value) for name, value in stored.items()}


def write_floors(folder: Path, floors: Floors) -> None:
    """Write the floors of a folder of golden pages, a page a line: a change of one shows as one."""
    pages = (f"  {json.dumps(name)}: {json.dumps(floors.pages[name])}" for name in sorted(floors.pages))
    means = (f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in floors.means.items())
    joined_means, joined_pages = ",\n".join(means), ",\n".join(pages)
    text = f'{{\n "means": {{\n{joined_means}\n }},\n "pages": {{\n{joined_pages}\n }}\n}}\n'
    files.write(folder / FILE, text.encode())


def shortfalls(scores: Sequence[GoldenScore], floors: Floors) -> list[Shortfall]:
    """Return every figure that is below its floor: of pages, then of the means over the pages that have floors."""
    pinned = [score for score in scores if score.page in floors.pages]
    below = [shortfall for score in pinned for shortfall in page_shortfalls(score, floors)]
    return below + (list(_below(MEANS, mean_figures(pinned), floors.means)) if pinned else [])


def page_shortfalls(score: GoldenScore, floors: Floors) -> list[Shortfall]:
    """Return the figures of one page that are below their floors."""
    return list(_below(score.page, score.figures, floors.pages.get(score.page, {})))


def _below(page: str, figures: Mapping[str, float], floors: Mapping[str, float]) -> Iterator[Shortfall]:
    for name, floor in floors.items():
        if figures.get(name, 0.0) < floor:
            yield Shortfall(page, name, figures.get(name, 0.0), floor)


def pin(
    scores: Sequence[GoldenScore], floors: Floors, *, names: Collection[str] | None = None, lower: bool = False
) -> tuple[Floors, list[Change]]:
    """Return new floors from the scores of all pages, and what changed.

    names   the pages to pin, all if None
    lower   lets floors fall, too

    Floors of pages that are no longer there are dropped. The means belong to a set of pages: where that has changed
    they are pinned anew, at whatever they are.
    """
    pages = {score.page: dict(floors.pages.get(score.page, {})) for score in scores}
    gone = [page for page in floors.pages if page not in pages]
    changes = [Change(page, name, before, None) for page in gone for name, before in floors.pages[page].items()]
    for score in scores:
        if names is None or score.page in names:
            changes += _move(score.page, pages[score.page], score.figures, lower=lower)
    pages = {page: figures for page, figures in pages.items() if figures}
    means = dict(floors.means)
    pinned = [score for score in scores if score.page in pages]
    if pinned:
        is_other_set = pages.keys() != floors.pages.keys()
        changes += _move(MEANS, means, mean_figures(pinned), lower=lower or is_other_set)
    return Floors(pages, means), changes


def _move(page: str, floors: Figures, figures: Mapping[str, float], *, lower: bool) -> list[Change]:
    """Raise the floors in place, or lower them, too; return what changed."""
    changes = []
    for name, value in figures.items():
        before, after = floors.get(name), _floor(page, name, value)
        if before is None or after > before or (lower and after < before):
            floors[name] = after
            changes.append(Change(page, name, before, after))
    return changes


def _floor(page: str, name: str, value: float) -> float:
    if name in _EXACT and page != MEANS:
        return value
    # A hair is added: the binary form of 0.9 - 0.005 is a little less than 0.895, which is meant.
    return max(0.0, math.floor((value - _MARGIN) * _STEPS + 1e-9) / _STEPS)
