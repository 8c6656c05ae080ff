"""The rules of many sites."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Self

from ...errors import OptionError, RuleError
from ...storage import files
from ..site_names import covering_sites, normalise_site
from .rule import Rule
from .toml import MAX_BYTES, read_toml, write_toml


class Rules:
    """Rules by site, sorted. They are never changed: make new ones, as by `rules.replaced([another])`."""

    def __init__(self, rules: Iterable[Rule] = ()) -> None:
        self._by_site: dict[str, Rule] = {}
        for rule in rules:
            if rule.site in self._by_site:
                raise OptionError(f"there are two rules for {rule.site}")
            self._by_site[rule.site] = rule

    def __iter__(self) -> Iterator[Rule]:
        return iter(sorted(self._by_site.values(), key=lambda rule: rule.site))

    def __len__(self) -> int:
        return len(self._by_site)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self._by_site == other._by_site

    def __hash__(self) -> int:
        return hash(frozenset(self._by_site.values()))

    def __repr__(self) -> str:
        return f"<Rules for {len(self)} site{'s' * (len(self) != 1)}>"

    def for_url(self, url: str | None) -> Rule | None:
        """Return the rule of the most specific site that covers a URL; None where there is none."""
        rules = (self._by_site.get(site) for site in covering_sites(url))
        return next((rule for rule in rules if rule is not None), None)

    def of_site(self, site: str) -> Rule | None:
        """Return the rule that is written for a site; None where there is none. Raises OptionError where it is none."""
        return self._by_site.get(normalise_site(site))

    def replaced(self, rules: Iterable[Rule]) -> Self:
        """Return these rules and others, which take the place of those for the same sites."""
        return type(self)({**self._by_site, **{rule.site: rule for rule in rules}}.values())

    def without(self, site: str) -> Self:
        """Return these rules without that of a site."""
        name = normalise_site(site)
        return type(self)(rule for rule in self if rule.site != name)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read a file of rules. Raises RuleError, which names file, site and key, for the first mistake in it."""
        return cls.parse(_read_file(path), os.fspath(path))

    @classmethod
    def parse(cls, source: str | bytes, origin: str = "rules") -> Self:
        """Read the text of a file of rules. Raises RuleError, which names the `origin`, for the first mistake in it."""
        rules = []
        for read in read_toml(source, origin):
            if isinstance(read, RuleError):
                raise read
            rules.append(read)
        return cls(rules)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file of rules, sorted by site, so that two versions of it can be compared.

        Raises RuleError where the file would be too large to be read again.
        """
        data = self.as_toml().encode("utf-8")
        if len(data) > MAX_BYTES:
            raise RuleError(f"{os.fspath(path)}: {len(self):,} rules take more than {MAX_BYTES:,} bytes: use two files")
        files.write(Path(path), data)

    def as_toml(self) -> str:
        """Return the text of a file of rules."""
        return write_toml(self)


def find_mistakes(path: str | os.PathLike[str]) -> list[RuleError]:
    """Return all mistakes in a file of rules."""
    try:
        return [read for read in read_toml(_read_file(path), os.fspath(path)) if isinstance(read, RuleError)]
    except RuleError as error:
        return [error]


def _read_file(path: str | os.PathLike[str]) -> bytes:
    try:
        with Path(path).open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise RuleError(f"{os.fspath(path)}: cannot be read: {error.strerror}") from error
    except ValueError as error:  # a NUL in the name
        raise RuleError(f"{os.fspath(path)!r} cannot be the name of a file") from error
