"""`ridgeline rules learn`: from corrected pages of a site to its profile."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ..errors import InputError
from ..sites import KINDS
from ..sites.kinds import RULE, check_kind
from ..storage import files
from . import targets
from .command import Argument, Option
from .terminal import note, printable, write_standard_output

if TYPE_CHECKING:
    from ..lab.datasets import Record
    from ..sites.learning import Check, CorrectedPage


def learn(
    site: Annotated[str, Argument(metavar="SITE", help="A host such as example.org.")],
    kind: Annotated[
        str,
        Option(
            "--kind",
            "-k",
            metavar=f"[{'|'.join(KINDS)}]",
            help=f"What to learn: {', '.join(kind.label.lower() for kind in KINDS.values())}.",
            autocompletion=lambda incomplete: [kind for kind in KINDS if kind.startswith(incomplete)],
        ),
    ] = RULE,
    data: Annotated[
        str | None,
        Option("--data", metavar="SET", help="A data set with gold texts, instead of your own corrections."),
    ] = None,
    annotator: Annotated[
        str | None, Option("--annotator", metavar="NAME", help="Whose corrections; by default the newest.")
    ] = None,
    folder: Annotated[Path | None, Option("--folder", metavar="FOLDER", help="Instead of your data folder.")] = None,
    output: Annotated[
        Path | None,
        Option("--output", "-o", metavar="FILE", help="Write to this file; a file of rules is added to."),
    ] = None,
    check_only: Annotated[bool, Option("--check", help="Only show what it would change.")] = False,
    force: Annotated[
        bool, Option("--force", help="Keep it although no second page confirms it; overwrite a file.")
    ] = False,
    as_json: Annotated[bool, Option("--json", help="As JSON.")] = False,
) -> int:
    """Learn from corrected pages of a site, show what that changes, and keep it in the site profile, for `--sites`.

    Pages are corrected in `ridgeline studio`. Each is extracted with what the others teach, and the table shows its
    word F1 before and after. If fewer than two pages confirm what was learnt, nothing is kept, and the exit code is 1.
    """
    from ..sites import SiteFolder
    from ..sites.learning import check, keep
    from ..sites.learning import learn as learn_lesson

    if check_kind(kind) != RULE and output is not None:
        targets.check_new_file(output, force=force)
    place = SiteFolder(folder or files.user_data_folder())
    pages = _from_data(data, site) if data is not None else _from_library(place.path, site, annotator)
    checked = check(kind, pages, site)
    write_standard_output(
        json.dumps(checked.as_dict(), ensure_ascii=False, indent=2) + "\n" if as_json else _report(checked)
    )
    if check_only:
        return 0
    if not checked.is_confirmed and (not force or checked.is_empty):
        note(f"{checked.site}: not kept: this needs {checked.needs}{'' if checked.is_empty else ' (or --force)'}")
        return 1
    lesson = learn_lesson(kind, pages, site)
    if output is not None:
        lesson.save(output)
    else:
        keep(lesson, checked, place)
    written = output or place.model_path(site, kind)
    note(f"{checked.site}: {kind} learnt from {len(pages)} pages, written to {written}")
    return 0


def _from_library(folder: Path, site: str, annotator: str | None) -> "list[CorrectedPage]":
    from ..library import FILE_NAME, Library
    from ..sites.learning import from_library
    from ..sites.site_names import normalise_site

    pages = from_library(Library(folder / FILE_NAME), normalise_site(site), annotator)
    if not pages:
        raise InputError(f"no corrected page of {site} in {folder / FILE_NAME}: correct some in `ridgeline studio`")
    return pages


def _from_data(name: str, site: str) -> "list[CorrectedPage]":
    from ..lab import datasets
    from ..lab.corrected import from_records
    from ..sites.learning.corrected import MAX_PAGES
    from ..sites.site_names import normalise_site

    records = list(_of_site(datasets.read(name), normalise_site(site)))[:MAX_PAGES]
    pages = list(from_records(records))
    if not pages:
        raise InputError(f"{name}: has no page of {site} with a gold text")
    return pages


def _of_site(records: "Iterator[Record]", site: str) -> "Iterator[Record]":
    from ..sites.site_names import covering_sites

    for record in records:
        named = {record.group, record.site, record.domain}
        if site in named or site in list(covering_sites(record.url))[:-1]:
            yield record


def _report(checked: "Check") -> str:
    """Return the table of pages, and what was learnt."""
    from .tables import plain_table

    rows = [[page.name, _figure(page.before), _figure(page.after), _change(page)] for page in checked.pages]
    rows.append(["mean", _figure(checked.before), _figure(checked.after), f"{len(checked.worse)} worse"])
    title = f"{checked.site}: {checked.kind}, each page with what the others teach (word F1)"
    table = plain_table(title, ("page", "before", "after", ""), rows)
    return table + "".join(f"{printable(line)}\n" for line in checked.preview.splitlines())


def _change(page: Any) -> str:
    if page.after is None:
        return "no other page"
    return "worse" if page.is_worse else ""


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"
