"""A head: what corrected pages of a site teach, on top of the networks, which stay as they are.

The pages of a site are made from the same templates, so what a person said about a line holds for lines in the same
place of other pages. The place of a line is told by signs:

    div.story                     an element around it with this name, one of the twelve innermost
    p < div.story                 the names of the two innermost elements together, and of the four innermost
    "all rights reserved"         its own beginning, where that stands on several of the corrected pages

A name is tag, id and classes; numbers in ids and classes are all the same. Each sign has a weight, and the log odds of
a line are those of the networks, scaled, plus the weights of its signs. A line without a known sign is decided by the
networks as ever.
`ridgeline.sites.learning.head` learns the weights in a fraction of a second.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...errors import ModelError
from ...page import Page
from ...page.cache import cached_if_short, cached_property
from ...page.patterns import lazy_pattern
from ...storage import models
from .lines import Lines
from .odds import log_odds, probability

if TYPE_CHECKING:
    from .model import Prediction

_BELOW, _QUOTE, _BETWEEN = " < ", '"', "\0"
NAME = "summit-head"  # in the manifest of its file
LEVELS = 12  # elements around a line whose names are signs
CHAINS = (2, 4)  # innermost elements whose names together are a sign
MAX_ODDS = 8.0  # of the networks, in either direction: what they are sure of can be unlearnt
_MAX_NAME_LENGTH = 120
_MAX_CLASSES = 12  # of a name
_MAX_SIGNS = 200_000
_MAX_CACHED = 4_096
_DIGITS = lazy_pattern(r"[0-9]+")


class _Signs(NamedTuple):
    """The signs that a head knows."""

    all: frozenset[str]
    starts: frozenset[str]  # names that a chain begins with
    has_texts: bool


@dataclass(frozen=True, eq=False)
class Head:
    """Weights of signs, learnt from corrected pages of one site."""

    weights: Mapping[str, float]  # by sign, in log odds
    base: float = 1.0  # the factor of the networks' log odds
    bias: float = 0.0
    pages: int = 0  # the number of corrected pages that it was learnt from
    site: str = field(default="")

    def applied(self, prediction: "Prediction") -> "Prediction":
        """Return the prediction for a page of the site, as the corrected pages would have it."""
        odds = self.base * limited_odds(prediction) + self.bias + self._sums(prediction.lines)
        return prediction.adjusted(probability(odds))

    def _sums(self, lines: Lines) -> npt.NDArray[np.float64]:
        """Return for each line the sum of the weights of its signs.

        Of the signs of `signs_of` only known ones are looked at.
        """
        weights, signs = self.weights, self._signs
        elements, of_line = _named_elements(lines)
        sums = []
        for names in elements:
            chains = _chains(names) if names and names[0] in signs.starts else []
            known = signs.all.intersection(names + chains)
            sums.append(sum(map(weights.__getitem__, sorted(known))))  # sorted: rounding is always the same
        total = np.array(sums, dtype=np.float64).take(of_line)
        if signs.has_texts:
            total += [weights.get(text_sign(beginning), 0.0) for beginning in lines.beginnings]
        return total

    @cached_property
    def _signs(self) -> _Signs:
        chains = frozenset(sign.partition(_BELOW)[0] for sign in self.weights if _BELOW in sign)
        return _Signs(frozenset(self.weights), chains, any(sign.startswith(_QUOTE) for sign in self.weights))

    def save(self, path: Path) -> None:
        """Write a JSON file that people can read: the signs of content first."""
        models.save(models.SavedModel(NAME, self.as_dict()), path)

    def as_dict(self) -> dict[str, Any]:
        """Return the head as a JSON object."""
        ordered = sorted(self.weights.items(), key=lambda pair: (-pair[1], pair[0]))
        own = {"site": self.site, "pages": self.pages, "base": self.base, "bias": self.bias}
        return own | {"weights": dict(ordered)}

    @classmethod
    def load(cls, path: Path) -> "Head":
        """Read what `save` wrote. Raises ModelError."""
        fields = models.load(path, NAME).manifest
        try:
            weights = {_text(sign): _number(weight) for sign, weight in fields["weights"].items()}
            if len(weights) > _MAX_SIGNS:
                raise ValueError(f"{len(weights):,} signs")
            return cls(
                weights, _number(fields["base"]), _number(fields["bias"]), int(fields["pages"]), _text(fields["site"])
            )
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise ModelError(f"{path} is incomplete or damaged: learn the site again") from error


def limited_odds(prediction: "Prediction") -> npt.NDArray[np.float64]:
    """Return for each line the log odds of the networks, within bounds."""
    return np.clip(log_odds(prediction.probabilities), -MAX_ODDS, MAX_ODDS)


def signs_of(lines: Lines) -> Iterator[tuple[str, ...]]:
    """Yield the signs of each line."""
    elements, of_line = _named_elements(lines)
    around = [(*dict.fromkeys(names), *_chains(names)) for names in elements]
    for number, beginning in zip(of_line.tolist(), lines.beginnings, strict=True):
        yield (*around[number], text_sign(beginning))


def text_sign(beginning: bytes) -> str:
    """Return the sign of a line that begins so; no name of an element has a quotation mark."""
    return f"{_QUOTE}{beginning.decode('utf-8', 'replace').strip()}{_QUOTE}"


def _chains(names: Sequence[str]) -> list[str]:
    """Return the signs that several names make together, in alphabetical order."""
    return sorted({_BELOW.join(names[:length]) for length in CHAINS if len(names) >= length})


def _named_elements(lines: Lines) -> tuple[list[list[str]], npt.NDArray[np.intp]]:
    """Return the elements right around lines, as the names of each and of those around it; by line which of them.

    Elements of the same names up to the root are one: the items of a list, the paragraphs of an article.
    """
    page = lines.page
    nodes = page.parent.take(lines.node)
    paths = np.frombuffer(page.core.name_paths(), dtype=np.int32).take(nodes)
    _, first, of_line = np.unique(paths, return_index=True, return_inverse=True)
    namer = _Namer(page)
    return [namer.names(node) for node in nodes[first].tolist()], of_line


class _Namer:
    """Names the elements of a page."""

    def __init__(self, page: Page) -> None:
        self._parents, self._tags, self._tag_names = page.parent.data, page.tag.data, page.names
        self._value = page.core.value
        self._names: dict[int, list[str]] = {}  # by node: its name, and those of the elements around it

    def names(self, node: int) -> list[str]:
        """Return the names of the innermost elements from this one up, without that of the root."""
        path = []
        while node > 0 and node not in self._names:
            path.append(node)
            node = self._parents[node]
        names = self._names.get(node, [])
        for inner in reversed(path):
            names = self._names[inner] = [self._name(inner), *names[: LEVELS - 1]]
        return names

    def _name(self, node: int) -> str:
        tag = self._tag_names[self._tags[node]][:_MAX_NAME_LENGTH]
        identity, classes = self._value(node, "id"), self._value(node, "class")
        return tag + _folded(f"{identity or ''}{_BETWEEN}{classes or ''}") if identity or classes else tag


@cached_if_short(_MAX_CACHED)
def _folded(id_and_classes: str) -> str:
    """Return the part of a name that they make; pages of a site have many in common."""
    identity, _, classes = id_and_classes.partition(_BETWEEN)
    words = [f"#{part}" for part in identity.split()[:1]]
    words += [f".{part}" for part in sorted(set(classes.split()))[:_MAX_CLASSES]]
    return _DIGITS().sub("0", "".join(words).replace(_QUOTE, "")[:_MAX_NAME_LENGTH])


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} is not a string")
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise TypeError(f"{value!r:.40} is not a number")
    return float(value)
