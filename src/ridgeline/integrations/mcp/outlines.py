"""The tool `outline_page`: the sections of a page, by whose numbers they can be read."""

from typing_extensions import TypedDict  # pydantic reads that of `typing` from Python 3.12 on

from ...options import ExtractOptions
from ...output import OutputOptions
from ...page import Page
from ...passages import estimate_tokens, make_sections
from ...passages.blocks import read_blocks
from .budget import within
from .page_content import DEFAULT_MAX_TOKENS, extract_offered

_AS_READ = OutputOptions(images=False)  # as read_section reads by default: a picture may be a heading
_MAX_TITLE_CHARACTERS = 200


class SectionLine(TypedDict):
    """A section of a page."""

    number: str  # what read_section takes
    title: str
    level: int  # of its heading; 0 for what stands before the first
    tokens: int  # about, sections inside of it included


class PageOutline(TypedDict):
    """The sections of a page."""

    url: str | None
    title: str | None
    status: str
    total_tokens: int
    sections: list[SectionLine]
    left_out: int  # sections beyond the budget of an answer


def outline(page: Page, asked: ExtractOptions) -> PageOutline:
    """Return the sections of a page's content."""
    extraction = extract_offered(page, asked)
    blocks = read_blocks(extraction, _AS_READ)
    sections = [
        SectionLine(number=each.number, title=each.title[:_MAX_TITLE_CHARACTERS], level=each.level, tokens=each.tokens)
        for each in make_sections(blocks, estimate_tokens)
    ]
    shown = within(DEFAULT_MAX_TOKENS, sections)
    return PageOutline(
        url=extraction.page.url,
        title=extraction.title,
        status=extraction.status.value,
        total_tokens=estimate_tokens(blocks.markdown),
        sections=shown,
        left_out=len(sections) - len(shown),
    )
