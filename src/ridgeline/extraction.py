"""What an extractor answers, what an extractor is, and where all of them are found by name."""

import importlib
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Protocol, Self, runtime_checkable

import numpy as np
import numpy.typing as npt

from . import output
from .errors import MissingExtraError, OptionError, UnknownExtractorError
from .metadata import Metadata, read_metadata
from .page import IntColumn, Page, parse
from .page.limits import DEFAULT_LIMITS, Limits
from .status import Status

FloatColumn = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Extraction:
    """The leaves of a page that an extractor keeps. Everything else is a view of them.

    An empty `keep` means that nothing was found, and is no error.
    """

    page: Page
    keep: IntColumn  # positions in `page.leaves`, ascending
    extractor: str
    scores: FloatColumn | None = None  # by leaf, where the extractor has them
    remarks: tuple[str, ...] = ()  # what a person should know about it, a line each
    explain: Callable[[], Mapping[str, Any]] | None = None  # why these, as JSON can say it; for `json` alone
    segments: tuple[output.Segment, ...] | None = None  # where it says itself what is heading, list item, paragraph
    confidence: float | None = None  # the word F1 that the extractor expects of this answer, where it says so
    page_type: str | None = None  # article, collection, documentation, forum, listing, product, service

    def __post_init__(self) -> None:
        keep = np.asarray(self.keep, dtype=np.int32)
        keep = keep.copy() if (keep[1:] > keep[:-1]).all() else np.unique(keep)
        if len(keep) and not 0 <= keep[0] <= keep[-1] < len(self.page.leaves):
            raise ValueError(f"{self.extractor} keeps leaves that the page does not have")
        keep.setflags(write=False)
        object.__setattr__(self, "keep", keep)

    def __repr__(self) -> str:
        return f"<Extraction by {self.extractor}: {len(self.keep)} of {len(self.page.leaves)} leaves of {self.page!r}>"

    def __bool__(self) -> bool:
        """Whether anything was found."""
        return len(self.keep) > 0

    @cached_property
    def text(self) -> str:
        """The kept leaves as plain text."""
        return output.to_text(self.page, self.keep)

    @cached_property
    def markdown(self) -> str:
        """The kept leaves as Markdown."""
        return output.to_markdown(self.page, self.keep)

    @cached_property
    def html(self) -> str:
        """The kept leaves as clean, sanitised HTML."""
        return output.to_html(self.page, self.keep)

    @cached_property
    def cleaneval(self) -> str:
        """In CleanEval form: `<h>`, `<p>`, `<l>`, marked up by the extractor itself, else by the leaves' elements."""
        if self.segments is not None:
            return output.write_cleaneval(self.segments)
        return output.to_cleaneval(self.page, self.keep)

    @cached_property
    def metadata(self) -> Metadata:
        """What the page says about itself."""
        return read_metadata(self.page)

    @cached_property
    def status(self) -> Status:
        """Whether this is the page's content, and if not, why: nothing found, an empty shell, a blocked page."""
        from .status.signs import read_status  # its patterns take a while to load, and not everybody asks

        return read_status(self.page, self.keep)

    @cached_property
    def json(self) -> str:
        """Text, blocks with scores, metadata, and the extractor's explanation if it has one, as a JSON object."""
        return output.to_json(
            self.page,
            self.keep,
            extractor=self.extractor,
            status=self.status.value,
            confidence=self.confidence,
            page_type=self.page_type,
            scores=self.scores,
            metadata=self.metadata,
            remarks=self.remarks,
            explanation=self.explain() if self.explain is not None else None,
        )


@runtime_checkable
class Extractor(Protocol):
    """Finds the primary content of a page."""

    name: str

    def extract(self, page: Page) -> Extraction:
        """The leaves to keep. Never raises because of the page."""
        ...


@runtime_checkable
class Trainable(Extractor, Protocol):
    """An extractor that learns from pages."""

    def fit(self, pages: Sequence[Page], gold: Sequence[str] | None = None) -> Self:
        """Learn from pages and their gold texts; without gold texts from the pages alone (templates)."""
        ...

    def save(self, path: Path) -> None:
        """Write what was learnt."""
        ...

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read what was learnt."""
        ...


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the registry: imported only when it is asked for."""

    target: str  # "module:Class" inside ridgeline.extractors
    summary: str
    needs: str | None = None  # the extra that it takes beyond the core install
    fitted_by: str | None = None  # the command by which it learns a site first
    needs_model: bool = False  # the command writes a model, to be given as the option `model`


