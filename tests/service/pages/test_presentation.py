"""What an extractor keeps of a stored page, linked to its text and Markdown; the view and its headers."""

import re

import pytest
from starlette.testclient import TestClient

from ..serving import problem, service_of
from .stories import ask, store


def test_blocks_link_leaves_with_text_and_markdown(studio: TestClient) -> None:
    rows = "<table><tr><th>Year<th>Rain<tr><td>1910<td>812</table>"
    extra = f"<ul><li>A <a href='/x_(y)'>link (one)</a><li><b>Bold</b> item</ul>{rows}"
    page = store(studio, 20, extra=extra)
    found = ask(studio, f"/v1/pages/{page}/extraction", formats="markdown,text,html,json")
    texts = service_of(studio).library.source(page).parse().leaf_text
    assert set(found["formats"]) == {"markdown", "text", "html", "json"}
    assert sorted(leaf for block in found["blocks"] for leaf in block["leaves"]) == found["keep"]
    for block in found["blocks"]:
        words = re.findall(r"\w+", " ".join(texts[leaf] for leaf in block["leaves"]))
        for name in ("text", "markdown"):
            start, end = block[f"{name}_range"]
            written = re.sub(r"\]\(.*?\)+", " ", found["formats"][name][start:end])
            assert re.findall(r"\w+", written) == words, name
    assert {block["tag"] for block in found["blocks"]} >= {"p", "li"}


def test_a_headline_that_is_moved_to_the_front_is_found_there(studio: TestClient) -> None:
    html = "<title>Late</title><article><p>A first paragraph, with some words and a comma. </p><h1>Late</h1>" + (
        "<p>More prose follows here, and it is long enough to be kept, by any measure.</p>" * 4
    )
    page = studio.post("/v1/pages", json={"html": html}).json()["id"]
    found = ask(studio, f"/v1/pages/{page}/extraction", extractor="everything")
    [heading] = [block for block in found["blocks"] if block["tag"] == "h1"]
    assert found["formats"]["markdown"][slice(*heading["markdown_range"])].strip("# ") == "Late"


def test_an_extraction_says_what_a_person_wants_to_know(studio: TestClient) -> None:
    page = store(studio, 21)
    found = ask(studio, f"/v1/pages/{page}/extraction")
    assert (found["status"], found["title"], found["extractor"]) == ("ok", "The ferry 21", "summit")
    assert found["words"] < found["visible_words"]
    compared = ask(studio, f"/v1/pages/{page}/compare", extractors="summit,everything")["answers"][0]
    listed = ask(studio, f"/v1/pages/{page}")["words"]
    assert found["words"] == found["metadata"]["word_count"] == compared["words"] == listed  # one count everywhere
    assert len(found["scores"]) == found["leaves"]
    assert all(0 <= score <= 1 for score in found["scores"])
    assert found["metadata"]["language"] == "en"
    assert found["seconds"] > 0
    everything = ask(studio, f"/v1/pages/{page}/extraction", extractor="everything")
    assert len(everything["keep"]) > len(found["keep"])
    assert everything["scores"] is None
    assert set(ask(studio, f"/v1/pages/{page}/extraction", favor="recall")["keep"]) >= set(found["keep"])


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("extractor=nothing", "422 unknown-extractor"),
        ("extractor=mountain&favor=recall", "422 invalid-option"),
        ("formats=pdf", "422 invalid-option"),
        ("favor=more", "422 invalid-request"),
        ("extractor=mountain-site", "422 no-model"),
    ],
)
def test_wrong_options(studio: TestClient, query: str, expected: str) -> None:
    page = store(studio, 22)
    assert problem(studio.get(f"/v1/pages/{page}/extraction?{query}")) == expected


def test_a_view_is_served_under_its_policy(studio: TestClient) -> None:
    page = store(studio, 23)
    first, second = (studio.get(f"/v1/pages/{page}/view") for _ in range(2))
    policies = [answer.headers["content-security-policy"] for answer in (first, second)]
    nonces = [re.findall(r"script-src 'nonce-([\w-]{20,})'", policy) for policy in policies]
    assert nonces[0] != nonces[1]
    assert f'<script nonce="{nonces[0][0]}">' in first.text
    assert policies[0].replace(nonces[0][0], "…") == (
        "sandbox allow-scripts; default-src 'none'; script-src 'nonce-…'; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    )
    assert first.headers["content-type"] == "text/html; charset=utf-8"
    assert first.headers["x-content-type-options"] == "nosniff"


def test_views_of_page_and_content_have_the_same_numbers(studio: TestClient) -> None:
    page = store(studio, 24)
    keep = ask(studio, f"/v1/pages/{page}/extraction")["keep"]
    whole = studio.get(f"/v1/pages/{page}/view").text
    content = studio.get(f"/v1/pages/{page}/view?of=content").text
    numbers = [[int(number) for number in re.findall(r'<rl-leaf data-l="(\d+)"', html)] for html in (whole, content)]
    assert numbers[0] == list(range(len(numbers[0])))
    assert numbers[1] == keep
    assert re.findall(r'<rl-leaf data-l="3">(.*?)<', whole) == re.findall(r'<rl-leaf data-l="3">(.*?)<', content)


def test_a_view_without_the_styles_of_the_page(studio: TestClient) -> None:
    page = store(studio, 25, extra="<style>p { color: rgb(1 2 3) }</style>")
    assert "rgb(1 2 3)" in studio.get(f"/v1/pages/{page}/view").text
    assert "rgb(1 2 3)" not in studio.get(f"/v1/pages/{page}/view?styles=0").text
