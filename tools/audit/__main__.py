"""The command: see the docstring of the package."""

import argparse
import json
import sys
from pathlib import Path

from .bundled import Bundled, bundled_in
from .checks import problems
from .licences import licence_of
from .packages import Package, shipped_packages
from .page import PAGE, fill, tables
from .sbom import bill_of_materials


def main() -> int:
    """Do what the arguments ask for; the exit status is 1 where the audit finds a problem."""
    arguments = _parser().parse_args()
    packages = shipped_packages()
    bundled = [entry for package in packages for entry in bundled_in(package)]
    if arguments.sbom is not None:
        try:
            print(json.dumps(bill_of_materials(arguments.sbom, packages, bundled), indent=2))
        except (OSError, ValueError) as error:
            print(error, file=sys.stderr)
            return 1
    elif arguments.requirements:
        print("\n".join(f"{package.name}=={package.version}" for package in packages if package.distribution))
    elif arguments.list:
        _show(packages, bundled)
    elif arguments.write:
        PAGE.write_text(fill(PAGE.read_text(encoding="utf-8"), tables(packages, bundled)), encoding="utf-8")
    found = problems(packages, bundled)
    for line in found:
        print(line, file=sys.stderr)
    print(f"{len(packages)} packages, {len(bundled)} bundled, {len(found)} problems", file=sys.stderr)
    return 1 if found else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.audit", description=__doc__)
    for name, meaning in (
        ("list", "show every package and bundled library with its licence"),
        ("requirements", "print name==version of every package, for pip-audit"),
        ("write", "write the tables of docs/licences.md"),
    ):
        parser.add_argument(f"--{name}", action="store_true", help=meaning)
    parser.add_argument("--sbom", type=Path, metavar="WHEEL", help="print the bill of materials of a wheel")
    return parser


def _show(packages: list[Package], bundled: list[Bundled]) -> None:
    for package in packages:
        licence = licence_of(package.name, package.distribution) if package.distribution else "?"
        print(f"{package.name} {package.version}: {licence} ({', '.join(package.needed_by)})")
    for entry in bundled:
        print(f"{entry.name}, in {entry.package}: {entry.licence or '?'} ({entry.source})")


if __name__ == "__main__":
    sys.exit(main())
