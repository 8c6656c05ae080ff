"""The settings of a run: everything that decides what its rows hold.

A part of the output is named by the hash of its slice and of these settings, so two runs never mix their rows. What
only decides how the work is done (processes, time and memory limits, the engine) is not among them, and may change from
one run to the next.
"""

import hashlib
import json
import pickle
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..errors import InputError, ModelError, OptionError, OutputError
from ..extraction import Extractor
from ..metadata.languages import language_codes
from ..options import ExtractOptions
from ..page import Limits
from ..page.cache import cached_property
from ..parameters import check_number, parameters_of
from ..pipeline import Pipeline
from ..registry import DEFAULT_EXTRACTOR
from ..row_fields import FIELDS, Type, check_fields
from ..sites import Sites
from ..sites.rules import Rules
from ..status import Status
from . import storage
from .records import REVISIT
from .slices import Reading

if TYPE_CHECKING:
    from ..render import Renderer

FILE = "_ridgeline.json"
DEFAULT_FIELDS = (
    *("id", "url", "source", "offset", "http_status", "status", "error"),
    *("title", "authors", "date", "language", "word_count", "page_type", "confidence", "text"),
)
OUTPUT_FORMATS = ("parquet", "jsonl", "jsonl.zst")
ERROR = Status.ERROR.value  # the status of a page that failed, and of one that says that the server did
_HTTP_STATUS = re.compile(r"[1-9](?:[0-9]{2}|xx)")
STATUSES = (*(status.value for status in Status), REVISIT)
# Options of reading that decide how, not what.
_FILES = frozenset({"head", "model"})  # options that name a file
_NOT_IN_IDENTITY = frozenset(
    {"timeout_seconds", "delay_seconds", "cache", "cache_seconds"}
    | {row.name for row in parameters_of(Reading) if row.is_secret}
)


@dataclass(frozen=True, slots=True)
class Filters:
    """The rows that are written.

    A page that failed has the status `error`, and only `statuses` and `http_statuses` can drop its row. Languages are
    given by codes or English names, HTTP statuses as 200 or 2xx; a page without one passes.
    """

    languages: tuple[str, ...] = ()
    min_confidence: float | None = None
    statuses: tuple[str, ...] = ()
    http_statuses: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "languages", tuple(dict.fromkeys(chain.from_iterable(map(_codes, self.languages)))))
        if self.min_confidence is not None:
            check_number("min_confidence", self.min_confidence, "between 0 and 1", lambda value: 0 <= value <= 1)
        for status in self.statuses:
            if status not in STATUSES:
                raise OptionError(f"no status is called {status!r}; there are: {', '.join(STATUSES)}")
        for status in self.http_statuses:
            if not _HTTP_STATUS.fullmatch(status):
                raise OptionError(f"an HTTP status is written as 200 or 2xx, not {status!r}")

    def pass_http(self, status: int | None) -> bool:
        """Return whether a page with this HTTP status passes."""
        return (
            not self.http_statuses
            or status is None
            or not {str(status), f"{status // 100}xx"}.isdisjoint(self.http_statuses)
        )


def _codes(language: str) -> tuple[str, ...]:
    codes = language_codes(language)
    if not codes:
        raise OptionError(f"no language is called {language!r}; write a code, as en, or a name, as english")
    return codes


