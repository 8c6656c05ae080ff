"""summit in the compiled core: from a page to the leaves that are kept, in one call.

Nothing of the specification in Python is imported here: a program that extracts some pages should start quickly.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from ... import _native, models
from ...page import IntColumn, Page
from .address import ADDRESS_FEATURES, address_features
from .calibration import calibrate
from .constants import DOUBT, NAME, PAGE_TYPES, SCALES, Matrix

if TYPE_CHECKING:
    from ..._native import _core
    from .model import Model


class Selection(NamedTuple):
    """What the compiled core answers of a page that has text."""

    page_type: str
    scores: Matrix  # by leaf: how probable it is content
    balanced: float  # the expected F1 of the best set of lines …
    words: float  # … the words in it …
    candidate: IntColumn  # … and its leaves: the content, if the page has any
    expected: float  # the expected F1 of the set that b favours …
    keep: IntColumn  # … and its leaves, the title included


class CompiledModel:
    """A trained model in the compiled core."""

    def __init__(self, native: "_core.Model", calibration: Matrix) -> None:
        self.native = native
        self._expected, self._true = calibration.tolist()

    def select(self, page: Page, b: float) -> Selection | None:
        """The leaves to keep of a page that the compiled core parsed; None where it has no text."""
        core = _native.built()
        assert page.compiled is not None  # noqa: S101
        found = core.select(page.compiled.native, self.native, _address(page.url or ""), DOUBT, b)
        if found is None:
            return None
        page_type, _, scores, balanced, words, candidate, expected, keep = found
        return Selection(
            PAGE_TYPES[page_type],
            np.frombuffer(scores, dtype=np.float32),
            balanced,
            words,
            np.frombuffer(candidate, dtype=np.int32),
            expected,
            np.frombuffer(keep, dtype=np.int32),
        )

    def calibrated(self, expected: float) -> float:
        """The F1 that pages with this expected F1 had in cross-validation."""
        return calibrate(expected, self._expected, self._true)


class _Words(NamedTuple):
    """The words of a model's vocabularies."""

    classes: Sequence[str]
    lines: Sequence[bytes]
    kinds: Mapping[str, Sequence[bytes]]  # words of lines that share an id unless they have one of their own


def compile_model(model: "Model") -> CompiledModel | None:
    """The model in the compiled core; None where that does not know networks of this shape."""
    lexicon = model.lexicon
    words = _Words(lexicon.classes.words, lexicon.words.words, lexicon.words.kinds)
    return _make(model.stacked, len(model.networks), words, model.calibration)


@lru_cache(maxsize=1)
def compile_shipped() -> CompiledModel | None:
    """The model that comes with the package, in the compiled core."""
    saved = models.load_shipped(NAME)
    manifest = saved.manifest
    calibration = np.array(manifest["calibration"], dtype=np.float32)
    arrays = {name: value[0] if name in SCALES else value for name, value in saved.arrays.items()}
    words = _Words(
        manifest["class_words"],
        [word.encode() for word in manifest["line_words"]],
        {kind: members.encode().split() for kind, members in manifest["kinds"].items()},
    )
    return _make(arrays, len(arrays["last"]), words, calibration)


def _make(
    arrays: Mapping[str, npt.NDArray[np.floating]],
    networks: int,
    words: _Words,
    calibration: Matrix,
) -> CompiledModel | None:
    core = _native.built()
    given = tuple(np.require(arrays[name], np.float32, ("C", "ALIGNED")) for name in core.array_names())
    classes = _in_a_row([word.encode() for word in words.classes])
    native = core.make_model(given, networks, classes, *_line_words(words))
    return None if native is None else CompiledModel(native, calibration)


def _line_words(words: _Words) -> tuple["_core.Words", IntColumn, int]:
    """The words of lines, the id of each, and the number of ids: those of kinds follow those of words."""
    known = len(words.lines)
    members = [(word, known + number) for number, of_kind in enumerate(words.kinds.values()) for word in of_kind]
    # Of equal words the last one counts: those that are known themselves.
    ids = np.array([*(number for _, number in members), *range(known)], dtype=np.int32)
    return _in_a_row([*(word for word, _ in members), *words.lines]), ids, known + len(words.kinds)


def _in_a_row(words: Sequence[bytes]) -> "_core.Words":
    """The words in a row, and where each begins, with the end of the last."""
    starts: npt.NDArray[np.uint32] = np.zeros(len(words) + 1, dtype=np.uint32)
    np.cumsum([len(word) for word in words], out=starts[1:])
    return b"".join(words), starts


@lru_cache(maxsize=64)
def _address(url: str) -> Matrix:
    known = address_features(url)
    return np.array([known[name] for name in ADDRESS_FEATURES], dtype=np.float32)
