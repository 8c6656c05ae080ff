"""JSON that a script assigns to variables."""

import json
import re
from collections.abc import Iterator
from typing import Any

from ..text.data import JSON_DECODER, is_too_dense, load_json

_MAX_ASSIGNMENTS = 200
# The first letter by itself: the search skips to it, where alternatives are tried at every character.
_ASSIGNMENT = re.compile(
    r"""[wsgvlc](?<!\w\w)
    (?:(?:(?<=w)indow|(?<=s)elf|(?<=g)lobalThis)\s*+(?:\.\s*+([\w$]++)|\[\s*+["']([^"'\]]*+)["']\s*+\])
    |(?:(?<=v)ar|(?<=l)et|(?<=c)onst)\s++([\w$]++))
    \s*+=\s*+(?:(?P<parse>JSON\.parse\(\s*+)(?=["'])|(?=[{\[]))""",
    re.VERBOSE,
)
_LITERAL = re.compile(r""""(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+'""", re.DOTALL)
_UNDEFINED = re.compile(r"(?<=[:,\[])\s*+(?:undefined|void 0|new Date\([^()]*+\))(?=\s*+[,}\]])")


def assigned(code: str) -> Iterator[tuple[str, Any]]:
    """Yield the variables that a script assigns JSON to: their names and values."""
    if is_too_dense(code):
        return
    position = 0
    for _ in range(_MAX_ASSIGNMENTS):
        assignment = _ASSIGNMENT.search(code, position)
        if assignment is None:
            return
        position = assignment.end()
        name = next(filter(None, assignment.group(1, 2, 3)), "")
        if assignment["parse"]:
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
