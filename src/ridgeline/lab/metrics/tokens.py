"""Tokens of a predicted and a gold text: words (`ridgeline.text.words`), or chunks that keep case and punctuation."""

import re

from ...text.characters import SPACELESS_CLASS
from ...text.words import is_spaceless, split_words

_SPACELESS_CHUNK = re.compile(f"[{SPACELESS_CLASS}]|[^\\s{SPACELESS_CLASS}]+")


def split_chunks(text: str, *, spaceless: bool = False) -> list[str]:
    """Return the runs between white space, punctuation and case kept; characters in a spaceless language."""
    return _SPACELESS_CHUNK.findall(text) if spaceless else text.split()


def paired_words(predicted: str, gold: str, spaceless: bool | None) -> tuple[list[str], list[str]]:
    """Return the words of both texts, split alike; with `spaceless` None the gold text decides how."""
    if spaceless is None:
        spaceless = is_spaceless(gold)
    return split_words(predicted, spaceless=spaceless), split_words(gold, spaceless=spaceless)
