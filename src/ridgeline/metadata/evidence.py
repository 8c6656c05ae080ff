"""All that a page says, gathered once and handed to every field's finder."""

from dataclasses import dataclass

from ..page import Page
from .jsonld import LinkedData
from .sources import Sources
from .surroundings import Surroundings


@dataclass(frozen=True, slots=True)
class Evidence:
    """A page and the places in it that speak about it."""

    page: Page
    sources: Sources
    linked: LinkedData
    surroundings: Surroundings
    site_names: tuple[str, ...]
    month_first: bool  # how the page's language reads 3/4/2024
    is_home: bool  # whether it is the home page of its site
