"""CleanEval's format, written and read: one segment a line, with a tag before it and blank lines between.

`<h>` is a heading, `<l>` an item of a list, `<p>` anything else. Readers of the format look for tags anywhere, so a
text that itself says `<p>` is written `< p>`. `parse_cleaneval` undoes `write_cleaneval`, but for such texts and for
white space, which is folded.
"""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ..page.elements import HEADINGS
from ..page.patterns import lazy_pattern
from ..text.spaces import split_and_join

if TYPE_CHECKING:
    from .formats import Content
    from .options import OutputOptions

_TAG_OF_ROLE = {**dict.fromkeys(HEADINGS, "h"), **dict.fromkeys(("li", "dt", "dd"), "l")}
_LOOKS_LIKE_A_TAG = lazy_pattern(r"<(?=/?[hlp]>)", re.IGNORECASE)
_TAG = lazy_pattern(r"<(/?)([phl])>", re.IGNORECASE)
# Gold files may open with the URL of the page, or with a comment which says that it has no content.
_PREAMBLE = lazy_pattern(r"\A\s*+(?:URL:\s*+\S++|<!--(?:[^-]|-(?!->))*+-->)")


class Segment(NamedTuple):
    """A paragraph (`p`), heading (`h`) or list item (`l`)."""

    tag: str
    text: str


def write(content: "Content", options: "OutputOptions") -> str:
    """Return the content in CleanEval's format, by the extractor's own segments where it has them."""
    if content.segments is not None:
        return write_cleaneval(content.segments)
    return write_cleaneval(
        Segment(_TAG_OF_ROLE.get(paragraph.role, "p"), paragraph.text)
        for paragraph in content.budget.limited(content.outline.paragraphs())
    )


def write_cleaneval(segments: Iterable[Segment]) -> str:
    """Return segments in CleanEval's format; those without text are left out."""
    folded = ((tag, split_and_join(text)) for tag, text in segments)
    return "\n\n".join(f"<{tag}>{_LOOKS_LIKE_A_TAG().sub('< ', text)}" for tag, text in folded if text)


def parse_cleaneval(marked: str) -> list[Segment]:
    """Return the segments of a text in CleanEval's format, white space folded; empty ones are left out.

    A segment goes from its tag to the next one, or to its closing tag where there is one; text under no tag is `p`.
    """
    before, *rest = _TAG().split(_PREAMBLE().sub("", marked))
    segments = [Segment("p", before)]
    for closing, tag, text in zip(rest[0::3], rest[1::3], rest[2::3], strict=True):
        segments.append(Segment("p" if closing else tag.lower(), text))
    folded = (Segment(tag, " ".join(text.split())) for tag, text in segments)
    return [segment for segment in folded if segment.text]
