"""The views of a page, each a target: what is looked at, and which laws are checked.

A choice is what a caller may choose beside the page: an extractor, the options of a format, selectors.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import strategies as st

import ridgeline
from ridgeline import REGISTRY, Extraction, Extractor, Limits, Page, Trainable, embedded
from ridgeline.lab.training import fit
from ridgeline.output import notebook
from ridgeline.output.epub import write_book
from ridgeline.output.formats import FORMATS
from ridgeline.passages import estimate_tokens

from ..native.lexbor import differences, is_misread_by_lexbor
from ..output.test_epub import check as check_book
from ..output.test_html import dangers
from ..pages import article
from .documents import Document
from .laws import check_extraction, check_format, check_rendered, check_text

Choice = dict[str, Any]
_EXTRACTORS = ("everything", "summit")
# Those that need no browser; what has to be fitted to a site is fitted to a small one.
FITTED = ("content-extractor", "style-tree", "mountain-site")
_READABLE = tuple(
    name for name, entry in REGISTRY.items() if entry.needs != "render" and (entry.fitted_by is None or name in FITTED)
)
_OPTIONS: dict[str, tuple[Any, ...]] = {
    "title": (None, True, False),
    "links": ("inline", "references", "none"),
    "images": (True, False),
    "tables": (True, False),
    "repeat_spans": (False, True),
    "alerts": (True, False),
    "formatting": (True, False),
    "heading_offset": (0, 1, 5),
    "width": (None, 20, 72),
    "front_matter": (False, True),
    "section": (None, "1", "9.9"),  # whole blocks: a piece of a paragraph may cut a code span in two
    "whole_page": (False, True),
    "posts": (None, True, False),
    "clean_links": (False, True),
    "places": (False, True),
    "formats": ((), ("markdown", "html", "tei", "csv", "cleaneval", "text")),
}
_SELECTORS = (
    "p",
    "*",
    "div > p",
    "[href]",
    "a:not([href])",
    "li:nth-child(2n+1)",
    "h1, h2",
    ":is(td, th)",
    "p ~ p",
    "#a",
)
_LIMITS = (
    Limits(),
    Limits(depth=5),
    Limits(nodes=20),
    Limits(characters=100),
    Limits(attributes=1),
    Limits(characters=0),
    Limits(seconds=1e-9),
)


@dataclass(frozen=True)
class Target:
    """A view: how it is checked, what a caller can choose, and the choices that a reproduction is replayed with."""

    check: Callable[[Document, Choice], None]
    choices: st.SearchStrategy[Choice]
    replayed: tuple[Choice, ...]


def format_options(format: str) -> dict[str, tuple[Any, ...]]:
    """The options that a format has, with some values of each, the default first."""
    return {name: values for name, values in _OPTIONS.items() if name in FORMATS[format].options}


def _covering(options: dict[str, tuple[Any, ...]]) -> Iterator[Choice]:
    """Yield choices in which each value stands once, beginning with the defaults."""
    for number in range(max(map(len, options.values()))):
        yield {name: values[number % len(values)] for name, values in options.items()}


def _target(check: Callable[[Document, Choice], None], **options: tuple[Any, ...]) -> Target:
    strategies = {name: st.sampled_from(values) for name, values in options.items()}
    return Target(check, st.fixed_dictionaries(strategies), tuple(_covering(options)))


def _format_target(format: str) -> Target:
    def check(document: Document, choice: Choice) -> None:
        options = {name: value for name, value in choice.items() if name != "extractor"}
        check_format(_extract(document, choice), format, options)

    return _target(check, **format_options(format), extractor=_EXTRACTORS)


def _extract(document: Document, choice: Choice) -> Extraction:
    return ridgeline.extract(document.html, url=document.url, extractor=choice["extractor"])


def _check_metadata(document: Document, choice: Choice) -> None:
    extraction = _extract(document, choice)
    found = extraction.metadata.as_dict()
    check_text(found)
    check_text(repr(extraction.metadata))
    if choice["extractor"] == "everything":  # which does not complete a page from its data: it is the same page
        assert ridgeline.parse(document.html, url=document.url).url == extraction.original_page.url


def _check_posts(document: Document, choice: Choice) -> None:
    extraction = _extract(document, choice)
    posts = extraction.posts
    check_text([repr(post) for post in posts])
    check_text(posts)
    assert all(post.parent is None or 0 <= post.parent < len(posts) for post in posts)
    assert set(extraction.comments) <= set(posts) if posts else not extraction.comments


def _check_status(document: Document, choice: Choice) -> None:
    extraction = _extract(document, choice)
    check_extraction(extraction)
    check_text([extraction.status.name, extraction.title or "", *extraction.cuts, extraction.carrier or ""])
    title = _extract(document, choice)
    assert title.metadata.title == extraction.title  # also where all metadata is read first
    assert bool(extraction) == (len(extraction.keep) > 0)


def _check_representations(document: Document, choice: Choice) -> None:
    extraction = _extract(document, choice)
    for shown in (extraction, extraction.page):
        markdown, html = shown._repr_markdown_(), shown._repr_html_()
        check_text([repr(shown), markdown, html])
        assert not [danger for danger in dangers(html) if danger not in _OURS]
        check_rendered(markdown)


# The styles of notebooks, which are ours.
_OURS = frozenset(
    {
        *(("div", "style", style) for style in (notebook._FRAME, notebook._CONTENT)),
        ("ul", "style", "list-style: none"),
        *(("li", "style", f"margin-left: {level}em") for level in range(6)),
    }
)


def _check_epub(document: Document, choice: Choice) -> None:
    check_book(write_book([_extract(document, choice)], choice["title"]))


def _check_page(document: Document, choice: Choice) -> None:
    page = ridgeline.parse(document.html, url=document.url, limits=choice["limits"])
    _check_columns(page)
    check_text([page.title or "", *page.leaf_text, *page.names, page.encoding or ""])
    for node in (page[index] for index in range(min(len(page), 200))):
        check_text([node.tag, node.text, node.text_content, node.path, node.attributes])
        assert all(child.parent == node for child in node.children)
    assert [node.index for node in page.select(choice["css"])] == sorted(
        {node.index for node in page.select(choice["css"])}
    )


def _check_columns(page: Page) -> None:
    """Check that the columns are a tree, and the derived ones as long as it or its leaves."""
    count, leaves = len(page), len(page.leaves)
    assert all(
        len(column) == count
        for column in (page.parent, page.end, page.tag, page.text, page.attributes, page.depth, page.hidden, page.block)
    )
    assert all(len(column) == leaves for column in (page.leaf_text, page.leaf_lengths))
    assert all(-1 <= parent < index for index, parent in enumerate(page.parent.tolist()))
    assert all(index < end <= count for index, end in enumerate(page.end.tolist()))
    assert page.leaves.tolist() == sorted(set(page.leaves.tolist()))
    known = page.start >= 0
    assert (page.start[known] <= page.stop[known]).all()
    assert not known.any() or page.stop.max() <= len(page.source)


def _check_passages(document: Document, choice: Choice) -> None:
    extraction = _extract(document, choice)
    markdown, budget, overlap = extraction.markdown, choice["max_tokens"], choice["overlap"]
    chunks = extraction.chunks(budget, overlap=overlap)
    assert all(chunk.tokens == estimate_tokens(chunk.text) <= budget for chunk in chunks)
    bounds = [0, *(chunk.stop for chunk in chunks)]
    assert bounds[-1] == len(markdown)
    assert all(one - chunk.start >= 0 and one < chunk.stop for one, chunk in zip(bounds, chunks, strict=False))
    assert overlap or [chunk.start for chunk in chunks] == bounds[:-1]
    for section in extraction.sections:
        assert 0 <= section.start < section.stop <= len(markdown)
    check_text([chunks, extraction.sections])


def _check_embedded(document: Document, choice: Choice) -> None:
    page = ridgeline.parse(document.html, url=document.url)
    extraction = ridgeline.load(choice["extractor"]).extract(page)
    for made in (embedded.rebuild(page), embedded.complete(page, extraction.keep)):
        if made is not None:
            _check_columns(made)
            check_text([made.carrier or "", *made.leaf_text])
            assert made.carrier
            assert made.original is page


def _check_extractor(document: Document, choice: Choice) -> None:
    page = ridgeline.parse(document.html, url=document.url)
    extraction = extractor(choice["extractor"]).extract(page)
    check_extraction(extraction)
    assert extraction.page is page
    check_format(extraction, "json", {})
    check_format(extraction, "cleaneval", {})


@cache
def extractor(name: str) -> Extractor:
    """An extractor that needs no browser; one that has to learn a site first learns a small one."""
    made = ridgeline.load(name)
    if REGISTRY[name].fitted_by is None:
        return made
    pages = [article(number) for number in range(6)]
    if isinstance(made, Trainable):
        return made.fit(pages)
    return fit(name, pages, ["\n".join(page.leaf_text[3:-1]) for page in pages])


def _check_selection(document: Document, choice: Choice) -> None:
    extraction = ridgeline.extract(document.html, url=document.url, **choice)
    check_extraction(extraction)
    check_text(extraction.text)


def _check_parser(document: Document, choice: Choice) -> None:
    """Compare the parser with lexbor, but for pages on which that is known to be wrong."""
    source = ridgeline.parse(document.html).source
    if not is_misread_by_lexbor(source):
        assert differences(source) == []


TARGETS: dict[str, Target] = {
    **{format: _format_target(format) for format in FORMATS},
    "metadata": _target(_check_metadata, extractor=_EXTRACTORS),
    "posts": _target(_check_posts, extractor=_EXTRACTORS),
    "status": _target(_check_status, extractor=_EXTRACTORS),
    "representations": _target(_check_representations, extractor=_EXTRACTORS),
    "epub": _target(_check_epub, extractor=_EXTRACTORS, title=(None, "A <book>")),
    "page": _target(_check_page, limits=_LIMITS, css=_SELECTORS),
    "passages": _target(_check_passages, extractor=_EXTRACTORS, max_tokens=(32, 50, 2000), overlap=(0, 0, 16)),
    "embedded": _target(_check_embedded, extractor=_EXTRACTORS),
    "extractors": _target(_check_extractor, extractor=_READABLE),
    "selection": _target(
        _check_selection, extractor=_EXTRACTORS, select=((), *_SELECTORS), exclude=((), "p", "h1, li")
    ),
    "parser": Target(_check_parser, st.just({}), ({},)),
}
