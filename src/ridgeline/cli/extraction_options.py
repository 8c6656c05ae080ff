"""Options of extractions and of output formats on the command line.

Those of every extraction are the rows of `ExtractOptions`. An extractor takes the options in its signature, and `load`
raises an error for any other: some have a name of their own (`--model`, `--feature`, `--blocks`), and
`--option NAME=VALUE` is for all others. A format takes the rows of `OutputOptions` that have a meaning in it; any other
is refused.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import click

from ..errors import OptionError
from ..options import ExtractOptions
from ..output import Format, OutputOptions, find_format, formats_with, has_option
from ..registry import REGISTRY
from .command import Argument, Option, Table
from .sources import Reading

Model = Annotated[str | None, Option("--model", metavar="FILE", help="A trained model; see `ridgeline train`.")]
Asked = Annotated[dict[str, Any], Table(ExtractOptions)]
Read = Annotated[dict[str, Any], Table(Reading)]
Written = Annotated[dict[str, Any], Table(OutputOptions)]
Pages = Annotated[list[str], Argument(metavar="PAGE", help="A file, a URL, or - for standard input.")]
Features = Annotated[
    list[str] | None,
    Option(
        "--feature",
        metavar="NAME",
        help="A desired feature, for feature, kfeature, rnn: text, images, links …; NAME=TAG,TAG counts elements.",
    ),
]
Blocks = Annotated[int | None, Option("--blocks", metavar="N", help="At most N blocks, for kfeature, rnn.")]
Others = Annotated[
    list[str] | None,
    Option(
        "--option",
        metavar="NAME=VALUE",
        help="Any other option of the extractor, see `ridgeline extractors NAME`; repeat it for a list.",
    ),
]


def extractor_options(
    features: Sequence[str] | None = None,
    blocks: int | None = None,
    others: Sequence[str] | None = None,
    model: str | None = None,
) -> dict[str, Any]:
    """Return the keyword arguments for `load`."""
    given: dict[str, Any] = {name: _joined(values) for name, values in _by_name(others or ()).items()}
    if features:
        given["features"] = list(features)
    named = {"blocks": blocks, "model": model}
    return given | {name: value for name, value in named.items() if value is not None}


def check_written(format: Format, given: Mapping[str, Any]) -> None:
    """Raise OptionError for an option that has no meaning in a format, or no sense."""
    for name in given.get("formats", ()):
        if "formats" in find_format(name).options:
            raise OptionError(f"--with: {name} cannot carry itself; name other formats, as markdown,html")
    for name, value in given.items():
        if not has_option(format, name, given.get("formats", ())):
            raise OptionError(f"{_flag(name, value)} has no meaning in {format.name}: {_where(name)}")
    OutputOptions.of(**given)


def _flag(name: str, value: Any) -> str:
    """Return an output option as it is written on the command line."""
    flag = "with" if name == "formats" else name.replace("_", "-")
    return f"--no-{flag}" if value is False else f"--{flag}"


def _where(name: str) -> str:
    """Return in which formats an output option has a meaning."""
    where = f"it is for {', '.join(formats_with(name))}"
    return where if "json" in formats_with(name) else f"{where}, and json that carries one of them (--with)"


def complete_extractor(incomplete: str) -> list[str]:
    """Return the names of extractors that begin so, for shell completion."""
    return [name for name in REGISTRY if name.startswith(incomplete)]


def _by_name(options: Sequence[str]) -> dict[str, list[Any]]:
    named: dict[str, list[Any]] = {}
    for option in options:
        name, is_pair, value = option.partition("=")
        name = name.strip().replace("-", "_")
        if not is_pair or not name.isidentifier():
            raise OptionError(f"--option: write NAME=VALUE, not {option!r}")
        named.setdefault(name, []).append(_value(value))
    return named


def _joined(values: Sequence[Any]) -> Any:
    return values[0] if len(values) == 1 else list(values)


def _value(text: str) -> Any:
    """Parse a value as JSON (numbers, true, false, null, lists); anything else is text."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


SEVERAL_VALUES = frozenset({"--data", "-d", "--metric", "-m"})


class SeveralValuesCommand(click.Command):
    """A command whose --data and --metric take several values, `--data SET SET`, which click does not support."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse as usual, with the option repeated before each of its values. A value is never an extractor's name."""
        return super().parse_args(ctx, _one_value_each(args))


def _one_value_each(arguments: Sequence[str]) -> list[str]:
    expanded: list[str] = []
    option, is_first = None, False
    for argument in arguments:
        if argument.startswith("-"):
            option, is_first = argument if argument in SEVERAL_VALUES else None, True
        elif option is not None and not is_first and argument not in REGISTRY:
            expanded.append(option)
        else:
            is_first = False
        expanded.append(argument)
    return expanded


def separate(values: Sequence[str]) -> list[str]:
    """Return the distinct values of a repeated option; each may be a comma-separated list."""
    return list(dict.fromkeys(part for value in values for part in value.split(",")))
