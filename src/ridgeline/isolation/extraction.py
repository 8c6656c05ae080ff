"""The extraction of an isolated page, as its caller sees it."""

import os
import pickle
from dataclasses import dataclass, replace
from itertools import count
from operator import attrgetter, methodcaller
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from .. import output
from ..errors import IsolationError, OptionError
from ..extraction import Extraction, ExtractionViews
from ..page import parse
from ..page.cache import cached_property
from ..processes import Failure
from ..processes.pickles import pickle_for_another_process
from ..status import Status
from . import pool
from .allowance import Isolation
from .requests import Recipe, Request, View

if TYPE_CHECKING:
    from ..extraction.hidden import Hidden
    from ..extraction.suspicion import Suspicion
    from ..metadata import Metadata
    from ..posts import Post

_GIVEN_UP = "the page was given up: {detail}"
_STAYS = "{name} stays in the process that read the page: extract it without `isolated`"
_numbers = count()


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts about an extraction that are known as soon as its page is read."""

    url: str | None
    extractor: str
    kept: int  # leaves
    leaves: int
    remarks: tuple[str, ...]
    confidence: float | None
    page_type: str | None
    carrier: str | None
    cuts: frozenset[str]
    status: Status
    text: str
    hidden: "tuple[Hidden, ...]"
    suspicious: "tuple[Suspicion, ...]"


def read_facts(extraction: Extraction) -> Facts:
    """Return what is known of an extraction."""
    return Facts(
        url=extraction.url,
        extractor=extraction.extractor,
        kept=len(extraction.keep),
        leaves=len(extraction.page.leaves),
        remarks=extraction.remarks,
        confidence=extraction.confidence,
        page_type=extraction.page_type,
        carrier=extraction.carrier,
        cuts=extraction.cuts,
        status=extraction.status,
        text=extraction.text,
        hidden=extraction.hidden,
        suspicious=extraction.suspicious,
    )


def extract_isolated(
    recipe: Recipe, html: str | bytes, url: str | None, charset: str | None, extractor: str, isolation: Isolation
) -> "IsolatedExtraction":
    """Read a page in a guarded process. `extractor` is the name of the one that the recipe uses.

    Raises:
        OptionError: The recipe cannot be sent to another process, or this system has no guarded processes.
        WorkerError: No process can be started.
        RidgelineError: What the recipe raises.
        TypeError: `html` is neither text nor bytes.
    """
    if not isinstance(html, str | bytes):
        raise TypeError(f"a page is given as str or bytes, not as {type(html).__name__}")
    key = (os.getpid(), next(_numbers))
    return IsolatedExtraction(Request(key, html, url, charset, _pickled(recipe), extractor), isolation)


def _pickled(recipe: Recipe) -> bytes:
    try:
        return pickle_for_another_process(recipe)
    except OptionError as error:
        raise OptionError(f"isolated: this cannot be sent to another process: {error.__cause__}") from error


def read_posts(extraction: Extraction) -> "tuple[Post, ...]":
    """Return the posts of an extraction without the page, which each of them holds."""
    withheld: Any = WithheldPage()
    return tuple(replace(post, page=withheld) for post in extraction.posts)


class WithheldPage:
    """Stands for the page of a post."""

    def __getattr__(self, name: str) -> NoReturn:
        raise IsolationError(_STAYS.format(name="page"))


class IsolatedExtraction(ExtractionViews):
    """The extraction of a page that another process has read, and holds.

    It has the views of an `Extraction`: `text`, `markdown`, `html`, `json`, `cleaneval`, `tei`, `csv`, `write`,
    `metadata`, `title`, `posts`, `comments`, `status`, `confidence`, `page_type`, `carrier`, `remarks`, `hidden`,
    `suspicious`, `cuts`. Those
    that are not known from the start are computed in that process, or in another, which reads the page again. What is
    part of the page itself stays in the process: `page`, `keep`, `scores`, `outline` and the like.

    A view never raises because of the page. Where the process was ended or died, the view is that of an empty page,
    and `failure`, `remarks` and `cuts` say so.
    """

    url: str | None
    extractor: str
    status: Status
    confidence: float | None
    page_type: str | None
    carrier: str | None
    remarks: tuple[str, ...]
    hidden: "tuple[Hidden, ...]"
    suspicious: "tuple[Suspicion, ...]"
    is_unfinished: bool

    def __init__(self, request: Request, isolation: Isolation) -> None:
        self._request = request
        self._isolation = isolation
        self._process: int | None = None  # the id of the one that holds the page
        self._failures: tuple[Failure, ...] = ()
        self._is_read = True
        self.is_unfinished = False
        self.remarks = ()
        facts: Facts = self._see(read_facts)
        self._facts, self._is_read = facts, not self._failures
        self.extractor, self.confidence, self.page_type = facts.extractor, facts.confidence, facts.page_type
        self.url, self.status, self.carrier, self.remarks = facts.url, facts.status, facts.carrier, facts.remarks
        self.hidden, self.suspicious = facts.hidden, facts.suspicious
        self.__dict__["text"] = facts.text  # where it is cached

    def __getattr__(self, name: str) -> NoReturn:
        if not name.startswith("_") and (name in Extraction.__dataclass_fields__ or hasattr(Extraction, name)):
            raise IsolationError(_STAYS.format(name=name))
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def failure(self) -> Failure | None:
        """Why the page, or a view that was asked for since, was given up: `kind` and `detail`; None if nothing was.

        The kinds are "seconds", "memory", "crash", and "killed" for a process that somebody else killed.
        """
        return self._failures[0] if self._failures else None

    def __repr__(self) -> str:
        facts = self._facts
        return f"<IsolatedExtraction by {self.extractor}: {facts.kept} of {facts.leaves} leaves>"

    def _repr_html_(self) -> str:
        shown: str = self._see(methodcaller("_repr_html_"))
        return shown

    def _repr_markdown_(self) -> str:
        shown: str = self._see(methodcaller("_repr_markdown_"))
        return shown

    def __bool__(self) -> bool:
        """Return whether anything was found."""
        return self._facts.kept > 0

    @property
    def cuts(self) -> frozenset[str]:
        """The limits that were reached, and the kinds of failures: "seconds", "memory", "crash", "killed"."""
        return self._facts.cuts | {failure.kind for failure in self._failures}

    def write(self, format: str, **options: Any) -> str:
        """Return the content in a format of `ridgeline.output.FORMATS`; options are those of `OutputOptions`.

        Raises `OptionError` for an option that has no meaning in the format.
        """
        output.read_options(format, options)  # whatever becomes of the page
        written: str = self._see(methodcaller("write", format, **options))
        return written

    @cached_property
    def title(self) -> str | None:
        """The headline as the page shows it."""
        title: str | None = self._see(attrgetter("title"))
        return title

    @cached_property
    def metadata(self) -> "Metadata":
        """What the page says about itself."""
        metadata: Metadata = self._see(attrgetter("metadata"))
        return metadata

    @cached_property
    def posts(self) -> "tuple[Post, ...]":
        """The posts of a thread, a question and its answers, readers' comments, reviews; () where the page has none.

        All but their `page`, which stays in the process.
        """
        posts: tuple[Post, ...] = self._see(read_posts)
        return posts

    def _see(self, view: View) -> Any:
        """Return a view of the page from its process; where that fails, the view of an empty page."""
        if not self._is_read:
            return view(self._nothing())  # what the page did to a process it would do again
        answered, self._process = pool.ask(self._request, view, self._isolation.caps(), self._process)
        if isinstance(answered, Failure):
            self._note(answered)
            return view(self._nothing())
        seen, is_unfinished = pickle.loads(answered)  # noqa: S301  the answer of a process that we started
        self.is_unfinished |= is_unfinished
        return seen

    def _note(self, failure: Failure) -> None:
        self._failures = (*self._failures, failure)
        self.remarks = tuple(dict.fromkeys((*self.remarks, _GIVEN_UP.format(detail=failure.detail))))

    def _nothing(self) -> Extraction:
        """Return the extraction of an empty page, with what became of this one."""
        kinds = frozenset(failure.kind for failure in self._failures)
        page = parse("", url=self._request.url)
        nothing = np.zeros(0, dtype=np.int32)
        return Extraction(page, nothing, self._request.extractor, remarks=self.remarks, reached=kinds)
