"""The way of one page: parse, look for content in data, extract, complete, apply the selectors of a person.

html ─parse→ Page ─embedded.rebuild→ Page ─extractor→ Extraction ─embedded.complete→ Extraction ─rules→ Extraction

On request, a page that is an empty shell is then opened in a browser, and what it shows there goes the same way.
"""

import os
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from . import embedded
from .errors import OptionError, RenderError
from .extraction import Extraction, Extractor
from .page import DEFAULT_LIMITS, Budget, Limits, Page, parse
from .registry import DEFAULT_EXTRACTOR, REGISTRY, load, load_once
from .status import Status

if TYPE_CHECKING:
    from .isolation import IsolatedExtraction, Isolation
    from .render import Renderer
    from .sites import Sites
    from .sites.rules import Rules, Selection

_FILES = frozenset({"head", "model"})  # options that name a file
_NOT_A_PAGE = "{kind}, not a web page"
_REBUILT = "the page shows little or nothing: this is the content that it carries as data ({carrier})"
_COMPLETED = "the page shows only the beginning of its content: the rest is from the data that it carries ({carrier})"
_RENDERED = "this is what the page shows in a browser"
_NO_BETTER = "the page shows no more in a browser"
_NOT_RENDERED = "the page could not be rendered: {error}"


def extract(
    html: str | bytes,
    *,
    url: str | None = None,
    charset: str | None = None,
    extractor: str | Extractor = DEFAULT_EXTRACTOR,
    favor: Literal["precision", "balanced", "recall"] | None = None,
    comments: bool | None = None,
    select: str | Sequence[str] = (),
    exclude: str | Sequence[str] = (),
    rules: "Rules | str | os.PathLike[str] | None" = None,
    sites: "Sites | str | os.PathLike[str] | bool | None" = None,
    render: "Literal['auto', 'always'] | Renderer | None" = None,
    limits: Limits = DEFAULT_LIMITS,
    isolated: "bool | Isolation" = False,
    **options: Any,
) -> Extraction:
    """Extract the primary content of a page: `.text`, `.markdown`, `.html`, `.metadata`, `.status`, `.confidence`.

    A page never raises: empty, huge, broken or wrongly encoded input gives an empty or partial result.

    Args:
        html: The source of the page, not its path: text, or bytes in any encoding of the web.
        url: The address of the page. Links are resolved against it, and `summit` uses it as a feature.
        charset: The encoding that the HTTP header named. Text needs none.
        extractor: A name in `ridgeline.REGISTRY`, or an extractor that `ridgeline.load` returned.
        favor: What to do in doubt: "precision" keeps less, "recall" keeps more. Only for `summit`.
        comments: True keeps readers' comments, False drops them, None lets the extractor decide. Only for `summit`.
        select: CSS selectors of the content, which win over the extractor. It decides where they match nothing.
        exclude: CSS selectors of what is not content.
        rules: Such selectors by site: `ridgeline.sites.rules.Rules`, or the path of their file, which each call reads.
        sites: What was learnt from corrected pages of sites: True for that of the user's folder, the path of another
            folder, or `ridgeline.sites.Sites`, which is read once for many pages. See docs/learning.md.
        render: Open pages in a browser: "auto" those that are empty shells without one, "always" all. Scripts and
            network of the page are used then. A `ridgeline.render.Renderer` has a mode and limits of its own.
        limits: Bounds on characters, depth, attributes, nodes and seconds. `Page.cuts` names those that were reached.
        isolated: True reads the page in another process with limits on time and memory, for pages from enemies; a
            `ridgeline.Isolation` sets other limits. The answer is a `ridgeline.IsolatedExtraction`, which has every
            view but the page itself. A page that exhausts or crashes its process gives an empty one.
        **options: Further options of the extractor, such as `model`. `ridgeline.load(name, …)` takes the same.

    Returns:
        The leaves that the extractor keeps, with views of them in every format.

    Raises:
        UnknownExtractorError: No extractor has this name.
        OptionError: The extractor does not take an option or its value, or a selector is wrong.
        MissingExtraError: The extractor or the browser needs an extra that is not installed.
        ModelError: The model cannot be read, or the extractor was not fitted to a site.
        TemplateError: `fast-template` does not know the site of the page.
        RuleError: The file of rules cannot be read.
        SiteError: What was learnt about sites cannot be read.
        WorkerError: The process of an isolated page cannot be started.
        TypeError: `html` is neither text nor bytes.
    """
    given = {name: value for name, value in (("favor", favor), ("comments", comments)) if value is not None}
    chosen = _choose(extractor, given | options)
    known = choose_sites(sites)
    selection = choose_selection(select, exclude, rules, known)
    isolation = choose_isolation(isolated, chosen, render)
    if isolation is not None:
        return extract_isolated(html, chosen, isolation, selection, limits, known, url=url, charset=charset)
    renderer = choose_renderer(render)
    page = parse(html, url=url, charset=charset, limits=limits)
    return extract_page(page, chosen, selection, renderer, limits, known)


