"""The tables of docs/licences.md."""

from collections.abc import Iterable, Sequence

from .bundled import Bundled
from .licences import licence_of
from .packages import ROOT, Package

PAGE = ROOT / "docs" / "licences.md"


def tables(packages: Sequence[Package], bundled: Iterable[Bundled]) -> dict[str, str]:
    """Return the tables by the names of their places on the page."""
    rows = [
        (package.name, licence_of(package.name, package.distribution), ", ".join(package.needed_by))
        for package in packages
        if package.distribution
    ]
    inside = [(entry.name, entry.package, entry.licence or "?", entry.source) for entry in bundled]
    return {
        "packages": _table(("package", "licence", "for"), rows),
        "bundled": _table(("inside", "of the wheel of", "licence", "stated in"), inside),
    }


def _table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heading, ["---"] * len(heading), *rows]
    return "\n" + "".join(f"| {' | '.join(cells)} |\n" for cells in lines) + "\n"


def fill(text: str, made: dict[str, str]) -> str:
    """Return the page with these tables in their places."""
    for name, table in made.items():
        begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
        before, _, rest = text.partition(begin)
        text = before + begin + table + end + rest.partition(end)[2]
    return text


def rows_of(text: str, name: str) -> list[tuple[str, ...]]:
    """Return the rows of a table on the page, without its heading."""
    table = text.partition(f"<!-- {name}: begin -->\n")[2].partition(f"<!-- {name}: end -->")[0]
    rows = [tuple(cell.strip() for cell in line.strip("| ").split(" | ")) for line in table.split("\n") if line]
    return rows[2:]
