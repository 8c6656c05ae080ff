"""The study of the learning and grouping paper: styled pages with marked truth in a real browser, and its figures."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from ridgeline.errors import InputError
from ridgeline.extractors.grouping import View
from ridgeline.extractors.grouping.refinement import Branch
from ridgeline.lab.metrics import Score
from ridgeline.lab.study.grouping import figures
from ridgeline.lab.study.grouping.cross_validation import DEPTHS, METHODS, PageScores, Study
from ridgeline.lab.study.grouping.generated import KINDS, GeneratedPage, Split, generate, generate_all
from ridgeline.lab.study.grouping.generated.frames import FRAMES
from ridgeline.lab.study.grouping.real_layout import real_layout_share
from ridgeline.lab.study.grouping.steps import branch_shares, mean_steps, measure_steps, perfect_scores
from ridgeline.lab.study.grouping.styled import (
    StyledPage,
    read,
    read_folder,
    read_generated,
    score_styled,
    training_pages,
)
from ridgeline.lab.training.grouping.joint import TrainedModels, fit_models
from ridgeline.marks import Marks
from ridgeline.render import rendered

from ...browsers import need_browser
from ...layouts import by_id, view

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
    return study_of(read_folder(FOLDER), TrainedModels.shipped())


def study_of(pages: Sequence[StyledPage], models: TrainedModels) -> Study:
    scores = (score_styled(page, models) for page in pages)
    return Study(tuple(score for score in scores if score is not None), ())


def test_the_papers_order_holds(study: Study) -> None:
    """CLG above LR and SVM; LR_A and SVM_A most precise, and with hardly any recall (section 7.2)."""
    f1 = {name: study.mean(name).f1 for name in METHODS}
    assert f1["clg"] > max(f1["lr"], f1["svm"])
    assert min(study.mean(name).precision for name in ("lr-a", "svm-a")) >= study.mean("lr").precision
    assert max(study.mean(name).recall for name in ("lr-a", "svm-a")) < 0.2


@pytest.mark.parametrize("kind", ["article", "forum", "recipe", "sticky-bars", "three-columns", "two-columns"])
def test_clg_finds_the_main_area(study: Study, kind: str) -> None:
    assert study.mean("clg", kind=kind).f1 > 0.95
    assert study.mean("clg", words=True, kind=kind).f1 > 0.9


def test_depths_are_chosen_by_the_other_folds() -> None:
    """By area fold 0 is best at 4 and fold 1 at 2, so each gets the choice of the other; by words all are best at 3."""

    def page(number: int, best: int, share: float) -> PageScores:
        area = dict.fromkeys(METHODS, Score.uniform(1.0))
        by_depth = {depth: Score.uniform(0.9 if depth == best else 0.1 * depth) for depth in DEPTHS}
        fold = 0 if best == 4 else 1
        words = {depth: Score.uniform(float(depth == 3)) for depth in DEPTHS}
        return PageScores(
            str(number), None, area, area, by_depth=by_depth, words_by_depth=words, fold=fold, truth_share=share
        )

    study = Study((page(1, 4, 0.02), page(2, 4, 0.3), page(3, 2, 0.3), page(4, 2, 1.0)), ())
    assert study.depths_by_fold() == [2, 4]
    assert study.depths_by_fold(words=True) == [3, 3]
    assert study.mean_by_depth()[3].f1 == pytest.approx(0.3)
    shares = study.truth_shares()
    assert (shares[0.0, 0.05], shares[0.2, 0.4], shares[0.9, 1.0]) == (0.25, 0.5, 0.25)
    assert Study((), ()).depths_by_fold() == []


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


# Generated pages


def test_the_generator_is_deterministic() -> None:
    assert generate_all(Split.TEST, 2) == generate_all(Split.TEST, 2)
    sources = [page.source for split in Split for page in generate_all(split)]
    assert len(sources) == len(set(sources)) >= 80


def test_every_kind_stands_in_every_frame() -> None:
    for split in Split:
        # The class or id of the element around the content tells frames apart.
        assert len({generate(split, "news", number).source.split("data-truth")[0][-40:] for number in range(4)}) >= 3
    assert not set(FRAMES[Split.TRAINING]) & set(FRAMES[Split.TEST])
    assert {page.kind for page in generate_all(Split.TEST, 1)} == set(KINDS)


def test_training_and_test_contents_are_arranged_differently() -> None:
    for arranged in KINDS.values():
        assert arranged[Split.TRAINING] is not arranged[Split.TEST]


@pytest.mark.parametrize("split", list(Split))
def test_generated_pages_have_marks_and_surroundings(split: Split) -> None:
    for styled in read_generated(split):
        assert "data-truth" not in styled.page.source
        assert 0 < styled.is_content.sum() < len(styled.page.leaves)
        assert "All rights reserved" not in styled.record.text
        assert len(styled.record.text.split()) > 80
        assert styled.record.type == styled.kind


def one_page_a_frame() -> list[GeneratedPage]:
    """A page in each frame; the content is of the same kind."""
    return [generate(split, "news", number) for split in Split for number in range(len(FRAMES[split]))]


@pytest.mark.parametrize("page", one_page_a_frame(), ids=lambda page: page.name)
def test_a_browser_puts_side_columns_beside_the_content(page: GeneratedPage) -> None:
    need_browser()
    styled = read(page.source, page.name, page.kind)
    laid_out = rendered(styled.page)
    assert laid_out.layout is not None
    seen = View(laid_out, laid_out.layout)
    boxes = seen.boxes[styled.marks.selected]
    content = boxes[np.argmax(boxes[:, 3] - boxes[:, 1])]  # not the title, where that stands alone
    is_side = [set((own.get("class") or "").split()) & {"box", "drawer"} for own in laid_out.attributes]
    sides = seen.boxes[[node for node, found in enumerate(is_side) if found]]
    overlap = np.minimum(sides[:, 3], content[3]) - np.maximum(sides[:, 1], content[1])
    beside = (sides[:, 2] <= content[0]) | (sides[:, 0] >= content[2])
    assert (beside & (overlap > 20)).any()
    assert real_layout_share(seen) > 0.9


def test_pages_that_differ_in_layout_train_and_test() -> None:
    need_browser()

    def some(split: Split) -> list[StyledPage]:
        return [page for page in read_generated(split, 1) if page.kind in ("news", "shop", "forum")]

    study = study_of(some(Split.TEST), fit_models(training_pages(some(Split.TRAINING))))
    assert len(study.pages) == 3
    assert study.mean("clg").f1 > 0.6
    assert list(study.by_real_layout()) == ["50% to 100%"]
    assert len(study.steps()) == len(study.steps(perfect=True)) == 3


# Steps and layout

COLUMN = (
    '<div id=a data-box="0 0 1000 600"><p id=b data-box="0 0 1000 300">One more</p><p data-box="0 300 1000 600">Two</p>'
    '</div><div id=c data-box="0 600 1000 700"><p data-box="0 600 1000 700">Three</p></div>'
)


def test_perfect_scores_are_those_of_positive_nodes() -> None:
    seen = view(COLUMN)
    marks = Marks(by_id(seen.page, "a"), by_id(seen.page, "b"))
    positive = seen.scored[perfect_scores(seen, marks) == 1]
    assert [seen.page[int(node)].tag for node in positive] == ["p"]
    assert positive[0] > by_id(seen.page, "b")[0]


def test_the_steps_of_a_page() -> None:
    seen = view(COLUMN)
    marks = Marks(by_id(seen.page, "b"), np.empty(0, dtype=np.int32))
    truth = seen.region(marks.selected)
    steps = measure_steps(seen, perfect_scores(seen, marks), truth)
    assert [score.f1 for score in steps.area[:3]] == [1, 1, 1]
    assert (steps.branch, steps.group_score) == (Branch.ANCESTOR, 1)
    nothing = measure_steps(seen, np.zeros(len(seen.scored)), truth)
    assert nothing.branch is None
    assert [score.f1 for score in nothing.area] == [0] * len(nothing.area)
    assert mean_steps([steps, nothing])["refined"].f1 == 0.5
    assert branch_shares([steps, nothing])[Branch.ANCESTOR] == 1


def test_the_share_of_real_layout() -> None:
    assert real_layout_share(view(COLUMN)) == 0
    assert real_layout_share(view(COLUMN.replace("0 600 1000 700", "0 600 300 700"))) == pytest.approx(5 / 15)
    assert real_layout_share(view("")) == 0
