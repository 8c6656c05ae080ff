"""Frames of generated pages, which place content and surroundings: three for training pages, four for test pages."""

import random
from collections.abc import Callable, Mapping

from . import surroundings
from .content import Content
from .split import Split
from .surroundings import Style

Frame = Callable[[random.Random, Content], str]
TRUTH = 'data-truth="content"'


def _page(style: Style, content: Content, css: str, body: str) -> str:
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{content.title} - {style.site}</title>'
        f"<style>{style.css}\n{css}\n{content.css}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _bars(content: Content, style: Style, position: str) -> tuple[str, str]:
    """Return the attribute of the top bar, and a bar at the bottom of the window, if the content has such bars."""
    if not content.bars:
        return "", ""
    notice = f"{style.site} uses cookies to remember what you have read."
    bottom = "position: fixed; left: 0; right: 0; bottom: 0; background: #333; color: #fff; padding: 10px"
    return (
        f'style="position: {position}; top: 0; left: 0; right: 0"',
        f'<div class="notice" style="{bottom}">{notice} <button>Accept</button></div>',
    )


def _side(chance: random.Random, content: Content, count: int) -> str:
    return (f'<div class="box">{content.tree}</div>' if content.tree else "") + surroundings.boxes(chance, count)


# Training pages.


def side_on_the_right(chance: random.Random, content: Content) -> str:
    """Return a row of boxes with flexible widths: the content, and one side column after it."""
    style = Style.choose(chance)
    bar, bottom = _bars(content, style, "sticky")
    css = (
        f".wrap {{ width: 1120px; margin: 20px auto; display: flex; gap: {style.gap}px }} .main {{ flex: 1 }}"
        " .side { width: 270px }"
    )
    body = (
        f'{surroundings.top_bar(chance, style, bar)}<div class="wrap"><div class="main"><div {TRUTH}>'
        f"<h1>{content.title}</h1>{content.html}</div></div>"
        f'<div class="side">{_side(chance, content, 4)}</div></div>{surroundings.footer(chance, style)}{bottom}'
    )
    return _page(style, content, css, body)


def floats(chance: random.Random, content: Content) -> str:
    """Return floating columns: a narrow one on the left first, then the content."""
    style = Style.choose(chance)
    bar, bottom = _bars(content, style, "sticky")
    css = (
        " #left { float: left; width: 210px; padding: 16px } #centre { float: left; width: 760px; padding: 16px }"
        " #page { width: 1000px; margin: 0 auto }"
    )
    body = (
        f'{surroundings.top_bar(chance, style, bar)}<div id="page"><div id="left">{_side(chance, content, 3)}</div>'
        f'<div id="centre"><section {TRUTH}><h1>{content.title}</h1>{content.html}</section></div></div>'
        f"{surroundings.footer(chance, style)}{bottom}"
    )
    return _page(style, content, css, body)


def three_columns(chance: random.Random, content: Content) -> str:
    """Return a grid over the whole window: menu, content, side column."""
    style = Style.choose(chance)
    bar, bottom = _bars(content, style, "sticky")
    css = f".grid3 {{ display: grid; grid-template-columns: 190px 1fr 240px; gap: {style.gap}px; padding: 18px }}"
    menu = surroundings.menu(chance, 6).replace("</a>", "</a><br>")
    body = (
        f'{surroundings.top_bar(chance, style, bar)}<div class="grid3"><nav class="box">{content.tree or menu}</nav>'
        f"<main><article {TRUTH}><h1>{content.title}</h1>{content.html}</article></main>"
        f"<aside>{surroundings.boxes(chance, 4)}</aside></div>{surroundings.footer(chance, style)}{bottom}"
    )
    return _page(style, content, css, body)


# Test pages.


