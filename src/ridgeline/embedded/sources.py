"""The data that a page carries for its scripts: islands of JSON, JSON that a script assigns, Discourse's attribute."""

import json
import re
from collections.abc import Iterator
from typing import Any

from ..page import Page

MAX_NODES = 2_000_000  # of all data on a page
MAX_CHARACTERS = 32_000_000
MIN_JSON = 200  # characters of a string that is read as JSON once more
_MAX_ASSIGNMENTS = 200
_DATA_TYPES = frozenset({"application/json", "text/json", "application/vnd.api+json"})
_ASSIGNMENT = re.compile(
    r"""(?:\b(?:window|self|globalThis)\s*+(?:\.\s*+[\w$]++|\[\s*+["'][^"'\]]*+["']\s*+\])|\b(?:var|let|const)\s++[\w$]++)
    \s*+=\s*+(?:(?P<parse>JSON\.parse\(\s*+)(?=["'])|(?=[{\[]))""",
    re.VERBOSE,
)
_LITERAL = re.compile(r""""(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+'""", re.DOTALL)
_UNDEFINED = re.compile(r"(?<=[:,\[])\s*+(?:undefined|void 0|new Date\([^()]*+\))(?=\s*+[,}\]])")
_DECODER = json.JSONDecoder(strict=False, parse_int=float)


def data_of(page: Page) -> Iterator[Any]:
    """The data that the scripts of a page start with."""
    for index in page.having("data-preloaded"):
        yield read(page.attributes[index]["data-preloaded"] or "")
    for script in page.scripts():
        kind = (script.get("type") or "").split(";")[0].strip().lower()
        code = script.text_content
        if kind in _DATA_TYPES:
            yield _revived(read(code))
        elif "json" not in kind and len(code) >= MIN_JSON:
            yield from _assigned(code[:MAX_CHARACTERS])


def read(text: str) -> Any:
    """The value of a text that is JSON, None of any other."""
    try:
        return _DECODER.decode(text[:MAX_CHARACTERS].strip())
    except (ValueError, RecursionError):
        return None


def _assigned(code: str) -> Iterator[Any]:
    """The JSON that a script assigns to its variables, each as one value."""
    position = 0
    for _ in range(_MAX_ASSIGNMENTS):
        assignment = _ASSIGNMENT.search(code, position)
        if assignment is None:
            return
        position = assignment.end()
        if assignment["parse"]:
            if literal := _LITERAL.match(code, position):
                position = literal.end()
                yield read(_unquoted(literal[0]))
            continue
        try:
            value, position = _DECODER.raw_decode(code, position)
            yield value
        except RecursionError:
            return
        except json.JSONDecodeError as error:
            # What stopped it may be no more than a value that JavaScript has and JSON has not.
            if _UNDEFINED.match(code, error.pos):
                code, position = _UNDEFINED.sub("null", code[position:]), 0
                try:
                    value, position = _DECODER.raw_decode(code)
                    yield value
                except json.JSONDecodeError as again:
                    position = again.pos
                except RecursionError:
                    return
            else:
                position = max(position, error.pos)


def _unquoted(literal: str) -> str:
    """The text of a JavaScript string."""
    inside = literal[1:-1]
    if literal[0] == "'":
        inside = inside.replace("\\'", "'")
        inside = re.sub(r'(?<!\\)((?:\\\\)*+)"', r"\1\\" + '"', inside)
    inside = re.sub(r"\\x([0-9a-fA-F]{2})", r"\\u00\1", inside)
    text = read(f'"{inside}"')
    return text if isinstance(text, str) else ""


def _revived(value: Any) -> Any:
    """Data in devalue's form, as Nuxt 3 writes it: a list whose objects refer to its other items by number."""
    if not isinstance(value, list) or not value or not _refers(value[0], len(value)):
        return value
    made: list[Any] = [
        {} if isinstance(item, dict) else [] if isinstance(item, list) else item for item in value[:MAX_NODES]
    ]

    def at(number: Any) -> Any:
        is_position = isinstance(number, int | float) and not isinstance(number, bool) and 0 <= number < len(made)
        return made[int(number)] if is_position else None

    for item, own in zip(value, made, strict=False):
        if isinstance(item, dict):
            own.update((key, at(number)) for key, number in item.items())
        elif isinstance(item, list):
            # ["Reactive", 7] is the seventh item in a wrapper.
            numbers = item[1:] if item and isinstance(item[0], str) else item
            own.extend(map(at, numbers))
    return made[0]


def _refers(item: Any, length: int) -> bool:
    numbers = list(item.values()) if isinstance(item, dict) else item[1:] if isinstance(item, list) else []
    return bool(numbers) and all(isinstance(number, int | float) and number < length for number in numbers)
