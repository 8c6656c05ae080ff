"""The network that classifies the lines of a page.

A page is a sequence of lines. The state of a line starts from its features and words (`network_input`). Then it takes
in its neighbours at a distance of one, two, four and eight lines; the mean state of the regions around it and of the
lines with the same path; the page as a whole, whose type is predicted; and its neighbours once more. The output is two
logits a line: one for the probability that it is content, one for whether a good selection for this page contains it.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from .constants import PAGE_TYPES, Matrix
from .features import LINE_FEATURES, PAGE_FEATURES, REGIONS
from .lexicon import Lexicon
from .network_input import OWN_LEVELS, TAG_NUMBERS, Reading
from .tape import Index, Tape, Value

PROBABILITY, CHOICE = 0, 1  # columns of the output
OUTPUTS = 2
_NEAR = (1, 2, 4, 8)
_NEAR_AGAIN = (1, 3)
_LIMIT = 5.0  # of a standardise feature

Parameters = dict[str, Matrix]


class Output(NamedTuple):
    """The logits of a network."""

    lines: Value  # by line: PROBABILITY, CHOICE
    types: Value  # by page: PAGE_TYPES


_ADDED = (
    ("lines", "words_to_lines"),
    ("groups", "regions", "paths", "slots", "records"),
    ("groups_again", "slots_again", "records_again", "region_again"),
)  # whose products are summed: they share one initial scale
_TABLES = ("around", "own", "words", "headings", "tags")  # embeddings; all other parameters belong to linear layers


def shapes(lexicon: Lexicon, *, width: int, page_width: int, word_width: int) -> dict[str, tuple[int, ...]]:
    """Return the trained parameters by name, with their shapes; a bias follows its matrix."""
    shapes: dict[str, tuple[int, ...]] = {}

    def linear(name: str, inputs: int, outputs: int, *, bias: bool = True) -> None:
        shapes[name] = (inputs, outputs)
        if bias:
            shapes[f"{name}.bias"] = (outputs,)

    rows = (lexicon.name_count, lexicon.name_count, lexicon.word_count, lexicon.word_count, TAG_NUMBERS)
    shapes.update({name: (count, word_width) for name, count in zip(_TABLES, rows, strict=True)})
    linear("page", len(PAGE_FEATURES), page_width)
    linear("page_to_lines", page_width, width, bias=False)
    linear("lines", len(LINE_FEATURES), width)
    linear("words_to_lines", (4 + OWN_LEVELS) * word_width, width, bias=False)
    for distance in _NEAR:
        linear(f"near_{distance}", 3 * width, width)
    linear("groups", width, width)
    linear("regions", width, REGIONS * width, bias=False)
    for name in ("paths", "slots", "records"):
        linear(name, width, width, bias=False)
    linear("pool", 2 * width + page_width, width)
    linear("types", width, len(PAGE_TYPES))
    linear("pool_to_lines", width, width, bias=False)
    for distance in _NEAR_AGAIN:
        linear(f"near_again_{distance}", 3 * width, width)
    linear("groups_again", width, width)
    for name in ("slots_again", "records_again", "region_again"):
        linear(name, width, width, bias=False)
    linear("last", width, width)
    linear("answer", width, OUTPUTS)
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
    """Return the parameters of an untrained network, with the scales of its features."""
    parameters: Parameters = {}
    wanted = shapes(lexicon, width=width, page_width=page_width, word_width=word_width)
    inputs = {name: shape[0] for name, shape in wanted.items()}
    inputs["regions"] *= REGIONS  # this many of its products are summed
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


def are_complete(parameters: Mapping[str, Matrix], lexicon: Lexicon) -> bool:
    """Return whether these are all parameters of a network with these vocabularies, finite and of the right shapes."""
    width, page_width, word_width = (
        np.atleast_1d(parameters.get(name, np.float32(0))).shape[-1] for name in ("last", "page", "words")
    )
    expected = shapes(lexicon, width=width, page_width=page_width, word_width=word_width)
    for of, features in (("line", LINE_FEATURES), ("page", PAGE_FEATURES)):
        expected |= {f"{of}_mean": (len(features),), f"{of}_scale": (len(features),)}
    found = {name: value.shape for name, value in parameters.items()}
    return found == expected and all(np.isfinite(value).all() for value in parameters.values())


def scales_of(readings: list[Reading]) -> Parameters:
    """Return the means and inverse deviations of the features over the training pages.

    Training does not change them.
    """
    by_line = np.concatenate([reading.line_features for reading in readings]).astype(np.float64)
    by_page = np.concatenate([reading.page_features for reading in readings]).astype(np.float64)
    return {
        "line_mean": by_line.mean(axis=0).astype(np.float32),
        "line_scale": (1 / (by_line.std(axis=0) + 1e-3)).astype(np.float32),
        "page_mean": by_page.mean(axis=0).astype(np.float32),
        "page_scale": (1 / (by_page.std(axis=0) + 1e-2)).astype(np.float32),
    }


def standardise(features: Matrix, parameters: Mapping[str, Matrix], of: str) -> Matrix:
    """Standardise the features of "line" or "page", and clip them."""
    scaled = features - parameters[f"{of}_mean"]
    scaled *= parameters[f"{of}_scale"]
    np.clip(scaled, -_LIMIT, _LIMIT, out=scaled)
    return scaled


def run(tape: Tape, reading: Reading, line_features: Matrix, page_features: Matrix) -> Output:
    """Run the network. The features are given standardised, since training drops some of them."""
    page_of_line = np.repeat(np.arange(len(reading.starts) - 1), np.diff(reading.starts))
    page = tape.relu(tape.linear(tape.drop(Value(page_features)), "page"))
    state = tape.add(
        tape.linear(Value(line_features), "lines"),
        tape.linear(tape.beside(*_words(tape, reading)), "words_to_lines"),
        tape.pick(tape.linear(page, "page_to_lines"), page_of_line),
    )
    state = tape.drop(tape.relu(state))
    for distance in _NEAR:
        state = _look_around(tape, state, distance, f"near_{distance}", reading)
    seen = tape.add(tape.linear(state, "groups"), *_groups(tape, state, reading))
    state = tape.add(state, tape.drop(tape.relu(seen)))
    pooled = tape.beside(tape.pool(state, np.log1p(reading.words) + np.float32(1e-3), reading.starts), page)
    pooled = tape.drop(tape.relu(tape.linear(pooled, "pool")))
    state = tape.add(state, tape.pick(tape.linear(pooled, "pool_to_lines"), page_of_line))
    for distance in _NEAR_AGAIN:
        state = _look_around(tape, state, distance, f"near_again_{distance}", reading)
    again = tape.add(tape.linear(state, "groups_again"), *_groups_again(tape, state, reading))
    state = tape.add(state, tape.drop(tape.relu(again)))
    logits = tape.linear(tape.drop(tape.relu(tape.linear(state, "last"))), "answer")
    return Output(logits, tape.linear(pooled, "types"))


def sigmoid(logits: Matrix) -> Matrix:
    """Return probabilities of logits."""
    return (1 / (1 + np.exp(-np.clip(logits, -30, 30)))).astype(np.float32)


def softmax(logits: Matrix) -> Matrix:
    """Return probabilities of the logits along the last axis."""
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    probabilities: Matrix = powers / powers.sum(axis=-1, keepdims=True)
    return probabilities


def _words(tape: Tape, reading: Reading) -> list[Value]:
    """Return embeddings of the names around a line, its own elements, its words, its heading's words, its tags."""
    names, headings = reading.names, reading.heading_words
    around = tape.sums(tape.bag("around", names.ids, names.starts), reading.name_of)
    around = tape.nested(around, reading.first, reading.last, len(reading))
    own_names = reading.own.reshape(-1, reading.own.shape[2])
    own = tape.sums(tape.bag("own", names.ids, names.starts), own_names)
    around_sizes = _around(reading.first, reading.last, names.sizes.take(reading.name_of).sum(axis=1), len(reading))
    return [
        tape.scale(around, _root_weights(around_sizes)),
        tape.folded(tape.scale(own, _root_weights(names.sizes.take(own_names).sum(axis=1))), OWN_LEVELS),
        tape.scale(
            tape.bag("words", reading.line_words.ids, reading.line_words.starts),
            _root_weights(reading.line_words.sizes),
        ),
        tape.pick(
            tape.scale(tape.bag("headings", headings.ids, headings.starts), _root_weights(headings.sizes)),
            reading.heading_of,
        ),
        tape.sums(tape.table("tags"), reading.tags),
    ]


