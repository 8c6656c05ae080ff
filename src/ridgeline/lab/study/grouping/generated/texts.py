"""Contents that are read from top to bottom, each arranged in two ways: news, magazine, recipe, documentation …"""

import random

from . import prose, surroundings
from .content import Content


def news(chance: random.Random) -> Content:
    """Return an article of a newspaper: byline, picture beside the text, an advert in the middle."""
    byline = f'<p class="by">By {prose.person(chance)}, {prose.date(chance)}</p>'
    css = ".by { color: #777; font-size: 14px } .beside { float: right; width: 300px; margin: 0 0 12px 18px }"
    figure = f'<figure class="beside">{surroundings.picture(chance, 300, 200, "A view")}</figure>'
    html = byline + figure + prose.paragraphs(chance, 2, 4) + surroundings.inner_advert(chance)
    return Content(prose.headline(chance), html + prose.paragraphs(chance, 2, 5), css)


def news_with_summary(chance: random.Random) -> Content:
    """Return the same in test pages: a summary in large type, subheadings, the text in two columns."""
    summary = f'<div class="lead"><p>{prose.sentences(chance, 2, 2)}</p></div>'
    parts = "".join(f"<h2>{prose.headline(chance)}</h2>{prose.paragraphs(chance, 1, 3)}" for _ in range(3))
    css = ".lead { font-size: 21px } .columns { columns: 2; column-gap: 28px }"
    date = f"<time>{prose.date(chance)}</time>"
    return Content(prose.headline(chance), f'{summary}{date}<div class="columns">{parts}</div>', css)


def magazine(chance: random.Random) -> Content:
    """Return a long read with wide pictures and quotations."""
    parts = "".join(
        f"{prose.paragraphs(chance, 2, 3)}<figure>{surroundings.picture(chance, 600, 260, 'A picture')}"
        f"<figcaption>{prose.sentences(chance, 1, 1)}</figcaption></figure>"
        for _ in range(chance.randint(2, 3))
    )
    quotation = f"<blockquote>{prose.sentences(chance, 1, 1)}</blockquote>"
    css = "blockquote { font-size: 22px; border-left: 4px solid #999; margin-left: 0; padding-left: 18px }"
    return Content(prose.headline(chance), parts + quotation + prose.paragraphs(chance, 2, 3), css)


def magazine_in_bands(chance: random.Random) -> Content:
    """Return the same in test pages: bands of a picture and a text, which change sides."""
    bands = "".join(
        f'<div class="band{" other" * (number % 2)}"><div>{surroundings.picture(chance, 280, 220, "")}</div>'
        f"<div><h3>{prose.headline(chance)}</h3>{prose.paragraphs(chance, 1, 2)}</div></div>"
        for number in range(chance.randint(3, 5))
    )
    css = ".band { display: flex; gap: 24px; margin-bottom: 26px } .band.other { flex-direction: row-reverse }"
    return Content(prose.headline(chance), f"<p>{prose.sentences(chance, 2, 3)}</p>{bands}", css)


def sticky(chance: random.Random) -> Content:
    """Return a post below bars that stay on the screen, with buttons for sharing."""
    html = surroundings.share(chance) + prose.paragraphs(chance, 4, 7)
    return Content(prose.headline(chance), html, bars=True)


def sticky_with_list(chance: random.Random) -> Content:
    """Return the same in test pages: numbered advice, with the buttons at the end."""
    items = "".join(
        f"<li><strong>{prose.headline(chance)}.</strong> {prose.sentences(chance, 2, 4)}</li>"
        for _ in range(chance.randint(5, 8))
    )
    html = f"<p>{prose.sentences(chance, 2, 3)}</p><ol>{items}</ol>{surroundings.share(chance)}"
    return Content(prose.headline(chance), html, "li { margin-bottom: 14px }", bars=True)


def _ingredients(chance: random.Random, tag: str) -> str:
    return "".join(
        f"<{tag}>{chance.randint(1, 12) * 25} g of {prose.noun(chance)} flour</{tag}>"
        for _ in range(chance.randint(6, 10))
    )


