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
from .options import extract
from .page import Limits, Node, Page, parse
from .registry import DEFAULT_EXTRACTOR, REGISTRY, load
from .status import Status

if TYPE_CHECKING:
    from .isolation import IsolatedExtraction, Isolation
    from .metadata import Metadata

__version__ = "0.3.0"

__all__ = [
    "DEFAULT_EXTRACTOR",
    "REGISTRY",
    "Extraction",
    "Extractor",
    "IsolatedExtraction",
    "Isolation",
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


_LATER = {"Metadata": "metadata", "IsolatedExtraction": "isolation", "Isolation": "isolation"}


def __getattr__(name: str) -> Any:
    """Import `metadata` and `isolation` when they are asked for: a plain extraction needs neither (PEP 562)."""
    if name in _LATER:
        return getattr(import_module(f".{_LATER[name]}", __name__), name)
    if name in _LATER.values():
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
