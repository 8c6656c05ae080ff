"""Permissions for robots, read from a host's robots.txt (RFC 9309).

A robots.txt that is not there allows everything. One that the server cannot give (an answer of 5xx, a timeout, more
than the limit) allows nothing, since it cannot be known.
"""

from dataclasses import dataclass
from typing import Any

from ...errors import FetchError, MissingExtraError
from ...fetch import fetch_page
from ...parameters import FetchOptions
from ..records import FETCH, ROBOTS

AGENT = "ridgeline"
MAX_DELAY_SECONDS = 30.0  # that a robots.txt may ask for between two requests
_MAX_BYTES = 1_000_000  # the standard asks for 500 KiB


@dataclass(frozen=True, slots=True)
class Robots:
    """The permissions of a host."""

    rules: Any = None  # of Protego; None: everything
    refusal: str | None = None  # why nothing is allowed, as the error of a page

    def refuses(self, url: str) -> str | None:
        """Return why a page may not be fetched; None if it may."""
        if self.refusal is not None:
            return self.refusal
        if self.rules is None or self.rules.can_fetch(url, AGENT):
            return None
        return f"{ROBOTS}: robots.txt of the host does not allow it"

    @property
    def delay_seconds(self) -> float:
        """The seconds between two requests that the host asks for, within reason."""
        asked = None if self.rules is None else self.rules.crawl_delay(AGENT)
        return min(float(asked or 0), MAX_DELAY_SECONDS)


def fetch_robots(origin: str, options: FetchOptions) -> Robots:
    """Return what a host allows, which is given with its scheme and port."""
    try:
        fetched = fetch_page(f"{origin}/robots.txt", options, max_bytes=_MAX_BYTES)
    except FetchError as error:
        if error.http_status is None:
            return Robots(refusal=f"{FETCH}: {error}")  # nor can the page
        is_missing = 400 <= error.http_status < 500 and error.http_status != 429
        return Robots() if is_missing else Robots(refusal=f"{ROBOTS}: robots.txt cannot be fetched: {error}")
    return Robots(_parser().parse(fetched.data.decode("utf-8", "replace")))


def _parser() -> Any:
    try:
        from protego import Protego
    except ModuleNotFoundError as error:
        raise MissingExtraError("reading robots.txt needs protego", "bulk") from error
    return Protego
