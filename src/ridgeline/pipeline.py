"""The steps from a page to its extraction: parse, look for content in data, extract, complete, apply selectors.

html ─parse→ Page ─embedded.rebuild→ Page ─extractor→ Extraction ─embedded.complete→ Extraction ─rules→ Extraction

On request, a page that is an empty shell is then opened in a browser, and what it shows there takes the same steps.
"""

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from . import embedded
from .applications import find_view
from .errors import RenderError
from .extraction import Extraction, Extractor
from .extraction.hidden import leave_out_hidden
from .page import DEFAULT_LIMITS, Budget, Limits, Page, parse
from .page.visibility import Visible
from .status import Status

if TYPE_CHECKING:
    from .isolation import IsolatedExtraction, Isolation
    from .render import Renderer
    from .sites import Sites
    from .sites.rules import Selection

_NOT_A_PAGE = "{kind}, not a web page"
_REBUILT = "the page shows little or nothing: this is the content that it carries as data ({carrier})"
_COMPLETED = "the page shows only the beginning of its content: the rest is from the data that it carries ({carrier})"
_RENDERED = "this is what the page shows in a browser"
_NOT_THE_PAGE = frozenset({Status.BLOCKED, Status.ERROR})
# Pages of products look like collections where they show many others; then the data has to state the price.
_WITH_PRICES = frozenset({"product", "collection"})
_NO_BETTER = "the page shows no more in a browser"
_NOT_RENDERED = "the page could not be rendered: {error}"


@dataclass(frozen=True, slots=True)
class Pipeline:
    """An extractor and what stands around it, loaded once for any number of pages: `ExtractOptions.pipeline`.

    The content that a page carries as data is read if the page does not show all of it: see `ridgeline.embedded`.
    """

    extractor: Extractor
    selection: "Selection | None" = None  # the selectors of a person, which win over the extractor
    renderer: "Renderer | None" = None  # opens empty shells, or with its mode "always" every page, in a browser
    limits: Limits = DEFAULT_LIMITS
    sites: "Sites | None" = None  # the extractor that was learnt for a page's site takes the place of `summit`
    isolation: "Isolation | None" = None  # pages are read in another process, within these limits
    visible: Visible = "reader"  # what of hidden text is left out: `ridgeline.extraction.hidden`
    wait_for: str | None = None  # a CSS selector of what a page in a browser has to show first
    reads_data: bool = True  # False: content in data is not looked for, so leaves are those of the page that is given

    def extract(
        self, html: str | bytes, url: str | None = None, charset: str | None = None, http_status: int | None = None
    ) -> "Extraction | IsolatedExtraction":
        """Return the extraction of a page, isolated where `isolation` says so.

        Raises:
            OptionError: The extractor cannot be sent to another process.
            WorkerError: No process can be started.
        """
        if self.isolation is None:
            return self.extract_here(html, url, charset, http_status)
        from .isolation import extract_isolated  # most callers do without

        within = replace(self, isolation=None)
        read = within.extract_here if http_status is None else partial(within.extract_here, http_status=http_status)
        return extract_isolated(read, html, url, charset, self.extractor.name, self.isolation)

    def extract_here(
        self, html: str | bytes, url: str | None = None, charset: str | None = None, http_status: int | None = None
    ) -> Extraction:
        """Return the extraction of a page that this process reads."""
        return self.extract_page(parse(html, url=url, charset=charset, http_status=http_status, limits=self.limits))

    def extract_page(self, page: Page) -> Extraction:
        """Return the extraction of a page that is parsed already. What is not a web page has no content."""
        if page.kind is not None:
            remark = _NOT_A_PAGE.format(kind=page.kind.description)
            return Extraction(page, page.leaves[:0], self.extractor.name, remarks=(remark,))
        extractor = self.extractor if self.sites is None else self.sites.extractor_for(page, self.extractor)
        extraction = self._selected(page, extractor)
        renderer = self.renderer
        if renderer is None or (renderer.mode == "auto" and extraction.status is not Status.SHELL):
            return extraction
        try:
            rendered = renderer.render(page, self.limits, self.wait_for)
        except RenderError as error:
            return _remarked(extraction, _NOT_RENDERED.format(error=error))
        shown = self._selected(rendered.page, extractor)
        if _is_better(shown, extraction):
            return _remarked(shown, _RENDERED, *rendered.remarks)
        return _remarked(extraction, _NO_BETTER, *rendered.remarks)

    def _selected(self, page: Page, extractor: Extractor) -> Extraction:
        budget = page.budget.copy()
        with budget.spending():
            extraction = _of_application(self._found(page, extractor, budget).changed(given_budget=budget))
            extraction = _with_price(extraction)
            if page.remark is not None:
                extraction = _remarked(extraction, page.remark)
            if not extraction and extraction.status in _NOT_THE_PAGE:
                extraction = _remarked(extraction, extraction.status.meaning)
            if self.selection is not None:
                extraction = self.selection.apply(extraction)
            extraction = leave_out_hidden(extraction, self.visible)
            return extraction.changed(reached=extraction.reached | {"seconds"}) if budget.is_cut else extraction

    def _found(self, page: Page, extractor: Extractor, budget: Budget) -> Extraction:
        """Run an extractor on a page, and read the content that the page carries as data if it does not show all of it.

        A page that shows none of that content is rebuilt from the data first. A page that shows only the beginning is
        extracted, then completed from the data and extracted again.
        """
        if not self.reads_data:
            return extractor.extract(page)
        rebuilt = embedded.rebuild(page, budget)
        if rebuilt is not None:
            whole = extractor.extract(rebuilt)
            return _remarked(whole, _REBUILT.format(carrier=whole.carrier))
        extraction = extractor.extract(page)
        completed = embedded.complete(page, extraction.keep, budget)
        if completed is not None:
            whole = extractor.extract(completed)
            if len(whole.text) > len(extraction.text):
                return _remarked(whole, _COMPLETED.format(carrier=whole.carrier))
        return extraction


def _of_application(extraction: Extraction) -> Extraction:
    """Return the extraction of a page of a well-known application with the leaves that its selectors name.

    Extractors that know no types of pages answer alone.
    """
    if extraction.page_type is None:
        return extraction
    view = find_view(extraction.original_page, extraction.budget)
    if view is None:
        return extraction
    from .sites.rules.selection import apply_view  # few pages are of one

    return apply_view(view, extraction)


def _with_price(extraction: Extraction) -> Extraction:
    """Return the extraction of a product with the price that the page shows."""
    if extraction.page_type not in _WITH_PRICES or not extraction:  # a wall has none
        return extraction
    from .cleanup.prices import with_price  # few pages sell something
    from .metadata import stated_price

    def stated() -> float | None:
        return stated_price(extraction.page, extraction.text)

    if extraction.page_type != "product" and not stated():
        return extraction
    keep = with_price(extraction.page, extraction.keep, stated)
    return extraction if keep is extraction.keep else extraction.changed(keep=keep)


def _is_better(shown: Extraction, stored: Extraction) -> bool:
    """Return whether to keep what a browser shows: it is content, or neither is, and it says more or tells why."""
    if Status.OK in (shown.status, stored.status):
        return shown.status is Status.OK
    return len(shown.text) > len(stored.text) or (stored.status is Status.SHELL and shown.status in _NOT_THE_PAGE)


def _remarked(extraction: Extraction, *remarks: str) -> Extraction:
    return extraction.changed(remarks=(*remarks, *extraction.remarks))
