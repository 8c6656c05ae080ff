"""The numbers of an ordered list's items, as the page shows them also where only some of them are kept."""

from ..page import Page, elements
from .parts import Block

_LI = elements.CODES["li"]
_HIGHEST = 999_999_999  # CommonMark takes nine digits, and nobody reads more


def item_numbers(page: Page, whole: Block) -> list[int]:
    """By kept item of an ordered list: its number, counted over all items of the list."""
    kept = {part.node: place for place, part in enumerate(whole.children) if isinstance(part, Block)}
    start = number(page.attributes[whole.node].get("start"))
    current = (1 if start is None else start) - 1
    numbers: list[int | None] = [None] * len(whole.children)
    index, end = whole.node + 1, int(page.end[whole.node])
    while index < end:
        if page.tag[index] == _LI:
            value = number(page.attributes[index].get("value"))
            current = current + 1 if value is None else value
            if index in kept:
                numbers[kept[index]] = current
        index = int(page.end[index])
    return _completed(numbers)


def _completed(numbers: list[int | None]) -> list[int]:
    """Items that are wrapped into something are no children of their list: they count on from the one before."""
    completed: list[int] = []
    current = 0
    for given in numbers:
        current = max(0, min(current + 1 if given is None else given, _HIGHEST))
        completed.append(current)
    return completed


def number(value: str | None) -> int | None:
    """An attribute's value read as HTML reads integers; None where it is none. Long ones are cut to a billion."""
    if value is None:
        return None
    digits = value.strip()
    sign, digits = (-1, digits[1:]) if digits[:1] == "-" else (1, digits.removeprefix("+"))
    end = next((index for index, character in enumerate(digits) if character not in "0123456789"), len(digits))
    if not end:
        return None
    significant = digits[:end].lstrip("0")
    return sign * (int(significant or "0") if len(significant) < 10 else 1_000_000_000)
