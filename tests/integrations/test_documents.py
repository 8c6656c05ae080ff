"""Pages as documents: what LangChain, LlamaIndex and Haystack share."""

import importlib
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from ridgeline.errors import (
    FetchError,
    InputError,
    MissingExtraError,
    OptionError,
    PrivateAddressError,
    RuleError,
    TemplateError,
    UnknownExtractorError,
    how_to_install,
)
from ridgeline.integrations.documents import Converter, PageSource, Reading, Splitting, check_plain, read_file, url_of
from ridgeline.passages import estimate_tokens

from .site import PARAGRAPHS, SHELL, THREAD, Answer, article, serve


def test_metadata_are_texts_and_numbers() -> None:
    head = '<meta name="author" content="Ada Berg"><meta name="keywords" content="boats, islands"></head>'
    page = PageSource(article().replace("</head>", head), "https://example.org/ferry")
    (converted,) = Converter.of().convert(page)
    assert converted.text.startswith("# The ferry\n")
    assert converted.metadata["source"] == converted.metadata["url"] == "https://example.org/ferry"
    assert converted.metadata["authors"] == "Ada Berg"
    assert (converted.metadata["status"], converted.metadata["language"]) == ("ok", "en")
    assert 0 < float(converted.metadata["confidence"]) <= 1
    assert {type(value) for value in converted.metadata.values()} == {str, float}


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"format": "pdf"}, OptionError),
        ({"format_options": {"colour": True}}, OptionError),
        ({"format": "text", "format_options": {"links": "none"}}, OptionError),
        ({"options": {"favor": "speed"}}, OptionError),
        ({"options": {"colour": True}}, OptionError),
        ({"options": {"url": "https://example.org/"}}, OptionError),
        ({"options": {"exclude": "p["}}, OptionError),
        ({"options": {"extractor": "sumit"}}, UnknownExtractorError),
        ({"options": {"rules": "nowhere.toml"}}, RuleError),
    ],
    ids=str,
)
def test_wrong_options_are_an_error_at_once(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        Converter.of(**arguments)


def test_an_extractor_that_needs_a_site_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIDGELINE_TEMPLATES", str(tmp_path / "templates.sqlite"))
    converter = Converter.of(options={"extractor": "fast-template"})
    with pytest.raises(TemplateError):
        converter.convert(PageSource(article(), "https://example.org/"))


def test_rules_are_read_once(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text('["example.org"]\nselect = "h1"\n')
    converter = Converter.of("text", options={"rules": str(path)})
    path.unlink()
    assert converter.convert(PageSource(article(), "https://example.org/"))[0].text == "The ferry"


def test_options_reach_the_extractor() -> None:
    text = Converter.of("text", options={"exclude": "p:first-of-type"}).convert(PageSource(article()))[0].text
    assert PARAGRAPHS[0] not in text
    assert PARAGRAPHS[1] in text


def test_a_page_without_content_says_why() -> None:
    assert Converter.of().convert(PageSource(SHELL))[0].metadata["status"] == "shell"
    assert Converter.of().convert(PageSource(""))[0].text == ""


def test_only_plain_options_can_be_serialised() -> None:
    check_plain({"favor": "recall", "exclude": ["nav"]})
    with pytest.raises(OptionError, match="plain values"):
        check_plain({"rules": object()})


def test_files_are_read_within_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(article())
    assert read_file(path).decode() == article()
    with pytest.raises(InputError, match="larger than 10 bytes"):
        read_file(path, 10)
    for wrong in (tmp_path, tmp_path / "gone.html", "nul\0.html"):
        with pytest.raises(InputError, match="cannot be read"):
            read_file(wrong)


def test_urls_are_fetched_only_from_public_addresses() -> None:
    with serve({"/ferry": Answer(article().encode())}) as site:
        with pytest.raises(PrivateAddressError):
            Reading().read(f"{site.url}/ferry")
        assert site.asked == []
        assert Reading(allow_private=True).read(f"{site.url}/ferry").url == f"{site.url}/ferry"
        with pytest.raises(FetchError):
            Reading(allow_private=True).read("ftp://127.0.0.1/")
    with pytest.raises(OptionError, match="timeout"):
        Reading(timeout_seconds=0)


def test_the_url_of_a_document() -> None:
    assert url_of({"source": "https://a.example/"}) == "https://a.example/"
    assert url_of({"source": "https://a.example/", "url": "https://b.example/"}) == "https://b.example/"
    assert url_of({"source": "pages/a.html", "url": 5}) is None


@pytest.mark.parametrize(
    ("module", "extra", "needed"),
    [
        ("langchain", "langchain", "langchain_core.document_loaders"),
        ("llama_index", "llama-index", "llama_index.core.bridge.pydantic"),
        ("haystack", "haystack", "haystack"),
    ],
)
def test_a_missing_package_names_its_extra(
    module: str, extra: str, needed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, f"ridgeline.integrations.{module}", raising=False)
    monkeypatch.setitem(sys.modules, needed, None)  # as if it were not installed
    with pytest.raises(MissingExtraError, match=re.escape(how_to_install(extra))):
        importlib.import_module(f"ridgeline.integrations.{module}")


def test_chunks_have_their_headings_and_their_place() -> None:
    page = PageSource(article(links="<h2>Times</h2><p>At nine. " + PARAGRAPHS[0]), "https://example.org/ferry#top")
    parts = Converter.of(splitting=Splitting("chunks", 40)).convert(page)
    assert len(parts) > 2
    last = parts[-1].metadata
    assert (last["headings"], last["chunk"], last["title"]) == ("The ferry > Times", len(parts) - 1, "The ferry")
    assert str(page.data)[int(last["start"]) :].startswith("Times</h2>")
    assert str(last["link"]).startswith("https://example.org/ferry#:~:text=")
    assert all(part.metadata["tokens"] == estimate_tokens(part.text) for part in parts)


def test_posts_are_documents_of_their_own() -> None:
    converter = Converter.of(splitting=Splitting("posts"))
    parts = converter.convert(PageSource(THREAD))
    assert [part.metadata["author"] for part in parts] == [f"Rower {n}" for n in range(12)]
    assert parts[4].text.startswith("Post 4.")
    (whole,) = converter.convert(PageSource(article()))
    assert whole.text.startswith("# The ferry")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"splitting": Splitting("pages")}, "chunks or posts"),  # type: ignore[arg-type]
        ({"splitting": Splitting("chunks"), "format": "text"}, "neither format"),
        ({"splitting": Splitting("chunks"), "options": {"isolated": True}}, "no chunks"),
        ({"splitting": Splitting("chunks", 8)}, "32 or more"),
    ],
)
def test_splitting_that_cannot_be_used(given: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Converter.of(**given)
