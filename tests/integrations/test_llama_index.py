"""LlamaIndex: the reader and the transformation, by the package's own interfaces."""

import asyncio
import importlib
from pathlib import Path
from typing import Any

import pytest
from llama_index.core import SimpleDirectoryReader
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.readers.base import BasePydanticReader
from llama_index.core.schema import Document, ImageNode, NodeRelationship, RelatedNodeInfo, TextNode

from ridgeline.errors import FetchError, InputError, OptionError
from ridgeline.integrations.llama_index import RidgelineNodeParser, RidgelineReader, RidgelineTransform

from .site import PARAGRAPHS, SHELL, THREAD, Answer, article, serve

URL = "https://example.org/ferry"


# --- The reader


def test_files_urls_and_html_are_read(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "page.html"
    path.write_text(article("A file"))
    reader: BasePydanticReader = RidgelineReader(allow_private=True)
    with serve({"/ferry": Answer(article("A page").encode())}) as site:
        sources = [path, f"{site.url}/gone", f"{site.url}/ferry", str(tmp_path / "gone.html")]
        documents = reader.load_data(sources, html=[article("HTML"), SHELL, b""], extra_info={"crawl": 7})
    assert [one.metadata["title"] for one in documents] == ["A file", "A page", "HTML"]
    assert {one.metadata["crawl"] for one in documents} == {7}
    assert documents[0].metadata["source"] == str(path)
    assert documents[0].text.startswith("# A file")
    assert len(caplog.records) == 4


def test_a_single_page_needs_no_list(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(article())
    assert len(RidgelineReader().load_data(path)) == 1
    (document,) = RidgelineReader(format="text").load_data(html=article(), extra_info={"url": URL})
    assert document.text == "\n\n".join(PARAGRAPHS)
    assert document.metadata["url"] == URL
    assert [one.text for one in asyncio.run(RidgelineReader().aload_data(html=article()))] == [
        one.text for one in RidgelineReader().load_data(html=article())
    ]


def test_failures_raise_on_request(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        RidgelineReader(raise_on_error=True).load_data(tmp_path / "gone.html")
    with serve({}) as site:
        with pytest.raises(FetchError, match="not a public address"):
            RidgelineReader(raise_on_error=True).load_data(f"{site.url}/a")
        assert site.asked == []


def test_a_page_without_content_can_be_kept() -> None:
    (document,) = RidgelineReader(keep_all=True).load_data(html=SHELL)
    assert (document.text, document.metadata["status"]) == ("", "shell")


def test_it_serves_a_directory_reader(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.html").write_text(article(name.upper()))
    files = SimpleDirectoryReader(str(tmp_path), file_extractor={".html": RidgelineReader()})
    found = sorted(files.load_data(), key=lambda document: str(document.metadata["title"]))
    assert [one.metadata["title"] for one in found] == ["A", "B"]
    assert [one.metadata["file_name"] for one in found] == ["a.html", "b.html"]
    assert all(one.text.startswith("# ") for one in found)


def test_files_of_other_file_systems_are_read(caplog: pytest.LogCaptureFixture) -> None:
    memory = importlib.import_module("fsspec").filesystem("memory")
    memory.pipe("/ridgeline-llama-index/page.html", article().encode())
    try:
        found = RidgelineReader().load_data(
            [Path("/ridgeline-llama-index/page.html"), "/ridgeline-llama-index/gone"], fs=memory
        )
    finally:
        memory.rm("/ridgeline-llama-index", recursive=True)
    assert [one.metadata["title"] for one in found] == ["The ferry"]
    assert "gone: cannot be read" in caplog.text


# --- The transformation


def test_nodes_of_html_become_nodes_of_content() -> None:
    related = {NodeRelationship.SOURCE: RelatedNodeInfo(node_id="page")}
    nodes = [
        TextNode(text=article(), id_="1", metadata={"url": URL, "title": "Mine"}, relationships=related),
        TextNode(text=SHELL, id_="2"),
        ImageNode(image_url="https://example.org/boat.jpg", id_="3"),
        Document(text=article("Other"), id_="4"),
    ]
    found = RidgelineTransform(format="text")(nodes)
    assert [node.node_id for node in found] == ["1", "3", "4"]
    assert found[0].get_content() == "\n\n".join(PARAGRAPHS)
    assert (found[0].metadata["url"], found[0].metadata["title"]) == (URL, "Mine")
    assert found[0].relationships == related
    assert nodes[0].get_content() == article()
    assert list(asyncio.run(RidgelineTransform(format="text").acall(nodes))) == list(found)


def test_it_is_a_step_of_a_pipeline() -> None:
    steps = IngestionPipeline(transformations=[RidgelineTransform(format="text", options={"exclude": "h1"})])
    (node,) = steps.run(documents=[Document(text=article(), metadata={"url": URL}), Document(text=SHELL)])
    assert node.get_content() == "\n\n".join(PARAGRAPHS)
    assert node.metadata["language"] == "en"


# --- Options


@pytest.mark.parametrize("kind", [RidgelineReader, RidgelineTransform])
def test_both_are_serialisable(kind: Any) -> None:
    made = kind(format="text", options={"favor": "recall"}, keep_all=True)
    again = kind.from_dict(made.to_dict())
    assert again == made
    assert made.to_dict()["class_name"] == kind.__name__


@pytest.mark.parametrize("kind", [RidgelineReader, RidgelineTransform])
@pytest.mark.parametrize(
    "given",
    [{"format": "pdf"}, {"options": {"favor": "speed"}}, {"options": {"rules": {1}}}, {"options": {"url": "a"}}],
    ids=str,
)
def test_wrong_options_are_an_error_at_once(kind: Any, given: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        kind(**given)


# --- The node parser


def test_documents_become_nodes() -> None:
    document = Document(text=article(), metadata={"source": URL})
    parser = RidgelineNodeParser(max_tokens=64)
    nodes = parser.get_nodes_from_documents([document, Document(text=SHELL)])
    assert len(nodes) > 1
    assert nodes[1].ref_doc_id == document.id_
    assert nodes[1].prev_node is not None
    assert nodes[1].prev_node.node_id == nodes[0].node_id
    assert nodes[1].metadata["headings"] == "The ferry"
    assert nodes[1].metadata["link"].startswith(f"{URL}#:~:text=")
    written = parser.to_dict()
    del written["id_func"]  # which no parser of the framework reads back
    again = RidgelineNodeParser.from_dict(written)
    assert [node.get_content() for node in again([document])] == [node.get_content() for node in nodes]
    posts = RidgelineNodeParser(split="posts")([Document(text=THREAD)])
    assert [post.metadata["author"] for post in posts][:2] == ["Rower 0", "Rower 1"]
