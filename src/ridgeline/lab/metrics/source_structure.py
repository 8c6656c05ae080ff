"""The structure that a page has within its gold text, read from the source of the page.

Data sets have a gold text without structure. The elements of the page whose words are nearly all in that text are what
an extraction of it has to have. They are read with lexbor, and matched by the longest common subsequence of words, not
with ridgeline's own parser, outline or alignment, so that a mistake of those is not a gold standard as well.

Counted are headings, list items, rows of tables that have header cells, lines of `pre`, links, quotations and emphasis.
Images, formulas, players and references to notes have no words in the text: those count that stand between words of it.
Small images (icons, avatars) and pictures of formulas do not. Captions, which gold texts leave out, are read from all
figures.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from selectolax.lexbor import LexborHTMLParser, LexborNode

from .edits import common_runs
from .markdown_structure import Splitter, player_name, resolve_address
from .structure import Structure, plain_tex

MIN_SHARE = 0.9  # of the words of an element that are in the gold text
MIN_RUN = 3  # words; fewer that match, with others on both sides, match by chance
NEIGHBOURS = 3  # words before and after an image or formula that have to be in the gold text
MAX_WORD_PAIRS = 10**9  # of page and gold text: 120 MB of bits; longer pages have no gold structure
MIN_PIXELS = 50  # a smaller image is an icon

SKIPPED = frozenset("head noscript script style svg template iframe select textarea button math".split())
LINE_NUMBERS = frozenset("lineno linenos line-number linenumber gutter rouge-gutter hljs-ln-numbers blob-num".split())
BLOCKS = frozenset(
    "address article aside blockquote body br caption dd details div dl dt fieldset figcaption figure footer form h1 h2"
    " h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul".split()
)
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
EMPHASIS = {"b": "strong", "strong": "strong", "i": "em", "em": "em"}
UNEMPHASISED = frozenset((*HEADINGS, "pre", "th"))
PLAYERS = ("iframe", "video", "audio")
READ = frozenset(
    (*HEADINGS, *EMPHASIS, *PLAYERS, *"li ul ol table tr td th pre a blockquote img math script dt".split())
)
BOXES = ("div", "aside", "section")  # that may be callouts
CALLOUTS = frozenset("admonition markdown-alert callout notecard custom-block admonitionblock theme-admonition".split())
NOTE_MARK = re.compile(r"\s*[\[(]?\d{1,3}[\])]?\s*")
NO_ADDRESS = ("#", "javascript:")
SOURCES = ("data-src", "data-lazy-src", "data-original", "src")  # what is loaded later is the image that a reader sees
SOURCE_SETS = ("data-srcset", "data-lazy-srcset", "srcset")
MAX_SIZES = 20  # of one image
FORMULA_IMAGE = re.compile(r"\b(?:\w*math\w*|latex|tex)\b")
CONTROLS = dict.fromkeys(range(0x80, 0xA0))  # of a wrong encoding: they part no words (`folded_words`)
TEX_GROUP = re.compile(r"\\(?:begin|end)group")  # around a post, so that its macros end with it: it shows nothing
LANGUAGE = re.compile(r"(?:^|\s)lang(?:uage)?-([\w+#.-]+)")


@dataclass(slots=True, eq=False)
class Element:
    """An element of the source, where it stands in the text of the page, and the element of these that it stands in."""

    node: LexborNode
    start: int
    parent: "Element | None"
    stop: int = 0

    @property
    def tag(self) -> str:
        """The name of the element."""
        return str(self.node.tag)

    @property
    def above(self) -> Iterator["Element"]:
        """The elements that it stands in, from the nearest outwards."""
        element = self.parent
        while element is not None:
            yield element
            element = element.parent


class Event(NamedTuple):
    """A node of the tree that is entered or left."""

    node: LexborNode
    entered: bool


def gold_structure(html: str, gold: str, split: Splitter, url: str | None) -> Structure:
    """Return the structure of a page within its gold text; its words are those of the gold text."""
    text, elements = read_source(html)
    captions = tuple((resolve_address(url, image), " ".join(split(caption))) for image, caption in _captions(html))
    return replace(Within(text, elements, split, split(gold)).structure(url), captions=captions)


def base_address(html: str, url: str | None) -> str | None:
    """Return the address that relative ones on a page are resolved against.

    It is that of the `base` element, that of the page, or the one that the page calls its own.
    """
    tree = LexborHTMLParser(html)
    own = (
        url
        or _attribute(tree, 'link[rel="canonical"]', "href")
        or _attribute(tree, 'meta[property="og:url"]', "content")
    )
    base = _attribute(tree, "base[href]", "href")
    return resolve_address(own, base) if base else own


def _attribute(tree: LexborHTMLParser, selector: str, name: str) -> str | None:
    node = tree.css_first(selector)
    return node.attributes.get(name) if node is not None else None


def image_names(html: str) -> dict[str, str]:
    """Return one file name for each that a page has for an image: its sizes, and what stands there until it is loaded.

    A name that several images share is a placeholder, and is none of them.
    """
    meant: dict[str, set[str]] = {}
    for image in LexborHTMLParser(html).css("img"):
        names = [name for address in _image_addresses(image) if (name := _file_name(address))]
        for name in names:
            meant.setdefault(name, set()).add(names[0])
    return {name: first for name, firsts in meant.items() if len(firsts) == 1 for first in firsts}


def with_image_names(structure: Structure, names: Mapping[str, str]) -> Structure:
    """Return a structure whose images are known by the names of their files, one for each image."""
    files = map(_file_name, structure.images)
    captions = ((_file_name(image), words) for image, words in structure.captions)
    return replace(
        structure,
        images=tuple(names.get(name, name) for name in files),
        captions=tuple((names.get(name, name), words) for name, words in captions),
    )


def read_source(html: str) -> tuple[str, list[Element]]:
    """Return the text of a page, a line for each block, and the elements that are read from it."""
    pieces, length = [""], 0
    found: list[Element] = []
    inner: Element | None = None
    for node, entered in _events(LexborHTMLParser(html).root):
        is_read = node.tag in READ or _is_callout(node)
        if is_read and not entered and inner is not None:
            inner.stop, inner = length, inner.parent
        if piece := _piece(node, entered, at_line_start=pieces[-1].endswith("\n")):
            pieces.append(piece)
            length += len(piece)
        if is_read and entered:
            inner = Element(node, length, inner)
            found.append(inner)
    return "".join(pieces), found


def _events(root: LexborNode | None) -> Iterator[Event]:
    """Yield every node that may be seen when it is entered, and elements when they are left; nothing recurses."""
    stack = [Event(root, True)] if root is not None else []
    while stack:
        event = stack.pop()
        yield event
        if event.entered and event.node.tag != "-text":
            stack.append(Event(event.node, False))
            if event.node.tag not in SKIPPED:
                children = [child for child in event.node.iter(include_text=True) if not _is_line_number(child)]
                stack += [Event(child, True) for child in reversed(children)]


def _piece(node: LexborNode, entered: bool, *, at_line_start: bool) -> str:
    """Return what a node adds to the text when it is entered or left."""
    if node.tag == "-text":
        return (node.text_content or "").translate(CONTROLS)
    if node.tag == "img":
        return " " if entered else ""
    return "\n" if node.tag in BLOCKS and not at_line_start else ""


def _is_callout(node: LexborNode) -> bool:
    if node.tag not in BOXES:
        return False
    return not CALLOUTS.isdisjoint((node.attributes.get("class") or "").split())


def _is_line_number(node: LexborNode) -> bool:
    if node.tag not in ("span", "td", "div"):
        return False
    return not LINE_NUMBERS.isdisjoint((node.attributes.get("class") or "").split())


class Within:
    """The elements of a page that are within its gold text."""

    def __init__(self, text: str, elements: Sequence[Element], split: Splitter, gold: Sequence[str]) -> None:
        self._text = text
        self._elements = elements
        self._gold = gold
        placed = list(_placed_words(text, split))
        self._places = np.array([place for place, _ in placed], dtype=np.int64)
        self._words = [word for _, word in placed]
        self._matched = match_words(self._words, gold)

    def structure(self, url: str | None) -> Structure:
        """Return the elements of every kind, addresses resolved against the one of the page."""
        return Structure(
            words=tuple(self._gold),
            headings=tuple((int(element.tag[1]), words) for element, words in self._told(*HEADINGS)),
            items=tuple(self._items()),
            tables=tuple((row,) for row in self._rows()),
            code=tuple(self._code()),
            formulas=tuple(self._formulas()),
            images=tuple(resolve_address(url, source) for element in self._amid("img") if (source := _source(element))),
            links=tuple((word, resolve_address(url, address)) for word, address in self._links()),
            quotes=tuple(word for element in self._outer("blockquote") for word in self._matched_words(element)),
            emphasis=tuple(self._emphasis()),
            tasks=tuple(self._tasks()),
            players=tuple(self._players(url)),
            terms=tuple(words for _, words in self._told("dt")),
            references=tuple("" for _ in self._references()),
            boxed=tuple(word for element in self._outer(*BOXES) for word in self._matched_words(element)),
        )

    def _tasks(self) -> Iterator[tuple[bool, str]]:
        """Yield the state and the words of items that begin with a box."""
        for element, words in self._told("li"):
            if len(boxes := element.node.css('input[type="checkbox"]')) == 1:
                yield "checked" in boxes[0].attributes, words

    def _players(self, url: str | None) -> Iterator[str]:
        """Yield what films and recordings between words of the gold text are known by."""
        for element in self._amid(*PLAYERS):
            sources = (element.node, *element.node.css("source"))
            given = (node.attributes.get(name) or "" for node in sources for name in ("src", "data-src"))
            names = (player_name(resolve_address(url, address)) for address in given if address)
            if name := next(filter(None, names), ""):
                yield name

    def _references(self) -> Iterator[Element]:
        """Yield the links to notes of the page that stand within the gold text."""
        for element in self._of("a"):
            attributes = element.node.attributes
            if not (attributes.get("href") or "").startswith("#") or not NOTE_MARK.fullmatch(element.node.text()):
                continue
            parent = element.node.parent
            if attributes.get("role") != "doc-noteref" and (parent is None or parent.tag != "sup"):
                continue
            first, end = np.searchsorted(self._places, (element.start, element.stop)).tolist()
            around = np.concatenate((self._matched[max(first - NEIGHBOURS, 0) : first], self._matched[end : end + 1]))
            if len(around) == NEIGHBOURS + 1 and around.all():
                yield element

    def _of(self, *tags: str) -> Iterator[Element]:
        return (element for element in self._elements if element.tag in tags)

    def _outer(self, *tags: str) -> Iterator[Element]:
        """Yield the elements of some names that stand in none of them."""
        return (element for element in self._of(*tags) if not any(above.tag in tags for above in element.above))

    def _told(self, *tags: str) -> Iterator[tuple[Element, str]]:
        """Yield the elements of some names whose words are in the gold text, and their words."""
        for element in self._of(*tags):
            if words := self._words_within(self._span(element)):
                yield element, words

    def _items(self) -> Iterator[tuple[int, str]]:
        """Yield the depth and own words of list items."""
        lists: dict[int, list[Element]] = {}
        for element in self._of("ul", "ol"):
            lists.setdefault(id(element.parent), []).append(element)
        for element in self._of("li"):
            inner = [self._span(within) for within in lists.get(id(element), [])]
            own = np.setdiff1d(self._span(element), np.concatenate(inner)) if inner else self._span(element)
            if words := self._words_within(own):
                yield 1 + sum(above.tag == "li" for above in element.above), words

    def _rows(self) -> Iterator[tuple[str, ...]]:
        """Yield the rows of tables that have header cells, and no tables inside."""
        nested = {id(above) for element in self._of("table") for above in element.above}
        headed = {id(_table_of(element)) for element in self._of("th")} - nested
        cells: dict[int, list[Element]] = {}
        for element in self._of("td", "th"):
            cells.setdefault(id(element.parent), []).append(element)
        for row in self._of("tr"):
            if id(_table_of(row)) in headed and len(cells.get(id(row), [])) > 1 and self._words_within(self._span(row)):
                yield tuple(" ".join(self._all_words(self._span(cell))) for cell in cells[id(row)])

    def _code(self) -> Iterator[tuple[str, str]]:
        for element, _ in self._told("pre"):
            yield _language(element.node), self._text[element.start : element.stop].replace("\xa0", " ").strip("\n")

    def _formulas(self) -> Iterator[str]:
        for element in self._amid("math", "script"):
            tex = plain_tex(_tex(element.node))
            if tex and not TEX_GROUP.fullmatch(tex):
                yield tex

    def _links(self) -> Iterator[tuple[str, str]]:
        """Yield words that lead somewhere else, with the address."""
        for element, _ in self._told("a"):
            address = (element.node.attributes.get("href") or "").strip()
            if address and not address.startswith(NO_ADDRESS):
                yield from ((word, address) for word in self._all_words(self._span(element)))

    def _emphasis(self) -> Iterator[tuple[str, str]]:
        """Yield bold and italic words, but for those in headings, head cells and code."""
        for element, _ in self._told(*EMPHASIS):
            kind = EMPHASIS[element.tag]
            if not any(above.tag in UNEMPHASISED or EMPHASIS.get(above.tag) == kind for above in element.above):
                yield from ((kind, word) for word in self._all_words(self._span(element)))

    def _amid(self, *tags: str) -> Iterator[Element]:
        """Yield the elements of some names that stand between words of the gold text."""
        for element in self._of(*tags):
            place = int(np.searchsorted(self._places, element.start))
            around = self._matched[max(place - NEIGHBOURS, 0) : place + NEIGHBOURS]
            if len(around) == 2 * NEIGHBOURS and around.all():
                yield element

    def _span(self, element: Element) -> npt.NDArray[np.int64]:
        """Return the positions of an element's words."""
        return np.arange(*np.searchsorted(self._places, (element.start, element.stop)))

    def _words_within(self, span: npt.NDArray[np.int64]) -> str:
        """Return words if they are in the gold text, or nothing."""
        inside = len(span) > 0 and float(self._matched[span].mean()) >= MIN_SHARE
        return " ".join(self._all_words(span)) if inside else ""

    def _all_words(self, span: npt.NDArray[np.int64]) -> list[str]:
        return [self._words[position] for position in span.tolist()]

    def _matched_words(self, element: Element) -> list[str]:
        span = self._span(element)
        return self._all_words(span[self._matched[span]])


