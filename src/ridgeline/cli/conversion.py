"""The pages of a crawl to the text of their files, in a guarded process, as bulk runs read theirs.

A page that hangs, exhausts memory or kills its process costs itself alone: it fails in the frontier, where it would end
the crawl each time that the same command goes on. A browser stays in the process that started it, and so do its pages;
other systems than Unix have no guarded processes.
"""

import pickle
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from ..crawl.links import leads_within
from ..crawl.runner import Converted, digest_of
from ..crawl.scope import Scope
from ..crawl.walk import StoppedError
from ..errors import WorkerError
from ..fetch import Fetched
from ..isolation import Isolation
from ..options import ExtractOptions
from ..output import find_format
from ..pipeline import Pipeline
from ..processes import Call, GuardedChild
from ..processes.pickles import pickle_for_another_process
from ..processes.usage import runs_processes
from .extract import formatted


@dataclass(frozen=True, slots=True)
class Conversion:
    """How pages become files."""

    asked: ExtractOptions
    format: str
    written: Mapping[str, Any]


@contextmanager
def converting(how: Conversion) -> Iterator[Callable[[Fetched, Scope], Converted]]:
    """Yield what converts pages until the block ends. Raises what `extract` raises for its options."""
    pipeline = how.asked.pipeline()
    if how.asked.render is not None or not runs_processes():
        yield partial(_convert, how, pipeline)
        return
    recipe = pickle_for_another_process(how)
    with GuardedChild(Isolation().caps()) as child:

        def convert(fetched: Fetched, scope: Scope) -> Converted:
            try:
                converted: Converted = child.call(
                    Call(_convert_there, (recipe, fetched, scope), partial(_load, recipe))
                )
            except WorkerError as error:
                if error.kind is None:
                    raise StoppedError(str(error)) from error  # no process can be started
                raise
            return converted

        yield convert


@lru_cache(maxsize=1)
def _load(recipe: bytes) -> tuple[Conversion, Pipeline]:
    how: Conversion = pickle.loads(recipe)  # noqa: S301 - made above
    return how, how.asked.pipeline()


def _convert_there(recipe: bytes, fetched: Fetched, scope: Scope) -> Converted:
    return _convert(*_load(recipe), fetched, scope)


def _convert(how: Conversion, pipeline: Pipeline, fetched: Fetched, scope: Scope) -> Converted:
    extraction = pipeline.extract_here(fetched.data, fetched.url, fetched.charset)
    return Converted(
        formatted(extraction, find_format(how.format), how.written) if extraction else "",
        digest_of(extraction.text),
        extraction.metadata.title,
        extraction.status.value,
        leads_within(extraction.original_page, fetched.url, scope),
    )
