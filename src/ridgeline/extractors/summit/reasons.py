"""Explains why summit keeps or drops a line: the inputs that moved its log odds most.

The effect of an input is its value times the gradient of the line's log odds with respect to it. Values are
standardised, so an input that is as usual has no effect. The gradients come from the same operations that train the
networks (`tape.py`); the effects are means over the networks. Features of the line itself, of the page, single words,
and names and tags of the elements around it are told apart; what all the other lines say is one reason.
"""

from typing import NamedTuple

import numpy as np

from ...page import Page, elements
from .constants import Matrix
from .features import LINE_FEATURES, PAGE_FEATURES, feature_words, page_feature_words
from .lexicon import TELLING_TAGS, Lexicon
from .lines import read_lines
from .model import Model
from .network import PROBABILITY, Parameters, run, standardise
from .network_input import Bags, Reading, read
from .tape import Index, Tape, Value

_OF_WORDS = frozenset({"word", "heading"})  # names of reasons that say little to people: it says “the”


class Reason(NamedTuple):
    """One input of the networks, and what it did to the log odds of a line."""

    name: str
    words: str  # for a person
    value: float | None  # as the feature has it, None for words
    effect: float  # in log odds: positive speaks for content


class LineReasons(NamedTuple):
    """The reasons to keep or drop a line."""

    first_leaf: int
    last_leaf: int
    log_odds: float  # the mean of the networks
    reasons: tuple[Reason, ...]  # of structure, then of words, the strongest of each first


def explain_leaf(model: Model, page: Page, leaf: int, max_reasons: int = 12) -> LineReasons | None:
    """Return the reasons for the line of a leaf; None where it is in no line of text."""
    lines = read_lines(page, model.lexicon)
    if lines is None:
        return None
    line = int(lines.start.searchsorted(leaf, side="right")) - 1
    if line < 0 or leaf >= lines.end[line]:
        return None
    reading = read(lines)
    traces = [_trace(parameters, reading, line) for parameters in model.networks]
    effects = _Effects(model.lexicon, page, reading, line, traces)
    strongest = sorted(effects.reasons(), key=lambda reason: -abs(reason.effect))[:max_reasons]
    reasons = sorted(strongest, key=lambda reason: reason.name in _OF_WORDS)
    log_odds = float(np.mean([trace.log_odds for trace in traces]))
    return LineReasons(int(lines.start[line]), int(lines.end[line]) - 1, round(log_odds, 4), tuple(reasons))


class _Trace(NamedTuple):
    """The trace of one network: standardised features with their gradients, and the gradients of embedded bags."""

    log_odds: float
    line_values: Matrix
    line_gradient: Matrix
    page_values: Matrix
    page_gradient: Matrix
    parameters: Parameters
    bags: dict[str, Value]  # by table: the sums of its rows
    tags: Value


class _WatchedTape(Tape):
    """A tape that remembers the values that enter the network."""

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(parameters, records=True)
        self.entered: dict[str, Value] = {}
        self.bags: dict[str, Value] = {}

    def linear(self, value: Value, name: str) -> Value:
        """Return the product with a parameter's matrix; the input of the first layers is remembered."""
        self.entered.setdefault(name, value)
        return super().linear(value, name)

    def bag(self, name: str, ids: Index, starts: Index) -> Value:
        """Return the sums of rows of a table, which are remembered."""
        self.bags[name] = super().bag(name, ids, starts)
        return self.bags[name]

    def sums(self, value: Value, rows: Index) -> Value:
        """Return the sums of rows; those of the table of tags are remembered."""
        total = super().sums(value, rows)
        if value is self.entered.get("tags"):
            self.entered["tag_sums"] = total
        return total

    def table(self, name: str) -> Value:
        """Return a parameter as it is, remembered."""
        self.entered[name] = super().table(name)
        return self.entered[name]


def _trace(parameters: Parameters, reading: Reading, line: int) -> _Trace:
    """Run one network forth and back, from the log odds of a line."""
    tape = _WatchedTape(parameters)
    line_values = standardise(reading.line_features, parameters, "line")
    page_values = standardise(reading.page_features, parameters, "page")
    output = run(tape, reading, line_values, page_values)
    gradient = np.zeros_like(output.lines.data)
    gradient[line, PROBABILITY] = 1
    output.lines.grad = gradient
    tape.backward()
    return _Trace(
        log_odds=float(output.lines.data[line, PROBABILITY]),
        line_values=line_values,
        line_gradient=_gradient(tape.entered["lines"]),
        page_values=page_values,
        page_gradient=_gradient(tape.entered["page"]),
        parameters=parameters,
        bags=tape.bags,
        tags=tape.entered["tag_sums"],
    )


def _gradient(value: Value) -> Matrix:
    return np.zeros_like(value.data) if value.grad is None else value.grad


