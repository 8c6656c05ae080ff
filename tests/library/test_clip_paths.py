"""Clip paths, and the agreement of annotators."""

import numpy as np
import pytest

from ridgeline import parse
from ridgeline.library.annotation import cohens_kappa
from ridgeline.library.clip_paths import read_paths, write_paths

PAGE = parse("<body><div><h1>one</h1><p>two <b>three</b></p><aside>four</aside></div><p>five</p><img alt=six></body>")


def test_clip_paths_are_xpaths() -> None:
    b, img = (next(PAGE.find(name)).index for name in ("b", "img"))
    text = int(PAGE.leaves[1])
    nodes = np.array([text, b, img], dtype=np.int32)
    assert write_paths(PAGE, nodes) == (
        "/html[1]/body[1]/div[1]/p[1]/text()[1]",
        "/html[1]/body[1]/div[1]/p[1]/b[1]",
        "/html[1]/body[1]/img[1]",
    )


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/",
        "/html[1]/body[1]/div[2]",
        "/html[1]/body[1]/p",
        "html[1]/body[1]",
        "/html[1]/body[1]/p[0]",
        "/html[1]//p[1]",
    ],
)
def test_stale_paths_are_reported(path: str) -> None:
    found, stale = read_paths(PAGE, ["/html[1]/body[1]/p[1]", path])
    assert (len(found), stale) == (1, [path])


def test_kappa() -> None:
    yes, no = np.array([True] * 4), np.array([False] * 4)
    half = np.array([True, True, False, False])
    other = np.array([True, False, True, False])
    assert (cohens_kappa(yes, yes), cohens_kappa(half, half), cohens_kappa(half, ~half)) == (1.0, 1.0, -1.0)
    assert (cohens_kappa(half, other), cohens_kappa(yes, no), cohens_kappa(yes[:0], no[:0])) == (0.0, 0.0, 1.0)
