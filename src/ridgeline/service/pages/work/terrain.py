"""The mountain of a stored page: its cells, the smoothed score, and the ridges with the verdict of the classifier."""

from typing import Any

from ....extractors.mountain import Mountain, read_terrain
from ....library import PageSource
from ....registry import load_once
from ....text.attributes import one_line

_MAX_TEXT = 300  # characters of a cell


def describe_terrain(source: PageSource) -> dict[str, Any]:
    """Return the mountain of a page. Positions count the blank cells; those that are not listed are blank."""
    mountain = load_once("mountain")
    assert isinstance(mountain, Mountain)  # noqa: S101 - the registry says so
    terrain = read_terrain(source.parse(), mountain.settings)
    cells, position = terrain.cells, terrain.position.tolist()
    leaves: list[list[int]] = [[] for _ in range(len(cells))]
    for leaf, cell in enumerate(cells.of_leaves.tolist()):
        if cell >= 0:
            leaves[cell].append(leaf)
    is_primary = mountain.primary_ridges(terrain).tolist() if len(terrain) else []
    first, last = terrain.first_cell.tolist(), terrain.last_cell.tolist()
    return {
        "cells": [
            {
                "position": place,
                "raw": round(float(terrain.raw_score[place]), 4),
                "smoothed": round(float(terrain.score[place]), 4),
                "leaves": leaves[cell],
                "text": one_line(cells.text_of(cell))[:_MAX_TEXT],
            }
            for cell, place in enumerate(position)
        ],
        "length": len(terrain.score),
        "primary_threshold": round(terrain.primary_threshold, 4),
        "peak_threshold": round(terrain.peak_threshold, 4),
        "ridges": [
            {
                "first": position[first[ridge]],
                "last": position[last[ridge]],
                "primary": bool(is_primary[ridge]),
                **{
                    name: round(float(value), 4)
                    for name, value in zip(("height", "width", "rp", "cp"), terrain.features[ridge], strict=True)
                },
            }
            for ridge in range(len(terrain))
        ],
    }
