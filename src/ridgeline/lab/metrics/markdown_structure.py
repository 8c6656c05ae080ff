"""Markdown (CommonMark, with GitHub's tables) to the elements that `structure` compares.

Words are those that a reader sees, code and the TeX of formulas included, without addresses and alternative texts.
Formulas stand between dollars, as Pandoc reads them, or between brackets with backslashes, as MathJax reads them,
whether or not the backslash is escaped. Addresses are resolved against that of the page, so that a writer who leaves
them as the page has them is not at a disadvantage.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import unquote, urljoin

from ...errors import MissingExtraError
from .structure import Structure, Table, plain_tex

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

Splitter = Callable[[str], Sequence[str]]

MAX_NESTING = 100  # the parser leaves out what is nested deeper
MAX_ADDRESS = 2000  # characters; an image that is its own data would be megabytes

_FORMULA = re.compile(
    r"(?P<ticks>`++).+?(?<!`)(?P=ticks)(?!`)"  # code is none
    r"|(?<!\\)\$\$(?P<display>[^$]++)\$\$"
    r"|(?<![\\$])\$(?=[^\s$])(?P<inline>[^$\n]*[^\s$\\])\$(?!\d)"  # so prices are no formulas
    r"|\\{1,2}\((?P<round>.{1,2000}?)\\{1,2}\)"
    r"|\\\\\[(?P<square>.{1,2000}?)\\\\\]"
    r"|\A\\\[(?P<paragraph>.{1,2000}?)\\\]\Z",  # within a paragraph it is an escaped bracket
    re.DOTALL,
)
_FOLDED: dict[int, str | None] = dict(zip(map(ord, "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉"), "0123456789" * 2, strict=True))
_FOLDED |= dict.fromkeys(range(0x80, 0xA0))
_TASK = re.compile(r"\[[ xX]\]\s")
_FOOTNOTE = re.compile(r"\[\^([^\]\s]{1,50})\]:\s")
_CALLOUT = re.compile(r"\[!([A-Za-z]{1,20})\]")
_REFERENCE = re.compile(r"\[\^[^\]\s]{1,50}\](?!:)")
_PLAYER_NUMBER = re.compile(
    r"(?:youtube(?:-nocookie)?\.com/(?:embed/|watch\?(?:.*&)?v=|shorts/)|youtu\.be/)([\w-]{11})|vimeo\.com/(?:video/)?(\d+)"
)
_PLAYER_HOST = re.compile(
    r"\b(?:dailymotion|soundcloud|spotify|podcasts\.apple|acast|libsyn|buzzsprout|podbean|simplecast|megaphone|bandcamp"
    r"|mixcloud|spreaker|audioboom|wistia|brightcove|jwplayer|twitch)\b"
)
_RECORDING = re.compile(r"\.(?:mp3|m4a|ogg|oga|wav|mp4|webm|m3u8|mov)$", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_LISTS = ("bullet_list", "ordered_list")
_CODE_BLOCKS = ("fence", "code_block")
_NO_PROSE = ("table", "html_block")
_LINE_ENDS = ("softbreak", "hardbreak")
_BREAKS = ("softbreak", "hardbreak", "image")


def read_markdown_structure(markdown: str, split: Splitter, url: str | None = None) -> Structure:
    """Return the structure of a Markdown text; `split` cuts a text into words, `url` is the address of the page."""
    return read_structure(parse_markdown(markdown), split, url)


def read_structure(root: "SyntaxTreeNode", split: Splitter, url: str | None = None) -> Structure:
    """Return the structure of a parsed Markdown text."""
    return _Reader(root, split, url).structure()


def parse_markdown(markdown: str) -> "SyntaxTreeNode":
    """Return the syntax tree of a Markdown text."""
    try:
        from markdown_it import MarkdownIt
        from markdown_it.tree import SyntaxTreeNode
    except ModuleNotFoundError as error:
        raise MissingExtraError("reading Markdown needs markdown-it-py", "eval") from error

    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable(["table", "strikethrough"])
    return SyntaxTreeNode(parser.parse(markdown))


def markdown_text(markdown: str) -> str:
    """Return what a reader sees of a Markdown text."""
    return _text(parse_markdown(markdown))


def prose_text(root: "SyntaxTreeNode") -> str:
    """Return what a reader sees beside code blocks, tables, formulas and HTML."""
    return _FORMULA.sub(lambda found: found[0] if found["ticks"] else " ", _text(root, (*_CODE_BLOCKS, *_NO_PROSE)))


def folded_words(split: Splitter, text: str) -> Sequence[str]:
    """Return words with plain digits: a footnote's mark is the same, raised or not. Control characters part none."""
    return split(text.translate(_FOLDED))


def resolve_address(url: str | None, address: str) -> str:
    """Return an address as it is compared: absolute, without percent-encoding."""
    try:
        return unquote(urljoin(url or "", address[:MAX_ADDRESS].strip()))
    except ValueError:  # such as an unclosed bracket
        return address[:MAX_ADDRESS]


def player_name(address: str) -> str:
    """Return what the addresses of a film or a recording have in common, "" for another address."""
    if found := _PLAYER_NUMBER.search(address):
        return found[1] or found[2]
    path = address.split("?")[0].split("#")[0]
    host = path.partition("//")[2].partition("/")[0]
    return path.partition("//")[2] if _PLAYER_HOST.search(host) or _RECORDING.search(path) else ""


