"""Measures what corrected pages of a site teach: word F1 on its other pages by the number of corrected pages.

    python benchmarks/learning.py
    python benchmarks/learning.py --draws 2 --kinds summit rule
    python benchmarks/learning.py --picture docs/pictures/learning-curves.svg --markdown report.md

The gold texts, aligned with the leaves of a page, are the corrections that a person would make. Pages to correct are
drawn at random, several times, with a fixed seed; a larger number of them includes the smaller one, and the pages that
are tested are the same for all numbers and kinds. F1 is that of the text beside the gold text. "If confirmed" counts
what was learnt only where the check of `ridgeline rules learn` keeps it, else the default. Constants of the learners
were chosen on cleanportaleval and on four sites of multisite-dev, which the tables mark; the four others are unseen.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

from arguments import positive
from report import Table, figure, progress_bar, wide_console, write
from ridgeline.errors import RidgelineError
from ridgeline.extraction import Extraction
from ridgeline.lab import datasets
from ridgeline.lab.corrected import from_records
from ridgeline.lab.datasets import Record
from ridgeline.lab.metrics import word_score
from ridgeline.lab.plots import drawing
from ridgeline.output import to_text
from ridgeline.page import Page
from ridgeline.registry import load_once
from ridgeline.sites import KINDS
from ridgeline.sites.learning import CorrectedPage, check, learn

SIZES = (0, 1, 2, 3, 5)
CHOSEN_ON = frozenset({"bbc.co.uk", "express.gr", "iatronet.gr", "regnum.ru"})  # sites that constants were chosen on
MIN_PAGES = 8
MAX_TESTED = 15  # pages of a site, for each draw
WORST = 5  # sites in the picture
SEED = 18


@dataclass(frozen=True, slots=True)
class Example:
    """A corrected page with its gold text."""

    corrected: CorrectedPage
    record: Record

    def f1(self, text: str) -> float:
        """The word F1 of a text."""
        return word_score(text, self.record.text, spaceless=self.record.language_is_spaceless).f1


@dataclass(slots=True)
class Curves:
    """The word F1 of a site by kind and number of corrected pages."""

    site: str
    pages: int
    default: float
    ceiling: float  # of the corrections themselves
    by_kind: dict[str, list[float]] = field(default_factory=dict)
    confirmed: dict[str, list[float]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)  # that learning takes, on average


def main() -> int:
    """Measure, print tables, and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default="multisite-dev", metavar="SET")
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=KINDS)
    parser.add_argument("--draws", type=positive, default=4, metavar="N")
    parser.add_argument("--picture", type=Path, metavar="FILE")
    parser.add_argument("--markdown", type=Path, metavar="FILE")
    given = parser.parse_args()
    try:
        sites = by_site(datasets.load(given.data))
        with progress_bar() as progress:
            steps = progress.track(list(sites.items()), description=given.data)
            found = [measure(site, pages, given.kinds, given.draws) for site, pages in steps]
        found.sort(key=lambda curves: curves.default)
        tables = [site_table(found, given.kinds), mean_table(found, given.kinds)]
        if given.picture is not None:
            draw(found, given.kinds, given.picture)
    except RidgelineError as error:
        sys.stderr.write(f"learning: error: {error}\n")
        return 1
    for table in tables:
        table.show(wide_console())
    if given.markdown is not None:
        write(given.markdown, "\n".join(table.markdown() for table in tables))
    return 0


def by_site(records: Sequence[Record]) -> dict[str, list[Example]]:
    """The corrected pages of each site that has enough of them."""
    sites: dict[str, list[Example]] = {}
    for record in records:
        sites.setdefault(record.group, []).extend(Example(page, record) for page in from_records([record]))
    return {site: pages for site, pages in sites.items() if len(pages) >= MIN_PAGES}


