"""Linear models: scoring, saving, and the models that ship."""

from pathlib import Path

import numpy as np
import pytest

import ridgeline
from ridgeline.errors import ModelError, OptionError
from ridgeline.extractors.grouping import CLG, LR, LRA, SVM, SVMA, Kind, Model, RenderedPageExtractor
from ridgeline.extractors.grouping.model import to_saved
from ridgeline.extractors.grouping.node_features import NAMES, Perfect, adjusted, relative
from ridgeline.storage import models

from ...layouts import ids, laid_out, view

BODY = '<p data-box="0 0 700 300">One paragraph of text</p><a href=/ data-box="0 900 90 950">Imprint</a>'
PERFECT = Perfect((0.1, 0.8, 0.2, 0.9, 0.45, 0.55), 0.25, {"div": 0.4, "p": 0.8}, 0.3)
WEIGHTS = tuple(np.linspace(-1, 1, len(NAMES)).tolist())


def model(kind: Kind = Kind.LOGISTIC_REGRESSION) -> Model:
    return Model(kind, PERFECT, WEIGHTS, bias=0.5)


def test_scores_are_the_papers_equation() -> None:
    seen = view(BODY)
    matrix = adjusted(relative(seen), PERFECT).astype(np.float64)
    margin = 0.5 + sum(matrix[:, place] * weight for place, weight in enumerate(WEIGHTS))
    assert np.allclose(model().scores(seen), 1 / (1 + np.exp(-margin)))
    assert np.allclose(model(Kind.SUPPORT_VECTORS).scores(seen), margin)


@pytest.mark.parametrize("method", [CLG, LR, LRA, SVM, SVMA])
def test_a_saved_extractor_gives_the_same_answer(method: type[RenderedPageExtractor], tmp_path: Path) -> None:
    extractor = method(model=model(method.kind), render=False)
    extractor.save(tmp_path / "model.json")
    again = ridgeline.load(method.name, model=tmp_path / "model.json", render=False)
    one, other = extractor.extract(laid_out(BODY)), again.extract(laid_out(BODY))
    assert one.keep.tolist() == other.keep.tolist()
    assert one.scores is not None
    assert other.scores is not None
    assert np.array_equal(one.scores, other.scores)


def test_a_file_holds_models_of_several_kinds(tmp_path: Path) -> None:
    models.save(to_saved([model(kind) for kind in Kind], {"pages": 3}), tmp_path / "model.json")
    saved = models.load(tmp_path / "model.json", "grouping")
    assert saved.manifest["pages"] == 3
    assert [Model.from_saved(saved, kind).to_dict() for kind in Kind] == [model(kind).to_dict() for kind in Kind]


def test_a_file_without_the_kind_of_model(tmp_path: Path) -> None:
    LR(model=model(), render=False).save(tmp_path / "model.json")
    with pytest.raises(ModelError, match="support vector"):
        SVM.load(tmp_path / "model.json")
    models.save(models.SavedModel("grouping", {"learnt": [{"kind": "logistic regression"}]}), tmp_path / "broken.json")
    with pytest.raises(ModelError, match="train it again"):
        LR.load(tmp_path / "broken.json")


def test_the_shipped_models_are_complete() -> None:
    saved = models.load_shipped("grouping")
    assert saved.manifest["trained_on"] == ["wcxb-dev", "news-dev", "chinese"]
    for kind in Kind:
        shipped = Model.from_saved(saved, kind)
        assert len(shipped.weights) == len(NAMES)
        # as the paper expects: many links are noise, tags of content are content
        weights = dict(zip(NAMES, shipped.weights, strict=True))
        assert weights["LINK_DENSITY"] < 0 < weights["TAG_SCORE"]


def test_a_page_without_a_layout_gives_nothing_if_it_may_not_be_rendered() -> None:
    assert not CLG(render=False).extract(ridgeline.parse("<p>text"))


def test_options_by_name() -> None:
    page = laid_out(BODY)
    lenient = ridgeline.load("lr", threshold=0.0, render=False).extract(page)
    assert len(lenient.keep) == len(page.leaves)
    assert not ridgeline.load("lr", threshold=1.0, render=False).extract(page)


DEEP = (
    '<div data-box="0 0 1000 950"><div data-box="0 0 900 900"><div id=z data-box="0 0 500 500">'
    '<p id=a data-box="0 0 500 100">One</p><p id=b data-box="0 100 500 200">Two</p></div></div></div>'
)


@pytest.mark.parametrize(
    ("refining", "score", "chosen"),
    [
        ("always", 0.999, ["z"]),  # the paper refines every group
        ("always", 0.6, ["z"]),
        ("auto", 0.999, ["a", "b"]),  # sure of its group
        ("auto", 0.9, ["z"]),
    ],
)
def test_groups_with_strong_scores_need_no_refining(refining: str, score: float, chosen: list[str]) -> None:
    seen = view(DEEP)
    is_paragraph = [seen.page[int(node)].tag == "p" for node in seen.scored]
    clg = CLG(model=model(), refining=refining, render=False)
    assert ids(seen.page, clg.choose(seen, np.where(is_paragraph, score, 0.0))) == chosen


def test_refining_is_checked() -> None:
    with pytest.raises(OptionError, match="refining is always or auto, not 'never'"):
        ridgeline.load("clg", refining="never", render=False)
