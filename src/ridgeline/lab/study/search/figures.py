"""Draws the study: what an index takes and how well it answers, and what duplicate detection finds."""

from collections.abc import Sequence
from pathlib import Path

from ....registry import DEFAULT_EXTRACTOR
from ...plots import COLOURS, drawing
from .experiments import Study
from .queries import Kind
from .systems import GOLD, SYSTEMS, WHOLE_PAGE

_NAMED = (WHOLE_PAGE, DEFAULT_EXTRACTOR, GOLD)
_DUPLICATES = (WHOLE_PAGE, "mountain", "fast-template", DEFAULT_EXTRACTOR, GOLD)


def draw(study: Study, folder: Path) -> list[Path]:
    """Draw what the study has into a folder; returns the files."""
    drawn = []
    if WHOLE_PAGE in study.search:
        drawn.append(folder / "search-index.svg")
        _draw_search(study, drawn[-1])
    if WHOLE_PAGE in study.duplicates:
        drawn.append(folder / "search-duplicates.svg")
        _draw_duplicates(study, [name for name in _DUPLICATES if name in study.duplicates], drawn[-1])
    return drawn


def _draw_search(study: Study, path: Path) -> None:
    """Draw bars by system: the size of its index, redundant results, and how often the page comes first."""
    names = [name for name in SYSTEMS if name in study.search][::-1]  # the first bar is at the bottom
    results = [study.search[name] for name in names]
    whole = study.search[WHOLE_PAGE].size.postings
    panels = {
        "postings, as a share\nof those of whole pages": [row.size.postings / max(whole, 1) for row in results],
        "other pages that have\nall three words": [row.matched[Kind.WORDS].others for row in results],
        "success@1,\nthree words": [row.ranked[Kind.WORDS].success for row in results],
        "success@1,\nheadline, no title field": [row.ranked[Kind.HEADLINE].success for row in results],
    }
    with drawing(path, columns=len(panels), size=(10, 0.9 + 0.2 * len(names))) as (_, axes):
        for panel, (label, values) in zip(axes, panels.items(), strict=True):
            panel.barh(names, values, color=[COLOURS[1] if name in _NAMED else COLOURS[0] for name in names])
            panel.set_xlabel(label)
            panel.tick_params(axis="y", labelsize=7, labelleft=panel is axes[0])
            panel.grid(axis="y", visible=False)


def _draw_duplicates(study: Study, names: Sequence[str], path: Path) -> None:
    """Draw precision and recall of near-duplicate pairs over the threshold."""
    with drawing(path, columns=2, size=(9, 3.6)) as (_, [left, right]):
        for name in names:
            by_threshold = study.duplicates[name].by_threshold
            left.plot(list(by_threshold), [score.precision for score in by_threshold.values()], label=name)
            right.plot(list(by_threshold), [score.recall for score in by_threshold.values()], label=name)
        for panel, label in ((left, "precision"), (right, "recall")):
            panel.set_xlabel("similarity of shingles from which on a pair is reported")
            panel.set_ylabel(label)
            panel.set_ylim(-0.02, 1.02)
        left.legend()
