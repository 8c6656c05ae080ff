"""A whole page in every format, compared with files in `tests/output/golden/<name>/`.

After a change that is meant, write them anew and read the difference before committing it:

    RIDGELINE_REGENERATE=1 pytest tests/output/test_golden.py
"""

import os
from pathlib import Path

import numpy as np
import pytest

import ridgeline
from ridgeline.extraction import Extraction

GOLDEN = Path(__file__).parent / "golden"
SUFFIXES = {"text": "txt", "markdown": "md", "html": "html", "cleaneval": "cleaneval"}


def kept(name: str) -> Extraction:
    """The leaves in the `article` of a golden page."""
    source = (GOLDEN / name / "source.html").read_text(encoding="utf-8")
    page = ridgeline.parse(source, url="https://fieldnotes.example/2024/rain.html")
    in_article = page.inside(page.tag == page.names.index("article"))
    return Extraction(page, np.flatnonzero(in_article[page.leaves]).astype(np.int32), "golden")


@pytest.mark.parametrize("name", sorted(path.name for path in GOLDEN.iterdir()))
@pytest.mark.parametrize("view", SUFFIXES)
def test_golden_pages(name: str, view: str) -> None:
    written = getattr(kept(name), view) + "\n"
    expected = GOLDEN / name / f"expected.{SUFFIXES[view]}"
    if os.environ.get("RIDGELINE_REGENERATE"):
        expected.write_text(written, encoding="utf-8")
    assert written == expected.read_text(encoding="utf-8")
