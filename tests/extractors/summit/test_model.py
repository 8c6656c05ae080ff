"""The networks of a model: the first alone where it is not in doubt, the mean of all where it is."""

import math

import numpy as np
import pytest

import ridgeline
from ridgeline import Page
from ridgeline.errors import ModelError
from ridgeline.extractors.summit.constants import DOUBT, PAGE_TYPES, Matrix
from ridgeline.extractors.summit.model import Model, Prediction, shipped_model
from ridgeline.extractors.summit.network import (
    PROBABILITY,
    Output,
    Parameters,
    initial,
    run,
    sigmoid,
    softmax,
    standardise,
)
from ridgeline.extractors.summit.network_input import Reading, read
from ridgeline.extractors.summit.tape import Tape

from .pages import RECORDS, golden_page
from .readings import groups_of, lines_of, pooled, select

MENU = "".join(f"<li><a href=/{word}>{word}</a>" for word in ("ferries", "tides", "letters", "bread"))
CARDS = "".join(f"<div class=card><a href=/{number}>Ferry {number}</a> leaves at {number}</div>" for number in range(9))
CLEAR = ridgeline.parse(RECORDS[0].html, url=RECORDS[0].url)
DOUBTFUL = ridgeline.parse(f"<ul>{MENU}</ul>{CARDS}<p>Bread from the island, at the quay every morning.</p>")
GOLDEN_PAGES = (
    *("news-article", "blog-wordpress", "forum-thread", "table-heavy", "recipe-cards", "product-shop"),
    *("chinese-article", "japanese-recipe", "listing-category", "documentation-api", "wiki-formulas", "arabic-news"),
)


@pytest.fixture(scope="module")
def alone() -> list[Model]:
    """Each network of the shipped model as a model of its own."""
    shipped = shipped_model()
    return [Model.of(shipped.lexicon, [network], shipped.calibration) for network in shipped.networks]


def predicted(model: Model, page: Page, doubt: float = DOUBT) -> Prediction:
    prediction = model.predict(page, doubt)
    assert prediction is not None
    return prediction


def run_network(network: Parameters, reading: Reading) -> Output:
    """What one network says, by NumPy."""
    features = standardise(reading.line_features, network, "line"), standardise(reading.page_features, network, "page")
    return run(Tape(network), reading, *features)


def check_against_numpy(page: Page) -> None:
    """The core and `network.py` say the same of a page, all networks run."""
    shipped = shipped_model()
    lines = lines_of(page, shipped.lexicon)
    reading = read(lines)
    outputs = [run_network(network, reading) for network in shipped.networks]
    mean: Matrix = np.mean([sigmoid(output.lines.data[:, PROBABILITY]) for output in outputs], axis=0)
    types = np.mean([softmax(output.types.data)[0] for output in outputs], axis=0)
    prediction = predicted(shipped, page, math.inf)
    assert prediction.probabilities == pytest.approx(pooled(lines, mean), abs=1e-4)
    assert prediction.page_type == PAGE_TYPES[int(np.argmax(types))]


@pytest.mark.parametrize("page", [CLEAR, DOUBTFUL], ids=["clear", "doubtful"])
def test_the_core_runs_the_networks_that_are_trained(page: Page) -> None:
    check_against_numpy(page)


@pytest.mark.parametrize("name", GOLDEN_PAGES)
def test_the_core_runs_them_on_golden_pages(name: str) -> None:
    check_against_numpy(golden_page(name))


@pytest.mark.parametrize("page", [CLEAR, DOUBTFUL], ids=["clear", "doubtful"])
def test_without_doubt_the_first_network_predicts(alone: list[Model], page: Page) -> None:
    prediction, first = predicted(shipped_model(), page, -math.inf), predicted(alone[0], page)
    assert prediction.networks == 1
    assert prediction.probabilities == pytest.approx(first.probabilities)
    assert prediction.page_type == first.page_type


