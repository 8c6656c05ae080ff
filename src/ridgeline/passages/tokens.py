"""How many tokens a text has, by the tokenizer of a model, or by an estimate."""

from collections.abc import Callable, Sized
from typing import Any, Protocol

from .. import _native
from ..errors import OptionError


class _Encoder(Protocol):
    """A tokenizer with a method `encode`: tiktoken's, Hugging Face's."""

    def encode(self, text: str, /) -> Any: ...


Tokenizer = Callable[[str], "int | Sized"] | _Encoder
Count = Callable[[str], int]


def estimate_tokens(text: str) -> int:
    """Return about how many tokens language models make of a text.

    The weights were fitted to the vocabulary of GPT-4 (cl100k_base) on pages in some forty languages: docs/
    language-models.md has its errors. Newer vocabularies make fewer tokens of other scripts than Latin.
    """
    return _native.core.estimate_tokens(text)


def counter(tokenizer: Tokenizer | None) -> Count:
    """Return a function that counts tokens. Raises OptionError for what is no tokenizer."""
    if tokenizer is None:
        return estimate_tokens
    encode: Any = getattr(tokenizer, "encode", tokenizer)
    if not callable(encode):
        raise OptionError(f"tokenizer is a function of a text, or has a method `encode`; {tokenizer!r:.40} is neither")

    def count(text: str) -> int:
        tokens = encode(text)
        return tokens if isinstance(tokens, int) else len(tokens)

    return count
