"""Pieces of writing found in data, as HTML, and how much each weighs when several compete."""

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..text.characters import count_words
from ..text.entities import unescape

MIN_WORDS = 50  # less writing is not worth a page
_MAX_WRITTEN = 4_000_000  # characters that are written
MARKUP = re.compile(r"</?(?:p|br|div|h[1-6]|[ou]l|li|blockquote|strong|em|b|i|a|span|img|figure|table)\b[^<>]*+>", re.I)
_ESCAPED_MARKUP = re.compile(r"&lt;(?:p|br|div|h[1-6]|ul|ol|li|strong|em|a|span)\b", re.I)
_TAG = re.compile(r"<[^<>]*+>")
_PLAIN_LINE = re.compile(r"[^<>&\r\n\u2028\u2029]+")
_LINE_ENDS = re.compile(r"[\r\n\u2028\u2029]+")


class Writing(NamedTuple):
    """Some HTML, or several pieces of it in order."""

    weight: float = 0.0  # in words, more or less by where it was found
    words: int = 0
    html: str = ""
    parts: "tuple[Writing, ...]" = ()
    title: str | None = None
    carrier: str = ""  # where it was found: a name of `carriers.CARRIERS`

    def pieces(self) -> Iterator[str]:
        """Yield its HTML piece by piece. Data may refer to a part many times, so the length is limited."""
        pending, characters = [self], 0
        while pending and characters < _MAX_WRITTEN:
            writing = pending.pop()
            if writing.html:
                characters += len(writing.html)
                yield writing.html
            pending.extend(reversed(writing.parts))


NOTHING = Writing()


def heaviest(writings: Iterator[Writing] | Sequence[Writing]) -> Writing:
    """Return the writing with the greatest weight, the first of several; NOTHING where there is none."""
    return max(writings, key=lambda writing: writing.weight, default=NOTHING)


def join(parts: Sequence[Writing], factor: float = 1.0) -> Writing:
    """Return one writing made of parts that belong together, its weight multiplied by `factor`."""
    present = tuple(part for part in parts if part.words)
    if len(present) == 1:
        return present[0]._replace(weight=factor * present[0].weight)
    weight, words = sum(part.weight for part in present), min(sum(part.words for part in present), _MAX_WRITTEN)
    return Writing(factor * weight, words, parts=present, title=next((p.title for p in present if p.title), None))


def from_text(text: str, tag: str = "p") -> Writing:
    """Return a string as HTML: unchanged where it is HTML, else one element a line."""
    if _ESCAPED_MARKUP.search(text) and not MARKUP.search(text):
        text = unescape(text)
    if MARKUP.search(text):
        words = count_words(_TAG.sub(" ", text))
        return Writing(float(words), words, f"<div>{text}</div>") if words else NOTHING
    words = count_words(text)
    lines = (html.escape(unescape(line.strip()), quote=False) for line in _LINE_ENDS.split(text) if line.strip())
    return Writing(float(words), words, "".join(f"<{tag}>{line}</{tag}>" for line in lines)) if words else NOTHING


def from_items(texts: Iterable[str], tag: str) -> list[Writing]:
    """Return several strings as HTML, each once.

    Those of one line without markup are one writing, since they may be many.
    """
    lines: list[str] = []
    others: list[Writing] = []
    for text in dict.fromkeys(texts):
        if _PLAIN_LINE.fullmatch(text):
            lines.append(text.strip())
        else:
            others.append(from_text(text, tag))
    words = count_words("\n".join(lines))
    plain = Writing(float(words), words, "".join(f"<{tag}>{line}</{tag}>" for line in lines)) if words else NOTHING
    return [plain, *others]


def without_copies(parts: list[Writing]) -> list[Writing]:
    """Return the parts, each text once: data often has it as HTML and as plain text."""
    parts = [part for part in parts if part.words]
    if len(parts) < 2:  # saves reading a part again at every level that it stands alone on
        return parts
    seen: set[str] = set()
    kept = []
    for part in parts:
        if not part.html:
            kept.append(part)
            continue
        folded = " ".join(unescape(_TAG.sub(" ", part.html)).split())
        if folded and folded not in seen:
            seen.add(folded)
            kept.append(part)
    return kept