def _steps(chance: random.Random) -> str:
    return "".join(f"<li>{prose.sentences(chance, 1, 3)}</li>" for _ in range(chance.randint(4, 7)))


def recipe(chance: random.Random) -> Content:
    """Return a recipe: facts in a row, the ingredients in two columns, the steps below."""
    facts = "".join(f"<span>{name} {chance.randint(5, 90)} minutes</span>" for name in ("Work", "Oven", "Rest"))
    css = ".facts { display: flex; gap: 26px; font-size: 14px } .two { columns: 2 }"
    html = (
        f'<div class="facts">{facts}</div><p>{prose.sentences(chance, 2, 4)}</p>'
        f'{surroundings.picture(chance, 520, 240, "The cake")}<h2>Ingredients</h2><ul class="two">'
        f"{_ingredients(chance, 'li')}</ul><h2>Method</h2><ol>{_steps(chance)}</ol>"
    )
    return Content(f"{prose.noun(chance).title()} cake", html, css)


def recipe_in_cards(chance: random.Random) -> Content:
    """Return the same in test pages: a card of ingredients beside the steps, buttons above."""
    css = (
        ".sides { display: grid; grid-template-columns: 220px 1fr; gap: 22px } .card2 { background: #fff6e5;"
        " padding: 12px } .card2 div { padding: 3px 0; border-bottom: 1px dotted #cba }"
    )
    html = (
        f"{surroundings.share(chance)}<p>{prose.sentences(chance, 3, 5)}</p>"
        f'<div class="sides"><div class="card2"><h3>You need</h3>{_ingredients(chance, "div")}</div>'
        f"<div><h3>Steps</h3><ol>{_steps(chance)}</ol></div></div><h3>Notes</h3>{prose.paragraphs(chance, 1, 2)}"
    )
    return Content(f"{prose.noun(chance).title()} soup", html, css)


def _code(chance: random.Random) -> str:
    name = prose.noun(chance)
    return f"<pre>{name} = {name.title()}(timeout={chance.randint(1, 60)})\n{name}.open()\nprint({name}.state)</pre>"


def _tree(chance: random.Random) -> str:
    parts = "".join(
        f"<li><a href=/{prose.noun(chance)}>{prose.noun(chance).title()}</a><ul>"
        + "".join(f"<li><a href=#x>{prose.noun(chance)}</a></li>" for _ in range(chance.randint(2, 5)))
        + "</ul></li>"
        for _ in range(chance.randint(5, 8))
    )
    return f"<ul>{parts}</ul>"


def documentation(chance: random.Random) -> Content:
    """Return a page of a manual: sections with code, and a tree of pages for a side column."""
    parts = "".join(
        f"<h2>{prose.headline(chance)}</h2>{prose.paragraphs(chance, 1, 2)}{_code(chance)}"
        for _ in range(chance.randint(3, 5))
    )
    css = "pre { background: #f2f2f2; padding: 12px; font-size: 14px }"
    return Content(f"The {prose.noun(chance)} module", parts, css, tree=_tree(chance))


def reference(chance: random.Random) -> Content:
    """Return the same in test pages: a reference with tables of parameters and definitions."""
    rows = "".join(
        f"<tr><td><code>{prose.noun(chance)}</code></td><td>{prose.sentences(chance, 1, 1)}</td></tr>"
        for _ in range(chance.randint(5, 9))
    )
    terms = "".join(
        f"<dt><code>{prose.noun(chance)}()</code></dt><dd>{prose.sentences(chance, 1, 3)}</dd>"
        for _ in range(chance.randint(4, 7))
    )
    css = "td { padding: 6px 12px; border-bottom: 1px solid #ddd; vertical-align: top } dd { margin-left: 24px }"
    html = f"<p>{prose.sentences(chance, 2, 3)}</p><table>{rows}</table><h2>Methods</h2><dl>{terms}</dl>"
    return Content(f"class {prose.noun(chance).title()}", html, css, tree=_tree(chance))
