"""Hostile documents, as Hypothesis makes them: from a grammar, or by mutation of a seed."""

import bz2
import gzip
import json
import plistlib
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from ..hostile import pages as hostile_pages
from ..page.test_saved import SAVED
from ..page.test_saved import message as mhtml
from ..page.test_saved import part as mhtml_part
from ..pages import AWKWARD, CARRYING
from ..posts.threads import THREADS
from .vocabulary import (
    ATTRIBUTES,
    CARRIERS,
    COMMON_TAGS,
    DATES,
    EXTREMES,
    FRAGMENTS,
    JSON_STRINGS,
    KEYS,
    NUMBERS,
    POSTS,
    PROSE,
    STRINGS,
    TAGS,
    URLS,
)

_TESTS = Path(__file__).parents[1]
_MAX_SEED = 20_000  # bytes; larger ones are slow, and find little more
_CODECS = ("utf-8", "utf-16", "utf-16-le", "windows-1252", "shift_jis", "gb18030", "iso-2022-jp", "koi8-r", "utf-32")


@dataclass(frozen=True)
class Document:
    """A document as a caller would give it."""

    html: str | bytes
    url: str | None = None


@cache
def seeds() -> tuple[bytes, ...]:
    """The small pages of other tests: hostile, golden, awkward, threads, saved files, seeds of the C's fuzzing."""
    # Most makers of pages that are made when asked for make large ones.
    made = [page.make for page in hostile_pages() if not callable(page.make)]
    hostile = [page.encode("utf-8", "surrogatepass") if isinstance(page, str) else page for page in made]
    native = [path.read_bytes() for path in sorted((_TESTS / "native" / "fuzz" / "seeds").glob("*.html"))]
    golden = [path.read_bytes() for path in sorted((_TESTS / "golden").glob("*/source.*"))]
    texts = (*AWKWARD.values(), *CARRYING.values(), *(thread.html for thread in THREADS.values()))
    small = [*(page.encode("utf-8", "surrogatepass") for page in texts), *SAVED.values()]
    return tuple(page for page in (*native, *small, *hostile, *golden) if len(page) <= _MAX_SEED)


def documents() -> st.SearchStrategy[Document]:
    """Documents, and the addresses that they are said to have."""
    sources = st.one_of(_pages, _pages, _shells, _threads(), _encoded(_pages), _packed(_pages), _mutated())
    return st.builds(Document, sources, st.one_of(st.just("https://example.org/dir/page.html"), _addresses))


_addresses = st.one_of(st.none(), st.sampled_from(URLS))


@st.composite
def _attribute(draw: st.DrawFn) -> str:
    name = draw(st.sampled_from(tuple(ATTRIBUTES)))
    value = draw(st.sampled_from(ATTRIBUTES[name]))
    quote = draw(st.sampled_from('"\'"" '))
    return f" {name}={quote}{value.replace(quote, '') if quote != ' ' else value}{quote}"


_attributes = st.lists(_attribute(), max_size=3).map("".join)
_tags = st.one_of(st.sampled_from(COMMON_TAGS), st.sampled_from(TAGS))
_start = st.builds("<{}{}>".format, _tags, _attributes)
_end = st.builds("</{}>".format, _tags)
_text = st.one_of(st.sampled_from(STRINGS), st.sampled_from(PROSE), st.sampled_from((*NUMBERS, *DATES, *URLS)))

_values: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.sampled_from(JSON_STRINGS), st.sampled_from(EXTREMES), st.sampled_from((None, True, False, [], {}))),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(KEYS), inner, min_size=1, max_size=5)
    ),
    max_leaves=12,
)


# Text as editors store it, and devalue, in which objects refer to others by number.
_rich_text: st.SearchStrategy[Any] = st.recursive(
    st.builds(lambda text: {"type": "text", "text": text}, st.sampled_from(JSON_STRINGS)),
    lambda inner: st.builds(
        lambda kind, key, parts: {"type": kind, key: parts},
        st.sampled_from(("doc", "paragraph", "heading", "bulletList", "list-item", "table", "tablerow", "code", "x")),
        st.sampled_from(("content", "children", "blocks", "items", "body")),
        st.lists(inner, max_size=4),
    ),
    max_leaves=10,
)
_numbers = st.sampled_from((0, 1, 2, 3, 4, 5, -1, 99, 1.5, "x", None))
_devalue: st.SearchStrategy[Any] = st.lists(
    st.one_of(
        st.dictionaries(st.sampled_from(KEYS), _numbers, min_size=1, max_size=4),
        st.lists(_numbers, max_size=4),
        st.just(["Reactive", 1]),
        st.sampled_from(JSON_STRINGS),
    ),
    min_size=1,
    max_size=8,
)