@dataclass(frozen=True)
class Settings:
    """The settings of a run. They are sent to worker processes, which load the extractors from them."""

    extractors: tuple[str | Extractor, ...]
    fields: tuple[str, ...]
    asked: ExtractOptions = field(default_factory=ExtractOptions)  # with rules and site profiles read, and no extractor
    output_format: str = "parquet"
    filters: Filters = Filters()
    reading: Reading = field(default_factory=Reading)
    render_seconds: float | None = None  # the time that a page may take in a browser
    by_site: bool = False  # what pages of one host in a slice share is boilerplate

    def __post_init__(self) -> None:
        if not self.extractors:
            raise OptionError("name at least one extractor")
        chosen = check_fields(self.fields)
        object.__setattr__(self, "fields", tuple(name for name in FIELDS if name in chosen))  # in the table's order
        if self.output_format not in OUTPUT_FORMATS:
            raise OptionError(f"the output is {' or '.join(OUTPUT_FORMATS)}, not {self.output_format!r}")
        check_number("slice_pages", self.reading.slice_pages, "a positive number", lambda n: n > 0, whole=True)
        if len(set(self.names)) < len(self.names):
            raise OptionError(f"an extractor is named twice: {', '.join(self.names)}")
        if self.by_site and DEFAULT_EXTRACTOR not in self.names:
            raise OptionError(f"by_site: only {DEFAULT_EXTRACTOR} learns from other pages of a site")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the extractors."""
        return tuple(given if isinstance(given, str) else given.name for given in self.extractors)

    @property
    def columns(self) -> dict[str, Type]:
        """The columns of the output and their types, in order.

        With several extractors a row has one field of each kind, and one for each extractor where it depends on the
        extractor: `text_summit`, `text_ice_tree`. Title, authors, date and all else are read with the first one.
        """
        return {
            column_name(field, extractor, len(self.names)): FIELDS[field].type
            for field in self.fields
            for extractor in (self.names if FIELDS[field].by_extractor else self.names[:1])
        }

    def pipelines(self) -> tuple[Pipeline, ...]:
        """Return one pipeline an extractor, ready for use; they share the browser. Raises what `extract` raises."""
        asked = replace(self.asked, render=self.renderer())
        return tuple(asked.with_extractor(given).pipeline() for given in self.extractors)

    def renderer(self) -> "Renderer | None":
        """Return what opens pages in a browser; None where no page is. The browser starts with the first page.

        Raises OptionError for an unknown mode, MissingExtraError where Playwright is not installed.
        """
        mode = self.asked.render
        if mode is None:
            return None
        from ..render import Renderer, RenderLimits  # few runs need it

        if isinstance(mode, Renderer):
            raise OptionError("render: worker processes start browsers of their own: give auto or always")
        limits = None if self.render_seconds is None else RenderLimits(seconds=self.render_seconds)
        return Renderer(mode, limits, allow_private=self.reading.allow_private)

    @cached_property
    def identity(self) -> dict[str, Any]:
        """The settings as a JSON object; equal objects ask for equal rows."""
        reading = {name: value for name, value in asdict(self.reading).items() if name not in _NOT_IN_IDENTITY}
        others = self.asked.others
        return {
            "ridgeline": __version__,
            "extractor": [_identify(given) for given in self.extractors],
            "options": {name: _identify_option(name, others[name]) for name in sorted(others)},
            "fields": list(self.fields),
            "output_format": self.output_format,
            "language": list(self.filters.languages),
            "min_confidence": self.filters.min_confidence,
            "status": list(self.filters.statuses),
            "http_status": list(self.filters.http_statuses),
            "render": self.asked.render,
            "by_site": self.by_site,
            **{row.name: _identify_asked(getattr(self.asked, row.name)) for row in parameters_of(ExtractOptions)},
            **reading,
        }

    @cached_property
    def digest(self) -> str:
        """The hash of the identity."""
        return _digest(json.dumps(self.identity, sort_keys=True).encode())


def column_name(field: str, extractor: str, extractors: int) -> str:
    """Return the name of a field's column for an extractor, one of several."""
    if extractors == 1 or not FIELDS[field].by_extractor:
        return field
    return f"{field}_{extractor.replace('-', '_')}"


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


def _identify_asked(value: Any) -> Any:
    """Return the value of an option of every extraction as JSON; rules and site profiles by what they hold."""
    if isinstance(value, Rules):
        return _digest(value.as_toml().encode())
    if isinstance(value, Sites):
        return value.digest()
    if isinstance(value, tuple | list):
        return list(value)
    return asdict(value) if isinstance(value, Limits) else value


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