REGISTRY: dict[str, Entry] = {
    "summit": Entry("summit:Summit", "small networks that judge every line in the light of the page"),
    "everything": Entry("everything:Everything", "keeps all visible text: the honest floor"),
    "feature": Entry("blocks:FeatureExtractor", "the block with the most of the desired features"),
    "kfeature": Entry("blocks:KFeatureExtractor", "the best cluster of blocks with the desired features, by k-means"),
    "rnn": Entry("blocks:NearestBlocks", "the N blocks nearest to the one with the most of the desired features"),
    "content-extractor": Entry(
        "templates.content:ContentExtractor",
        "drops blocks that many pages of a site share",
        fitted_by="ridgeline train content-extractor",
        needs_model=True,
    ),
    "fast-template": Entry(
        "templates.fast:FastTemplate", "a site's template: paths of its content", fitted_by="ridgeline template learn"
    ),
    "mountain": Entry("mountain:Mountain", "Mountain Model: ridges of well scored text, with the universal classifier"),
    "mountain-site": Entry(
        "mountain:MountainSite",
        "Mountain Model with a classifier learnt from about ten pages of a site",
        fitted_by="ridgeline train mountain-site",
        needs_model=True,
    ),
    "style-tree": Entry(
        "style_tree:StyleTree",
        "Site Style Tree: drops what a site's pages have in common",
        fitted_by="ridgeline train style-tree",
        needs_model=True,
    ),
    "ice-baseline": Entry("ice.baseline:Baseline", "every block is a paragraph, nothing is removed (ICE, section 3.1)"),
    "ice-heuristic": Entry("ice.heuristic:Heuristic", "long lines, and titles before them (ICE, Figure 1)"),
    "ice-elaborate": Entry("ice.elaborate:Elaborate", "paragraph, heading or item by pseudo-probabilities (ICE, 3.2)"),
    "ice-tree": Entry("ice.tree:Tree", "a C4.5 decision tree on five features of blocks (ICE, section 3.3)"),
    "ice-lm": Entry("ice.language_model:LanguageModel", "blocks whose words are like title and headings (ICE, 3.4)"),
    "ice-ga": Entry("ice.genetic:Genetic", "a regular expression that a genetic algorithm evolved (ICE, 3.5)", "ice"),
    "clg": Entry("grouping:CLG", "scores nodes of the rendered page, groups and refines the best", "render"),
    "lr": Entry("grouping:LR", "all nodes that a logistic regression likes: clg without grouping", "render"),
    "svm": Entry("grouping:SVM", "all nodes that a linear support vector machine likes", "render"),
    "lr-a": Entry("grouping:LRA", "the one node that a logistic regression likes best", "render"),
    "svm-a": Entry("grouping:SVMA", "the one node that a linear support vector machine likes best", "render"),
    "mss": Entry("grouping.mss:MSS", "the run of text with the largest sum of token scores"),
}

DEFAULT_EXTRACTOR = "summit"


def load(name: str, **options: Any) -> Extractor:
    """The extractor of this name, made with these options.

    `model` is a file with what it learnt (`Trainable.save`). One that learns a site first and is given none is to be
    fitted.
    """
    entry = REGISTRY.get(name)
    if entry is None:
        raise UnknownExtractorError(_unknown(name))
    module_name, class_name = entry.target.split(":")
    try:
        module = importlib.import_module(f".extractors.{module_name}", __package__)
    except ModuleNotFoundError as error:
        if entry.needs is None:
            raise
        raise MissingExtraError(
            f'{name} needs {error.name}, which is not installed: pip install "ridgeline[{entry.needs}]"'
        ) from error
    try:
        kind = getattr(module, class_name)
        model = options.get("model")
        extractor: Extractor = kind(**options) if model is None else kind.load(Path(model), **_without_model(options))
    except (TypeError, ValueError, AttributeError) as error:
        if not options:
            raise
        raise OptionError(f"{name} does not take these options ({', '.join(options)}): {error}") from error
    return extractor


def _without_model(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name != "model"}


def _unknown(name: str) -> str:
    import difflib

    near = difflib.get_close_matches(name, REGISTRY, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(REGISTRY)}"
    return f"no extractor is called {name!r}; {hint}"


load_once = lru_cache(maxsize=64)(load)  # made when first asked for, with these options


def _chosen(extractor: str | Extractor, options: Mapping[str, Any]) -> Extractor:
    if isinstance(extractor, str):
        # A list cannot be remembered, and the file of a model may change.
        reusable = "model" not in options and all(isinstance(value, Hashable) for value in options.values())
        return load_once(extractor, **options) if reusable else load(extractor, **options)
    if options:
        raise OptionError(f"{extractor.name} is made already: give {', '.join(options)} to `load`, or its name here")
    return extractor


def extract(
    html: str | bytes,
    *,
    url: str | None = None,
    charset: str | None = None,
    extractor: str | Extractor = DEFAULT_EXTRACTOR,
    limits: Limits = DEFAULT_LIMITS,
    **options: Any,
) -> Extraction:
    """The primary content of a page: `.text`, `.markdown`, `.html`, `.metadata`, `.status`.

    `extractor` is a name of the registry, which `options` are given to, or an extractor already made by `load`;
    `charset` is what an HTTP header said.
    """
    chosen = _chosen(extractor, options)
    return chosen.extract(parse(html, url=url, charset=charset, limits=limits))
