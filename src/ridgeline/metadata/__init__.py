"""Reads the metadata of a page: title, authors, dates, site, language, description, image, canonical URL, tags.

A page states it in many places, and they disagree. Each field has its sources in order of trust, best first:

    title          the h1 that shares its words with a title of the head; else a title of the head (JSON-LD headline,
                   og:title, `title` element) without the name of the site; else the first h1
    authors        JSON-LD, meta elements, microdata, rel=author, "By …" near the headline, elements with a class for
                   it; an organisation or the site itself only where no person is named
    date           JSON-LD, article:published_time, other meta elements, microdata, `time`, the URL, a date near the
                   headline, elements with a class for it; the URL decides between two neighbouring days
    modified       JSON-LD, meta elements, microdata, `time`
    site_name      og:site_name, the JSON-LD publisher, web site or organisation, the application's name
    language       html lang, content-language, og:locale, JSON-LD
    description    og:description, description, JSON-LD, twitter:description
    image          og:image, JSON-LD, twitter:image, rel=image_src, microdata
    canonical_url  rel=canonical, og:url, JSON-LD
    tags           JSON-LD keywords, article:tag, keywords and the like; else rel=tag

Pages may be hostile: every list and every string is bounded, nothing recurses, nothing raises.
"""

from ..page import Page
from .record import Metadata

__all__ = ["Metadata", "read_metadata"]


def read_metadata(page: Page) -> Metadata:
    """Return the metadata of a page. Never raises because of the page."""
    # The readers are many patterns, which are compiled when they are first needed.
    from .read import read_metadata as read

    return read(page)
