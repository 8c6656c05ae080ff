"""The carriers: where pages keep data for their scripts. The next framework is one row.

A carrier is recognised by the id of a script, by the variable that a script assigns, or by an attribute. JSON in any
other script or variable is read as well, under a general name. `template` and `textarea` are not read: a Page does not
keep the one, and the other is for writing.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..page import Page, elements

MAX_NODES = 2_000_000  # of all data on a page
MAX_CHARACTERS = 32_000_000
MIN_JSON = 200  # characters of a string that is worth reading as JSON
_DATA_TYPES = frozenset({"application/json", "text/json", "application/vnd.api+json"})
_SCRIPT = elements.CODES["script"]
_HOLDERS = elements.table(["iframe", "script"])


class Carrier(NamedTuple):
    """One row: a name for `Page.carrier`, and what it is recognised by."""

    name: str
    script_id: str | None = None
    variable: str | None = None
    attribute: str | None = None


# Carriers without a mark of their own: JSON-LD (linked_data.py), frames (frames.py), other scripts and variables.
JSON_LD, FRAME, JSON_SCRIPT, VARIABLE = "json-ld", "frame", "json-script", "variable"

CARRIERS = (
    Carrier(JSON_LD),
    Carrier(FRAME),
    Carrier("next", script_id="__NEXT_DATA__"),
    Carrier("nuxt", script_id="__NUXT_DATA__", variable="__NUXT__"),
    Carrier("apollo", variable="__APOLLO_STATE__"),
    Carrier("redux", variable="__PRELOADED_STATE__"),
    Carrier("vuex", variable="__INITIAL_STATE__"),
    Carrier("remix", variable="__remixContext"),
    Carrier("gatsby", variable="pageData"),
    Carrier("discourse", attribute="data-preloaded"),
    Carrier(JSON_SCRIPT),
    Carrier(VARIABLE),
)
_BY_SCRIPT_ID = {carrier.script_id: carrier.name for carrier in CARRIERS if carrier.script_id}
_BY_VARIABLE = {carrier.variable: carrier.name for carrier in CARRIERS if carrier.variable}
_BY_ATTRIBUTE = {carrier.attribute: carrier.name for carrier in CARRIERS if carrier.attribute}


def has_data(page: Page) -> bool:
    """Return whether a page has any carrier."""
    return page.has_any(_HOLDERS) or any(map(page.having, _BY_ATTRIBUTE))


def raw_texts(page: Page) -> Iterator[str]:
    """Yield the text of every carrier of state as it stands in the source."""
    for attribute in _BY_ATTRIBUTE:
        yield from (page.attributes[index][attribute] or "" for index in page.having(attribute))
    for (script,) in page.tagged(_SCRIPT):
        yield from page.text[script + 1 : page.end[script]]


def read_state(page: Page, having: Sequence[str] = ()) -> Iterator[tuple[str, Any]]:
    """Yield the data that the scripts of a page start with, each with the name of its carrier.

    Where some pieces of text are given, scripts that have none of them are left out.
    """
    from ..text.data import load_json  # few pages have data that is worth reading
    from .devalue import revive
    from .javascript import assigned

    for attribute, name in _BY_ATTRIBUTE.items():
        for index in page.having(attribute):
            yield name, load_json((page.attributes[index][attribute] or "")[:MAX_CHARACTERS].strip())
    for script in page.scripts():
        kind = (script.get("type") or "").split(";")[0].strip().lower()
        code = script.text_content[:MAX_CHARACTERS]
        if having and not any(piece in code for piece in having):
            continue
        if kind in _DATA_TYPES:
            name = _BY_SCRIPT_ID.get(script.get("id") or "", JSON_SCRIPT)
            yield name, revive(load_json(code.strip()), MAX_NODES)
        elif "json" not in kind and len(code) >= MIN_JSON:
            for variable, value in assigned(code):
                yield _BY_VARIABLE.get(variable, VARIABLE), value