def _groups(tape: Tape, state: Value, reading: Reading) -> tuple[Value, ...]:
    """Return the contributions of the regions around each line, and of the lines with the same path, slot and records.

    There are fewer regions and paths than lines, so the products are computed for them, and lines pick theirs.
    """
    regions = tape.between(state, reading.regions)
    # Each level of regions has its own weights: a line picks the product of its level.
    by_level = tape.unfolded(tape.linear(regions, "regions"), REGIONS)
    from_regions = tape.sums(by_level, reading.region_of * REGIONS + np.arange(REGIONS))
    return (
        from_regions,
        _from(tape, state, "paths", reading.paths, reading.path_count),
        _from(tape, state, "slots", reading.slots, reading.slot_count),
        _from(tape, state, "records", reading.records, reading.record_count),
    )


def _groups_again(tape: Tape, state: Value, reading: Reading) -> tuple[Value, ...]:
    """Return the contributions of the lines of the same slot, the same records, and the region right around a line."""
    regions = tape.linear(tape.between(state, reading.regions), "region_again")
    return (
        _from(tape, state, "slots_again", reading.slots, reading.slot_count),
        _from(tape, state, "records_again", reading.records, reading.record_count),
        tape.pick(regions, reading.region_of[:, 0]),
    )


def _from(tape: Tape, state: Value, name: str, groups: Index, count: int) -> Value:
    """Return for each line the product of the mean state of its group with a parameter."""
    return tape.pick(tape.linear(tape.mean_by(state, groups, count), name), groups)


def _around(first: Index, last: Index, sizes: Index, count: int) -> Index:
    """Return for each line the number of words in the names around it; `sizes` is that of each named node."""
    begun = np.bincount(first, sizes, minlength=count + 1)
    ended = np.bincount(last, sizes, minlength=count + 1)
    answer: Index = np.cumsum(begun - ended)[:count]
    return answer


def _root_weights(sizes: Index) -> Matrix:
    """Return factors that make a sum of many vectors about as long as one of them."""
    return (1 / np.sqrt(np.maximum(sizes, 1))).astype(np.float32)


def _look_around(tape: Tape, state: Value, distance: int, name: str, reading: Reading) -> Value:
    near = tape.neighbours(state, distance, reading.starts)
    return tape.add(state, tape.relu(tape.linear(near, name)))
