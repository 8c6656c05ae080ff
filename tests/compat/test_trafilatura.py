"""The interface of trafilatura: the calls that programs make, and what they get."""

import csv
import io
import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from configparser import ConfigParser
from inspect import signature
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import ridgeline
from ridgeline.compat import IgnoredParameterWarning, trafilatura
from ridgeline.compat.trafilatura import bare_extraction, extract, extract_metadata, extract_with_metadata
from ridgeline.compat.trafilatura.comments import with_comments, without_comments
from ridgeline.compat.trafilatura.document import choose_date
from ridgeline.compat.trafilatura.xml import convert
from ridgeline.errors import InputError, OptionError
from ridgeline.metadata import Metadata

from ..integrations.site import Answer, serve
from ..pages import AWKWARD
from .pages import COMMENT, EMPTY_PAGES, FERRY, PARAGRAPHS

# The parameters of trafilatura 2.3.1 and their defaults; that of `config` stands for its standard configuration.
PARAMETERS = {
    "filecontent": ...,
    "url": None,
    "record_id": None,
    "fast": False,
    "no_fallback": False,
    "favor_precision": False,
    "favor_recall": False,
    "include_comments": True,
    "output_format": "txt",
    "tei_validation": False,
    "target_language": None,
    "include_tables": True,
    "include_images": False,
    "include_formatting": None,
    "include_links": False,
    "deduplicate": False,
    "date_extraction_params": None,
    "with_metadata": False,
    "only_with_metadata": False,
    "max_tree_size": None,
    "url_blacklist": None,
    "author_blacklist": None,
    "settingsfile": None,
    "prune_xpath": None,
    "config": None,
    "options": None,
}
# The keys of its JSON, in any order.
JSON_KEYS = set(
    """title author hostname date fingerprint id license comments raw_text text language image pagetype filedate source
    source-hostname excerpt categories tags""".split()
)
FORMATS = ("txt", "markdown", "html", "json", "csv", "xml", "xmltei")


def text_of(html: Any = FERRY, **parameters: Any) -> str:
    """What `extract` returns, which must be something."""
    found = extract(html, **parameters)
    assert found is not None
    return found


def configuration(**values: str) -> ConfigParser:
    config = ConfigParser()
    config.read_dict({"DEFAULT": values})
    return config


# --- Signatures


def test_parameters_are_those_of_trafilatura() -> None:
    found = signature(extract).parameters
    assert list(found) == list(PARAMETERS)
    assert {name: one.default for name, one in found.items() if name != "filecontent"} == {
        name: default for name, default in PARAMETERS.items() if name != "filecontent"
    }


@pytest.mark.parametrize(
    ("function", "left_out", "added"),
    [
        (bare_extraction, {"record_id", "tei_validation", "settingsfile"}, {"as_dict"}),
        (extract_with_metadata, {"no_fallback", "with_metadata", "only_with_metadata", "max_tree_size"}, set()),
    ],
)
def test_neighbours_share_the_parameters(function: Any, left_out: set[str], added: set[str]) -> None:
    assert set(signature(function).parameters) == (PARAMETERS.keys() - left_out) | added


# --- Inputs


@pytest.mark.parametrize("page", [*EMPTY_PAGES, None, 5, ["<p>"]], ids=repr)
def test_nothing_gives_none(page: Any) -> None:
    assert extract(page) is None
    assert bare_extraction(page) is None
    assert extract_with_metadata(page) is None


@pytest.mark.parametrize("output_format", FORMATS)
@pytest.mark.parametrize("page", AWKWARD)
def test_no_page_raises(page: str, output_format: str) -> None:
    found = extract(AWKWARD[page], output_format=output_format, with_metadata=True)
    if found is not None:
        assert found.encode().strip()
    if found is not None and output_format.startswith("xml"):
        ElementTree.fromstring(found)


def test_pages_come_as_bytes_responses_and_trees() -> None:
    text = text_of()
    assert text_of(FERRY.encode("utf-16")) == text_of(bytearray(FERRY, "utf-8")) == text
    assert text_of(SimpleNamespace(data=FERRY.encode(), url="https://courier.example/ferry")) == text
    lxml = pytest.importorskip("lxml.html")
    assert text_of(lxml.fromstring(FERRY)) == text


# --- Formats


