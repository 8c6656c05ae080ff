"""The paper's experiments on a site made up for the purpose, and the picture of a page."""

from pathlib import Path

import numpy as np
import pytest

from ridgeline.errors import OptionError
from ridgeline.extractors.mountain import Mountain, mountain_of
from ridgeline.extractors.mountain.terrain import PAPER
from ridgeline.lab.datasets import Record
from ridgeline.lab.study.mountain import parameters
from ridgeline.lab.study.mountain.drawing import draw_figure, draw_speed
from ridgeline.lab.study.mountain.parameters import Figure, Scores, figure_3
from ridgeline.lab.study.mountain.picture import draw_mountain
from ridgeline.lab.study.mountain.preparing import prepare
from ridgeline.lab.study.mountain.sites import compare_on_sites
from ridgeline.lab.study.mountain.training import ceiling, train_universal

from .test_extractors import gold_of, site_page

WORDS = ["ferry", "storm", "whale", "letter", "parcel", "island", "anchor", "harbour"]


def records(site: str, count: int = 8) -> list[Record]:
    return [
        Record(id=f"{site}-{number}", html=site_page(word, number + 3), text=gold_of(word, number + 3), site=site)
        for number, word in enumerate(WORDS[:count])
    ]


SITES = [record for site in ("a.test", "b.test", "c.test", "d.test") for record in records(site, 3)]


def test_training_judges_by_sites_it_has_not_seen() -> None:
    steps: list[None] = []
    sets = {"one": SITES[:6], "two": SITES[6:]}
    training = train_universal(sets, processes=1, advance=lambda: steps.append(None))
    assert len(steps) == 2 * len(SITES)
    assert training.ridges == 2 * len(SITES)
    assert training.ridge_accuracy == 1
    assert [training.by_set[name].pages for name in sets] == [6, 6]
    assert training.by_set["one"].good_enough == training.by_set["two"].word_f1 == 1
    model = training.model(sets)
    assert model.manifest["trained_on"] == {"one": 6, "two": 6}
    assert model.manifest["fingerprint"] == training.model({"all": SITES}).manifest["fingerprint"]
    assert model.manifest["fingerprint"] != training.model({"most": SITES[1:]}).manifest["fingerprint"]


def test_labelled_leaves_are_the_ceiling() -> None:
    assert ceiling({"all": SITES})["all"].good_enough == 1


def test_figures_count_pages_that_are_good_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parameters, "SMOOTHING_WINDOWS", (3, 5))
    monkeypatch.setattr(parameters, "CELL_THRESHOLDS", (200,))
    figure = figure_3(prepare(SITES))
    assert figure.good_enough == {(3, 200): len(SITES), (5, 200): len(SITES)}
    assert figure.pages == len(SITES)


def test_settings_that_find_nothing_score_nothing() -> None:
    pages = prepare(SITES)
    hopeless = Scores(pages).good_enough(type(PAPER)(peak_factor=1e9))
    assert hopeless == 0


def test_sites_are_compared_on_pages_not_learnt_from() -> None:
    found = list(compare_on_sites([*records("a.test"), *records("b.test", 3)]))
    assert [(site.name, site.labelled) for site in found] == [("a.test", 4)]
    by_system = found[0].by_system
    assert list(by_system) == ["mountain", "mountain-site", "style-tree", "labelled leaves"]
    assert all(row.pages == 4 for row in by_system.values())
    assert by_system["mountain-site"].good_enough == by_system["labelled leaves"].good_enough == 1


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


@pytest.mark.parametrize("source", [site_page("ferry", 4), "", "<p>one</p>", "<p>$x_1$ & <b>\x1b[31m\ud83d</b>"])
@pytest.mark.parametrize("suffix", [".svg", ".html"])
def test_a_mountain_is_drawn(source: str, suffix: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    terrain = mountain_of(source)
    path = tmp_path / f"mountain{suffix}"
    draw_mountain(terrain, Mountain().primary_ridges(terrain), path, "a $title$ & <more>")
    assert "title" in path.read_text(encoding="utf-8")


def test_the_html_shows_every_cell_and_ridge_and_runs_nothing(tmp_path: Path) -> None:
    source = site_page("ferry", 4).replace("Nobody", "<b>&lt;script&gt;alert(1)&lt;/script&gt;</b> Nobody", 1)
    terrain = mountain_of(source)
    primary = np.arange(len(terrain)) == 0
    draw_mountain(terrain, primary, tmp_path / "m.html", "<script>")
    html = (tmp_path / "m.html").read_text(encoding="utf-8")
    assert "<script" not in html
    assert "&lt;script&gt;alert(1)" in html
    assert html.count('<rect class="c"') == len(terrain.cells)
    assert html.count("<section") == len(terrain)
    assert "Ridge 1, primary" in html
    assert "Ridge 2, cluttered" in html


def test_other_formats_are_an_error(tmp_path: Path) -> None:
    terrain = mountain_of("")
    with pytest.raises(OptionError, match="html"):
        draw_mountain(terrain, np.empty(0, dtype=bool), tmp_path / "m.gif", "x")
