"""`ridgeline rules import` and `export`: rules from the public site-config format, and rules as TOML or JSON."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ..errors import InputError
from ..storage import files
from . import targets
from .command import Argument, Option
from .terminal import note, write_standard_output

if TYPE_CHECKING:
    from ..sites.rules import Rule, Rules
    from ..sites.rules.site_config import Imported


def import_rules(
    paths: Annotated[list[Path], Argument(metavar="PATH", help="Files such as example.org.txt, or folders of them.")],
    output: Annotated[
        Path | None,
        Option("--output", "-o", metavar="FILE", help="The file of rules to add to; by default yours."),
    ] = None,
    force: Annotated[bool, Option("--force", help="Replace rules of sites that have one.")] = False,
    quiet: Annotated[bool, Option("--quiet", "-q", help="Only the summary, no line for what was left out.")] = False,
) -> int:
    """Read site rules in the site-config format of FiveFilters: one text file a site, with XPath.

    What cannot be taken is reported line by line, with the reason. Rules of sites that have one already are kept. The
    exit code is 1 if nothing could be taken.
    """
    from ..sites.rules import Rules
    from ..sites.rules.file import change_rules
    from ..sites.rules.site_config import find_site_configs

    read = {path: _read(path) for path in find_site_configs(paths)}
    if not read:
        raise InputError(f"{', '.join(map(str, paths))}: no files with the suffix .txt")
    if not quiet:
        for imported in read.values():
            for refusal in imported.refused:
                note(str(refusal))
    found = _by_site(read)
    known: set[str] = set()

    def add(rules: Rules) -> Rules:
        known.update(rule.site for rule in rules)
        return rules.replaced(rule for site, rule in found.items() if force or site not in known)

    target = output or files.user_data_folder() / "rules.toml"
    if found:
        change_rules(target, add)
    _summarise(read.values(), found, 0 if force else len(known & set(found)), target)
    return 0 if found else 1


def export_rules(
    sites: Annotated[list[str] | None, Argument(metavar="SITE", help="Only these; all by default.")] = None,
    rules: Annotated[Path | None, Option("--rules", metavar="FILE", help="A file of rules; by default yours.")] = None,
    output: Annotated[
        Path | None, Option("--output", "-o", metavar="FILE", help="A file instead of standard output.")
    ] = None,
    as_json: Annotated[bool, Option("--json", help="As JSON instead of TOML.")] = False,
    force: Annotated[bool, Option("--force", help="Overwrite a file that exists.")] = False,
) -> None:
    """Write your site rules as TOML or JSON."""
    from ..sites.rules import Rules

    if output is not None:
        targets.check_new_file(output, force=force)
    known = Rules.load(rules or files.user_data_folder() / "rules.toml")
    chosen = list(known) if not sites else [_find(known, site) for site in sites]
    rows = [rule.as_dict() for rule in chosen]
    text = json.dumps(rows, ensure_ascii=False, indent=2) + "\n" if as_json else Rules(chosen).as_toml()
    if output is None:
        write_standard_output(text)
    else:
        files.write(output, text.encode())


def _read(path: Path) -> "Imported":
    from ..errors import OptionError
    from ..sites.rules.site_config import MAX_BYTES, Imported, Refusal, read_site_config, site_of_file

    try:
        with path.open("rb") as stream:
            return read_site_config(stream.read(MAX_BYTES), site_of_file(path), str(path))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    except OptionError as error:  # the file is not named by a site
        return Imported(None, refused=[Refusal(str(path), 0, path.name, str(error))])


def _by_site(read: "dict[Path, Imported]") -> "dict[str, Rule]":
    """Return the rules by site; of two files for a site, that of the domain itself counts, not that of subdomains."""
    found: dict[str, Rule] = {}
    for path in sorted(read, key=lambda path: path.name.startswith(".")):
        rule = read[path].rule
        if rule is not None:
            if rule.site in found:
                note(f"{path}: left out: there is another file for {rule.site}")
            found.setdefault(rule.site, rule)
    return found


def _summarise(read: "Iterable[Imported]", found: "dict[str, Rule]", kept: int, target: Path) -> None:
    imported = list(read)
    taken, harmless = sum(own.taken for own in imported), sum(own.harmless for own in imported)
    refused = sum(len(own.refused) for own in imported)
    note(
        f"{len(imported):,} files: {taken:,} lines taken, {harmless:,} without a meaning here, {refused:,} left out; "
        f"{len(found) - kept:,} rules written to {target}, {kept:,} sites had one already"
    )


def _find(rules: "Rules", site: str) -> "Rule":
    rule = rules.of_site(site)
    if rule is None:
        raise InputError(f"there is no rule for {site}")
    return rule
