"""Extraction, the answer of an extractor, and the protocols that extractors follow.

hidden.py     leaves out what no person sees
suspicion.py  recognises instructions to models in what was hidden
advice.py     what an extraction means for a person
agreement.py  how far several answers about a page agree
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol, Self, runtime_checkable

import numpy as np
import numpy.typing as npt

from .. import output
from ..page import Budget, IntColumn, Page
from ..page.cache import cached_property
from ..status import Status, read_status

if TYPE_CHECKING:
    from pathlib import Path

    from ..metadata import Metadata
    from ..output.outline import Outline
    from ..passages import Chunk, Excerpt, Section, Tokenizer
    from ..passages.blocks import Blocks
    from ..posts import Post
    from .hidden import Hidden
    from .suspicion import Suspicion

FloatColumn = npt.NDArray[np.float32]  # a NumPy array of floats, a value for each row or leaf


class ExtractionViews(output.Described, Protocol):
    """What every extraction shows, wherever its page was read: in this process, or isolated in another."""

    if TYPE_CHECKING:

        @property
        def posts(self) -> "tuple[Post, ...]": ...
        def __bool__(self) -> bool: ...

    def write(self, format: str, **options: Any) -> str:
        """Return the content in a format of `ridgeline.output.FORMATS`; options are those of `OutputOptions`.

        Raises `OptionError` for an option that has no meaning in the format.
        """
        ...

    @cached_property
    def text(self) -> str:
        """The content as plain text."""
        return self.write("text")

    @cached_property
    def markdown(self) -> str:
        """The content as Markdown."""
        return self.write("markdown")

    @cached_property
    def html(self) -> str:
        """The content as clean, sanitised HTML."""
        return self.write("html")

    @cached_property
    def json(self) -> str:
        """The content, its blocks with scores, and the metadata as a JSON object: see `ridgeline.output.json`."""
        return self.write("json")

    @cached_property
    def cleaneval(self) -> str:
        """The content in CleanEval's format: `<h>`, `<p>`, `<l>`; by `segments` where there are any."""
        return self.write("cleaneval")

    @cached_property
    def tei(self) -> str:
        """The content as XML-TEI, with the metadata in its header."""
        return self.write("tei")

    @cached_property
    def csv(self) -> str:
        """The metadata as CSV: the names of the columns, and one row."""
        return self.write("csv")

    @property
    def comments(self) -> "tuple[Post, ...]":
        """The posts that are comments on something else, an article or another post; `parent` counts in `posts`."""
        return tuple(post for post in self.posts if post.kind == "comment")


