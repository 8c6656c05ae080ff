"""Measures what of hidden text gets through, with a browser as the judge.

Pages are generated: a short article with a passage that is hidden, or only looks so, in some way (`WAYS`), at some
place, through an attribute or a style sheet, alone or two ways at once. Chromium lays every page out and says of
each passage whether it is seen (`ridgeline.render.hidden_text`: computed styles, `checkVisibility`, boxes, contrast).
Then ridgeline extracts the page at each setting of `visible`. Of what is hidden for good nothing may be in the text at
"reader" and "screen"; of what a person sees and the extractor keeps, 99 % must be.

    python benchmarks/visibility.py                     # all variants, in Chromium; exit code 1 if a figure is missed
    python benchmarks/visibility.py --misses            # and each passage that is not as it should be
    python benchmarks/visibility.py --peers PYTHON      # 17 ways beside trafilatura, resiliparse and readability-lxml,
                                                        # which the interpreter PYTHON has
"""

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import ridgeline
from report import Table, wide_console
from ridgeline.page.visibility import VISIBLE, Visible
from ridgeline.render.hidden_text import HIDDEN_BY
from supervisor import Worker

SEED = 31
MIN_SEEN_KEPT = 0.99
PEERS = ("trafilatura", "resiliparse", "readability-lxml")

UNSEEN, CLOSED, SEEN = "hidden for good", "hidden until opened", "seen"
MOST = "most of the page, hidden as by scripts"  # it counts as the content, and a remark says so
AROUND_MOST = "around most of the page"


@dataclass(frozen=True)
class Way:
    """A way to hide text, or one that only looks so: a style, or attributes and markup around it."""

    name: str
    style: str = ""
    attributes: str = ""
    around: tuple[str, str] = ("", "")
    sheet: str = ""
    kind: str = UNSEEN  # what it is meant to be; the browser decides between seen and hidden
    only: tuple[str, ...] = ()  # tags that it works on; default: every one
    is_trick: bool = False  # no script shows it: it goes however much of the page it is
    is_text: bool = False  # the passage itself is written in other characters


