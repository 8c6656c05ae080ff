"""What a page says about itself: title, authors, dates, site, language, description, image, address, tags.

A page says it in many places, and they disagree. Each field has its own order of trust, best first:

    title          the h1 that shares its words with what the head states; else what the head states (JSON-LD headline,
                   og:title, `title` element) without the name of the site; else the first h1
    authors        JSON-LD, meta elements, microdata, rel=author, "By …" near the headline, elements named for it;
                   an organisation or the site itself only where no person is named
    date           JSON-LD, article:published_time, other meta elements, microdata, `time`, the address, a date near the
                   headline, elements named for it; the address settles between two neighbouring days
    modified       JSON-LD, meta elements, microdata, `time`
    site_name      og:site_name, the JSON-LD publisher, web site or organisation, the application's name
    language       html lang, content-language, og:locale, JSON-LD
    description    og:description, description, JSON-LD, twitter:description
    image          og:image, JSON-LD, twitter:image, rel=image_src, microdata
    canonical_url  rel=canonical, og:url, JSON-LD
    tags           JSON-LD keywords, article:tag, keywords and their like; else rel=tag

Pages are hostile: every list and every string is bounded, nothing recurses, nothing raises.
"""

from ..page import Page
from .record import Metadata

__all__ = ["Metadata", "read_metadata"]


def read_metadata(page: Page) -> Metadata:
    """What the page says about itself."""
    # The readers are many patterns: compiled for those who ask, not at every start.
    from .read import read_metadata as read

    return read(page)
