"""Heads of summit that corrected pages teach."""

import numpy as np
import pytest

from ridgeline.extractors.summit import Summit
from ridgeline.extractors.summit.lines import read_lines
from ridgeline.extractors.summit.model import shipped_model
from ridgeline.sites.learning import CorrectedPage
from ridgeline.sites.learning import head as learning
from ridgeline.sites.learning.head import fit, kept_lines, learn_head, read_examples

from ... import courier
from ...pages import AWKWARD, page


def test_one_page_repairs_the_others() -> None:
    head = learn_head(courier.several(1), courier.SITE)
    for number in (7, 8):
        other = courier.corrected(number)
        assert other.score(Summit().extract(other.page)) < 0.9
        assert other.score(Summit(head=head).extract(other.page)) > 0.98


def test_the_signs_can_be_read() -> None:
    head = learn_head(courier.several(2), courier.SITE)
    assert head.pages == 2
    assert head.weights["div#post-0.css-0x0ab0.story"] > 0 > head.weights["div.lower"]
    assert head.weights['"copyright of the harbour office"'] < 0  # on both pages
    assert not any("Story" in sign for sign in head.weights)


def test_a_page_alone_teaches_no_texts() -> None:
    assert not any(sign.startswith('"') for sign in learn_head(courier.several(1)).weights)


def test_learning_is_deterministic() -> None:
    one, other = (learn_head(courier.several(3)).as_dict() for _ in range(2))
    assert one == other


def test_lines_count_by_their_words() -> None:
    own = page("<p>one two three <b>four</b></p><p>five</p>")
    lines = read_lines(own)
    assert lines is not None
    assert kept_lines(lines, np.array([True, False, False])).tolist() == [True, False]
    assert kept_lines(lines, np.array([False, True, True])).tolist() == [False, True]


def test_the_loss_falls_to_its_minimum() -> None:
    problem = learning._Problem(read_examples(courier.several(2), shipped_model()))
    weights, bias, base = fit(read_examples(courier.several(2), shipped_model()))
    found = np.append(weights, (bias, base))
    assert problem.loss(found) < 0.2 * problem.loss(problem.start)
    generator = np.random.default_rng(1)
    for _ in range(20):
        assert problem.loss(found + generator.normal(0, 0.3, len(found))) > problem.loss(found)


def test_the_gradient_is_that_of_the_loss() -> None:
    problem = learning._Problem(read_examples(courier.several(1), shipped_model()))
    values = np.random.default_rng(2).normal(0, 0.5, len(problem.start))
    step = problem.step(values)
    for at in range(len(values)):
        small = np.zeros(len(values))
        small[at] = 1e-5
        slope = (problem.loss(values + small) - problem.loss(values - small)) / 2e-5
        assert np.sign(slope) == np.sign(step[at]) or abs(slope) < 1e-6


@pytest.mark.parametrize("html", AWKWARD.values(), ids=AWKWARD.keys())
def test_any_page_can_be_learnt_from(html: str) -> None:
    own = page(html)
    head = learn_head([CorrectedPage("a", "a", own, np.arange(len(own.leaves), dtype=np.int32))])
    Summit(head=head).extract(own)
