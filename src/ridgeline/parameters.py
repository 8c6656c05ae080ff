"""Parameters of calls: a field of a dataclass with its help, of which every face makes its own form; checks of values.

    @dataclass(frozen=True)
    class OutputOptions:
        images: bool = parameter(True, "Write images, or leave them out.")

`--images/--no-images` of the command line, the member `images` of a request and the argument of a tool are made from
this one row. A wrong value is reported when an option is read, not when it is used.

The bounds of a fetch and of a page in a guarded process are here, too: the command line needs them for its options, and
seldom what fetches or starts processes.
"""

import math
import os
import re
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from numbers import Integral, Real
from typing import Any, NamedTuple, TypeVar

from .errors import OptionError

DEFAULT_TIMEOUT_SECONDS = 20.0
DEFAULT_MAX_BYTES = 32_000_000
DEFAULT_MAX_REDIRECTS = 5
DEFAULT_PAGE_SECONDS = 60.0
DEFAULT_PAGE_MEMORY_BYTES = 2 * 2**30 if sys.platform == "linux" else None  # no other system can keep the cap

MAX_SELECTORS = 200  # of one option, and of one key of a rule
_KEY = "ridgeline"  # of what the metadata of a field says
_LENGTH_OF_TIME = re.compile(r"(\d{1,9}(?:\.\d{1,3})?)\s*([smhd]?)", re.ASCII)
_UNIT_SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}
_Settings = TypeVar("_Settings")


class Parameter(NamedTuple):
    """A parameter as it is written on a command line or in a request, where None means that it is not given."""

    name: str
    type: Any
    default: Any
    help: str
    flag: str | None = None  # where it is not --name
    metavar: str | None = None
    bounds: tuple[int, int] | None = None  # of a number, or of how many values there are
    remote: Any = None  # its type in a request; None where strangers may not ask for it
    read: Callable[[Any], Any] = lambda value: value  # what is written → the value of the field
    of_extractor: bool = False  # whether it is an option that the extractor takes
    is_secret: bool = False  # whether its value is never shown, nor part of what a run was asked


def parameter(default: Any, help: str, **more: Any) -> Any:
    """Return a field of a dataclass that every face offers; `more` are fields of `Parameter`.

    Without a `type` it is written as the field is annotated; in a request likewise, unless `remote` says otherwise.
    """
    return field(default=default, repr=not more.get("is_secret"), metadata={_KEY: {"help": help, **more}})


@cache
def parameters_of(kind: type) -> tuple[Parameter, ...]:
    """Return the parameters of a dataclass, in the order of its fields."""
    rows = ((own, own.metadata[_KEY]) for own in fields(kind) if _KEY in own.metadata)
    return tuple(
        Parameter(own.name, **{"type": own.type, "default": own.default, "remote": said.get("type", own.type), **said})
        for own, said in rows
    )


def read_seconds(text: str) -> float:
    """Return a length of time that is written with its unit, as 90s, 15m, 12h or 7d; raises OptionError."""
    found = _LENGTH_OF_TIME.fullmatch(text.strip())
    if found is None:
        raise OptionError(f"write a number and a unit, as 90s, 15m, 12h or 7d, not {text!r:.40}")
    return float(found[1]) * _UNIT_SECONDS[found[2] or "s"]


@dataclass(frozen=True, slots=True)
class FetchOptions:
    """How pages are fetched, for every command that does."""

    timeout_seconds: float = parameter(
        DEFAULT_TIMEOUT_SECONDS, "Time limit for fetching a page.", flag="--timeout", metavar="SECONDS"
    )
    max_bytes: int = parameter(DEFAULT_MAX_BYTES, "The largest page to read.", metavar="N")  # also when it is unpacked
    allow_private: bool = parameter(False, "Also fetch from this machine and its network.")
    headers: tuple[str, ...] = parameter(
        (),
        "A header for the host of the page, never shown or kept; repeatable.",
        flag="--header",
        metavar="'NAME: VALUE'",
        is_secret=True,
    )
    cookies: os.PathLike[str] | None = parameter(
        None,
        "A file of cookies in Netscape's format, which are sent where they belong.",
        type=os.PathLike,
        metavar="FILE",
        is_secret=True,
    )
    proxy: str | None = parameter(None, "Fetch through an HTTP proxy: http://HOST:PORT.", metavar="URL", is_secret=True)
    cache: os.PathLike[str] | None = parameter(
        None, "Keep fetched pages in this file, or in a file of this folder.", type=os.PathLike, metavar="PATH"
    )
    cache_seconds: float | None = parameter(
        None,
        "How old a page of the cache may be, as 90s, 12h or 7d; a day by default.",
        type=str,
        flag="--cache-age",
        metavar="TIME",
        read=read_seconds,
    )


def read_settings(name: str, defaults: _Settings, given: Mapping[str, Any]) -> _Settings:
    """Return the settings of an extractor, a dataclass, with those that are given; raises OptionError for any other."""
    known = [own.name for own in fields(defaults)]  # type: ignore[arg-type]
    for option in given:
        if option not in known:
            raise OptionError(f"{name} has no option {option!r}; it takes {', '.join(known)}")
    return replace(defaults, **given)  # type: ignore[type-var]


def check_number(
    option: str,
    value: Any,
    expected: str = "a finite number",
    is_allowed: Callable[[Any], bool] = lambda _: True,
    *,
    whole: bool = False,
) -> None:
    """Raise OptionError unless an option's value is a finite number, with `whole` an integer, within its bounds.

    `is_allowed` is called with a number only; `expected` describes the allowed values in the message.
    """
    is_number = isinstance(value, Integral if whole else Real) and not isinstance(value, bool)
    if not is_number or not _is_finite(value) or not is_allowed(value):
        raise OptionError(f"{option} is {expected}, not {value!r:.40}")


def _is_finite(number: Any) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:  # an integer beyond the range of floats
        return False


def check_fetch(
    timeout_seconds: float, max_bytes: int = DEFAULT_MAX_BYTES, max_redirects: int = DEFAULT_MAX_REDIRECTS
) -> None:
    """Raise OptionError if nothing can be fetched within these bounds."""
    if not 0 < timeout_seconds <= threading.TIMEOUT_MAX:  # also catches NaN
        raise OptionError(f"a timeout is a positive number of seconds, not {timeout_seconds}")
    if max_bytes <= 0:
        raise OptionError(f"a limit on bytes is positive, not {max_bytes}")
    if max_redirects < 0:
        raise OptionError(f"a limit on redirects is not negative, not {max_redirects}")