def test_text_is_the_content_and_then_the_comments() -> None:
    text = text_of()
    assert text.index(PARAGRAPHS[0]) < text.index("Monday") < text.index(PARAGRAPHS[3]) < text.index(COMMENT)
    assert "Home" not in text
    assert "Privacy" not in text
    assert not text.startswith("---")


def test_metadata_stand_before_text_as_yaml() -> None:
    text = text_of(with_metadata=True, record_id="page 1")
    header = text.split("---\n")[1].splitlines()
    assert 'title: "The ferry to the islands"' in header
    assert 'author: "Mara Ellingsen"' in header
    assert 'url: "https://courier.example/ferry"' in header
    assert 'date: "2026-02-14"' in header
    assert 'id: "page 1"' in header


def test_markdown_has_the_headline_once() -> None:
    markdown = text_of(output_format="markdown")
    assert markdown.startswith("# The ferry to the islands\n")
    assert markdown.count("The ferry to the islands") == 1
    assert markdown.endswith(COMMENT)


@pytest.mark.parametrize("output_format", ["txt", "markdown"])
def test_switches_of_text(output_format: str) -> None:
    def has(**switches: bool) -> tuple[bool, bool, bool]:
        text = text_of(output_format=output_format, url="https://courier.example/", **switches)
        return "](https://courier.example/coffee)" in text, "boat.jpg" in text, "_forty_" in text

    assert has() == (False, False, output_format == "markdown")
    assert has(include_links=True, include_formatting=False) == (True, False, False)
    assert has(include_images=True, include_formatting=False) == (False, True, False)
    assert has(include_formatting=True) == (False, False, True)


def test_tables_and_comments_can_be_left_out() -> None:
    without = text_of(include_tables=False)
    assert "Monday" not in without
    assert PARAGRAPHS[3] in without
    assert COMMENT in without
    assert COMMENT not in text_of(include_comments=False)


@pytest.mark.parametrize("page", [FERRY, *AWKWARD.values()], ids=["ferry", *AWKWARD])
def test_comments_are_those_of_summit(page: str) -> None:
    extraction = ridgeline.extract(page)
    kept, dropped = (ridgeline.load("summit", comments=wanted).extract(extraction.page) for wanted in (True, False))
    assert with_comments(extraction.page, extraction.keep).tolist() == kept.keep.tolist()
    assert without_comments(extraction.page, extraction.keep).tolist() == dropped.keep.tolist()


def test_a_page_laid_out_by_a_table_stays() -> None:
    cells = "".join(f"<p>{text}</p>" for text in PARAGRAPHS)
    layout = f"<table><tr><td><a href=/>Home</a></td><td><h1>The ferry</h1>{cells}</td></tr></table>"
    assert PARAGRAPHS[0] in text_of(layout, include_tables=False)


def test_html_is_a_page_with_metadata_in_its_head() -> None:
    html = text_of(output_format="html", with_metadata=True, include_links=True, url="https://courier.example/")
    assert html.startswith("<html>\n<head>")
    assert '<meta name="author" content="Mara Ellingsen">' in html
    assert '<a href="https://courier.example/coffee"' in html
    assert html.endswith("</body>\n</html>")
    assert "<head>" not in text_of(output_format="html")


def test_json_has_the_keys_of_trafilatura() -> None:
    found = json.loads(text_of(output_format="json", with_metadata=True, record_id="page 1"))
    assert set(found) == JSON_KEYS
    assert found["title"] == "The ferry to the islands"
    assert found["source"] == "https://courier.example/ferry"
    assert found["source-hostname"] == "The Coastal Courier"
    assert found["excerpt"] == "A boat, forty minutes, and the mail."
    assert found["hostname"] == "courier.example"
    assert found["id"] == "page 1"
    assert PARAGRAPHS[0] in found["text"]
    assert COMMENT in found["comments"]
    assert COMMENT not in found["text"]
    assert set(json.loads(text_of(output_format="json"))) == {"text", "comments"}


def test_csv_is_a_row_of_eleven_cells() -> None:
    found = text_of(output_format="csv", with_metadata=True, record_id="1")
    (row,) = csv.reader(io.StringIO(found), delimiter="\t")
    assert len(row) == 11
    assert row[0] == "https://courier.example/ferry"
    assert row[1] == "1"
    assert row[4] == "The ferry to the islands"
    assert PARAGRAPHS[0] in row[7]
    assert COMMENT in row[8]
    assert row[9] == "null"


