"""Cutting a text into the words that are counted, in the scripts of the world.

A word is a run of letters, digits and underscores, in lower case. Chinese and Japanese set no spaces between words: on
a page of theirs every ideograph or kana is a word of its own, and runs of other letters and digits stay words.
Both are measured: they reproduce the figures of three peers on six sets (see `ridgeline.metrics.words`).
"""

import re

from ...text.characters import SPACELESS_CLASS

# Of the letters and digits. Measured on the sets at hand: Chinese pages have 0.56 or more, all others less than 0.02.
SPACELESS_SHARE = 0.3

_WORD = re.compile(r"\w+")
_SPACELESS_RUN = re.compile(f"[{SPACELESS_CLASS}]+")
_SPACELESS_WORD = re.compile(f"[{SPACELESS_CLASS}]|[^\\W{SPACELESS_CLASS}]+")
_SPACELESS_CHUNK = re.compile(f"[{SPACELESS_CLASS}]|[^\\s{SPACELESS_CLASS}]+")


def is_spaceless(text: str) -> bool:
    """Whether the text is Chinese or Japanese, by the share of ideographs and kana among its letters and digits."""
    spaceless = sum(map(len, _SPACELESS_RUN.findall(text)))
    return spaceless > 0 and spaceless > SPACELESS_SHARE * sum(map(len, _WORD.findall(text)))


def split_words(text: str, *, spaceless: bool = False) -> list[str]:
    """The words in lower case, without punctuation; characters where the language sets no spaces."""
    return (_SPACELESS_WORD if spaceless else _WORD).findall(text.lower())


def split_chunks(text: str, *, spaceless: bool = False) -> list[str]:
    """What white space sets apart, punctuation and case kept; characters where the language sets no spaces."""
    return _SPACELESS_CHUNK.findall(text) if spaceless else text.split()


def paired_words(predicted: str, gold: str, spaceless: bool | None) -> tuple[list[str], list[str]]:
    """The words of both texts, cut alike; None lets the gold text say how."""
    if spaceless is None:
        spaceless = is_spaceless(gold)
    return split_words(predicted, spaceless=spaceless), split_words(gold, spaceless=spaceless)
