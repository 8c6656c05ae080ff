"""ridgeline finds the primary content of any web page.

import ridgeline

extraction = ridgeline.extract(html)        # str or bytes
extraction.text, extraction.markdown, extraction.html, extraction.metadata

page = ridgeline.parse(html)                # parse once …
ridgeline.load("mountain").extract(page)  # … and use any extractor, by name
"""

from .errors import RidgelineError
from .extraction import Extraction, Extractor, Trainable
from .metadata import Metadata
from .page import Limits, Node, Page, parse
from .pipeline import extract
from .registry import DEFAULT_EXTRACTOR, REGISTRY, load
from .status import Status

__version__ = "0.2.0"

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
