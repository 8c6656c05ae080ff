"""Leaves hidden text out of an extraction, and says what it left out.

`visible` is "page" (all that the page carries), "reader" (what a person can get to see: tabs, accordions, "read more",
`details` stay) or "screen" (what stands there at once).

Scripts show what markup hides, so a sign alone proves nothing: whole articles fade in, or wait for consent. Where text
that a script may show is MAX_HIDDEN_SHARE of the kept text or more, it is the content and stays, and a remark says so.
Letters without size, in the colour of their background or clipped away are never shown, and always go.
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..errors import OptionError
from ..page import BoolColumn, IntColumn, Page
from ..page.patterns import lazy_pattern
from ..page.visibility import CARRIED, CLOSED, REASONS, SEEN, STATE_BITS, STATE_MASK, UNSEEN, VISIBLE, Visible

if TYPE_CHECKING:
    from . import Extraction

# Of the characters that are kept. Looked at on twelve sets, all of which are reported: docs/experiments.md.
MAX_HIDDEN_SHARE = 0.3
_LEFT_OUT = "{words:,} {noun} that no person sees {verb} left out ({reasons})"
_IS_CONTENT = "most of the content is hidden until a script shows it ({reasons}): it was kept"
# By reason.
_IS_NEVER_SHOWN = np.isin(REASONS, ("clipped", "tiny letters", "colour of the background"))
# Of pictures that a script shows as they load, or that stand for one without scripts.
_IS_LATE = np.isin(REASONS, ("noscript", "visibility: hidden", "transparent", "class name", "no size"))
_SHIFT = 0xE0000  # of tag characters beyond those of ASCII that they stand for
_SELECTORS = 0xE0100  # the first of the variation selectors that follow them
_SPELLING = lazy_pattern("[\U000e0020-\U000e007e\U000e0100-\U000e01ef]")


class Hidden(NamedTuple):
    """A text that was left out, and why."""

    text: str
    reason: str


def check_visible(visible: Visible) -> None:
    """Raise OptionError unless the option has one of its values."""
    if visible not in VISIBLE:
        raise OptionError(f"visible is one of {', '.join(VISIBLE)}, not {visible!r:.40}")


def leave_out_hidden(extraction: "Extraction", visible: Visible) -> "Extraction":
    """Return the extraction without what a person does not see, with a remark on it."""
    page, keep = extraction.page, extraction.keep
    if visible == "page" or not len(keep):
        return extraction
    states, is_cut = page.visibility(keep)
    if not states.any() and not is_cut:
        return extraction
    # What the markup hides is selected only where a selector names the hidden element itself.
    is_meant = (
        page.hidden.take(page.leaves.take(keep)) if extraction.is_selected else np.zeros(len(keep), dtype=np.bool_)
    )
    found = _choose(states, page.leaf_lengths.take(keep), is_meant, visible)
    remarks = []
    if found.is_left_out.any():
        left_out = keep[found.is_left_out]
        words = sum(len(page.leaf_text[leaf].split()) for leaf in left_out.tolist())
        reasons = _name_reasons(found.reasons[found.is_left_out])
        if words:
            noun, verb = ("word", "was") if words == 1 else ("words", "were")
            remarks.append(_LEFT_OUT.format(words=words, noun=noun, verb=verb, reasons=reasons))
        extraction = replace(extraction, keep=keep[~found.is_left_out], left_out=left_out)
    if found.is_content.any():
        remarks.append(_IS_CONTENT.format(reasons=_name_reasons(found.reasons[found.is_content])))
    if not remarks and not is_cut:
        return extraction
    reached = extraction.reached | {"styles"} if is_cut else extraction.reached
    return extraction.changed(remarks=(*remarks, *extraction.remarks), reached=reached)


@dataclass(frozen=True, slots=True)
class _Choice:
    """By kept leaf: why it is hidden, whether it is left out, and whether it stays since most of the content is so."""

    reasons: IntColumn
    is_left_out: BoolColumn
    is_content: BoolColumn


def _choose(states: IntColumn, lengths: IntColumn, is_meant: BoolColumn, visible: Visible) -> _Choice:
    kind, reasons = states & STATE_MASK, states >> STATE_BITS
    may_go = ~is_meant & ((lengths > 0) | ~_IS_LATE.take(reasons))
    is_unseen = (kind == UNSEEN) & may_go
    may_be_shown = is_unseen & ~_IS_NEVER_SHOWN.take(reasons)
    is_content = may_be_shown & (lengths[may_be_shown].sum() >= MAX_HIDDEN_SHARE * max(1, lengths.sum()))
    is_left_out = is_unseen & ~is_content
    if visible == "screen":
        is_left_out |= (kind == CLOSED) & may_go
    return _Choice(reasons, is_left_out, is_content)


def _name_reasons(reasons: IntColumn) -> str:
    return ", ".join(REASONS[reason] for reason in np.unique(reasons).tolist())


def hidden_texts(page: Page, leaves: IntColumn | None = None, having: Container[int] | None = None) -> Iterator[Hidden]:
    """Yield these leaves, all hidden ones by default, neighbours of one reason together; or those with some leaf."""
    looked_at = np.arange(len(page.leaves), dtype=np.int32) if leaves is None else leaves
    states = page.visibility(looked_at)[0]
    is_hidden = states & STATE_MASK != SEEN
    positions, reasons = looked_at[is_hidden].tolist(), (states[is_hidden] >> STATE_BITS).tolist()
    start = 0
    for i in range(1, len(positions) + 1):
        if i == len(positions) or positions[i] != positions[i - 1] + 1 or reasons[i] != reasons[start]:
            run, start = slice(start, i), i
            if having is None or any(leaf in having for leaf in positions[run]):
                text = " ".join(" ".join(page.leaf_text[leaf] for leaf in positions[run]).split())
                if text:
                    yield Hidden(text, REASONS[reasons[run.start]])


def carried_texts(page: Page) -> Iterator[Hidden]:
    """Yield what the characters spell that were taken out of texts since they show nothing."""
    for row, text in page.core.carriers():
        lost = "".join(map(_spelled, _SPELLING().findall(text)))
        yield Hidden(lost.strip() or f"{len(text) - len(page.text[row])} characters", CARRIED)


def _spelled(character: str) -> str:
    """Return the character of ASCII that a tag, or a variation selector as a byte, stands for."""
    point = ord(character)
    return chr(point - _SHIFT if point < _SELECTORS else point - _SELECTORS + 16)  # of the bytes from 16 on
