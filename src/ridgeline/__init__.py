"""ridgeline finds the primary content of any web page.

import ridgeline

extraction = ridgeline.extract(html)        # str or bytes
extraction.text, extraction.markdown, extraction.html, extraction.metadata

page = ridgeline.parse(html)                # parse once …
ridgeline.load("mountain").extract(page)  # … and use any extractor, by name
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .errors import RidgelineError
from .extraction import Extraction, Extractor, Trainable
from .page import Limits, Node, Page, parse
from .pipeline import extract
from .registry import DEFAULT_EXTRACTOR, REGISTRY, load
from .status import Status

if TYPE_CHECKING:
    from .metadata import Metadata

__version__ = "0.3.0"

__all__ = [
    "DEFAULT_EXTRACTOR",
    "REGISTRY",
    "Extraction",
    "Extractor",
    "Limits",
    "Metadata",
    "Node",
    "Page",
    "RidgelineError",
    "Status",
    "Trainable",
    "__version__",
    "extract",
    "load",
    "parse",
]


def __getattr__(name: str) -> Any:
    """Import `metadata` when it is asked for: a plain extraction does not need it (PEP 562)."""
    if name not in ("Metadata", "metadata"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(".metadata", __name__)
    return module if name == "metadata" else module.Metadata


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
