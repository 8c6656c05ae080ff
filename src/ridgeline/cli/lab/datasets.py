"""`ridgeline lab datasets`: the known data sets, and conversion of a downloaded original."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from ...errors import OptionError
from .. import targets
from ..command import Argument, Option, group_of
from ..terminal import examples, note, write_standard_output
from . import group as lab

if TYPE_CHECKING:
    from ...lab.datasets.conversions import Conversion

_SHOWN_NAMES = 5


class Kind(StrEnum):
    """Layouts of data sets that can be converted."""

    PAIRS = "pairs"
    FOLDERS = "folders"
    JSON = "json"
    WCXB = "wcxb"
    CLEANEVAL = "cleaneval"


def list_sets(
    context: click.Context,
    as_json: Annotated[bool, Option("--json", help="As a JSON array, with contents and addresses.")] = False,
) -> None:
    """List the known data sets: pages, licence, what each may be used for, origin, and whether you have it.

    Sets are read from the folder named by the environment variable RIDGELINE_DATA. No set is part of ridgeline:
    `convert` makes one from an original that you downloaded.
    """
    if context.invoked_subcommand is not None:
        return
    rows = _rows()
    if as_json:
        write_standard_output(json.dumps(rows, ensure_ascii=False, indent=2) + "\n")
        return
    from ...lab import datasets
    from ..tables import text_table

    headings = ("set", "pages", "licence", "use", "origin", "in the data folder")
    cells = [(*(_cell(row[key]) for key in ("name", "pages", "licence", "use", "origin", "present")),) for row in rows]
    place = datasets.folder()
    write_standard_output(text_table(f"data folder: {place}", headings, cells))
    if not place.is_dir():
        note(f"there is no folder {place}: set {datasets.ENVIRONMENT_VARIABLE} to the folder of your data sets")
    write_standard_output("`ridgeline lab datasets convert` makes a set from a download.\n")


group = group_of(
    list_sets,
    "datasets",
    epilog=examples(
        "ridgeline lab datasets",
        "ridgeline lab datasets --json",
        "ridgeline lab datasets convert pairs --html pages/ --text texts/ --output mine.jsonl.xz",
    ),
)
lab.add_command(group)


@group.command(
    epilog=examples(
        "ridgeline lab datasets convert pairs --html pages/ --text texts/ --output mine.jsonl.xz --value lang=German",
        "ridgeline lab datasets convert folders test-pages/ --output mine.jsonl.xz",
        "ridgeline lab datasets convert json gold.jsonl --field text=articleBody --field url=link -o mine.jsonl.xz",
        "ridgeline lab datasets convert json gold/ --html pages/ --field text=gold.text --output mine.jsonl.xz",
        "ridgeline lab datasets convert wcxb web-content-extraction-benchmark/ --output wcxb.jsonl.xz",
        "ridgeline lab datasets convert cleaneval --html en-original/ --text en-cleaned/ --output cleaneval.jsonl.xz",
    ),
)
def convert(
    kind: Annotated[Kind, Argument(metavar="KIND", help="The layout: pairs, folders, json, wcxb or cleaneval.")],
    output: Annotated[
        Path, Option("--output", "-o", metavar="NAME.jsonl.xz", help="The file to write, .jsonl.xz or .jsonl.")
    ],
    source: Annotated[
        Path | None, Argument(metavar="SOURCE", help="json: a file or folder; folders, wcxb: the folder.")
    ] = None,
    html: Annotated[
        Path | None,
        Option("--html", metavar="DIR", help="The folder of HTML files, for pairs and cleaneval; also for json."),
    ] = None,
    text: Annotated[
        Path | None, Option("--text", metavar="DIR", help="The folder of gold texts, for pairs and cleaneval.")
    ] = None,
    field: Annotated[
        list[str] | None,
        Option("--field", metavar="NAME=PATH", help="For json, wcxb: where a field is, such as text=gold.text."),
    ] = None,
    value: Annotated[
        list[str] | None,
        Option("--value", metavar="NAME=TEXT", help="A field that all pages get, such as lang=German."),
    ] = None,
    force: Annotated[bool, Option("--force", help="Overwrite a file that exists.")] = False,
) -> None:
    """Convert a downloaded data set into the format that eval, train and study read.

    pairs: HTML files, and texts, Markdown or HTML of the content with the same names. folders: a folder for each page,
    with source.html and expected.html. json: a list, an object of objects by id, JSON lines, or a
    folder with a file for each page; with --html, the pages are files named by id. wcxb: ground-truth.json beside
    html/. cleaneval: pages, and texts marked with <p>, <h> and <l>, of the same numbers. Files may be compressed (.gz).
    """
    from ...lab.datasets.conversions import write

    targets.check_new_file(output, force=force)
    conversion = _read(kind, source, html, text, _pairs("--field", field or ()))
    pages = write(conversion, output, _pairs("--value", value or ()))
    if left_out := conversion.left_out:
        named = ", ".join(left_out[:_SHOWN_NAMES]) + (" …" if len(left_out) > _SHOWN_NAMES else "")
        note(f"{len(left_out)} left out, for want of the HTML or the text: {named}")
    write_standard_output(f"{output}: {pages} pages; `ridgeline eval summit --data {output}` scores them\n")


def _read(
    kind: Kind, source: Path | None, html: Path | None, text: Path | None, fields: Mapping[str, str]
) -> "Conversion":
    from ...lab.datasets import conversions

    if kind in (Kind.PAIRS, Kind.CLEANEVAL):
        if html is None or text is None or source is not None or fields:
            raise OptionError(f"{kind} is read from --html DIR and --text DIR")
        return conversions.read_pairs(html, text) if kind is Kind.PAIRS else conversions.read_cleaneval(html, text)
    if source is None or text is not None:
        raise OptionError(f"{kind} is read from SOURCE, without --text")
    if kind is Kind.JSON:
        return conversions.read_json(source, fields, html=html)
    if html is not None:
        raise OptionError("wcxb has its pages in SOURCE/html, folders in SOURCE/NAME: use json for another place")
    if kind is Kind.FOLDERS:
        if fields:
            raise OptionError("folders have the fields that their files have, without --field")
        return conversions.read_folders(source)
    return conversions.read_wcxb(source, fields)


def _pairs(option: str, given: Sequence[str]) -> dict[str, str]:
    """Return the NAME=VALUE pairs of an option; NAME is a field of the format."""
    from ...lab.datasets.conversions import FIELDS

    pairs = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals or name not in FIELDS:
            raise OptionError(
                f"{option}: write NAME={'PATH' if option == '--field' else 'TEXT'}, not {pair!r}; "
                f"NAME is one of {', '.join(FIELDS)}"
            )
        pairs[name] = value
    return pairs


def _rows() -> list[dict[str, Any]]:
    """Return the known sets, and then the other sets of the data folder."""
    from ...lab import datasets

    present = datasets.names() if datasets.folder().is_dir() else ()
    known = [asdict(one) | {"present": one.name in present} for one in datasets.KNOWN_SETS.values()]
    nothing = dict.fromkeys(("pages", "contents", "licence", "use", "origin", "address"))
    return known + [{"name": name, **nothing, "present": True} for name in present if name not in datasets.KNOWN_SETS]


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) else str(value or "–")
