"""JSON that a script assigns to variables."""

import json
import re
from collections.abc import Iterator
from typing import Any

from ..text.data import JSON_DECODER, is_too_dense, load_json

_MAX_ASSIGNMENTS = 200
_MAX_VALUES = 200_000  # that are looked at: most are no variable's
# What begins an assignment of JSON: the search skips from one equals sign to the next …
_VALUE = re.compile(r"""=(?<![=!<>+*/%&|^?-]=)\s*+(?:(?P<parse>JSON\.parse\(\s*+)(?=["'])|(?=[{\[]))""")
# … and the variable before it.
_VARIABLE = re.compile(
    r"""(?<!\w)
    (?:(?:window|self|globalThis)\s*+(?:\.\s*+([\w$]++)|\[\s*+["']([^"'\]]*+)["']\s*+\])|(?:var|let|const)\s++([\w$]++))
    \s*+\Z""",
    re.VERBOSE,
)
_MAX_VARIABLE = 200  # characters, with what stands before it
_LITERAL = re.compile(r""""(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+'""", re.DOTALL)
_UNDEFINED = re.compile(r"(?<=[:,\[])\s*+(?:undefined|void 0|new Date\([^()]*+\))(?=\s*+[,}\]])")


def assigned(code: str) -> Iterator[tuple[str, Any]]:
    """Yield the variables that a script assigns JSON to: their names and values."""
    if is_too_dense(code):
        return
    position, left = 0, _MAX_ASSIGNMENTS
    for _ in range(_MAX_VALUES):
        begin = _VALUE.search(code, position)
        if begin is None or not left:
            return
        position = begin.end()
        variable = _VARIABLE.search(code[max(0, begin.start() - _MAX_VARIABLE) : begin.start()])
        if variable is None:
            continue
        left -= 1
        name = next(filter(None, variable.groups()), "")
        if begin["parse"]:
            if literal := _LITERAL.match(code, position):
                position = literal.end()
                yield name, load_json(_unquoted(literal[0]))
            continue
        try:
            value, position = JSON_DECODER.raw_decode(code, position)
            yield name, value
        except RecursionError:
            return
        except json.JSONDecodeError as error:
            # What stopped it may be no more than a value that JavaScript has and JSON has not.
            if _UNDEFINED.match(code, error.pos):
                code, position = _UNDEFINED.sub("null", code[position:]), 0
                try:
                    value, position = JSON_DECODER.raw_decode(code)
                    yield name, value
                except json.JSONDecodeError as again:
                    position = again.pos
                except RecursionError:
                    return
            else:
                position = max(position, error.pos)


def _unquoted(literal: str) -> str:
    """Return the text of a JavaScript string."""
    inside = literal[1:-1]
    if literal[0] == "'":
        inside = inside.replace("\\'", "'")
        inside = re.sub(r'(?<!\\)((?:\\\\)*+)"', r"\1\\" + '"', inside)
    inside = re.sub(r"\\x([0-9a-fA-F]{2})", r"\\u00\1", inside)
    text = load_json(f'"{inside}"')
    return text if isinstance(text, str) else ""
