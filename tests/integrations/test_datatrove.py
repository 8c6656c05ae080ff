"""datatrove: real pipelines, with its readers, writers and sandbox."""

import json
import os
import pickle
import time
from pathlib import Path
from typing import Any

import pytest
from datatrove.data import Document
from datatrove.executor.local import LocalPipelineExecutor
from datatrove.pipeline.readers import JsonlReader
from datatrove.pipeline.writers import JsonlWriter

from ridgeline.errors import OptionError, UnknownExtractorError
from ridgeline.integrations.datatrove import Ridgeline

from .site import PARAGRAPHS, SHELL, article

TEXT = "\n\n".join(PARAGRAPHS)
LINKS = '<p>More in <a href="times.html">the list of all times and fares of the boats</a>.</p>'


def run(folder: Path, pages: list[dict[str, Any]], extractor: Ridgeline) -> dict[str, Any]:
    """The documents that a pipeline writes, by id."""
    (folder / "in").mkdir()
    (folder / "in" / "pages.jsonl").write_text("".join(json.dumps(page) + "\n" for page in pages), encoding="utf-8")
    executor = LocalPipelineExecutor(
        [
            JsonlReader(str(folder / "in"), text_key="html"),
            extractor,
            JsonlWriter(str(folder / "out"), compression=None),
        ],
        logging_dir=str(folder / "logs"),
        skip_completed=False,
    )
    executor.run()
    lines = [line for path in (folder / "out").glob("*.jsonl") for line in path.read_text("utf-8").splitlines()]
    return {document["id"]: document for document in map(json.loads, lines)}


def statistics(folder: Path) -> dict[str, Any]:
    """What the extractor counted, by name."""
    steps = json.loads((folder / "logs" / "stats.json").read_text("utf-8"))
    counted = next(step["stats"] for step in steps if "Ridgeline" in step["name"])
    return {name: value["total"] if isinstance(value, dict) else value for name, value in counted.items()}


def test_a_pipeline(tmp_path: Path) -> None:
    pages = [
        {"id": "ferry", "html": article(links=LINKS), "url": "https://example.org/ferry/", "crawl": "2026-46"},
        {"id": "empty", "html": "<p></p>", "url": "https://example.org/"},
        {"id": "shell", "html": SHELL},
    ]
    found = run(tmp_path, pages, Ridgeline(format="markdown"))
    assert found.keys() == {"ferry"}  # as datatrove's own extractors: without text, no document
    assert found["ferry"]["text"].startswith(f"# The ferry\n\n{TEXT}")
    assert "(https://example.org/ferry/times.html)" in found["ferry"]["text"]
    metadata = found["ferry"]["metadata"]
    assert (metadata["title"], metadata["language"], metadata["status"]) == ("The ferry", "en", "ok")
    assert (metadata["url"], metadata["crawl"]) == ("https://example.org/ferry/", "2026-46")
    assert "error" not in metadata
    counted = statistics(tmp_path)
    assert (counted["total"], counted["forwarded"], counted["dropped"]) == (3, 1, 2)
    assert (counted["extracted"], counted["status shell"]) == (3, 1)


def test_documents_without_content_can_be_kept(tmp_path: Path) -> None:
    pages = [{"id": "ferry", "html": article()}, {"id": "pdf", "html": "%PDF-1.7"}, {"id": "shell", "html": SHELL}]
    found = run(tmp_path, pages, Ridgeline(keep_empty=True, fields=["status"]))
    assert {name: page["metadata"]["status"] for name, page in found.items()} == {
        "ferry": "ok",
        "pdf": "not-html",
        "shell": "shell",
    }
    assert found["ferry"]["text"] == TEXT


class Poisoned(Ridgeline):
    """Hangs, dies or fails on pages that say so."""

    def read(self, text: str, url: str | None = None) -> dict[str, Any]:
        """Read a page in the sandbox."""
        if "hang" in text:
            time.sleep(60)
        if "crash" in text:
            os._exit(9)
        return super().read(text, url)


def test_a_poisoned_page_costs_itself(tmp_path: Path) -> None:
    names = ("one", "hang", "two", "crash", "three")
    pages = [{"id": name, "html": article(name)} for name in names]
    found = run(tmp_path, pages, Poisoned(keep_empty=True, timeout=2.0))
    assert ["text" in found[name] for name in names] == [True, False, True, False, True]  # writers leave out ""
    assert found["hang"]["metadata"]["error"] == "timeout: over 2 s"
    assert found["crash"]["metadata"]["error"].startswith("crash:")
    counted = statistics(tmp_path)
    assert (counted["timeout"], counted["crash"], counted["extracted"]) == (1, 1, 3)


def test_the_interface_of_datatrove() -> None:
    """Other code may call `extract` with the text alone."""
    extractor = Ridgeline()
    assert extractor.extract(article()) == TEXT
    assert extractor.extract("") == ""
    (document,) = list(extractor.run(iter([Document(article(), "ferry", metadata={"url": 5})])))
    assert (document.text, document.metadata["title"]) == (TEXT, "The ferry")


def test_a_pickled_extractor_loads_its_model_again() -> None:
    pickled = pickle.dumps(Ridgeline("everything"))
    assert len(pickled) < 10_000
    assert pickle.loads(pickled).extract(article()).startswith("Home News Contact")


def test_wrong_settings_are_said_before_the_run() -> None:
    for wrong in ({"format": "pdf"}, {"fields": ["headline"]}, {"favor": "both"}):
        with pytest.raises(OptionError):
            Ridgeline(**wrong)
    with pytest.raises(UnknownExtractorError):
        Ridgeline("sumit")
