"""Parses JSON found in pages. Never raises."""

import json
from typing import Any

# Integers as floats: Python raises for an integer of over 4,300 digits.
JSON_DECODER = json.JSONDecoder(strict=False, parse_int=float)


def load_json(text: str) -> Any:
    """Return the value of a JSON text, None where it is not valid."""
    try:
        return JSON_DECODER.decode(text)
    except (ValueError, RecursionError):
        return None
