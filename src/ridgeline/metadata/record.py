"""The metadata of a page."""

from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from .things import Event, Product, Recipe, Video


def _stated(default: Any, meaning: str) -> Any:
    """Return a field; tables, schemas and docs say what it means."""
    return field(default=default, metadata={"meaning": meaning})


@dataclass(frozen=True, slots=True)
class Metadata:
    """The metadata of a page, as it states them; None or () where it says nothing."""

    title: str | None = _stated(None, "the headline")
    authors: tuple[str, ...] = _stated((), "the authors")
    date: str | None = _stated(None, "the date of publication, as 2023-12-17")
    modified: str | None = _stated(None, "the date of the last change, in the same form")
    site_name: str | None = _stated(None, "the name of the site")
    language: str | None = _stated(None, "the language, as en; detected where the page does not declare it")
    description: str | None = _stated(None, "a summary")
    image: str | None = _stated(None, "the URL of its picture, absolute")
    canonical_url: str | None = _stated(None, "the URL that the page names as its own")
    tags: tuple[str, ...] = _stated((), "what the page is about")
    hostname: str | None = _stated(None, "the host of its URL, else of the canonical one")
    section: str | None = _stated(None, "the section of the site")
    categories: tuple[str, ...] = _stated((), "where the site files the page; the section is one of them")
    license: str | None = _stated(None, "the URL of its licence; the name where the page gives no URL")
    access: str | None = _stated(None, "free, metered or locked: whether there is a paywall")
    word_count: int | None = _stated(None, "the words of the content; in Chinese and Japanese, characters")
    reading_minutes: int | None = _stated(None, "the minutes that the content takes to read, rounded up")
    product: Product | None = _stated(None, "what the page sells: name, brand, price, currency, availability …")  # noqa: RUF009 - a field
    recipe: Recipe | None = _stated(None, "a recipe: ingredients, steps, times, yield")  # noqa: RUF009 - a field
    event: Event | None = _stated(None, "an event: start, end, place …")  # noqa: RUF009 - a field
    video: Video | None = _stated(None, "a video: addresses, length …")  # noqa: RUF009 - a field

    @property
    def author(self) -> str | None:
        """The authors in one string, separated by commas."""
        return ", ".join(self.authors) or None

    def as_dict(self) -> dict[str, Any]:
        """Return the fields by name, with values that JSON can hold."""
        return {name: _plain(getattr(self, name)) for name in _NAMES}


_NAMES = tuple(own.name for own in fields(Metadata))


def _plain(value: Any) -> Any:
    """Return a value as JSON can hold it."""
    if value is None or isinstance(value, str):
        return value  # most are
    if isinstance(value, tuple):
        return list(value)
    return {own.name: _plain(getattr(value, own.name)) for own in fields(value)} if is_dataclass(value) else value