@pytest.mark.parametrize("page", [CLEAR, DOUBTFUL], ids=["clear", "doubtful"])
def test_in_doubt_all_networks_are_averaged(alone: list[Model], page: Page) -> None:
    prediction = predicted(shipped_model(), page, math.inf)
    assert prediction.networks == len(alone) == 4
    said = np.stack([predicted(model, page).probabilities for model in alone])
    assert np.ptp(said, axis=0).max() > 1e-3  # they differ
    grouped = [line for group in groups_of(prediction.lines) for line in group]  # pooled after the mean is taken
    free = np.setdiff1d(np.arange(len(prediction.lines)), grouped)
    assert len(free) > 5
    assert prediction.probabilities[free] == pytest.approx(said.mean(axis=0)[free], abs=1e-6)


def test_the_first_network_is_in_doubt_where_it_expects_less() -> None:
    model = shipped_model()
    for page in (CLEAR, DOUBTFUL):
        lines = lines_of(page, model.lexicon)
        said = sigmoid(run_network(model.networks[0], read(lines)).lines.data[:, PROBABILITY])
        first = select(lines, said).balanced
        assert predicted(model, page, first - 1e-3).networks == 1
        assert predicted(model, page, first + 1e-3).networks == 4


def test_a_clear_page_needs_one_network_and_a_doubtful_one_all() -> None:
    assert predicted(shipped_model(), CLEAR).networks == 1
    assert predicted(shipped_model(), DOUBTFUL).networks == 4


@pytest.mark.parametrize("page", [CLEAR, DOUBTFUL], ids=["clear", "doubtful"])
def test_all_networks_say_the_same_at_once_and_in_two_steps(page: Page) -> None:
    at_once, in_steps = predicted(shipped_model(), page, math.inf), predicted(shipped_model(), page, 1.0)
    assert in_steps.networks == 4
    assert in_steps.probabilities.tolist() == at_once.probabilities.tolist()
    assert in_steps.page_type == at_once.page_type


def test_a_model_of_one_network_has_no_others_to_ask(alone: list[Model]) -> None:
    assert predicted(alone[0], DOUBTFUL, math.inf).networks == 1


@pytest.mark.parametrize("change", [{"width": 31}, {"page_width": 16}, {"word_width": 8}])
def test_networks_of_other_shapes_cannot_be_run(change: dict[str, int]) -> None:
    shipped = shipped_model()
    scales = {name: shipped.networks[0][name] for name in ("line_mean", "line_scale", "page_mean", "page_scale")}
    widths = {"width": 32, "page_width": 32, "word_width": 12}

    def made(**other: int) -> Model:
        sizes = widths | other
        network = initial(
            shipped.lexicon,
            np.random.default_rng(1),
            width=sizes["width"],
            page_width=sizes["page_width"],
            word_width=sizes["word_width"],
            scales=scales,
        )
        return Model.of(shipped.lexicon, [network], shipped.calibration)

    assert made().predict(CLEAR) is not None
    with pytest.raises(ModelError, match="other shapes than the core runs"):
        made(**change).predict(CLEAR)


@pytest.mark.parametrize(("name", "weight"), [("answer", math.nan), ("answer", math.inf), ("lines.bias", 3e38)])
def test_probabilities_are_such_whatever_the_weights_are(name: str, weight: float) -> None:
    shipped = shipped_model()
    network = shipped.networks[0] | {name: np.full_like(shipped.networks[0][name], weight)}
    prediction = predicted(Model.of(shipped.lexicon, [network], shipped.calibration), DOUBTFUL)
    assert np.all((prediction.probabilities >= 0) & (prediction.probabilities <= 1))
    assert 0 <= prediction.select(1.0).expected <= 1


def test_networks_of_other_training_pages_are_refused() -> None:
    shipped = shipped_model()
    first, second = shipped.networks[:2]
    with pytest.raises(ModelError, match="scale features alike"):
        Model.of(shipped.lexicon, [first, second | {"line_mean": second["line_mean"] + 1}], shipped.calibration)