_BLOCKS = ("p", "div")
_SHEET_TAB = ".tab-pane { display: none } .tab-pane.active { display: block }"
WAYS = (
    Way("display: none", "display:none"),
    Way("display, in capitals, important", "DISPLAY : NONE !important"),
    Way("display, escaped", r"d\69splay:no\6e e"),
    Way("display, after a comment", "/*a*/display/**/:none"),
    Way("display, the last one counts", "display:block;display:none"),
    Way("display, important before a later one", "display:none!important;display:block"),
    Way("visibility: hidden", "visibility:hidden"),
    Way("visibility: collapse", "visibility:collapse", only=_BLOCKS),
    Way("hidden attribute", attributes="hidden"),
    Way("hidden attribute with a value", attributes='hidden="hidden"'),
    Way("opacity 0", "opacity:0"),
    Way("opacity in percent", "opacity:1%"),
    Way("opacity by a filter", "filter:opacity(0)", only=_BLOCKS),
    Way("content-visibility", "content-visibility:hidden", only=_BLOCKS),
    Way("font-size 0", "font-size:0", is_trick=True),
    Way("font-size of a pixel", "font-size:1px", is_trick=True),
    Way("font-size, relative", "font-size:0em", is_trick=True),
    Way("font-size by the shorthand", "font:0/0 serif", is_trick=True),
    Way("position: absolute, left", "position:absolute;left:-9999px"),
    Way("position: absolute, top", "position:absolute;top:-9999px"),
    Way("position: fixed, right", "position:fixed;right:-3000px;width:300px"),
    Way("position: absolute, left in vw", "position:absolute;left:-300vw;width:300px"),
    Way("position by calc", "position:absolute;left:calc(-1 * 9999px)"),
    Way("position by inset", "position:absolute;inset:auto auto auto -9999px"),
    Way("text-indent", "text-indent:-9999px;white-space:nowrap;overflow:hidden", only=_BLOCKS),
    Way("margin", "margin-left:-9999px;width:600px", only=_BLOCKS),
    Way("clip", "position:absolute;clip:rect(0,0,0,0)", is_trick=True),
    Way("clip, old notation", "position:absolute;clip:rect(1px 1px 1px 1px)", is_trick=True),
    Way("clip-path: inset", "clip-path:inset(50%)", only=_BLOCKS, is_trick=True),
    Way("clip-path: circle", "clip-path:circle(0)", only=_BLOCKS, is_trick=True),
    Way("clip-path: polygon", "clip-path:polygon(0 0, 0 0, 0 0)", only=_BLOCKS, is_trick=True),
    Way("height 0", "height:0;overflow:hidden", only=_BLOCKS),
    Way("max-height 0", "max-height:0;overflow:hidden", only=_BLOCKS),
    Way("width 0", "width:0;overflow:hidden;white-space:nowrap", only=_BLOCKS),
    Way("a box of a pixel", "position:absolute;width:1px;height:1px;overflow:hidden"),
    Way("transform: scale(0)", "transform:scale(0)", only=_BLOCKS),
    Way("transform: translate", "transform:translateX(-9999px)", only=_BLOCKS),
    Way("scale", "scale:0", only=_BLOCKS),
    Way("rotateX", "transform:rotateX(90deg)", only=_BLOCKS),
    Way("white on white", "color:#fff;background:#fff", is_trick=True),
    Way("white on the page", "color:white", is_trick=True),
    Way("nearly white", "color:#fefefe", is_trick=True),
    Way("hsl", "color:hsl(0, 0%, 100%)", is_trick=True),
    Way("rgb with spaces", "color:rgb(255 255 255)", is_trick=True),
    Way("transparent letters", "color:transparent", is_trick=True),
    Way("letters without fill", "-webkit-text-fill-color:transparent", is_trick=True),
    Way("rgba", "color:rgba(0,0,0,0.01)", is_trick=True),
    Way("black on black", "color:#111;background-color:#101010", is_trick=True),
    Way("font color", around=("<font color=white>", "</font>")),
    Way(
        "the usual class",
        attributes='class="sr-only"',
        sheet=".sr-only { position:absolute; width:1px; height:1px; margin:-1px; overflow:hidden; clip:rect(0,0,0,0) }",
    ),
    Way("noscript", around=("<noscript>", "</noscript>")),
    Way("in a hidden ancestor", around=('<div style="display:none"><div><span>', "</span></div></div>"), only=_BLOCKS),
    Way(
        "in transparent ancestors",
        around=('<div style="opacity:.2"><div style="opacity:.2">', "</div></div>"),
        only=_BLOCKS,
    ),
    Way("tag characters", is_text=True),
    Way("details", around=("<details><summary>More</summary>", "</details>"), kind=CLOSED, only=_BLOCKS),
    Way("tab panel", "display:none", 'role="tabpanel"', kind=CLOSED),
    Way("tab of a framework", attributes='class="tab-pane"', sheet=_SHEET_TAB, kind=CLOSED),
    Way(
        "controlled by a button",
        "display:none",
        'id="more-text"',
        ('<button aria-controls="more-text">More</button>', ""),
        kind=CLOSED,
    ),
    Way("accordion", "max-height:0;overflow:hidden", 'class="accordion-body"', kind=CLOSED, only=_BLOCKS),
    Way(
        "check box",
        attributes='class="inner"',
        around=('<input type="checkbox" class="switch">', ""),
        sheet=".inner { display:none } .switch:checked ~ .inner { display:block }",
        kind=CLOSED,
        only=_BLOCKS,
    ),
    Way("dialog", around=("<dialog>", "</dialog>"), kind=CLOSED, only=_BLOCKS),
    Way("nothing", kind=SEEN),
    Way("display, overruled", "display:none;display:block", kind=SEEN),
    Way(
        "visible in a hidden ancestor",
        "visibility:visible",
        around=('<div style="visibility:hidden">', "</div>"),
        kind=SEEN,
        only=_BLOCKS,
    ),
    Way("height 0 of an inline element", "height:0;overflow:hidden", kind=SEEN, only=("span",)),
    Way("left without a position", "left:-9999px", kind=SEEN),
    Way("clip without a position", "clip:rect(0,0,0,0)", kind=SEEN),
    Way("height 0 without overflow", "height:0", kind=SEEN),
    Way("pale", "opacity:.4", kind=SEEN),
    Way("white on black", "color:#fff;background:#000", kind=SEEN),
    Way("grey", "color:#767676", kind=SEEN),
    Way("small", "font-size:10px", kind=SEEN),
    Way("light on a gradient", "color:#fff;background:linear-gradient(#000, #333)", kind=SEEN),
    Way(
        "gradient letters",
        "color:transparent;background:linear-gradient(red, blue);-webkit-background-clip:text",
        kind=SEEN,
    ),
    Way("shadow letters", "color:transparent;text-shadow:0 0 0 #000", kind=SEEN),
    Way("slightly moved", "position:relative;left:-20px", kind=SEEN),
    Way("aria-hidden", attributes='aria-hidden="true"', kind=SEEN),
    Way(
        "hidden for printers",
        attributes='class="no-print"',
        sheet="@media print { .no-print { display:none } }",
        kind=SEEN,
    ),
    Way(
        "hidden on phones",
        attributes='class="wide"',
        sheet="@media (max-width: 600px) { .wide { display:none } }",
        kind=SEEN,
    ),
    Way(
        "hidden on wide screens",
        attributes='class="narrow"',
        sheet="@media (min-width: 600px) { .narrow { display:none } }",
    ),
    Way(
        "hidden, and shown by a later rule",
        attributes='class="late"',
        sheet=".late { display:none } .late { display:block }",
        kind=SEEN,
    ),
    Way(
        "hidden by a stronger rule",
        attributes='class="strong" id="strong"',
        sheet="#strong { display:none } .strong { display:block }",
    ),
    Way("an open details", around=("<details open><summary>More</summary>", "</details>"), kind=SEEN, only=_BLOCKS),
)

