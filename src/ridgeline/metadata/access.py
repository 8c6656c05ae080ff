"""Finds whether a page is behind a paywall, as it states itself.

Facebook's article:content_tier is the most exact, then schema.org's isAccessibleForFree. Classes such as "paywall" are
not used: on the pages that state both, two of three with such a class are free, because the site's templates carry it.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from .evidence import Evidence
from .jsonld import Json

FREE, METERED, LOCKED = "free", "metered", "locked"
_TIERS = {
    **dict.fromkeys(("free", "public", "open"), FREE),
    **dict.fromkeys(("metered", "meter", "registered", "registration"), METERED),
    **dict.fromkeys(("locked", "premium", "paid", "subscriber", "subscribers", "subscription"), LOCKED),
}
_TIER_META = ("article:content_tier", "og:article:content_tier", "content_tier", "content-tier", "bb:content-tier")
_FREE_WORDS = {"true": FREE, "yes": FREE, "1": FREE, "false": LOCKED, "no": LOCKED, "0": LOCKED}
_MAX_PARTS = 20
_MAX_LENGTH = 200


def find_access(evidence: Evidence) -> str | None:
    """Return "free", "metered" (free up to a number of pages) or "locked"; None where the page does not say."""
    for content in islice(evidence.sources.each_meta(*_TIER_META), _MAX_PARTS):
        if tier := _TIERS.get(content[:_MAX_LENGTH].strip().lower()):
            return tier
    states = list(_stated(evidence))
    return LOCKED if LOCKED in states else next(iter(states), None)


def _stated(evidence: Evidence) -> Iterator[str]:
    """Yield what the JSON-LD says of the whole page and of its parts."""
    for node in evidence.linked.about_page:
        for part in (node, *_parts(node)):
            stated = part.get("isAccessibleForFree")
            if stated is not None and (state := _FREE_WORDS.get(_word(stated))):
                yield state


def _word(value: Any) -> str:
    """Return a truth value as a word; it is written as one, as a string, or as the URL of schema.org's False."""
    written = value if isinstance(value, str) else str(value) if isinstance(value, bool | int) else ""
    return written[:_MAX_LENGTH].strip().rpartition("/")[2].lower()


def _parts(node: Json) -> list[Json]:
    parts = node.get("hasPart")
    listed = parts[:_MAX_PARTS] if isinstance(parts, list) else [parts]
    return [part for part in listed if isinstance(part, dict)]
