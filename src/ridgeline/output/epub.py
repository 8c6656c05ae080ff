"""EPUB 3: the content of one page or many as a book that e-readers open.

    make_chapter(extraction, pictures) -> Chapter    the content of a page as well-formed XHTML, with its metadata
    bind(chapters, title) -> bytes                   the book: a table of contents, a cover, a chapter for each page
    write_book(extractions, title) -> bytes          both, without pictures

A book is a ZIP file: `mimetype` first and not compressed, a container that names the package, the package that lists
all files, the table of contents, a style sheet, the cover, the chapters, their pictures. The same chapters give the
same bytes. Nothing in a book is loaded from the network: a picture that is not given, or of a format that EPUB 3.3 does
not ask every reading device to show (AVIF), is shown by its alternative text. SVG is left out as well, since a book
must not hold what a stranger may have put into it. Pictures are never decoded. Footnotes open where they are named.
"""

import hashlib
import io
import re
import textwrap
import uuid
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from typing import TYPE_CHECKING

from ..errors import OptionError
from ..page import Page, elements, parse
from ..page.elements import VOID_NAMES
from ..page.images import read_image
from ..text.urls import resolve
from .html import write_fragment
from .options import DEFAULT_OPTIONS
from .pictures import Pictures
from .reader import is_right_to_left, language_of

if TYPE_CHECKING:
    from .formats import Content

MEDIA_TYPE = "application/epub+zip"
SUFFIX = ".epub"
MAX_CHAPTERS = 2_000
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time of a ZIP file
_FOLDER = "EPUB"
_UNDETERMINED = "und"  # the language code of a text whose language is not known
_NAMESPACE = uuid.UUID("8f2b0f9e-5a51-5f6e-9d1c-3f0a6f6f2a11")
_ABSOLUTE = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
# What XML 1.0 cannot carry, escaped or not.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp"}
_COVER_TYPES = frozenset({"image/png", "image/jpeg"})
_MIN_COVER_PIXELS = 300  # of the shorter side
_NOTE, _REFERENCE = "fn-", "fnref-"  # how the ids of footnotes begin