def choose_sites(sites: "Sites | str | os.PathLike[str] | bool | None") -> "Sites | None":
    """Return what is known about sites, with True that of the user's folder; None where nothing is to apply.

    Raises:
        OptionError: It is neither a folder nor read already.
        RuleError, SiteError: A file of the folder cannot be read.
    """
    if sites is None or sites is False:
        return None
    from .sites.collection import choose_sites as choose  # most callers do without

    return choose(sites)


def choose_selection(
    select: str | Sequence[str] = (),
    exclude: str | Sequence[str] = (),
    rules: "Rules | str | os.PathLike[str] | None" = None,
    sites: "Sites | None" = None,
) -> "Selection | None":
    """Return the selectors to apply to pages, rules of `sites` among them; None where there are none.

    Raises:
        OptionError: A selector is wrong.
        RuleError: The file of rules cannot be read.
    """
    if not select and not exclude and rules is None and not (sites and sites.rules):
        return None
    from .sites.rules import Rules, Selection, as_selectors  # most callers do without

    if isinstance(rules, str | os.PathLike):
        rules = Rules.load(rules)
    elif not isinstance(rules, Rules | None):
        raise OptionError(f"rules are a ridgeline.sites.rules.Rules or the path of a file, not {rules!r:.40}")
    if sites is not None:
        rules = sites.rules_with(rules)
    return Selection(as_selectors(select), as_selectors(exclude), rules or Rules())


def choose_renderer(render: "Literal['auto', 'always'] | Renderer | None") -> "Renderer | None":
    """Return the renderer of pages; for a mode, that which this process shares.

    Raises:
        OptionError: The mode is unknown.
        MissingExtraError: Playwright is not installed.
    """
    if render is None:
        return None
    from .render import Renderer, shared_renderer  # most callers do without

    return render if isinstance(render, Renderer) else shared_renderer(render)


def choose_isolation(
    isolated: "bool | Isolation", extractor: Extractor, render: "Literal['auto', 'always'] | Renderer | None" = None
) -> "Isolation | None":
    """Return what an isolated page may use, with True the defaults; None where pages are not isolated.

    Raises OptionError where it is neither, where a browser is wanted as well, or where this system cannot do it.
    """
    if isolated is False:
        return None
    if render is not None:
        raise OptionError("isolated and render cannot be used together: the browser would run without the limits")
    if extractor.name in REGISTRY and REGISTRY[extractor.name].needs == "render":
        raise OptionError(f"{extractor.name} opens pages in a browser, which cannot be isolated: choose another")
    from .isolation import choose_isolation as choose  # most callers do without

    return choose(isolated)


