"""Lists of words in C: `rl_word_list`."""

from collections.abc import Iterable


def word_list(name: str, words: Iterable[str]) -> str:
    """A list of words in C, sorted by their bytes in UTF-8."""
    encoded = sorted(word.encode() for word in words)
    listed = "\n".join(f'    {{"{literal(word)}", {len(word)}}},' for word in encoded)
    return (
        f"static const rl_word RL_{name}_WORDS[] = {{\n{listed}\n}};\n"
        f"static const rl_word_list RL_{name} = {{RL_{name}_WORDS, {len(encoded)}}};"
    )


def literal(word: bytes) -> str:
    """The characters of a string of C; what is not ASCII in octal, since hexadecimal escapes have no end."""
    return "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\?' else f"\\{byte:03o}" for byte in word)
