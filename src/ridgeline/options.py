"""What an extraction may be asked: `ExtractOptions`, one row an option, and `extract`, which takes them by name.

Every face reads this table. Python has the parameters of `extract`; the command line, bulk, the service, MCP and the
integrations make theirs from the rows (`ridgeline.parameters`), so a new option is a row and a parameter here, and
what it does elsewhere. How the answer is written is another table: `ridgeline.output.OutputOptions`.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, Self, overload

from .errors import OptionError
from .extraction import Extraction, Extractor
from .extraction.hidden import check_visible
from .page import DEFAULT_LIMITS, Limits
from .page.selector_syntax import parse_selector
from .page.visibility import Visible
from .parameters import MAX_SELECTORS, parameter, parameters_of
from .pipeline import Pipeline
from .registry import DEFAULT_EXTRACTOR, REGISTRY, load_ready

if TYPE_CHECKING:
    from .isolation import IsolatedExtraction, Isolation
    from .render import Renderer
    from .sites import Sites
    from .sites.rules import Rules, Selection

Favor = Literal["precision", "balanced", "recall"]

_SELECTORS = {"type": tuple[str, ...], "bounds": (0, MAX_SELECTORS), "metavar": "CSS"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractOptions:
    """What an extraction may be asked. `extract` says what each means; `others` are further options of the extractor.

    The rows have their values as Python takes them; how they are written on a command line or in a request is in
    `parameters_of(ExtractOptions)`.
    """

    extractor: str | Extractor = DEFAULT_EXTRACTOR
    favor: Favor | None = parameter(None, "In doubt, keep less or more; summit only.", of_extractor=True)
    comments: bool | None = parameter(None, "Keep or drop readers' comments; summit only.", of_extractor=True)
    select: str | Sequence[str] = parameter(
        (),
        "CSS selectors of the content: what is inside of them, instead of what the extractor keeps; repeatable.",
        **_SELECTORS,
    )
    exclude: str | Sequence[str] = parameter((), "CSS selectors of what is not content; repeatable.", **_SELECTORS)
    visible: Visible = parameter(
        "reader",
        "Keep what a person can get to see (reader), what stands there at once (screen), or hidden text too (page).",
    )
    rules: "Rules | str | os.PathLike[str] | None" = parameter(
        None, "Site rules; see `ridgeline rules list --help`.", type=os.PathLike, remote=None, metavar="FILE"
    )
    sites: "Sites | str | os.PathLike[str] | bool | None" = parameter(
        None,
        "Use site profiles, which were learnt from corrected pages: those of your data folder, or of another.",
        type=str,
        remote=bool,
        metavar="[=FOLDER]",
        read=lambda folder: folder or True,
    )
    wait_for: str | None = parameter(
        None, "Where a page is opened in a browser: wait for what a CSS selector matches.", metavar="CSS"
    )
    limits: Limits = parameter(
        DEFAULT_LIMITS,
        "Processor time of a page, 2.5 by default; what there is by then is used.",
        type=float,
        remote=None,
        flag="--seconds",
        metavar="SECONDS",
        read=lambda seconds: Limits(seconds=seconds),
    )
    render: "Literal['auto', 'always'] | Renderer | None" = None
    isolated: "bool | Isolation" = False
    others: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, **given: Any) -> Self:
        """Return the options of these names; those that are not in the table are further ones of the extractor."""
        others = {name: given.pop(name) for name in [*given] if name not in _NAMES}
        return cls(**given, others=others)

    def pipeline(self) -> Pipeline:
        """Load what the options name, once for any number of pages. Raises what `extract` raises for its options."""
        extractor = _load(self.extractor, self.extractor_options())
        sites = _read_sites(self.sites)
        selection = _choose_selection(self.select, self.exclude, _read_rules(self.rules), sites)
        isolation = _choose_isolation(self.isolated, extractor, self.render)
        check_visible(self.visible)
        renderer = _choose_renderer(self.render)
        if self.wait_for is not None:
            _check_wait(self.wait_for, self.render)
        return Pipeline(extractor, selection, renderer, self.limits, sites, isolation, self.visible, self.wait_for)

    def extractor_options(self) -> dict[str, Any]:
        """Return the options of the extractor that are given."""
        own = {name: getattr(self, name) for name in _OF_EXTRACTOR}
        return {name: value for name, value in own.items() if value is not None} | dict(self.others)

    def with_extractor(self, extractor: str | Extractor) -> Self:
        """Return the same options for another extractor; one that is loaded already has its own."""
        if isinstance(extractor, str):
            return replace(self, extractor=extractor)
        none: dict[str, Any] = dict.fromkeys(_OF_EXTRACTOR)
        return replace(self, extractor=extractor, others={}, **none)

    def read_files(self) -> Self:
        """Return the same options with the rules and the site profiles that they name in place of their paths.

        Raises RuleError, SiteError or OptionError.
        """
        return replace(self, rules=_read_rules(self.rules), sites=_read_sites(self.sites))


_NAMES = frozenset(own.name for own in fields(ExtractOptions)) - {"others"}
_OF_EXTRACTOR = tuple(row.name for row in parameters_of(ExtractOptions) if row.of_extractor)


_NOTHING = (None,) * 9


@lru_cache(maxsize=16)
def _plain_pipeline(extractor: str, limits: Limits) -> Pipeline:
    """Return the pipeline of an extractor without options, which most pages are read with."""
    return ExtractOptions(extractor=extractor, limits=limits).pipeline()


def _load(extractor: str | Extractor, options: Mapping[str, Any]) -> Extractor:
    if isinstance(extractor, str):
        return load_ready(extractor, **options)
    if options:
        raise OptionError(f"{extractor.name} is loaded already: give {', '.join(options)} to `load`, or its name here")
    return extractor


def _read_rules(rules: "Rules | str | os.PathLike[str] | None") -> "Rules | None":
    if rules is None:
        return None
    from .sites.rules import Rules  # most callers do without

    if isinstance(rules, str | os.PathLike):
        return Rules.load(rules)
    if not isinstance(rules, Rules):
        raise OptionError(f"rules are a ridgeline.sites.rules.Rules or the path of a file, not {rules!r:.40}")
    return rules


def _read_sites(sites: "Sites | str | os.PathLike[str] | bool | None") -> "Sites | None":
    if sites is None or sites is False:
        return None
    from .sites.collection import choose_sites  # most callers do without

    return choose_sites(sites)


def _choose_selection(
    select: str | Sequence[str], exclude: str | Sequence[str], rules: "Rules | None", sites: "Sites | None"
) -> "Selection | None":
    """Return the selectors to apply to pages, rules of site profiles among them; None where there are none."""
    if not select and not exclude and rules is None and not (sites and sites.rules):
        return None
    from .sites.rules import Rules, Selection, as_selectors  # most callers do without

    if sites is not None:
        rules = sites.rules_with(rules)
    return Selection(as_selectors(select), as_selectors(exclude), rules or Rules())


def _choose_renderer(render: "Literal['auto', 'always'] | Renderer | None") -> "Renderer | None":
    """Return the renderer of pages; for a mode, that which this process shares."""
    if render is None:
        return None
    from .render import Renderer, shared_renderer  # most callers do without

    return render if isinstance(render, Renderer) else shared_renderer(render)


def _check_wait(css: str, render: object) -> None:
    if render is None:
        raise OptionError("wait_for waits in a browser: give render, too (--render)")
    parse_selector(css)


def _choose_isolation(isolated: "bool | Isolation", extractor: Extractor, render: object) -> "Isolation | None":
    """Return what an isolated page may use, with True the defaults; None where pages are not isolated."""
    if isolated is False:
        return None
    if render is not None:
        raise OptionError("isolated and render cannot be used together: the browser would run without the limits")
    if extractor.name in REGISTRY and REGISTRY[extractor.name].needs == "render":
        raise OptionError(f"{extractor.name} opens pages in a browser, which cannot be isolated: choose another")
    from .isolation import choose_isolation  # most callers do without

    return choose_isolation(isolated)


@overload
def extract(
    html: str | bytes,
    *,
    url: str | None = None,
    charset: str | None = None,
    http_status: int | None = None,
    extractor: str | Extractor = DEFAULT_EXTRACTOR,
    favor: Favor | None = None,
    comments: bool | None = None,
    select: str | Sequence[str] = (),
    exclude: str | Sequence[str] = (),
    visible: Visible = "reader",
    rules: "Rules | str | os.PathLike[str] | None" = None,
    sites: "Sites | str | os.PathLike[str] | bool | None" = None,
    limits: Limits = DEFAULT_LIMITS,
    render: "Literal['auto', 'always'] | Renderer | None" = None,
    wait_for: str | None = None,
    isolated: Literal[False] = False,
    **options: Any,
) -> Extraction: ...
@overload
def extract(html: str | bytes, *, isolated: "Literal[True] | Isolation", **options: Any) -> "IsolatedExtraction": ...
@overload
def extract(html: str | bytes, *, isolated: bool, **options: Any) -> "Extraction | IsolatedExtraction": ...
def extract(
    html: str | bytes,
    *,
    url: str | None = None,
    charset: str | None = None,
    http_status: int | None = None,
    extractor: str | Extractor = DEFAULT_EXTRACTOR,
    favor: Favor | None = None,
    comments: bool | None = None,
    select: str | Sequence[str] = (),
    exclude: str | Sequence[str] = (),
    visible: Visible = "reader",
    rules: "Rules | str | os.PathLike[str] | None" = None,
    sites: "Sites | str | os.PathLike[str] | bool | None" = None,
    limits: Limits = DEFAULT_LIMITS,
    render: "Literal['auto', 'always'] | Renderer | None" = None,
    wait_for: str | None = None,
    isolated: "bool | Isolation" = False,
    **options: Any,
) -> "Extraction | IsolatedExtraction":
    """Extract the primary content of a page: `.text`, `.markdown`, `.html`, `.metadata`, `.status`, `.confidence`.

    A page never raises: empty, huge, broken or wrongly encoded input gives an empty or partial result.

    Args:
        html: The source of the page, not its path: text, or bytes in any encoding of the web.
        url: The address of the page. Links are resolved against it, and `summit` uses it as a feature.
        charset: The encoding that the HTTP header named. Text needs none.
        http_status: The status code of the HTTP response. It tells refusals and errors from short pages.
        extractor: A name in `ridgeline.REGISTRY`, or an extractor that `ridgeline.load` returned.
        favor: What to do in doubt: "precision" keeps less, "recall" keeps more. Only for `summit`.
        comments: True keeps readers' comments, False drops them, None lets the extractor decide. Only for `summit`.
        select: CSS selectors of the content, which win over the extractor. It decides where they match nothing.
        exclude: CSS selectors of what is not content.
        visible: What happens to text that the page hides. "reader" leaves out what no person can get to see and keeps
            tabs, accordions and the like; "screen" keeps only what stands there at once; "page" keeps all.
            `Extraction.hidden` has what was left out.
        rules: Such selectors by site: `ridgeline.sites.rules.Rules`, or the path of their file, which each call reads.
        sites: Site profiles, learnt from corrected pages: True for those of the user's folder, the path of another
            folder, or `ridgeline.sites.Sites`, which is read once for many pages. See docs/learning.md.
        limits: Bounds on characters, depth, attributes, nodes and seconds. `Extraction.cuts` names those that were
            reached.
        render: Open pages in a browser: "auto" those that are empty shells without one, "always" all. Scripts and
            network of the page are used then. A `ridgeline.render.Renderer` has a mode and limits of its own.
        wait_for: A CSS selector of what a page that is opened in a browser has to show first. Where it stays away, the
            page is read when the renderer's time for it is over.
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
        SiteError: A site profile cannot be read.
        WorkerError: The process of an isolated page cannot be started.
        TypeError: `html` is neither text nor bytes.
    """
    given = (favor, comments, rules, sites, render, wait_for, select or None, exclude or None, options or None)
    if given == _NOTHING and visible == "reader" and isolated is False and isinstance(extractor, str):
        return _plain_pipeline(extractor, limits).extract_here(html, url, charset, http_status)
    asked = ExtractOptions(
        extractor=extractor,
        favor=favor,
        comments=comments,
        select=select,
        exclude=exclude,
        visible=visible,
        rules=rules,
        sites=sites,
        limits=limits,
        render=render,
        wait_for=wait_for,
        isolated=isolated,
        others=options,
    )
    return asked.pipeline().extract(html, url, charset, http_status)
