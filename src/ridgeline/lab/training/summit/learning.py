"""How the network learns.

The loss of a page is the cross-entropy of its units, where long units and sure labels count for more, and one minus
the F1 that a soft choice of units would have: the first teaches probabilities, the second what to choose. The page's
type is learnt beside them. While learning, numbers and words are left out at random, so that none is relied upon: of
some pages all names of elements, of others all words, of others the address.

What is kept is the running mean of the parameters over the last steps, which is steadier than any of them.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ....extractors.summit.features import ADDRESS_FEATURES, MARKUP_FEATURES, PAGE_FEATURES
from ....extractors.summit.network import (
    CHOICE,
    PROBABILITY,
    SCALES,
    Answer,
    Parameters,
    initial,
    probabilities,
    run,
    scales_of,
    shares,
    standardised,
)
from ....extractors.summit.reading import Bags, Lexicon, Reading, join
from ....extractors.summit.tape import Index, Tape
from ....extractors.summit.units import Matrix
from .lessons import NO_TYPE, Lesson


@dataclass(frozen=True, slots=True)
class Settings:
    """What was found to serve best: see docs/experiments.md."""

    networks: int = 4  # that answer together
    width: int = 32
    page_width: int = 32
    word_width: int = 12
    epochs: int = 12
    batch: int = 16  # pages
    rate: float = 3e-3
    warm_up: float = 0.15  # of the steps
    decay: float = 1e-2
    dropout: float = 0.15
    longest: int = 768  # units of a page that are seen at a time
    choice_weight: float = 1.0
    type_weight: float = 0.1
    transplants: float = 0.5  # for each page and epoch
    left_out: float = 0.08  # of the features
    forgotten: float = 0.1  # of the words
    nameless: float = 0.25  # pages without names of elements and what the markup tells of the whole page
    wordless: float = 0.25
    without_address: float = 0.3
    averaging: float = 0.998


DEFAULT_SETTINGS = Settings()
_IS_MARKUP = np.isin(PAGE_FEATURES, MARKUP_FEATURES)
_IS_ADDRESS = np.isin(PAGE_FEATURES, ADDRESS_FEATURES)


def learn(
    lessons: Sequence[Lesson],
    transplants: Sequence[Lesson],
    lexicon: Lexicon,
    *,
    seed: int,
    settings: Settings = DEFAULT_SETTINGS,
    on_batch: Callable[[float], None] = lambda _: None,
) -> Parameters:
    """Train a network; `on_batch` is told the loss after every batch (`batches` says how many there are)."""
    rng = np.random.default_rng(seed)
    scales = scales_of([lesson.reading for lesson in lessons])
    parameters = initial(
        lexicon,
        rng,
        width=settings.width,
        page_width=settings.page_width,
        word_width=settings.word_width,
        scales=scales,
    )
    optimiser = _Adam(parameters, settings, total=batches(lessons, transplants, settings))
    for _ in range(settings.epochs):
        added = rng.permutation(len(transplants))[: _added(lessons, transplants, settings)]
        chosen = [*lessons, *(transplants[position] for position in added)]
        order = rng.permutation(len(chosen))
        for start in range(0, len(order), settings.batch):
            batch = [_varied(chosen[position], rng, settings) for position in order[start : start + settings.batch]]
            on_batch(_step(batch, parameters, optimiser, rng, settings))
    return optimiser.averaged()


def batches(lessons: Sequence[Lesson], transplants: Sequence[Lesson], settings: Settings) -> int:
    """How many there are in all epochs."""
    return settings.epochs * math.ceil((len(lessons) + _added(lessons, transplants, settings)) / settings.batch)


def _added(lessons: Sequence[Lesson], transplants: Sequence[Lesson], settings: Settings) -> int:
    return min(len(transplants), round(settings.transplants * len(lessons)))


def _step(
    batch: Sequence[Lesson],
    parameters: Parameters,
    optimiser: "_Adam",
    rng: np.random.Generator,
    settings: Settings,
) -> float:
    reading = join([lesson.reading for lesson in batch])
    unit_features = standardised(reading.unit_features, parameters, "unit")
    page_features = standardised(reading.page_features, parameters, "page")
    sizes = np.diff(reading.starts)
    kept = rng.random((len(batch), unit_features.shape[1]), dtype=np.float32) >= settings.left_out
    unit_features *= np.repeat(kept, sizes, axis=0)
    page_features *= _kept_of_pages(page_features, parameters, rng, settings)
    tape = Tape(parameters, records=True, dropout=settings.dropout, rng=rng)
    answer = run(tape, reading, unit_features, page_features)
    loss = _losses(answer, reading, batch, settings)
    tape.back()
    optimiser.step(tape.gradients)
    return loss


def _kept_of_pages(features: Matrix, parameters: Parameters, rng: np.random.Generator, settings: Settings) -> Matrix:
    """Which features of the pages are seen; those of an address become what they are without one."""
    pages = len(features)
    kept = rng.random(features.shape) >= 2 * settings.left_out
    kept &= ~((rng.random((pages, 1)) < settings.nameless) & _IS_MARKUP)
    kept &= rng.random((pages, 1)) >= settings.nameless / 2
    nothing = standardised(np.zeros((1, features.shape[1]), dtype=np.float32), parameters, "page")
    no_address = (rng.random((pages, 1)) < settings.without_address) & _IS_ADDRESS
    np.copyto(features, np.broadcast_to(nothing, features.shape), where=no_address)
    return (kept | no_address).astype(np.float32)


def _losses(answer: Answer, reading: Reading, batch: Sequence[Lesson], settings: Settings) -> float:
    """The loss of a batch; leaves its gradients with the answer."""
    labels = np.concatenate([lesson.labels for lesson in batch])
    sure = np.concatenate([lesson.weights for lesson in batch])
    pages, page = len(batch), np.repeat(np.arange(len(batch)), np.diff(reading.starts))
    words = reading.words
    certainty = _by_page(sure * words, page, pages) / np.maximum(_by_page(words, page, pages), 1)
    # Probabilities.
    importance = sure * np.sqrt(words + 1)
    importance /= np.maximum(_by_page(importance, page, pages), 1e-6)[page]
    probability = probabilities(answer.units.data[:, PROBABILITY])
    entropy = -importance * (
        labels * np.log(np.maximum(probability, 1e-7)) + (1 - labels) * np.log(np.maximum(1 - probability, 1e-7))
    )
    # The choice.
    chosen = probabilities(answer.units.data[:, CHOICE])
    both = np.maximum(_by_page((chosen + labels) * words, page, pages), 1e-6)
    f1 = 2 * _by_page(chosen * labels * words, page, pages) / both
    gradient = np.empty_like(answer.units.data)
    share = certainty / pages
    gradient[:, PROBABILITY] = importance * (probability - labels) * share[page]
    by_choice = -words * (2 * labels - f1[page]) / both[page] * chosen * (1 - chosen)
    gradient[:, CHOICE] = settings.choice_weight * by_choice * share[page]
    answer.units.grad = gradient
    type_loss = _type_loss(answer, np.array([lesson.type for lesson in batch]), settings)
    by_page = _by_page(entropy, page, pages) + settings.choice_weight * (1 - f1)
    return float((by_page * share).sum()) + type_loss


def _type_loss(answer: Answer, types: Index, settings: Settings) -> float:
    known = np.flatnonzero(types != NO_TYPE)
    gradient = np.zeros_like(answer.types.data)
    answer.types.grad = gradient
    if not len(known):
        return 0.0
    told = shares(answer.types.data[known])
    right = (np.arange(len(known)), types[known])
    loss = -np.log(np.maximum(told[right], 1e-9)).mean()
    told[right] -= 1
    gradient[known] = settings.type_weight * told / len(known)
    return float(settings.type_weight * loss)


def _by_page(values: Matrix, page: Index, pages: int) -> Matrix:
    return np.bincount(page, values, pages).astype(np.float32)


def _varied(lesson: Lesson, rng: np.random.Generator, settings: Settings) -> Lesson:
    """The lesson with some of its words forgotten, and of a very long page only a part."""
    if len(lesson.labels) > settings.longest:
        lesson = _cropped(lesson, int(rng.integers(0, len(lesson.labels) - settings.longest + 1)), settings.longest)
    reading = lesson.reading
    nameless, wordless = rng.random() < settings.nameless, rng.random() < settings.wordless

    def thinned(bags: Bags, *, forget_all: bool) -> Bags:
        kept = rng.random(len(bags.ids)) >= (1 if forget_all else settings.forgotten)
        return Bags(bags.ids[kept], np.concatenate(([0], np.cumsum(kept)))[bags.starts])

    thinner = replace(
        reading,
        names=thinned(reading.names, forget_all=nameless),
        unit_words=thinned(reading.unit_words, forget_all=wordless),
        heading_words=thinned(reading.heading_words, forget_all=wordless),
    )
    return replace(lesson, reading=thinner)


def _cropped(lesson: Lesson, start: int, count: int) -> Lesson:
    """So many units of a page, from one of them on."""
    reading, kept = lesson.reading, slice(start, start + count)
    first, last = _clipped(reading.first - start, count), _clipped(reading.last - start, count)
    is_around = last > first
    paths = np.unique(reading.paths[kept], return_inverse=True)[1]
    cropped = replace(
        reading,
        unit_features=reading.unit_features[kept],
        words=reading.words[kept],
        starts=np.array([0, count]),
        regions=_clipped(reading.regions - start, count),
        region_of=reading.region_of[kept],
        paths=paths,
        path_count=int(paths.max()) + 1,
        name_of=reading.name_of[is_around],
        first=first[is_around],
        last=last[is_around],
        own=reading.own[kept],
        unit_words=Bags(
            reading.unit_words.ids[reading.unit_words.starts[start] : reading.unit_words.starts[start + count]],
            reading.unit_words.starts[start : start + count + 1] - reading.unit_words.starts[start],
        ),
        heading_of=reading.heading_of[kept],
        tags=reading.tags[kept],
    )
    return replace(lesson, reading=cropped, labels=lesson.labels[kept], weights=lesson.weights[kept])


def _clipped(positions: Index, count: int) -> Index:
    return np.minimum(np.maximum(positions, 0), count)


class _Adam:
    """Adam with decoupled weight decay, one cycle of the learning rate, and a running mean of the parameters."""

    _FIRST, _SECOND = 0.9, 0.999
    _MAX_SIZE = 1.0  # norm of a gradient
    _BEGINNING, _END = 1 / 25, 1e-5  # of the rate

    def __init__(self, parameters: Parameters, settings: Settings, *, total: int) -> None:
        self._parameters = parameters
        self._settings = settings
        self._total = total
        self._done = 0
        self._means = {name: np.zeros_like(value) for name, value in parameters.items() if name not in SCALES}
        self._squares = {name: np.zeros_like(value) for name, value in self._means.items()}
        self._average = {name: np.zeros_like(value) for name, value in self._means.items()}
        self._averaged = 0.0  # the weight of what the running mean has seen

    def step(self, gradients: Parameters) -> None:
        """Move the parameters against their gradients."""
        settings = self._settings
        norm = math.sqrt(sum(float(np.vdot(gradient, gradient)) for gradient in gradients.values()))
        factor = np.float32(min(1.0, self._MAX_SIZE / (norm + 1e-6)))
        rate = settings.rate * self._cycle()
        self._done += 1
        even_first, even_second = 1 - self._FIRST**self._done, 1 - self._SECOND**self._done
        self._averaged = settings.averaging * self._averaged + 1 - settings.averaging
        for name, gradient in gradients.items():
            value, mean, square = self._parameters[name], self._means[name], self._squares[name]
            gradient = gradient * factor
            mean += np.float32(1 - self._FIRST) * (gradient - mean)
            square += np.float32(1 - self._SECOND) * (gradient * gradient - square)
            value *= np.float32(1 - rate * settings.decay)
            value -= (
                np.float32(rate / even_first) * mean / (np.sqrt(square / np.float32(even_second)) + np.float32(1e-8))
            )
            self._average[name] += np.float32(1 - settings.averaging) * (value - self._average[name])

    def averaged(self) -> Parameters:
        """The running mean, as if it had begun with the first step."""
        learnt = {name: (value / self._averaged).astype(np.float32) for name, value in self._average.items()}
        return {**self._parameters, **learnt}

    def _cycle(self) -> float:
        """The rate at this step: up along a cosine, and down to nearly nothing."""
        rise = self._settings.warm_up * self._total
        if self._done < rise:
            return self._BEGINNING + (1 - self._BEGINNING) * (1 - math.cos(math.pi * self._done / rise)) / 2
        fall = (self._done - rise) / max(1, self._total - rise)
        return self._END + (1 - self._END) * (1 + math.cos(math.pi * min(fall, 1))) / 2
