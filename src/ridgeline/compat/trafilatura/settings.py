"""The options of an extraction, under trafilatura's names, and its settings files.

Extractor       what `extract` takes as `options`; its fields may be set one by one
use_config      reads a settings file
Settings        the values of a configuration that have a meaning here
"""

from configparser import ConfigParser, Error
from dataclasses import InitVar, dataclass, field
from pathlib import Path
from typing import Any, Literal, Self

from ...errors import InputError, OptionError
from ..ignored import warn_ignored

FORMATS = ("csv", "html", "json", "markdown", "python", "txt", "xml", "xmltei")
Focus = Literal["precision", "balanced", "recall"]

_SECTION = "DEFAULT"
_ON = frozenset({"on", "yes", "true", "1"})
# Keys without a meaning here, with their usual values: those are in every file that was copied from the standard one.
_USUAL_VALUES = {
    "cookie": "",
    "extensive_date_search": "on",
    "external_urls": "off",
    "extraction_timeout": "30",
    "insecure_ssl_fallback": "on",
    "max_repetitions": "2",
    "max_tree_size": "",
    "min_duplcheck_size": "100",
    "min_extracted_size": "250",
    "sleep_time": "5.0",
    "user_agents": "",
}
_NUMBERS = "min_output_size min_output_comm_size max_file_size min_file_size download_timeout max_redirects".split()
_NO_MEANING = "ridgeline has no such setting"
# Parameters of `extract`, and the fields of `Extractor` that are named otherwise.
_FIELDS = {
    "favor_precision": "precision",
    "favor_recall": "recall",
    "include_comments": "comments",
    "include_formatting": "formatting",
    "include_links": "links",
    "include_images": "images",
    "include_tables": "tables",
    "deduplicate": "dedup",
    "target_language": "lang",
    "date_extraction_params": "date_params",
}
_SHARED = frozenset(
    """config output_format fast url with_metadata only_with_metadata tei_validation author_blacklist
    url_blacklist""".split()
)


@dataclass(slots=True, kw_only=True)
class Extractor:
    """The options of an extraction. `precision` and `recall` become `focus`; the latter wins."""

    config: ConfigParser | None = None
    output_format: InitVar[str] = "txt"
    fast: bool = False
    precision: InitVar[bool] = False
    recall: InitVar[bool] = False
    comments: bool = True
    formatting: bool | None = None
    links: bool = False
    images: bool = False
    tables: bool = True
    dedup: Any = False
    lang: str | None = None
    url: str | None = None
    source: str | None = None
    with_metadata: bool = False
    only_with_metadata: bool = False
    tei_validation: bool = False
    author_blacklist: set[str] | None = None
    url_blacklist: set[str] | None = None
    date_params: dict[str, Any] | None = None
    format: str = field(init=False)
    focus: Focus = field(init=False)

    def __post_init__(self, output_format: str, precision: bool, recall: bool) -> None:
        check_format(output_format)
        self.format = output_format
        self.focus = "recall" if recall else "precision" if precision else "balanced"
        self.source = self.url or self.source
        self.with_metadata = bool(
            self.with_metadata
            or self.only_with_metadata
            or self.url_blacklist
            or self.author_blacklist
            or output_format == "xmltei"
        )
        if self.formatting is None:
            self.formatting = output_format == "markdown"

    @classmethod
    def of(cls, parameters: dict[str, Any]) -> Self:
        """Return the options that the parameters of `extract` or one of its neighbours name."""
        named = {_FIELDS.get(name, name): value for name, value in parameters.items()}
        taken = _SHARED | frozenset(_FIELDS.values())
        return cls(**{name: value for name, value in named.items() if name in taken})


def check_format(name: str) -> None:
    """Raise OptionError unless there is an output format of this name."""
    if name not in FORMATS:
        raise OptionError(f"output_format is one of {', '.join(FORMATS)}, not {name!r}")


def use_config(filename: str | None = None, config: ConfigParser | None = None) -> ConfigParser:
    """Return a configuration as it is, or read one from a settings file. Raises InputError if it cannot be read."""
    if config is not None:
        return config
    config = ConfigParser()
    if filename is not None:
        try:
            config.read_string(Path(filename).read_text(encoding="utf-8"), filename)
        except (OSError, ValueError, Error) as error:
            reason = getattr(error, "strerror", None) or str(error).partition("\n")[0]
            raise InputError(f"{filename}: the settings cannot be read: {reason}") from error
    return config


@dataclass(frozen=True, slots=True)
class Settings:
    """The values of a configuration that have a meaning here; None where it does not set them."""

    min_output_size: int = 1  # characters of text
    min_output_comm_size: int = 1  # characters of comments
    max_file_size: int | None = None  # characters or bytes of a page
    min_file_size: int | None = None
    download_timeout: int | None = None  # seconds
    max_redirects: int | None = None
    allow_private: bool = False

    @classmethod
    def of(cls, config: ConfigParser | None) -> Self:
        """Read a configuration, and warn of what it changes without effect. Raises OptionError for a wrong value."""
        if config is None:
            return cls()
        values = {name: value.strip() for name, value in config.defaults().items()}
        for name, usual in _USUAL_VALUES.items():
            if values.get(name, usual).lower() != usual:
                warn_ignored(name.upper(), _NO_MEANING)
        numbers = {name: _whole(name, values[name]) for name in _NUMBERS if values.get(name)}
        return cls(allow_private=values.get("ssrf_protection", "on").lower() not in _ON, **numbers)


def _whole(name: str, written: str) -> int:
    if not written.isdecimal():
        raise OptionError(f"{name.upper()} is a whole number in a configuration, not {written!r:.40}")
    return int(written)
