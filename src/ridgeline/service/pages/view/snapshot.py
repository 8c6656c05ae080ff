"""What is stored of the style sheets and pictures of a page, as its view uses them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ....page import Page
from ....text.urls import find_base, safe_url
from .pictures import picture_addresses


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The style sheets of a page, and where its pictures are served; both by their addresses on the web."""

    styles: Mapping[str, str] = field(default_factory=dict)
    pictures: Mapping[str, str] = field(default_factory=dict)

    def picture(self, page: Page, row: int) -> str | None:
        """Return where the picture of an `img` is served; None where it is not stored."""
        if not self.pictures:
            return None
        found = (self.pictures.get(url) for url in picture_addresses(page, row, find_base(page)))
        return next(filter(None, found), None)

    def background(self, address: str, base: str | None) -> str | None:
        """Return where a picture that a style sheet names is served."""
        return self.pictures.get(safe_url(address, base) or "")


EMPTY = Snapshot()
