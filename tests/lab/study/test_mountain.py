"""The paper's experiments on made-up sites, and the picture of a page."""

from pathlib import Path

import numpy as np
import pytest

import ridgeline
from ridgeline.errors import OptionError
from ridgeline.extractors.mountain import Mountain, Settings, read_terrain
from ridgeline.lab.datasets import Record
from ridgeline.lab.evaluation import PageResult
from ridgeline.lab.study.mountain import parameters
from ridgeline.lab.study.mountain.ceiling import LabelledLeaves, LabelledRidges, ceilings
from ridgeline.lab.study.mountain.clutter import clutter_share
from ridgeline.lab.study.mountain.figures import draw_comparison, draw_figure, draw_speed, draw_universal
from ridgeline.lab.study.mountain.parameters import Figure, SentenceScores, figure_3
from ridgeline.lab.study.mountain.picture import draw_mountain
from ridgeline.lab.study.mountain.prepared_pages import prepare
from ridgeline.lab.study.mountain.site_comparison import compare_on_sites
from ridgeline.lab.training.mountain_classifiers import mean_figures

from ...extractors.mountain.site import SITES, records, site_page


def test_labelled_ridges_and_leaves_are_the_ceiling() -> None:
    steps: list[None] = []
    found = ceilings({"one": SITES[:5], "two": SITES[5:]}, lambda: steps.append(None))
    assert len(steps) == 2 * len(SITES)
    assert list(found) == [LabelledRidges.name, LabelledLeaves.name]
    for by_set in found.values():
        assert [len(rows) for rows in by_set.values()] == [5, len(SITES) - 5]
        assert all(mean_figures(rows).good_enough == 1 for rows in by_set.values())


def test_clutter_is_the_visible_text_that_is_not_in_the_gold_text() -> None:
    made = Record(id="x", html="<p>abcd efgh.</p><div>menu</div><div hidden>nothing</div>", text="abcd efgh.")
    assert clutter_share([made]) == pytest.approx(4 / 13)
    assert clutter_share([]) == 0


def test_figures_count_pages_that_are_good_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parameters, "SMOOTHING_WINDOWS", (3, 5))
    monkeypatch.setattr(parameters, "CELL_THRESHOLDS", (200,))
    figure = figure_3(prepare(SITES))
    assert figure.good_enough == {(3, 200): len(SITES), (5, 200): len(SITES)}
    assert figure.pages == len(SITES)


def test_settings_without_a_peak_keep_the_notice_too() -> None:
    assert SentenceScores(prepare(SITES)).good_enough(Settings(peak_factor=1e9)) < len(SITES)


def test_sites_are_compared_on_unseen_pages() -> None:
    found = list(compare_on_sites([*records("a.test"), *records("b.test", 3)]))
    assert [(site.name, site.labelled) for site in found] == [("a.test", 4)]
    by_system = found[0].by_system
    assert list(by_system) == ["mountain", "mountain-site", "style-tree", LabelledLeaves.name]
    assert all(row.pages == 4 for row in by_system.values())
    assert by_system["mountain-site"].good_enough == by_system[LabelledLeaves.name].good_enough == 1


# --- Pictures


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_figures_are_drawn(suffix: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    figure = Figure(
        "Figure 3", "cell_threshold", "smoothing_window", 9, {(3, 50): 1, (3, 100): 4, (5, 50): 2, (5, 100): 9}
    )
    assert figure.best == (5, 100)
    draw_figure(figure, tmp_path / f"3{suffix}")
    draw_speed([1, 2], [0.5, 1.0], [0.1, 1.0], [0.01, 0.1], tmp_path / f"8{suffix}")
    assert all((tmp_path / f"{name}{suffix}").stat().st_size > 1000 for name in "38")


def test_figures_5_to_7_are_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    names = ("sentence_precision", "sentence_recall", "sentence_f1")
    rows = [PageResult("x", "1", None, dict.fromkeys(names, value), False, None) for value in (0.4, 0.95)]
    draw_universal({"news": rows, "forums": rows, "shops": rows, "a fourth": rows}, tmp_path / "5.svg")
    draw_comparison({"a.test": {"mountain": rows, "style-tree": rows}}, tmp_path / "7.svg")
    assert "a fourth (2)" in (tmp_path / "5.svg").read_text(encoding="utf-8")
    assert "style-tree" in (tmp_path / "7.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("source", [site_page("ferry", 4), "", "<p>one</p>", "<p>$x_1$ & <b>\x1b[31m\ud83d</b>"])
@pytest.mark.parametrize("suffix", [".svg", ".html"])
def test_a_mountain_is_drawn(source: str, suffix: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    terrain = read_terrain(ridgeline.parse(source))
    path = tmp_path / f"mountain{suffix}"
    draw_mountain(terrain, Mountain().primary_ridges(terrain), path, "a $title$ & <more>")
    assert "title" in path.read_text(encoding="utf-8")


def test_the_html_shows_every_cell_and_ridge_and_runs_nothing(tmp_path: Path) -> None:
    source = site_page("ferry", 4).replace("Nobody", "<b>&lt;script&gt;alert(1)&lt;/script&gt;</b> Nobody", 1)
    terrain = read_terrain(ridgeline.parse(source))
    is_primary = np.arange(len(terrain)) == 0
    draw_mountain(terrain, is_primary, tmp_path / "m.html", "<script>")
    html = (tmp_path / "m.html").read_text(encoding="utf-8")
    assert "<script" not in html
    assert "&lt;script&gt;alert(1)" in html
    assert html.count('<rect class="c"') == len(terrain.cells)
    assert html.count("<section") == len(terrain)
    assert "Ridge 1, primary" in html
    assert "Ridge 2, cluttered" in html


def test_other_formats_are_an_error(tmp_path: Path) -> None:
    terrain = read_terrain(ridgeline.parse(""))
    with pytest.raises(OptionError, match="html"):
        draw_mountain(terrain, np.empty(0, dtype=bool), tmp_path / "m.gif", "x")