class _Effects:
    def __init__(self, lexicon: Lexicon, page: Page, reading: Reading, line: int, traces: list[_Trace]) -> None:
        self.lexicon, self.page, self.reading, self.line, self.traces = lexicon, page, reading, line, traces

    def reasons(self) -> list[Reason]:
        """Return all inputs with their effects."""
        return [
            *self._features(),
            *self._page_features(),
            *self._words(),
            *self._names(),
            *self._tags(),
            self._others(),
        ]

    def _mean(self, values: list[Matrix]) -> Matrix:
        mean: Matrix = np.mean(np.stack(values), axis=0)
        return mean

    def _features(self) -> list[Reason]:
        effects = self._mean([trace.line_gradient[self.line] * trace.line_values[self.line] for trace in self.traces])
        standard = self.traces[0].line_values[self.line]
        own = self.reading.line_features[self.line]
        return [
            Reason(name, feature_words(name, float(standard[place])), _rounded(own[place]), _rounded(effects[place]))
            for place, name in enumerate(LINE_FEATURES)
        ]

    def _page_features(self) -> list[Reason]:
        effects = self._mean([trace.page_gradient[0] * trace.page_values[0] for trace in self.traces])
        standard, own = self.traces[0].page_values[0], self.reading.page_features[0]
        return [
            Reason(
                f"page_{name}",
                page_feature_words(name, float(standard[place])),
                _rounded(own[place]),
                _rounded(effects[place]),
            )
            for place, name in enumerate(PAGE_FEATURES)
        ]

    def _words(self) -> list[Reason]:
        """Return the effects of the known words of the line, and of the heading that it stands under."""
        own = self._bag("words", self.reading.line_words, self.line)
        heading = self._bag("headings", self.reading.heading_words, int(self.reading.heading_of[self.line]))
        return [
            *(_of_word("word", f"it says {self._word(number)}", effect) for number, effect in own),
            *(_of_word("heading", f"its heading says {self._word(number)}", effect) for number, effect in heading),
        ]

    def _word(self, number: int) -> str:
        known = self.lexicon.words
        if number < len(known):
            return f"“{known[number].decode('utf-8', 'replace')}”"
        kind = list(self.lexicon.kinds)[number - len(known)]
        return f"a word of the kind “{kind}”"

    def _names(self) -> list[Reason]:
        """Return the effects of words in the names of elements: those of its own, and those of all around it."""
        reading = self.reading
        around = np.flatnonzero((reading.first <= self.line) & (self.line < reading.last))
        bags = {"own": reading.own[self.line].reshape(-1), "around": reading.name_of[around].reshape(-1)}
        found: dict[int, float] = {}
        for table, rows in bags.items():
            for row in np.unique(rows).tolist():
                for number, effect in self._bag(table, reading.names, row):
                    found[number] = found.get(number, 0.0) + effect
        return [_of_word("name", self._name_words(number), effect) for number, effect in found.items()]

    def _name_words(self, number: int) -> str:
        known = self.lexicon.classes
        if number >= len(known):
            return f"it is in <{TELLING_TAGS[number - len(known)]}>"
        return f"an element around it is named “{known[number].strip('~')}”"

    def _bag(self, table: str, bags: Bags, row: int) -> list[tuple[int, float]]:
        """Return the ids in a bag, each with its effect."""
        ids = bags.ids[bags.starts[row] : bags.starts[row + 1]]
        if not len(ids):
            return []
        effects = self._mean(
            [trace.parameters[table][ids] @ _gradient(trace.bags[table])[row] for trace in self.traces]
        )
        return list(zip(ids.tolist(), effects.tolist(), strict=True))

    def _tags(self) -> list[Reason]:
        """Return the effects of the tags of the elements right around the line."""
        numbers = self.reading.tags[self.line]
        effects = self._mean(
            [trace.parameters["tags"][numbers] @ _gradient(trace.tags)[self.line] for trace in self.traces]
        )
        found: dict[str, float] = {}
        for number, effect in zip(numbers.tolist(), effects.tolist(), strict=True):
            code = number % (elements.UNKNOWN + 1)
            name = elements.NAMES[code] if code < elements.UNKNOWN else "an unknown element"
            found[name] = found.get(name, 0.0) + effect
        return [_of_word("tag", f"<{name}> is right around it", effect) for name, effect in found.items()]

    def _others(self) -> Reason:
        """Return the effect of what all other lines are like."""
        effects = [
            float((by_feature := trace.line_gradient * trace.line_values).sum() - by_feature[self.line].sum())
            for trace in self.traces
        ]
        total = float(np.mean(effects))
        words = "the lines around it look like content" if total > 0 else "the lines around it do not look like content"
        return Reason("other_lines", words, None, _rounded(total))


def _of_word(name: str, words: str, effect: float) -> Reason:
    return Reason(name, words, None, _rounded(effect))


def _rounded(value: float) -> float:
    return round(float(value), 4)
