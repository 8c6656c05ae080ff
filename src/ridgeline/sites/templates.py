"""Templates of sites, and the file that stores them.

A Template is what the preparation phase of FastContentExtractor learns about a site (Nguyen et al., section III): the
paths of content blocks, and the blocks on such paths that are not content. It is plain text and numbers, so that people
can read it and it outlives this program. A site may have several templates, numbered by `shape`: former versions learnt
one for each layout.

A TemplateStore is one SQLite file. Many processes may read and write it at once: it uses a write-ahead log, so readers
never wait. A writer takes the lock before it reads, waits up to BUSY_SECONDS for other writers, and replaces all
templates of a site in one transaction. A writer that is killed leaves the former templates unchanged. Every call opens
its own connection, so one store may be shared by threads and survives a fork.
"""

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import OptionError, TemplateError
from ..storage import files
from ..storage.databases import BUSY_SECONDS, switch_to_log
from .site_names import whole_host

FORMAT = 1
ENVIRONMENT_VARIABLE = "RIDGELINE_TEMPLATES"
_MAX_COUNT = 2**53  # of pages and blocks; SQLite stores integers up to 2**63

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
    """A non-content block: its path and its contents."""

    path: str
    text: str  # of its terms, on one line with single spaces: without the words inside links, unless these are terms
    images: int
    scripts: int
    links: int


@dataclass(frozen=True, slots=True)
class Template:
    """The structure of the pages of a site."""

    site: str
    content_paths: tuple[str, ...]
    other_paths: tuple[str, ...]  # the paths without content
    blocks: tuple[StoredBlock, ...]  # non-content blocks on content paths
    tags: tuple[str, ...]
    pages: int  # the number of pages it was learnt from
    shape: int = 1
    version: int = 1  # the number of times the site was learnt
    made: str = ""  # the time, in ISO 8601
    drifted: int = 0  # the number of pages that did not fit, counted by the store
    link_words: bool = False  # whether the words inside links are terms of a block

    def as_dict(self) -> dict[str, Any]:
        """Return the template as a JSON object."""
        return asdict(self) | {"blocks": [block._asdict() for block in self.blocks]}

    @classmethod
    def from_dict(cls, fields: object, origin: str) -> "Template":
        """Return a template from a JSON object; error messages name the `origin`."""
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
                link_words=_flag(fields.get("link_words", True)),  # templates without it were learnt with them
            )
        except KeyError as error:
            raise TemplateError(f"{origin}: not a template, {error.args[0]!r} is missing") from error
        except (TypeError, ValueError) as error:
            raise TemplateError(f"{origin}: not a template: {error}") from error


def site_name(name: str) -> str:
    """Return the site that a template is for: the whole host of a URL. Raises TemplateError where there is none."""
    try:
        return whole_host(name)
    except OptionError as error:
        raise TemplateError(str(error)) from error


def default_store() -> Path:
    """Return the default file of templates: RIDGELINE_TEMPLATES, else a file in the user's data folder."""
    if named := os.environ.get(ENVIRONMENT_VARIABLE):
        return Path(named)
    return files.user_data_folder() / "templates.sqlite"


class TemplateStore:
    """Reads and writes the templates of sites in one file."""

    def __init__(self, path: Path | str | None = None) -> None:
        self.path = Path(path) if path is not None else default_store()

    def put(self, site: str, templates: Sequence[Template]) -> tuple[Template, ...]:
        """Replace the templates of a site in one transaction. Returns them as stored, with version and date."""
        if not templates:
            raise TemplateError(f"no template of {site} to store")
        return self._put({site_name(site): templates}, _next_version)

    def restore(self, templates: Iterable[Template]) -> tuple[Template, ...]:
        """Replace the templates of these sites by exported ones, with their versions and dates."""
        by_site: dict[str, list[Template]] = {}
        for template in templates:
            by_site.setdefault(template.site, []).append(template)
        return self._put(by_site, lambda template, _: template)

    def _put(
        self, by_site: Mapping[str, Sequence[Template]], versioned: Callable[[Template, int], Template]
    ) -> tuple[Template, ...]:
        stored: list[Template] = []
        with self._writing() as connection:
            for site, templates in by_site.items():
                row = connection.execute("SELECT max(version) FROM template WHERE site = ?", (site,)).fetchone()
                connection.execute("DELETE FROM template WHERE site = ?", (site,))
                for shape, template in enumerate(templates, start=1):
                    numbered = replace(versioned(template, int(row[0] or 0)), site=site, shape=shape)
                    connection.execute("INSERT INTO template VALUES (?, ?, ?, ?, ?, ?, ?)", _row(numbered))
                    stored.append(numbered)
        return tuple(stored)

    def get(self, site: str) -> tuple[Template, ...]:
        """Return the templates of a site, mostly one."""
        name = site_name(site)
        found = self._read("SELECT body, drifted FROM template WHERE site = ? ORDER BY shape", (name,))
        if not found:
            raise TemplateError(
                f"no template of {name} in {self.path}: learn one from 20 to 30 of its pages "
                f"with `ridgeline template learn {name} PAGES…`"
            )
        return found

    def all(self) -> tuple[Template, ...]:
        """Return all templates, sorted by site and shape."""
        return self._read("SELECT body, drifted FROM template ORDER BY site, shape", ())

    def delete(self, site: str) -> int:
        """Delete the templates of a site. Returns how many it had."""
        known = self.get(site)
        with self._writing() as connection:
            connection.execute("DELETE FROM template WHERE site = ?", (known[0].site,))
        return len(known)

    def count_drift(self, site: str, shape: int, pages: int = 1) -> None:
        """Add to the number of pages that did not fit a template."""
        with self._writing() as connection:
            connection.execute(
                "UPDATE template SET drifted = drifted + ? WHERE site = ? AND shape = ?",
                (pages, site_name(site), shape),
            )

    def _read(self, query: str, values: tuple[str, ...]) -> tuple[Template, ...]:
        if not self.path.exists():  # reading creates no file
            return ()
        with self._connection() as connection:
            rows = connection.execute(query, values).fetchall()
        return tuple(
            replace(Template.from_dict(_parse_json(body, str(self.path)), str(self.path)), drifted=drifted)
            for body, drifted in rows
        )

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Yield a transaction that excludes other writers: all of it is stored, or nothing."""
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
    """Switch to a write-ahead log and create the table, unless that is done."""
    connection.execute("PRAGMA synchronous = NORMAL")  # safe with the log, even if the process is killed
    switch_to_log(connection)
    connection.execute(_SCHEMA)


def export_templates(templates: Sequence[Template]) -> str:
    """Return templates as JSON text, for `import_templates`."""
    content = {"ridgeline_templates": FORMAT, "templates": [template.as_dict() for template in templates]}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def import_templates(text: str | bytes, origin: str) -> tuple[Template, ...]:
    """Read the text of `export_templates`; error messages name the `origin`."""
    content = _parse_json(text, origin)
    if not isinstance(content, Mapping) or "ridgeline_templates" not in content:
        raise TemplateError(f"{origin}: no export of templates; `ridgeline template export` writes one")
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
    # SQLite cannot store lone surrogates.
    body = body.encode("utf-8", "replace").decode()
    return (template.site, template.shape, template.version, template.made, template.pages, template.drifted, body)


def _parse_json(text: str | bytes, origin: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise TemplateError(f"{origin}: not JSON ({error})") from error


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} is not a string")
    return value.encode("utf-8", "replace").decode()  # SQLite cannot store lone surrogates


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _MAX_COUNT:
        raise TypeError(f"{value!r:.40} is not a count")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r:.40} is not true or false")
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
