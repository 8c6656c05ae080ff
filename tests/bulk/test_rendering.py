"""Pages that are empty without a browser."""

import json
from pathlib import Path

import pytest

from ridgeline import bulk

from ..browsers import need_browser
from .corpus import by_id, page_html, read_rows

# The page builds its content by itself: nothing has to be fetched.
SHELL = (
    "<title>App</title><div id=root></div><noscript>You need to enable JavaScript to run this app.</noscript>"
    "<script>document.getElementById('root').innerHTML = {}</script>"
)


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """A page that shows its content, and one that builds it."""
    sources = [page_html(0), SHELL.format(json.dumps(page_html(1)))]
    lines = [json.dumps({"id": number, "html": html}) + "\n" for number, html in enumerate(sources)]
    path = tmp_path / "pages.jsonl"
    path.write_text("".join(lines), encoding="utf-8")
    return path


def test_shells_are_rendered_in_worker_processes(pages: Path, tmp_path: Path) -> None:
    need_browser()
    bulk.run(pages, tmp_path / "stored", processes=1)
    assert by_id(read_rows(tmp_path / "stored"))[1]["status"] == "shell"
    bulk.run(pages, tmp_path / "shown", processes=1, render="auto")
    rows = by_id(read_rows(tmp_path / "shown"))
    assert [rows[number]["status"] for number in (0, 1)] == ["ok", "ok"]
    assert "Paragraph 2 of page 1" in rows[1]["text"]
