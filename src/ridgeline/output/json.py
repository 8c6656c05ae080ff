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
    score        the mean score of its leaves; null where the extractor gives no scores
    leaves       the positions of its leaves in `Page.leaves`
    start        with `places`: where its first text begins in `Page.source`, in characters; -1 where it has no text
    stop         … and where the last one ends
    selector     … the CSS selector of the element that it is in
    fragment     … the end of an address, `#:~:text=…`, that browsers scroll to and highlight; or null
"""

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..text.invisible import without_unshown
from .formats import find_format
from .outline import Outline
from .places import Places

if TYPE_CHECKING:
    from .formats import Content
    from .options import OutputOptions

# Longer paths are cut in the middle: on a page nested to the parser's limit they would be most of the result.
_MAX_PATH_LENGTH = 32
_MAX_NAMES = 5_000  # nodes whose names are remembered
_MAX_NAME_LENGTH = 20  # characters of a tag name in a path; those of HTML are shorter
_quoted = json.encoder.encode_basestring  # a string as the encoder below writes it
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, default=str)


def write(content: "Content", options: "OutputOptions") -> str:
    """Return the content as a JSON object."""
    written = {"text": _text(content, options), **_other_formats(content, options)}  # before `cuts`
    fields = describe(content) | written
    if options.posts or (options.posts is None and content.page_type == "forum"):
        fields["posts"] = [post.as_dict() for post in content.posts]
    if content.explain is not None:
        fields["explanation"] = content.explain()
    blocks = content.budget.limited(_Blocks(content.outline, content.scores, places=options.places).written())
    pieces = [_ENCODER.encode(fields).removesuffix("}"), ', "blocks": [', *_separated(blocks), "]}"]
    del fields  # with the text encoded, the text itself
    return "".join(map(_encodable, pieces))


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


def _separated(items: Iterable[str]) -> Iterator[str]:
    """Yield items of a list with commas between them."""
    for number, item in enumerate(items):
        yield f", {item}" if number else item


def _encodable(text: str) -> str:
    """Return a text that can be encoded as UTF-8, so has no surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return without_unshown(text)
    return text


class _Blocks:
    def __init__(self, outline: Outline, scores: npt.NDArray[np.float32] | None, *, places: bool) -> None:
        self.outline = outline
        self.page = outline.page
        # Views, which give numbers of Python one by one: a list of all would take ten times the memory of the page.
        self.scores = None if scores is None else np.ascontiguousarray(scores).data
        self.block_element, self.parent, self.tag = self.page.block.data, self.page.parent.data, self.page.tag.data
        self.places = Places(self.page) if places else None
        self.names: dict[int, tuple[str, ...]] = {-1: ()}
        self.paths: dict[int, str] = {}

    def written(self) -> Iterator[str]:
        """Yield each paragraph as JSON. Half a million dictionaries would take more time than all the rest."""
        all_leaves = self.outline.leaves
        for role, first, end, text in self.outline.paragraphs():
            leaves = all_leaves[first:end].tolist()
            node = int(self.page.leaves[leaves[0]])
            tag = role if text else self._name(node)
            yield (
                f'{{"tag": {_quoted(tag)}, "path": {_quoted(self._path(self.block_element[node]))}, '
                f'"text": {_quoted(text)}, "score": {self._score(leaves)}, "leaves": {leaves}{self._place(leaves)}}}'
            )

    def _place(self, leaves: list[int]) -> str:
        if self.places is None:
            return ""
        place = self.places.of_leaves(leaves, int(self.page.leaves[leaves[0]]))
        return f", {_ENCODER.encode(asdict(place))[1:-1]}"

    def _score(self, leaves: list[int]) -> str:
        if self.scores is None:
            return "null"
        mean = sum(self.scores[leaf] for leaf in leaves) / len(leaves)
        return str(round(mean, 6)) if math.isfinite(mean) else "null"

    def _path(self, node: int) -> str:
        """Return the tag names from the root down to a node. Neighbours share all of it but the last name."""
        parent = self.parent[node]
        if len(self.names) > _MAX_NAMES:
            self.names, self.paths = {-1: ()}, {}
        if parent not in self.paths:
            self.paths[parent] = "".join(f"{name}/" for name in self._names(parent))
        return self.paths[parent] + self._name(node)

    def _names(self, node: int) -> tuple[str, ...]:
        """Return the tag names down to a node, continued from the nearest ancestor for which they are known."""
        unknown = []
        while node not in self.names:
            unknown.append(node)
            node = self.parent[node]
        names = self.names[node]
        for index in reversed(unknown):
            names = self.names[index] = _shorten((*names, self._name(index)))
        return names

    def _name(self, node: int) -> str:
        return self.page.names[self.tag[node]][:_MAX_NAME_LENGTH]


def _shorten(path: tuple[str, ...]) -> tuple[str, ...]:
    half = _MAX_PATH_LENGTH // 2
    return path if len(path) <= _MAX_PATH_LENGTH else (*path[:half], "…", *path[-half + 1 :])