def test_xml_is_that_of_trafilatura() -> None:
    written = text_of(output_format="xml", with_metadata=True, include_links=True, include_formatting=True)
    root = ElementTree.fromstring(written)
    assert root.tag == "doc"
    assert root.get("title") == "The ferry to the islands"
    assert [part.tag for part in root] == ["main", "comments"]
    assert [(head.get("rend"), head.text) for head in root.iter("head")][-1] == ("h2", "In winter")
    assert [cell.get("role") for cell in root.iter("cell")] == ["head", "head", None, None, None, None]
    assert [item.text for item in root[0].iter("item")] == [
        "Bring a coat against the wind.",
        "Bring bread for the islands.",
    ]
    assert next(root.iter("hi")).get("rend") == "#i"
    assert COMMENT in "".join(root[1].itertext())
    assert ElementTree.fromstring(text_of(output_format="xml")).get("title") is None


def test_elements_without_text_in_xml() -> None:
    html = '<p>one<br>two</p><hr><figure><img src="/a.png" alt="&quot;A&quot; &amp; B"></figure><div>\x01three</div>'
    assert convert(html) == '<p>one<lb/>two</p><graphic src="/a.png" alt=\'"A" &amp; B\'/>three'


@pytest.mark.parametrize("output_format", ["json", "csv", "xml", "html"])
def test_what_cannot_be_encoded_is_left_out(output_format: str) -> None:
    written = text_of(output_format=output_format, with_metadata=True, record_id="half \ud83d of a pair")
    assert "half" in written.encode().decode()


def test_tei_holds_content_and_comments() -> None:
    root = ElementTree.fromstring(text_of(output_format="xmltei", author_blacklist={"mara ellingsen"}))
    text = "".join(root.itertext())
    assert root.tag == "{http://www.tei-c.org/ns/1.0}TEI"
    assert PARAGRAPHS[0] in text
    assert COMMENT in text
    assert "Mara Ellingsen" not in text.split(PARAGRAPHS[0])[0]


@pytest.mark.parametrize("output_format", ["pdf", "python", ""])
def test_other_formats_are_refused(output_format: str) -> None:
    with pytest.raises(OptionError, match="output_format"):
        extract(FERRY, output_format=output_format)


# --- What is wanted of a page


@pytest.mark.parametrize(
    ("parameters", "is_wanted"),
    [
        ({"target_language": "en"}, True),
        ({"target_language": "de"}, False),
        ({"only_with_metadata": True}, True),
        ({"url_blacklist": {"https://courier.example/ferry"}}, False),
        ({"url_blacklist": {"https://courier.example/"}}, True),
        ({"config": configuration(MIN_OUTPUT_SIZE="100000", MIN_OUTPUT_COMM_SIZE="100000")}, False),
        ({"config": configuration(MIN_OUTPUT_SIZE="10")}, True),
        ({"config": configuration(MAX_FILE_SIZE="100")}, False),
    ],
    ids=lambda value: ",".join(value) if isinstance(value, dict) else None,
)
def test_pages_that_are_not_wanted_give_none(parameters: dict[str, Any], is_wanted: bool) -> None:
    assert (extract(FERRY, **parameters) is not None) is is_wanted


def test_a_page_without_a_date_has_no_essential_metadata() -> None:
    page = FERRY.replace("article:published_time", "x").replace("article:modified_time", "y")
    assert extract(page) is not None
    assert extract(page, only_with_metadata=True) is None


def test_authors_of_the_blacklist_are_left_out() -> None:
    found = json.loads(text_of(output_format="json", author_blacklist={"Mara ELLINGSEN"}))
    assert found["author"] is None


@pytest.mark.parametrize(
    ("parameters", "date"),
    [
        ({"original_date": True}, "2026-02-14"),
        ({"original_date": False}, "2026-03-01"),
        ({"outputformat": "%d.%m.%Y"}, "14.02.2026"),
        ({"max_date": "2026-01-01"}, None),
        ({"min_date": "2026-01-01"}, "2026-02-14"),
        ({"extensive_search": True}, "2026-02-14"),
    ],
    ids=str,
)
def test_dates_as_htmldate_is_asked_for_them(parameters: dict[str, Any], date: str | None) -> None:
    found = json.loads(text_of(output_format="json", with_metadata=True, date_extraction_params=parameters))
    assert found["date"] == date


