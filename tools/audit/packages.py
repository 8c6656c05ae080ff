"""The packages that the core and the extras for users need, as they are installed."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
CORE = "core"
_OURS = "ridgeline"
# `dense` is one part of one study; PyTorch brings libraries of NVIDIA there, whose licence is not free.
_FOR_DEVELOPERS = frozenset({"dev", "docs", "dense"})


@dataclass(frozen=True)
class Package:
    """A package that is shipped to users."""

    name: str
    distribution: Distribution | None  # None where it is not installed
    needed_by: tuple[str, ...]  # "core", or the extras that bring it

    @property
    def version(self) -> str:
        """Return the installed version."""
        return self.distribution.version if self.distribution else "not installed"


def shipped_packages(project: Path = ROOT / "pyproject.toml") -> list[Package]:
    """Return all packages that users install with ridgeline, by name."""
    needed_by: dict[str, set[str]] = defaultdict(set)
    for extra, requirements in _declared(project).items():
        for name in _closure(requirements):
            needed_by[name].add(extra)
    return [
        Package(name, find(name), (CORE,) if CORE in extras else tuple(sorted(extras)))
        for name, extras in sorted(needed_by.items())
    ]


def find(name: str) -> Distribution | None:
    """Return a package as it is installed."""
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def normalise(name: str) -> str:
    """Return the name of a package as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _declared(project: Path) -> dict[str, list[str]]:
    """Return the requirements of the core and of each extra for users; extras that name others include theirs."""
    declared = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    extras = {name: lines for name, lines in declared["optional-dependencies"].items() if name not in _FOR_DEVELOPERS}
    return {CORE: declared["dependencies"]} | {name: list(_expanded(name, extras)) for name in extras}


def _expanded(extra: str, extras: dict[str, list[str]]) -> Iterator[str]:
    for line in extras[extra]:
        requirement = Requirement(line)
        if normalise(requirement.name) != _OURS:
            yield line
        for other in requirement.extras if normalise(requirement.name) == _OURS else ():
            yield from _expanded(other, extras)


def _closure(requirements: Iterable[str]) -> set[str]:
    """Return the names of the packages that requirements lead to, in this environment."""
    todo = [Requirement(line) for line in requirements]
    done: set[tuple[str, str]] = set()
    while todo:
        requirement = todo.pop()
        for extra in ("", *sorted(requirement.extras)):
            key = normalise(requirement.name), extra
            if key not in done:
                done.add(key)
                todo += needs(*key)
    return {name for name, _ in done}


def needs(name: str, extra: str = "") -> Iterator[Requirement]:
    """Yield what a package needs with an extra, as far as its conditions hold here."""
    found = find(name)
    for line in (found.requires or []) if found else []:
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
            yield requirement
