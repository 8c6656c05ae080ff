"""Training the models of the learning and grouping paper: labels, perfect values, models."""

from pathlib import Path

import numpy as np
import pytest

import ridgeline
from ridgeline import Page, parse
from ridgeline.errors import OptionError
from ridgeline.extractors.grouping import CLG, LR, LRA, SVM, SVMA, Kind, RenderedPageExtractor
from ridgeline.extractors.grouping.node_features import relative
from ridgeline.lab.datasets import Record
from ridgeline.lab.training import LEARNERS, fit
from ridgeline.lab.training.grouping.joint import fit_models, read_pages
from ridgeline.lab.training.grouping.linear_fit import Example, learn, learn_perfect
from ridgeline.lab.training.grouping.node_labels import Label, label, top_nodes
from ridgeline.marks import Marks
from ridgeline.render import LayoutStore, layout_of

from ...layouts import by_id, ids, laid_out, view

POSITIVE, NEUTRAL, NEGATIVE = Label.POSITIVE, Label.NEUTRAL, Label.NEGATIVE


# --- Labels, by the rules of section 5


def test_figure_4() -> None:
    """v2 is selected, v4 deselected; v5 and v6 are the top ground-truth nodes."""
    page = parse(
        "<body id=v1><div id=v2><div id=v3><p id=v4><b id=v8></b></p><p id=v5><b id=v9></b></p></div>"
        "<div id=v6><p id=v10></p></div></div><div id=v7><p id=v11></p></div>"
    )
    labels = label(page, Marks(by_id(page, "v2"), by_id(page, "v4")))
    found = {name: labels[by_id(page, name)[0]] for name in (f"v{number}" for number in range(1, 12))}
    assert found == {
        "v1": NEUTRAL,
        "v2": NEUTRAL,
        "v3": NEUTRAL,
        "v4": NEGATIVE,
        "v5": POSITIVE,
        "v6": POSITIVE,
        "v7": NEGATIVE,
        "v8": NEGATIVE,
        "v9": POSITIVE,
        "v10": POSITIVE,
        "v11": NEGATIVE,
    }
    assert ids(page, np.flatnonzero(top_nodes(page, labels)).astype(np.int32)) == ["v5", "v6"]


def test_a_selection_without_cuts_is_positive_as_a_whole() -> None:
    page = parse("<body><div id=a><p id=b>x</p></div><p id=c>y</p>")
    labels = label(page, Marks(by_id(page, "a"), by_id(page)))
    assert [labels[node] for node in by_id(page, "a", "b", "c")] == [POSITIVE, POSITIVE, NEGATIVE]
    assert labels[0] == NEUTRAL
    assert ids(page, np.flatnonzero(top_nodes(page, labels)).astype(np.int32)) == ["a"]


def test_a_selection_inside_a_deselected_node_is_negative() -> None:
    page = parse("<body><div id=a><div id=b><p id=c>x</p></div></div>")
    labels = label(page, Marks(by_id(page, "a", "c"), by_id(page, "b")))
    assert [labels[node] for node in by_id(page, "b", "c")] == [NEGATIVE, NEGATIVE]


def test_without_marks_all_nodes_are_negative() -> None:
    page = parse("<p>x")
    assert set(label(page, Marks(by_id(page), by_id(page))).tolist()) == {NEGATIVE}


# --- Perfect values


def test_perfect_values_are_means_over_top_nodes() -> None:
    seen = view(
        '<div id=a data-box="100 200 600 700"><p id=b data-box="100 200 600 400">twelve chars</p>'
        '<p id=c data-box="100 400 600 700">six</p></div><div id=e data-box="700 0 1000 500"><img></div>'
    )
    is_positive = np.isin(seen.scored, by_id(seen.page, "b", "c"))
    perfect = learn_perfect([Example(relative(seen), is_positive, is_positive)])
    # b: 0.1 0.6 0.2 0.4, c: 0.1 0.6 0.4 0.7
    assert perfect.positions == pytest.approx((0.1, 0.6, 0.3, 0.55, 0.35, 0.425))
    assert perfect.area == pytest.approx((0.1 + 0.15) / 2)
    share = 2 / len(seen.scored)
    assert perfect.tag_scores["p"] == pytest.approx((2 + share) / 3)
    assert perfect.tag_scores["div"] == pytest.approx(share / 3)
    assert perfect.other_tag_score == pytest.approx(share)


