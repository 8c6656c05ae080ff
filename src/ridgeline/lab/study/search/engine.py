"""A full-text index in a file: SQLite's FTS5, which every Python has, with positions and BM25.

The index alone is stored, not the texts. Before its size is taken, it is merged into one segment. Ranking is FTS5's own
BM25 (k1 = 1.2, b = 0.75); a word that more than half of the pages have weighs next to nothing there. A test compares it
with BM25 in NumPy.

Texts are given as words, so that all of the study agrees on what a word is, in languages without spaces too.
"""

import sqlite3
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from ....errors import OptionError

TOP = 100  # results that a ranking has
_TOKENIZER = "unicode61 remove_diacritics 0 tokenchars '_'"  # splits exactly between our words


@dataclass(frozen=True, slots=True)
class IndexSize:
    """What an index takes."""

    words: int  # of all documents
    terms: int  # distinct words
    postings: int  # pairs of a term and a document that has it
    bytes: int  # on disk
    seconds: float  # CPU time to build it


class SearchIndex:
    """The index of some documents, each with one or more fields. `close` or `with` ends it."""

    def __init__(self, path: Path, fields: Mapping[str, Sequence[Sequence[str]]]) -> None:
        """Build the index in a new file; `fields` are the words of every document, by name of the field."""
        self._path = path
        self._connection = sqlite3.connect(path)
        start = time.process_time()
        self._build(fields)
        self._seconds = time.process_time() - start

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def _build(self, fields: Mapping[str, Sequence[Sequence[str]]]) -> None:
        run = self._connection.execute
        run("PRAGMA journal_mode = OFF")
        try:
            run(f"CREATE VIRTUAL TABLE pages USING fts5({', '.join(fields)}, content='', tokenize=\"{_TOKENIZER}\")")
        except sqlite3.OperationalError as error:
            raise OptionError(f"the SQLite of this Python has no full-text search (FTS5): {error}") from error
        texts = [[" ".join(words) for words in column] for column in fields.values()]
        rows = ((number, *row) for number, row in enumerate(zip(*texts, strict=True)))
        places = ", ".join("?" * (1 + len(fields)))
        insert = f"INSERT INTO pages(rowid, {', '.join(fields)}) VALUES ({places})"  # noqa: S608 - names of ours
        self._connection.executemany(insert, rows)
        run("INSERT INTO pages(pages) VALUES ('optimize')")
        self._connection.commit()
        run("VACUUM")

    def size(self) -> IndexSize:
        """Return what the index takes."""
        with closing(sqlite3.connect(self._path)) as connection:  # a table of its own in memory, not in the file
            size = self._path.stat().st_size
            connection.execute("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, pages, row)")
            terms, postings, words = connection.execute(
                "SELECT count(*), coalesce(sum(doc), 0), coalesce(sum(cnt), 0) FROM temp.vocabulary"
            ).fetchone()
        return IndexSize(words, terms, postings, size, self._seconds)

    def ranked(self, words: Sequence[str]) -> list[int]:
        """Return the best documents that have one or more of the words, the best first."""
        found = self._connection.execute(
            "SELECT rowid FROM pages WHERE pages MATCH ? ORDER BY bm25(pages), rowid LIMIT ?",
            (" OR ".join(map(_quoted, words)), TOP),
        )
        return [row for (row,) in found]

    def scores(self, words: Sequence[str]) -> dict[int, float]:
        """Return the BM25 score of every document that has one or more of the words."""
        found = self._connection.execute(
            "SELECT rowid, -bm25(pages) FROM pages WHERE pages MATCH ?", (" OR ".join(map(_quoted, words)),)
        )
        return dict(found)

    def having_all(self, words: Sequence[str]) -> set[int]:
        """Return the documents that have all of the words."""
        return self._matching(" AND ".join(map(_quoted, words)))

    def having_phrase(self, words: Sequence[str]) -> set[int]:
        """Return the documents that have the words one after the other."""
        return self._matching(_quoted(" ".join(words)))

    def _matching(self, query: str) -> set[int]:
        return {row for (row,) in self._connection.execute("SELECT rowid FROM pages WHERE pages MATCH ?", (query,))}


def _quoted(text: str) -> str:
    doubled = text.replace('"', '""')
    return f'"{doubled}"'