def rails(chance: random.Random, content: Content) -> str:
    """Return a grid of named areas in another order than the source: the content first, the rails after it."""
    style = Style.choose(chance)
    bar, bottom = _bars(content, style, "fixed")
    css = (
        ' .areas { display: grid; grid-template: "l c r" auto / 200px minmax(0, 1fr) 260px; gap: 22px; max-width:'
        " 1240px; margin: 70px auto 0 } .c { grid-area: c } .l { grid-area: l; position: sticky; top: 70px;"
        " align-self: start } .r { grid-area: r }"
    )
    body = (
        f'{surroundings.top_bar(chance, style, bar)}<div class="areas"><div class="c"><div class="story" {TRUTH}>'
        f'<h1>{content.title}</h1>{content.html}</div></div><div class="l">{_side(chance, content, 2)}</div>'
        f'<div class="r">{surroundings.boxes(chance, 4)}</div></div>{surroundings.footer(chance, style)}{bottom}'
    )
    return _page(style, content, css, body)


def reversed_row(chance: random.Random, content: Content) -> str:
    """Return the side column comes first in the source and stands on the right; the title is a banner across both."""
    style = Style.choose(chance)
    bar, bottom = _bars(content, style, "fixed")
    css = (
        " .row { display: flex; flex-direction: row-reverse; gap: 30px; max-width: 1060px; margin: 0 auto }"
        f" .row > aside {{ flex: 0 0 250px }} .banner {{ background: {style.tint}; padding: 70px 110px 20px }}"
    )
    body = (
        f'{surroundings.top_bar(chance, style, bar)}<div class="banner"><h1 {TRUTH}>{content.title}</h1></div>'
        f'<div class="row"><aside>{_side(chance, content, 4)}</aside><div class="text"><div class="body" {TRUTH}>'
        f"{content.html}</div></div></div>{surroundings.footer(chance, style)}{bottom}"
    )
    return _page(style, content, css, body)


def drawer(chance: random.Random, content: Content) -> str:
    """Return a drawer that is fixed on the left, as applications have, and a strip of teasers below the content."""
    style = Style.choose(chance)
    _, bottom = _bars(content, style, "fixed")
    css = (
        f" .drawer {{ position: fixed; left: 0; top: 0; bottom: 0; width: 240px; background: {style.tint}; padding:"
        " 16px; overflow: hidden } .drawer a { display: block; margin-bottom: 9px } .app { margin-left: 270px; width:"
        " 800px; padding-top: 10px } .strip { display: flex; gap: 14px; font-size: 14px } .card { width: 220px }"
    )
    body = (
        f'<div class="drawer"><strong>{style.site}</strong><nav>{content.tree or surroundings.menu(chance, 8)}</nav>'
        f'</div><div class="app"><div class="view"><main {TRUTH}><h2>{content.title}</h2>{content.html}</main></div>'
        f'<h3>You may also like</h3><div class="strip">{surroundings.cards(chance, 3)}</div>'
        f"{surroundings.footer(chance, style)}</div>{bottom}"
    )
    return _page(style, content, css, body)


def cells(chance: random.Random, content: Content) -> str:
    """Return columns as cells of a table, two side columns on the right, and a grid of teasers below."""
    style = Style.choose(chance)
    bar, bottom = _bars(content, style, "fixed")
    css = (
        " .table { display: table; width: 1180px; margin: 60px auto 0; border-spacing: 16px 0 } .table > div { display:"
        " table-cell; vertical-align: top } .narrow { width: 170px } .more { display: grid; grid-template-columns:"
        " repeat(4, 1fr); gap: 16px; padding: 20px 50px; font-size: 14px }"
    )
    body = (
        f'{surroundings.top_bar(chance, style, bar)}<div class="table"><div><div class="inner" {TRUTH}>'
        f'<h1>{content.title}</h1>{content.html}</div></div><div class="narrow">{_side(chance, content, 3)}</div>'
        f'<div class="narrow">{surroundings.boxes(chance, 3)}</div></div>'
        f'<div class="more">{surroundings.cards(chance, 4)}</div>{surroundings.footer(chance, style)}{bottom}'
    )
    return _page(style, content, css, body)


FRAMES: Mapping[Split, tuple[Frame, ...]] = {
    Split.TRAINING: (side_on_the_right, floats, three_columns),
    Split.TEST: (rails, reversed_row, drawer, cells),
}
