"""Parses JSON found in pages. Never raises."""

import json
from typing import Any

# Integers as floats: Python raises for an integer of over 4,300 digits.
JSON_DECODER = json.JSONDecoder(strict=False, parse_int=float)


# A value takes up to 90 bytes. Data that pages carry has one for ten characters or more; `[[],[],…]` has one for three.
_MANY_VALUES = 200_000
_MIN_CHARACTERS_A_VALUE = 8


def is_too_dense(text: str) -> bool:
    """Return whether a JSON text has so many values that they would take many times the memory of the text."""
    most = _MANY_VALUES + len(text) // _MIN_CHARACTERS_A_VALUE
    return len(text) > most and text.count(",") + text.count("[") + text.count("{") > most


def load_json(text: str) -> Any:
    """Return the value of a JSON text, None where it is not valid or too dense."""
    if is_too_dense(text):
        return None
    try:
        return JSON_DECODER.decode(text)
    except (ValueError, RecursionError):
        return None
