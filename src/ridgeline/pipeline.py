"""The way of one page: parse, look for content in data, extract, complete.

html ─parse→ Page ─embedded.rebuild→ Page ─extractor→ Extraction ─embedded.complete→ Extraction
"""

from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import Any, Literal

from . import embedded
from .errors import OptionError
from .extraction import Extraction, Extractor
from .page import DEFAULT_LIMITS, Limits, Page, parse
from .registry import DEFAULT_EXTRACTOR, load, load_once

_REBUILT = "the page shows little or nothing: this is the content that it carries as data ({carrier})"
_COMPLETED = "the page shows only the beginning of its content: the rest is from the data that it carries ({carrier})"


def extract(
    html: str | bytes,
    *,
    url: str | None = None,
    charset: str | None = None,
    extractor: str | Extractor = DEFAULT_EXTRACTOR,
    favor: Literal["precision", "balanced", "recall"] | None = None,
    comments: bool | None = None,
    limits: Limits = DEFAULT_LIMITS,
    **options: Any,
) -> Extraction:
    """Extract the primary content of a page: `.text`, `.markdown`, `.html`, `.metadata`, `.status`, `.confidence`.

        html       the source of the page, as text or as bytes in any encoding of the web
        url        the address of the page: links are resolved against it, and it is a feature of the page
        charset    what the HTTP header said of the encoding
        extractor  a name of `ridgeline.REGISTRY`, or an extractor made by `ridgeline.load`
        favor      where in doubt keep less ("precision") or more ("recall"); `summit` alone
        comments   True keeps readers' comments, False drops them, None leaves it to `summit`
        limits     bounds on characters, nodes, depth and seconds; `page.cuts` names those that were reached
        options    further options of the extractor; `ridgeline.load(name, …)` takes the same

    A page never raises: empty, huge, broken or wrongly encoded input gives an empty or partial result. Wrong options
    raise OptionError, an unknown name UnknownExtractorError.
    """
    given = {name: value for name, value in (("favor", favor), ("comments", comments)) if value is not None}
    chosen = _choose(extractor, given | options)
    return extract_page(parse(html, url=url, charset=charset, limits=limits), chosen)


def extract_page(page: Page, extractor: Extractor) -> Extraction:
    """Run an extractor on a page, and on the content that the page carries as data where it shows that not at all
    (before the extractor) or only in part (after it).
    """
    rebuilt = embedded.rebuild(page)
    if rebuilt is not None:
        return _remarked(extractor.extract(rebuilt), _REBUILT)
    extraction = extractor.extract(page)
    completed = embedded.complete(page, extraction.keep)
    if completed is not None:
        whole = extractor.extract(completed)
        if len(whole.text) > len(extraction.text):
            return _remarked(whole, _COMPLETED)
    return extraction


def _remarked(extraction: Extraction, remark: str) -> Extraction:
    return replace(extraction, remarks=(remark.format(carrier=extraction.carrier), *extraction.remarks))


def _choose(extractor: str | Extractor, options: Mapping[str, Any]) -> Extractor:
    if isinstance(extractor, str):
        # An unhashable option cannot be cached, and the file of a model may change.
        reusable = "model" not in options and all(isinstance(value, Hashable) for value in options.values())
        return load_once(extractor, **options) if reusable else load(extractor, **options)
    if options:
        raise OptionError(f"{extractor.name} is loaded already: give {', '.join(options)} to `load`, or its name here")
    return extractor
