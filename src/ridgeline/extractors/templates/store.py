"""Templates of sites, and the file that keeps them.

A Template is what the preparation phase of FastContentExtractor learns of a site (Nguyen et al., section III): the
paths on which content stands, and the blocks that stand on such paths without being content. It is plain text and
numbers, so a person can read it and it outlives this program. A site with several layouts has a template for each,
numbered by `shape`.

A TemplateStore is one SQLite file. Many processes may read and write it at once: the journal is a write-ahead log, so
readers never wait; a writer takes the lock before it reads, waits for others up to BUSY_SECONDS, and replaces all the
templates of a site in one transaction. A writer that is killed leaves the templates that were there before. Every
call opens its own connection, so one store may be shared by threads and survives a fork.
"""

import json
import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from ...errors import TemplateError

FORMAT = 1
ENVIRONMENT_VARIABLE = "RIDGELINE_TEMPLATES"
BUSY_SECONDS = 30.0
_RETRY_SECONDS = 0.01

_SCHEMA = """
CREATE TABLE IF NOT EXISTS template (
    site TEXT NOT NULL,
    shape INTEGER NOT NULL,
    version INTEGER NOT NULL,
    made TEXT NOT NULL,
    pages INTEGER NOT NULL,
    drifted INTEGER NOT NULL DEFAULT 0,
    body TEXT NOT NULL,
    PRIMARY KEY (site, shape)
)
"""


class StoredBlock(NamedTuple):
    """A block that is not content: where it stands and what is in it."""

    path: str
    text: str  # white space folded
    images: int
    scripts: int
    links: int


@dataclass(frozen=True, slots=True)
class Template:
    """How the pages of a site, or those of one of its layouts, are made."""

    site: str
    content_paths: tuple[str, ...]
    other_paths: tuple[str, ...]  # on which no content was seen
    blocks: tuple[StoredBlock, ...]  # not content, though their path is one of content
    tags: tuple[str, ...]
    pages: int  # that it was learnt from
    shape: int = 1
    version: int = 1  # counts how often the site was learnt
    made: str = ""  # when, in ISO 8601
    drifted: int = 0  # pages that did not fit it, counted by the store

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self) | {"blocks": [block._asdict() for block in self.blocks]}

    @classmethod
    def from_dict(cls, fields: object, origin: str) -> "Template":
        """From what JSON holds; `origin` is named where that is no template."""
        if not isinstance(fields, Mapping):
            raise TemplateError(f"{origin}: a template is a JSON object, not {type(fields).__name__}")
        try:
            return cls(
                site=site_name(_text(fields["site"])),
                content_paths=_texts(fields["content_paths"]),
                other_paths=_texts(fields["other_paths"]),
                blocks=tuple(_stored_block(block) for block in fields["blocks"]),
                tags=_texts(fields["tags"]),
                pages=_number(fields["pages"]),
                shape=_number(fields.get("shape", 1)),
                version=_number(fields.get("version", 1)),
                made=_text(fields.get("made", "")),
                drifted=_number(fields.get("drifted", 0)),
            )
        except KeyError as error:
            raise TemplateError(f"{origin}: not a template, {error.args[0]!r} is missing") from error
        except (TypeError, ValueError) as error:
            raise TemplateError(f"{origin}: not a template: {error}") from error


def site_name(name: str) -> str:
    """The name a site goes by: the host of a URL, or a host itself, in lower case and without `www.`."""
    try:
        host = urlsplit(name if "//" in name else f"//{name}").hostname
    except ValueError:  # such as a bracket that no bracket closes
        host = None
    if not host:
        raise TemplateError(f"{name!r} names no site: give a host such as example.org, or a URL")
    return host.lower().strip(".").removeprefix("www.")


def default_store() -> Path:
    """Where templates are kept unless another file is named: RIDGELINE_TEMPLATES, else the user's folder for data."""
    if named := os.environ.get(ENVIRONMENT_VARIABLE):
        return Path(named)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "ridgeline" / "templates.sqlite"


