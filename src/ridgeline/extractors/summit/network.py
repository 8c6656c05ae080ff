"""The network that judges the units of a page.

It sees a page as a sequence of units. Each unit is what its numbers and its words say (`reading`); then it looks at its
neighbours, at one, two, four and eight units' distance; at the mean of the units in the regions around it and of those
with the same path; at the page as a whole, whose type it tells; and once more at its neighbours. The answer is two
numbers for each unit: one for how probable it is content, one for whether a good choice for this page holds it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .features import PAGE_FEATURES, REGIONS, UNIT_FEATURES
from .reading import OWN_LEVELS, TAG_NUMBERS, Lexicon, Reading
from .tape import Index, Tape, Value
from .units import Matrix

PAGE_TYPES = ("article", "collection", "documentation", "forum", "listing", "product", "service")
PROBABILITY, CHOICE = 0, 1  # columns of the answer
ANSWERS = 2
_NEAR = (1, 2, 4, 8)
_NEAR_AGAIN = (1, 3)
_LIMIT = 5.0  # of a standardised feature

Parameters = dict[str, Matrix]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the network says, before it is squashed into probabilities."""

    units: Value  # by unit: PROBABILITY, CHOICE
    types: Value  # by page: PAGE_TYPES


_ADDED = (("units", "words_to_units"), ("groups", "regions", "paths"))  # their products are added up
_TABLES = ("around", "own", "words", "headings", "tags")  # vectors of words; all other parameters are of linear steps


def shapes(lexicon: Lexicon, *, width: int, page_width: int, word_width: int) -> dict[str, tuple[int, ...]]:
    """The parameters that are learnt, by name, with their shapes; a bias follows its matrix."""
    shapes: dict[str, tuple[int, ...]] = {}

    def linear(name: str, inputs: int, outputs: int, *, bias: bool = True) -> None:
        shapes[name] = (inputs, outputs)
        if bias:
            shapes[f"{name}.bias"] = (outputs,)

    rows = (lexicon.names, lexicon.names, len(lexicon.words), len(lexicon.words), TAG_NUMBERS)
    shapes.update({name: (count, word_width) for name, count in zip(_TABLES, rows, strict=True)})
    linear("page", len(PAGE_FEATURES), page_width)
    linear("page_to_units", page_width, width, bias=False)
    linear("units", len(UNIT_FEATURES), width)
    linear("words_to_units", (4 + OWN_LEVELS) * word_width, width, bias=False)
    for distance in _NEAR:
        linear(f"near_{distance}", 3 * width, width)
    linear("groups", width, width)
    linear("regions", width, REGIONS * width, bias=False)
    linear("paths", width, width, bias=False)
    linear("pool", 2 * width + page_width, width)
    linear("types", width, len(PAGE_TYPES))
    linear("pool_to_units", width, width, bias=False)
    for distance in _NEAR_AGAIN:
        linear(f"near_again_{distance}", 3 * width, width)
    linear("last", width, width)
    linear("answer", width, ANSWERS)
    return shapes


def initial(
    lexicon: Lexicon,
    rng: "np.random.Generator",
    *,
    width: int,
    page_width: int,
    word_width: int,
    scales: Mapping[str, Matrix],
) -> Parameters:
    """The parameters of a network that has learnt nothing yet, but for the scales of its features."""
    parameters: Parameters = {}
    wanted = shapes(lexicon, width=width, page_width=page_width, word_width=word_width)
    inputs = {name: shape[0] for name, shape in wanted.items()}
    inputs["regions"] *= REGIONS  # as many of its products are added up
    for names in _ADDED:
        inputs |= dict.fromkeys(names, sum(inputs[name] for name in names))
    for name, shape in wanted.items():
        if name in _TABLES:
            parameters[name] = rng.normal(0, 0.1, shape).astype(np.float32)
        else:
            bound = inputs[name.removesuffix(".bias")] ** -0.5
            parameters[name] = rng.uniform(-bound, bound, shape).astype(np.float32)
    parameters.update(scales)
    return parameters


def together(networks: Sequence[Parameters]) -> Parameters:
    """Networks that learnt from the same pages, for a Tape that lets them answer together."""
    return {
        name: first if name in SCALES else np.stack([parameters[name] for parameters in networks])
        for name, first in networks[0].items()
    }


def are_complete(parameters: Mapping[str, Matrix], lexicon: Lexicon) -> bool:
    """Whether these are the parameters of a network that knows these words: all of them, finite, each of its shape."""
    width, page_width, word_width = (
        np.atleast_1d(parameters.get(name, np.float32(0))).shape[-1] for name in ("last", "page", "words")
    )
    expected = shapes(lexicon, width=width, page_width=page_width, word_width=word_width)
    for of, features in (("unit", UNIT_FEATURES), ("page", PAGE_FEATURES)):
        expected |= {f"{of}_mean": (len(features),), f"{of}_scale": (len(features),)}
    found = {name: value.shape for name, value in parameters.items()}
    return found == expected and all(np.isfinite(value).all() for value in parameters.values())


def scales_of(readings: list[Reading]) -> Parameters:
    """The means and spreads of the features over pages that are learnt from: they are no parameters to be learnt."""
    by_unit = np.concatenate([reading.unit_features for reading in readings]).astype(np.float64)
    by_page = np.concatenate([reading.page_features for reading in readings]).astype(np.float64)
    return {
        "unit_mean": by_unit.mean(axis=0).astype(np.float32),
        "unit_scale": (1 / (by_unit.std(axis=0) + 1e-3)).astype(np.float32),
        "page_mean": by_page.mean(axis=0).astype(np.float32),
        "page_scale": (1 / (by_page.std(axis=0) + 1e-2)).astype(np.float32),
    }