class _Reader:
    """Reads the elements of a parsed text."""

    def __init__(self, root: "SyntaxTreeNode", split: Splitter, url: str | None) -> None:
        self._nodes = list(root.walk())
        self._root = root
        self._split = partial(folded_words, split)
        self._url = url

    def structure(self) -> Structure:
        """Return all elements."""
        return Structure(
            words=tuple(self._split(_text(self._root))),
            headings=tuple((int(node.tag[1]), self._words(node)) for node in self._of_type("heading")),
            items=tuple(self._items()),
            tables=tuple(map(self._table, self._of_type("table"))),
            code=tuple((_language(node.info), node.content) for node in self._of_type(*_CODE_BLOCKS)),
            formulas=tuple(tex for node in self._of_type("inline") for tex in _formulas(node.content)),
            images=tuple(self._address(node, "src") for node in self._of_type("image")),
            links=tuple((word, address) for node, address in self._links() for word in self._split(_text(node))),
            quotes=tuple(word for node in self._outer_quotes() for word in self._split(_text(node))),
            emphasis=tuple((node.type, word) for node in self._emphasised() for word in self._split(_text(node))),
            footnotes=tuple(self._noted("paragraph", _FOOTNOTE)),
            callouts=tuple(self._noted("blockquote", _CALLOUT)),
            tasks=tuple(self._tasks()),
            players=tuple(name for _, address in self._links() if (name := player_name(address))),
            terms=tuple(self._lines()),
            references=tuple("" for node in self._of_type("inline") for _ in _REFERENCE.finditer(node.content)),
            boxed=tuple(word for node in self._outer_quotes() for word in self._split(_text(node))),
        )

    def _tasks(self) -> Iterator[tuple[bool, str]]:
        """Yield the state and the words of items with a box."""
        for node in self._of_type("list_item"):
            own = "\n".join(_text(child) for child in node.children if child.type not in _LISTS)
            if (found := _TASK.match(own)) and (words := " ".join(self._split(own[found.end() :]))):
                yield found[0][1] != " ", words

    def _lines(self) -> Iterator[str]:
        """Yield the words of each line that readers see."""
        for node in self._of_type("inline"):
            lines: list[list[str]] = [[]]
            for child in node.children:
                if child.type in _LINE_ENDS:
                    lines.append([])
                else:
                    lines[-1].append(_text(child))
            yield from (words for line in lines if (words := " ".join(self._split("".join(line)))))

    def _noted(self, kind: str, mark: re.Pattern[str]) -> Iterator[tuple[str, str]]:
        """Yield the words of the elements of a kind that begin with a mark, each with what the mark names."""
        for node in self._of_type(kind):
            text = _text(node).strip()
            if found := mark.match(text):
                yield from ((found[1].lower(), word) for word in self._split(text[found.end() :]))

    def _of_type(self, *types: str) -> "Iterator[SyntaxTreeNode]":
        return (node for node in self._nodes if node.type in types)

    def _links(self) -> "Iterator[tuple[SyntaxTreeNode, str]]":
        return ((node, self._address(node, "href")) for node in self._of_type("link"))

    def _words(self, node: "SyntaxTreeNode") -> str:
        return " ".join(self._split(_text(node)))

    def _items(self) -> Iterator[tuple[int, str]]:
        """Yield the depth and the own words of every item, without those of the lists inside."""
        for node in self._of_type("list_item"):
            own = "\n".join(_text(child) for child in node.children if child.type not in _LISTS)
            if words := " ".join(self._split(_TASK.sub("", own, count=1))):
                yield sum(above.type in _LISTS for above in _ancestors(node)), words

    def _table(self, table: "SyntaxTreeNode") -> Table:
        rows = (row for part in table.children for row in part.children)
        return tuple(tuple(self._words(cell) for cell in row.children) for row in rows)

    def _outer_quotes(self) -> "Iterator[SyntaxTreeNode]":
        for node in self._of_type("blockquote"):
            if not any(above.type == "blockquote" for above in _ancestors(node)):
                yield node

    def _emphasised(self) -> "Iterator[SyntaxTreeNode]":
        """Yield bold and italic text, but for that in headings and head cells, which is emphasised anyhow."""
        for node in self._of_type("strong", "em"):
            if not any(above.type in ("heading", "th", node.type) for above in _ancestors(node)):
                yield node

    def _address(self, node: "SyntaxTreeNode", attribute: str) -> str:
        return resolve_address(self._url, str(node.attrs.get(attribute) or ""))


def _ancestors(node: "SyntaxTreeNode") -> "Iterator[SyntaxTreeNode]":
    above = node.parent
    while above is not None:
        yield above
        above = above.parent


def _text(node: "SyntaxTreeNode", skipped: Sequence[str] = ()) -> str:
    """Return what a reader sees of a node, without nodes of skipped types; line breaks and images are spaces."""
    if node.type in skipped:
        return ""
    if node.type == "inline" or node.type == "root" or node.children:
        return _joined(node, skipped)
    if node.type in _BREAKS or node.content.startswith("<br"):
        return " "
    if node.type == "html_inline":  # a tag such as `<sup>`
        return ""
    return _TAG.sub(" ", node.content) if node.type == "html_block" else node.content


def _joined(node: "SyntaxTreeNode", skipped: Sequence[str]) -> str:
    if node.type == "image":
        return " "
    within_line = node.type in ("inline", "link", "strong", "em", "s")
    return ("" if within_line else "\n").join(_text(child, skipped) for child in node.children)


def _formulas(content: str) -> Iterable[str]:
    """Return the TeX of the formulas of a paragraph."""
    for found in _FORMULA.finditer(content):
        if (kind := found.lastgroup) and kind != "ticks":
            yield plain_tex(found[kind])


def _language(info: str) -> str:
    return info.split()[0].lower() if info.strip() else ""
