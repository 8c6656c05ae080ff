"""How expressions evolve (section 3.5): the page they are matched against, their fitness, and the generations.

Fitness is a bag-of-words comparison with the gold text: 2 points for each word that occurs in it, -1 for each excess
word, summed over the pages. A word that is captured more often than the gold text has it is in excess.

An expression is matched again and again until no match is left; what its capturing groups hold is kept. It is matched
against the page written out again: tags without their attributes, text with `<` and `>` escaped, and without
scripts, styles and comments. So every tag looks like a tag, and every character kept leads back to its leaf without
guessing. Matching stops at a time-out, of CPU time so that a busy machine changes nothing, and after so many matches as
only an expression that matches nothing needs.
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

import numpy as np
import regex

from ...lab.metrics import is_spaceless, split_words
from ...page import BoolColumn, Page, elements
from .blocks import Integers, leaf_texts
from .expressions import LENGTH_LITERALS, LITERALS, Expression, cross, mutate, random_candidate

RIGHT_WORD, EXCESS_WORD = 2, -1  # the paper's points
_ESCAPES = str.maketrans({"<": "&lt;", ">": "&gt;"})
_MAX_MATCHES = 200_000  # on one page; a page of 25,000 tags makes so many of an expression that matches nothing
_WORD = regex.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Settings:
    """How a population lives. The paper says nothing of its own."""

    population: int = 40
    generations: int = 25
    survivors: int = 2  # the fittest go on unchanged
    rivals: int = 3  # of so many, drawn by chance, the fittest is a parent
    crossover: float = 0.8
    mutation: float = 0.3
    timeout_seconds: float = 2.0  # CPU time of one expression on all pages; keeping all of cleaneval-dev takes 0.7
    seed: int = 0
    lengths: bool = False  # whether literals may say what is long: not the paper's

    @property
    def literals(self) -> tuple[str, ...]:
        """What expressions are made of."""
        return LITERALS + LENGTH_LITERALS if self.lengths else LITERALS


class Written(NamedTuple):
    """A page written out again, and where its leaves stand."""

    html: str
    starts: Integers
    ends: Integers


def write(page: Page) -> Written:
    """A page as expressions see it."""
    pieces: list[str] = []
    places: list[int] = []
    texts = dict(zip(page.leaves.tolist(), leaf_texts(page), strict=True))
    is_skipped = _without_leaves(page).tolist()
    names, tags, ends = page.names, page.tag.tolist(), page.end.tolist()
    open_nodes: list[tuple[int, str]] = []
    length = node = 0
    while node < len(tags):
        while open_nodes and open_nodes[-1][0] <= node:
            pieces.append(f"</{open_nodes.pop()[1]}>")
            length += len(pieces[-1])
        name = names[tags[node]]
        tag = "" if name == elements.TEXT else f"<{name}>"
        text = texts.get(node)
        following = node + 1
        if text is not None:
            text = text.translate(_ESCAPES)
            places += length + len(tag), length + len(tag) + len(text)
            following = ends[node]
        elif not tag:
            text = " "  # white space between elements
        elif is_skipped[node]:
            following = ends[node]
        elif name not in elements.VOID_NAMES:
            open_nodes.append((ends[node], name))
        pieces.append(tag + (text or ""))
        length += len(pieces[-1])
        node = following
    pieces += [f"</{name}>" for _, name in reversed(open_nodes)]
    found = np.array(places, dtype=np.int64)
    return Written("".join(pieces), found[0::2], found[1::2])


def _without_leaves(page: Page) -> BoolColumn:
    """By node: whether it is an element whose text is not shown, with no leaf in it (text in SVG may be one)."""
    before = np.searchsorted(page.leaves, np.arange(len(page) + 1))
    is_empty: BoolColumn = before[page.end] == before[:-1]
    return page.has_tag(elements.SILENT) & is_empty


class Kept(NamedTuple):
    """What an expression keeps of a text."""

    covered: BoolColumn  # by character
    is_complete: bool  # False where it was stopped


def match(expression: Expression, html: str, timeout_seconds: float) -> Kept:
    """Match an expression until no match is left, or the time is up."""
    pattern = regex.compile(str(expression))
    spans: list[tuple[int, int]] = []
    groups = range(1, pattern.groups + 1)
    matches, deadline = 0, time.process_time() + timeout_seconds
    is_complete = True
    try:
        for found in pattern.finditer(html, timeout=timeout_seconds):
            spans += [found.span(group) for group in groups]
            matches += 1
            if matches >= _MAX_MATCHES or (matches % 256 == 0 and time.process_time() > deadline):
                is_complete = False
                break
    except TimeoutError:
        is_complete = False
    return Kept(_covered(spans, len(html)), is_complete)


def _covered(spans: Sequence[tuple[int, int]], length: int) -> BoolColumn:
    change = np.zeros(length + 1, dtype=np.int64)
    if spans:
        borders = np.array(spans, dtype=np.int64)
        borders = borders[borders[:, 0] >= 0]  # a group that took no part has -1
        np.add.at(change, borders[:, 0], 1)
        np.subtract.at(change, borders[:, 1], 1)
    answer: BoolColumn = np.cumsum(change[:-1]) > 0
    return answer


@dataclass(frozen=True, eq=False)
class Sample:
    """A page to evolve on: its words by place and number, and how often the gold text has each."""

    html: str
    starts: Integers
    ends: Integers
    words: Integers
    wanted: Integers

    def fitness(self, covered: BoolColumn) -> int:
        """The points for what is kept: words that are covered whole."""
        before = np.concatenate(([0], np.cumsum(covered)))
        whole = before[self.ends] - before[self.starts] == self.ends - self.starts
        found = np.bincount(self.words[whole], minlength=len(self.wanted))
        right = int(np.minimum(found, self.wanted).sum())
        return RIGHT_WORD * right + EXCESS_WORD * (int(found.sum()) - right)


def sample(page: Page, gold: str) -> Sample:
    """A page and its gold text, which is plain."""
    written = write(page)
    spaceless = is_spaceless(gold)
    codes: dict[str, int] = {}
    starts: list[int] = []
    ends: list[int] = []
    words: list[int] = []
    for first, last in zip(written.starts.tolist(), written.ends.tolist(), strict=True):
        for start, end, word in _placed_words(written.html, first, last, spaceless):
            starts.append(start)
            ends.append(end)
            words.append(codes.setdefault(word, len(codes)))
    counts = Counter(split_words(gold, spaceless=spaceless))
    return Sample(
        written.html, _column(starts), _column(ends), _column(words), _column([counts[word] for word in codes])
    )


def _column(numbers: list[int]) -> Integers:
    return np.array(numbers, dtype=np.int64)


def _placed_words(html: str, first: int, last: int, spaceless: bool) -> list[tuple[int, int, str]]:
    found = []
    for run in _WORD.finditer(html, first, last):
        start = run.start()
        for word in split_words(run.group(), spaceless=spaceless):
            found.append((start, start + len(word), word))
            start += len(word)
    return found


class Generation(NamedTuple):
    """What is worth telling of a generation."""

    number: int
    best: Expression
    fitness: float
    mean_fitness: float


def evolve(
    samples: Sequence[Sample],
    settings: Settings,
    on_generation: Callable[[Generation], None] = lambda generation: None,
) -> Expression:
    """The fittest expression of the last generation. An expression that was stopped on a page is as unfit as can be."""
    chance = Random(settings.seed)  # noqa: S311 - chance, not secrets
    fitness: dict[str, float] = {}
    population = [random_candidate(chance, settings.literals) for _ in range(settings.population)]
    for number in range(settings.generations + 1):
        for candidate in population:
            if str(candidate) not in fitness:
                fitness[str(candidate)] = _fitness(candidate, samples, settings.timeout_seconds)
        population.sort(key=lambda candidate: (-fitness[str(candidate)], len(str(candidate)), str(candidate)))
        fits = [fitness[str(candidate)] for candidate in population if fitness[str(candidate)] > _UNFIT]
        mean = sum(fits) / len(fits) if fits else _UNFIT
        on_generation(Generation(number, population[0], fitness[str(population[0])], mean))
        if number < settings.generations:
            population = _next(population, fitness, settings, chance)
    return population[0]


_UNFIT = float("-inf")
# A page may take several times its share of the time, since pages differ; and this long, since clocks tick.
_PATIENCE = 4
_MIN_SECONDS = 0.05


def _fitness(candidate: Expression, samples: Sequence[Sample], timeout_seconds: float) -> float:
    total = 0
    length = sum(len(page.html) for page in samples)
    for page in samples:
        share = timeout_seconds * len(page.html) / max(length, 1)
        kept = match(candidate, page.html, max(_PATIENCE * share, min(_MIN_SECONDS, timeout_seconds)))
        if not kept.is_complete:
            return _UNFIT
        total += page.fitness(kept.covered)
    return float(total)


def _next(
    population: Sequence[Expression], fitness: dict[str, float], settings: Settings, chance: Random
) -> list[Expression]:
    """Selection, crossover, mutation."""

    def parent() -> Expression:
        rivals = [chance.choice(population) for _ in range(settings.rivals)]
        return max(rivals, key=lambda candidate: fitness[str(candidate)])

    following = list(population[: settings.survivors])
    while len(following) < settings.population:
        child = parent()
        if chance.random() < settings.crossover:
            child = cross(child, parent(), chance)
        if chance.random() < settings.mutation:
            child = mutate(child, chance, settings.literals)
        following.append(child)
    return following
