"""Summit learns: its losses have the right gradients, they fall, and the same seed gives the same network."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ridgeline.extractors.summit import Knowledge, Summit
from ridgeline.extractors.summit.network import (
    SCALES,
    Answer,
    Parameters,
    are_complete,
    initial,
    run,
    scales_of,
    standardised,
)
from ridgeline.extractors.summit.reading import Lexicon, join
from ridgeline.extractors.summit.tape import Tape, Value
from ridgeline.lab.training.summit import learning
from ridgeline.lab.training.summit.learning import Settings, batches, learn
from ridgeline.lab.training.summit.lessons import Lesson, label, survey, teach
from ridgeline.page import parse

from .pages import RECORDS, UNSEEN

SETTINGS = Settings(width=12, page_width=6, word_width=4, epochs=8, batch=4, rate=1e-2, averaging=0.9)


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return survey([label(row) for row in RECORDS]).lexicon()


@pytest.fixture(scope="module")
def lessons(lexicon: Lexicon) -> list[Lesson]:
    made = [teach(label(row), lexicon) for row in RECORDS]
    return [lesson for lesson in made if lesson is not None]


def learnt(lessons: list[Lesson], lexicon: Lexicon, settings: Settings = SETTINGS) -> tuple[Parameters, list[float]]:
    losses: list[float] = []
    return learn(lessons, lessons[:5], lexicon, seed=3, settings=settings, on_batch=losses.append), losses


def test_what_was_learnt_holds_on_a_page_of_another_site(lessons: list[Lesson], lexicon: Lexicon) -> None:
    parameters, losses = learnt(lessons, lexicon)
    assert len(losses) == batches(lessons, lessons[:5], SETTINGS) == 8 * 9
    assert np.mean(losses[-9:]) < np.mean(losses[:9]) / 2
    knowledge = Knowledge(lexicon, [parameters], np.array([[0, 1], [0, 1]], dtype=np.float32))
    answer = Summit(knowledge=knowledge).extract(parse(UNSEEN.html, url=UNSEEN.url))
    assert answer.text.split() == UNSEEN.text.split()
    assert answer.page_type == "article"


def test_the_same_seed_gives_the_same_network(lessons: list[Lesson], lexicon: Lexicon) -> None:
    settings = replace(SETTINGS, epochs=2)
    first, second = learnt(lessons, lexicon, settings)[0], learnt(lessons, lexicon, settings)[0]
    assert first.keys() == second.keys()
    assert all(np.array_equal(first[name], second[name]) for name in first)
    other = learn(lessons, lessons[:5], lexicon, seed=4, settings=settings)
    assert not np.array_equal(first["last"], other["last"])


def test_all_parameters_learn_and_scales_do_not(lessons: list[Lesson], lexicon: Lexicon) -> None:
    settings = replace(SETTINGS, epochs=2, decay=0.0)
    parameters, _ = learnt(lessons, lexicon, settings)
    assert are_complete(parameters, lexicon)
    scales = scales_of([lesson.reading for lesson in lessons])
    rng = np.random.default_rng(3)
    before = initial(lexicon, rng, width=12, page_width=6, word_width=4, scales=scales)
    for name, value in parameters.items():
        assert value.dtype == np.float32
        assert np.array_equal(value, before[name]) == (name in SCALES), name


def test_features_are_scaled_to_be_around_zero(lessons: list[Lesson]) -> None:
    readings = [lesson.reading for lesson in lessons]
    scales = scales_of(readings)
    features = np.concatenate([reading.unit_features for reading in readings])
    scaled = standardised(features, scales, "unit")
    assert abs(scaled.mean(axis=0)).max() < 0.3  # what is very far off is cut
    assert scaled.std(axis=0).max() < 1.01
    assert abs(standardised(features * np.float32(1e9), scales, "unit")).max() == 5


def test_the_loss_has_the_gradients_that_go_back(lessons: list[Lesson]) -> None:
    settings = replace(SETTINGS, choice_weight=0.7, type_weight=0.3)
    batch = [replace(lesson, weights=lesson.weights * np.float32(0.8)) for lesson in lessons[:3]]
    batch[1] = replace(batch[1], type=5)
    reading = join([lesson.reading for lesson in batch])
    rng = np.random.default_rng(5)
    units: Any = rng.normal(size=(len(reading), 2))  # in double precision
    types: Any = rng.normal(size=(3, 7))
    given = Answer(Value(units), Value(types))
    learning._losses(given, reading, batch, settings)
    step = 1e-2
    for value, data in ((given.units, units), (given.types, types)):
        for place in list(np.ndindex(data.shape))[::3]:
            there = []
            for change in (step, -step):
                moved = data.copy()
                moved[place] += change
                answer = Answer(Value(moved if data is units else units), Value(moved if data is types else types))
                there.append(learning._losses(answer, reading, batch, settings))
            assert value.grad is not None
            assert value.grad[place] == pytest.approx((there[0] - there[1]) / (2 * step), abs=2e-5), place


def test_of_a_very_long_page_a_part_is_seen(lessons: list[Lesson], lexicon: Lexicon) -> None:
    """A part is a page by itself: what the network says of its middle is what it says in the whole."""
    lesson = replace(
        lessons[0],
        reading=join([lessons[0].reading] * 2),
        labels=np.tile(lessons[0].labels, 2),
        weights=np.tile(lessons[0].weights, 2),
    )
    count = len(lessons[0].labels)
    part = learning._cropped(lesson, count - 3, 7)
    assert part.labels.tolist() == lesson.labels[count - 3 : count + 4].tolist()
    reading = part.reading
    assert len(reading) == 7
    assert reading.starts.tolist() == [0, 7]
    assert ((reading.regions >= 0) & (reading.regions <= 7)).all()
    assert (reading.first < reading.last).all()
    assert reading.last.max() <= 7
    assert reading.own.max() < len(reading.names.sizes)
    assert reading.path_count == reading.paths.max() + 1
    words = lesson.reading.unit_words
    assert reading.unit_words.ids.tolist() == words.ids[words.starts[count - 3] : words.starts[count + 4]].tolist()
    rng = np.random.default_rng(1)
    scales = scales_of([lesson.reading])
    parameters = initial(lexicon, rng, width=4, page_width=3, word_width=2, scales=scales)
    answer = run(Tape(parameters), reading, reading.unit_features, reading.page_features[:1])
    assert np.isfinite(answer.units.data).all()
    settings = replace(SETTINGS, epochs=1, longest=5)
    assert np.isfinite(learn(lessons, [], lexicon, seed=1, settings=settings)["last"]).all()


def test_words_are_left_out_at_random(lessons: list[Lesson]) -> None:
    rng = np.random.default_rng(1)
    lesson = lessons[0]
    none = replace(SETTINGS, forgotten=0.0, nameless=0.0, wordless=0.0)
    same = learning._varied(lesson, rng, none).reading
    assert np.array_equal(same.unit_words.ids, lesson.reading.unit_words.ids)
    assert np.array_equal(same.names.starts, lesson.reading.names.starts)
    everything = learning._varied(lesson, rng, replace(none, nameless=1.0, wordless=1.0)).reading
    assert len(everything.names.ids) == len(everything.unit_words.ids) == len(everything.heading_words.ids) == 0
    some = learning._varied(lesson, rng, replace(none, forgotten=0.5)).reading
    assert 0 < len(some.names.ids) < len(lesson.reading.names.ids)
    assert some.names.starts[-1] == len(some.names.ids)
