"""The things that pages are about, as structured data: one typed table of kinds. A field is a row.

`ridgeline.metadata.thing_reader` reads them: JSON-LD, microdata and RDFa are brought into one form, so a row is written
once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


def _row(meaning: str, read: str, *paths: str, **more: Any) -> Any:
    """Return a field: what it means, how it is read, and where schema.org has it: keys joined by points, best first."""
    default = () if "many" in more else None
    return field(default=default, metadata={"meaning": meaning, "read": read, "paths": paths, **more})


@dataclass(frozen=True, slots=True)
class Product:
    """What a page sells."""

    name: str | None = _row("its name", "text", "name")
    brand: str | None = _row("its brand", "text", "brand", "manufacturer")
    price: float | None = _row(
        *("the price; the first of several", "number", "offers.price", "offers.lowPrice"),
        *("offers.priceSpecification.price", "hasVariant.offers.price"),
    )
    currency: str | None = _row(
        *("its currency, as EUR", "code", "offers.priceCurrency", "offers.priceSpecification.priceCurrency"),
        "hasVariant.offers.priceCurrency",
    )
    availability: str | None = _row(
        "InStock, OutOfStock, PreOrder …", "last_part", "offers.availability", "hasVariant.offers.availability"
    )
    sku: str | None = _row("the number of the shop", "text", "sku", "mpn", "productID", "hasVariant.sku")
    gtin: str | None = _row(
        "the number of trade", "text", "gtin13", "gtin", "gtin14", "gtin12", "gtin8", "isbn", "offers.gtin13"
    )
    rating: float | None = _row("the mean rating", "number", "aggregateRating.ratingValue")
    rating_count: int | None = _row(
        "how many rated it", "count", "aggregateRating.reviewCount", "aggregateRating.ratingCount"
    )


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a dish is made."""

    name: str | None = _row("the name of the dish", "text", "name")
    ingredients: tuple[str, ...] = _row("the ingredients", "lines", "recipeIngredient", "ingredients", many=True)
    steps: tuple[str, ...] = _row("what to do, step by step", "steps", "recipeInstructions", many=True)
    prep_minutes: int | None = _row("minutes of preparation", "minutes", "prepTime")
    cook_minutes: int | None = _row("minutes on the stove", "minutes", "cookTime", "performTime")
    total_minutes: int | None = _row("minutes in all", "minutes", "totalTime")
    yields: str | None = _row("for how many, or how much it makes", "text", "recipeYield", "yield")


@dataclass(frozen=True, slots=True)
class Event:
    """What happens when and where."""

    name: str | None = _row("its name", "text", "name")
    start: str | None = _row("when it begins, in ISO 8601", "moment", "startDate")
    end: str | None = _row("when it ends", "moment", "endDate")
    place: str | None = _row("the name of the place", "text", "location.name", "location")
    address: str | None = _row("the address of the place", "address", "location.address")
    organizer: str | None = _row("who holds it", "text", "organizer")
    performer: str | None = _row("who performs", "text", "performer", "performers")
    status: str | None = _row("EventScheduled, EventCancelled …", "last_part", "eventStatus")
    price: float | None = _row(
        "the price of a ticket; the first of several", "number", "offers.price", "offers.lowPrice"
    )
    currency: str | None = _row("its currency", "code", "offers.priceCurrency")


@dataclass(frozen=True, slots=True)
class Video:
    """A video that a page shows."""

    name: str | None = _row("its name", "text", "name")
    url: str | None = _row("the address of the file", "text", "contentUrl", is_url=True)
    embed_url: str | None = _row("the address of its player", "text", "embedUrl", is_url=True)
    thumbnail: str | None = _row("the address of a picture", "text", "thumbnailUrl", "thumbnail", is_url=True)
    seconds: int | None = _row("how long it is", "seconds", "duration")
    uploaded: str | None = _row("when it was published", "moment", "uploadDate", "datePublished")


Thing = Product | Recipe | Event | Video


class Kind(NamedTuple):
    """A row of the table: a class, by which types of schema.org it is known, and what it must have to be one."""

    type: type[Any]
    ends: tuple[str, ...]  # of the names of types, in lower case: MusicEvent is an event
    needs: tuple[str, ...]  # one of these fields at least
    graph: Mapping[str, str] = {}  # names in Open Graph → paths in schema.org


KINDS: dict[str, Kind] = {
    "product": Kind(
        *(Product, ("product", "productgroup", "productmodel", "vehicle"), ("price", "sku", "gtin", "brand")),
        {
            "og:title": "name",
            "product:brand": "brand",
            "og:brand": "brand",
            "product:price:amount": "offers.price",
            "og:price:amount": "offers.price",
            "product:price:currency": "offers.priceCurrency",
            "og:price:currency": "offers.priceCurrency",
            "product:availability": "offers.availability",
            "og:availability": "offers.availability",
            "product:retailer_item_id": "sku",
            "product:upc": "gtin",
            "product:ean": "gtin",
        },
    ),
    "recipe": Kind(Recipe, ("recipe",), ("ingredients", "steps")),
    "event": Kind(Event, ("event", "festival"), ("start",)),
    "video": Kind(
        *(Video, ("videoobject",), ("url", "embed_url", "seconds")),
        {
            "og:title": "name",
            "og:video:secure_url": "embedUrl",
            "og:video:url": "embedUrl",
            "og:video": "embedUrl",
            "og:image": "thumbnailUrl",
            "video:duration": "duration",
            "video:release_date": "uploadDate",
        },
    ),
}
