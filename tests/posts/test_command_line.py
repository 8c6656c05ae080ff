"""`ridgeline extract --posts`."""

import json
from pathlib import Path

import pytest

from ridgeline.cli import main

from .threads import THREADS


@pytest.fixture
def arguments(tmp_path: Path) -> list[str]:
    """The beginning of a command about an article with comments."""
    path = tmp_path / "article.html"
    path.write_text(THREADS["wordpress"].html, encoding="utf-8")
    return ["extract", str(path), "--url", THREADS["wordpress"].url]


def test_markdown_has_a_section_for_each_comment(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments, "--format", "markdown", "--posts", "--links", "none"]) == 0
    written = capsys.readouterr().out
    assert "## Oskar · 2024-03-02 09:40:00+01:00 · in reply to Maren" in written
    assert written.index("The crossing takes forty minutes") < written.index("## Maren")


def test_json_has_them_only_on_request(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments, "--format", "json", "--posts"]) == 0
    assert [post["author"] for post in json.loads(capsys.readouterr().out)["posts"]] == [
        *("Maren", "Oskar", "lighthouse_77", "Tilda")
    ]
    assert main([*arguments, "--format", "json", "--no-posts"]) == 0
    assert "posts" not in json.loads(capsys.readouterr().out)


def test_a_format_without_posts_refuses(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments, "--format", "csv", "--posts"]) == 2
    assert "--posts has no meaning in csv" in capsys.readouterr().err
