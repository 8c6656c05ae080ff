"""What the readers of all fields share, collected once."""

from dataclasses import dataclass

from ..page import Page
from .jsonld import LinkedData
from .sources import Sources
from .surroundings import Surroundings


@dataclass(frozen=True, slots=True)
class Evidence:
    """A page and the sources of metadata in it."""

    page: Page
    sources: Sources
    linked: LinkedData
    surroundings: Surroundings
    site_names: tuple[str, ...]
    month_first: bool  # whether 3/4/2024 is 4 March in the page's language
    is_home: bool  # whether it is a site's home page
