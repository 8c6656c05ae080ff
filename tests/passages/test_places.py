"""Places of passages: spans and selectors name the passage, and a browser highlights what a fragment names."""

import json
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import pytest
from playwright.sync_api import Browser

import ridgeline
from ridgeline.output.places import NOWHERE

from ..browsers import need_browser
from ..integrations.site import Answer, serve
from ..studio.running import run_browser

SENTENCE = "The ferry leaves at nine, and nobody hurries; on some days it is the last one of the week."
PAGE = f"""<!DOCTYPE html><meta charset=utf-8><title>Ferries</title>
<style>::target-text {{ background: #f00 }} * {{ margin: 9px; line-height: 2 }}</style>
<nav><ul><li><a href=#a>Overview</a><li><a href=#b>Times</a></ul></nav>
<article><h1>Ferries</h1>
<p>{SENTENCE}</p>
<h2>Overview</h2>
<p>It <b>well</b>-known, isn<i>'</i>t it? A <a href=/x>link, with-a-dash</a>, an ampersand
 &amp; 50% of a line<br>that is broken here</p>
<h2>Times</h2>
<table><tr><th>from<th>to<tr><td>Here<td>There</table>
<ul><li>{SENTENCE} Twice.<li>Short<li>Short</ul>
<p>渡し船は九時に出ます。誰も急ぎません。日によっては、その週の最後の船です。橋はまだありません。</p>
<p>Ein Satz über Fähren, in dem „Anführungszeichen“ stehen – und ein Strich, für den Rest der langen Überfahrt.</p>
<x-odd.name><p>In an element of an odd name, beside another.</p></x-odd.name>
<x-odd.name><p>The other one.</p></x-odd.name>
<pre>def leave(at):
    return at + 1</pre></article>"""


@pytest.fixture(scope="module")
def blocks() -> list[dict[str, Any]]:
    written = ridgeline.extract(PAGE, select="article").write("json", places=True)
    found: list[dict[str, Any]] = json.loads(written)["blocks"]
    return found


def test_plain_json_has_no_places() -> None:
    plain = json.loads(ridgeline.extract(PAGE).json)["blocks"]
    assert not {"start", "stop", "selector", "fragment"} & set(plain[0])


def test_spans_and_selectors(blocks: list[dict[str, Any]]) -> None:
    page = ridgeline.parse(PAGE)
    assert len(blocks) > 12
    for block in blocks:
        span = PAGE[block["start"] : block["stop"]]
        words = str(block["text"]).split()
        assert span.split()[0].startswith(words[0][:2])
        assert span.endswith(words[-1][-2:])
        (element,) = page.select(str(block["selector"]))
        assert words[0] in element.text_content


def test_what_the_page_does_not_show_is_nowhere() -> None:
    extraction = ridgeline.extract("<title>A headline</title><article><p>" + SENTENCE * 3, select="p")
    first = extraction.chunks(32)[0]
    assert first.text.startswith("# A headline")
    assert first.place == NOWHERE or first.place.start >= 0
    assert ridgeline.extract("<img src=a.png alt=x>", extractor="everything").chunks()[0].place.fragment is None


def test_thousands_of_siblings_take_linear_time() -> None:
    extraction = ridgeline.extract("<article>" + f"<p>{SENTENCE}" * 5_000, extractor="everything")
    written = json.loads(extraction.write("json", places=True))
    assert written["cuts"] == []
    assert written["blocks"][4_999]["selector"].endswith("p:nth-of-type(5000)")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    need_browser()
    with run_browser() as running:
        yield running


def test_chromium_highlights_what_fragments_name(browser: Browser, blocks: list[dict[str, Any]]) -> None:
    """The picture of a passage changes when its fragment is opened, and no other passage that stands before it does."""
    with serve({"/": Answer(PAGE.encode())}) as site:
        window = browser.new_page(viewport={"width": 800, "height": 2000})
        window.goto(site.url + "/")
        selectors = list(dict.fromkeys(str(block["selector"]) for block in blocks))

        def pictures() -> list[bytes]:
            return [window.locator(selector).screenshot() for selector in selectors]

        plain = pictures()
        for block in blocks:
            window.goto("about:blank")
            window.goto(f"{site.url}/{block['fragment']}")
            changed = [selector for selector, one, other in zip_longest(selectors, plain, pictures()) if one != other]
            assert changed == [block["selector"]], (block["text"], block["fragment"])
        window.close()


def test_the_ids_of_a_page_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    html = "".join(f"<p id=p{number}>{SENTENCE}</p>" for number in range(30))
    extraction, by_value, asked = ridgeline.extract(html, extractor="everything"), ridgeline.Page.by_value, list[str]()

    def counted(page: ridgeline.Page, name: str) -> Any:
        asked.append(name)
        return by_value(page, name)

    monkeypatch.setattr(ridgeline.Page, "by_value", counted)
    assert [chunk.place.selector for chunk in extraction.chunks(32)] == [f"#p{number}" for number in range(30)]
    assert asked.count("id") == 1
