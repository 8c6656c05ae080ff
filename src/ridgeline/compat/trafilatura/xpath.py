"""Translates XPath expressions that choose elements into CSS selectors, which ridgeline reads.

    //div[@class="related"]//ul     div[class="related"] ul
    //*[contains(@class, "ad")]     *[class*="ad"]
    //aside | /html/body/nav        aside, :root > body > nav

The part of XPath that people prune with: names, `//` and `/`, `|`, and conditions on attributes, joined by `and`.
Everything else (axes, positions, text) is refused: what is not understood must not change what is kept.
"""

import re
from typing import Final

from ...errors import OptionError
from ...page.patterns import lazy_pattern

_MAX_LENGTH = 2_000
_INSIDE = r"(?:[^\]\[\"']|\"[^\"]*+\"|'[^']*+')*+"  # of a condition
_STEP = lazy_pattern(rf"(?P<axis>//?)(?P<name>[A-Za-z][\w-]*+|\*)(?P<conditions>(?:\[{_INSIDE}\])*+)")
_CONDITION = lazy_pattern(rf"\[({_INSIDE})\]")
_STRING = r"""(?:"[^"]*+"|'[^']*+')"""
_TEST = lazy_pattern(
    rf"""\s*+(?:(?P<function>contains|starts-with)\s*+\(\s*+@(?P<inside>[\w-]++)\s*+,\s*+(?P<part>{_STRING})\s*+\)
    |@(?P<attribute>[\w-]++)\s*+(?:(?P<equal>!?=)\s*+(?P<whole>{_STRING}))?)\s*+(?P<more>and\b|$)""",
    re.VERBOSE,
)
_OPERATORS: Final = {"contains": "*=", "starts-with": "^="}


def to_css(expressions: str | list[str]) -> list[str]:
    """Return a CSS selector for each path of XPath expressions. Raises OptionError for one that has none."""
    given = [expressions] if isinstance(expressions, str) else list(expressions)
    return [_selector(path.strip(), expression) for expression in given for path in _paths(expression)]


def _paths(expression: str) -> list[str]:
    """Return the paths of a union."""
    if not isinstance(expression, str) or len(expression) > _MAX_LENGTH:
        raise _refusal(expression)
    paths, start, quote = [], 0, ""
    for position, character in enumerate(expression):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character == "|":
            paths.append(expression[start:position])
            start = position + 1
    return [*paths, expression[start:]]


def _selector(path: str, expression: str) -> str:
    path = path.removeprefix(".") if path.startswith(".//") else path
    position, selector = 0, ""
    while position < len(path):
        step = _STEP().match(path, position)
        if step is None:
            raise _refusal(expression)
        selector += _combinator(step["axis"], step["name"], is_first=position == 0) + _conditions(step, expression)
        position = step.end()
    if not selector:
        raise _refusal(expression)
    return selector


def _combinator(axis: str, name: str, *, is_first: bool) -> str:
    if is_first:
        return name if axis == "//" else f"{name}:root"
    return f" {name}" if axis == "//" else f" > {name}"


def _conditions(step: re.Match[str], expression: str) -> str:
    return "".join(_tests(condition[1], expression) for condition in _CONDITION().finditer(step["conditions"]))


def _tests(condition: str, expression: str) -> str:
    """Return the tests of one condition, `a and b`, as CSS."""
    written, position, more = "", 0, True
    while more:
        test = _TEST().match(condition, position)
        if test is None or test["part"] in ('""', "''"):  # an empty text is in every other, but not in CSS
            raise _refusal(expression)
        written += _test(test)
        position, more = test.end(), bool(test["more"])
    return written


def _test(test: re.Match[str]) -> str:
    if test["function"]:
        return f"[{test['inside']}{_OPERATORS[test['function']]}{_quoted(test['part'])}]"
    if not test["equal"]:
        return f"[{test['attribute']}]"
    equal = f"[{test['attribute']}={_quoted(test['whole'])}]"
    return equal if test["equal"] == "=" else f"[{test['attribute']}]:not({equal})"


def _quoted(string: str) -> str:
    value = string[1:-1].replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\a ")
    return f'"{value}"'


def _refusal(expression: object) -> OptionError:
    return OptionError(
        f"prune_xpath: {expression!r:.200} has no counterpart in CSS: "
        "use names, //, / and conditions on attributes, or ridgeline.extract(html, exclude=…)"
    )