_STYLE = """body { font-family: Charter, Georgia, "Noto Serif", serif; line-height: 1.5; margin: 0 5%;
  overflow-wrap: break-word; }
h1, h2, h3, h4, h5, h6 { line-height: 1.2; page-break-after: avoid; }
.source { font-size: .85em; opacity: .75; }
.picture { display: block; border: 1px solid; padding: .4em .6em; font-size: .85em; opacity: .75; }
figure { margin: 1em 0; page-break-inside: avoid; } figcaption, caption { font-size: .85em; }
img { max-width: 100%; height: auto; }
blockquote { margin: 1em 1.5em; font-style: italic; }
pre, code { font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; }
pre { white-space: pre-wrap; font-size: .85em; }
table { border-collapse: collapse; } th, td { border: 1px solid; padding: .2em .4em; text-align: start; }
"""
_CONTAINER = f"""<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="{_FOLDER}/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""


@dataclass(frozen=True, slots=True)
class BookPicture:
    """A picture in a book."""

    path: str
    media_type: str
    data: bytes
    is_cover: bool = False  # whether it could be the cover


@dataclass(frozen=True, slots=True)
class Chapter:
    """A page in a book."""

    title: str
    body: str  # well-formed XHTML
    language: str | None = None
    authors: tuple[str, ...] = ()
    date: str | None = None
    url: str | None = None
    site: str | None = None
    is_right_to_left: bool = False
    sections: tuple[tuple[str, str], ...] = ()  # ids and texts of its headings
    pictures: tuple[BookPicture, ...] = ()


_NEWEST_TYPE = "image/webp"  # in EPUB 3.3; what keeps to 3.2 shows the fallback
_FALLBACK_ID = "fallback"
_FALLBACK = BookPicture(
    "picture.svg",
    "image/svg+xml",
    b'<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180" viewBox="0 0 320 180">'
    b'<rect width="320" height="180" fill="#ccc"/></svg>',
)


def write_book(contents: "Iterable[Content]", title: str | None = None) -> bytes:
    """Return the contents as a book; without a title it has that of its first chapter."""
    return bind([make_chapter(content) for content in contents], title)


def make_chapter(content: "Content", pictures: Pictures | None = None) -> Chapter:
    """Return the content of a page as a chapter. `pictures` has files by their addresses."""
    metadata = content.metadata
    language = language_of(content)
    fragment = parse(f"<!DOCTYPE html><body>{write_fragment(content, DEFAULT_OPTIONS, title=True)}")
    writer = _XhtmlWriter(fragment, pictures or {})
    return Chapter(
        title=_line(content.title) or _line(content.page.url) or "Untitled",
        body="".join(writer.write()),
        language=language,
        authors=tuple(filter(None, map(_line, metadata.authors))),
        date=_line(metadata.date) or None,
        url=_web_address(content.page.url or metadata.canonical_url),
        site=_line(metadata.site_name) or None,
        is_right_to_left=is_right_to_left(content, language),
        sections=tuple(writer.sections),
        pictures=tuple(writer.pictures.values()),
    )


def bind(chapters: Sequence[Chapter], title: str | None = None, *, modified: datetime | None = None) -> bytes:
    """Return chapters as a book. `modified` is its date, by default the present.

    Raises OptionError where there are no chapters, or too many.
    """
    if not 1 <= len(chapters) <= MAX_CHAPTERS:
        raise OptionError(f"a book has 1 to {MAX_CHAPTERS:,} chapters, not {len(chapters):,}")
    name = _line(title) or chapters[0].title
    pictures = {picture.path: picture for chapter in chapters for picture in chapter.pictures}
    cover = next((picture for picture in pictures.values() if picture.is_cover), None) or _drawn_cover(chapters, name)
    pictures[cover.path] = cover
    if any(picture.media_type == _NEWEST_TYPE for picture in pictures.values()):
        pictures[_FALLBACK.path] = _FALLBACK
    files = {
        "META-INF/container.xml": _CONTAINER,
        f"{_FOLDER}/package.opf": _package(chapters, name, modified or datetime.now(UTC), pictures, cover),
        f"{_FOLDER}/nav.xhtml": _navigation(chapters, name),
        f"{_FOLDER}/style.css": _STYLE,
        **{f"{_FOLDER}/{_file(number)}": _document(chapter) for number, chapter in enumerate(chapters, start=1)},
    }
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as book:
        book.writestr(zipfile.ZipInfo("mimetype", _EPOCH), MEDIA_TYPE, zipfile.ZIP_STORED)
        for path, text in files.items():
            book.writestr(zipfile.ZipInfo(path, _EPOCH), text.encode(), zipfile.ZIP_DEFLATED)
        for path, picture in pictures.items():
            book.writestr(zipfile.ZipInfo(f"{_FOLDER}/{path}", _EPOCH), picture.data, zipfile.ZIP_STORED)
    return stream.getvalue()


def _package(
    chapters: Sequence[Chapter], title: str, modified: datetime, pictures: Mapping[str, BookPicture], cover: BookPicture
) -> str:
    """Return the package: metadata, all files, and the order of the chapters."""
    first = chapters[0]
    authors = dict.fromkeys(author for chapter in chapters for author in chapter.authors)
    metadata = [
        f'<dc:identifier id="id">urn:uuid:{_identifier(chapters, title)}</dc:identifier>',
        f"<dc:title>{_xml(title)}</dc:title>",
        f"<dc:language>{_xml(first.language or _UNDETERMINED)}</dc:language>",
        *(f"<dc:creator>{_xml(author)}</dc:creator>" for author in authors),
        *(f"<dc:source>{_xml(chapter.url)}</dc:source>" for chapter in chapters if chapter.url),
        f"<dc:date>{_xml(first.date)}</dc:date>" if len(chapters) == 1 and first.date else "",
        f'<meta property="dcterms:modified">{modified.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}</meta>',
    ]
    numbers = range(1, len(chapters) + 1)
    items = [f'<item id="c{n}" href="{_file(n)}" media-type="application/xhtml+xml"/>' for n in numbers]
    for number, (path, picture) in enumerate(pictures.items(), start=1):
        more = ' properties="cover-image"' if picture is cover else ""
        more += f' fallback="{_FALLBACK_ID}"' if picture.media_type == _NEWEST_TYPE else ""
        name = _FALLBACK_ID if path == _FALLBACK.path else f"p{number}"
        items.append(f'<item id="{name}" href="{path}" media-type="{picture.media_type}"{more}/>')
    order = [f'<itemref idref="c{n}"/>' for n in numbers]
    direction = ' page-progression-direction="rtl"' if first.is_right_to_left else ""
    return "\n".join(
        (
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">',
            '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">',
            *filter(None, metadata),
            "</metadata>",
            "<manifest>",
            '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
            '<item id="style" href="style.css" media-type="text/css"/>',
            *items,
            "</manifest>",
            f"<spine{direction}>",
            *order,
            "</spine>",
            "</package>\n",
        )
    )


def _navigation(chapters: Sequence[Chapter], title: str) -> str:
    entries = "\n".join(
        f'<li><a href="{_file(number)}">{_xml(chapter.title)}</a>{_sections(_file(number), chapter)}</li>'
        for number, chapter in enumerate(chapters, start=1)
    )
    body = f'<nav epub:type="toc" id="toc"><h1>{_xml(title)}</h1>\n<ol>\n{entries}\n</ol></nav>'
    return _xhtml(title, body, chapters[0].language, is_right_to_left=chapters[0].is_right_to_left)


def _sections(file: str, chapter: Chapter) -> str:
    entries = "".join(f'<li><a href="{file}#{name}">{_xml(text)}</a></li>' for name, text in chapter.sections)
    return f"\n<ol>{entries}</ol>" if entries else ""


def _drawn_cover(chapters: Sequence[Chapter], title: str) -> BookPicture:
    """Return a cover with the title, for a book without a picture that could be one."""
    lines = textwrap.wrap(title, 20, max_lines=7, placeholder=" …")
    shown = "".join(f'<text x="60" y="{220 + 74 * place}">{_xml(line)}</text>' for place, line in enumerate(lines))
    below = _xml((chapters[0].site or ", ".join(chapters[0].authors))[:60])
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1200" viewBox="0 0 800 1200">'
        '<rect width="800" height="1200" fill="#1f4a45"/><path d="M0 1200 300 860 460 1000 620 800 800 1010V1200Z" '
        f'fill="#2f6d64"/><g fill="#fff" font-family="Georgia, serif" font-size="60">{shown}</g>'
        f'<text x="60" y="110" fill="#cfe3df" font-family="sans-serif" font-size="30">{below}</text></svg>'
    )
    return BookPicture("cover.svg", "image/svg+xml", svg.encode())


def _document(chapter: Chapter) -> str:
    parts = [_xml(part) for part in (chapter.site, ", ".join(chapter.authors), chapter.date) if part]
    if chapter.url:
        parts.append(f'<a href="{escape(_xml_text(chapter.url))}">{_xml(chapter.url)}</a>')
    source = f'<p class="source">{" · ".join(parts)}</p>\n' if parts else ""
    body = f"{source}<article>\n{chapter.body}\n</article>"
    return _xhtml(chapter.title, body, chapter.language, is_right_to_left=chapter.is_right_to_left)


def _xhtml(title: str, body: str, language: str | None, *, is_right_to_left: bool) -> str:
    named = f' lang="{escape(language)}" xml:lang="{escape(language)}"' if language else ""
    direction = ' dir="rtl"' if is_right_to_left else ""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"{named}{direction}>
<head>
<title>{_xml(title)}</title>
<link rel="stylesheet" type="text/css" href="style.css"/>
</head>
<body>
{body}
</body>
</html>
"""