class TemplateStore:
    """The templates of sites, in one file."""

    def __init__(self, path: Path | str | None = None) -> None:
        self.path = Path(path) if path is not None else default_store()

    def put(self, site: str, templates: Sequence[Template]) -> tuple[Template, ...]:
        """Replace what is known of a site, all in one transaction; as it was stored, with version and date."""
        if not templates:
            raise TemplateError(f"there is no template of {site} to store")
        return self._put({site_name(site): templates}, _next_version)

    def restore(self, templates: Iterable[Template]) -> tuple[Template, ...]:
        """Put back what was exported, with its versions and dates, in place of what is known of these sites."""
        by_site: dict[str, list[Template]] = {}
        for template in templates:
            by_site.setdefault(template.site, []).append(template)
        return self._put(by_site, lambda template, _: template)

    def _put(
        self, by_site: Mapping[str, Sequence[Template]], dated: Callable[[Template, int], Template]
    ) -> tuple[Template, ...]:
        stored: list[Template] = []
        with self._writing() as connection:
            for site, templates in by_site.items():
                row = connection.execute("SELECT max(version) FROM template WHERE site = ?", (site,)).fetchone()
                connection.execute("DELETE FROM template WHERE site = ?", (site,))
                for shape, template in enumerate(templates, start=1):
                    numbered = replace(dated(template, int(row[0] or 0)), site=site, shape=shape)
                    connection.execute("INSERT INTO template VALUES (?, ?, ?, ?, ?, ?, ?)", _row(numbered))
                    stored.append(numbered)
        return tuple(stored)

    def get(self, site: str) -> tuple[Template, ...]:
        """The templates of a site, one a layout."""
        name = site_name(site)
        found = self._read("SELECT body, drifted FROM template WHERE site = ? ORDER BY shape", (name,))
        if not found:
            raise TemplateError(
                f"no template of {name} in {self.path}: learn one from 20 to 30 of its pages "
                f"with `ridgeline template learn {name} PAGES…`"
            )
        return found

    def all(self) -> tuple[Template, ...]:
        """Every template, by site and shape."""
        return self._read("SELECT body, drifted FROM template ORDER BY site, shape", ())

    def delete(self, site: str) -> int:
        """Forget a site; how many templates it had."""
        known = self.get(site)
        with self._writing() as connection:
            connection.execute("DELETE FROM template WHERE site = ?", (known[0].site,))
        return len(known)

    def count_drift(self, site: str, shape: int, pages: int = 1) -> None:
        """Add pages that did not fit a template."""
        with self._writing() as connection:
            connection.execute(
                "UPDATE template SET drifted = drifted + ? WHERE site = ? AND shape = ?",
                (pages, site_name(site), shape),
            )

    def _read(self, query: str, values: tuple[str, ...]) -> tuple[Template, ...]:
        if not self.path.exists():  # nothing was ever learnt: reading makes no file
            return ()
        with self._connection() as connection:
            rows = connection.execute(query, values).fetchall()
        return tuple(
            replace(Template.from_dict(_loaded(body, str(self.path)), str(self.path)), drifted=drifted)
            for body, drifted in rows
        )

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that no other writer comes between: all of it is stored or nothing."""
        with self._connection() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None)
        except (sqlite3.Error, OSError) as error:
            raise TemplateError(f"cannot open the template store {self.path}: {error}") from error
        try:
            _prepare(connection)
            yield connection
        except sqlite3.Error as error:
            raise TemplateError(f"the template store {self.path} cannot be used: {error}") from error
        finally:
            connection.close()


def _prepare(connection: sqlite3.Connection) -> None:
    """Use a write-ahead log and make the table, if that is not done yet.

    SQLite lets nobody wait for the change to a write-ahead log, so who finds the file busy then tries again.
    """
    connection.execute("PRAGMA synchronous = NORMAL")  # with the log: never corrupt, whoever is killed
    deadline = time.monotonic() + BUSY_SECONDS
    while connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(_RETRY_SECONDS)
    connection.execute(_SCHEMA)


def export_templates(templates: Sequence[Template]) -> str:
    """Templates as JSON, for `import_templates`."""
    content = {"ridgeline_templates": FORMAT, "templates": [template.as_dict() for template in templates]}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def import_templates(text: str | bytes, origin: str) -> tuple[Template, ...]:
    """The templates that `export_templates` wrote; `origin` is named where it did not."""
    content = _loaded(text, origin)
    if not isinstance(content, Mapping) or "ridgeline_templates" not in content:
        raise TemplateError(f"{origin}: holds no templates; `ridgeline template export` writes such files")
    if content["ridgeline_templates"] != FORMAT:
        raise TemplateError(f"{origin}: has format {content['ridgeline_templates']}, this ridgeline reads {FORMAT}")
    templates = content.get("templates")
    if not isinstance(templates, list):
        raise TemplateError(f"{origin}: not a list of templates")
    return tuple(Template.from_dict(template, origin) for template in templates)


def _next_version(template: Template, version: int) -> Template:
    return replace(template, version=version + 1, made=datetime.now(UTC).isoformat(timespec="seconds"), drifted=0)


def _row(template: Template) -> tuple[str, int, int, str, int, int, str]:
    body = json.dumps(template.as_dict(), ensure_ascii=False)
    # SQLite holds no halves of characters.
    body = body.encode("utf-8", "replace").decode()
    return (template.site, template.shape, template.version, template.made, template.pages, template.drifted, body)


def _loaded(text: str | bytes, origin: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise TemplateError(f"{origin}: not JSON ({error})") from error


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} is not a string")
    return value


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise TypeError(f"{value!r:.40} is not a count")
    return value


def _texts(values: object) -> tuple[str, ...]:
    if not isinstance(values, list | tuple):
        raise TypeError(f"{values!r:.40} is not a list")
    return tuple(map(_text, values))


def _stored_block(fields: Mapping[str, object]) -> StoredBlock:
    if not isinstance(fields, Mapping):
        raise TypeError(f"{fields!r:.40} is not a block")
    counts = (_number(fields[name]) for name in ("images", "scripts", "links"))
    return StoredBlock(_text(fields["path"]), _text(fields["text"]), *counts)
