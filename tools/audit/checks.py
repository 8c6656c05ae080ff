"""What is wrong with what is shipped."""

from collections.abc import Iterable, Iterator

from .bundled import Bundled
from .licences import is_allowed, licence_of
from .packages import Package


def problems(packages: Iterable[Package], bundled: Iterable[Bundled]) -> list[str]:
    """Return what is wrong, a line each: what is not installed, has no allowed licence, or is not known."""
    return [*_in_packages(packages), *_in_bundled(bundled)]


def _in_packages(packages: Iterable[Package]) -> Iterator[str]:
    for package in packages:
        if package.distribution is None:
            yield f"{package.name} is not installed: install ridgeline[{package.needed_by[0]}] to audit it"
        elif not is_allowed(licence := licence_of(package.name, package.distribution)):
            yield f"{package.name} {package.version}: the licence is {licence}; see tools/audit/licences.py"


def _in_bundled(bundled: Iterable[Bundled]) -> Iterator[str]:
    for entry in bundled:
        if entry.licence is None:
            yield f"{entry.name}, in the wheel of {entry.package}: not known; see tools/audit/bundled.py"
        elif not is_allowed(entry.licence, is_inside=True):
            yield f"{entry.name}, in the wheel of {entry.package}: the licence is {entry.licence}"