@st.composite
def _script(draw: st.DrawFn) -> str:
    """A script that carries data, often broken."""
    data = json.dumps(draw(st.one_of(_values, _values, _rich_text, _devalue)), ensure_ascii=draw(st.booleans()))
    cut = draw(st.sampled_from((0, 0, 0, 1, 2, 7)))
    return draw(st.sampled_from(CARRIERS)).replace("{}", data[: len(data) - cut] if cut else data)


_piece = st.one_of(_start, _end, _text, st.sampled_from(FRAGMENTS), _start, _text)
# Lists of lists: Hypothesis makes short lists, and a body of five pieces says little.
_body = st.lists(st.lists(_piece, max_size=8).map("".join), max_size=8).map("".join)
_STORY = "".join(f"<p>{text}</p>" for text in PROSE)


@st.composite
def _page(draw: st.DrawFn) -> str:
    """A page with pieces in its head and its body; half of them inside an article, so that extractors keep them."""
    head = draw(st.lists(st.one_of(_meta, _script(), st.sampled_from(FRAGMENTS)), max_size=4).map("".join))
    body = draw(_body)
    if draw(st.booleans()):
        body = f"<article><h1>The ferry</h1>{_STORY}{body}{_STORY}</article>"
    return f"<title>{draw(_text)}</title>{head}{body}"


_meta = st.builds("<meta{}{}>".format, _attributes, _attributes) | st.builds("<link{}>".format, _attributes)
_pages = st.one_of(_body, _page())
# Pages that show nothing, so that their data is read.
_shells = st.builds("<title>{}</title><div id=root></div>{}{}".format, _text, _script(), _script())


@st.composite
def _threads(draw: st.DrawFn) -> str:
    """A thread: the same markup for each post, and hostile pieces in some of them."""
    form = draw(st.sampled_from(POSTS))
    posts = [
        form.format(number=number, author=draw(_text), date=draw(_date), text=draw(st.one_of(_plain, _body)))
        for number in range(draw(st.integers(2, 5)))
    ]
    return f"<title>{draw(_text)}</title><h1>A question</h1><div id=comments class=thread>{''.join(posts)}</div>"


_plain = st.sampled_from(tuple(f"<p>{text}</p>" for text in PROSE))
_date = st.one_of(st.sampled_from(DATES), st.sampled_from(("2 March 2024", "3 days ago", "2024-03-02T10:00:00Z")))


@st.composite
def _packed(draw: st.DrawFn, pages: st.SearchStrategy[str]) -> bytes:
    """A page in a file of another format, sometimes damaged."""
    page = draw(pages).encode("utf-8", "replace")
    data = draw(st.sampled_from(_CONTAINERS))(page)
    cut = draw(st.integers(0, len(data)))
    return draw(st.sampled_from((data, data, data[:cut], data[:cut] + b"\xff" + data[cut + 1 :])))


_CONTAINERS: tuple[Callable[[bytes], bytes], ...] = (
    gzip.compress,
    zlib.compress,
    bz2.compress,
    lambda page: mhtml(mhtml_part(page)),
    lambda page: mhtml(mhtml_part(page, transfer="base64", Content_Location="http://[/")),
    lambda page: plistlib.dumps(
        {
            "WebMainResource": {
                "WebResourceData": page,
                "WebResourceMIMEType": "text/html",
                "WebResourceURL": "http://[",
            }
        },
        fmt=plistlib.FMT_BINARY,
    ),
)


@st.composite
def _encoded(draw: st.DrawFn, pages: st.SearchStrategy[str]) -> bytes:
    """A page as bytes, in an encoding that it may lie about."""
    declared = draw(st.sampled_from((*ATTRIBUTES["charset"], *_CODECS)))
    page = f"<meta charset='{declared}'>{draw(pages)}"
    return page.encode(
        draw(st.sampled_from(_CODECS)), draw(st.sampled_from(("replace", "ignore", "xmlcharrefreplace")))
    )


@st.composite
def _mutated(draw: st.DrawFn) -> bytes | str:
    """A seed with pieces put in, taken out, repeated and cut off."""
    page = draw(st.sampled_from(seeds()))
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(page)))
        end = min(len(page), start + draw(st.sampled_from((0, 1, 3, 20, 200, 2000))))
        page = draw(_edits)(page, start, end, draw(_piece_bytes))
    return page.decode("utf-8", "replace") if draw(st.booleans()) else page


_piece_bytes = st.one_of(_piece, _script()).map(lambda piece: piece.encode("utf-8", "surrogatepass"))
_edits = st.sampled_from(
    (
        lambda page, start, end, piece: page[:start] + piece + page[start:],
        lambda page, start, end, piece: page[:start] + page[end:],
        lambda page, start, end, piece: page[:start] + piece + page[end:],
        lambda page, start, end, piece: page[:end] + page[start:end] * 3 + page[end:],
        lambda page, start, end, piece: page[: max(start, 1)],
        lambda page, start, end, piece: page[:start] + bytes(byte ^ 0x80 for byte in page[start:end]) + page[end:],
    )
)
