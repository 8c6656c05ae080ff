"""Websites that look real, with style sheets in files of their own and pictures in several sizes and formats."""

import io
from functools import cache

from PIL import Image, ImageDraw

from ..service.websites import File

_BASE = b"""* { box-sizing: border-box }
body { margin: 0; font: 17px/1.6 Georgia, serif; color: var(--ink); background: var(--ground) }
.bar { background: var(--accent) url(/images/pattern.png); color: #fff; padding: 18px 28px; display: flex; gap: 22px }
.bar a { color: #fff; text-decoration: none; font: 600 15px system-ui }
.bar .name { font-size: 20px; margin-right: auto }
figure { margin: 1.5em 0 } figure img { width: 100%; height: auto; border-radius: var(--round) }
figcaption { font: 14px system-ui; color: #667; margin-top: 6px }
h1 { font-size: 38px; line-height: 1.15; margin: .2em 0 } .by { color: #667; font: 15px system-ui }
aside { background: var(--tint); padding: 4px 20px; border-radius: var(--round) } aside a { color: var(--accent) }
table { border-collapse: collapse; width: 100% }
td, th { border-bottom: 1px solid #bbb; padding: 6px; text-align: left }
footer { padding: 28px; background: var(--tint); font: 14px system-ui }
@font-face { font-family: Own; src: url(/fonts/own.woff2) }
"""
_GRID = b"""@media (min-width: 700px) { main { display: grid; grid-template-columns: minmax(0, 1fr) 250px; gap: 40px } }
main { max-width: 1060px; margin: 30px auto; padding: 0 24px }"""
# name: title, accent, ground, tint, radius, picture
SITES: dict[str, tuple[str, str, str, str, str, tuple[int, int, int]]] = {
    "harbour-news": ("The ferry will run all winter", "#14416b", "#fff", "#eef3f8", "0", (96, 140, 176)),
    "garden-notes": ("A hedge that feeds the whole street", "#2f6b3a", "#fbfaf4", "#eaf2e3", "14px", (120, 160, 96)),
    "night-kitchen": ("Bread that rises while you sleep", "#8a3b12", "#fffaf3", "#f8e8d8", "8px", (190, 140, 90)),
    "rail-weekly": ("Why the night train came back", "#26262b", "#f7f7f8", "#e7e7ea", "2px", (110, 110, 124)),
    "sea-science": ("The reef that moved two miles", "#0d6e77", "#f6fbfb", "#dff0f1", "20px", (70, 150, 160)),
}


@cache
def picture(size: tuple[int, int], colour: tuple[int, int, int], format: str = "jpeg") -> bytes:
    """Return a landscape of a kind."""
    image = Image.new("RGB", size, colour)
    draw = ImageDraw.Draw(image)
    width, height = size
    for step in range(6):
        shade = tuple(max(0, one - 14 * step) for one in colour)
        top = height * (4 + step) // 11
        peak = width * (step * 37 % 100) // 100
        draw.polygon([(-width, height), (peak, top), (2 * width, height)], fill=shade)
    stream = io.BytesIO()
    image.save(stream, format)
    return stream.getvalue()


def files_of(name: str) -> dict[str, File | str]:
    """Return a website: the page at /, its style sheets and pictures."""
    title, accent, ground, tint, radius, colour = SITES[name]
    root = f":root {{ --accent: {accent}; --ground: {ground}; --tint: {tint}; --round: {radius}; --ink: #23262b }}"
    return {
        "/": _page(name, title),
        "/css/main.css": ("text/css", root.encode() + b"\n" + _BASE),
        "/css/more.css": ("text/css", b'@import url("grid.css") screen;'),
        "/css/grid.css": ("text/css", _GRID),
        "/images/pattern.png": ("image/png", picture((40, 40), (60, 80, 110), "png")),
        "/images/lead-400.jpg": ("image/jpeg", picture((400, 225), colour)),
        "/images/lead-1200.jpg": ("image/jpeg", picture((1200, 675), colour)),
        "/images/second.webp": ("image/webp", picture((800, 450), colour[::-1], "webp")),
        "/images/third.avif": ("image/avif", picture((640, 360), colour, "avif")),
    }


def _page(name: str, title: str) -> str:
    place = name.replace("-", " ").title()
    sentences = (
        "Nobody expected the plan to last for more than a season, and yet the people who began it are still there. ",
        "They meet on Thursdays in the room above the bakery, with a map, a kettle and a list that gets no shorter. ",
        "What they learnt in the first year fills two folders, most of it about weather, paint and timber. ",
        "The council promised money twice, and twice changed its mind, which by now is a matter of quiet pride. ",
    )
    paragraphs = [f"<p>{''.join(sentences[(start + step) % 4] for step in range(3))}</p>" for start in range(6)]
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title} | {place}</title>
<meta property="og:site_name" content="{place}"><meta name="author" content="Ines Marlow">
<meta property="article:published_time" content="2026-10-04"><meta property="og:image" content="/images/lead-1200.jpg">
<link rel="stylesheet" href="/css/more.css"><link rel="stylesheet" href="/css/main.css"></head><body>
<header class="bar"><a class="name" href="/">{place}</a><a href="/a">Stories</a><a href="/b">Places</a><a
href="/c">People</a></header>
<main><article><h1>{title}</h1><p class="by">By Ines Marlow, 4 October 2026</p>
<figure><img src="/images/lead-400.jpg" srcset="/images/lead-400.jpg 400w, /images/lead-1200.jpg 1200w"
alt="The hills in the morning"><figcaption>The hills in the morning, seen from the old road.</figcaption></figure>
{paragraphs[0]}{paragraphs[1]}<h2>What it took</h2>{paragraphs[2]}
<p>The first count was made by hand.<sup><a id="ref1" href="#note1">1</a></sup></p>
<figure><picture><source srcset="/images/third.avif" type="image/avif"><source srcset="/images/second.webp"
type="image/webp"><img data-src="/images/second.webp" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="The valley">
</picture><figcaption>The valley in the second year.</figcaption></figure>
{paragraphs[3]}<h2>What comes next</h2>{paragraphs[4]}
<table><caption>Hours worked</caption><tr><th>Year</th><th>People</th><th>Hours</th></tr>
<tr><td>2024</td><td>12</td><td>840</td></tr><tr><td>2025</td><td>31</td><td>2,210</td></tr></table>{paragraphs[5]}
<figure><img src="/images/third.avif" alt="The last field"><figcaption>The last field to be sown.</figcaption></figure>
<ol class="footnotes"><li id="note1">Later counts were made from the air. <a href="#ref1">↩</a></li></ol></article>
<aside><h3>Most read</h3><p><a href="/1">Ten walks for the autumn</a></p><p><a href="/2">The lamp that stayed on</a></p>
<p><a href="/3">How to mend a wall</a></p></aside></main>
<footer>© 2026 {place} · <a href="/imprint">Imprint</a> · <a href="/privacy">Privacy</a></footer></body></html>"""
