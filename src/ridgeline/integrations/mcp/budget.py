"""The budget of lists in answers."""

import json
from collections.abc import Sequence
from typing import TypeVar

from ...passages import estimate_tokens

_Item = TypeVar("_Item")
_AROUND = 200  # tokens of an answer beside its list


def within(max_tokens: int, items: Sequence[_Item]) -> list[_Item]:
    """Return the first of some items that fit into an answer, written as JSON with an indent; one at least."""
    room, shown = max_tokens - _AROUND, list[_Item]()
    for item in items:
        room -= estimate_tokens(json.dumps(item, ensure_ascii=False, indent=1)) + 2
        if room < 0 and shown:
            break
        shown.append(item)
    return shown