def match_words(words: Sequence[str], gold: Sequence[str]) -> npt.NDArray[np.bool_]:
    """Return for each word of a page whether it is in the gold text, in order, and in a run of several words."""
    matched = np.zeros(len(words), dtype=np.bool_)
    if len(words) * len(gold) <= MAX_WORD_PAIRS:
        for run in _joined_runs(common_runs(words, gold)):
            matched[run.start : run.stop] = len(run) >= MIN_RUN
    return matched


def _joined_runs(runs: Sequence[range]) -> Iterator[range]:
    """Yield runs of positions; those that follow each other on the page are one, whatever the gold text has between."""
    open_run: range | None = None
    for run in runs:
        if open_run is not None and open_run.stop == run.start:
            open_run = range(open_run.start, run.stop)
            continue
        if open_run is not None:
            yield open_run
        open_run = run
    if open_run is not None:
        yield open_run


def _placed_words(text: str, split: Splitter) -> Iterator[tuple[int, str]]:
    """Yield the words of a text with their places in it."""
    for run in re.finditer(r"\w+", text):
        place = run.start()
        for word in split(run.group()):
            yield place, word
            place += len(word)


def _table_of(element: Element) -> Element | None:
    return next((above for above in element.above if above.tag == "table"), None)


def _tex(node: LexborNode) -> str:
    """Return the TeX of a formula: of the annotation of MathML, or of a script for MathJax."""
    if node.tag == "script":
        return node.text() if (node.attributes.get("type") or "").startswith("math/tex") else ""
    annotation = node.css_first('annotation[encoding*="tex"]')
    return annotation.text() if annotation is not None else node.attributes.get("alttext") or ""


