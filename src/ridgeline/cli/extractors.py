"""`ridgeline extractors`: the registered extractors."""

import json
from collections.abc import Mapping
from typing import Annotated, Any

from ..errors import MissingExtraError, how_to_install
from ..registry import DEFAULT_EXTRACTOR, OBJECTS, REGISTRY, load, options_of
from .command import Argument, Option
from .extraction_options import complete_extractor
from .terminal import write_standard_output


def extractors(
    extractor: Annotated[
        str | None,
        Argument(metavar="NAME", help="List the options of this one.", autocompletion=complete_extractor),
    ] = None,
    as_json: Annotated[bool, Option("--json", help="As JSON.")] = False,
) -> None:
    """List the extractors, or the options of one.

    A line for each says what it does, and which extra it needs beyond the core install, if any. The options of an
    extractor, with their defaults, are for --option of all commands that run or train it.
    """
    if extractor is not None:
        _write_options(extractor, as_json=as_json)
        return
    rows = [
        {
            "name": name,
            "summary": entry.summary,
            "needs": entry.needs,
            "fitted_by": entry.fitted_by,
            "installed": entry.needs is None or _can_be_loaded(name),
            "default": name == DEFAULT_EXTRACTOR,
        }
        for name, entry in REGISTRY.items()
    ]
    if as_json:
        write_standard_output(json.dumps(rows, ensure_ascii=False, indent=2) + "\n")
        return
    width = max(len(name) for name in REGISTRY)
    lines = (f"{row['name']:{width}}  {row['summary']}{_remarks(row)}" for row in rows)
    write_standard_output("\n".join(lines) + "\n")


def _write_options(extractor: str, *, as_json: bool) -> None:
    """Write the options of an extractor; an object is for Python alone."""
    if as_json:
        write_standard_output(json.dumps(_options(extractor), ensure_ascii=False, indent=2) + "\n")
        return
    write_standard_output("".join(f"{name}={value}\n" for name, value in shown_options(extractor).items()))


def shown_options(extractor: str) -> dict[str, str]:
    """Return what can be given as --option, with the defaults as they are written there."""
    return {name: value if isinstance(value, str) else json.dumps(value) for name, value in _options(extractor).items()}


def _options(extractor: str) -> dict[str, Any]:
    return {name: value for name, value in options_of(extractor).items() if name not in OBJECTS}


def _can_be_loaded(name: str) -> bool:
    try:
        load(name)
    except MissingExtraError:
        return False
    return True


def _remarks(row: Mapping[str, object]) -> str:
    remarks = ["default"] if row["default"] else []
    if row["needs"] is not None:
        state = "installed" if row["installed"] else f"not installed: {how_to_install(str(row['needs']))}"
        remarks.append(f"needs the extra {row['needs']}, {state}")
    if row["fitted_by"] is not None:
        remarks.append(f"fit it first: {row['fitted_by']}")
    return f"  ({'; '.join(remarks)})" if remarks else ""
