"""The content of stored pages as files, and books of many."""

import io
import re
import unicodedata
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass

from ....extraction import Extraction
from ....library import PageSource
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


def write_clip(source: PageSource, how: How, format: str, pictures: Pictures) -> Clip:
    """Return the content of a page as a file, with the pictures that are stored beside the page."""
    extraction = extract_stored(source, how)
    name = file_name(extraction.title or "")
    if format == EPUB:
        return Clip(name, EPUB_SUFFIX, EPUB_TYPE, bind([make_chapter(extraction, pictures)]))
    known = FORMATS[format]
    written = _written(extraction, format)
    data = (embed_pictures(written, pictures) if format == "html" else written).encode("utf-8", "replace")
    return Clip(name, known.suffix, f"{known.media_type}; charset=utf-8", data)


def _written(extraction: Extraction, format: str) -> str:
    written = extraction.write(format, **_OPTIONS[format])
    return written if written.endswith("\n") or not written else f"{written}\n"


def write_chapter(source: PageSource, how: How, pictures: Pictures) -> Chapter:
    """Return the content of a page as a chapter of a book."""
    return make_chapter(extract_stored(source, how), pictures)


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
