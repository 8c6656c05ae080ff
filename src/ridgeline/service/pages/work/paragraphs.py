"""Links the paragraphs of an extraction to where they stand in its plain text and its Markdown.

Both formats have the words of the paragraphs, in their order; what else they have, such as the addresses of links, is
passed over. So the words of each paragraph are searched for from where the one before ended. A headline that Markdown
moves to its front is looked for there.
"""

import re
from collections.abc import Sequence
from typing import Any

from ....extraction import Extraction

_WORD = re.compile(r"[^\W_]+")
_TARGET = re.compile(r"\]\((?:[^()\\\n]|\\.|\([^()\n]*\)){0,4000}\)")
_MAX_SKIPPED = 400  # words between the end of one paragraph and the beginning of the next


def blocks_of(extraction: Extraction, text: str, markdown: str) -> list[dict[str, Any]]:
    """Return the paragraphs in document order: their leaves, role, and places in the text and the Markdown."""
    leaves = extraction.outline.leaves.tolist()
    paragraphs = list(extraction.outline.paragraphs())
    words = [_WORD.findall(paragraph.text) for paragraph in paragraphs]
    in_text = _Search(text).places(words)
    in_markdown = _Search(_without_targets(markdown)).places(words)
    return [
        {
            "leaves": leaves[paragraph.first : paragraph.end],
            "tag": paragraph.role,
            "text_range": in_text[index],
            "markdown_range": in_markdown[index],
        }
        for index, paragraph in enumerate(paragraphs)
    ]


def _without_targets(markdown: str) -> str:
    """Return Markdown with spaces for the addresses of links, so that all else stays where it stands."""
    return _TARGET.sub(lambda match: " " * len(match[0]), markdown)


class _Search:
    def __init__(self, text: str) -> None:
        self.text = text
        matches = list(_WORD.finditer(text))
        self.words = [match[0] for match in matches]
        self.spans = [match.span() for match in matches]

    def places(self, paragraphs: Sequence[list[str]]) -> list[tuple[int, int] | None]:
        """Return by paragraph where its words begin and end; None where they are not found."""
        cursor = 0
        places: list[tuple[int, int] | None] = []
        for words in paragraphs:
            start = self._find(words, cursor)
            if start is None:
                at_front = bool(words) and self._matches(words, 0)
                places.append(self._place(0, len(words)) if at_front else None)
            else:
                places.append(self._place(start, len(words)))
                cursor = start + len(words)
        return places

    def _find(self, words: list[str], cursor: int) -> int | None:
        if not words:
            return None
        last = min(cursor + _MAX_SKIPPED, len(self.words) - len(words))
        for start in range(cursor, last + 1):
            if self.words[start] == words[0] and self._matches(words, start):
                return start
        return None

    def _matches(self, words: list[str], start: int) -> bool:
        return self.words[start : start + len(words)] == words

    def _place(self, start: int, count: int) -> tuple[int, int]:
        """Return where some words stand, with the punctuation and the marks on either side of them."""
        first, end = self.spans[start][0], self.spans[start + count - 1][1]
        least = self.spans[start - 1][1] if start else 0
        most = self.spans[start + count][0] if start + count < len(self.spans) else len(self.text)
        while first > least and not self.text[first - 1].isspace():
            first -= 1
        while end < most and not self.text[end].isspace():
            end += 1
        return first, end
