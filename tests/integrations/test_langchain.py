"""LangChain: the loader, the parser and the transformer, by the package's own interfaces."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest
from langchain_core.document_loaders import BaseBlobParser, BaseLoader
from langchain_core.documents import BaseDocumentTransformer, Document
from langchain_core.documents.base import Blob

from ridgeline.errors import FetchError, InputError, OptionError
from ridgeline.integrations.langchain import RidgelineLoader, RidgelineParser, RidgelineTransformer

from .site import PARAGRAPHS, SHELL, THREAD, Answer, article, serve

URL = "https://example.org/ferry"


# --- The parser


def test_a_blob_becomes_a_document() -> None:
    parser: BaseBlobParser = RidgelineParser(format="text")
    (document,) = parser.lazy_parse(Blob.from_data(article(), metadata={"source": URL, "crawl": 7}))
    assert document.page_content == "\n\n".join(PARAGRAPHS)
    assert document.metadata["source"] == document.metadata["url"] == URL
    assert (document.metadata["title"], document.metadata["crawl"]) == ("The ferry", 7)


def test_blobs_come_as_files_and_bytes(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(article("Fähre").encode("utf-16"))
    (document,) = RidgelineParser().parse(Blob.from_path(path))
    assert document.page_content.startswith("# Fähre")
    assert document.metadata["source"] == str(path)
    koi = article("Паром").replace("<meta charset=utf-8>", "").encode("koi8-r", "replace")
    (named,) = RidgelineParser().parse(Blob.from_data(koi, encoding="koi8-r"))
    assert named.page_content.startswith("# Паром")


@pytest.mark.parametrize("page", ["", SHELL, "%PDF-1.7"])
def test_a_page_without_content_gives_no_document(page: str, caplog: pytest.LogCaptureFixture) -> None:
    blob = Blob.from_data(page, metadata={"source": URL})
    assert RidgelineParser().parse(blob) == []
    assert URL in caplog.text
    (kept,) = RidgelineParser(keep_all=True).parse(blob)
    assert kept.page_content == ""
    assert kept.metadata["status"] in ("nothing", "shell", "not-html")


def test_a_file_that_is_gone_is_left_out_or_raises(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    blob = Blob.from_path(tmp_path / "gone.html")
    assert RidgelineParser().parse(blob) == []
    assert "gone.html: cannot be read" in caplog.text
    with pytest.raises(InputError, match="gone"):
        RidgelineParser(continue_on_failure=False).parse(blob)
    with pytest.raises(InputError, match="neither data nor a path"):
        RidgelineParser(continue_on_failure=False).parse(Blob(data=None))


# --- The transformer


def test_documents_of_html_become_documents_of_content() -> None:
    transformer: BaseDocumentTransformer = RidgelineTransformer(format="text")
    pages = [
        Document(article(), metadata={"source": URL, "title": "Mine"}, id="1"),
        Document(SHELL),
        Document(article("Other"), id="3"),
    ]
    found = transformer.transform_documents(pages)
    assert [one.id for one in found] == ["1", "3"]
    assert found[0].page_content == "\n\n".join(PARAGRAPHS)
    assert (found[0].metadata["source"], found[0].metadata["title"]) == (URL, "Mine")
    assert pages[0].page_content == article()
    assert asyncio.run(transformer.atransform_documents(pages)) == found


# --- The loader


def test_files_and_urls_are_loaded_in_order(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "page.html"
    path.write_text(article("A file"))
    with serve({"/ferry": Answer(article("A page").encode())}) as site:
        sources: list[str | Path] = [path, f"{site.url}/gone", f"{site.url}/ferry", str(tmp_path / "gone.html")]
        loader: BaseLoader = RidgelineLoader(sources, allow_private=True)
        documents = loader.load()
        assert [one.metadata["title"] for one in documents] == ["A file", "A page"]
        assert [one.metadata["source"] for one in documents] == [str(path), f"{site.url}/ferry"]
        assert asyncio.run(loader.aload()) == documents
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 4


def test_pages_are_loaded_when_they_are_asked_for() -> None:
    with serve({"/a": Answer(article().encode()), "/b": Answer(article().encode())}) as site:
        documents = RidgelineLoader([f"{site.url}/a", f"{site.url}/b"], allow_private=True).lazy_load()
        next(documents)
        assert site.asked == ["/a"]


def test_private_addresses_are_refused() -> None:
    with serve({"/a": Answer(article().encode())}) as site:
        assert RidgelineLoader(f"{site.url}/a").load() == []
        with pytest.raises(FetchError, match="not a public address"):
            RidgelineLoader(f"{site.url}/a", continue_on_failure=False).load()
        assert site.asked == []


@pytest.mark.parametrize(
    "kind", [RidgelineParser, RidgelineTransformer, lambda **options: RidgelineLoader([], **options)]
)
@pytest.mark.parametrize("options", [{"format": "pdf"}, {"favor": "speed"}, {"colour": 1}, {"html": ""}], ids=str)
def test_wrong_options_are_an_error_at_once(kind: Any, options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        kind(**options)


def test_chunks_and_posts_are_documents() -> None:
    pages = [Document(article(), id="ferry", metadata={"source": URL}), Document(THREAD)]
    ferry, *others = RidgelineTransformer(split="chunks", max_tokens=64).transform_documents(pages)
    assert ferry.id == "ferry-0"
    assert ferry.metadata["link"].startswith(f"{URL}#:~:text=")
    assert others[-1].id is None
    posts = RidgelineParser(split="posts").parse(Blob.from_data(THREAD))
    assert [post.metadata["author"] for post in posts][:2] == ["Rower 0", "Rower 1"]
