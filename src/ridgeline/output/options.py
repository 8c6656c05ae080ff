"""Options of output formats: the title, links, images, tables, emphasis, line width."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, Literal, Self, get_args

from ..errors import OptionError
from ..page import Page
from ..parameters import check_number, parameter

# Leaves that an outline is made of, and so Markdown, HTML, JSON and TEI: this many, and one for so many characters of
# the page. A page has some hundreds. A thousand cells of a table take a megabyte. Plain text is always whole.
_MIN_LEAVES = 12_000
_CHARACTERS_PER_LEAF = 160

Links = Literal["inline", "references", "none"]
LINKS: tuple[Links, ...] = get_args(Links)
_MIN_WIDTH, _MAX_WIDTH = 20, 10_000
_MAX_HEADING_OFFSET = 5
_MIN_TOKENS, _MAX_TOKENS = 128, 100_000_000  # less than the first has no room for an outline
_MAX_START = 2**31 - 1
_MAX_QUERY = 1_000  # characters


def _separated(values: Iterable[str]) -> tuple[str, ...]:
    """Return the distinct names of lists that are separated by commas."""
    return tuple(dict.fromkeys(name for value in values for name in value.split(",")))


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """The options of all formats. Each format has a list of those that have a meaning in it: `Format.options`.

    `title` says whether to begin with the headline: by default Markdown and HTML do. Where the kept leaves have it near
    their beginning, it is moved to the front as an h1, else it is added. False adds nothing and moves nothing.
    """

    title: bool | None = parameter(None, "Begin with the headline; by default markdown and html do.")
    links: Links = parameter("inline", "Links in place, as numbered references (markdown only), or their texts alone.")
    clean_links: bool = parameter(False, "Take tracking parameters (utm_source and the like) off addresses.")
    images: bool = parameter(True, "Write images, or leave them out.")
    tables: bool = parameter(True, "Write tables as tables, or row by row as lines of text.")
    repeat_spans: bool = parameter(False, "Markdown: repeat a cell that spans columns or rows in all of their places.")
    alerts: bool = parameter(True, "Markdown: write callouts as GitHub's alerts, or as quotations of CommonMark.")
    # Code, superscript and subscript stay.
    formatting: bool = parameter(True, "Write bold, italic and the like, or leave them out.")
    heading_offset: int = parameter(  # what would be lower than h6 is h6
        0, "Lower headings by N levels: with 1, h1 is h2.", metavar="N", bounds=(0, _MAX_HEADING_OFFSET)
    )
    width: int | None = parameter(
        None, "Wrap lines at N characters; text and markdown.", metavar="N", bounds=(_MIN_WIDTH, _MAX_WIDTH)
    )
    images_summary: bool = parameter(False, "Markdown: list the pictures of the content at the end.")
    links_summary: bool = parameter(False, "Markdown: list the links of the content at the end.")
    front_matter: bool = parameter(False, "Markdown: begin with the metadata as YAML.")
    max_tokens: int | None = parameter(
        None,
        "At most N tokens, by an estimate: of a longer text the beginning, in Markdown below an outline.",
        metavar="N",
        bounds=(_MIN_TOKENS, _MAX_TOKENS),
    )
    query: str | None = parameter(None, "Markdown: only the sections that fit a question best.", metavar="WORDS")
    section: str | None = parameter(None, "Markdown: one section, by its number in the outline.", metavar="NUMBER")
    start: int = parameter(
        0, "Markdown, text: from a character on, where the piece before ended.", metavar="N", bounds=(0, _MAX_START)
    )
    whole_page: bool = parameter(False, "HTML: a page to read and print instead of a fragment.")
    posts: bool | None = parameter(
        None, "A thread or readers' comments as one section a post, with author and date; by default those of forums."
    )
    places: bool = parameter(
        False, "JSON: say of every block where it stands: span in the source, CSS selector, link to its text."
    )
    formats: tuple[str, ...] = parameter(
        (),
        "JSON: other formats that it carries too, as markdown,html.",
        flag="--with",
        metavar="FORMATS",
        remote=None,  # an answer has a member of this name
        read=_separated,
    )

    @classmethod
    def of(cls, **options: Any) -> Self:
        """Check options by name. Raises `OptionError` where one is unknown or has a value that makes no sense."""
        known = {field.name for field in fields(cls)}
        if unknown := sorted(options.keys() - known):
            raise OptionError(f"there is no output option {unknown[0]!r}; there are: {', '.join(sorted(known))}")
        if isinstance(options.get("formats", ()), str):
            raise OptionError(f"formats is a list of names, as ({options['formats']!r},)")
        chosen = cls(**options | {"formats": tuple(options.get("formats", ()))})
        if chosen.links not in LINKS:
            raise OptionError(f"links is one of {', '.join(LINKS)}, not {chosen.links!r}")
        for name in ("heading_offset", "start", "width", "max_tokens"):
            if (number := getattr(chosen, name)) != getattr(DEFAULT_OPTIONS, name):
                check_number(name, number, "a whole number", whole=True)
        if any(not isinstance(text, str | None) for text in (chosen.query, chosen.section)):
            raise OptionError("query and section are strings")
        if not 0 <= chosen.heading_offset <= _MAX_HEADING_OFFSET:
            raise OptionError(f"heading_offset is 0 to {_MAX_HEADING_OFFSET}, not {chosen.heading_offset}")
        if chosen.width is not None and chosen.width < _MIN_WIDTH:
            raise OptionError(f"width is {_MIN_WIDTH} characters or more, not {chosen.width}")
        if chosen.max_tokens is not None and not _MIN_TOKENS <= chosen.max_tokens <= _MAX_TOKENS:
            raise OptionError(f"max_tokens is {_MIN_TOKENS} to {_MAX_TOKENS:,}, not {chosen.max_tokens}")
        if not 0 <= chosen.start <= _MAX_START:
            raise OptionError(f"start is 0 or more characters, not {chosen.start}")
        if chosen.query is not None and not 0 < len(chosen.query.strip()) <= _MAX_QUERY:
            raise OptionError(f"a query has 1 to {_MAX_QUERY:,} characters, not {len(chosen.query.strip()):,}")
        if chosen.query is not None and chosen.start:
            raise OptionError("query and start cannot be used together: what fits a question has no next piece")
        return chosen

    @property
    def is_excerpt(self) -> bool:
        """Whether a part of the content is asked for."""
        return (self.max_tokens, self.query, self.section, self.start) != (None, None, None, 0)


DEFAULT_OPTIONS = OutputOptions()


def max_leaves(page: Page) -> int:
    """Return how many kept leaves of a page an outline is made of."""
    return _MIN_LEAVES + len(page.source) // _CHARACTERS_PER_LEAF
