"""What was asked for: everything that decides what the rows of a run hold.

A part of the output is named by the hash of its slice and of these settings, so two runs never mix their rows. What
only decides how the work is done (processes, time and memory limits, the engine) is not among them, and may change from
one run to the next.
"""

import hashlib
import json
import pickle
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from .. import __version__
from ..caching import cached_property
from ..errors import InputError, ModelError, OptionError, OutputError
from ..extraction import Extractor
from ..options import check_number
from ..registry import REGISTRY, load, load_once
from ..sites import Sites
from ..sites.rules import Rules, Selection
from ..status import Status
from . import storage
from .fields import Type as ColumnType
from .fields import check_fields, column_names
from .records import REVISIT
from .slices import Reading

if TYPE_CHECKING:
    from ..render import Renderer

FILE = "_ridgeline.json"
OUTPUT_FORMATS = ("parquet", "jsonl", "jsonl.zst")
ERROR = "error"  # the status of a page that failed
STATUSES = (*(status.value for status in Status), REVISIT, ERROR)
# Options of reading that decide how, not what.
_FILES = frozenset({"head", "model"})  # options that name a file
_NOT_IN_IDENTITY = frozenset({"timeout_seconds", "delay_seconds"})


@dataclass(frozen=True, slots=True)
class Filters:
    """Which rows are written. A page that failed has the status `error`, and only `statuses` can drop its row."""

    languages: tuple[str, ...] = ()
    min_confidence: float | None = None
    statuses: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.min_confidence is not None:
            check_number("min_confidence", self.min_confidence, "between 0 and 1", lambda value: 0 <= value <= 1)
        for status in self.statuses:
            if status not in STATUSES:
                raise OptionError(f"no status is called {status!r}; there are: {', '.join(STATUSES)}")


