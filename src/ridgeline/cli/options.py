"""Options of extractors and of output formats on the command line.

An extractor takes the options in its signature, and `load` raises an error for any other. Common options have a name of
their own (`--model`, `--favor`, `--comments`, `--feature`, `--blocks`); `--option NAME=VALUE` is for all others.

A format takes the options that have a meaning in it; any other is refused.
"""

import json
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import click

from ..errors import ModelError, OptionError
from ..extraction import Extractor
from ..output import Format, OutputOptions, find_format, formats_with, has_option
from ..registry import REGISTRY, load
from .command import Argument, Option

Model = Annotated[str | None, Option("--model", metavar="FILE", help="A trained model; see `ridgeline train`.")]


class Favor(StrEnum):
    """What summit prefers in doubt."""

    PRECISION = "precision"
    BALANCED = "balanced"
    RECALL = "recall"


Favored = Annotated[Favor | None, Option("--favor", help="In doubt, keep less or more; summit only.")]
Comments = Annotated[
    bool | None,
    Option("--comments/--no-comments", help="Keep or drop readers' comments; summit only, which decides by default."),
]
Pages = Annotated[list[str], Argument(metavar="PAGE", help="A file, a URL, or - for standard input.")]
Address = Annotated[str | None, Option("--url", metavar="URL", help="The address of a file or of standard input.")]
AllowPrivate = Annotated[bool, Option("--allow-private", help="Also fetch from this machine and its network.")]
MaxBytes = Annotated[int, Option("--max-bytes", metavar="N", help="The largest page to read.")]
Selected = Annotated[
    list[str] | None,
    Option(
        "--select",
        metavar="CSS",
        help="The content: what is inside of elements that match, instead of what the extractor keeps; repeatable.",
    ),
]
Excluded = Annotated[
    list[str] | None,
    Option("--exclude", metavar="CSS", help="Not part of the content: elements that match; repeatable."),
]
RulesFile = Annotated[
    Path | None, Option("--rules", metavar="FILE", help="Site rules; see `ridgeline rules list --help`.")
]


SitesFolder = Annotated[
    str | None,
    Option(
        "--sites",
        metavar="[=FOLDER]",
        help="Use what was learnt from corrected pages of sites: that of your data folder, or --sites=FOLDER.",
    ),
]


def sites_folder(given: str | None) -> str | bool:
    """Return where to look for what is known about sites: True for the user's folder, False for nowhere."""
    return False if given is None else given or True


class Links(StrEnum):
    """How links are written."""

    INLINE = "inline"
    REFERENCES = "references"
    NONE = "none"


Title = Annotated[
    bool | None,
    Option("--title/--no-title", help="Begin with the headline; by default markdown and html do."),
]
LinkStyle = Annotated[
    Links | None,
    Option("--links", help="Links in place, as numbered references (markdown only), or their texts alone."),
]
Images = Annotated[bool | None, Option("--images/--no-images", help="Write or leave out images.")]
Tables = Annotated[
    bool | None, Option("--tables/--no-tables", help="Write tables as tables, or row by row as lines of text.")
]
Formatting = Annotated[
    bool | None, Option("--formatting/--no-formatting", help="Write or leave out bold, italic and the like.")
]
HeadingOffset = Annotated[
    int | None, Option("--heading-offset", metavar="N", help="Lower headings by N levels: with 1, h1 is h2.")
]
Width = Annotated[int | None, Option("--width", metavar="N", help="Wrap lines at N characters; text and markdown.")]
FrontMatter = Annotated[bool | None, Option("--front-matter", help="Markdown: begin with the metadata as YAML.")]
WholePage = Annotated[bool | None, Option("--whole-page", help="HTML: a page to read and print instead of a fragment.")]
Posts = Annotated[
    bool | None,
    Option(
        "--posts/--no-posts",
        help="A thread or readers' comments as one section a post, with author and date; JSON has those of forums.",
    ),
]
Carried = Annotated[
    list[str] | None,
    Option("--with", metavar="FORMATS", help="JSON: other formats that it carries too, as markdown,html."),
]
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
    Option("--option", metavar="NAME=VALUE", help="Any other option of the extractor; repeat it for a list."),
]


def extractor_options(
    features: Sequence[str] | None = None,
    blocks: int | None = None,
    others: Sequence[str] | None = None,
    model: str | None = None,
    favor: Favor | None = None,
    comments: bool | None = None,
) -> dict[str, Any]:
    """Return the keyword arguments for `load`."""
    given: dict[str, Any] = {name: _joined(values) for name, values in _by_name(others or ()).items()}
    if features:
        given["features"] = list(features)
    named = {"blocks": blocks, "model": model, "favor": favor and favor.value, "comments": comments}
    return given | {name: value for name, value in named.items() if value is not None}


def output_options(format: Format, formats: Sequence[str] | None = None, **given: Any) -> dict[str, Any]:
    """Return the options of an output format, checked; None stands for one that is not given."""
    chosen = {name: value for name, value in given.items() if value is not None}
    if formats:
        chosen["formats"] = separate(formats)
        for name in chosen["formats"]:
            if "formats" in find_format(name).options:
                raise OptionError(f"--with: {name} cannot carry itself; name other formats, as markdown,html")
    for name, value in chosen.items():
        if not has_option(format, name, chosen.get("formats", ())):
            raise OptionError(f"{_flag(name, value)} has no meaning in {format.name}: {_where(name)}")
    OutputOptions.of(**chosen)
    return chosen


def _flag(name: str, value: Any) -> str:
    """Return an output option as it is written on the command line."""
    flag = "with" if name == "formats" else name.replace("_", "-")
    return f"--no-{flag}" if value is False else f"--{flag}"


def _where(name: str) -> str:
    """Return in which formats an output option has a meaning."""
    where = f"it is for {', '.join(formats_with(name))}"
    return where if "json" in formats_with(name) else f"{where}, and json that carries one of them (--with)"


def load_ready(name: str, **given: Any) -> Extractor:
    """Load an extractor. Raises ModelError if it has to be fitted to a site first and no model is given."""
    extractor = load(name, **given)
    if REGISTRY[name].needs_model and given.get("model") is None:
        raise ModelError(
            f"{name} has to be fitted to a site: make a model with `{REGISTRY[name].fitted_by}` and give it as --model"
        )
    return extractor


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