@dataclass(frozen=True, eq=False)
class Extraction(ExtractionViews):
    """The leaves of a page that an extractor keeps. Everything else is derived from them.

    An empty `keep` means that nothing was found; it is not an error. `page` is the page that the extractor was given.
    Where that was rebuilt from data (`ridgeline.embedded`), `carrier` names the carrier of the data and
    `original_page` is the page that carried it.
    """

    page: Page  # the page that the extractor was given
    keep: IntColumn  # positions in `page.leaves`, ascending
    extractor: str  # the name of the extractor
    scores: FloatColumn | None = None  # by leaf, where the extractor gives scores
    remarks: tuple[str, ...] = ()  # notes for a person, a line each
    explain: Callable[[], Mapping[str, Any]] | None = None  # returns the reasons for JSON; called only for `json`
    segments: tuple[output.Segment, ...] | None = None  # where the extractor itself marks headings, items, paragraphs
    confidence: float | None = None  # the word F1 that the extractor expects of this answer, where it predicts one
    page_type: str | None = None  # article, collection, documentation, forum, listing, product, service
    amend_metadata: "Callable[[Metadata], Metadata] | None" = None  # by site rules, which know better than the page
    is_selected: bool = False  # whether selectors of a person chose the leaves
    left_out: IntColumn | None = None  # leaves that would be kept if a person saw them: see `hidden`
    reached: frozenset[str] = frozenset()  # limits of the extractor that left a part of the page out of account
    given_budget: Budget | None = None  # see `budget`
    unwanted: frozenset[str] = frozenset()  # kinds of structure that nobody wants completed: captions, footnotes

    def __post_init__(self) -> None:
        keep = np.asarray(self.keep, dtype=np.int32)
        keep = keep.copy() if (keep[1:] > keep[:-1]).all() else np.unique(keep)
        if len(keep) and not 0 <= keep[0] <= keep[-1] < len(self.page.leaves):
            raise ValueError(f"{self.extractor} keeps leaves that the page does not have")
        keep.setflags(write=False)
        object.__setattr__(self, "keep", keep)

    def changed(self, **fields: Any) -> Self:
        """Return the same with other values of some fields, which are right: `keep` is checked in new ones only."""
        known = self.__dict__
        return self.of({name: known[name] for name in self.__dataclass_fields__ if name in known} | fields)

    @classmethod
    def of(cls, fields: dict[str, Any]) -> Self:
        """Return the extraction with these fields, which are right: `keep` is an array that nobody changes."""
        extraction = object.__new__(cls)
        extraction.__dict__.update(fields)
        return extraction

    def __repr__(self) -> str:
        return f"<Extraction by {self.extractor}: {len(self.keep)} of {len(self.page.leaves)} leaves of {self.page!r}>"

    def _repr_html_(self) -> str:
        """Return the beginning of the content for notebooks, sanitised and without images."""
        from ..output import notebook  # which only notebooks need

        return notebook.to_html(self, replace(self, keep=notebook.beginning(self.page, self.keep)))

    def _repr_markdown_(self) -> str:
        """Return the same as Markdown, for what shows no HTML."""
        from ..output import notebook

        return notebook.to_markdown(self, replace(self, keep=notebook.beginning(self.page, self.keep)))

    def __bool__(self) -> bool:
        """Return whether anything was found."""
        return len(self.keep) > 0

    @property
    def url(self) -> str | None:
        """The address of the page, where it is known."""
        return self.page.url

    @property
    def carrier(self) -> str | None:
        """Where the content was found if the page shows it only through scripts: "json-ld", "next" …; else None."""
        return self.page.carrier

    @property
    def original_page(self) -> Page:
        """The page as it was parsed, also where `page` was rebuilt from its data."""
        return self.page if self.page.original is None else self.page.original

    @cached_property
    def budget(self) -> Budget:
        """The time that may be spent on the extraction and its views; that of the parse counts: `Limits.seconds`."""
        return self.given_budget or self.page.budget.copy()

    @property
    def cuts(self) -> frozenset[str]:
        """The limits that were reached when the page was read, so that something may be missing.

        Those of the parse (`Page.cuts`), those of the extractor ("lines", of summit), "seconds" where the search for
        content ended early, and "outline" where more was kept than Markdown, HTML, JSON and the like are written of
        (plain text is always whole).
        """
        is_long = len(self.keep) > output.max_leaves(self.page)
        return self.page.cuts | self.reached | ({"outline"} if is_long else frozenset())

    @property
    def is_unfinished(self) -> bool:
        """Whether a view that was asked for so far ended early, for want of time (`Limits.seconds`)."""
        return self.budget.is_cut and "seconds" not in self.reached

    def write(self, format: str, **options: Any) -> str:
        """Return the content in a format of `ridgeline.output.FORMATS`; options are those of `OutputOptions`.

        Raises `OptionError` for an option that has no meaning in the format.
        """
        chosen = output.read_options(format, options)
        with self.budget.spending():
            if format not in output.WHOLE:
                self.budget.is_spent()  # once at least, however few parts there are
            return output.write(self, format, chosen)

    @cached_property
    def title(self) -> str | None:
        """The headline as the page shows it; `metadata.title`, in a fraction of its time."""
        if self.amend_metadata is not None or "metadata" in self.__dict__:
            return self.metadata.title
        from ..metadata import read_title  # most callers want the text alone

        with self.budget.spending():
            return read_title(self.page)

    @cached_property
    def outline(self) -> "Outline":
        """The kept leaves as a tree of elements and paragraphs."""
        from ..structure import outline_of  # most callers want the text alone, which does not need it

        with self.budget.spending():
            return outline_of(self.page, self.keep, self.unwanted)

    @cached_property
    def sections(self) -> "tuple[Section, ...]":
        """The headings of the Markdown, each with the span of its section and the number of its tokens."""
        from ..passages import estimate_tokens, make_sections  # most callers want the whole

        with self.budget.spending():
            return make_sections(self._blocks, estimate_tokens)

    def excerpt(self, **options: Any) -> "Excerpt":
        """Return the part of the Markdown that fits a budget or a question, and what was left out.

        `write("markdown", …)` takes the same options, and returns the text alone.

        Args:
            **options: `max_tokens`, the most tokens, by an estimate: a longer text is an outline and its beginning.
                `query`, a question: the sections that fit it best, whole and in page order. `section`, the number of
                one, as `sections` has them. `start`, where to begin, in characters of the Markdown: `next_start` of
                the piece before. And the other options of Markdown, which numbers and places are relative to.

        Raises:
            OptionError: An option has no meaning in Markdown, or its value makes no sense.
        """
        return self.excerpt_of(output.read_options("markdown", options))

    def excerpt_of(self, options: output.OutputOptions) -> "Excerpt":
        """Return the same for options that are checked; one that was asked for before is kept."""
        if options not in self._excerpts:
            from ..passages import estimate_tokens, make_excerpt
            from ..passages.blocks import read_blocks

            with self.budget.spending():
                blocks = read_blocks(self, options)
                self._excerpts[options] = make_excerpt(blocks, estimate_tokens, options, self.budget)
        return self._excerpts[options]

    def fitted(self, format: str, written: str, options: output.OutputOptions) -> str:
        """Return the part of a text in a format (text, html) that is within the budget of the options."""
        if (format, options) not in self._excerpts:
            from ..passages import estimate_tokens
            from ..passages.fitting import fit_html, fit_text

            with self.budget.spending():
                self._excerpts[format, options] = (
                    fit_text(self.page, written, options, estimate_tokens, self.budget)
                    if format == "text" or options.max_tokens is None
                    else fit_html(written, options.max_tokens, estimate_tokens)
                )
        return self._excerpts[format, options].markdown

    @property
    def left_out_notes(self) -> tuple[str, ...]:
        """What the excerpts that were asked for so far say about what they leave out."""
        return tuple(excerpt.left_out for excerpt in self._excerpts.values() if excerpt.left_out is not None)

    @cached_property
    def _excerpts(self) -> "dict[output.OutputOptions | tuple[str, output.OutputOptions], Excerpt]":
        return {}

    def chunks(self, max_tokens: int = 512, *, overlap: int = 0, tokenizer: "Tokenizer | None" = None) -> "list[Chunk]":
        """Return the Markdown in pieces of at most so many tokens, cut at headings, paragraphs, rows, sentences.

        Each piece has the headings that it stands under, and its place on the page.

        Args:
            max_tokens: The most tokens of a piece, 32 or more.
            overlap: Up to so many tokens of the end of one piece begin the next, at most half of a piece.
            tokenizer: A function that counts the tokens of a text or returns them, or a tokenizer with a method
                `encode`, as those of tiktoken and Hugging Face; an estimate by default.

        Raises:
            OptionError: The numbers or the tokenizer make no sense.
        """
        from ..passages import make_chunks
        from ..passages.tokens import counter

        with self.budget.spending():
            return make_chunks(self._blocks, self.keep, counter(tokenizer), max_tokens, overlap)

    @cached_property
    def _blocks(self) -> "Blocks":
        from ..passages.blocks import read_blocks

        return read_blocks(self)

    @cached_property
    def metadata(self) -> "Metadata":
        """What the page says about itself."""
        from ..metadata.reader import read_metadata  # most callers want the text alone

        with self.budget.spending():
            found = read_metadata(self.page, self.text, sells=self.page_type == "product")
            return found if self.amend_metadata is None else self.amend_metadata(found)

    @cached_property
    def posts(self) -> "tuple[Post, ...]":
        """The posts of a thread, a question and its answers, readers' comments, reviews; () where the page has none.

        They are read from `page` when they are asked for, whatever `keep` holds: what readers wrote below an article is
        here, though most extractors leave it out of the text.
        """
        from ..posts import read_posts  # most callers want the text alone

        with self.budget.spending():
            return read_posts(self.page, self.budget)

    @cached_property
    def hidden(self) -> "tuple[Hidden, ...]":
        """The texts that were left out since no person sees them, each with the reason; see the option `visible`."""
        from .hidden import carried_texts, hidden_texts  # few pages have any

        left_out = () if self.left_out is None else hidden_texts(self.page, self.left_out)
        return (*left_out, *carried_texts(self.page))

    @cached_property
    def suspicious(self) -> "tuple[Suspicion, ...]":
        """The passages of hidden text, anywhere on the page, that look like instructions to a language model."""
        from .suspicion import page_suspicions

        with self.budget.spending():
            return tuple(page_suspicions(self.original_page, self.budget))

    @cached_property
    def status(self) -> Status:
        """Whether this is the page's content, and if not, why: nothing found, an empty shell, a blocked page."""
        with self.budget.spending():
            return read_status(self.page, self.keep)


@runtime_checkable
class Extractor(Protocol):
    """Finds the primary content of a page."""

    name: str

    def extract(self, page: Page) -> Extraction:
        """Return the leaves to keep. Never raises because of the page."""
        ...


@runtime_checkable
class Trainable(Extractor, Protocol):
    """An extractor that learns a site from its pages alone, without gold texts."""

    def fit(self, pages: Sequence[Page]) -> Self:
        """Learn from pages of one site."""
        ...

    def save(self, path: "Path") -> None:
        """Write the trained parameters."""
        ...

    @classmethod
    def load(cls, path: "Path") -> Self:
        """Read an extractor that `save` wrote."""
        ...
