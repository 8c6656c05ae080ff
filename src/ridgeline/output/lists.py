"""The numbers of an ordered list's items, as the page shows them, also where only some items are kept."""

from ..page import Page, elements
from .outline import Element

_LI = elements.CODES["li"]
_MAX_NUMBER = 999_999_999  # CommonMark reads nine digits


def item_numbers(page: Page, ordered_list: Element) -> list[int]:
    """Return by kept item of an ordered list its number, counted over all items of the list."""
    kept = {part.node: place for place, part in enumerate(ordered_list.children) if isinstance(part, Element)}
    start = parse_integer(page.value(ordered_list.node, "start"))
    current = (1 if start is None else start) - 1
    numbers: list[int | None] = [None] * len(ordered_list.children)
    index, end = ordered_list.node + 1, int(page.end[ordered_list.node])
    while index < end:
        if page.tag[index] == _LI:
            value = parse_integer(page.value(index, "value"))
            current = current + 1 if value is None else value
            if index in kept:
                numbers[kept[index]] = current
        index = int(page.end[index])
    return _completed(numbers)


def _completed(numbers: list[int | None]) -> list[int]:
    """Fill in the numbers of items that are not children of their list: they count on from the item before."""
    completed: list[int] = []
    current = 0
    for given in numbers:
        current = max(0, min(current + 1 if given is None else given, _MAX_NUMBER))
        completed.append(current)
    return completed


def parse_integer(value: str | None) -> int | None:
    """Return the value of an attribute read as HTML reads integers, None where it is none; at most a billion."""
    if value is None:
        return None
    digits = value.strip()
    sign, digits = (-1, digits[1:]) if digits[:1] == "-" else (1, digits.removeprefix("+"))
    end = next((index for index, character in enumerate(digits) if character not in "0123456789"), len(digits))
    if not end:
        return None
    significant = digits[:end].lstrip("0")
    return sign * (int(significant or "0") if len(significant) < 10 else 1_000_000_000)
