"""Scrapy: responses and items, and a real crawl of a site on this machine."""

import asyncio
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import scrapy
from scrapy.exceptions import DropItem
from scrapy.http import HtmlResponse, Response
from scrapy.utils.test import get_crawler

from ridgeline.errors import OptionError, UnknownExtractorError
from ridgeline.integrations.scrapy import RidgelinePipeline, extract_response

from .site import PARAGRAPHS, SHELL, Answer, article, serve

TEXT = "\n\n".join(PARAGRAPHS)


def process(item: Any, **settings: Any) -> Any:
    """The item as the pipeline returns it."""
    return asyncio.run(pipeline(**settings).process_item(item))


def pipeline(**settings: Any) -> RidgelinePipeline:
    return RidgelinePipeline.from_crawler(get_crawler(settings_dict=settings))


# --- Responses


def test_a_response_has_an_address_and_an_encoding() -> None:
    russian = article("Паром", ("Утренний паром отходит в девять часов и везёт больше писем, чем людей. " * 3,))
    response = HtmlResponse(
        "https://example.org/ferry",
        headers={"Content-Type": "text/html; charset=koi8-r"},
        body=russian.replace("<meta charset=utf-8>", "").encode("koi8-r"),
    )
    extraction = extract_response(response)
    assert extraction.title == "Паром"
    assert extraction.page.url == "https://example.org/ferry"


def test_options_of_a_response() -> None:
    response = HtmlResponse("https://example.org/", body=article().encode())
    assert extract_response(response).text == TEXT
    assert extract_response(response, extractor="everything").text.startswith("Home News")
    assert extract_response(response, url="https://other.example/").page.url == "https://other.example/"


def test_a_response_that_is_no_page() -> None:
    assert extract_response(Response("https://example.org/a.pdf", body=b"%PDF-1.7 \x00\xff")).status == "not-html"
    assert extract_response(Response("https://example.org/")).status == "nothing"


# --- Items


class Declared(scrapy.Item):
    html = scrapy.Field()
    url = scrapy.Field()
    title = scrapy.Field()
    text = scrapy.Field()


@dataclass
class Record:
    html: str
    text: str | None = None


def test_an_item_gets_fields() -> None:
    item = process({"html": article(), "url": "https://example.org/"})
    assert (item["title"], item["text"], item["status"], item["language"]) == ("The ferry", TEXT, "ok", "en")
    assert item["html"] == article()
    assert "error" not in item


@pytest.mark.parametrize("html", [article(), article().encode()], ids=["text", "bytes"])
def test_items_of_all_kinds(html: str | bytes) -> None:
    declared = process(Declared(html=html), RIDGELINE_FIELDS=["title", "text"])
    assert (declared["title"], declared["text"]) == ("The ferry", TEXT)
    record = process(Record(article()), RIDGELINE_FIELDS="text")
    assert record.text == TEXT


def test_settings() -> None:
    settings = {
        "RIDGELINE_HTML_FIELD": "body",
        "RIDGELINE_URL_FIELD": "address",
        "RIDGELINE_FIELDS": "markdown,status",
        "RIDGELINE_REMOVE_HTML": True,
        "RIDGELINE_OPTIONS": {"favor": "recall"},
    }
    links = '<p>More in <a href="times.html">the list of all times and fares of the boats</a>.</p>'
    item = process({"body": article(links=links), "address": "https://example.org/ferry/"}, **settings)
    assert item.keys() == {"address", "markdown", "status"}
    assert "(https://example.org/ferry/times.html)" in item["markdown"]


def test_an_item_without_a_page_passes() -> None:
    item = {"name": "no page"}
    assert process(item) is item
    assert item == {"name": "no page"}


def test_items_without_content_are_dropped_on_request() -> None:
    assert process({"html": SHELL})["status"] == "shell"
    with pytest.raises(DropItem, match="an empty shell that needs a browser"):
        process({"html": SHELL}, RIDGELINE_DROP_STATUSES=["shell", "blocked"])
    assert process({"html": article()}, RIDGELINE_DROP_STATUSES="shell,blocked")["status"] == "ok"


def test_statuses_are_counted() -> None:
    crawler = get_crawler(settings_dict={})
    made = RidgelinePipeline.from_crawler(crawler)
    for html in (SHELL, SHELL, article()):
        asyncio.run(made.process_item({"html": html}))
    assert crawler.stats is not None
    assert crawler.stats.get_value("ridgeline/status/shell") == 2
    assert crawler.stats.get_value("ridgeline/status/ok") == 1


@pytest.mark.parametrize(
    ("item", "says"),
    [(Declared(html="<p>x"), "Declared has no field 'authors'"), ({"html": 5}, "HTML, text or bytes, not int")],
    ids=["field", "type"],
)
def test_wrong_items_are_said(item: Any, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        process(item)


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"RIDGELINE_FIELDS": ["headline"]}, OptionError),
        ({"RIDGELINE_EXTRACTOR": "sumit"}, UnknownExtractorError),
        ({"RIDGELINE_OPTIONS": {"favour": "recall"}}, OptionError),
        ({"RIDGELINE_DROP_STATUSES": ["empty"]}, OptionError),
    ],
    ids=["fields", "extractor", "options", "statuses"],
)
def test_wrong_settings_are_said_before_the_crawl(settings: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        pipeline(**settings)


# --- A crawl

CRAWL = """
import sys

import scrapy
from scrapy.crawler import CrawlerProcess

from ridgeline.integrations.scrapy import extract_response


class Ferries(scrapy.Spider):
    name = "ferries"

    async def start(self):
        for path in ("/one", "/two", "/shell", "/russian"):
            yield scrapy.Request(sys.argv[1] + path)

    def parse(self, response):
        yield {"url": response.url, "html": response.text, "own": extract_response(response).text}


process = CrawlerProcess(
    settings={
        "ITEM_PIPELINES": {"ridgeline.integrations.scrapy.RidgelinePipeline": 300},
        "RIDGELINE_DROP_STATUSES": ["shell"],
        "RIDGELINE_REMOVE_HTML": True,
        "FEEDS": {sys.argv[2]: {"format": "jsonlines"}},
        "TELNETCONSOLE_ENABLED": False,
        "DOWNLOAD_DELAY": 0,
        "LOG_LEVEL": "WARNING",
    }
)
process.crawl(Ferries)
process.start()
"""


def test_a_crawl(tmp_path: Path) -> None:
    russian = article("Паром", ("Утренний паром отходит в девять часов и везёт больше писем, чем людей. " * 3,))
    answers = {
        "/one": Answer(article("One").encode()),
        "/two": Answer(article("Two").encode()),
        "/shell": Answer(SHELL.encode()),
        "/russian": Answer(russian.replace("utf-8", "windows-1251").encode("windows-1251")),
    }
    (tmp_path / "crawl.py").write_text(CRAWL, encoding="utf-8")
    with serve(answers) as site:
        command = [sys.executable, "crawl.py", site.url, "items.jsonl"]
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stderr
    lines = (tmp_path / "items.jsonl").read_text(encoding="utf-8").splitlines()
    items = {item["title"]: item for item in map(json.loads, lines)}
    assert items.keys() == {"One", "Two", "Паром"}
    for item in items.values():
        assert item["text"] == item["own"]
        assert item["status"] == "ok"
        assert "html" not in item
    assert "no content: an empty shell" in ran.stderr
