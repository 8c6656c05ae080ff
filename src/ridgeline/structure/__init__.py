"""What the markup of a page means beyond its elements: footnotes, callouts and the like, one module a kind.

    kind.py       what a kind is: its signs, and what it does to the kept leaves and their outline
    footnotes.py, callouts.py, tabs.py …   one kind each; `KINDS` lists them

A kind names the signs that call it: tags, words in classes, ids and roles, attributes, styles, hosts. The core looks
all of them up in one pass over the elements around the kept leaves, and only the kinds that a page may have are asked.
Most pages have none, and pay for none. Other packages add kinds by the entry point "ridgeline.structure".
"""

from collections.abc import Collection
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from .. import _native
from ..output.outline import Draft, Outline
from ..page import IntColumn, Page, elements
from ..page.visibility import STATE_MASK, UNSEEN
from ..plugins import load_plugins
from .kind import Kind, Signs

if TYPE_CHECKING:
    from .._native import _core

__all__ = ["Kind", "Signs", "kinds", "outline_of"]

_MAX_KINDS = 64  # bits of the core's answer
_ENTRY_POINTS = "ridgeline.structure"
_TAG, _WORD, _ATTRIBUTE, _STYLE, _ANYWHERE, _PART = range(6)  # sorts of signs: RL_SIGN_… of the core


def outline_of(page: Page, keep: IntColumn, unwanted: Collection[str] = ()) -> Outline:
    """Return the outline of the kept leaves, with what the kinds of structure on the page make of it.

    Leaves are not added by kinds that are unwanted.
    """
    found, completed = _kinds_on(page, keep), keep
    for kind in found:
        if kind.complete is not None and kind.name not in unwanted:
            completed = kind.complete(page, completed)
    outline = Outline.of(page, _without_unseen(page, keep, completed))
    edits = [kind.edit for kind in found if kind.edit is not None]
    if not edits or not len(outline.leaves):
        return outline
    draft = Draft(outline)
    has_changed = [edit(draft) for edit in edits]
    return draft.finished() if any(has_changed) else outline


def _without_unseen(page: Page, keep: IntColumn, completed: IntColumn) -> IntColumn:
    """Return the leaves without those that were added though no person sees them."""
    if len(completed) == len(keep):
        return completed
    is_added = np.zeros(len(page.leaves), dtype=np.bool_)
    is_added[completed] = True
    is_added[keep] = False
    added = np.flatnonzero(is_added).astype(np.int32)
    unseen = added[page.visibility(added)[0] & STATE_MASK == UNSEEN]
    return np.setdiff1d(completed, unseen) if len(unseen) else completed


@cache
def kinds() -> tuple[Kind, ...]:
    """Return all kinds, those of other packages last."""
    from .abbreviations import ABBREVIATIONS
    from .callouts import CALLOUTS
    from .captions import CAPTIONS
    from .chapters import CHAPTERS
    from .code_lines import CODE_LINES
    from .details import DETAILS
    from .footnotes import FOOTNOTES
    from .formulas import FORMULAS
    from .lines import LINES
    from .placeholders import PLACEHOLDERS
    from .role_tables import ROLE_TABLES
    from .tabs import TABS

    own = (FOOTNOTES, CALLOUTS, TABS, ROLE_TABLES, CAPTIONS, ABBREVIATIONS, FORMULAS, PLACEHOLDERS, LINES)
    return (*own, CODE_LINES, CHAPTERS, DETAILS, *load_plugins(_ENTRY_POINTS))[:_MAX_KINDS]


def _kinds_on(page: Page, keep: IntColumn) -> list[Kind]:
    """Return the kinds whose signs the page has among its kept leaves, or by its host."""
    if not len(keep):
        return []
    bits = page.core.find_kinds(np.ascontiguousarray(keep, dtype=np.int32), _signs())
    host = (page.url or "").partition("://")[2].partition("/")[0].lower() if _has_hosts() else ""
    return [kind for bit, kind in enumerate(kinds()) if bits >> bit & 1 or kind.signs.is_host(host)]


@cache
def _signs() -> "_core.Signs":
    """Return the signs of all kinds as the core looks them up."""
    rows: list[tuple[int, int, str | int]] = []
    for number, kind in enumerate(kinds()):
        rows += [(number, _TAG, elements.CODES.get(tag, tag)) for tag in kind.signs.tags]
        rows += [(number, _WORD, word) for word in kind.signs.words]
        rows += [(number, _ATTRIBUTE, name) for name in kind.signs.attributes]
        rows += [(number, _STYLE, name) for name in kind.signs.styles]
        for name in kind.signs.anywhere:
            part = name.strip("*")
            rows.append((number, _ANYWHERE if part == name else _PART, part))
            rows += [(number, _PART, code) for tag, code in elements.CODES.items() if part != name and part in tag]
    return _native.core.make_signs(tuple(rows))


@cache
def _has_hosts() -> bool:
    return any(kind.signs.hosts for kind in kinds())
