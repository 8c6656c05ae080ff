"""The content of stored pages as files, and books of many."""

import io
import json
import re
import unicodedata
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ....extraction import Extraction
from ....library import Highlight, PageSource, StoredPage
from ....metadata import Metadata
from ....output import FORMATS
from ....output.epub import MEDIA_TYPE as EPUB_TYPE
from ....output.epub import SUFFIX as EPUB_SUFFIX
from ....output.epub import Chapter, bind, make_chapter
from ....output.pictures import Pictures, embed_pictures
from .answers import How, extract_stored

EPUB = "epub"
_OPTIONS = {"markdown": {"front_matter": True}, "text": {"title": True}, "html": {"whole_page": True}, "json": {}}
_MAX_NAME_LENGTH = 80


@dataclass(frozen=True, slots=True)
class Clip:
    """A file with the content of a page."""

    name: str  # of the file, without its suffix
    suffix: str
    media_type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Beside:
    """What is stored beside a page, for its clips."""

    stored: StoredPage
    pictures: Pictures = field(default_factory=dict)  # for formats that can carry them
    highlights: tuple[Highlight, ...] = ()


def write_clip(source: PageSource, how: How, format: str, beside: Beside) -> Clip:
    """Return the content of a page as a file, with the pictures, tags and highlights that are stored beside it."""
    extraction, pictures = _tagged(extract_stored(source, how), beside.stored.tags), beside.pictures
    name = file_name(extraction.title or "")
    if format == EPUB:
        return Clip(name, EPUB_SUFFIX, EPUB_TYPE, bind([make_chapter(extraction, pictures)]))
    known = FORMATS[format]
    written = _written(extraction, format)
    if format == "html":
        written = embed_pictures(written, pictures)
    elif format == "markdown":
        written += "".join(_quotes(beside.highlights))
    data = written.encode("utf-8", "replace")
    return Clip(name, known.suffix, f"{known.media_type}; charset=utf-8", data)


def write_line(source: PageSource, how: How, beside: Beside) -> bytes:
    """Return a page with all that its reader did to it as one line of JSON; highlights are annotations of the W3C."""
    extraction, stored = _tagged(extract_stored(source, how), beside.stored.tags), beside.stored
    fields = {
        "id": stored.id,
        "url": stored.url,
        "added": stored.added,
        "tags": list(stored.tags),
        "unread": stored.unread,
        "archived": stored.archived,
        "metadata": extraction.metadata.as_dict(),
        "text": extraction.text,
        "markdown": extraction.markdown,
        "annotations": [highlight.as_annotation(stored.url) for highlight in beside.highlights],
    }
    return json.dumps(fields, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def _tagged(extraction: Extraction, tags: tuple[str, ...]) -> Extraction:
    """Return the extraction with the tags of the reader before those of the page."""
    if not tags:
        return extraction
    before = extraction.amend_metadata

    def amend(metadata: Metadata) -> Metadata:
        known = metadata if before is None else before(metadata)
        return replace(known, tags=tuple(dict.fromkeys((*tags, *known.tags))))

    return replace(extraction, amend_metadata=amend)


def _quotes(highlights: tuple[Highlight, ...]) -> Iterator[str]:
    """Yield highlights as Markdown: each a quote, with the note below it."""
    if highlights:
        yield "\n## Highlights\n"
    for highlight in highlights:
        yield "\n" + "".join(f"> {line}\n" for line in highlight.exact.splitlines() if line.strip())
        yield f"\n{highlight.note.strip()}\n" if highlight.note.strip() else ""


def _written(extraction: Extraction, format: str) -> str:
    written = extraction.write(format, **_OPTIONS[format])
    return written if written.endswith("\n") or not written else f"{written}\n"


def write_chapter(source: PageSource, how: How, beside: Beside) -> Chapter:
    """Return the content of a page as a chapter of a book."""
    return make_chapter(extract_stored(source, how), beside.pictures)


def bind_chapters(chapters: Sequence[Chapter], title: str | None) -> Clip:
    """Return chapters as one book."""
    name = file_name(title or chapters[0].title)
    return Clip(name, EPUB_SUFFIX, EPUB_TYPE, bind(chapters, title))


def pack_clips(clips: Sequence[Clip], title: str | None) -> Clip:
    """Return several files as one archive, each under a name of its own."""
    stream = io.BytesIO()
    taken: set[str] = set()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for clip in clips:
            name, number = clip.name, 1
            while f"{name}{clip.suffix}" in taken:
                number += 1
                name = f"{clip.name}-{number}"
            taken.add(f"{name}{clip.suffix}")
            archive.writestr(zipfile.ZipInfo(f"{name}{clip.suffix}"), clip.data, zipfile.ZIP_DEFLATED)
    return Clip(file_name(title or "clips"), ".zip", "application/zip", stream.getvalue())


def file_name(title: str) -> str:
    """Return a name for a file: letters, digits and hyphens of any script."""
    folded = unicodedata.normalize("NFC", title).casefold()
    words = re.findall(r"[^\W_]+", folded.encode("utf-8", "ignore").decode())
    name = "-".join(words)[:_MAX_NAME_LENGTH].strip("-")
    return name or "clip"
