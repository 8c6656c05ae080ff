"""The metadata of a page."""

from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a page says about itself; None or () where it says nothing."""

    title: str | None = None
    authors: tuple[str, ...] = ()
    date: str | None = None  # of publication, as 2023-12-17
    modified: str | None = None  # of the last change, in the same form
    site_name: str | None = None
    language: str | None = None  # the primary subtag, as "en"; detected where the page does not declare it
    description: str | None = None
    image: str | None = None  # an absolute URL
    canonical_url: str | None = None
    tags: tuple[str, ...] = ()  # what the page is about
    hostname: str | None = None  # of the page's URL, else of the canonical one
    section: str | None = None  # of the site
    categories: tuple[str, ...] = ()  # where the site files the page; the section is one of them
    license: str | None = None  # a URL; the name of the licence where the page gives no URL
    access: str | None = None  # "free", "metered" or "locked": whether there is a paywall
    word_count: int | None = None  # of the content; in Chinese and Japanese, characters
    reading_minutes: int | None = None  # that the content takes to read, rounded up

    @property
    def author(self) -> str | None:
        """The authors in one string, separated by commas."""
        return ", ".join(self.authors) or None

    def as_dict(self) -> dict[str, Any]:
        """Return the fields by name, with values that JSON can hold."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
