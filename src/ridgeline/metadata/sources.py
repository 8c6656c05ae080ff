"""Collects the elements that may hold metadata: meta, link, time and h1, and elements with telling attributes."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..page import Page
from ..page.cache import cached_property

if TYPE_CHECKING:
    from .._native import _core

# Parts of class names.
_AUTHOR_CLASSES = (
    *("author", "byline", "by-line", "by_line", "writer", "contributor", "reporter", "posted-by", "posted_by"),
    *("username", "user-name", "user_name"),
)
_DATE_CLASSES = ("date", "time", "publish", "posted", "meta")
# Parts of texts. Their first letter may be a capital.
_AUTHOR_LABELS = ("ritten by", "uthor:")
_DATE_LABELS = ("ublished", "osted on")


class Sources:
    """Values and nodes by kind, each list in document order and bounded.

    The core collects them in two passes over the page: by tags, which is all that a title needs, and by attributes.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        # What meta elements say, by name or property in lower case; `time`; h1; h2 and h3; scripts with JSON-LD.
        self.meta, self.times, self.headings, self.subheadings, self._scripts = page.core.stated_by_tag()

    @cached_property
    def _by_attribute(self) -> "_core.StatedByAttribute":
        return self.page.core.stated_by_attribute()

    @property
    def linked_data(self) -> list[str]:
        """The texts of JSON-LD."""
        return [self.page.core.text_in(script) for script in self._scripts]

    @property
    def microdata(self) -> list[int]:
        """The items of microdata."""
        return self._by_attribute[3]

    @property
    def rdfa(self) -> list[int]:
        """The items of RDFa."""
        return self._by_attribute[4]

    @property
    def commons(self) -> list[int]:
        """The links to Creative Commons."""
        return self._by_attribute[5]

    @property
    def links(self) -> dict[str, list[str]]:
        """The URLs of `link` elements by each word of rel that is canonical, license or image_src."""
        return self._by_attribute[0]

    def each_meta(self, *names: str) -> Iterator[str]:
        """Return the contents of the meta elements with these names, those of the first name first."""
        meta = self.meta
        return iter([content for name in names if name in meta for content in meta[name]])

    def items(self, *properties: str) -> list[int]:
        """Return the microdata elements with these properties (lower case), those of the first property first."""
        found = self._by_attribute[2]
        return [index for name in properties if name in found for index in found[name]]

    def anchors(self, rel: str) -> list[int]:
        """Return the `a` elements with one of these words as `rel`: author, tag, category, license."""
        return self._by_attribute[1].get(rel, [])

    @property
    def has_items(self) -> bool:
        """Whether there is any microdata."""
        return bool(self._by_attribute[2])

    @property
    def author_hints(self) -> list[int]:
        """Elements with a class for authors."""
        return self._hints[0]

    @property
    def date_hints(self) -> list[int]:
        """Elements with a class for dates."""
        return self._hints[1]

    @property
    def author_labels(self) -> tuple[list[int], ...]:
        """The text nodes that say who wrote something: those of each label."""
        return self._labels[: len(_AUTHOR_LABELS)]

    @property
    def date_labels(self) -> tuple[list[int], ...]:
        """Those that say when something was published, likewise."""
        return self._labels[len(_AUTHOR_LABELS) :]

    @cached_property
    def _labels(self) -> tuple[list[int], ...]:
        return self.page.saying(*_AUTHOR_LABELS, *_DATE_LABELS)

    @cached_property
    def _hints(self) -> tuple[list[int], list[int]]:
        return self.page.core.hints((*_AUTHOR_CLASSES, *_DATE_CLASSES), len(_AUTHOR_CLASSES))
