"""JSON: the content and what is known about it as one object.

    url          the page's URL; null where it is unknown
    extractor    the name of the extractor
    status       "ok", or why there is no content: a value of `ridgeline.Status`
    status_meaning  the status in words
    confidence   the word F1 that the extractor expects of its answer; null where it predicts none
    page_type    "article", "forum", "product" …; null where the extractor predicts none
    carrier      where the content was found if the page was rebuilt from data that it carries: "json-ld", "next" …;
                 else null
    cuts         the limits that were reached, so that something may be missing; "seconds" also where a view ended early
    remarks      notes for a person, a list of strings
    hidden       texts that were left out since no person sees them, a list of objects: text, reason
    suspicious   passages of hidden text that look like instructions to a language model: passage, reason
    metadata     the fields of `ridgeline.Metadata`: title, authors, date, language, section, license, word_count …
    text         the whole text, as in the plain text format
    markdown …   the content in other formats, under their names; only those that were asked for (`formats`)
    posts        the posts of the page, as `ridgeline.posts.Post.as_dict` returns them; only of forums, and where they
                 were asked for (`posts`)
    explanation  why these leaves were kept; only from extractors that can explain it
    blocks       the kept paragraphs in document order, a list of objects

Each block has these keys:

    tag          its role: "h2", "li", "td" …, "p" for any other text; without text, the name of its image or other
                 replaced element
    path         the tag names from the root down to its block element, joined by slashes
    text         its text as a browser shows it
    score        the mean score of its leaves; null where the extractor gives no scores, and where it has no leaves
    leaves       the positions of its leaves in `Page.leaves`; none of a text that is written anew
    start        with `places`: where its first text begins in `Page.source`, in characters; -1 where it has no text
    stop         … and where the last one ends
    selector     … the CSS selector of the element that it is in
    fragment     … the end of an address, `#:~:text=…`, that browsers scroll to and highlight; or null
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .. import _native
from ..page import elements
from ..text.invisible import without_unshown
from .formats import find_format
from .outline import Outline
from .places import Places

if TYPE_CHECKING:
    from .formats import Content
    from .options import OutputOptions

_MAX_NAME_LENGTH = 20  # characters of a tag name in a path; those of HTML are shorter
_NAMES = [name[:_MAX_NAME_LENGTH] for name in elements.NAMES]
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, default=str)


def write(content: "Content", options: "OutputOptions") -> str:
    """Return the content as a JSON object."""
    text = _text(content, options)  # before `cuts`, as are other formats
    fields: dict[str, Any] = {**_other_formats(content, options)}
    known = describe(content)
    if options.posts or (options.posts is None and content.page_type == "forum"):
        fields["posts"] = [post.as_dict() for post in content.posts]
    if content.explain is not None:
        fields["explanation"] = content.explain()
    blocks = content.budget.limited(_blocks(content.outline, content.scores, places=options.places))
    pieces = [_members(known), ', "text": ', _native.core.quote_json(_encodable(text))]
    pieces += [", ", _members(fields), ', "blocks": ['] if fields else [', "blocks": [']
    del text, fields  # they are written
    # Joined once: the blocks of a large page take most of the memory.
    separated = [piece for block in blocks for piece in (", ", block)][1:]
    return "".join(("{", *pieces, *separated, "]}"))


def describe(content: "Content") -> dict[str, Any]:
    """Return what is known about an extraction, without its content: every JSON document about one begins with it."""
    late = {"seconds"} if content.is_unfinished else frozenset[str]()
    return {
        "url": content.url,
        "extractor": content.extractor,
        "status": content.status.value,
        "status_meaning": content.status.meaning,
        "confidence": None if content.confidence is None else round(float(content.confidence), 6),
        "page_type": content.page_type,
        "carrier": content.carrier,
        "cuts": sorted(content.cuts | late),
        "remarks": [*content.remarks, *content.left_out_notes],
        "hidden": [hidden._asdict() for hidden in content.hidden],
        "suspicious": [suspicion._asdict() for suspicion in content.suspicious],
        "metadata": content.metadata.as_dict(),
    }


def _text(content: "Content", options: "OutputOptions") -> str:
    if not options.title and options.width is None:
        return content.text
    return find_format("text").load()(content, replace(options, posts=None, max_tokens=None, start=0))


def _other_formats(content: "Content", options: "OutputOptions") -> dict[str, str]:
    """Return the content by the name of each other format that the options ask for."""
    others = (name for name in options.formats if name not in ("text", "json"))
    return {name: find_format(name).load()(content, options) for name in others}


def _members(fields: dict[str, Any]) -> str:
    """Return an object as JSON without its braces."""
    return _encodable(_ENCODER.encode(fields)[1:-1])


def _encodable(text: str) -> str:
    """Return a text that can be encoded as UTF-8, so has no surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return without_unshown(text)
    return text


def _blocks(outline: Outline, scores: npt.NDArray[np.float32] | None, *, places: bool) -> Iterator[str]:
    """Return each paragraph as JSON."""
    names = _NAMES + [name[:_MAX_NAME_LENGTH] for name in outline.page.core.tag_names()]
    known = None if scores is None else np.ascontiguousarray(scores, dtype=np.float64)
    blocks = iter(outline.core.json_blocks(names, known))
    return map("{}, {}}}".format, (block[:-1] for block in blocks), _places(outline)) if places else blocks


def _places(outline: Outline) -> Iterator[str]:
    """Yield the keys of each paragraph's place, and their values."""
    page, places = outline.page, Places(outline.page)
    for _, first, end, _ in outline.paragraphs():
        leaves = outline.leaves[first:end].tolist()
        yield _ENCODER.encode(asdict(places.of_leaves(leaves, int(page.leaves[leaves[0]]))))[1:-1]
