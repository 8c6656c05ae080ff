"""Training of one network.

The loss of a page has three terms: the cross-entropy of its lines, in which long lines and certain labels weigh more;
one minus the F1 of a soft choice of lines; and the cross-entropy of the page's type. The first term trains the
probabilities, the second the choice of lines.

Features and words are dropped at random, so that the network relies on none of them: on some pages all names of
elements, on others all words, on others the URL. The result is a running mean of the parameters over the last steps,
which varies less than the parameters of any one step.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from .... import _native
from ....errors import OptionError
from ....extractors.summit.address import ADDRESS_FEATURES
from ....extractors.summit.constants import PAGE_TYPES, SCALES, Matrix
from ....extractors.summit.features import (
    LINE_FEATURES,
    MARKUP_FEATURES,
    PAGE_FEATURES,
    PATH_FEATURES,
    SLOT_FEATURES,
)
from ....extractors.summit.lexicon import Lexicon
from ....extractors.summit.network import (
    CHOICE,
    PROBABILITY,
    Output,
    Parameters,
    initial,
    run,
    scales_of,
    sigmoid,
    softmax,
    standardise,
)
from ....extractors.summit.network_input import Bags, Reading, join
from ....extractors.summit.tape import Index, Tape
from ....page import BoolColumn, IntColumn
from .examples import NO_TYPE, Example


@dataclass(frozen=True, slots=True)
class Settings:
    """Hyperparameters; the defaults were the best in docs/experiments.md."""

    networks: int = 4  # in the model
    teachers: int = 0  # of each kind, from which the networks learn (`distillation`); 0: from gold texts alone
    width: int = 32
    page_width: int = 32
    word_width: int = 12
    epochs: int = 12
    batch: int = 16  # pages
    rate: float = 3e-3
    warm_up: float = 0.15  # share of the steps
    decay: float = 1e-2  # weight decay
    dropout: float = 0.15
    longest: int = 768  # lines; longer pages are cropped
    choice_weight: float = 1.0  # of the soft F1 in the loss
    type_weight: float = 0.1  # of the page type in the loss
    augmented: float = 0.5  # augmented pages for each page and epoch
    left_out: float = 0.08  # share of features dropped
    forgotten: float = 0.1  # share of words dropped
    nameless: float = 0.25  # share of pages without names of elements and page features of the markup
    wordless: float = 0.15  # share of pages without words
    foreign: float = 0.15  # share of pages whose words are as those of an unknown language: some have a kind
    without_address: float = 0.3  # share of pages without URL
    averaging: float = 0.998  # decay of the running mean of the parameters

    def __post_init__(self) -> None:
        widths = (self.width, self.page_width, self.word_width)
        if widths != _native.core.widths():
            raise OptionError(f"the core runs networks of widths {_native.core.widths()}, not {widths}")


DEFAULT_SETTINGS = Settings()
_IS_MARKUP = np.isin(PAGE_FEATURES, MARKUP_FEATURES)
_IS_ADDRESS = np.isin(PAGE_FEATURES, ADDRESS_FEATURES)
_PATH_COLUMNS, _SLOT_COLUMNS = (
    [LINE_FEATURES.index(name) for name in names] for names in (PATH_FEATURES, SLOT_FEATURES)
)


def train_network(
    examples: Sequence[Example],
    augmented: Sequence[Example],
    lexicon: Lexicon,
    *,
    seed: int,
    settings: Settings = DEFAULT_SETTINGS,
    on_batch: Callable[[float], None] = lambda _: None,
) -> Parameters:
    """Train a network; `on_batch` is called with the loss of every batch (`count_batches` is their number)."""
    rng = np.random.default_rng(seed)
    scales = scales_of([example.reading for example in examples])
    parameters = initial(
        lexicon,
        rng,
        width=settings.width,
        page_width=settings.page_width,
        word_width=settings.word_width,
        scales=scales,
    )
    optimiser = _Adam(parameters, settings, total=count_batches(examples, augmented, settings))
    rarity = _rarity(examples)
    for _ in range(settings.epochs):
        added = rng.permutation(len(augmented))[: _count_added(examples, augmented, settings)]
        chosen = [*examples, *(augmented[position] for position in added)]
        order = rng.permutation(len(chosen))
        for start in range(0, len(order), settings.batch):
            batch = [
                _perturbed(chosen[position], lexicon, rng, settings)
                for position in order[start : start + settings.batch]
            ]
            on_batch(_step(batch, parameters, optimiser, rarity, rng, settings))
    return optimiser.averaged()


def count_batches(examples: Sequence[Example], augmented: Sequence[Example], settings: Settings) -> int:
    """Return the number of batches in all epochs."""
    return settings.epochs * math.ceil((len(examples) + _count_added(examples, augmented, settings)) / settings.batch)


def _count_added(examples: Sequence[Example], augmented: Sequence[Example], settings: Settings) -> int:
    return min(len(augmented), round(settings.augmented * len(examples)))


def _step(
    batch: Sequence[Example],
    parameters: Parameters,
    optimiser: "_Adam",
    rarity: Matrix,
    rng: np.random.Generator,
    settings: Settings,
) -> float:
    """Do one step of gradient descent and return the loss of the batch."""
    reading = join([example.reading for example in batch])
    line_features = standardise(reading.line_features, parameters, "line")
    page_features = standardise(reading.page_features, parameters, "page")
    sizes = np.diff(reading.starts)
    kept = rng.random((len(batch), line_features.shape[1]), dtype=np.float32) >= settings.left_out
    line_features *= np.repeat(kept, sizes, axis=0)
    page_features *= _page_feature_mask(page_features, parameters, rng, settings)
    tape = Tape(parameters, records=True, dropout=settings.dropout, rng=rng)
    answer = run(tape, reading, line_features, page_features)
    loss = _losses(answer, reading, batch, rarity, settings)
    tape.backward()
    optimiser.step(tape.gradients)
    return loss


def _page_feature_mask(
    features: Matrix, parameters: Parameters, rng: np.random.Generator, settings: Settings
) -> Matrix:
    """Draw which page features are kept; a dropped URL sets its features to those of a page without URL, in place."""
    pages = len(features)
    kept = rng.random(features.shape) >= 2 * settings.left_out
    kept &= ~((rng.random((pages, 1)) < settings.nameless) & _IS_MARKUP)
    kept &= rng.random((pages, 1)) >= settings.nameless / 2
    nothing = standardise(np.zeros((1, features.shape[1]), dtype=np.float32), parameters, "page")
    no_address = (rng.random((pages, 1)) < settings.without_address) & _IS_ADDRESS
    np.copyto(features, np.broadcast_to(nothing, features.shape), where=no_address)
    return (kept | no_address).astype(np.float32)


def _losses(answer: Output, reading: Reading, batch: Sequence[Example], rarity: Matrix, settings: Settings) -> float:
    """Return the loss of a batch and store its gradients in the answer."""
    labels = np.concatenate([example.labels for example in batch])
    weights = np.concatenate([example.weights for example in batch])
    pages, page = len(batch), np.repeat(np.arange(len(batch)), np.diff(reading.starts))
    words = reading.words
    certainty = _by_page(weights * words, page, pages) / np.maximum(_by_page(words, page, pages), 1)
    # The cross-entropy of lines.
    importance = weights * np.sqrt(words + 1)
    importance /= np.maximum(_by_page(importance, page, pages), 1e-6)[page]
    probability = sigmoid(answer.lines.data[:, PROBABILITY])
    entropy = -importance * (
        labels * np.log(np.maximum(probability, 1e-7)) + (1 - labels) * np.log(np.maximum(1 - probability, 1e-7))
    )
    # The soft choice of lines, and its F1.
    chosen = sigmoid(answer.lines.data[:, CHOICE])
    both = np.maximum(_by_page((chosen + labels) * words, page, pages), 1e-6)
    f1 = 2 * _by_page(chosen * labels * words, page, pages) / both
    gradient = np.empty_like(answer.lines.data)
    share = certainty / pages
    gradient[:, PROBABILITY] = importance * (probability - labels) * share[page]
    by_choice = -words * (2 * labels - f1[page]) / both[page] * chosen * (1 - chosen)
    gradient[:, CHOICE] = settings.choice_weight * by_choice * share[page]
    answer.lines.grad = gradient
    type_loss = _type_loss(answer, np.array([example.type for example in batch]), rarity, settings)
    by_page = _by_page(entropy, page, pages) + settings.choice_weight * (1 - f1)
    return float((by_page * share).sum()) + type_loss


def _rarity(examples: Sequence[Example]) -> Matrix:
    """Return for each type a weight that grows with the square root of its rarity; 1 on average over the examples."""
    types = np.array([example.type for example in examples if example.type != NO_TYPE], dtype=np.int64)
    counts = np.bincount(types, minlength=len(PAGE_TYPES))
    weights = 1 / np.sqrt(np.maximum(counts, 1))
    return (weights * max(1, len(types)) / max(1e-9, float((weights * counts).sum()))).astype(np.float32)


def _type_loss(answer: Output, types: Index, rarity: Matrix, settings: Settings) -> float:
    known = np.flatnonzero(types != NO_TYPE)
    gradient = np.zeros_like(answer.types.data)
    answer.types.grad = gradient
    if not len(known):
        return 0.0
    probabilities = softmax(answer.types.data[known])
    correct = (np.arange(len(known)), types[known])
    share = settings.type_weight * rarity[types[known]] / len(known)
    loss = -(share * np.log(np.maximum(probabilities[correct], 1e-9))).sum()
    probabilities[correct] -= 1
    gradient[known] = probabilities * share[:, None]
    return float(loss)


def _by_page(values: Matrix, page: Index, pages: int) -> Matrix:
    """Return the sums over the lines of each page."""
    return np.bincount(page, values, pages).astype(np.float32)


def _perturbed(example: Example, lexicon: Lexicon, rng: np.random.Generator, settings: Settings) -> Example:
    """Return the example with some of its words dropped; a very long page is cropped."""
    if len(example.labels) > settings.longest:
        example = _cropped(example, int(rng.integers(0, len(example.labels) - settings.longest + 1)), settings.longest)
    reading = example.reading
    drawn = rng.random()
    nameless, wordless = rng.random() < settings.nameless, drawn < settings.wordless
    foreign = settings.wordless <= drawn < settings.wordless + settings.foreign

    def drop_words(bags: Bags, *, drop_all: bool) -> Bags:
        kept = rng.random(len(bags.ids)) >= (1 if drop_all else settings.forgotten)
        return _selected(bags, kept)

    def translated(bags: Bags) -> Bags:
        """Return the words as kinds, as if they were of a language of which nothing else is known."""
        ids: IntColumn = lexicon.kind_of_id.take(bags.ids)
        return _selected(Bags(ids, bags.starts), ids >= 0)

    line_words, heading_words = reading.line_words, reading.heading_words
    if foreign:
        line_words, heading_words = translated(line_words), translated(heading_words)
    if nameless:
        reading = _without_slots(reading)
    reduced = replace(
        reading,
        names=drop_words(reading.names, drop_all=nameless),
        line_words=drop_words(line_words, drop_all=wordless),
        heading_words=drop_words(heading_words, drop_all=wordless),
    )
    return replace(example, reading=reduced)


def _selected(bags: Bags, kept: BoolColumn) -> Bags:
    return Bags(bags.ids[kept], np.concatenate(([0], np.cumsum(kept)))[bags.starts])


def _without_slots(reading: Reading) -> Reading:
    """Return as the page would be read without classes: slots are paths."""
    features = reading.line_features.copy()
    features[:, _SLOT_COLUMNS] = features[:, _PATH_COLUMNS]
    return replace(reading, line_features=features, slots=reading.paths, slot_count=reading.path_count)


def _cropped(example: Example, start: int, count: int) -> Example:
    """Return `count` lines of a page, from line `start` on."""
    reading, kept = example.reading, slice(start, start + count)
    first, last = _clipped(reading.first - start, count), _clipped(reading.last - start, count)
    is_around = last > first
    paths, slots, records = (
        np.unique(numbers[kept], return_inverse=True)[1] for numbers in (reading.paths, reading.slots, reading.records)
    )
    cropped = replace(
        reading,
        line_features=reading.line_features[kept],
        words=reading.words[kept],
        starts=np.array([0, count]),
        regions=_clipped(reading.regions - start, count),
        region_of=reading.region_of[kept],
        paths=paths,
        path_count=int(paths.max()) + 1,
        slots=slots,
        slot_count=int(slots.max()) + 1,
        records=records,
        record_count=int(records.max()) + 1,
        name_of=reading.name_of[is_around],
        first=first[is_around],
        last=last[is_around],
        own=reading.own[kept],
        line_words=Bags(
            reading.line_words.ids[reading.line_words.starts[start] : reading.line_words.starts[start + count]],
            reading.line_words.starts[start : start + count + 1] - reading.line_words.starts[start],
        ),
        heading_of=reading.heading_of[kept],
        tags=reading.tags[kept],
    )
    return replace(example, reading=cropped, labels=example.labels[kept], weights=example.weights[kept])


def _clipped(positions: Index, count: int) -> Index:
    return np.minimum(np.maximum(positions, 0), count)


class _Adam:
    """AdamW (Adam with decoupled weight decay), a one-cycle learning rate, and a running mean of the parameters."""

    _BETA_1, _BETA_2 = 0.9, 0.999
    _MAX_NORM = 1.0  # gradients are clipped to it
    _INITIAL_RATE, _FINAL_RATE = 1 / 25, 1e-5  # as shares of the maximal rate

    def __init__(self, parameters: Parameters, settings: Settings, *, total: int) -> None:
        self._parameters = parameters
        self._settings = settings
        self._total = total
        self._done = 0
        self._means = {name: np.zeros_like(value) for name, value in parameters.items() if name not in SCALES}
        self._squares = {name: np.zeros_like(value) for name, value in self._means.items()}
        self._average = {name: np.zeros_like(value) for name, value in self._means.items()}
        self._average_weight = 0.0  # the sum of the weights in the running mean

    def step(self, gradients: Parameters) -> None:
        """Update the parameters."""
        settings = self._settings
        norm = math.sqrt(sum(float(np.vdot(gradient, gradient)) for gradient in gradients.values()))
        factor = np.float32(min(1.0, self._MAX_NORM / (norm + 1e-6)))
        rate = settings.rate * self._cycle()
        self._done += 1
        correction_1, correction_2 = 1 - self._BETA_1**self._done, 1 - self._BETA_2**self._done
        self._average_weight = settings.averaging * self._average_weight + 1 - settings.averaging
        for name, gradient in gradients.items():
            value, mean, square = self._parameters[name], self._means[name], self._squares[name]
            gradient = gradient * factor
            mean += np.float32(1 - self._BETA_1) * (gradient - mean)
            square += np.float32(1 - self._BETA_2) * (gradient * gradient - square)
            value *= np.float32(1 - rate * settings.decay)
            value -= (
                np.float32(rate / correction_1) * mean / (np.sqrt(square / np.float32(correction_2)) + np.float32(1e-8))
            )
            self._average[name] += np.float32(1 - settings.averaging) * (value - self._average[name])

    def averaged(self) -> Parameters:
        """Return the running mean of the parameters, corrected for its start at zero."""
        means = {name: (value / self._average_weight).astype(np.float32) for name, value in self._average.items()}
        return {**self._parameters, **means}

    def _cycle(self) -> float:
        """Return the learning rate of this step, as a share of the maximal one: a cosine up, and a cosine down."""
        rise = self._settings.warm_up * self._total
        if self._done < rise:
            return self._INITIAL_RATE + (1 - self._INITIAL_RATE) * (1 - math.cos(math.pi * self._done / rise)) / 2
        fall = (self._done - rise) / max(1, self._total - rise)
        return self._FINAL_RATE + (1 - self._FINAL_RATE) * (1 + math.cos(math.pi * min(fall, 1))) / 2