# --- Models


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


def trained(name: str, given: list[Page] | None = None) -> RenderedPageExtractor:
    given = given or pages()
    fitted = fit(name, given, [GOLD] * len(given), render=False)
    assert isinstance(fitted, RenderedPageExtractor)
    return fitted


@pytest.mark.parametrize("method", [LR, SVM, CLG])
def test_a_trained_model_finds_the_text_and_can_be_saved(method: type[RenderedPageExtractor], tmp_path: Path) -> None:
    fitted = trained(method.name)
    assert type(fitted) is method
    answer = fitted.extract(laid_out(body(17)))
    assert answer.text == GOLD
    fitted.save(tmp_path / "model.json")
    again = ridgeline.load(fitted.name, model=tmp_path / "model.json", render=False).extract(laid_out(body(17)))
    assert again.keep.tolist() == answer.keep.tolist()
    assert again.scores is not None
    assert answer.scores is not None
    assert np.allclose(again.scores, answer.scores)


@pytest.mark.parametrize("method", [LRA, SVMA])
def test_the_best_node_alone(method: type[RenderedPageExtractor]) -> None:
    fitted = trained(method.name)
    assert type(fitted) is method
    assert len(fitted.nodes(view(body(17)))) == 1
    assert fitted.extract(laid_out(body(17))).text in GOLD


def test_all_six_methods_can_be_trained() -> None:
    assert {"clg", "lr", "svm", "lr-a", "svm-a", "mss"} <= LEARNERS.keys()


def test_options_reach_the_extractor() -> None:
    fitted = fit("lr", pages(), [GOLD] * 10, render=False, threshold=1.0)
    assert not fitted.extract(laid_out(body(17)))


def test_a_gold_text_gives_the_same_labels_as_its_marks() -> None:
    seen = view(body())
    example = Example.from_marks(seen, Marks(by_id(seen.page, "main"), by_id(seen.page)))
    assert example.usable
    assert int(example.positive.sum()) == 3
    assert int(example.top.sum()) == 1
    same = Example.from_gold(seen, GOLD)
    assert same.positive.tolist() == example.positive.tolist()


def test_pages_without_a_layout_are_left_out() -> None:
    blank = [ridgeline.parse(page.source) for page in pages()]
    assert trained("lr", [*blank, *pages()]).extract(laid_out(body(17))).text == GOLD
    with pytest.raises(OptionError, match="content to learn from"):
        trained("lr", blank)


def test_examples_without_both_classes() -> None:
    with pytest.raises(OptionError, match="content to learn from"):
        learn([Example.from_gold(view(body()), "something else entirely")])
    everything = view("<p>x</p>")
    with pytest.raises(OptionError, match="no negative examples"):
        learn([Example.from_marks(everything, Marks(np.array([0], dtype=np.int32), by_id(everything.page)))])


def test_all_models_from_the_same_pages(tmp_path: Path) -> None:
    """The layouts come from a folder, so no browser is needed."""
    store = LayoutStore(tmp_path)
    for page in pages():
        store.put(page, layout_of(page))
    records = [Record(id=str(number), html=page.source, text=GOLD) for number, page in enumerate(pages())]
    seen: list[str] = []
    prepared = read_pages(records, store, lambda record, problem: seen.append(f"{record.id} {problem}"))
    assert seen == [f"{number} None" for number in range(10)]
    models = fit_models([*prepared, None])
    assert set(models.linear) == set(Kind)
    assert models.linear[Kind.SUPPORT_VECTORS].to_dict() == trained("svm").model.to_dict()
    unseen = laid_out(body(17))
    assert models.node_extractor("clg").extract(unseen).text == GOLD
    assert GOLD.splitlines()[-1] in models.mss().extract(unseen).text
