"""What a reader does with stored pages: tags, archive, highlights with notes.

A highlight is anchored as the annotation model of the W3C has it: by the quoted text with a little of what stands
before and after it, and by its position in the text of the content. It belongs to the address of the page, so it is
there again when the page is fetched anew: the quote finds its place, also where the text around it changed.
"""

import secrets
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..errors import UnknownPageError
from .entries import now
from .schema import read_rows, writing

MAX_TAGS = 50
_COLUMNS = "id, made, exact, prefix, suffix, start, note"


@dataclass(frozen=True, slots=True)
class Highlight:
    """A passage that a reader marked."""

    id: str
    made: str  # the time, in ISO 8601
    exact: str
    prefix: str = ""
    suffix: str = ""
    start: int = 0  # in the text of the content
    note: str = ""

    def as_annotation(self, source: str | None) -> dict[str, Any]:
        """Return the highlight as an annotation of the W3C's model."""
        quote = {"type": "TextQuoteSelector", "exact": self.exact, "prefix": self.prefix, "suffix": self.suffix}
        position = {"type": "TextPositionSelector", "start": self.start, "end": self.start + len(self.exact)}
        body = [{"type": "TextualBody", "value": self.note, "purpose": "commenting"}] if self.note else []
        return {
            "@context": "http://www.w3.org/ns/anno.jsonld",
            "id": f"urn:ridgeline:highlight:{self.id}",
            "type": "Annotation",
            "motivation": "commenting" if self.note else "highlighting",
            "created": self.made,
            "body": body,
            "target": {"source": source, "selector": [quote, position]},
        }


class Reading:
    """Tags, archive and highlights of the pages of a library."""

    def __init__(self, path: Path | str) -> None:
        """Name the file of the library."""
        self.path = Path(path)

    def change(
        self,
        page: str,
        *,
        archived: bool | None = None,
        unread: bool | None = None,
        tags: Iterable[str] | None = None,
    ) -> None:
        """Change what is given. Raises UnknownPageError."""
        with writing(self.path) as connection:
            self._target(connection, page)
            for column, value in (("archived", archived), ("read", None if unread is None else not unread)):
                if value is not None:
                    changed = (now() if value else None, page)
                    connection.execute(f"UPDATE reading SET {column} = ? WHERE page = ?", changed)  # noqa: S608
            if tags is not None:
                connection.execute("DELETE FROM tag WHERE page = ?", (page,))
                named = dict.fromkeys(" ".join(tag.split()) for tag in tags)
                rows = [(page, name) for name in named if name][:MAX_TAGS]
                connection.executemany("INSERT INTO tag VALUES (?, ?)", rows)

    def tags(self) -> list[tuple[str, int]]:
        """Return all tags with the number of pages that have them."""
        rows = read_rows(self.path, "SELECT name, count(*) FROM tag GROUP BY name ORDER BY name")
        return [(str(name), int(count)) for name, count in rows]

    def highlights(self, page: str) -> list[Highlight]:
        """Return the highlights of a page, and of other versions of it, in the order of the text."""
        rows = read_rows(
            self.path,
            f"SELECT {_COLUMNS} FROM highlight WHERE target = (SELECT coalesce(url, id) FROM page WHERE id = ?) "  # noqa: S608
            "ORDER BY start, made",
            (page,),
        )
        return [Highlight(*row) for row in rows]

    def add_highlight(
        self, page: str, exact: str, *, prefix: str = "", suffix: str = "", start: int = 0, note: str = ""
    ) -> Highlight:
        """Store a highlight. Raises UnknownPageError."""
        made = Highlight(secrets.token_hex(8), now(), exact, prefix, suffix, start, note)
        with writing(self.path) as connection:
            target = self._target(connection, page)
            connection.execute(
                f"INSERT INTO highlight (target, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - constants
                (target, *asdict(made).values()),
            )
        return made

    def set_note(self, page: str, highlight: str, note: str) -> None:
        """Change the note of a highlight. Raises UnknownPageError."""
        self._change_highlight("UPDATE highlight SET note = ? WHERE target = ? AND id = ?", page, highlight, note)

    def delete_highlight(self, page: str, highlight: str) -> None:
        """Delete a highlight. Raises UnknownPageError."""
        self._change_highlight("DELETE FROM highlight WHERE target = ? AND id = ?", page, highlight)

    def _change_highlight(self, statement: str, page: str, highlight: str, *values: str) -> None:
        with writing(self.path) as connection:
            target = self._target(connection, page)
            if not connection.execute(statement, (*values, target, highlight)).rowcount:
                raise UnknownPageError(f"the page {page!r:.80} has no highlight {highlight!r:.80}")

    def _target(self, connection: Any, page: str) -> str:
        """Return what highlights of a page belong to: its address, else the page."""
        row = connection.execute("SELECT coalesce(url, id) FROM page WHERE id = ?", (page,)).fetchone()
        if row is None:
            raise UnknownPageError(f"the library has no page {page!r:.80}")
        return str(row[0])
