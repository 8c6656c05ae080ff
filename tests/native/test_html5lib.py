"""The compiled parser on html5lib-tests (https://github.com/html5lib/html5lib-tests, MIT: html5lib/LICENSE)."""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .parser_hook import Hook, Record, build

DATA = Path(__file__).parent / "html5lib"

# Trees that the parser does not build, by data, with the reason.
_CLONES = (
    "an option that is selected is cloned into `selectedcontent`, an effect on the DOM; nobody reads it in a select"
)
LEFT_OUT = dict.fromkeys(
    (
        "<select><button><selectedcontent></button><option>X",
        "<select><button><selectedcontent></button><option>x<i>i<b>ib</i>b",
        "<select><button><selectedcontent></button><option>X<option>Y",
        "<select><button><selectedcontent></button><option>X<option selected>Y",
    ),
    _CLONES,
)

_NAMESPACES = ("", "math ", "svg ")
# In SVG and MathML these have a namespace and a local name; the columns have them as they are written.
_WITH_NAMESPACE = frozenset(
    """xlink:actuate xlink:arcrole xlink:href xlink:role xlink:show xlink:title xlink:type xml:lang xml:space
    xmlns:xlink""".split()
)
# Comments, doctypes and processing instructions have no rows.
_WITHOUT_ROW = re.compile(r"^\| *(?:<!-- (?:(?!^\|)[\s\S])*? -->|<!DOCTYPE[^\n]*|<\?[^\n]*>)\n", re.MULTILINE)
_SECTIONS = re.compile(r"^#(data|errors|new-errors|document-fragment|script-off|script-on|document)\n", re.MULTILINE)


@pytest.fixture(scope="module")
def hook(tmp_path_factory: pytest.TempPathFactory) -> Hook:
    return build(tmp_path_factory.mktemp("native"))


def tree_cases(path: Path) -> Iterator[tuple[str, str]]:
    """Data and expected tree of those that parse a whole page with scripting off."""
    text = path.read_bytes().decode()
    for case in re.split(r"(?m)^(?=#data\n)", text)[1:]:
        parts = _SECTIONS.split(case)[1:]
        sections = dict(zip(parts[::2], parts[1::2], strict=True))
        if "document-fragment" not in sections and "script-on" not in sections:
            yield sections["data"].removesuffix("\n"), sections["document"].rstrip("\n")


@pytest.mark.parametrize("path", sorted((DATA / "tree-construction").glob("*.dat")), ids=lambda path: path.stem)
def test_tree_construction(hook: Hook, path: Path) -> None:
    for data, expected in tree_cases(path):
        if data not in LEFT_OUT:
            tree = "\n".join(_lines(hook.tree(data.encode("utf-8", "surrogatepass"))))
            assert tree == _WITHOUT_ROW.sub("", expected + "\n").rstrip("\n"), data


def test_every_tree_that_is_left_out_is_there_and_differs(hook: Hook) -> None:
    trees = {data: expected for path in DATA.rglob("*.dat") for data, expected in tree_cases(path)}
    for data in LEFT_OUT:
        assert "\n".join(_lines(hook.tree(data.encode()))) != trees[data]


def _lines(records: list[Record]) -> Iterator[str]:
    """The tree as html5lib-tests write it."""
    templates: list[int] = []  # depths of the HTML templates around
    for depth, space, text, attributes in records:
        while templates and templates[-1] >= depth:
            templates.pop()
        indent = "| " + "  " * (depth + len(templates))
        if space < 0:
            yield f'{indent}"{text.decode("utf-8", "replace")}"'
            continue
        name = text.decode("utf-8", "replace")
        yield f"{indent}<{_NAMESPACES[space]}{name}>"
        yield from sorted(f"{indent}  {_attribute(own, space)}" for own in attributes)
        if name == "template" and not space:
            yield f"{indent}  content"
            templates.append(depth)


def _attribute(own: tuple[bytes, bytes], space: int) -> str:
    name, value = (part.decode("utf-8", "replace") for part in own)
    if space and name in _WITH_NAMESPACE:
        name = name.replace(":", " ")
    return f'{name}="{value}"'


_STATES = {
    "Data state": 0,
    "RCDATA state": 1,
    "RAWTEXT state": 2,
    "Script data state": 3,
    "PLAINTEXT state": 4,
    "CDATA section state": 5,
}
_TEXT, _START, _END, _COMMENT, _DOCTYPE = range(5)


def token_cases(path: Path) -> Iterator[tuple[dict[str, Any], str]]:
    """Cases, once for each state that they name."""
    for case in json.loads(path.read_text(encoding="utf-8")).get("tests", ()):
        for state in case.get("initialStates", ["Data state"]):
            yield case, state


@pytest.mark.parametrize("path", sorted((DATA / "tokenizer").glob("*.test")), ids=lambda path: path.stem)
def test_tokenizer(hook: Hook, path: Path) -> None:
    for case, state in token_cases(path):
        source = _unescaped(case, case["input"]).encode("utf-8", "surrogatepass")
        records = hook.tokens(source, _STATES[state], case.get("lastStartTag", ""))
        expected = _joined(_expected(case, token) for token in case["output"])
        assert _joined(map(_token, records)) == expected, (case, state)


def _unescaped(case: dict[str, Any], text: str) -> str:
    if not case.get("doubleEscaped"):
        return text
    return re.sub(r"\\u([0-9A-Fa-f]{4})", lambda match: chr(int(match.group(1), 16)), text)


def _expected(case: dict[str, Any], token: list[Any]) -> tuple[Any, ...]:
    """The token as far as the parser needs it: no content of comments, of doctypes no more than that there is one."""
    kind, *rest = token
    if kind == "Character":
        return (_TEXT, _unescaped(case, rest[0]))
    if kind == "StartTag":
        attributes = {_unescaped(case, name): _unescaped(case, value) for name, value in rest[1].items()}
        return (_START, _unescaped(case, rest[0]), attributes, len(rest) > 2 and rest[2])
    if kind == "EndTag":
        return (_END, _unescaped(case, rest[0]))
    return (_COMMENT,) if kind == "Comment" else (_DOCTYPE,)


def _token(record: Record) -> tuple[Any, ...]:
    text = record.text.decode("utf-8", "surrogatepass")
    if record.first == _START:
        attributes = {_decoded(name): _decoded(value) for name, value in record.attributes}
        return (_START, text, attributes, bool(record.second))
    return (record.first, text) if record.first in (_TEXT, _END) else (record.first,)


def _decoded(text: bytes) -> str:
    return text.decode("utf-8", "surrogatepass")


def _joined(tokens: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Adjacent text is one token."""
    joined: list[tuple[Any, ...]] = []
    for token in tokens:
        if token[0] == _TEXT and joined and joined[-1][0] == _TEXT:
            joined[-1] = (_TEXT, joined[-1][1] + token[1])
        else:
            joined.append(token)
    return joined