def measure(site: str, pages: Sequence[Example], kinds: Sequence[str], draws: int) -> Curves:
    """The curves of a site."""
    default = load_once("summit").extract
    curves = Curves(
        site,
        len(pages),
        fmean(tested(pages, default)),
        fmean(own.f1(to_text(own.corrected.page, own.corrected.keep)) for own in pages),
    )
    drawn = [draw_pages(site, pages, number) for number in range(draws)]
    before = [fmean(tested(others, default)) for _, others in drawn]
    for kind in kinds:
        curves.by_kind[kind], curves.confirmed[kind], seconds = [fmean(before)], [fmean(before)], []
        for size in SIZES[1:]:
            scores, kept = [], []
            for (corrected, others), without in zip(drawn, before, strict=True):
                chosen = [own.corrected for own in corrected[:size]]
                begin = time.process_time()
                lesson = learn(kind, chosen, site)
                seconds.append(time.process_time() - begin)
                scores.append(fmean(tested(others, lesson.extract)))
                kept.append(scores[-1] if check(kind, chosen, site).is_confirmed else without)
            curves.by_kind[kind].append(fmean(scores))
            curves.confirmed[kind].append(fmean(kept))
        curves.seconds[kind] = fmean(seconds)
    return curves


def draw_pages(site: str, pages: Sequence[Example], number: int) -> tuple[Sequence[Example], Sequence[Example]]:
    """Pages to correct, as many as are corrected at most, and other pages to test."""
    shuffled = random.Random(f"{SEED} {site} {number}").sample(list(pages), len(pages))
    return shuffled[: SIZES[-1]], shuffled[SIZES[-1] :][:MAX_TESTED]


def tested(pages: Sequence[Example], extract: Callable[[Page], Extraction]) -> list[float]:
    """The word F1 of each page."""
    return [own.f1(extract(own.corrected.page).text) for own in pages]


def site_table(found: Sequence[Curves], kinds: Sequence[str]) -> Table:
    """A row for each site and kind."""
    rows = [
        [
            f"{curves.site}{'*' * (curves.site in CHOSEN_ON)}",
            kind,
            *(figure(value, 3) for value in curves.by_kind[kind]),
            figure(curves.ceiling, 3),
        ]
        for curves in found
        for kind in kinds
    ]
    title = "Word F1 on the other pages of a site, by corrected pages (* constants were chosen on it)"
    return Table(title, ["site", "kind", *map(str, SIZES), "corrections themselves"], rows)


def mean_table(found: Sequence[Curves], kinds: Sequence[str]) -> Table:
    """The means over sites."""
    groups = {
        "all sites": found,
        "sites that no constant was chosen on": [own for own in found if own.site not in CHOSEN_ON],
    }
    rows = [
        [
            f"{label}{', if confirmed' * is_confirmed}",
            kind,
            *(figure(value, 3) for value in means(group, kind, is_confirmed=is_confirmed)),
            figure(fmean(own.seconds[kind] for own in group), 2),
        ]
        for label, group in groups.items()
        if group
        for is_confirmed in (False, True)
        for kind in kinds
    ]
    return Table("Means", ["", "kind", *map(str, SIZES), "seconds to learn"], rows)


def means(found: Sequence[Curves], kind: str, *, is_confirmed: bool = False) -> list[float]:
    """By number of corrected pages: the mean over sites."""
    curves = [own.confirmed[kind] if is_confirmed else own.by_kind[kind] for own in found]
    return [fmean(values) for values in zip(*curves, strict=True)]


def draw(found: Sequence[Curves], kinds: Sequence[str], path: Path) -> None:
    """Draw the curves of the sites that the default gets most wrong, and the mean of all sites."""
    shown = found[:WORST]
    with drawing(path, rows=2, columns=3, size=(9.6, 5.6)) as (figure_, axes):
        for curves, own in zip(shown, axes, strict=False):
            for kind in kinds:
                own.plot(SIZES, curves.by_kind[kind], marker="o", markersize=3, label=kind)
            own.axhline(curves.ceiling, color="#999999", linestyle=":", linewidth=1)
            own.set_title(curves.site)
        for kind in kinds:
            axes[WORST].plot(SIZES, means(found, kind), marker="o", markersize=3, label=kind)
        axes[WORST].set_title(f"mean of all {len(found)} sites")
        for own in axes:
            own.set_xticks(SIZES)
            own.set_ylim(0.5, 1.005)
        for own in axes[::3]:
            own.set_ylabel("word F1, other pages")
        for own in axes[3:]:
            own.set_xlabel("corrected pages")
        handles, labels = axes[0].get_legend_handles_labels()
        figure_.legend(handles, labels, loc="outside lower center", ncols=len(kinds))


if __name__ == "__main__":
    sys.exit(main())
