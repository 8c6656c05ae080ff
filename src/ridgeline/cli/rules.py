"""`ridgeline rules`: list the rules of a file, check files, and show what rules change on pages.

`learn.py` and `rule_files.py` have the commands that make files of rules.
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ..errors import RidgelineError
from ..extraction import Extractor
from ..page import parse
from ..pipeline import Pipeline
from ..registry import DEFAULT_EXTRACTOR, load_ready
from . import extraction_options, sources
from .command import Argument, Option
from .command_groups import command_group
from .learn import learn
from .rule_files import export_rules, import_rules
from .sources import Reading
from .terminal import complain, examples, note, printable, write_standard_output

if TYPE_CHECKING:
    from ..sites.rules import Rules

group = command_group(
    "rules",
    "CSS selectors for the pages of sites, which win over any extractor.",
    "ridgeline rules list rules.toml",
    "ridgeline rules check rules.toml",
    "ridgeline rules test rules.toml page.html",
    "ridgeline extract page.html --rules rules.toml",
    "ridgeline rules learn example.org",
    "ridgeline rules import ftr-site-config/",
)

File = Annotated[Path, Argument(metavar="FILE", help="A file of rules.")]
AsJson = Annotated[bool, Option("--json", help="As JSON.")]
_MAX_CELL_LENGTH = 80


@group.command("list", epilog=examples("ridgeline rules list rules.toml", "ridgeline rules list rules.toml --json"))
def list_rules(file: File, as_json: AsJson = False) -> None:
    """List the rules of a file by site, each selector on a line."""
    rules = _load(file)
    if as_json:
        rows = [rule.as_dict() for rule in rules]
        write_standard_output(json.dumps(rows, ensure_ascii=False, indent=2) + "\n")
        return
    for rule in rules:
        lines = [rule.site, *(f"  {key:7}  {css}" for key, css in rule.selectors())]
        write_standard_output("".join(printable(line) + "\n" for line in lines))
    if not len(rules):
        note(f"{file}: has no rules")


@group.command(epilog=examples("ridgeline rules check rules.toml", "ridgeline rules check rules/*.toml"))
def check(files: Annotated[list[Path], Argument(metavar="FILE", help="A file of rules.")]) -> int:
    """Check files of rules: every mistake in them is reported on a line, and the exit code is then 1.

    A line names the file, the site, the key and, of a wrong selector, the place.
    """
    from ..sites.rules.collection import find_mistakes

    mistakes = [mistake for file in files for mistake in find_mistakes(file)]
    for mistake in mistakes:
        complain(str(mistake))
    return 1 if mistakes else 0


@group.command(
    "test",
    epilog=examples(
        "ridgeline rules test rules.toml page.html",
        "ridgeline rules test rules.toml pages/*.html --json",
        "ridgeline rules test rules.toml page.html --url https://example.org/coast/ferry",
    ),
)
def show_changes(
    file: File,
    pages: extraction_options.Pages,
    *,
    extractor: Annotated[
        str,
        Option(
            "--extractor",
            "-e",
            metavar="NAME",
            help="What decides where the rules do not; see `ridgeline extractors`.",
            autocompletion=extraction_options.complete_extractor,
        ),
    ] = DEFAULT_EXTRACTOR,
    model: extraction_options.Model = None,
    option: extraction_options.Others = None,
    read: extraction_options.Read,
    as_json: AsJson = False,
) -> int:
    """Show what rules change on pages: the words without and with them, and the selectors that match nothing.

    A page from a file is of the site that --url names, else of the one that the page names as its own. A page that
    cannot be read is reported, and the exit code is then 1.
    """
    rules = _load(file)
    reading = Reading(**read)
    sources.check(pages, reading)
    loaded = load_ready(extractor, **extraction_options.extractor_options(others=option, model=model))
    rows = _tested(rules, pages, reading, loaded)
    if as_json:
        write_standard_output(json.dumps(rows, ensure_ascii=False, indent=2) + "\n")
    elif rows:
        write_standard_output(_table(rows))
    return 0 if len(rows) == len(pages) else 1


group.command(
    epilog=examples(
        "ridgeline rules learn example.org",
        "ridgeline rules learn example.org --kind summit",
        "ridgeline rules learn example.org --data pages.jsonl --output rules.toml",
    )
)(learn)
group.command(
    "import",
    epilog=examples(
        "ridgeline rules import ftr-site-config/",
        "ridgeline rules import example.org.txt --output rules.toml",
    ),
)(import_rules)
group.command(
    "export",
    epilog=examples("ridgeline rules export > rules.toml", "ridgeline rules export example.org --json"),
)(export_rules)


def _load(file: Path) -> "Rules":
    from ..sites.rules import Rules

    return Rules.load(file)


def _by_key(selectors: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key, css in selectors:
        found.setdefault(key, []).append(css)
    return found


def _tested(rules: "Rules", pages: Sequence[str], reading: Reading, extractor: Extractor) -> list[dict[str, Any]]:
    """Return a row for each page that can be read; the others are reported."""
    rows = []
    for page in pages:
        try:
            rows.append(_row(rules, page, reading, extractor))
        except RidgelineError as error:
            complain(str(error))
    return rows


def _row(rules: "Rules", page: str, reading: Reading, extractor: Extractor) -> dict[str, Any]:
    """Return what rules change on a page."""
    from ..sites.rules import Selection
    from ..sites.rules.selection import unmatched
    from ..text.words import count_words

    source = sources.read(page, reading)
    parsed = parse(source.data, url=source.url, charset=source.charset)
    selection = Selection(rules=rules)
    rule = selection.rule_for(parsed)
    before = Pipeline(extractor).extract_page(parsed)
    after = selection.apply(before)
    return {
        "page": page,
        "rule": rule and rule.site,
        "words_before": count_words(before.text),
        "words_after": count_words(after.text),
        "title": after.title,
        "author": after.metadata.author,
        "date": after.metadata.date,
        "unmatched": {} if rule is None else _by_key(unmatched(rule, parsed)),
    }


def _table(rows: Sequence[dict[str, Any]]) -> str:
    from .tables import plain_table

    headings = ("page", "rule", "words before", "words after", "matches nothing")
    return plain_table("", headings, [_cells(row) for row in rows])


def _cells(row: dict[str, Any]) -> list[str]:
    counts = (f"{row[name]:,}" for name in ("words_before", "words_after"))
    unmatched = "; ".join(f"{key}: {', '.join(selectors)}" for key, selectors in row["unmatched"].items())
    return [sources.label(row["page"]), row["rule"] or "–", *counts, _shortened(unmatched)]


def _shortened(text: str) -> str:
    return text if len(text) <= _MAX_CELL_LENGTH else f"{text[:_MAX_CELL_LENGTH]}…"
