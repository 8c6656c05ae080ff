"""CleanEval's form, written and read: one line a segment, a tag before it, blank lines between.

`<h>` is a heading, `<l>` an item of a list, `<p>` anything else. Readers of the form look for tags anywhere, so a text
that itself says `<p>` is written `< p>`. What is written here is read back the same: `parse_cleaneval` undoes
`write_cleaneval`, but for such texts and for white space, which is folded.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from ..page import IntColumn, Page
from ..page.elements import HEADINGS

_TAG_OF = {**dict.fromkeys(HEADINGS, "h"), **dict.fromkeys(("li", "dt", "dd"), "l")}
_LOOKS_LIKE_A_TAG = re.compile(r"<(?=/?[hlp]>)", re.IGNORECASE)
_TAG = re.compile(r"<(/?)([phl])>", re.IGNORECASE)
# Gold files may open with the address of the page, or with a comment which says that it has no content.
_PREAMBLE = re.compile(r"\A\s*+(?:URL:\s*+\S++|<!--(?:[^-]|-(?!->))*+-->)")


class Segment(NamedTuple):
    """A paragraph (`p`), heading (`h`) or list item (`l`)."""

    tag: str
    text: str


def to_cleaneval(page: Page, keep: IntColumn) -> str:
    """The kept leaves in CleanEval's form."""
    from .structure import structure  # here, so that who only reads and writes segments does not load it

    outline = structure(page, keep)
    return write_cleaneval(
        Segment(_TAG_OF.get(role, "p"), outline.text(paragraph)) for role, paragraph in outline.paragraphs()
    )


def write_cleaneval(segments: Iterable[Segment]) -> str:
    """Segments in CleanEval's form; those without text are left out."""
    folded = ((tag, " ".join(text.split())) for tag, text in segments)
    return "\n\n".join(f"<{tag}>{_LOOKS_LIKE_A_TAG.sub('< ', text)}" for tag, text in folded if text)


def parse_cleaneval(marked: str) -> list[Segment]:
    """The segments of a text in CleanEval's form, white space collapsed; empty ones are left out.

    A segment goes from its tag to the next one, or to its closing tag where there is one; text under no tag is `p`.
    """
    before, *rest = _TAG.split(_PREAMBLE.sub("", marked))
    segments = [Segment("p", before)]
    for closing, tag, text in zip(rest[0::3], rest[1::3], rest[2::3], strict=True):
        segments.append(Segment("p" if closing else tag.lower(), text))
    collapsed = (Segment(tag, " ".join(text.split())) for tag, text in segments)
    return [segment for segment in collapsed if segment.text]