def test_a_date_that_is_no_day_stays_as_it_is() -> None:
    assert choose_date(Metadata(date="2026-02"), {"outputformat": "%Y"}) == "2026-02"
    assert choose_date(Metadata(), {"outputformat": "%Y"}) is None


def test_precision_keeps_no_more_than_recall() -> None:
    lengths = [len(text_of(favor_precision=True)), len(text_of()), len(text_of(favor_recall=True))]
    assert lengths == sorted(lengths)
    assert text_of(favor_precision=True, favor_recall=True) == text_of(favor_recall=True)


def test_elements_are_pruned() -> None:
    text = text_of(prune_xpath=["//ul | //h2", '//section[@id="comments"]'])
    assert "Bring a coat" not in text
    assert "In winter\n" not in text
    assert COMMENT not in text
    assert PARAGRAPHS[0] in text
    assert "Bring a coat" not in text_of(prune_xpath=".//article/ul")


# --- What is ignored, and what is refused


@pytest.mark.parametrize(
    ("parameters", "name"),
    [
        ({"fast": True}, "fast"),
        ({"no_fallback": True}, "no_fallback"),
        ({"tei_validation": True, "output_format": "xmltei"}, "tei_validation"),
        ({"deduplicate": True}, "deduplicate"),
        ({"date_extraction_params": {"extensive_search": False}, "with_metadata": True}, "extensive_search"),
        ({"config": configuration(MIN_EXTRACTED_SIZE="1000")}, "MIN_EXTRACTED_SIZE"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_ignored_warns_once(parameters: dict[str, Any], name: str) -> None:
    with pytest.warns(IgnoredParameterWarning, match=name) as warned:
        assert extract(FERRY, **parameters) is not None
    assert extract(FERRY, **parameters) is not None  # a second warning would be an error
    assert len(warned) == 1
    assert warned[0].filename == __file__


@pytest.mark.parametrize(
    "parameters",
    [
        {"max_tree_size": 100},
        {"prune_xpath": "//p[1]"},
        {"options": 5},
        {"config": configuration(MIN_OUTPUT_SIZE="many")},
        {"date_extraction_params": {"unknown": 1}, "with_metadata": True},
    ],
    ids=lambda parameters: next(iter(parameters)),
)
def test_what_cannot_be_honoured_is_refused(parameters: dict[str, Any]) -> None:
    with pytest.raises(
        OptionError, match=next(iter(parameters)).partition("_")[0] if "config" not in parameters else "MIN"
    ):
        extract(FERRY, **parameters)


# --- Settings


def test_settings_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "settings.cfg"
    path.write_text("[DEFAULT]\nMIN_OUTPUT_SIZE = 100000\nMIN_OUTPUT_COMM_SIZE = 100000\nEXTENSIVE_DATE_SEARCH = on\n")
    assert extract(FERRY, settingsfile=str(path)) is None
    config = trafilatura.use_config(str(path))
    config.set("DEFAULT", "MIN_OUTPUT_SIZE", "1")
    assert extract(FERRY, config=config) is not None


@pytest.mark.parametrize("content", [None, "no section", b"\xff\xfe"], ids=["missing", "no section", "binary"])
def test_settings_that_cannot_be_read_are_an_error(tmp_path: Path, content: str | bytes | None) -> None:
    path = tmp_path / "settings.cfg"
    if content is not None:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(InputError, match=r"settings\.cfg: the settings cannot be read") as raised:
        extract(FERRY, settingsfile=str(path))
    assert "\n" not in str(raised.value)


def test_options_as_one_object() -> None:
    options = trafilatura.Extractor(output_format="json", with_metadata=True, url="https://courier.example/")
    assert set(json.loads(text_of(options=options))) == JSON_KEYS
    options.comments = False
    assert json.loads(text_of(options=options))["comments"] == ""
    assert trafilatura.Extractor(precision=True, recall=True).focus == "recall"
    assert text_of(options=trafilatura.Extractor(), output_format="json") == text_of()


def test_options_of_trafilatura_itself_are_understood() -> None:
    given: dict[str, Any] = {
        **{"format": "txt", "fast": False, "focus": "balanced", "comments": False, "formatting": False, "links": False},
        **{"images": False, "tables": False, "dedup": False, "lang": "en", "url": None, "source": None},
        **{"with_metadata": False, "only_with_metadata": False, "tei_validation": False, "author_blacklist": set()},
        **{"url_blacklist": set(), "date_params": {"original_date": True, "extensive_search": True}},
        "config": configuration(MIN_EXTRACTED_SIZE="250", MAX_FILE_SIZE="20000000", USER_AGENTS="", MAX_TREE_SIZE=""),
    }
    assert text_of(options=SimpleNamespace(**given)) == text_of(include_comments=False, include_tables=False)
    assert extract(FERRY, options=SimpleNamespace(**given | {"lang": "de"})) is None


# --- Neighbours


def test_bare_extraction_returns_a_document() -> None:
    document = bare_extraction(FERRY, with_metadata=True)
    assert isinstance(document, trafilatura.Document)
    assert document.title == "The ferry to the islands"
    assert document.text == document.raw_text
    assert document.text
    assert COMMENT in (document.comments or "")
    assert document.as_dict() == bare_extraction(FERRY, with_metadata=True, as_dict=True)
    plain = bare_extraction(FERRY)
    assert isinstance(plain, trafilatura.Document)
    assert plain.title is None
    with pytest.raises(AttributeError, match=r"ridgeline\.extract"):
        _ = document.body


def test_extract_with_metadata_has_the_text_of_extract() -> None:
    document = extract_with_metadata(FERRY, output_format="markdown", record_id="1")
    assert document is not None
    assert document.text == text_of(output_format="markdown", with_metadata=True, record_id="1")
    assert (document.author, document.date, document.id) == ("Mara Ellingsen", "2026-02-14", "1")


def test_metadata_of_a_page() -> None:
    document = extract_metadata(FERRY, author_blacklist={"mara ellingsen"})
    assert (document.title, document.author, document.sitename) == (
        "The ferry to the islands",
        None,
        "The Coastal Courier",
    )
    assert extract_metadata("<p>Words.</p>", default_url="https://a.example/b").url == "https://a.example/b"
    assert extract_metadata("").title is None
    with pytest.raises(TypeError, match="NoneType"):
        extract_metadata(None)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: extract_metadata(FERRY, extensive=False), "extensive"),
        (lambda: trafilatura.html2txt(FERRY, clean=False), "clean"),
        (lambda: trafilatura.fetch_url("not a url", no_ssl=True), "no_ssl"),
    ],
    ids=["extract_metadata", "html2txt", "fetch_url"],
)
def test_what_neighbours_ignore_warns(call: Callable[[], Any], name: str) -> None:
    with pytest.warns(IgnoredParameterWarning, match=f"{name} is ignored"):
        call()


