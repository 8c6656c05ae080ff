"""Haystack: the converter and the fetcher as components of a real pipeline."""

from pathlib import Path
from typing import Any

import pytest
from haystack import Document, Pipeline
from haystack.components.joiners import DocumentJoiner
from haystack.dataclasses import ByteStream

from ridgeline.errors import FetchError, OptionError
from ridgeline.integrations.haystack import RidgelineConverter, RidgelineFetcher

from .site import PARAGRAPHS, SHELL, THREAD, Answer, article, serve

URL = "https://example.org/ferry"


def test_files_and_streams_become_documents(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "page.html"
    path.write_text(article("A file"))
    stream = ByteStream(article("A stream").encode("utf-16"), meta={"url": URL, "crawl": 7})
    sources: list[Any] = [path, stream, str(tmp_path / "gone.html"), ByteStream(SHELL.encode()), ByteStream(b"")]
    documents = RidgelineConverter().run(sources)["documents"]
    assert [one.meta["title"] for one in documents] == ["A file", "A stream"]
    assert (documents[0].content or "").startswith("# A file")
    assert documents[0].meta["file_path"] == "page.html"
    assert (documents[1].meta["url"], documents[1].meta["crawl"]) == (URL, 7)
    assert stream.meta == {"url": URL, "crawl": 7}
    assert len(caplog.records) == 3
    assert "gone.html" in caplog.text


def test_meta_is_that_of_all_or_one_each(tmp_path: Path) -> None:
    pages: list[Any] = [ByteStream(article().encode()), ByteStream(article().encode())]
    both = RidgelineConverter().run(pages, meta={"title": "Mine"})["documents"]
    assert [one.meta["title"] for one in both] == ["Mine", "Mine"]
    each = RidgelineConverter().run(pages, meta=[{"n": 1}, {"n": 2}])["documents"]
    assert [one.meta["n"] for one in each] == [1, 2]
    with pytest.raises(ValueError, match="length"):
        RidgelineConverter().run(pages, meta=[{}])


def test_options_and_pages_without_content(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(article())
    converter = RidgelineConverter("text", options={"exclude": "p:first-of-type"}, store_full_path=True, keep_all=True)
    documents = converter.run([path, ByteStream(SHELL.encode())])["documents"]
    assert documents[0].content == "\n\n".join(PARAGRAPHS[1:])
    assert documents[0].meta["file_path"] == str(path)
    assert (documents[1].content, documents[1].meta["status"]) == ("", "shell")


def test_a_pipeline_fetches_and_converts_and_survives_its_own_yaml() -> None:
    pipeline = Pipeline()
    pipeline.add_component("fetcher", RidgelineFetcher(allow_private=True, timeout_seconds=10))
    pipeline.add_component("converter", RidgelineConverter("text", {"width": 60}, {"favor": "recall"}))
    pipeline.add_component("joiner", DocumentJoiner())
    pipeline.connect("fetcher.streams", "converter.sources")
    pipeline.connect("converter.documents", "joiner.documents")
    again = Pipeline.loads(pipeline.dumps(), allowed_modules=["ridgeline.integrations.haystack"])
    assert again.to_dict()["components"] == pipeline.to_dict()["components"]
    with serve({"/ferry": Answer("<title>Café</title>".encode("latin-1") + article("Café").encode("latin-1"))}) as site:
        answer = again.run({"fetcher": {"urls": [f"{site.url}/ferry", f"{site.url}/gone"]}})
    (document,) = answer["joiner"]["documents"]
    assert isinstance(document, Document)
    assert document.meta["url"] == f"{site.url}/ferry"
    assert all(len(line) <= 60 for line in (document.content or "").splitlines())


def test_private_addresses_are_refused(caplog: pytest.LogCaptureFixture) -> None:
    with serve({"/a": Answer(article().encode())}) as site:
        assert RidgelineFetcher().run([f"{site.url}/a", "not a url"]) == {"streams": []}
        with pytest.raises(FetchError, match="not a public address"):
            RidgelineFetcher(raise_on_failure=True).run([f"{site.url}/a"])
        assert site.asked == []
    assert len(caplog.records) == 2


def test_the_charset_of_the_server_is_used() -> None:
    body = article("Паром").replace("<meta charset=utf-8>", "").encode("koi8-r", "replace")
    with serve({"/a": Answer(body, "text/html; charset=koi8-r")}) as site:
        streams = RidgelineFetcher(allow_private=True).run([f"{site.url}/a"])["streams"]
    (document,) = RidgelineConverter().run(list(streams))["documents"]
    assert document.meta["title"] == "Паром"


@pytest.mark.parametrize(
    "given",
    [{"format": "pdf"}, {"options": {"favor": "speed"}}, {"options": {"rules": {1}}}, {"format_options": {"x": 1}}],
    ids=str,
)
def test_wrong_options_are_an_error_at_once(given: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        RidgelineConverter(**given)


def test_chunks_and_posts_are_documents() -> None:
    converter = RidgelineConverter(split="chunks", max_tokens=64)
    again = RidgelineConverter.from_dict(converter.to_dict())
    documents = again.run([ByteStream(article().encode(), {"url": URL})])["documents"]
    assert len(documents) > 1
    assert documents[1].meta["headings"] == "The ferry"
    assert documents[1].meta["link"].startswith(f"{URL}#:~:text=")
    posts = RidgelineConverter(split="posts").run([ByteStream(THREAD.encode())])["documents"]
    assert [post.meta["author"] for post in posts][:2] == ["Rower 0", "Rower 1"]