# Where a passage stands: the tag that has the style, and the markup around.
PLACES = {
    "first": ("p", "{0}{rest}"),
    "between": ("p", "{before}{0}{after}"),
    "last": ("p", "{rest}{0}"),
    "in a paragraph": (
        "span",
        "{before}<p>The keeper wrote {0} in the book every evening, as he was told to.</p>{after}",
    ),
    "in a list": ("div", "{before}<ul><li>Oil for the lamp</li><li>{0}</li><li>Wicks of cotton</li></ul>{after}"),
    "in a table": (
        "div",
        "{before}<table><tr><td>Oil</td><td>{0}</td></tr><tr><td>Wicks</td><td>Four</td></tr></table>{after}",
    ),
    "deep": ("div", "{before}<div><section><div><div>{0}</div></div></section></div>{after}"),
    "quoted": ("p", "{before}<blockquote>{0}</blockquote>{after}"),
    AROUND_MOST: ("div", "{first}{0}"),
}
# How a style is stated.
CHANNELS = (
    "attribute",
    "class",
    "id and descendant",
    "attribute selector",
    "child, important",
    "media query",
    "list and :is",
)


@dataclass(frozen=True)
class Variant:
    """A page, the words of each of its passages, and how they are meant."""

    ways: tuple[Way, ...]
    place: str
    channel: str
    html: str
    marks: tuple[str, ...]

    @property
    def kind(self) -> str:
        """What the passage is meant to be: hidden for good where one of its ways is."""
        kinds = {way.kind for way in self.ways}
        kind = next(kind for kind in (UNSEEN, CLOSED, SEEN) if kind in kinds)
        is_most = self.place == AROUND_MOST and not any(way.is_trick for way in self.ways)
        return MOST if kind == UNSEEN and is_most else kind


_PARAGRAPHS = tuple(
    f"<p>{sentence} mark{number}seen.</p>"
    for number, sentence in enumerate(
        (
            "The lighthouse on the northern reef was built of granite that came by ship, in four summers of calm sea",
            "Its keeper had a book in which he wrote the weather, the ships that passed, and the oil that he had burnt",
            "On clear evenings people on the shore could see the beam turn, and children counted the seconds between",
            "When the lamp was changed for an electric one, the book was closed and given to the museum in the town",
            "The granite has been cleaned since, the stairs were made safe, and visitors may climb them in the summer",
            "From the gallery one sees the whole of the bay, the islands in it, and the line where the sea turns dark",
        )
    )
)


def variants() -> Iterator[Variant]:
    """Yield all pages: every way at every place, through every channel, and pairs of ways."""
    chance = random.Random(SEED)
    for way in WAYS:
        for place in PLACES:
            if _works(way, place):
                yield _variant((way,), place, "attribute")
        for channel in CHANNELS[1:] if way.style and not way.attributes else ():
            places = [place for place in PLACES if _works(way, place)]
            for place in chance.sample(places, k=min(2, len(places))):
                yield _variant((way,), place, channel)
    styled = [way for way in WAYS if way.style and not way.around[0]]
    for _ in range(300):
        pair = tuple(chance.sample(styled, k=2))
        place = chance.choice(list(PLACES))
        if all(_works(way, place) for way in pair) and not any(way.attributes for way in pair):
            yield _variant(pair, place, chance.choice(CHANNELS))