def test_html2txt_is_all_text_on_a_line() -> None:
    text = trafilatura.html2txt(FERRY)
    assert text.startswith("Home News Tides")
    assert "Privacy" in text
    assert "\n" not in text
    assert trafilatura.html2txt("") == ""


def test_fingerprints_are_near_for_near_texts() -> None:
    def bits(html: str) -> int:
        return int(json.loads(text_of(html, output_format="json", with_metadata=True))["fingerprint"], 16)

    same, near, other = bits(FERRY), bits(FERRY.replace("Monday", "Tuesday")), bits(AWKWARD["Chinese"])
    assert same == bits(FERRY)
    assert (same ^ near).bit_count() < 10 < (same ^ other).bit_count()


@pytest.mark.parametrize("name", ["baseline", "load_html", "fetch_response"])
def test_what_is_not_here_says_what_to_use(name: str) -> None:
    with pytest.raises(ImportError, match=rf"{name}.*use ridgeline\."):
        exec(f"from ridgeline.compat.trafilatura import {name}")
    with pytest.raises(AttributeError, match="no attribute"):
        _ = trafilatura.nothing


def test_fetch_url_refuses_private_addresses_unless_they_are_allowed() -> None:
    with serve({"/ferry": Answer(FERRY.encode())}) as site:
        assert trafilatura.fetch_url(f"{site.url}/ferry") is None
        assert site.asked == []
        allowed = configuration(SSRF_PROTECTION="off", DOWNLOAD_TIMEOUT="5")
        assert trafilatura.fetch_url(f"{site.url}/ferry", config=allowed) == FERRY
        assert trafilatura.fetch_url(f"{site.url}/gone", config=allowed) is None
        allowed.set("DEFAULT", "MIN_FILE_SIZE", "100000")
        assert trafilatura.fetch_url(f"{site.url}/ferry", config=allowed) is None
    assert trafilatura.fetch_url("not a url") is None
