"""The files of site profiles. Every file is written atomically; reading creates none."""

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote

from ..errors import OptionError, OutputError, SiteError
from ..storage import files
from .kinds import RULE, check_kind
from .learnt import Learnt
from .rules import Rules
from .rules.file import change_rules, load_or_empty
from .site_names import EVERY_SITE, normalise_site

RULES_FILE = "rules.toml"
SITES_FOLDER = "sites"
_RECORDS_FILE = "learnt.json"
_MAX_NAME_LENGTH = 200  # of a folder: file systems take 255 bytes
_MAX_RECORDS_BYTES = 1_000_000
_SUFFIXES = (".json", ".bin")  # of a model


@dataclass(frozen=True, slots=True)
class SiteFolder:
    """A folder of site profiles; by default that of the user."""

    path: Path

    @classmethod
    def of_user(cls) -> "SiteFolder":
        """Return the folder in the user's data folder."""
        return cls(files.user_data_folder())

    @property
    def rules_path(self) -> Path:
        """The file of site rules."""
        return self.path / RULES_FILE

    def rules(self) -> Rules:
        """Return the site rules; none where there is no file. Raises RuleError."""
        return load_or_empty(self.rules_path)

    def model_path(self, site: str, kind: str) -> Path:
        """Return the file of what a kind of learning wrote for a site; rules have one for all sites."""
        return self.rules_path if kind == RULE else self._place(site) / f"{check_kind(kind)}.json"

    def sites(self) -> Iterator[str]:
        """Yield the sites about which something was learnt, sorted."""
        found = (path.parent.name for path in (self.path / SITES_FOLDER).glob(f"*/{_RECORDS_FILE}"))
        return iter(sorted(unquote(name) for name in found))

    def learnt(self, site: str) -> tuple[Learnt, ...]:
        """Return what was learnt about a site, the newest last. Raises SiteError where the record is damaged."""
        path = self._place(site) / _RECORDS_FILE
        try:
            with path.open("rb") as stream:
                content = json.loads(stream.read(_MAX_RECORDS_BYTES))
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise SiteError(f"{path}: cannot be read: {error.strerror}") from error
        except (ValueError, RecursionError) as error:
            raise SiteError(f"{path}: damaged: not JSON ({error}); delete it and learn the site again") from error
        if not isinstance(content, list):
            raise SiteError(f"{path}: damaged: not a list of what was learnt; delete it and learn the site again")
        # In the order in which they were recorded: a clock may have been set back since.
        return tuple(Learnt.from_dict(own, str(path)) for own in content)

    def prepare(self, site: str) -> None:
        """Make the folder of a site, before a model is written into it."""
        _make_folder(self._place(site))

    def record(self, site: str, learnt: Learnt) -> None:
        """Note that something was learnt; it replaces what was learnt before of the same kind."""
        self._write_records(site, [*self._others(site, learnt.kind), learnt])

    def forget(self, site: str, kind: str) -> None:
        """Delete what was learnt. Raises SiteError where nothing of this kind was."""
        check_kind(kind)
        if all(own.kind != kind for own in self.learnt(site)):
            raise SiteError(f"nothing of the kind {kind} was learnt about {site!r:.80}")
        self._write_records(site, self._others(site, kind))  # first: a record without its file would be an error
        if kind == RULE:
            change_rules(self.rules_path, lambda rules: rules.without(site))
            return
        for suffix in _SUFFIXES:
            with suppress(OSError):  # it is not used any more
                self.model_path(site, kind).with_suffix(suffix).unlink(missing_ok=True)

    def stamp(self) -> tuple[tuple[str, int, int], ...]:
        """Return what changes when a file of rules or a record is written, without reading them."""
        paths = [self.rules_path, *sorted((self.path / SITES_FOLDER).glob(f"*/{_RECORDS_FILE}"))]
        states = ((path, _state(path)) for path in paths)
        return tuple((str(path), state.st_mtime_ns, state.st_size) for path, state in states if state is not None)

    def digest(self) -> str:
        """Return a hash of everything in the folder that decides what is extracted."""
        whole = hashlib.sha256()
        for path in [self.rules_path, *sorted((self.path / SITES_FOLDER).glob("*/*"))]:
            if path.suffix in (*_SUFFIXES, ".toml") and path.is_file():
                whole.update(f"{path.relative_to(self.path)}\0".encode())
                whole.update(hashlib.sha256(path.read_bytes()).digest())
        return whole.hexdigest()[:20]

    def _others(self, site: str, kind: str) -> list[Learnt]:
        return [own for own in self.learnt(site) if own.kind != kind]

    def _write_records(self, site: str, records: list[Learnt]) -> None:
        self.prepare(site)
        text = json.dumps([own.as_dict() for own in records], indent=1) + "\n"
        files.write(self._place(site) / _RECORDS_FILE, text.encode())

    def _place(self, site: str) -> Path:
        """Return the folder of a site, whose name holds no path of the file system."""
        name = quote(_checked(site), safe="")
        return self.path / SITES_FOLDER / name


def _checked(site: str) -> str:
    name = normalise_site(site)
    if name == EVERY_SITE or len(quote(name, safe="")) > _MAX_NAME_LENGTH or not name.strip("."):
        raise OptionError(f"{site!r:.80} names no single site: write a host such as example.org")
    return name


def _state(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:  # it is not there, or was deleted just now
        return None


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{path}: cannot be made: {error.strerror}") from error
