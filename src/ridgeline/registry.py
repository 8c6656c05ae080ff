"""The registry: the names of extractors, and the classes behind them, imported when asked for."""

import importlib
import inspect
import os
from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from .errors import MissingExtraError, ModelError, OptionError, UnknownExtractorError
from .extraction import Extractor

if TYPE_CHECKING:
    from pathlib import Path


class Entry(NamedTuple):
    """One row of the registry."""

    target: str  # "module:Class" inside ridgeline.extractors
    summary: str
    needs: str | None = None  # the extra that it needs beyond the core install
    fitted_by: str | None = None  # the command that fits it to a site first
    needs_model: bool = False  # that command writes a model, which is given as the option `model`


REGISTRY: dict[str, Entry] = {
    "summit": Entry("summit:Summit", "small networks that classify every line, with the whole page as context"),
    "everything": Entry("everything:Everything", "keeps all visible text: the honest floor"),
    "feature": Entry("blocks.feature:FeatureExtractor", "the block with the most of the desired features"),
    "kfeature": Entry(
        "blocks.kfeature:KFeatureExtractor", "the best cluster of blocks with the desired features, by k-means"
    ),
    "rnn": Entry(
        "blocks.nearest:NearestBlocks", "the N blocks nearest to the one with the most of the desired features"
    ),
    "content-extractor": Entry(
        "templates.content_extractor:ContentExtractor",
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
_FILES = frozenset({"head", "model"})  # options that name a file
OBJECTS = frozenset({"classifier", "expression", "rules", "templates", "tree"})  # options for Python alone

# What is offered to callers over a network: what needs neither a browser, which would load what an untrusted page asks
# for, nor a model of a site, which is a file.
OFFERED = tuple(name for name, entry in REGISTRY.items() if entry.needs is None and entry.fitted_by is None)


def load(name: str, **options: Any) -> Extractor:
    """Load the extractor of this name with these options.

    `model` is a file with its trained parameters. An extractor that is fitted to a site first and is given no model
    has to be fitted before it is used.
    """
    kind = _class_of(name)
    model = options.pop("model", None)
    make = kind if model is None else getattr(kind, "load", None)
    if make is None:
        raise OptionError(f"{name} does not take a model")
    if model is not None and not isinstance(model, str | os.PathLike):
        raise OptionError(f"model is the path of a file, not {model!r}")
    _check_options(name, kind, options)
    try:
        extractor: Extractor = make(**options) if model is None else make(_path(model), **options)
    except (TypeError, ValueError) as error:
        if not options:
            raise
        raise OptionError(f"{name} cannot use these options ({', '.join(options)}): {error}") from error
    return extractor


def _path(model: str | os.PathLike[str]) -> "Path":
    from pathlib import Path  # the default extractor is loaded without it

    return Path(model)


load_once = lru_cache(maxsize=64)(load)  # one instance for each name and set of options


def load_ready(name: str, **options: Any) -> Extractor:
    """Load an extractor that needs no `fit`. Raises ModelError where it has to be fitted first and has no model."""
    if name in REGISTRY and REGISTRY[name].needs_model and options.get("model") is None:
        command = REGISTRY[name].fitted_by
        raise ModelError(
            f"{name} has to be fitted to a site: make a model with `{command}` and give it as --model (Python: model)"
        )
    # An unhashable option cannot be cached, and a file may change.
    reusable = _FILES.isdisjoint(options) and all(isinstance(value, Hashable) for value in options.values())
    return load_once(name, **options) if reusable else load(name, **options)


def load_offered(name: str) -> Extractor:
    """Load an extractor that is offered over a network. Raises OptionError for another, UnknownExtractorError."""
    check_offered(name)
    return load_once(name)


def check_offered(name: str) -> None:
    """Raise OptionError for an extractor that is not offered over a network."""
    if name in REGISTRY and name not in OFFERED:
        raise OptionError(f"{name} needs a browser or a model of the site; choose one of {', '.join(OFFERED)}")


def _class_of(name: str) -> Callable[..., Extractor]:
    entry = REGISTRY.get(name)
    if entry is None:
        raise UnknownExtractorError(_unknown(name))
    module_name, class_name = entry.target.split(":")
    try:
        module = importlib.import_module(f".extractors.{module_name}", __package__)
    except ModuleNotFoundError as error:
        if entry.needs is None:
            raise
        raise MissingExtraError(f"{name} needs {error.name}, which is not installed", entry.needs) from error
    kind: Callable[..., Extractor] = getattr(module, class_name)
    return kind


def _check_options(name: str, kind: Callable[..., Extractor], options: Mapping[str, Any]) -> None:
    """Raise where an extractor does not take an option, and name those that it takes."""
    known = _options(kind)
    for option in () if _takes_any(kind) else options:
        if option not in known:
            there = f"it takes {', '.join(sorted(known))}" if known else "it takes none"
            raise OptionError(f"{name} has no option {option!r}; {there}")


def options_of(name: str) -> dict[str, Any]:
    """Return the options of an extractor by name, with their defaults; `model` is one where it has a model."""
    kind = _class_of(name)
    return _options(kind) | ({"model": None} if hasattr(kind, "load") else {})


def _options(kind: Callable[..., Extractor]) -> dict[str, Any]:
    """Return the parameters of a class and the fields of its `settings_type`, a dataclass, if it has one."""
    parameters = inspect.signature(kind).parameters.values()
    named = {parameter.name: parameter.default for parameter in parameters if parameter.kind not in _NOT_NAMED}
    settings = getattr(kind, "settings_type", None)
    return named if settings is None else named | {own.name: own.default for own in fields(settings)}


def _takes_any(kind: Callable[..., Extractor]) -> bool:
    """Return whether a class takes options that it does not name, and so checks them itself."""
    parameters = inspect.signature(kind).parameters.values()
    has_rest = any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in parameters)
    return has_rest and not hasattr(kind, "settings_type")


_NOT_NAMED = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def _unknown(name: str) -> str:
    import difflib  # only for the message

    near = difflib.get_close_matches(name, REGISTRY, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(REGISTRY)}"
    return f"no extractor is called {name!r}; {hint}"
