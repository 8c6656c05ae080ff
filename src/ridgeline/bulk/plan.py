"""The plan of a run, in OUT/_plan: the slices that walks found, and the lists of names that were cut up.

A walk is not done again when a run is resumed. And slices of names stay as they were when a folder or list has changed
since: only names that are new give new slices, so no page gets a second row.
"""

import gzip
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ..errors import InputError
from . import storage
from .slices import Slice, Walk, Walked
from .tasks import Found

FOLDER = "_plan"
_NAMED_AT_ONCE = 100  # slices of names that are written together before the first of them is done


class Plan:
    """The plan of an output folder. Entries are kept as text until they are needed: there may be millions of slices."""

    def __init__(self, output: str) -> None:
        self._folder = storage.join(output, FOLDER)
        self._walks: dict[tuple[str, int], str] = {}
        self._named: dict[str, list[str]] = {}  # by source
        self._unwritten: list[dict[str, Any]] = []
        storage.make_folder(self._folder)
        for name in storage.names(self._folder):
            if not name.startswith(storage.LEFTOVER_PREFIX):
                self._read(storage.join(self._folder, name))

    def _read(self, path: str) -> None:
        try:
            for line in gzip.decompress(storage.read(path)).decode("utf-8", "surrogatepass").splitlines():
                entry = json.loads(line)
                if "walk" in entry:
                    self._walks[entry["walk"]["source"], entry["walk"]["offset"]] = line
                else:
                    self._named.setdefault(entry["slice"]["source"], []).append(line)
        except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
            raise InputError(f"{path}: not a plan of ridgeline; choose another output folder") from error

    def __contains__(self, walk: Walk) -> bool:
        """Return whether it is known what a walk finds."""
        return (walk.source, walk.offset) in self._walks

    def look_up(self, walk: Walk) -> Found | None:
        """Return what a walk found in an earlier run."""
        line = self._walks.pop((walk.source, walk.offset), None)
        if line is None:
            return None
        entry = json.loads(line)
        rest = None if entry["rest"] is None else Walk.from_json(entry["rest"])
        return Found(Walked(tuple(map(Slice.from_json, entry["slices"])), rest), entry["version"])

    def add(self, walk: Walk, found: Found) -> None:
        """Write what a walk found. No part of it may be written before: another run might cut the file elsewhere."""
        slices = [slice_.to_json() for slice_ in found.walked.slices]
        rest = None if found.walked.rest is None else found.walked.rest.to_json()
        self._unwritten.append({"walk": walk.to_json(), "version": found.version, "slices": slices, "rest": rest})
        self._flush()

    def complete(self, units: Iterable[Slice | Walk]) -> Iterator[Slice | Walk]:
        """Yield units of work, with the slices of names as they were planned first, and new ones for new names."""
        planned: dict[str, Counter[str]] = {}
        batch: list[Slice] = []
        for unit in units:
            if isinstance(unit, Walk) or not unit.names:
                yield unit
                continue
            if unit.source not in planned:
                yield from (earlier := self._earlier(unit.source))
                planned[unit.source] = Counter(name for slice_ in earlier for name in slice_.names)
            if (new := _without(unit, planned[unit.source])) is not None:
                batch.append(new)
            if len(batch) >= _NAMED_AT_ONCE:
                yield from self._add_named(batch)
                batch = []
        yield from self._add_named(batch)

    def _earlier(self, source: str) -> list[Slice]:
        return [Slice.from_json(json.loads(line)["slice"]) for line in self._named.pop(source, [])]

    def _add_named(self, slices: list[Slice]) -> list[Slice]:
        """Write slices of names. No part of them may be written before."""
        self._unwritten += [{"slice": slice_.to_json()} for slice_ in slices]
        if slices:
            self._flush()
        return slices

    def _flush(self) -> None:
        """Write what is new."""
        if not self._unwritten:
            return
        lines = "".join(json.dumps(entry) + "\n" for entry in self._unwritten)
        storage.write(storage.join(self._folder, f"{os.urandom(8).hex()}.json.gz"), gzip.compress(lines.encode(), 1))
        self._unwritten.clear()


def _without(slice_: Slice, planned: Counter[str]) -> Slice | None:
    """Return a slice without the names that are planned already; None where no name is new."""
    if not planned:
        return slice_
    new: list[int] = []
    for position, name in enumerate(slice_.names):
        if planned[name] > 0:
            planned[name] -= 1
        else:
            new.append(position)
    return with_names(slice_, new) if new else None


def with_names(slice_: Slice, positions: Sequence[int]) -> Slice:
    """Return a slice with only the names at these positions."""
    names = tuple(slice_.names[position] for position in positions)
    offsets = tuple(slice_.offsets[position] for position in positions) if slice_.offsets else ()
    return replace(slice_, names=names, offsets=offsets, count=None if slice_.count is None else len(names))