def _source(element: Element) -> str:
    """Return the address of an image; nothing for an icon or the picture of a formula."""
    attributes = element.node.attributes
    if any(_is_small(attributes.get(side)) for side in ("width", "height")):
        return ""
    if FORMULA_IMAGE.search(attributes.get("class") or ""):
        return ""
    return next(_image_addresses(element.node), "")


def _captions(html: str) -> Iterator[tuple[str, str]]:
    """Yield the address of the first image of each figure that has one caption, and that caption."""
    for figure in LexborHTMLParser(html).css("figure"):
        images, captions = figure.css("img"), figure.css("figcaption")
        if len(captions) == 1 and (address := next((a for image in images for a in _image_addresses(image)), "")):
            yield address, " ".join(captions[0].text(separator=" ").split())


def _image_addresses(image: LexborNode) -> Iterator[str]:
    """Yield all addresses of an image, the one that a reader sees first."""
    sizes = [image, *_picture_sources(image)]
    listed = (size.strip().split(" ")[0] for node in sizes for size in _sizes(node))
    for address in (*(image.attributes.get(name) or "" for name in SOURCES), *listed):
        if address and not address.startswith("data:"):
            yield address


def _picture_sources(image: LexborNode) -> list[LexborNode]:
    picture = image.parent
    return picture.css("source")[:MAX_SIZES] if picture is not None and picture.tag == "picture" else []


def _sizes(node: LexborNode) -> list[str]:
    return [size for name in SOURCE_SETS for size in (node.attributes.get(name) or "").split(", ")[:MAX_SIZES]]


def _is_small(length: str | None) -> bool:
    digits = re.match(r"\d{1,6}(?=px|$)", (length or "").strip())
    return digits is not None and int(digits[0]) < MIN_PIXELS


def _language(node: LexborNode) -> str:
    """Return the language that the classes of a code block name."""
    places = (node, node.css_first("code"), node.parent)
    names = (LANGUAGE.search(place.attributes.get("class") or "") for place in places if place is not None)
    return next((name[1].lower() for name in names if name), "")


def _file_name(address: str) -> str:
    return address.split("?")[0].split("#")[0].rstrip("/").rpartition("/")[2]
