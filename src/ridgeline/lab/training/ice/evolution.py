"""Trains `ice-ga` (section 3.5): evolves an expression by selection, crossover and mutation.

The fitness is a bag-of-words comparison with the gold text, summed over the pages: 2 points for each word that occurs
in it, -1 for each excess word. A word captured more often than it occurs in the gold text is in excess.

`Settings.budget_seconds` bounds the time. The result of a run that it cuts short depends on the machine; that of any
other run, only on the seed and on the time-outs.
"""

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

import numpy as np
import regex

from ....extractors.ice.blocks import Integers
from ....extractors.ice.expression_match import SerialisedPage, match, serialise
from ....extractors.ice.expressions import Expression
from ....extractors.ice.genetic import Genetic
from ....page import BoolColumn, Page
from ....text.words import is_spaceless, split_words
from .evolution_settings import Settings
from .gold import check_gold, plain_text
from .variation import cross, mutate, random_candidate

RIGHT_WORD, EXCESS_WORD = 2, -1  # the paper's points
_UNFIT = float("-inf")
# Pages differ, so each may take several times its share of the time-out; and clocks tick, so each may take this long.
_TIMEOUT_FACTOR = 4
_MIN_TIMEOUT_SECONDS = 0.05
_clock = time.monotonic
_WORD = regex.compile(r"\w+")


class Generation(NamedTuple):
    """The progress report of one generation."""

    number: int
    best: Expression
    fitness: float
    mean_fitness: float


OnGeneration = Callable[[Generation], None]


def fit_genetic(
    pages: Sequence[Page],
    gold: Sequence[str],
    *,
    settings: Settings | None = None,
    on_generation: OnGeneration = lambda generation: None,
) -> Genetic:
    """Return `ice-ga` with the fittest expression that evolves on these pages."""
    check_gold(pages, gold)
    samples = [make_sample(page, plain_text(wanted)) for page, wanted in zip(pages, gold, strict=True)]
    return Genetic(evolve(samples, settings or Settings(), on_generation))


@dataclass(frozen=True, eq=False)
class Sample:
    """A serialised page with its words, numbered, and their counts in the gold text."""

    html: str
    starts: Integers  # by word of the page
    ends: Integers
    words: Integers
    gold_counts: Integers  # by word number
    known: dict[str, float] = field(default_factory=dict)  # points by expression, for populations that share some

    def points(self, candidate: Expression, timeout_seconds: float) -> float:
        """Return the points of an expression, minus infinity if it times out."""
        key = str(candidate)
        if key not in self.known:
            result = match(candidate, self.html, timeout_seconds)
            self.known[key] = self.fitness(result.mask) if result.is_complete else _UNFIT
        return self.known[key]

    def fitness(self, mask: BoolColumn) -> int:
        """Return the points for the words whose characters are all in the mask."""
        before = np.concatenate(([0], np.cumsum(mask)))
        is_captured = before[self.ends] - before[self.starts] == self.ends - self.starts
        counts = np.bincount(self.words[is_captured], minlength=len(self.gold_counts))
        right = int(np.minimum(counts, self.gold_counts).sum())
        return RIGHT_WORD * right + EXCESS_WORD * (int(counts.sum()) - right)


def make_sample(page: Page, gold: str) -> Sample:
    """Return the sample of a page and its gold text, which is plain."""
    serialised, spaceless = serialise(page), is_spaceless(gold)
    codes: dict[str, int] = {}
    rows = [
        (start, end, codes.setdefault(word, len(codes))) for start, end, word in _words_of_leaves(serialised, spaceless)
    ]
    starts, ends, words = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    gold_words = Counter(split_words(gold, spaceless=spaceless))
    gold_counts = np.array([gold_words[word] for word in codes], dtype=np.int64)
    return Sample(serialised.html, starts, ends, words, gold_counts)


def _words_of_leaves(serialised: SerialisedPage, spaceless: bool) -> Iterator[tuple[int, int, str]]:
    """Yield the words of the leaves with their spans in the HTML."""
    for first, last in zip(serialised.starts.tolist(), serialised.ends.tolist(), strict=True):
        for run in _WORD.finditer(serialised.html, first, last):
            start = run.start()
            for word in split_words(run.group(), spaceless=spaceless):
                yield start, start + len(word), word
                start += len(word)


def evolve(
    samples: Sequence[Sample], settings: Settings, on_generation: OnGeneration = lambda generation: None
) -> Expression:
    """Return the fittest expression of the last generation. One that times out on a page is the least fit.

    When the budget is over, the expressions that have not been tried are unfit, and there is no other generation.
    """
    random = Random(settings.seed)  # noqa: S311 - not for cryptography
    deadline = math.inf if settings.budget_seconds is None else _clock() + settings.budget_seconds
    fitness: dict[str, float] = {}
    population = [random_candidate(random, settings.literals) for _ in range(settings.population)]
    for number in range(settings.generations + 1):
        for candidate in population:
            if str(candidate) not in fitness:
                fitness[str(candidate)] = _fitness(candidate, samples, settings.timeout_seconds, deadline)
        population.sort(key=lambda candidate: (-fitness[str(candidate)], len(str(candidate)), str(candidate)))
        on_generation(_report(number, population, fitness))
        if number == settings.generations or _clock() >= deadline:
            break
        population = _next_generation(population, fitness, settings, random)
    return population[0]


def _report(number: int, population: Sequence[Expression], fitness: dict[str, float]) -> Generation:
    """Return the report of a sorted population; the mean is over the candidates that did not time out."""
    values = [fitness[str(candidate)] for candidate in population]
    finite = [value for value in values if value > _UNFIT]
    mean = sum(finite) / len(finite) if finite else _UNFIT
    return Generation(number, population[0], values[0], mean)


def _fitness(candidate: Expression, samples: Sequence[Sample], timeout_seconds: float, deadline: float) -> float:
    total = 0.0
    length = sum(len(sample.html) for sample in samples)
    for sample in samples:
        share = timeout_seconds * len(sample.html) / max(length, 1)
        limit = max(_TIMEOUT_FACTOR * share, min(_MIN_TIMEOUT_SECONDS, timeout_seconds))
        if _clock() >= deadline:
            return _UNFIT
        total += sample.points(candidate, limit)
        if total == _UNFIT:
            break
    return total


def _next_generation(
    population: Sequence[Expression], fitness: dict[str, float], settings: Settings, random: Random
) -> list[Expression]:
    """Return the survivors and their offspring: selection by tournament, crossover, mutation."""

    def select_parent() -> Expression:
        candidates = [random.choice(population) for _ in range(settings.tournament)]
        return max(candidates, key=lambda candidate: fitness[str(candidate)])

    following = list(population[: settings.survivors])
    while len(following) < settings.population:
        child = select_parent()
        if random.random() < settings.crossover:
            child = cross(child, select_parent(), random)
        if random.random() < settings.mutation:
            child = mutate(child, random, settings.literals)
        following.append(child)
    return following
