"""Markdown and HTML read back, to compare what is written with what was meant."""

from html.parser import HTMLParser

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ridgeline.page.elements import BLOCK_NAMES

READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        if tag in BLOCK_NAMES or tag == "br":
            self.pieces.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in BLOCK_NAMES:
            self.pieces.append(" ")

    def handle_data(self, data: str) -> None:
        self.pieces.append(data)


class Read:
    """What a reader of HTML sees: words, tags, attributes."""

    def __init__(self, html: str) -> None:
        reader = _Reader()
        reader.feed(html)
        reader.close()
        self.words = "".join(reader.pieces).split()
        self.tags = reader.tags
        self.attributes = reader.attributes


def read_markdown(markdown: str) -> Read:
    """Markdown rendered, and the rendering read."""
    return Read(READER.render(markdown))


def shown_words(text: str) -> list[str]:
    """Return the words of a text without characters that have no width, which Markdown and HTML leave out."""
    return text.translate(dict.fromkeys(map(ord, "\u200b\u2060\ufeff\xad"))).split()


def tokens(markdown: str) -> list[Token]:
    """All tokens of Markdown, inline ones included."""
    found = []
    for token in READER.parse(markdown):
        found += [token, *(token.children or [])]
    return found
