"""Learns a head of summit: weights of signs by logistic regression, with the log odds of the networks as a feature.

The loss is that of words: a line weighs as much as it has words. A penalty on squared weights keeps those of rare signs
small. Signs overlap, so steps are those of Newton's method along each weight, divided by the number of signs of a line;
a step that raises the loss is halved. Everything is deterministic.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ...extractors.summit import Summit
from ...extractors.summit.head import Head, limited_odds, signs_of
from ...extractors.summit.lines import Lines
from ...extractors.summit.model import shipped_model
from ...page import BoolColumn
from .corrected import CorrectedPage
from .lesson import Lesson

if TYPE_CHECKING:
    from ...extractors.summit.model import Model

# Chosen on cleanportaleval (docs/experiments.md): 0.01 to 0.1 give the same within 0.002.
PENALTY = 0.03
_BASE_PENALTY = 10.0  # of the bias, and of what the networks' factor differs from 1
_STEPS = 60
_MIN_CURVATURE = 0.02
_MIN_WEIGHT = 0.005  # smaller ones decide nothing
_SHOWN = 12  # signs of content, and as many of what is not
_MIN_TEXT_PAGES = 2  # on which a beginning has to stand to be a sign

Reals = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class Examples:
    """The lines of corrected pages."""

    signs: tuple[str, ...]  # by column
    row: npt.NDArray[np.int64]  # by entry: the line …
    column: npt.NDArray[np.int64]  # … and the sign that it has
    odds: Reals  # by line: of the networks
    is_kept: Reals
    weight: Reals  # by line; 1 on average


def learn(pages: Sequence[CorrectedPage], site: str) -> Lesson:
    """Return the head that corrected pages of a site teach, on the networks of `summit`."""
    head = learn_head(pages, site)
    ordered = sorted(head.weights.items(), key=lambda pair: -pair[1])
    shown = [pair for pair in ordered[:_SHOWN] if pair[1] > 0] + [pair for pair in ordered[-_SHOWN:] if pair[1] < 0]
    lines = [f"{len(head.weights)} signs, the strongest of content (+) and of what is none (−):"]
    lines += [f"  {weight:+.2f}  {sign}".replace("-", "−", 1) for sign, weight in shown]
    return Lesson(Summit(head=head).extract, "".join(f"{line}\n" for line in lines), head.save)


def learn_head(pages: Sequence[CorrectedPage], site: str = "", model: "Model | None" = None) -> Head:
    """Return the head that corrected pages of a site teach."""
    examples = read_examples(pages, model or shipped_model())
    weights, bias, base = fit(examples)
    learnt = {
        sign: round(float(weight), 3)
        for sign, weight in zip(examples.signs, weights, strict=True)
        if abs(weight) >= _MIN_WEIGHT
    }
    return Head(learnt, round(base, 3), round(bias, 3), len(pages), site)


def read_examples(pages: Iterable[CorrectedPage], model: "Model") -> Examples:
    """Return the lines of corrected pages with their signs and labels."""
    own_signs: list[tuple[str, ...]] = []
    odds, is_kept, words = [np.empty(0)], [np.empty(0)], [np.empty(0)]
    text_pages: Counter[str] = Counter()
    for corrected in pages:
        prediction = model.predict(corrected.page)
        if prediction is None:
            continue
        signs = list(signs_of(prediction.lines))
        text_pages.update({own[-1] for own in signs})
        own_signs += signs
        odds.append(limited_odds(prediction))
        is_kept.append(kept_lines(prediction.lines, corrected.labels).astype(np.float64))
        words.append(prediction.lines.words.astype(np.float64) + 1)
    used = [
        [sign for sign in own if not sign.startswith('"') or text_pages[sign] >= _MIN_TEXT_PAGES] for own in own_signs
    ]
    columns = {sign: number for number, sign in enumerate(dict.fromkeys(sign for own in used for sign in own))}
    weight = np.concatenate(words)
    return Examples(
        tuple(columns),
        np.repeat(np.arange(len(used)), [len(own) for own in used]),
        np.fromiter((columns[sign] for own in used for sign in own), np.int64),
        np.concatenate(odds),
        np.concatenate(is_kept),
        weight / max(weight.mean(), 1e-9) if len(weight) else weight,
    )


def kept_lines(lines: Lines, labels: BoolColumn) -> BoolColumn:
    """Return for each line whether a person keeps most of its words."""
    words = np.concatenate(([0], np.cumsum(lines.leaf_words.astype(np.float64) + 1e-3)))  # a line may have none
    kept = np.concatenate(([0], np.cumsum((lines.leaf_words.astype(np.float64) + 1e-3) * labels)))
    answer: BoolColumn = 2 * (kept[lines.end] - kept[lines.start]) > words[lines.end] - words[lines.start]
    return answer


def fit(examples: Examples) -> tuple[Reals, float, float]:
    """Return the weights of the signs, the bias, and the factor of the networks' log odds."""
    problem = _Problem(examples)
    values = problem.start
    loss = problem.loss(values)
    for _ in range(_STEPS):
        step, rate = problem.step(values), 1.0
        while (trial := problem.loss(values - rate * step)) > loss and rate > 1e-3:
            rate /= 2
        if trial >= loss:
            break
        values, loss = values - rate * step, trial
    return values[:-2], float(values[-2]), float(values[-1])


class _Problem:
    """The penalised logistic loss: its values are the weights, then the bias, then the factor of the networks."""

    def __init__(self, examples: Examples) -> None:
        self._examples = examples
        count = len(examples.signs)
        self.start: Reals = np.zeros(count + 2)
        self.start[-1] = 1.0
        self._target = self.start
        self._penalty = np.append(np.full(count, PENALTY), (_BASE_PENALTY, _BASE_PENALTY))
        held = np.bincount(examples.row, minlength=len(examples.odds)).astype(np.float64)
        self._parts = held + 2  # values that a line depends on

    def loss(self, values: Reals) -> float:
        own = self._examples
        odds = self._odds(values)
        lines = np.logaddexp(0, odds) - own.is_kept * odds
        return float((own.weight * lines).sum() + 0.5 * (self._penalty * (values - self._target) ** 2).sum())

    def step(self, values: Reals) -> Reals:
        own = self._examples
        predicted = 1 / (1 + np.exp(-np.clip(self._odds(values), -500, 500)))
        slope = own.weight * (predicted - own.is_kept)
        curvature = own.weight * np.maximum(predicted * (1 - predicted), _MIN_CURVATURE) * self._parts
        gradient = self._summed(slope, own.odds) + self._penalty * (values - self._target)
        bound = self._summed(curvature, own.odds**2) + self._penalty
        answer: Reals = gradient / bound
        return answer

    def _odds(self, values: Reals) -> Reals:
        own = self._examples
        sums = np.bincount(own.row, values[own.column], len(own.odds))
        answer: Reals = sums + values[-2] + values[-1] * own.odds
        return answer

    def _summed(self, by_line: Reals, factor: Reals) -> Reals:
        """Return the sums over lines that each value has a part in."""
        own = self._examples
        signs = np.bincount(own.column, by_line[own.row], len(own.signs))
        return np.append(signs, (by_line.sum(), (by_line * factor).sum()))