class _XhtmlWriter:
    """Writes sanitised HTML again as well-formed XML. The tree of the parser has what HTML leaves out."""

    def __init__(self, fragment: Page, given: Pictures) -> None:
        self.page = fragment
        self.given = given
        self.pictures: dict[str, BookPicture] = {}  # by address, those that are in the chapter
        self.sections: list[tuple[str, str]] = []
        self.anchors = {f"#{fragment.value(row, 'id')}" for row in fragment.having("id")}

    def write(self) -> Iterator[str]:
        """Yield the markup of what is in the body."""
        page = self.page
        end: list[int] = page.end.tolist()
        open_tags: list[tuple[int, str]] = []
        body = next((node.index for node in page.find("body")), 0)
        for row in range(body + 1, end[body] if len(page) else 0):
            while open_tags and open_tags[-1][0] <= row:
                yield open_tags.pop()[1]
            name = page.names[int(page.tag[row])]
            if name == elements.TEXT:
                yield _xml(page.text[row])
            elif name == "img":
                yield self._picture(row)
            elif name in VOID_NAMES:
                yield f"<{name}{self._attributes(row)}/>"
            else:
                opening, closing = self._element(row, name)
                yield opening
                open_tags.append((end[row], closing))
        yield from (closing for _, closing in reversed(open_tags))

    def _element(self, row: int, name: str) -> tuple[str, str]:
        """Return the tags of an element. Reading devices open a footnote in place where it is an `aside`."""
        attributes, known = self._attributes(row), str(self.page.value(row, "id") or "")
        if name == "li" and known.startswith(_NOTE):
            return f'<li><aside epub:type="footnote" role="doc-footnote"{attributes}>', "</aside></li>"
        if name == "a" and known.startswith(_REFERENCE) and " href=" in attributes:
            attributes += ' epub:type="noteref" role="doc-noteref"'
        elif name == "h2" and (text := _line(self.page[row].text_content)) and not known:
            self.sections.append((f"section-{len(self.sections) + 1}", text))
            attributes += f' id="{self.sections[-1][0]}"'
        return f"<{name}{attributes}>", f"</{name}>"

    def _picture(self, row: int) -> str:
        label, source = _line(self.page.value(row, "alt")), self.page.value(row, "src") or ""
        file = self.given.get(source)
        if file is None or file.media_type not in _SUFFIXES:
            return f'<span class="picture">{_xml(label)}</span>' if label else ""
        if source not in self.pictures:
            path = f"images/{hashlib.sha256(file.data).hexdigest()[:20]}{_SUFFIXES[file.media_type]}"
            image = read_image(file.data)
            is_large = image is not None and min(image.width, image.height) >= _MIN_COVER_PIXELS
            is_cover = is_large and file.media_type in _COVER_TYPES
            self.pictures[source] = BookPicture(path, file.media_type, file.data, is_cover)
        return f'<img src="{self.pictures[source].path}" alt="{escape(_xml_text(label))}"/>'

    def _attributes(self, row: int) -> str:
        """Return the attributes of an element. Where the page has no address, its relative links lead nowhere."""
        return "".join(
            f' {name}="{escape(_xml_text(value if value is not None else name))}"'
            for name, value in self.page.attributes[row].items()
            if name != "href" or _ABSOLUTE.match(value or "") or value in self.anchors
        )


def _identifier(chapters: Sequence[Chapter], title: str) -> uuid.UUID:
    """Return an identifier that the same chapters have again."""
    said = "\n".join([title, *(f"{chapter.url} {chapter.title} {chapter.body}" for chapter in chapters)])
    return uuid.uuid5(_NAMESPACE, said.encode("utf-8", "replace").decode())


def _file(number: int) -> str:
    return f"chapter-{number}.xhtml"


def _web_address(url: str | None) -> str | None:
    found = resolve(url, None)
    return found if found is not None and found.startswith(("http://", "https://")) else None


def _xml_text(text: str) -> str:
    return _NOT_XML.sub("", text)


def _xml(text: str) -> str:
    return escape(_xml_text(text), quote=False)


def _line(text: str | None) -> str:
    return " ".join(text.split()) if text else ""
