"""`ridgeline render`."""

import json
from pathlib import Path

import pytest

from ridgeline.render import load

from ..browsers import need_browser
from .test_cli import Shell, put, shell

__all__ = ["shell"]  # a fixture


def test_render(shell: Shell, tmp_path: Path) -> None:
    need_browser()
    put("page.html", "Hello " * 50)
    ran = shell("render", "page.html", "-o", "plain.png", "--layout", "page.npz")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "1280 × 1024 pixels, 7 nodes, 1 of 1 leaves shown\n"
    assert load(tmp_path / "page.npz").shown.any()
    assert shell("render", "page.html", "-o", "boxes.png", "--boxes", "everything").code == 0
    plain, boxes = ((tmp_path / name).read_bytes() for name in ("plain.png", "boxes.png"))
    assert plain.startswith(b"\x89PNG")
    assert boxes.startswith(b"\x89PNG")
    assert plain != boxes
    assert shell("render", "page.html", "-o", "boxes.png", "--layout", "page.npz", "--force").code == 0
    assert (tmp_path / "boxes.png").read_bytes() == plain
    assert shell("render", "-", stdin=b"<p>text").out.startswith("1280 × 1024 pixels")


def shell_page() -> str:
    """A page that shows nothing but carries its article as JSON-LD."""
    text = " ".join(f"Sentence {number} of the article says something about the harbour." for number in range(40))
    article = {"@context": "https://schema.org", "@type": "NewsArticle", "headline": "Harbour", "articleBody": text}
    return f'<script type="application/ld+json">{json.dumps(article)}</script><div id="root">Loading</div>'


@pytest.mark.parametrize("extractor", ["summit", "everything", "mss", "clg"])
def test_boxes_on_a_page_that_carries_data(extractor: str, shell: Shell, tmp_path: Path) -> None:
    """The extractor sees the rendered page: what it carries as data is not on the picture."""
    need_browser()
    (tmp_path / "page.html").write_text(f"<title>Harbour</title><body>{shell_page()}</body>")
    ran = shell("render", "page.html", "-o", "boxes.png", "--boxes", extractor)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("1 of 1 leaves shown\n")
    assert (tmp_path / "boxes.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("render missing.html", 1, "no such file"),
        ("render page.html -o nowhere/shot.png", 1, "no folder nowhere"),
        ("render page.html --boxes clg", 2, "--output"),
        ("render page.html --boxes nothing -o shot.png", 2, "no extractor"),
        ("render page.html --width 0", 2, "positive"),
        ("render page.html -o shot.jpg", 2, "a .png file, not 'shot.jpg'"),
        ("render page.html -o page.html", 2, "a .png file"),
        ("render page.html -o old.png", 1, "old.png: exists already; --force overwrites it"),
        ("render page.html --layout old.npz", 1, "old.npz: exists already; --force overwrites it"),
        ("render page.html --layout page.html --force", 1, "is itself a page to read"),
        ("render http://127.0.0.1:1/ --timeout 5", 1, "127.0.0.1"),
    ],
)
def test_an_error_is_one_line(line: str, code: int, message: str, shell: Shell) -> None:
    if line.startswith("render http"):
        need_browser()
    put("page.html")
    for name in ("old.png", "old.npz"):
        Path(name).write_text("old")
    ran = shell(*line.split())
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.count("\n") == 1
    assert message in ran.err
