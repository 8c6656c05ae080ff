"""Options of extractors on the command line: what is given is handed to the extractor by name, what is not is left out.

An extractor says which options it takes by its signature; one it does not take is an error of `load`. Options that
many people use have a name of their own (`--feature`, `--blocks`); all others go by `--option NAME=VALUE`.
"""

import json
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from ..errors import OptionError

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
    features: Sequence[str] | None = None, blocks: int | None = None, others: Sequence[str] | None = None
) -> dict[str, Any]:
    """What `load` is to be given."""
    given: dict[str, Any] = {name: _joined(values) for name, values in _by_name(others or ()).items()}
    if features:
        given["features"] = list(features)
    if blocks is not None:
        given["blocks"] = blocks
    return given


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
