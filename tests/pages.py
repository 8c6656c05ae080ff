"""Small pages for tests, built rather than copied."""

import html
import json
import random

import ridgeline
from ridgeline import Page

AWKWARD: dict[str, str] = {
    "empty": "",
    "white space": " \n\t ",
    "one word": "word",
    "only a doctype": "<!DOCTYPE html>",
    "only a comment": "<!-- nothing -->",
    "only links": "<nav>" + "".join(f'<a href="/{name}">{name}</a> ' for name in ("home", "news", "about")) + "</nav>",
    "only a table": "<table><tr><th>Year<th>Rain</tr><tr><td>2019<td>812 mm</tr></table>",
    "only an image": '<img src="/tower.png" alt="A tower">',
    "only a script": "<script>document.write('text')</script>",
    "only a form": "<form><label>Name <input></label><select><option>One</select><button>Send</button></form>",
    "only hidden text": "<div hidden><p>Nobody sees this.</p></div>",
    "right to left": '<html lang="ar" dir="rtl"><p>أضاءت المنارة القديمة من جديد، وخرج أهل القرية إلى الثلج.</p>',
    "Chinese": '<html lang="zh"><p>灯塔在冬天重新亮了起来。</p><p>村里的人都站在雪地里看着它慢慢转动。</p>',
    "deep": "<div>" * 3000 + "at the bottom" + "</div>" * 3000,
    "deep inline": "<p>" + "<b>" * 3000 + "bold",
    "deep lists": "<ul><li>item" * 700,
    "broken": "<p>one<div>two</p></b></div><table><p>three<tr>four<td>five</table></i><li>six",
    "cut off in a tag": "<p>Text before the end.<div class='unfin",
    "frames": "<frameset><frame src=a><noframes><p>No frames.</p></noframes></frameset>",
    "plain text": "The ferry leaves at nine.\n\nIt carries mail.\n",
    "control characters": "<p>bell \x07 escape \x1b[31m nul \x00 end</p>",
    "lone surrogate": "<p>half \ud83d of a pair</p>",
    "custom elements": "<my-page><my-card>first</my-card><my-card>second</my-card></my-page>",
    "article": (
        "<title>The ferry</title><nav><a href=/>Home</a></nav><article><h1>The ferry</h1>"
        "<p>The morning ferry leaves at nine, and it carries more mail than people.</p>"
        "<p>The crossing takes <em>forty</em> minutes in fair weather.</p></article><footer>© 2026</footer>"
    ),
}

_PROSE = [
    "The morning ferry leaves at nine, and it carries more mail than people across the sound.",
    "The crossing takes forty minutes in fair weather, and the crew has coffee on the way back.",
    "In winter the boat stays in the harbour for days, while the islands wait for letters and bread.",
    "Nobody minds, since the lighthouse keeper bakes for everyone who runs out of flour in those weeks.",
    "The first boat after a storm is met by the whole village, and by every gull of the coast.",
    "It brings newspapers of five days, which are read aloud in the wrong order.",
]
_MARKUP = "".join(f"<p>{text}</p>" for text in _PROSE)
_STATE = json.dumps({"article": {"title": "The ferry", "body": _MARKUP * 4}})
# Pages whose content, or most of it, is in the data that they carry for their scripts.
CARRYING: dict[str, str] = {
    "a shell with JSON-LD": (
        "<title>The ferry</title><div id=root></div><script type='application/ld+json'>"
        + json.dumps({"@type": "NewsArticle", "headline": "The ferry", "articleBody": "\n".join(_PROSE)})
        + "</script>"
    ),
    "a shell with a frame": f'<title>The ferry</title><iframe srcdoc="{html.escape(_MARKUP)}"></iframe>',
    "a beginning with state": (
        f"<title>The ferry</title><nav><a href=/>Home</a></nav><main><h1>The ferry</h1>{_MARKUP}</main>"
        f"<script type='application/json'>{_STATE.replace('nine', 'ten')}</script>"
    ),
    "a menu with state": (
        "<title>The ferry</title><nav><a href=/>Home</a><a href=/news>News</a></nav><div id=app></div>"
        f"<script>window.__INITIAL_STATE__ = {_STATE}</script>"
    ),
}


def page(body: str, head: str = "", url: str | None = None) -> Page:
    """A page with this body."""
    return ridgeline.parse(f"<!DOCTYPE html><html><head>{head}</head><body>{body}</body></html>", url=url)


def texts(page: Page) -> list[str]:
    """The leaves as a reader would name them: text stripped, replaced elements by tag in angle brackets."""
    return [page.text[node].strip() or f"<{page[node].tag}>" for node in page.leaves.tolist()]


def article(number: int, *, url: str | None = None) -> Page:
    """One of many pages of a site: the same around it, an article of its own in the middle."""
    generator = random.Random(number)
    words = [
        f"{syllable}{number}"
        for syllable in ("mor", "ning", "fer", "ry", "har", "bour", "gull", "tide", "rope", "mast")
    ]
    paragraphs = "".join(f"<p>{' '.join(generator.choices(words, k=30))}.</p>" for _ in range(4))
    return page(
        "<div class=menu><ul><li><a href=/>Home</a><li><a href=/news>News</a><li><a href=/about>About us</a></ul></div>"
        f"<div class=story><h1>Story {number} of the {words[number % 10]}</h1>{paragraphs}</div>"
        "<div class=foot><p>Copyright of the harbour office. All rights reserved.</p></div>",
        url=url,
    )
