"""Options of extractors on the command line: what is given is handed to the extractor by name, what is not is left out.

An extractor says which options it takes by its signature; one it does not take is an error of `load`. Options that
many people use have a name of their own (`--model`, `--favor`, `--comments`, `--feature`, `--blocks`); all others go by
`--option NAME=VALUE`.
"""

import json
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from ..errors import ModelError, OptionError
from ..extraction import REGISTRY, Extractor, load

Model = Annotated[
    str | None, typer.Option("--model", metavar="FILE", help="What the extractor learnt: see `ridgeline train`.")
]


class Favor(StrEnum):
    """What an extractor is to do where it is not sure."""

    PRECISION = "precision"
    BALANCED = "balanced"
    RECALL = "recall"


Favored = Annotated[
    Favor | None, typer.Option("--favor", help="Where summit is in doubt: keep less, as it comes, or more.")
]
Comments = Annotated[
    bool | None,
    typer.Option(
        "--comments/--no-comments", help="Keep or drop what readers wrote below, of summit. Default: as it judges."
    ),
]
Features = Annotated[
    list[str] | None,
    typer.Option(
        "--feature",
        metavar="NAME",
        help="A desired feature of feature, kfeature, rnn: text, images, links …; NAME=TAG,TAG counts elements.",
    ),
]
Blocks = Annotated[int | None, typer.Option("--blocks", metavar="N", help="At most so many blocks, of kfeature, rnn.")]
Others = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="Any other option of the extractor; given twice, a list."),
]


def extractor_options(
    features: Sequence[str] | None = None,
    blocks: int | None = None,
    others: Sequence[str] | None = None,
    model: str | None = None,
    favor: Favor | None = None,
    comments: bool | None = None,
) -> dict[str, Any]:
    """What `load` is to be given."""
    given: dict[str, Any] = {name: _joined(values) for name, values in _by_name(others or ()).items()}
    if features:
        given["features"] = list(features)
    named = {"blocks": blocks, "model": model, "favor": favor and favor.value, "comments": comments}
    return given | {name: value for name, value in named.items() if value is not None}


def load_ready(name: str, **given: Any) -> Extractor:
    """The extractor, ready to be used: one that learns a site first is an error before any page is read."""
    extractor = load(name, **given)
    if REGISTRY[name].needs_model and given.get("model") is None:
        raise ModelError(
            f"{name} learns a site first: make a model by `{REGISTRY[name].fitted_by}`, and give it as --model"
        )
    return extractor


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
    """Numbers, true, false, null and lists as JSON writes them; whatever is none of these is text."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


SEVERAL_VALUES = frozenset({"--data", "-d", "--metric", "-m"})


class SeveralValuesCommand(TyperCommand):
    """A command whose --data and --metric take several values: `--data SET SET`. click knows options of one."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """As ever, after the option was put before each of its values. An extractor's name is no value."""
        return super().parse_args(ctx, _one_value_each(args))


def _one_value_each(arguments: Sequence[str]) -> list[str]:
    spelt_out: list[str] = []
    option, is_first = None, False
    for argument in arguments:
        if argument.startswith("-"):
            option, is_first = argument if argument in SEVERAL_VALUES else None, True
        elif option is not None and not is_first and argument not in REGISTRY:
            spelt_out.append(option)
        else:
            is_first = False
        spelt_out.append(argument)
    return spelt_out


def separate(values: Sequence[str]) -> list[str]:
    """The values of a repeated option, where each may hold several with commas between; each once."""
    return list(dict.fromkeys(part for value in values for part in value.split(",")))
