"""The study of the learning and grouping paper: styled pages with marked truth in a real browser, and its figures."""

from pathlib import Path

import pytest

from ridgeline.errors import InputError
from ridgeline.lab.metrics import Score
from ridgeline.lab.study.grouping import figures
from ridgeline.lab.study.grouping.run import METHODS, PageScores, Study
from ridgeline.lab.study.grouping.styled import read, read_folder, score_folder

from ...browsers import need_browser

FOLDER = Path(__file__).parents[3] / "examples" / "styled"


def test_the_marks_are_not_on_the_page() -> None:
    for styled in read_folder(FOLDER):
        assert "data-truth" not in styled.page.source
        assert len(styled.marks.selected) >= 1
        assert 0 < styled.is_content.sum() < len(styled.page.leaves)


def test_there_are_pages_of_many_kinds() -> None:
    kinds = {styled.name for styled in read_folder(FOLDER)}
    assert kinds >= {"article", "forum", "recipe", "shop", "sticky-bars", "three-columns", "two-columns"}


def test_a_cut_is_not_content() -> None:
    source = '<div data-truth="content"><p>One</p><p data-truth="cut">Two</p></div><p>Three</p>'
    styled = read(source, "x")
    assert styled.record.text == "One"
    assert styled.is_content.tolist() == [True, False, False]


def test_pages_without_marks(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no element is marked"):
        read("<p>One</p>", "x")
    with pytest.raises(InputError, match=r"no \.html files"):
        read_folder(tmp_path)


@pytest.fixture(scope="module")
def study() -> Study:
    need_browser()
    return score_folder(FOLDER)


def test_the_papers_order_holds(study: Study) -> None:
    """CLG above LR and SVM; LR_A and SVM_A most precise, and with hardly any recall (section 7.2)."""
    f1 = {name: study.mean(name).f1 for name in METHODS}
    assert f1["clg"] > max(f1["lr"], f1["svm"])
    assert min(study.mean(name).precision for name in ("lr-a", "svm-a")) >= study.mean("lr").precision
    assert max(study.mean(name).recall for name in ("lr-a", "svm-a")) < 0.2


@pytest.mark.parametrize("kind", ["article", "forum", "recipe", "sticky-bars", "three-columns"])
def test_clg_finds_the_main_area(study: Study, kind: str) -> None:
    assert study.mean("clg", kind=kind).f1 > 0.95
    assert study.mean("clg", words=True, kind=kind).f1 > 0.9


def test_means_and_figures(tmp_path: Path) -> None:
    def page(number: int, value: float, kind: str) -> PageScores:
        score = dict.fromkeys(METHODS, Score.uniform(value))
        return PageScores(str(number), kind, score, score if value else {}, {}, {})

    study = Study((page(1, 0.5, "a"), page(2, 1.0, "b"), page(3, 0.0, "b")), ())
    # a page without its gold text has no area to find
    assert study.mean("clg").f1 == 0.75
    assert study.mean("clg", words=True).f1 == 0.5
    assert study.mean("clg", words=True, kind="b").f1 == 0.5
    assert study.types == ["a", "b"]
    assert [path.name for path in figures.draw(study, tmp_path)] == ["figure-11.svg"]
    assert "SVM_A" in (tmp_path / "figure-11.svg").read_text()
