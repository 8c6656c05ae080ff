"""Learning from marked pages, and what is stored of it."""

from pathlib import Path

import numpy as np
import pytest

import ridgeline
from ridgeline import Page, models
from ridgeline.errors import ModelError, OptionError
from ridgeline.extractors.grouping import CLG, LR, LRA, SVM, SVMA, Example, Kind, Knowledge, OnRenderedPage, learn
from ridgeline.extractors.grouping.features import NAMES
from ridgeline.extractors.grouping.labels import Marks

from ...layouts import by_id, laid_out, view

GOLD = "The text of the page\n\nIt has two paragraphs, and both of them are long enough to be seen as such."


def body(shift: int = 0) -> str:
    """A menu on the left, text in the middle, links at the bottom."""
    links = "".join(f'<a href=/{n} data-box="0 {n * 30} 90 {n * 30 + 20}">Link {n}</a>' for n in range(9))
    return f"""
    <nav data-box="0 0 100 {300 + shift}">{links}</nav>
    <main id=main data-box="150 0 850 {700 + shift}">
      <h1 data-box="150 0 850 100" data-size=32>The text of the page</h1>
      <p data-box="150 100 850 {700 + shift}">{GOLD.splitlines()[-1]}</p>
    </main>
    <footer data-box="0 900 1000 {950 + shift}"><a href=/ data-box="0 900 90 950">Imprint</a> All rights</footer>
    """


def pages() -> list[Page]:
    return [laid_out(body(shift)) for shift in range(0, 50, 5)]


@pytest.mark.parametrize("method", [LR, SVM, CLG])
def test_it_learns_and_remembers(method: type[OnRenderedPage], tmp_path: Path) -> None:
    fitted = method(render=False).fit(pages(), [GOLD] * 10)
    answer = fitted.extract(laid_out(body(17)))
    assert answer.text == GOLD
    fitted.save(tmp_path / "model.json")
    again = ridgeline.load(fitted.name, model=tmp_path / "model.json", render=False).extract(laid_out(body(17)))
    assert again.keep.tolist() == answer.keep.tolist()
    assert again.scores is not None
    assert answer.scores is not None
    assert np.allclose(again.scores, answer.scores)


@pytest.mark.parametrize("method", [LRA, SVMA])
def test_the_best_node_alone(method: type[OnRenderedPage]) -> None:
    fitted = method(render=False).fit(pages(), [GOLD] * 10)
    seen = view(body(17))
    assert len(fitted.nodes(seen)) == 1
    assert fitted.extract(laid_out(body(17))).text in GOLD


def test_scores_are_the_papers_equation() -> None:
    learnt = learn([Example.from_gold(view(body(shift)), GOLD) for shift in range(0, 50, 5)])
    assert set(learnt) == set(Kind)
    seen = view(body())
    from ridgeline.extractors.grouping.features import adjusted, relative

    knowledge = learnt[Kind.LOGISTIC_REGRESSION]
    matrix = adjusted(relative(seen), knowledge.perfect).astype(np.float64)
    margin = knowledge.bias + sum(matrix[:, place] * weight for place, weight in enumerate(knowledge.weights))
    assert np.allclose(knowledge.scores(seen), 1 / (1 + np.exp(-margin)))


def test_marks_teach_as_well_as_gold_texts() -> None:
    seen = view(body())
    example = Example.from_marks(seen, Marks(by_id(seen.page, "main"), by_id(seen.page)))
    assert example.usable
    assert int(example.positive.sum()) == 3
    assert int(example.top.sum()) == 1
    same = Example.from_gold(seen, GOLD)
    assert same.positive.tolist() == example.positive.tolist()


def test_pages_without_layout_are_left_out() -> None:
    blank = [ridgeline.parse(page.source) for page in pages()]
    fitted = LR(render=False).fit([*blank, *pages()], [GOLD] * 20)
    assert fitted.extract(laid_out(body(17))).text == GOLD
    with pytest.raises(OptionError, match="content to learn from"):
        LR(render=False).fit(blank, [GOLD] * 10)


def test_what_cannot_be_learnt_from() -> None:
    with pytest.raises(OptionError, match="gold texts"):
        LR(render=False).fit(pages())
    with pytest.raises(OptionError, match="content to learn from"):
        learn([Example.from_gold(view(body()), "something else entirely")])
    everything = view("<p>x</p>")
    with pytest.raises(OptionError, match="nothing to tell it from"):
        learn([Example.from_marks(everything, Marks(np.array([0], dtype=np.int32), by_id(everything.page)))])


def test_a_model_without_the_learner_asked_for(tmp_path: Path) -> None:
    LR(render=False).fit(pages(), [GOLD] * 10).save(tmp_path / "model.json")
    with pytest.raises(ModelError, match="support vector"):
        SVM.load(tmp_path / "model.json")
    models.save(models.SavedModel("grouping", {"learnt": [{"kind": "logistic regression"}]}), tmp_path / "broken.json")
    with pytest.raises(ModelError, match="train it again"):
        LR.load(tmp_path / "broken.json")


def test_what_ships_is_complete() -> None:
    model = models.load_shipped("grouping")
    assert model.manifest["trained_on"] == ["wcxb-dev", "news-dev", "chinese"]
    for kind in Kind:
        knowledge = Knowledge.from_model(model, kind)
        assert len(knowledge.weights) == len(NAMES)
        # what the paper expects of them: many links are noise, tags of content are content
        weights = dict(zip(NAMES, knowledge.weights, strict=True))
        assert weights["LINK_DENSITY"] < 0 < weights["TAG_SCORE"]


def test_a_page_that_brings_no_layout_gives_nothing_where_none_may_be_made() -> None:
    assert not CLG(render=False).extract(ridgeline.parse("<p>text"))


def test_options_by_name() -> None:
    page = laid_out(body())
    lenient = ridgeline.load("lr", threshold=0.0, render=False).extract(page)
    assert len(lenient.keep) == len(page.leaves)
    assert not ridgeline.load("lr", threshold=1.0, render=False).extract(page)