def _works(way: Way, place: str) -> bool:
    return not way.only or PLACES[place][0] in way.only


def _variant(ways: tuple[Way, ...], place: str, channel: str) -> Variant:
    tag, layout = PLACES[place]
    style = ";".join(way.style for way in ways if way.style)
    attributes = " ".join(way.attributes for way in ways if way.attributes)
    sheet = "".join(way.sheet for way in ways)
    text = "Quartz markhidden zephyr, said no one to anybody."
    if ways[0].is_text:
        text = "Quiet words" + "".join(chr(0xE0000 + ord(character)) for character in " markhidden") + " stand here."
    if style and channel == "attribute":
        attributes += f' style="{style}"'
    elif style:
        name, rule = _rule(channel, style)
        attributes += f" {name}"
        sheet += rule
    opening, closing = ways[0].around
    inside = f"<p>{text}</p>{''.join(_PARAGRAPHS[1:])}" if place == AROUND_MOST else text
    passage = f"{opening}<{tag} {attributes}>{inside}</{tag}>{closing}"
    parts = {
        "first": _PARAGRAPHS[0],
        "before": "".join(_PARAGRAPHS[:3]),
        "after": "".join(_PARAGRAPHS[3:]),
        "rest": "".join(_PARAGRAPHS),
    }
    body = layout.format(passage, **parts)
    head = (
        f"<meta charset=utf-8><title>The lighthouse</title><style>{sheet}</style>" if sheet else "<meta charset=utf-8>"
    )
    article = f"<article><h1>The lighthouse</h1>{body}</article>"
    html = f"<!doctype html><html lang=en><head>{head}</head><body>{article}</body></html>"
    return Variant(
        ways, place, channel, html, ("markhidden", *(f"mark{number}seen" for number in range(len(_PARAGRAPHS))))
    )


def _rule(channel: str, style: str) -> tuple[str, str]:
    """Return the attribute of an element, and the rule that gives it a style."""
    important = ";".join(part if "important" in part else f"{part} !important" for part in style.split(";"))
    return {
        "class": ('class="k7 other"', f".k7 {{ {style} }}"),
        "id and descendant": ('id="k8"', f"p {{ margin: 1em 0 }} body article #k8 {{ {style} }}"),
        "attribute selector": ('data-k="one two"', f'[data-k~="two"] {{ {style} }}'),
        "child, important": ('class="k9"', f"* > .k9 {{ {important} }} .k9 {{ color: red }}"),
        "media query": ('class="k10"', f"@media screen and (min-width: 100px) {{ .k10 {{ {style} }} }}"),
        "list and :is": ('class="k11"', f".nothing, article :is(.none, .k11):not(.other) {{ {style} }}"),
    }[channel]


# --- The judge


def ask_browser(pages: Sequence[Variant]) -> list[set[str]]:
    """Return for each page the marks that Chromium shows."""
    from playwright.sync_api import sync_playwright

    from ridgeline.render import find_executable

    expression = f"""() => {{
        {HIDDEN_BY}
        const seen = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {{
            const found = walker.currentNode.data.match(/mark[0-9a-z]+/g);
            if (found && !hiddenBy(walker.currentNode.parentElement)) seen.push(...found);
        }}
        return seen;
    }}"""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_executable(), args=["--no-sandbox"])
        tab = browser.new_page(viewport={"width": 1280, "height": 1024})
        answers = []
        for variant in pages:
            tab.set_content(variant.html)
            answers.append(set(tab.evaluate(expression)))
        browser.close()
    return answers


@dataclass
class Tally:
    """How many passages there were of a kind, and how many are in the text."""

    passages: int = 0
    kept: int = 0

    def add(self, is_kept: bool) -> None:
        """Count a passage."""
        self.passages += 1
        self.kept += is_kept


