"""The record of what was learnt about a site, in its profile."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from ..errors import SiteError
from .kinds import KINDS


@dataclass(frozen=True, slots=True)
class Learnt:
    """One kind of knowledge about a site: when it was learnt, from what, and what it is worth."""

    kind: str  # one of KINDS
    made: str  # the time, in ISO 8601
    pages: int  # the number of corrected pages that it was learnt from
    f1_before: float | None = None  # mean word F1 of those pages without it, …
    f1_after: float | None = None  # … and with what the other pages teach (leave-one-out)

    def as_dict(self) -> dict[str, Any]:
        """Return the record as a JSON object."""
        return asdict(self)

    @classmethod
    def from_dict(cls, fields: object, origin: str) -> "Learnt":
        """Return the record of a JSON object. Raises SiteError, which names the `origin`."""
        if not isinstance(fields, Mapping) or fields.get("kind") not in KINDS:
            raise SiteError(f"{origin}: damaged: no kind of knowledge that this ridgeline knows; delete it")
        try:
            pages = int(fields["pages"])
            return cls(
                fields["kind"], _text(fields["made"]), pages, *map(_share, (fields["f1_before"], fields["f1_after"]))
            )
        except (KeyError, TypeError, ValueError) as error:
            raise SiteError(f"{origin}: damaged: not a record of what was learnt ({error}); delete it") from error


def now() -> str:
    """Return the present time as records have it."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} is not a string")
    return value


def _share(value: object) -> float | None:
    if value is None:
        return None
    if not isinstance(value, int | float) or not math.isfinite(value):
        raise TypeError(f"{value!r:.40} is not a number")
    return float(value)
