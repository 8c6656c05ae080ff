"""Requests to the process that reads a page, and its answers.

A request holds all that the process needs, so that any process can answer it. One that has read the page already still
has the extraction, and only computes the view. Everything but the page, the recipe, is pickled apart: a process loads
the recipe of many pages once.
"""

import pickle
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from ..errors import OptionError, RidgelineError
from ..extraction import Extraction
from ..processes import Failure, Watch

Recipe = Callable[[str | bytes, str | None, str | None], Extraction]  # of the page, its address and its charset
View = Callable[[Extraction], Any]  # it is pickled, and so is what it returns
Answer = TypeVar("Answer")

MAX_ANSWER_BYTES = 256 * 2**20  # the text of the longest page that is read takes at most half of it
_MAX_KEPT = 8  # extractions
_MAX_KEPT_CHARACTERS = 8_000_000  # of their sources together, when the next page comes
_MAX_RECIPES = 16
_MAX_MESSAGE = 300  # characters of the message of an exception
_EXAMPLE = f"<title>A page</title><h1>A page</h1>{'<p>It has a few sentences, as pages do.' * 3}"


@dataclass(frozen=True, slots=True)
class Request:
    """A page, and how to read it."""

    key: tuple[int, int]  # no other page that is given to the same process has it
    html: str | bytes
    url: str | None
    charset: str | None
    recipe: bytes  # a pickled Recipe
    extractor: str  # its name


# What this process has read last, where it is one that answers requests.
_kept: OrderedDict[tuple[int, int], Extraction] = OrderedDict()
_prepared: set[tuple[str, str]] = set()


@dataclass(frozen=True, slots=True)
class Asking:
    """The task of a process: a view of a page, pickled, or why there is none."""

    request: Request
    view: View

    def results(self, first: int, watch: Watch) -> Iterator[bytes | Failure]:
        """Yield the answer, unless the page was tried already and killed its process."""
        if first > 0:
            return
        with watch.waiting():
            _prepare(self.request, self.view)
        yield _answer(lambda: _bounded(self._seen()))

    def _seen(self) -> bytes:
        """Return the view, and whether one ended early so far, pickled."""
        extraction = _extraction(self.request)
        seen = self.view(extraction)
        return pickle.dumps((seen, extraction.is_unfinished), pickle.HIGHEST_PROTOCOL)

    def failure(self, position: int, failure: Failure) -> Failure:
        """Return the failure as the answer."""
        return failure

    def finish(self, results: Iterable[bytes | Failure]) -> bytes | Failure:
        """Return the answer."""
        return next(iter(results))


def _prepare(request: Request, view: View) -> None:
    """Load what the first page would otherwise wait for: the models of the extractor, the modules of the view.

    Raises OptionError where this process cannot load the recipe.
    """
    recipe = _load_recipe(request.recipe)
    needed = (request.extractor, repr(view))
    if needed not in _prepared:
        _prepared.add(needed)
        with suppress(RidgelineError):  # such as a template that is not for this page
            _answer(lambda: view(recipe(_EXAMPLE, None, None)))


def _bounded(data: bytes) -> bytes | Failure:
    if len(data) > MAX_ANSWER_BYTES:
        return Failure("memory", f"the answer takes {len(data) / 2**20:,.0f} MiB, more than {MAX_ANSWER_BYTES >> 20}")
    return data


def _answer(compute: Callable[[], Answer]) -> Answer | Failure:
    """Return what is computed, or why it cannot be. Raises only what the settings of the caller raise."""
    try:
        return compute()
    except RidgelineError:
        raise  # a template that is missing, an option: as without isolation
    except MemoryError:
        return Failure("memory", "took more memory than it may")
    except Exception as error:  # a bug, whatever it raises: a page never raises
        return Failure("crash", f"{type(error).__name__}: {error}"[:_MAX_MESSAGE])


@lru_cache(maxsize=_MAX_RECIPES)
def _load_recipe(data: bytes) -> Recipe:
    try:
        recipe: Recipe = pickle.loads(data)  # noqa: S301  the calling process made it
    except Exception as error:  # whatever the modules of a stranger raise when they are imported
        raise OptionError(f"isolated: another process cannot load it: {type(error).__name__}: {error}") from error
    return recipe


def _extraction(request: Request) -> Extraction:
    """Return the extraction of a page: a kept one, or a new one, which is then kept."""
    if request.key in _kept:
        _kept.move_to_end(request.key)
        return _kept[request.key]
    _make_room()
    extraction = _load_recipe(request.recipe)(request.html, request.url, request.charset)
    _kept[request.key] = extraction
    return extraction


def _make_room() -> None:
    """Forget extractions, the oldest first, until one more may be kept."""
    while len(_kept) >= _MAX_KEPT or sum(map(_characters, _kept.values())) > _MAX_KEPT_CHARACTERS:
        _kept.popitem(last=False)


def _characters(extraction: Extraction) -> int:
    return len(extraction.original_page.given)
