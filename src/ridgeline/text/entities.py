"""Character references of HTML: `&amp;`, `&#38;`."""

import html
import re

# Python raises for a number of over 4,300 digits; the highest code point has seven.
_LONG_NUMBER = re.compile(r"(?<=&#)[0-9]{9,}+")


def unescape(text: str) -> str:
    """Return the text with its character references replaced by what they stand for. Never raises."""
    if "&" not in text:
        return text
    if "&#" in text:
        text = _LONG_NUMBER.sub(_shorten, text)
    return html.unescape(text)


def _shorten(number: re.Match[str]) -> str:
    """Return the number without leading zeros; eight digits are no character, and neither is the number then."""
    return number.group().lstrip("0")[:8] or "0"
