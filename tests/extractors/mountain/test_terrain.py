"""Scores, blank cells, smoothing, ridges and their features: the paper's own quantities."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.errors import OptionError
from ridgeline.extractors.mountain.terrain import (
    PAPER_SETTINGS,
    Settings,
    blank_cells,
    build_terrain,
    cell_scores,
    find_ridges,
    ridge_features,
    smooth,
    weights,
)

from .site import cells_of


def test_the_papers_constants_are_the_defaults() -> None:
    assert (PAPER_SETTINGS.alpha, PAPER_SETTINGS.beta, PAPER_SETTINGS.gamma) == (0.5, -0.5, None)
    assert (
        PAPER_SETTINGS.cell_threshold,
        PAPER_SETTINGS.smoothing_window,
        PAPER_SETTINGS.span_window,
        PAPER_SETTINGS.peak_factor,
    ) == (200, 5, 5, 3)


def test_equation_1() -> None:
    plain, full_stopped, anchor, both = (
        cells_of(source)
        for source in ("<p>abcdef</p>", "<p>abcde.</p>", "<a href>abcdef</a>".replace("href", "href=1"), "")
    )
    assert cell_scores(plain, 3).tolist() == pytest.approx([6 / 3 * plain.visible_ratio[0]])
    assert cell_scores(full_stopped, 3).tolist() == pytest.approx([(6 / 3 + 1) * 1.5 * full_stopped.visible_ratio[0]])
    assert cell_scores(anchor, 3).tolist() == pytest.approx([6 / 3 * 0.5 * anchor.visible_ratio[0]])
    assert cell_scores(both, 3).tolist() == []


def test_blank_cells_by_source_code_distance() -> None:
    # Section 4: "if the threshold is 50 and the SCD is 500, 10 blank Cells can be inserted".
    assert blank_cells(np.array([0, 500, 499, 49, 50]), 50).tolist() == [0, 10, 9, 0, 1]
    source = "<p>one</p>" + "<br>" * 100 + "<p>two</p>"
    terrain = build_terrain(cells_of(source), 1, Settings(cell_threshold=50))
    assert terrain.position.tolist() == [0, 9]  # 407 characters of code: 8 blank cells
    assert np.flatnonzero(terrain.raw_score).tolist() == [0, 9]


def test_weights_of_equation_3() -> None:
    assert weights(5).tolist() == pytest.approx([0.6, 0.8, 0, 0.8, 0.6])
    assert weights(11).tolist() == pytest.approx([0.1, 0.2, 0.4, 0.6, 0.8, 0, 0.8, 0.6, 0.4, 0.2, 0.1])
    assert weights(13).tolist()[:2] == pytest.approx([0.1, 0.1])


def test_equation_2_by_hand() -> None:
    raw = np.array([1.0, 2.0, 6.0, 3.0, 0.0, 4.0])
    average = 12 / 5
    neighbours = (1 - average) * 0.6 + (2 - average) * 0.8 + (3 - average) * 0.8 + (0 - average) * 0.6
    assert smooth(raw, 5)[2] == pytest.approx(6 + neighbours / 4)
    # At the end the window holds three cells: 0, 4 and the one before them.
    average = (3 + 0 + 4) / 3
    assert smooth(raw, 5)[5] == pytest.approx(4 + ((3 - average) * 0.6 + (0 - average) * 0.8) / 4)


def test_smoothing_pulls_towards_the_neighbours() -> None:
    lonely = smooth(np.array([0.0, 0, 0, 5, 0, 0, 0]), 5)
    hollow = smooth(np.array([5.0, 5, 5, 0, 5, 5, 5]), 5)
    assert lonely[3] < 5
    assert hollow[3] > 0


@pytest.mark.parametrize("window", [1, 3, 5, 7, 9, 11])
def test_smoothing_keeps_constant_scores(window: int) -> None:
    assert smooth(np.full(4, 2.5), window).tolist() == pytest.approx([2.5] * 4)
    assert smooth(np.empty(0), window).tolist() == []


def test_ridges_of_definition_3() -> None:
    score = np.array([0, 2, 9, 0, 0, 2, 0, 0, 0, 9, 0, 2, 2, 0], dtype=float)
    first, last = find_ridges(score, primary_threshold=1, peak_threshold=5, span_window=2)
    # The gap of two is inside a ridge, that of three separates ridges; 2, 2 at the end is near the second peak.
    assert list(zip(first, last, strict=True)) == [(1, 5), (9, 12)]
    first, last = find_ridges(score, primary_threshold=1, peak_threshold=5, span_window=1)
    assert list(zip(first, last, strict=True)) == [(1, 2), (9, 12)]
    assert [len(part) for part in find_ridges(score, primary_threshold=1, peak_threshold=9, span_window=2)] == [0, 0]
    assert [len(part) for part in find_ridges(np.empty(0), primary_threshold=0, peak_threshold=0, span_window=2)] == [
        0,
        0,
    ]


@given(
    st.lists(st.floats(0, 10), max_size=40),
    st.floats(0, 5),
    st.floats(1, 3),
    st.integers(0, 4),
)
def test_ridges_keep_their_definition(values: list[float], primary: float, factor: float, span_window: int) -> None:
    score, peak = np.array(values), primary * factor
    first, last = find_ridges(score, primary, peak, span_window)
    covered = np.zeros(len(score), dtype=bool)
    for start, stop in zip(first.tolist(), last.tolist(), strict=True):
        ridge = score[start : stop + 1]
        assert ridge.max() > peak
        assert ridge[0] > primary
        assert ridge[-1] > primary
        low = "".join("x" if value <= primary else " " for value in ridge)
        assert max(map(len, low.split()), default=0) <= span_window
        covered[start : stop + 1] = True
    # Every peak is in a ridge, and ridges are as long as they can be.
    assert covered[score > max(peak, primary)].all()
    assert (first[1:] - last[:-1] - 1 > span_window).all()


def test_features_4_to_7() -> None:
    score = np.array([0, 4, 8, 0, 0, 3, 3, 3, 3, 0], dtype=float)
    features = ridge_features(score, np.array([1, 5]), np.array([2, 8]))
    assert features.tolist() == [
        pytest.approx([6 / 6, 2 / 4, 1 / 2, 2 / 10]),
        pytest.approx([3 / 6, 4 / 4, 2 / 2, 6 / 10]),
    ]
    assert ridge_features(score, np.empty(0, dtype=int), np.empty(0, dtype=int)).shape == (0, 4)


def test_thresholds_and_ridges_of_a_page() -> None:
    sentence = "The ferry leaves at nine, and it carries mail. It is never late, they say."
    menu = "".join(f"<li><a href=/{number}>Item</a></li>" for number in range(30))
    source = f"<ul>{menu}</ul>" + f"<p>{sentence}</p>" * 6 + f"<ul>{menu}</ul>"
    terrain = build_terrain(cells_of(source), 75)
    assert terrain.primary_threshold == pytest.approx(terrain.score.mean())
    assert terrain.peak_threshold == pytest.approx(3 * terrain.primary_threshold)
    assert [terrain.cells.text[cell] for cell in range(terrain.first_cell[0], terrain.last_cell[0] + 1)] == [
        sentence
    ] * 6
    assert terrain.ridge_of_cell.tolist() == [-1] * 30 + [0] * 6 + [-1] * 30
    assert terrain.features.tolist() == [pytest.approx([1, 1, 1, 31 / 66])]
    assert terrain.has_peaks


def test_blank_cells_are_counted() -> None:
    sentence = "<p>The ferry leaves at nine, and it carries mail. It is never late, they say.</p>"
    terrain = build_terrain(cells_of("<li>x</li>" * 10 + "<br>" * 1000 + sentence * 3), 75)
    assert len(terrain.score) == 13 + 4007 // 200
    assert terrain.primary_threshold == pytest.approx(terrain.score.mean())
    assert terrain.features[0, 3] == pytest.approx((10 + 20 + 1) / 33)


def test_a_page_without_a_peak_has_the_cells_over_the_primary_threshold() -> None:
    paragraphs = "".join(
        f"<p>{'The ferry leaves at nine, and it carries mail. ' * count}</p>" for count in (3, 2, 4, 3)
    )
    terrain = build_terrain(cells_of(f"<h1>The ferry</h1>{paragraphs}"), 75)
    assert terrain.score.max() < terrain.peak_threshold
    assert not terrain.has_peaks
    assert terrain.ridge_of_cell.tolist() == [-1, 0, 0, 0, 0]
    assert build_terrain(cells_of("<p>One cell alone.</p>"), 75).ridge_of_cell.tolist() == [0]
    assert len(build_terrain(cells_of(""), 75)) == 0


def test_blank_cells_separate_ridges() -> None:
    sentence = "<p>The ferry leaves at nine, and it carries mail. It is never late, they say.</p>"
    filler = "<li>x</li>" * 60
    near = build_terrain(cells_of(filler + sentence * 2 + "<br>" * 10 + sentence * 2), 75)
    far = build_terrain(cells_of(filler + sentence * 2 + "<br>" * 600 + sentence * 2), 75)
    assert (len(near), len(far)) == (1, 2)


@pytest.mark.parametrize(
    "wrong",
    [{"smoothing_window": 4}, {"smoothing_window": 0}, {"cell_threshold": 0}, {"span_window": -1}, {"gamma": 0.0}],
)
def test_settings_are_checked(wrong: dict[str, float]) -> None:
    with pytest.raises(OptionError):
        Settings(**wrong)  # type: ignore[arg-type]