SCALES = ("unit_mean", "unit_scale", "page_mean", "page_scale")


def standardised(features: Matrix, parameters: Mapping[str, Matrix], of: str) -> Matrix:
    """Features of "unit" or "page" around zero."""
    scaled = features - parameters[f"{of}_mean"]
    scaled *= parameters[f"{of}_scale"]
    np.clip(scaled, -_LIMIT, _LIMIT, out=scaled)
    return scaled


def run(tape: Tape, reading: Reading, unit_features: Matrix, page_features: Matrix) -> Answer:
    """The network's answer. The features are given standardised: learning leaves some of them out."""
    page_of_unit = np.repeat(np.arange(len(reading.starts) - 1), np.diff(reading.starts))
    page = tape.relu(tape.linear(tape.drop(Value(page_features)), "page"))
    state = tape.add(
        tape.linear(Value(unit_features), "units"),
        tape.linear(tape.beside(*_words(tape, reading)), "words_to_units"),
        tape.pick(tape.linear(page, "page_to_units"), page_of_unit),
    )
    state = tape.drop(tape.relu(state))
    for distance in _NEAR:
        state = _look_around(tape, state, distance, f"near_{distance}", reading)
    seen = tape.add(tape.linear(state, "groups"), *_groups(tape, state, reading))
    state = tape.add(state, tape.drop(tape.relu(seen)))
    pooled = tape.beside(tape.pool(state, np.log1p(reading.words) + np.float32(1e-3), reading.starts), page)
    pooled = tape.drop(tape.relu(tape.linear(pooled, "pool")))
    state = tape.add(state, tape.pick(tape.linear(pooled, "pool_to_units"), page_of_unit))
    for distance in _NEAR_AGAIN:
        state = _look_around(tape, state, distance, f"near_again_{distance}", reading)
    answer = tape.linear(tape.drop(tape.relu(tape.linear(state, "last"))), "answer")
    return Answer(answer, tape.linear(pooled, "types"))


def probabilities(answers: Matrix) -> Matrix:
    """From the network's answers to probabilities."""
    return (1 / (1 + np.exp(-np.clip(answers, -30, 30)))).astype(np.float32)


def shares(answers: Matrix) -> Matrix:
    """From the network's answers on types, along the last axis, to probabilities."""
    powers = np.exp(answers - answers.max(axis=-1, keepdims=True))
    answer: Matrix = powers / powers.sum(axis=-1, keepdims=True)
    return answer


def _words(tape: Tape, reading: Reading) -> list[Value]:
    """What the words say: of the names around a unit, of its own element's, its own, its heading's; and the tags."""
    names, headings = reading.names, reading.heading_words
    around = tape.sums(tape.bag("around", names.ids, names.starts), reading.name_of)
    around = tape.nested(around, reading.first, reading.last, len(reading))
    own_names = reading.own.reshape(-1, reading.own.shape[2])
    own = tape.sums(tape.bag("own", names.ids, names.starts), own_names)
    around_sizes = _around(reading.first, reading.last, names.sizes.take(reading.name_of).sum(axis=1), len(reading))
    return [
        tape.scale(around, _evened(around_sizes)),
        tape.folded(tape.scale(own, _evened(names.sizes.take(own_names).sum(axis=1))), OWN_LEVELS),
        tape.scale(
            tape.bag("words", reading.unit_words.ids, reading.unit_words.starts), _evened(reading.unit_words.sizes)
        ),
        tape.pick(
            tape.scale(tape.bag("headings", headings.ids, headings.starts), _evened(headings.sizes)),
            reading.heading_of,
        ),
        tape.sums(tape.table("tags"), reading.tags),
    ]


def _groups(tape: Tape, state: Value, reading: Reading) -> tuple[Value, Value]:
    """What the regions around each unit say, and the units with the same path.

    There are fewer regions and paths than units, so products are made of them, and units pick them.
    """
    regions = tape.between(state, reading.regions)
    # Each level of regions has its own weights: of a region's products a unit picks that of the level.
    by_level = tape.unfolded(tape.linear(regions, "regions"), REGIONS)
    from_regions = tape.sums(by_level, reading.region_of * REGIONS + np.arange(REGIONS))
    paths = tape.linear(tape.mean_by(state, reading.paths, reading.path_count), "paths")
    return from_regions, tape.pick(paths, reading.paths)


def _around(first: Index, last: Index, sizes: Index, count: int) -> Index:
    """By unit: how many words the names around it have; `sizes` says it of each named node."""
    begun = np.bincount(first, sizes, minlength=count + 1)
    ended = np.bincount(last, sizes, minlength=count + 1)
    answer: Index = np.cumsum(begun - ended)[:count]
    return answer


def _evened(sizes: Index) -> Matrix:
    """So that a sum of many vectors is about as long as one of them."""
    return (1 / np.sqrt(np.maximum(sizes, 1))).astype(np.float32)


def _look_around(tape: Tape, state: Value, distance: int, name: str, reading: Reading) -> Value:
    near = tape.neighbours(state, distance, reading.starts)
    return tape.add(state, tape.relu(tape.linear(near, name)))