def judge(
    pages: Sequence[Variant], answers: Sequence[set[str]], visible: Visible
) -> tuple[dict[str, Tally], list[str]]:
    """Count the passages that are kept at a setting, by what they are, and name those that should not be so."""
    tallies = {UNSEEN: Tally(), MOST: Tally(), CLOSED: Tally(), SEEN: Tally()}
    misses = []
    for variant, seen in zip(pages, answers, strict=True):
        whole = set(re.findall("mark[0-9a-z]+", ridgeline.extract(variant.html, visible="page").text))
        kept = set(re.findall("mark[0-9a-z]+", ridgeline.extract(variant.html, visible=visible).text))
        for mark in variant.marks:
            kind = SEEN if mark in seen else variant.kind if variant.kind != SEEN else UNSEEN
            if kind == SEEN and mark not in whole:
                continue  # the extractor takes it for no content, whatever it is
            tallies[kind].add(mark in kept)
            if (kind == SEEN and mark not in kept) or (kind == UNSEEN and mark in kept):
                ways = " + ".join(way.name for way in variant.ways)
                misses.append(f"{visible}: {kind}, {mark}: {ways}; {variant.place}; {variant.channel}")
    return tallies, misses


def measure(shows_misses: bool) -> int:
    """Judge all variants, print the table, and return 1 where a figure is missed."""
    pages = list(variants())
    answers = ask_browser(pages)
    console = wide_console()
    rows, is_missed = [], False
    for visible in VISIBLE:
        tallies, misses = judge(pages, answers, visible)
        rows.append((visible, *(f"{tally.kept:,} of {tally.passages:,}" for tally in tallies.values())))
        seen = tallies[SEEN]
        is_missed |= visible != "page" and (tallies[UNSEEN].kept > 0 or seen.kept < MIN_SEEN_KEPT * seen.passages)
        if visible != "page" and shows_misses:
            for miss, count in Counter(misses).items():
                console.print(f"{count} × {miss}", highlight=False)
    differing = Counter(
        " + ".join(way.name for way in variant.ways)
        for variant, seen in zip(pages, answers, strict=True)
        if (variant.kind == SEEN) != ("markhidden" in seen)
    )
    Table(f"{len(pages):,} pages: passages in the text", ("visible", UNSEEN, MOST, CLOSED, SEEN), rows).show(console)
    print(f"meant otherwise than the browser says: {dict(differing) or 'none'}")
    return int(is_missed)


# --- Beside the peers

TABLE_WAYS = (
    "display: none", "visibility: hidden", "hidden attribute", "opacity 0", "font-size 0", "position: absolute, left",
    "text-indent", "clip", "height 0", "transform: scale(0)", "white on the page", "transparent letters",
    "the usual class", "hidden on wide screens", "noscript", "tag characters", "aria-hidden",
)  # fmt: skip


def compare(python: str) -> None:
    """Print which of the 17 ways reach the text, beside the peers."""
    pages = [_variant((way,), "between", "attribute") for name in TABLE_WAYS for way in WAYS if way.name == name]
    texts: dict[str, list[str]] = {f"ridgeline, {visible}": [] for visible in VISIBLE}
    for variant in pages:
        for visible in VISIBLE:
            texts[f"ridgeline, {visible}"].append(ridgeline.extract(variant.html, visible=visible).markdown)
    for name in PEERS:
        with Worker(name, python) as worker:
            texts[name] = [answer.text for answer in worker.ask([{"html": variant.html} for variant in pages])]
    rows = [
        (variant.ways[0].name, *("yes" if _gets_through(own[number]) else "" for own in texts.values()))
        for number, variant in enumerate(pages)
    ]
    rows.append(("all", *(str(sum(map(_gets_through, own))) for own in texts.values())))
    Table("which ways of hiding reach the text", ("way", *texts), rows, figures=False).show(wide_console())


def _gets_through(text: str) -> bool:
    plain = "".join(
        chr(ord(character) - 0xE0000) if 0xE0000 < ord(character) < 0xE0080 else character for character in text
    )
    return "markhidden" in plain


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--misses", action="store_true", help="name the passages that are not as they should be")
    parser.add_argument("--peers", metavar="PYTHON", help="compare with the peers that this interpreter has instead")
    return parser.parse_args()


def main() -> int:
    """Measure and print."""
    options: Any = read_options()
    if options.peers:
        compare(options.peers)
        return 0
    return measure(options.misses)


if __name__ == "__main__":
    sys.exit(main())
