"""Bounds on the work of a browser on one page."""

from dataclasses import dataclass, fields

from ..parameters import DEFAULT_MAX_BYTES, check_number

DEFAULT_RENDER_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class RenderLimits:
    """Bounds on the work of a browser on one page."""

    seconds: float = DEFAULT_RENDER_SECONDS  # from the start of the page to its source; a start of the browser aside
    requests: int = 500  # without those for pictures, fonts, sounds and films, which are not loaded
    received_bytes: int = DEFAULT_MAX_BYTES
    memory_bytes: int = 2_000_000_000  # of all processes of the browser; Linux only
    navigations: int = 5  # to other documents
    characters: int = 8_000_000  # of the source, before and after

    def __post_init__(self) -> None:
        for field in fields(self):
            value, whole = getattr(self, field.name), field.name != "seconds"
            check_number(f"{field.name} of rendering", value, "positive", lambda number: number > 0, whole=whole)
