"""What a person may want otherwise in an output format: the title, links, images, tables, emphasis, line width."""

from dataclasses import dataclass, fields
from typing import Any, Literal, Self

from ..errors import OptionError
from ..page import Page

# Leaves that an outline is made of, and so Markdown, HTML, JSON and TEI: this many, and one for so many characters of
# the page. A page has some hundreds. A thousand cells of a table take a megabyte. Plain text is always whole.
_MIN_LEAVES = 12_000
_CHARACTERS_PER_LEAF = 160

LINKS = ("inline", "references", "none")
Links = Literal["inline", "references", "none"]
_MIN_WIDTH = 20
_MAX_HEADING_OFFSET = 5


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """The options of all formats. Each format has a list of those that have a meaning in it: `Format.options`.

    `title` says whether to begin with the headline: by default Markdown and HTML do. Where the kept leaves have it near
    their beginning, it is moved to the front as an h1, else it is added. False adds nothing and moves nothing.
    """

    title: bool | None = None
    links: Links = "inline"  # "references", of Markdown: numbered, the addresses at the end; "none": their texts alone
    images: bool = True
    tables: bool = True  # False: a table is written row by row, as lines of text
    formatting: bool = True  # bold, italic and other emphasis; code, superscript and subscript stay
    heading_offset: int = 0  # 1 makes an h1 an h2; what would be lower than h6 is h6
    width: int | None = None  # wrap lines of text and Markdown at this many characters
    front_matter: bool = False  # Markdown: the metadata as YAML before the text
    whole_page: bool = False  # HTML: a page with typography for reading and print, not a fragment
    posts: bool | None = None  # a thread as one section a post, with author and date; None: only in JSON, of forums
    formats: tuple[str, ...] = ()  # JSON: formats that it carries beside the text

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
        if not 0 <= chosen.heading_offset <= _MAX_HEADING_OFFSET:
            raise OptionError(f"heading_offset is 0 to {_MAX_HEADING_OFFSET}, not {chosen.heading_offset}")
        if chosen.width is not None and chosen.width < _MIN_WIDTH:
            raise OptionError(f"width is {_MIN_WIDTH} characters or more, not {chosen.width}")
        return chosen


DEFAULT_OPTIONS = OutputOptions()


def max_leaves(page: Page) -> int:
    """Return how many kept leaves of a page an outline is made of."""
    return _MIN_LEAVES + len(page.source) // _CHARACTERS_PER_LEAF