@dataclass(frozen=True)
class Settings:
    """What was asked for. It is sent to worker processes, which load the extractors from it."""

    extractors: tuple[str | Extractor, ...]
    fields: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)  # of the extractors that are given by name
    output_format: str = "parquet"
    filters: Filters = Filters()
    rules: Rules | None = None
    sites: Sites | None = None  # what was learnt from corrected pages
    reading: Reading = field(default_factory=Reading)
    render: Literal["auto", "always"] | None = None  # pages that are opened in a browser …
    render_seconds: float | None = None  # … and the time that one may take there

    def __post_init__(self) -> None:
        if not self.extractors:
            raise OptionError("name at least one extractor")
        object.__setattr__(self, "fields", check_fields(self.fields))
        if self.output_format not in OUTPUT_FORMATS:
            raise OptionError(f"the output is {' or '.join(OUTPUT_FORMATS)}, not {self.output_format!r}")
        check_number("slice_pages", self.reading.slice_pages, "a positive number", lambda n: n > 0, whole=True)
        if len(set(self.names)) < len(self.names):
            raise OptionError(f"an extractor is named twice: {', '.join(self.names)}")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the extractors."""
        return tuple(given if isinstance(given, str) else given.name for given in self.extractors)

    @property
    def columns(self) -> dict[str, ColumnType]:
        """The columns of the output and their types."""
        return column_names(self.fields, self.names)

    def load(self) -> tuple[Extractor, ...]:
        """Return the extractors, ready for use. Raises what `load` raises, and ModelError where a model is missing."""
        return tuple(given if not isinstance(given, str) else self._load(given) for given in self.extractors)

    def _load(self, name: str) -> Extractor:
        extractor = load(name, **self.options) if self.options else load_once(name)
        if REGISTRY[name].needs_model and "model" not in self.options:
            command = REGISTRY[name].fitted_by
            raise ModelError(f"{name} has to be fitted to a site: make a model with `{command}` and give it as model")
        return extractor

    def selection(self) -> Selection | None:
        """Return the site rules in the form in which they are applied."""
        rules = self.rules if self.sites is None else self.sites.rules_with(self.rules)
        return None if rules is None else Selection((), (), rules)

    def renderer(self) -> "Renderer | None":
        """Return what opens pages in a browser; None where no page is. The browser starts with the first page.

        Raises OptionError for an unknown mode, MissingExtraError where Playwright is not installed.
        """
        if self.render is None:
            return None
        from ..render import Renderer, RenderLimits  # few runs need it

        limits = None if self.render_seconds is None else RenderLimits(seconds=self.render_seconds)
        return Renderer(self.render, limits, allow_private=self.reading.allow_private)

    @cached_property
    def identity(self) -> dict[str, Any]:
        """The settings as a JSON object; equal objects ask for equal rows."""
        reading = {name: value for name, value in asdict(self.reading).items() if name not in _NOT_IN_IDENTITY}
        return {
            "ridgeline": __version__,
            "extractor": [_identify(given) for given in self.extractors],
            "options": {name: _identify_option(name, self.options[name]) for name in sorted(self.options)},
            "fields": list(self.fields),
            "output_format": self.output_format,
            "language": list(self.filters.languages),
            "min_confidence": self.filters.min_confidence,
            "status": list(self.filters.statuses),
            "rules": None if self.rules is None else _digest(self.rules.as_toml().encode()),
            "render": self.render,
            **({} if self.sites is None else {"sites": self.sites.digest()}),
            **reading,
        }

    @cached_property
    def digest(self) -> str:
        """The hash of the identity."""
        return _digest(json.dumps(self.identity, sort_keys=True).encode())


def keep_settings(settings: Settings, output: str) -> None:
    """Write the settings into the output folder; raise OutputError if it holds a run with other settings."""
    path = storage.join(output, FILE)
    if not storage.exists(path):
        foreign = [name for name in storage.names(output) if name.startswith("part-")]
        if foreign:
            raise OutputError(
                f"{output}: holds parts, but not the settings of their run ({FILE}): choose another folder"
            )
        storage.write(path, json.dumps(settings.identity, indent=2, sort_keys=True).encode() + b"\n")
        return
    found = read_settings(output)
    different = sorted(name for name in {*found, *settings.identity} if found.get(name) != settings.identity.get(name))
    if different:
        changes = "; ".join(
            f"{name} was {_show(found, name)}, now {_show(settings.identity, name)}" for name in different
        )
        raise OutputError(f"{output}: holds a run with other settings ({changes}): choose another folder")


def read_settings(output: str) -> dict[str, Any]:
    """Return the settings that an output folder was written with. Raises InputError if it is none of ours."""
    path = storage.join(output, FILE)
    if not storage.exists(path):
        raise InputError(f"{output}: no output of `ridgeline bulk`: there is no {FILE} in it")
    try:
        found = json.loads(storage.read(path))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: cannot be read as JSON: {error}") from error
    if not isinstance(found, dict):
        raise InputError(f"{path}: not the settings of a run")
    return found


def _show(values: Mapping[str, Any], name: str) -> str:
    value = values.get(name)
    if isinstance(value, list):
        return ",".join(map(str, value)) or "none"
    return "none" if value is None else str(value)


def _identify(given: str | Extractor) -> str:
    """Return a text that names an extractor; for one that was loaded already, with a hash of its parameters."""
    if isinstance(given, str):
        return given
    kind = type(given)
    try:
        return f"{given.name} ({kind.__module__}.{kind.__qualname__} {_digest(pickle.dumps(given))})"
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise OptionError(f"{given.name} cannot be sent to worker processes: {error}") from error


def _identify_option(name: str, value: Any) -> Any:
    """Return an option as JSON; a file, such as a model, by what it holds."""
    if name in _FILES:
        try:
            return _digest(Path(value).read_bytes())
        except OSError as error:
            raise ModelError(f"{value}: cannot be read: {error.strerror}") from error
    try:
        return json.loads(json.dumps(value))
    except (TypeError, ValueError):
        return _digest(pickle.dumps(value))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:20]
