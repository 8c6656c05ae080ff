"""Surroundings of the content of a generated page: menus, side columns, adverts, footers, bars."""

import random
from dataclasses import dataclass

from . import prose

_SECTIONS = "Home News Culture Science Travel Sport Opinion Local Weather Archive Shop Jobs".split()
_COLOURS = "#7b2d43 #1f4e79 #2e6b4f #5b3f8c #8a5a1c #30343b #0b6e75 #9a2c1f".split()
_FONTS = (
    "Georgia, serif",
    "Arial, sans-serif",
    "'Trebuchet MS', sans-serif",
    "Verdana, sans-serif",
    "'Times New Roman'",
)


@dataclass(frozen=True, slots=True)
class Style:
    """The look of a site's pages, apart from where things stand."""

    site: str
    accent: str
    font: str
    size: int  # of the text, in pixels
    gap: int
    tint: str  # of side columns

    @classmethod
    def choose(cls, chance: random.Random) -> "Style":
        """Choose a style."""
        return cls(
            site=f"{prose.place(chance)} {chance.choice(('Courier', 'Post', 'Review', 'Notes', 'Market', 'Forum'))}",
            accent=chance.choice(_COLOURS),
            font=chance.choice(_FONTS),
            size=chance.choice((15, 16, 17, 18)),
            gap=chance.choice((16, 24, 32, 40)),
            tint=chance.choice(("#f3efe8", "#eef2f6", "#f6f6f6", "#fbf7ee")),
        )

    @property
    def css(self) -> str:
        """Rules for text, links, bars and boxes."""
        return (
            f"* {{ box-sizing: border-box }} body {{ margin: 0; font: {self.size}px/1.5 {self.font}; color: #2b2b2b }}"
            f" a {{ color: {self.accent} }} .bar {{ background: {self.accent}; color: #fff; padding: 14px 28px;"
            " display: flex; justify-content: space-between; align-items: center }"
            " .bar a { color: #fff; margin-left: 20px; font-size: 14px; text-decoration: none }"
            f" .box {{ background: {self.tint}; padding: 14px; margin-bottom: 18px; font-size: 14px }}"
            " .box h3 { margin: 0 0 8px; font-size: 15px } .box a { display: block; margin-bottom: 8px }"
            " .legal { background: #26282c; color: #aaa; font-size: 13px; padding: 26px; clear: both }"
            " .legal a { color: #bbb; margin-right: 22px } .share { font-size: 13px } .share a { margin-right: 14px }"
            " figure { margin: 0 } figcaption { font-size: 13px; color: #666 }"
        )


def picture(chance: random.Random, width: int, height: int, label: str) -> str:
    """Return a picture that needs no file."""
    colour = f"%23{chance.randrange(0x888888, 0xEEEEEE):06x}"
    drawn = (
        f"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}'%3E"
        f"%3Crect width='100%25' height='100%25' fill='{colour}'/%3E%3C/svg%3E"
    )
    return f'<img width="{width}" height="{height}" alt="{label}" src="{drawn}">'


def menu(chance: random.Random, least: int = 5) -> str:
    """Return links to the sections of the site."""
    names = chance.sample(_SECTIONS, chance.randint(least, least + 4))
    return "".join(f'<a href="/{name.lower()}">{name}</a>' for name in names)


def top_bar(chance: random.Random, style: Style, extra: str = "") -> str:
    """Return the bar with the name of the site and its menu."""
    name = f"<h1>{style.site}</h1>" if chance.random() < 0.25 else f"<strong>{style.site}</strong>"
    return f'<header class="bar" {extra}>{name}<nav>{menu(chance)}</nav></header>'


def boxes(chance: random.Random, count: int) -> str:
    """Return boxes for a side column."""
    return "".join(chance.choice(_BOXES)(chance) for _ in range(count))


def _related(chance: random.Random) -> str:
    return f'<div class="box"><h3>Most read</h3>{prose.links(chance, chance.randint(4, 7))}</div>'


def _advert(chance: random.Random) -> str:
    height = chance.choice((120, 180, 250))
    return (
        f'<div class="box"><h3>Advertisement</h3>{picture(chance, 200, height, "Advertisement")}'
        f"<p>A {prose.noun(chance)} for every day, from {chance.randint(9, 99)}.90.</p></div>"
    )


def _newsletter(chance: random.Random) -> str:
    return (
        f'<div class="box"><h3>Newsletter</h3><p>The {prose.noun(chance)} of the week, every Friday.</p>'
        '<form><input type="email" placeholder="E-mail" size="14"><button>Send</button></form></div>'
    )


def _about(chance: random.Random) -> str:
    return f'<div class="box"><h3>About us</h3><p>{prose.sentences(chance, 1, 2)}</p></div>'


_BOXES = (_related, _related, _advert, _newsletter, _about)


def cards(chance: random.Random, count: int) -> str:
    """Return teasers of other pages, each with a picture."""
    return "".join(
        f'<div class="card">{picture(chance, 220, 110, "")}<a href="/{number}">{prose.headline(chance)}</a>'
        f"<p>{prose.sentences(chance, 1, 1)}</p></div>"
        for number in range(count)
    )


def footer(chance: random.Random, style: Style) -> str:
    """Return links to what the law wants."""
    names = ("About", "Contact", "Terms", "Privacy", "Imprint", "Careers", "Press")
    links = "".join(f'<a href="/{name.lower()}">{name}</a>' for name in chance.sample(names, 5))
    return f'<footer class="legal">{links}<p>© 2026 {style.site}. All rights reserved.</p></footer>'


def share(chance: random.Random) -> str:
    """Return buttons that a reader would cut out of the content."""
    names = chance.sample(("Share", "Print", "E-mail", "Save", "Post", "Copy link"), 4)
    return f'<div class="share" data-truth="cut">{"".join(f"<a href=#x>{name}</a>" for name in names)}</div>'


def inner_advert(chance: random.Random) -> str:
    """Return an advert or a teaser in the middle of the content, to be cut out."""
    return (
        f'<div class="box" data-truth="cut"><h3>Read also</h3>{prose.links(chance, 3)}'
        f"<p>{prose.sentences(chance, 1, 1)}</p></div>"
    )
