"""Pages in files of their own: folders, patterns, lists of files. Read as `ridgeline extract` reads them."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing

from ...errors import InputError, MissingExtraError
from ...page.input import open_file
from .. import storage
from ..records import TOO_LARGE, UNREADABLE, Record
from ..slices import Reading, Slice, Walk, Walked, Watch

READER = "files"
_BROTLI_SUFFIX = ".br"


class FilesReader:
    """Reads pages in files of their own; the names are those of a slice."""

    def read(
        self, part: Slice, reading: Reading, first: int, watch: Watch | None, tally: Counter[str]
    ) -> Iterator[Record]:
        """Yield a record for each file."""
        for position in range(first, len(part.names)):
            name, offset = part.names[position], part.offsets[position]
            yield read_page(part.source or name, offset, name, reading.max_bytes)

    def walk(self, walk: Walk, reading: Reading) -> Walked:
        """Return nothing: the files of a folder are known when it has been listed."""
        return Walked((), None)


def read_page(source: str, offset: int, path: str, max_bytes: int) -> Record:
    """Return the page in a file, which may be compressed or saved in another format."""
    try:
        data = _read(path, max_bytes)
        opened = open_file(data, max_bytes, brotli=path.lower().endswith(_BROTLI_SUFFIX))
    except (InputError, MissingExtraError) as error:
        return Record(source, offset, path, error=f"{UNREADABLE}: {error}")
    if len(data) > max_bytes or opened.is_cut:
        return Record(source, offset, path, opened.url, error=f"{TOO_LARGE}: more than {max_bytes:,} bytes")
    return Record(source, offset, path, opened.url, opened.data, opened.charset)


def _read(path: str, max_bytes: int) -> bytes:
    """Return a file's bytes; one more than the limit if there are more."""
    try:
        with closing(storage.open_binary(path)) as stream:
            return stream.read(max_bytes + 1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error
