"""Views in a real Chromium: every leaf has its text, nothing of a page runs, nothing is requested."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import ridgeline
from ridgeline import parse
from ridgeline.page import Page
from ridgeline.render import Browser
from ridgeline.service.pages.view import View, write_content_view, write_laid_out, write_view

from ...browsers import need_browser
from ...pages import AWKWARD
from .attacks import ATTACKS
from .frames import NONCE, Window, opened

_GOLDEN = Path(__file__).parents[2] / "golden"

ODD = {
    "table in a paragraph": "<p>before<table><tr><td>cell<p>inner</table>after</p>",
    "no table around cells": "<div><td>a cell</td><tr>a row</tr><caption>c</caption></div>",
    "text between rows": "<table>one<tr>two<td>three</td>four</tr><p>five</p></table>",
    "links in links": "<a href=1>one<div><a href=2>two</a>three</div></a>",
    "misnested": "<b>one<p>two</b>three</p><i>four<b>five</i>six</b>",
    "headings in headings": "<h1>one<h2>two</h1>three</h2>",
    "buttons in buttons": "<button>one<button>two</button></button><p>three<button><p>four</button></p>",
    "forms in tables": "<table><form><tr><td><input><select><option>x</select>text</td></tr></form></table>",
    "line breaks": "<pre>\n\none\ntwo</pre><pre>\nthree</pre><textarea>\nfour</textarea><listing>\nfive</listing>",
    "carriage returns": "<p>one&#13;two&#13;&#10;three</p><p title='a&#13;b'>four</p>",
    "entities": "<p>&amp;lt; &lt;b&gt; &nbsp; &copy; &#x1F600; &notit; &amp</p>",
    "ruby": "<ruby>漢<rp>(</rp><rt>kan</rt>字<rtc><rt>ji</rtc></ruby>",
    "definition lists": "<dl><dt>a<dd>b<dt>c<dd><p>d</dl>",
    "foreign content": "<p>a<svg><text>t</text><foreignObject><p>in</p></foreignObject></svg>b<math><mi>x</mi></math>",
    "object with text": "<object data=x><p>instead</p><a href=1>link</a></object>",
    "custom": "<x-card><x:odd>one</x:odd><aB-c>two</aB-c><!-- c --><a-🎉>three</a-🎉></x-card>",
    "many attributes": "<p " + " ".join(f"a{n}=b" for n in range(900)) + ">text</p>",
    "noscript": "<noscript><p>one</p><img src=x></noscript><p>two</p>",
    "noscript in the head": "<head><noscript><style>p{color:red}</style><p>one</noscript></head><p>two",
    "two bodies": "<body class=a><p>one</p><body class=b><p>two</p></html><p>three</p>",
    "shadow": "<div><template shadowrootmode=open><p>shadow</p><slot></slot></template><p>light</p></div>",
    "nested lists": "<ul><li>a<ul><li>b</ul><li>c<ol><li>d<p>e</ol></ul>",
    "select": "<p>before<select><option>a<option>b</select>after</p>",
    "details": "<details><summary>one</summary>two</details><dialog>three</dialog>",
    "quirks": "<p>a<table><td>b<table><td>c</table></table>d",
    "long text": f"<p>{'word ' * 20_000}</p>",
}  # fmt: skip


@pytest.fixture(scope="module")
def window() -> Iterator[Window]:
    need_browser()
    with opened() as found:
        yield found


def texts(page: Page) -> dict[int, str]:
    """The texts of the leaves, as an encoding that cannot carry halves of characters has them."""
    return {leaf: text.encode("utf-8", "replace").decode() for leaf, text in enumerate(page.leaf_text)}


@pytest.mark.parametrize("name", ODD)
def test_a_browser_reads_the_tree_that_was_meant(window: Window, name: str) -> None:
    page = parse(ODD[name])
    assert len(page.leaves)
    assert window.leaves(write_view(page)) == texts(page)


@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_pages(window: Window, name: str) -> None:
    page = parse(AWKWARD[name])
    assert window.leaves(write_view(page)) == texts(page)


def test_golden_pages(window: Window) -> None:
    """Every sixth of them; `test_view.py` parses all of them, as a browser does."""
    pages = {path.parent.name: parse(path.read_bytes()) for path in sorted(_GOLDEN.rglob("*.html"))[::6]}
    wrong = [name for name, page in pages.items() if window.leaves(write_view(page)) != texts(page)]
    assert (wrong, len(pages) > 10) == ([], True)


@pytest.mark.parametrize("name", ATTACKS)
def test_nothing_of_a_page_runs_and_nothing_is_requested(window: Window, name: str) -> None:
    page = parse(ATTACKS[name].replace("NONCE", NONCE), url="http://evil.test/page")
    frame = window.show(write_view(page))
    frame.locator("body").click(position={"x": 300, "y": 200}, force=True)
    window.tab.mouse.move(100, 100)
    for key in ("Tab", "Enter", "Space", "x"):
        window.tab.keyboard.press(key)
    window.send(ridgeline="paint", layers=[{"leaves": list(range(len(page.leaves))), "style": "kept"}])
    window.tab.wait_for_function("window.heard.some(({ data }) => data.ridgeline === 'click')")
    assert window.requested == []
    assert window.dialogs == []
    assert [heard for heard in window.heard() if not heard["isFrame"] or "ridgeline" not in heard["data"]] == []
    assert {heard["origin"] for heard in window.heard()} == {"null"}
    assert frame.url.endswith("/view")
    assert frame.evaluate("document.querySelectorAll('script').length") == 1


def test_an_attack_would_be_noticed(window: Window) -> None:
    """Without our writer and without the policy it runs, and asks for a picture."""
    raw = View("", "", "", "", ATTACKS["onerror of img"])
    window.show(raw, is_guarded=False)
    window.tab.wait_for_function("window.heard.some(({ data }) => data === 'ran')")
    assert window.requested
    assert window.sent


def test_the_policy_alone_would_do(window: Window) -> None:
    """Markup of attacks, copied as it stands: it asks for much, but nothing runs and nothing leaves the browser."""
    kinds = ("script", "onerror of img", "import of CSS", "url in CSS", "object", "embed", "video", "srcset", "font")
    window.show(View("", "", "", "", "".join(ATTACKS[kind] for kind in kinds)))
    assert window.requested
    assert window.sent == []
    assert [heard["data"] for heard in window.heard() if heard["data"] == "ran"] == []


def test_there_are_enough_attacks() -> None:
    assert len(ATTACKS) >= 40


def test_the_reading_view_has_the_kept_leaves(window: Window) -> None:
    html = (_GOLDEN / "blog-wordpress" / "source.html").read_bytes()
    extraction = ridgeline.load("summit").extract(parse(html))
    found = window.leaves(write_content_view(extraction))
    kept = [leaf for leaf in extraction.keep.tolist() if extraction.page.leaf_text[leaf].strip()]
    shown = {leaf: " ".join(text.split()) for leaf, text in found.items()}
    assert set(kept) <= set(shown)
    assert all(shown[leaf] == " ".join(extraction.page.leaf_text[leaf].split()) for leaf in kept)
    assert window.requested == []


@pytest.mark.parametrize("part", range(4))
def test_attacks_in_the_reading_view(window: Window, part: int) -> None:
    attacks = [f"<section><h2>{name}</h2>{html}</section>" for name, html in ATTACKS.items()][part::4]
    source = "".join(f"<article><h1>A title</h1>{html}<p>Some words about it.</p></article>" for html in attacks)
    page = parse(source, url="http://evil.test/")
    frame = window.show(write_content_view(ridgeline.load("everything").extract(page)))
    frame.locator("body").click(position={"x": 200, "y": 100}, force=True)
    assert (window.requested, window.dialogs) == ([], [])
    assert [heard for heard in window.heard() if "ridgeline" not in heard["data"]] == []
    assert frame.evaluate("document.querySelectorAll('[href], [src], script:not([nonce])').length") == 0


def test_a_click_tells_the_leaf_and_the_elements_around_it(window: Window) -> None:
    page = parse("<body><div class=a><p>one <b>two</b></p></div><p>three</p></body>")
    frame = window.show(write_view(page))
    frame.locator("rl-leaf[data-l='1']").click()
    window.tab.wait_for_function("window.heard.some(({ data }) => data.ridgeline === 'click')")
    [click] = window.heard("click")
    names = [page[row].tag for row in click["path"]]
    assert (click["leaf"], page[click["node"]].tag, names) == (1, "b", ["b", "p", "div", "body"])
    assert (click["shift"], click["alt"]) == (False, False)


def test_painting_outlines_and_keys(window: Window) -> None:
    page = parse("<body><div><p>one</p><p>two</p></div><p>three</p><img alt=four width=20></body>")
    frame = window.show(write_view(page))
    window.send(
        ridgeline="paint",
        layers=[{"leaves": [0, 1], "style": "kept"}, {"leaves": [2], "style": "dropped"}],
        theme="dark",
    )
    assert frame.evaluate("[...document.querySelectorAll('.rl-kept')].map((leaf) => leaf.dataset.l)") == ["0", "1"]
    assert frame.evaluate("document.querySelector('[data-rl-area=kept]').tagName") == "DIV"
    assert frame.evaluate("document.querySelectorAll('.rl-dropped').length") == 1
    window.send(ridgeline="paint", layers=[{"leaves": [0, 1], "style": "a"}, {"leaves": [1], "style": "b"}])
    assert frame.evaluate("[...document.querySelectorAll('.rl-mixed')].map((leaf) => leaf.dataset.l)") == ["0", "1"]
    assert frame.evaluate("document.querySelectorAll('.rl-kept, [data-rl-area]').length") == 0
    window.send(ridgeline="paint", layers=[{"leaves": [0, 2], "style": "heat", "values": [0.25, 1]}])
    assert frame.evaluate("document.querySelector('.rl-heat').style.getPropertyValue('--rl-value')") == "0.25"
    window.send(ridgeline="outline", node=int(page.parent[page.leaves[0]]), kind="selection")
    assert frame.evaluate("document.querySelector('.rl-outline-selection').textContent") == "one"
    window.send(ridgeline="outline", node=None, kind="selection")
    assert frame.evaluate("document.querySelectorAll('.rl-outline-selection').length") == 0
    frame.locator("rl-leaf").first.click()
    window.tab.keyboard.press("Control+z")
    window.tab.wait_for_function("window.heard.some(({ data }) => data.ridgeline === 'key')")
    assert window.heard("key") == [{"ridgeline": "key", "key": "z", "shift": False, "ctrl": True, "alt": False}]


def test_a_drag_selects_a_region_where_that_is_on(window: Window) -> None:
    page = parse("<body>" + "".join(f"<p style='height:40px;margin:0'>line {number}</p>" for number in range(10)))
    frame = window.show(write_view(page))
    assert frame.locator("rl-leaf").count() == 10

    def drag() -> None:
        window.tab.mouse.move(30, 60)
        window.tab.mouse.down()
        window.tab.mouse.move(200, 120, steps=4)
        window.tab.mouse.move(300, 190, steps=4)
        window.tab.mouse.up()

    drag()
    window.send(ridgeline="dragging", on=True)
    assert window.heard("region") == []
    drag()
    window.tab.wait_for_function("window.heard.some(({ data }) => data.ridgeline === 'region')")
    [region] = window.heard("region")
    assert region["leaves"]
    assert region["leaves"] == list(range(region["leaves"][0], region["leaves"][-1] + 1))
    assert len(region["leaves"]) < 10


def test_messages_of_others_are_ignored(window: Window) -> None:
    frame = window.show(write_view(parse("<p>one</p>")))
    frame.evaluate("window.postMessage({ ridgeline: 'paint', layers: [{ leaves: [0], style: 'kept' }] }, '*')")
    frame.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert frame.evaluate("document.querySelectorAll('.rl-kept').length") == 0


def test_a_page_as_it_was_laid_out(window: Window) -> None:
    page = parse((_GOLDEN / "blog-wordpress" / "source.html").read_bytes())
    with Browser() as browser:
        laid_out, picture = browser.screenshot(page)
    assert laid_out.layout is not None
    view = write_laid_out(laid_out, laid_out.layout, picture)
    assert window.leaves(view) == texts(page)
    assert window.requested == []
    shown = window.tab.frames[1].evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('rl-leaf:not([hidden])')].map((leaf) => {"
        " const box = leaf.getBoundingClientRect(); return [leaf.dataset.l, [box.left, box.top, box.right]]; }))"
    )
    boxes = {
        str(leaf): [float(laid_out.layout.lines[laid_out.layout.line_node == row][:, 0].min())]
        for leaf, row in enumerate(page.leaves.tolist())
        if str(leaf) in shown and (laid_out.layout.line_node == row).any()
    }
    assert len(boxes) > 20
    zoom = float(window.tab.frames[1].evaluate("() => document.body.style.zoom"))  # the frame is narrower than the page
    assert 0.5 < zoom <= 1
    assert all(abs(shown[leaf][0] - zoom * box[0]) < 1 for leaf, box in boxes.items())


def test_twenty_thousand_leaves_are_painted_at_once(window: Window) -> None:
    page = parse("<body>" + "".join(f"<p>line {number}</p>" for number in range(20_000)))
    frame = window.show(write_view(page))
    layers = [
        {"leaves": list(range(15_000)), "style": "kept"},
        {"leaves": list(range(15_000, 20_000)), "style": "dropped"},
    ]
    window.send(ridgeline="paint", layers=layers)
    assert frame.evaluate("document.querySelectorAll('.rl-kept').length") == 15_000
