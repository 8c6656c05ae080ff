"""A head: what corrected pages of a site teach, on top of the networks, which stay as they are.

The pages of a site are made from the same templates, so what a person said about a line holds for lines in the same
place of other pages. The place of a line is told by signs:

    div.story                     an element around it with this name, one of the twelve innermost
    p < div.story                 the names of the two innermost elements together, and of the four innermost
    "all rights reserved"         its own beginning, where that stands on several of the corrected pages

A name is tag, id and classes; numbers in ids and classes are all the same. Each sign has a weight, and the log odds of
a line are those of the networks, scaled, plus the weights of its signs. A line without a known sign is decided by the
networks as ever.
`ridgeline.learning.head` learns the weights in a fraction of a second.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ... import models
from ...errors import ModelError
from ...page import Page
from ...patterns import lazy_pattern
from .lines import Lines
from .together import log_odds, pooled, probability
from .tokens import read_words

if TYPE_CHECKING:
    from .model import Prediction

NAME = "summit-head"  # in the manifest of its file
LEVELS = 12  # elements around a line whose names are signs
CHAINS = (2, 4)  # innermost elements whose names together are a sign
MAX_ODDS = 8.0  # of the networks, in either direction: what they are sure of can be unlearnt
_MAX_NAME_LENGTH = 120
_MAX_CLASSES = 12  # of a name
_MAX_SIGNS = 200_000
_DIGITS = lazy_pattern(r"[0-9]+")


@dataclass(frozen=True, eq=False, slots=True)
class Head:
    """Weights of signs, learnt from corrected pages of one site."""

    weights: Mapping[str, float]  # by sign, in log odds
    base: float = 1.0  # the factor of the networks' log odds
    bias: float = 0.0
    pages: int = 0  # the number of corrected pages that it was learnt from
    site: str = field(default="")

    def applied(self, prediction: "Prediction") -> "Prediction":
        """The prediction for a page of the site, as the corrected pages would have it."""
        odds = self.base * limited_odds(prediction) + self.bias + self._sums(signs_of(prediction.lines))
        adjusted = probability(odds).astype(np.float32)
        return replace(prediction, probabilities=pooled(adjusted, prediction.lines, prediction.slots))

    def _sums(self, signs: Iterable[Iterable[str]]) -> npt.NDArray[np.float64]:
        weights = self.weights
        return np.array([sum(weights.get(sign, 0.0) for sign in own) for own in signs], dtype=np.float64)

    def save(self, path: Path) -> None:
        """Write a JSON file that people can read: the signs of content first."""
        models.save(models.SavedModel(NAME, self.as_dict()), path)

    def as_dict(self) -> dict[str, Any]:
        """The head as a JSON object."""
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
    """By line: the log odds of the networks, within bounds."""
    return np.clip(log_odds(prediction.probabilities), -MAX_ODDS, MAX_ODDS)


def signs_of(lines: Lines) -> Iterator[tuple[str, ...]]:
    """Yield the signs of each line."""
    namer = _Namer(lines.page)
    around = lines.page.parent.take(lines.node).tolist()
    for node, text in zip(around, read_words(lines).folded, strict=True):
        yield (*namer.signs(node), text_sign(text))


def text_sign(text: bytes) -> str:
    """The sign of a line that begins so; no name of an element has a quotation mark."""
    return f'"{text.decode("utf-8", "replace").strip()}"'


class _Namer:
    """Names the elements of a page, and the signs of what stands in them."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._names: dict[int, str] = {}
        self._signs: dict[int, tuple[str, ...]] = {}

    def signs(self, node: int) -> tuple[str, ...]:
        """The signs that the elements from this one up give to a line in it."""
        if node not in self._signs:
            names = list(self._chain(node))
            chains = {" < ".join(names[:length]) for length in CHAINS if len(names) >= length}
            self._signs[node] = (*dict.fromkeys(names), *sorted(chains))
        return self._signs[node]

    def _chain(self, node: int) -> Iterator[str]:
        """Yield the names of the innermost elements, without that of the root."""
        for _ in range(LEVELS):
            if node <= 0:
                return
            yield self._name(node)
            node = int(self._page.parent[node])

    def _name(self, node: int) -> str:
        if node not in self._names:
            page = self._page
            classes = sorted(set((page.value(node, "class") or "").split()))[:_MAX_CLASSES]
            identity = (page.value(node, "id") or "").split()[:1]
            given = "".join((*(f"#{part}" for part in identity), *(f".{part}" for part in classes)))
            folded = _DIGITS().sub("0", given.replace('"', "")[:_MAX_NAME_LENGTH])
            self._names[node] = page.names[page.tag[node]][:_MAX_NAME_LENGTH] + folded
        return self._names[node]


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} is not a string")
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise TypeError(f"{value!r:.40} is not a number")
    return float(value)
