"""Summaries of `details` stay with what they open."""

import numpy as np
import pytest

import ridgeline


@pytest.mark.parametrize(
    ("body", "kept", "markdown"),
    [
        ("<details><summary>Is it far?</summary><p>No.</p></details>", [0, 2], "x\n\n**Is it far?**\n\nNo."),
        ("<details><summary>Is it far?</summary><p>No.</p></details>", [0], "x"),
        ("<details><summary>a <svg></svg> b</summary><p>No.</p></details>", [0, 4], "x\n\n**a b**\n\nNo."),
        ("<details><summary>Expand description</summary><p>No.</p></details>", [0, 2], "x\n\nNo."),
        ("<details><summary>Far<a href='#far'>§</a></summary><p>No.</p></details>", [0, 3], "x\n\n**Far**\n\nNo."),
        ("<details><summary>1.4<h4>far()</h4></summary><p>No.</p></details>", [0, 3], "x\n\n1.4\n\n#### far()\n\nNo."),
        (f"<details><summary>{'a' * 300}</summary><p>No.</p></details>", [0, 2], "x\n\nNo."),
    ],
)
def test_summaries(body: str, kept: list[int], markdown: str) -> None:
    page = ridgeline.parse(f"<body><p>x</p>{body}")
    assert ridgeline.Extraction(page, np.array(kept, dtype=np.int32), "x").markdown == markdown
