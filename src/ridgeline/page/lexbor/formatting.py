"""HTML's list of active formatting elements: what a parser opens again in every paragraph because nobody closed it."""

from .tags import LASTING_FORMATTING

MAX_ACTIVE = 16
# Elements, and characters of their tags, that may be opened again on a whole page.
MAX_COPIES = 50_000
MAX_COPIED_CHARACTERS = 10_000_000
# What is opened inside of these is not opened again outside of them, and an end tag does not reach out of them.
MARKERS = frozenset("applet caption marquee object td template th".split())


class ActiveFormatting:
    """The list, and the number of copies that were made of what is in it."""

    def __init__(self) -> None:
        self._active: list[tuple[str, int] | None] = []  # name and length of a tag; None for a marker
        self._count = 0
        self._characters = 0
        self._copies = 0
        self._copied_characters = 0

    @property
    def is_full(self) -> bool:
        """Whether no more may be opened."""
        return self._count >= MAX_ACTIVE or self.is_exhausted

    @property
    def is_exhausted(self) -> bool:
        """Whether too many copies were made."""
        return self._copies > MAX_COPIES or self._copied_characters > MAX_COPIED_CHARACTERS

    def open(self, name: str, characters: int) -> None:
        """Add an element that was opened by a tag of this length."""
        if name not in LASTING_FORMATTING:  # `a` and `nobr` close themselves
            self.close(name)
        self._active.append((name, characters))
        self._count += 1
        self._characters += characters

    def close(self, name: str) -> bool:
        """Remove the last element of this name after the last marker, and return whether there was one."""
        for index in range(len(self._active) - 1, -1, -1):
            entry = self._active[index]
            if entry is None:
                return False
            if entry[0] == name:
                self._forget(index)
                return True
        return False

    def mark(self) -> None:
        """Add a marker."""
        self._active.append(None)

    def unmark(self) -> None:
        """Remove everything up to the last marker, and the marker."""
        while self._active and self._active[-1] is not None:
            self._forget(-1)
        if self._active:
            self._active.pop()

    def copy(self) -> None:
        """Count that all elements are opened again."""
        self._copies += self._count
        self._copied_characters += self._characters

    def close_all(self) -> str:
        """Remove the elements after the last marker, and return the end tags that do so."""
        tags = []
        while self._active and (entry := self._active[-1]) is not None:
            tags.append(f"</{entry[0]}>")
            self._forget(-1)
        return "".join(tags)

    def _forget(self, index: int) -> None:
        entry = self._active.pop(index)
        if entry is not None:
            self._count -= 1
            self._characters -= entry[1]
