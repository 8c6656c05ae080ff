"""Training of a network: the gradients are right, the loss falls, and the same seed gives the same network."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ridgeline.extractors.summit import Summit
from ridgeline.extractors.summit.constants import SCALES
from ridgeline.extractors.summit.features import LINE_FEATURES
from ridgeline.extractors.summit.lexicon import Lexicon
from ridgeline.extractors.summit.model import Model
from ridgeline.extractors.summit.network import (
    Output,
    Parameters,
    are_complete,
    initial,
    run,
    scales_of,
    standardise,
)
from ridgeline.extractors.summit.network_input import join
from ridgeline.extractors.summit.tape import Tape, Value
from ridgeline.lab.training.summit import trainer
from ridgeline.lab.training.summit.examples import Example, make_example, survey
from ridgeline.lab.training.summit.labels import label
from ridgeline.lab.training.summit.trainer import Settings, count_batches, train_network
from ridgeline.page import parse

from ....extractors.summit.pages import RECORDS, UNSEEN

SETTINGS = Settings(epochs=8, batch=4, rate=1e-2, averaging=0.9)  # of the widths that the core runs


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return survey([label(row) for row in RECORDS]).lexicon()


@pytest.fixture(scope="module")
def examples(lexicon: Lexicon) -> list[Example]:
    made = [make_example(label(row), lexicon) for row in RECORDS]
    return [example for example in made if example is not None]


def trained(examples: list[Example], lexicon: Lexicon, settings: Settings = SETTINGS) -> tuple[Parameters, list[float]]:
    losses: list[float] = []
    return train_network(examples, examples[:5], lexicon, seed=3, settings=settings, on_batch=losses.append), losses


def test_a_trained_network_works_on_a_page_of_another_site(examples: list[Example], lexicon: Lexicon) -> None:
    parameters, losses = trained(examples, lexicon)
    assert len(losses) == count_batches(examples, examples[:5], SETTINGS) == 8 * 9
    assert np.mean(losses[-9:]) < np.mean(losses[:9]) / 2
    model = Model.of(lexicon, [parameters], [[0, 1], [0, 1]])
    answer = Summit(model=model).extract(parse(UNSEEN.html, url=UNSEEN.url))
    assert answer.text.split() == UNSEEN.text.split()
    assert answer.page_type == "article"


def test_the_same_seed_gives_the_same_network(examples: list[Example], lexicon: Lexicon) -> None:
    settings = replace(SETTINGS, epochs=2)
    first, second = trained(examples, lexicon, settings)[0], trained(examples, lexicon, settings)[0]
    assert first.keys() == second.keys()
    assert all(np.array_equal(first[name], second[name]) for name in first)
    other = train_network(examples, examples[:5], lexicon, seed=4, settings=settings)
    assert not np.array_equal(first["last"], other["last"])


def test_all_parameters_are_trained_but_the_scales(examples: list[Example], lexicon: Lexicon) -> None:
    settings = replace(SETTINGS, epochs=2, decay=0.0)
    parameters, _ = trained(examples, lexicon, settings)
    assert are_complete(parameters, lexicon)
    scales = scales_of([example.reading for example in examples])
    rng = np.random.default_rng(3)
    widths = {"width": settings.width, "page_width": settings.page_width, "word_width": settings.word_width}
    before = initial(lexicon, rng, **widths, scales=scales)
    for name, value in parameters.items():
        assert value.dtype == np.float32
        assert np.array_equal(value, before[name]) == (name in SCALES), name


def test_features_are_scaled_to_be_around_zero(examples: list[Example]) -> None:
    readings = [example.reading for example in examples]
    scales = scales_of(readings)
    features = np.concatenate([reading.line_features for reading in readings])
    scaled = standardise(features, scales, "line")
    assert abs(scaled.mean(axis=0)).max() < 0.3  # what is very far off is cut
    assert scaled.std(axis=0).max() < 1.01
    assert abs(standardise(features * np.float32(1e9), scales, "line")).max() == 5


def test_the_loss_has_the_gradients_that_go_back(examples: list[Example]) -> None:
    settings = replace(SETTINGS, choice_weight=0.7, type_weight=0.3)
    batch = [replace(example, weights=example.weights * np.float32(0.8)) for example in examples[:3]]
    batch[1] = replace(batch[1], type=5)
    reading = join([example.reading for example in batch])
    rng = np.random.default_rng(5)
    lines: Any = rng.normal(size=(len(reading), 2))  # in double precision
    types: Any = rng.normal(size=(3, 7))
    given = Output(Value(lines), Value(types))
    rarity = np.linspace(0.5, 2, 7, dtype=np.float32)
    trainer._losses(given, reading, batch, rarity, settings)
    step = 1e-2
    for value, data in ((given.lines, lines), (given.types, types)):
        for place in list(np.ndindex(data.shape))[::3]:
            there = []
            for change in (step, -step):
                moved = data.copy()
                moved[place] += change
                answer = Output(Value(moved if data is lines else lines), Value(moved if data is types else types))
                there.append(trainer._losses(answer, reading, batch, rarity, settings))
            assert value.grad is not None
            assert value.grad[place] == pytest.approx((there[0] - there[1]) / (2 * step), abs=2e-5), place


def test_of_a_very_long_page_a_part_is_seen(examples: list[Example], lexicon: Lexicon) -> None:
    """A part is a page by itself: what the network says of its middle is what it says in the whole."""
    example = replace(
        examples[0],
        reading=join([examples[0].reading] * 2),
        labels=np.tile(examples[0].labels, 2),
        weights=np.tile(examples[0].weights, 2),
    )
    count = len(examples[0].labels)
    part = trainer._cropped(example, count - 3, 7)
    assert part.labels.tolist() == example.labels[count - 3 : count + 4].tolist()
    reading = part.reading
    assert len(reading) == 7
    assert reading.starts.tolist() == [0, 7]
    assert ((reading.regions >= 0) & (reading.regions <= 7)).all()
    assert (reading.first < reading.last).all()
    assert reading.last.max() <= 7
    assert reading.own.max() < len(reading.names.sizes)
    assert reading.path_count == reading.paths.max() + 1
    words = example.reading.line_words
    assert reading.line_words.ids.tolist() == words.ids[words.starts[count - 3] : words.starts[count + 4]].tolist()
    rng = np.random.default_rng(1)
    scales = scales_of([example.reading])
    parameters = initial(lexicon, rng, width=4, page_width=3, word_width=2, scales=scales)
    answer = run(Tape(parameters), reading, reading.line_features, reading.page_features[:1])
    assert np.isfinite(answer.lines.data).all()
    settings = replace(SETTINGS, epochs=1, longest=5)
    assert np.isfinite(train_network(examples, [], lexicon, seed=1, settings=settings)["last"]).all()


def test_rare_types_weigh_more(examples: list[Example]) -> None:
    weights = trainer._rarity([replace(examples[0], type=0)] * 9 + [replace(examples[0], type=3)])
    assert weights[3] == pytest.approx(3 * weights[0])
    assert (9 * weights[0] + weights[3]) / 10 == pytest.approx(1)


def test_a_page_in_an_unknown_language_has_kinds_of_words(examples: list[Example], lexicon: Lexicon) -> None:
    rng = np.random.default_rng(1)
    foreign = replace(SETTINGS, forgotten=0.0, nameless=0.0, wordless=0.0, foreign=1.0)
    ids = trainer._perturbed(examples[0], lexicon, rng, foreign).reading.line_words.ids
    assert len(ids)  # "Read more" and "All rights reserved" have kinds
    assert ids.min() >= len(lexicon.words)
    assert ids.max() < lexicon.word_count


def test_a_page_without_names_has_paths_for_slots(examples: list[Example], lexicon: Lexicon) -> None:
    rng = np.random.default_rng(1)
    nameless = replace(SETTINGS, forgotten=0.0, nameless=1.0, wordless=0.0, foreign=0.0)
    reading = trainer._perturbed(examples[0], lexicon, rng, nameless).reading
    assert reading.slots.tolist() == reading.paths.tolist()
    column = LINE_FEATURES.index
    assert np.array_equal(
        reading.line_features[:, column("slot_lines")], reading.line_features[:, column("path_lines")]
    )
    assert reading.slot_count == reading.path_count


def test_words_are_left_out_at_random(examples: list[Example], lexicon: Lexicon) -> None:
    rng = np.random.default_rng(1)
    example = examples[0]
    none = replace(SETTINGS, forgotten=0.0, nameless=0.0, wordless=0.0, foreign=0.0)
    same = trainer._perturbed(example, lexicon, rng, none).reading
    assert np.array_equal(same.line_words.ids, example.reading.line_words.ids)
    assert np.array_equal(same.names.starts, example.reading.names.starts)
    everything = trainer._perturbed(example, lexicon, rng, replace(none, nameless=1.0, wordless=1.0)).reading
    assert len(everything.names.ids) == len(everything.line_words.ids) == len(everything.heading_words.ids) == 0
    some = trainer._perturbed(example, lexicon, rng, replace(none, forgotten=0.5)).reading
    assert 0 < len(some.names.ids) < len(example.reading.names.ids)
    assert some.names.starts[-1] == len(some.names.ids)
