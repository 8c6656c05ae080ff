"""The networks of a model: the first alone where it is not in doubt, the mean of all where it is."""

import math

import numpy as np
import pytest

import ridgeline
from ridgeline import Page
from ridgeline.extractors.summit.choice import choose
from ridgeline.extractors.summit.constants import DOUBT
from ridgeline.extractors.summit.lines import WORDS, Lines
from ridgeline.extractors.summit.model import Model, Prediction, shipped_model
from ridgeline.extractors.summit.network import PROBABILITY, sigmoid
from ridgeline.extractors.summit.reading import Reading, read
from ridgeline.extractors.summit.together import pooled

from .pages import RECORDS

MENU = "".join(f"<li><a href=/{word}>{word}</a>" for word in ("ferries", "tides", "letters", "bread"))
CARDS = "".join(f"<div class=card><a href=/{number}>Ferry {number}</a> leaves at {number}</div>" for number in range(9))
CLEAR = ridgeline.parse(RECORDS[0].html, url=RECORDS[0].url)
DOUBTFUL = ridgeline.parse(f"<ul>{MENU}</ul>{CARDS}<p>Bread from the island, at the quay every morning.</p>")


@pytest.fixture(scope="module")
def alone() -> list[Model]:
    """Each network of the shipped model as a model of its own."""
    shipped = shipped_model()
    return [Model(shipped.lexicon, [network], shipped.calibration) for network in shipped.networks]


def predicted(model: Model, page: Page, doubt: float = DOUBT) -> Prediction:
    prediction = model.predict(page, doubt)
    assert prediction is not None
    return prediction


def read_page(page: Page) -> tuple[Lines, Reading]:
    answer = read(page, shipped_model().lexicon)
    assert answer is not None
    return answer


def expected(prediction: Prediction) -> float:
    return choose(prediction.probabilities, prediction.lines.counts[:, WORDS]).expected


@pytest.mark.parametrize("page", [CLEAR, DOUBTFUL])
def test_without_doubt_the_first_network_predicts(alone: list[Model], page: Page) -> None:
    prediction, first = predicted(shipped_model(), page, -math.inf), predicted(alone[0], page)
    assert prediction.networks == 1
    assert prediction.probabilities == pytest.approx(first.probabilities)
    assert prediction.page_type == first.page_type


@pytest.mark.parametrize("page", [CLEAR, DOUBTFUL])
def test_in_doubt_all_networks_are_averaged(alone: list[Model], page: Page) -> None:
    prediction = predicted(shipped_model(), page, math.inf)
    assert prediction.networks == len(alone) == 4
    lines, reading = read_page(page)
    by_network = [sigmoid(model.run(reading).lines.data[0, :, PROBABILITY]) for model in alone]
    mean = np.mean(by_network, axis=0)
    assert prediction.probabilities == pytest.approx(pooled(mean, lines, reading.slots), abs=1e-6)


def test_the_first_network_is_in_doubt_where_it_expects_less(alone: list[Model]) -> None:
    for page in (CLEAR, DOUBTFUL):
        first = expected(predicted(alone[0], page))
        assert predicted(shipped_model(), page, first - 1e-3).networks == 1
        assert predicted(shipped_model(), page, first + 1e-3).networks == 4


def test_a_clear_page_needs_one_network_and_a_doubtful_one_all() -> None:
    assert predicted(shipped_model(), CLEAR).networks == 1
    assert predicted(shipped_model(), DOUBTFUL).networks == 4


@pytest.mark.parametrize("page", [CLEAR, DOUBTFUL])
def test_all_networks_say_the_same_at_once_and_in_two_steps(page: Page) -> None:
    at_once, in_steps = predicted(shipped_model(), page, math.inf), predicted(shipped_model(), page, 1.0)
    assert in_steps.networks == 4
    assert in_steps.probabilities.tolist() == at_once.probabilities.tolist()
    assert in_steps.page_type == at_once.page_type


def test_a_model_of_one_network_has_no_others_to_ask(alone: list[Model]) -> None:
    assert predicted(alone[0], DOUBTFUL, math.inf).networks == 1
