"""Evidence that the readers of all fields share, each part read once, when it is first asked for."""

from collections.abc import Iterator
from datetime import date
from itertools import chain

from ..page import Page
from ..page.cache import cached_property
from ..text.urls import find_base
from .dates import find_date
from .headlines import find_headline, find_page_title, read_headings
from .jsonld import LinkedData
from .languages import is_month_first
from .normalisation import first_url
from .site_names import find_site_names, stated_site_names
from .sources import Sources
from .surroundings import Surroundings
from .titles import Title, is_home_page


class Evidence:
    """A page and the sources of metadata in it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.is_home = is_home_page(page.url)  # whether it is a site's home page

    @cached_property
    def sources(self) -> Sources:
        """The elements that may hold metadata."""
        return Sources(self.page)

    @cached_property
    def base(self) -> str | None:
        """The URL that relative ones start from."""
        return find_base(self.page)

    @cached_property
    def canonical_url(self) -> str | None:
        """The page's own address, as a link or Open Graph states it."""
        return first_url(chain(self.sources.links.get("canonical", ()), self.sources.each_meta("og:url")), self.base)

    @cached_property
    def linked(self) -> LinkedData:
        """The JSON-LD."""
        own = [url for url in (self.page.url, self.canonical_url) if url]
        return LinkedData(self.page, self.sources.linked_data, own)

    @cached_property
    def stated_site_names(self) -> tuple[str, ...]:
        """The names of the site outside of JSON-LD."""
        return stated_site_names(self.sources)

    @cached_property
    def site_names(self) -> tuple[str, ...]:
        """The names of the site, the most trusted first."""
        return find_site_names(self.sources, self.linked)

    @cached_property
    def headings(self) -> dict[int, str]:
        """The texts of the h1 elements that have any, by node."""
        return read_headings(self.page, self.sources)

    @cached_property
    def title(self) -> Title:
        """The title, and the h1 that shows it."""
        return find_page_title(self)

    @cached_property
    def surroundings(self) -> Surroundings:
        """The page around its headline."""
        headline = find_headline(self) or next(iter(self.headings), None)
        return Surroundings(self.page, headline, has_items=self.sources.has_items)

    @cached_property
    def lines_near_headline(self) -> list[str]:
        """The short texts around the headline that may have a date."""
        return self.surroundings.date_lines

    def dates_near_headline(self) -> Iterator[tuple[str, date]]:
        """Yield those that have one, with it."""
        return ((line, day) for line in self.lines_near_headline if (day := self.date_in(line)))

    def date_in(self, text: str) -> date | None:
        """Return the first date in a text, as it is written in the page's language."""
        return find_date(text, month_first=self.month_first)

    def stated_date(self, text: str) -> date | None:
        """Return the same of what is no text, but says when something was; it may be a Unix time."""
        return find_date(text, month_first=self.month_first, epoch=True)

    @cached_property
    def month_first(self) -> bool:
        """Whether 3/4/2024 is 4 March in the page's language."""
        return is_month_first(self.page.value(0, "lang") if len(self.page) else None)