def extract_isolated(
    html: str | bytes,
    extractor: Extractor,
    isolation: "Isolation",
    selection: "Selection | None" = None,
    limits: Limits = DEFAULT_LIMITS,
    sites: "Sites | None" = None,
    *,
    url: str | None = None,
    charset: str | None = None,
) -> "IsolatedExtraction":
    """Parse a page and run `extract_page` on it, all in another process.

    Raises:
        OptionError: The extractor cannot be sent to another process.
        WorkerError: No process can be started.
    """
    from .isolation import extract_isolated as extract_in_process  # most callers do without

    recipe = partial(_parse_and_extract, extractor=extractor, selection=selection, limits=limits, sites=sites)
    return extract_in_process(recipe, html, url, charset, extractor.name, isolation)


def _parse_and_extract(
    html: str | bytes,
    url: str | None,
    charset: str | None,
    *,
    extractor: Extractor,
    selection: "Selection | None",
    limits: Limits,
    sites: "Sites | None",
) -> Extraction:
    page = parse(html, url=url, charset=charset, limits=limits)
    return extract_page(page, extractor, selection, limits=limits, sites=sites)


def extract_page(
    page: Page,
    extractor: Extractor,
    selection: "Selection | None" = None,
    renderer: "Renderer | None" = None,
    limits: Limits = DEFAULT_LIMITS,
    sites: "Sites | None" = None,
) -> Extraction:
    """Run an extractor on a page, then apply the selectors of a person, which win over it.

    With `sites`, the extractor that was learnt for the page's site takes the place of `summit`.

    The content that a page carries as data is read if the page does not show all of it: see `ridgeline.embedded`.
    What is not a web page has no content. With a renderer, a page that is an empty shell, or with its mode "always"
    every page, is opened in a browser, and what it shows is parsed within `limits` and extracted.
    """
    if page.kind is not None:
        remark = _NOT_A_PAGE.format(kind=page.kind.description)
        return Extraction(page, page.leaves[:0], extractor.name, remarks=(remark,))
    if sites is not None:
        extractor = sites.extractor_for(page, extractor)
    extraction = _selected(page, extractor, selection)
    if renderer is None or (renderer.mode == "auto" and extraction.status is not Status.SHELL):
        return extraction
    try:
        rendered = renderer.render(page, limits)
    except RenderError as error:
        return _remarked(extraction, _NOT_RENDERED.format(error=error))
    shown = _selected(rendered.page, extractor, selection)
    if _is_better(shown, extraction):
        return _remarked(shown, _RENDERED, *rendered.remarks)
    return _remarked(extraction, _NO_BETTER, *rendered.remarks)


def _is_better(shown: Extraction, stored: Extraction) -> bool:
    """Whether to keep what a browser shows: it is content, or neither is, and it says more or tells why."""
    if Status.OK in (shown.status, stored.status):
        return shown.status is Status.OK
    return len(shown.text) > len(stored.text) or (stored.status, shown.status) == (Status.SHELL, Status.BLOCKED)


def _selected(page: Page, extractor: Extractor, selection: "Selection | None") -> Extraction:
    budget = page.budget.copy()
    with budget.spending():
        extraction = replace(_extract(page, extractor, budget), given_budget=budget)
        return extraction if selection is None else selection.apply(extraction)


def _extract(page: Page, extractor: Extractor, budget: Budget) -> Extraction:
    """Run an extractor on a page, and read the content that the page carries as data if it does not show all of it.

    A page that shows none of that content is rebuilt from the data first. A page that shows only the beginning is
    extracted, then completed from the data and extracted again.
    """
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


def _remarked(extraction: Extraction, *remarks: str) -> Extraction:
    return replace(extraction, remarks=(*remarks, *extraction.remarks))


def _choose(extractor: str | Extractor, options: Mapping[str, Any]) -> Extractor:
    if isinstance(extractor, str):
        # An unhashable option cannot be cached, and a file may change.
        reusable = _FILES.isdisjoint(options) and all(isinstance(value, Hashable) for value in options.values())
        return load_once(extractor, **options) if reusable else load(extractor, **options)
    if options:
        raise OptionError(f"{extractor.name} is loaded already: give {', '.join(options)} to `load`, or its name here")
    return extractor
