"""Why summit keeps a line: gradients times inputs, in words."""

import numpy as np
import pytest

from ridgeline import load, parse
from ridgeline.extractors.summit.constants import Matrix
from ridgeline.extractors.summit.features import LINE_FEATURES, PAGE_FEATURES, feature_words, page_feature_words
from ridgeline.extractors.summit.model import shipped_model
from ridgeline.extractors.summit.network import PROBABILITY, run, standardise
from ridgeline.extractors.summit.network_input import Reading, read
from ridgeline.extractors.summit.reasons import explain_leaf
from ridgeline.extractors.summit.tape import Tape

from ...pages import AWKWARD
from .readings import lines_of

PAGE = parse(
    "<title>The ferry</title><nav class=menu><a href=/>Home</a> <a href=/news>News</a></nav><article class=story>"
    "<h1>The ferry</h1><p>The morning ferry leaves at nine, and it carries more mail than people.</p>"
    "<p>The crossing takes forty minutes in fair weather, and the crew has coffee.</p></article>"
    "<footer class=footer><p>All rights reserved</p></footer>",
    url="https://example.org/news/ferry",
)


def test_every_feature_has_words() -> None:
    for value in (1.0, -1.0):
        assert all(feature_words(name, value) for name in LINE_FEATURES)
        assert all(page_feature_words(name, value) for name in PAGE_FEATURES)
    said = {feature_words(name, 1.0) for name in LINE_FEATURES}
    assert len(said) == len(LINE_FEATURES)  # no two say the same
    said_of_pages = {page_feature_words(name, 1.0) for name in PAGE_FEATURES}
    assert len(said_of_pages) == len(PAGE_FEATURES)
    with pytest.raises(KeyError, match="unknown"):
        feature_words("unknown", 1.0)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("links", 1.2, "the share of its words that are links is higher than usual"),
        ("links", -0.1, "the share of its words that are links is lower than usual"),
        ("in_best", 1.0, "it is in the element that holds the most prose"),
        ("in_best", -1.0, "it is outside the element with the most prose"),
    ],
)
def test_a_number_is_higher_or_lower_and_a_flag_is_set_or_not(name: str, value: float, words: str) -> None:
    assert feature_words(name, value) == words


def test_reasons_are_about_the_line_of_a_leaf() -> None:
    model = shipped_model()
    prose = next(leaf for leaf, text in enumerate(PAGE.leaf_text) if text.startswith("The morning"))
    kept, dropped = explain_leaf(model, PAGE, prose), explain_leaf(model, PAGE, 0)
    assert kept is not None
    assert dropped is not None
    assert (kept.first_leaf, kept.last_leaf) == (prose, prose)
    assert kept.log_odds > 0 > dropped.log_odds
    assert any("“menu”" in reason.words or "<nav>" in reason.words for reason in dropped.reasons)
    is_word = [reason.name in ("word", "heading") for reason in kept.reasons]
    assert is_word == sorted(is_word)
    effects = [abs(reason.effect) for reason in kept.reasons if reason.name not in ("word", "heading")]
    assert effects == sorted(effects, reverse=True)


def test_the_log_odds_are_those_of_the_networks() -> None:
    model = shipped_model()
    lines = lines_of(PAGE, model.lexicon)
    reading = read(lines)
    answers = [
        run(Tape(network), reading, *(standardise(features, network, of) for features, of in _inputs(reading)))
        for network in model.networks
    ]
    line = 2
    mean = float(np.mean([answer.lines.data[line, PROBABILITY] for answer in answers]))
    explained = explain_leaf(model, PAGE, int(lines.start[line]))
    assert explained is not None
    assert explained.log_odds == pytest.approx(mean, abs=1e-3)


def _inputs(reading: Reading) -> list[tuple[Matrix, str]]:
    return [(reading.line_features, "line"), (reading.page_features, "page")]


def test_an_effect_is_the_change_that_the_input_makes() -> None:
    """A feature that is set to its usual value moves the log odds by about its effect, with the other sign."""
    model = shipped_model()
    lines = lines_of(PAGE, model.lexicon)
    reading = read(lines)
    leaf = next(leaf for leaf, text in enumerate(PAGE.leaf_text) if text.startswith("All rights"))
    line = lines.start.tolist().index(leaf)
    explained = explain_leaf(model, PAGE, leaf, max_reasons=10_000)
    assert explained is not None
    effects = {reason.name: reason.effect for reason in explained.reasons if reason.name in LINE_FEATURES}
    name = max(effects, key=lambda each: abs(effects[each]))
    step = 1e-2
    changes = []
    for network in model.networks:
        values = standardise(reading.line_features, network, "line")
        page_values = standardise(reading.page_features, network, "page")
        before = run(Tape(network), reading, values, page_values).lines.data[line, PROBABILITY]
        column = LINE_FEATURES.index(name)
        values[line, column] *= 1 - step
        after = run(Tape(network), reading, values, page_values).lines.data[line, PROBABILITY]
        changes.append(float(before - after) / step)
    assert np.mean(changes) == pytest.approx(effects[name], rel=0.1, abs=0.02)


def test_a_leaf_without_a_line_has_no_reasons() -> None:
    page = parse("<p>Some words here.</p><p><img alt=x></p><p>More words here.</p>")
    assert explain_leaf(shipped_model(), page, 1) is None
    assert explain_leaf(shipped_model(), parse("<img>"), 0) is None


@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_pages(name: str) -> None:
    page = parse(AWKWARD[name])
    for leaf in range(min(3, len(page.leaves))):
        found = explain_leaf(shipped_model(), page, leaf)
        assert found is None or found.first_leaf <= leaf <= found.last_leaf


def test_probabilities_and_reasons_are_of_one_mind() -> None:
    scores = load("summit").extract(PAGE).scores
    assert scores is not None
    for leaf in range(len(PAGE.leaves)):
        found = explain_leaf(shipped_model(), PAGE, leaf)
        assert found is None or abs(found.log_odds) < 1 or (found.log_odds > 0) == (scores[leaf] > 0.5)
