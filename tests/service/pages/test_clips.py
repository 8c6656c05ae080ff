"""Clips of stored pages: every format, one book of many, corrections where they are asked for."""

import io
import json
import zipfile

import pytest
from starlette.testclient import TestClient

from ..serving import problem
from .stories import ask, store


@pytest.mark.parametrize(
    ("format", "media_type", "beginning"),
    [
        ("markdown", "text/markdown; charset=utf-8", "---\ntitle: "),
        ("text", "text/plain; charset=utf-8", "The ferry 80\n"),
        ("html", "text/html; charset=utf-8", "<!DOCTYPE html>"),
        ("json", "application/json; charset=utf-8", "{"),
    ],
)
def test_a_clip(studio: TestClient, format: str, media_type: str, beginning: str) -> None:
    page = store(studio, 80)
    answer = studio.get(f"/v1/pages/{page}/clip", params={"format": format})
    assert (answer.status_code, answer.headers["content-type"]) == (200, media_type)
    assert answer.text.startswith(beginning)
    assert "leaves at nine" in answer.text
    assert "Most read" not in answer.text
    assert answer.headers["content-disposition"].startswith("inline; ")
    assert answer.headers["content-security-policy"].startswith("sandbox; default-src 'none'")


def test_a_download_has_a_name(studio: TestClient) -> None:
    page = studio.post(
        "/v1/pages", json={"html": "<title>Zwölf „Boxer“ / ..\\</title><p>Text, der etwas sagt.</p>"}
    ).json()
    answer = studio.get(f"/v1/pages/{page['id']}/clip?download=1&format=text&extractor=everything")
    name = "attachment; filename=\"clip.txt\"; filename*=UTF-8''zw%C3%B6lf-boxer.txt"
    assert answer.headers["content-disposition"] == name


def test_corrections_apply_where_they_are_asked_for(studio: TestClient) -> None:
    page = store(studio, 81)
    studio.put(f"/v1/pages/{page}/corrections", json={"keep": [0, 3]})
    plain, corrected = (studio.get(f"/v1/pages/{page}/clip?format=text&corrected={flag}").text for flag in (0, 1))
    assert "Home" in corrected
    assert "forty minutes" not in corrected
    assert "Home" not in plain
    assert "forty minutes" in plain


def test_a_book_of_many_pages(studio: TestClient) -> None:
    pages = [store(studio, number) for number in (82, 83, 84)]
    answer = studio.post("/v1/clips", json={"pages": pages, "title": "Ferries"})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/epub+zip")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as book:
        assert [f"EPUB/chapter-{number}.xhtml" in book.namelist() for number in (1, 2, 3, 4)] == [True] * 3 + [False]
        assert "The ferry 83" in book.read("EPUB/chapter-2.xhtml").decode()
        assert "<dc:title>Ferries</dc:title>" in book.read("EPUB/package.opf").decode()


def test_an_archive_of_many_files(studio: TestClient) -> None:
    pages = [store(studio, 85), store(studio, 85, site="other.org"), store(studio, 86)]
    answer = studio.post("/v1/clips", json={"pages": pages, "format": "markdown"})
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.namelist() == ["the-ferry-85.md", "the-ferry-85-2.md", "the-ferry-86.md"]
        assert b"leaves at nine" in archive.read("the-ferry-86.md")
    single = studio.post("/v1/clips", json={"pages": pages[:1], "format": "html"})
    assert single.text.startswith("<!DOCTYPE html>")


def test_wrong_clips(studio: TestClient) -> None:
    page = store(studio, 87)
    assert problem(studio.get(f"/v1/pages/{page}/clip?format=pdf")) == "422 invalid-request"
    assert problem(studio.post("/v1/clips", json={"pages": []})) == "422 invalid-request"
    assert problem(studio.post("/v1/clips", json={"pages": ["00"]})) == "404 no-such-page"


def test_a_clip_as_json_is_that_of_the_format(studio: TestClient) -> None:
    page = store(studio, 88)
    document = json.loads(studio.get(f"/v1/pages/{page}/clip?format=json").text)
    assert document["text"] == ask(studio, f"/v1/pages/{page}/extraction", formats="text")["formats"]["text"]


def test_tags_and_highlights_go_along(studio: TestClient) -> None:
    page = store(studio, 89)
    studio.put(f"/v1/pages/{page}/reading", json={"tags": ["sea", "to read"]})
    studio.post(f"/v1/pages/{page}/highlights", json={"exact": "leaves at\nnine", "note": "Really?"})
    markdown = studio.get(f"/v1/pages/{page}/clip?format=markdown").text
    assert "to read" in markdown.split("---\n")[1]
    assert markdown.endswith("\n## Highlights\n\n> leaves at\n> nine\n\nReally?\n")
    answer = studio.post("/v1/clips", json={"pages": [page, store(studio, 90)], "format": "jsonl"})
    first, second = map(json.loads, answer.text.splitlines())
    assert (first["tags"], first["unread"], first["archived"], second["tags"]) == (["sea", "to read"], True, False, [])
    [annotation] = first["annotations"]
    assert (annotation["body"][0]["value"], annotation["target"]["source"]) == ("Really?", first["url"])
    assert "leaves at nine" in second["markdown"]
