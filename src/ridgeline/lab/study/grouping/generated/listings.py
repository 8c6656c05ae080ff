"""Contents that consist of records, each arranged in two ways: grid, shop, forum."""

import random

from . import prose, surroundings
from .content import Content


def grid(chance: random.Random) -> Content:
    """Return a collection: cards in three columns."""
    cards = "".join(
        f'<div class="item">{surroundings.picture(chance, 190, 120, "")}<h3><a href="/{number}">'
        f"{prose.headline(chance)}</a></h3><p>{prose.sentences(chance, 1, 2)}</p></div>"
        for number in range(3 * chance.randint(3, 4))
    )
    css = ".items { display: grid; grid-template-columns: repeat(3, 1fr); gap: 20px } .item h3 { font-size: 16px }"
    return Content(f"The {prose.noun(chance)} collection", f'<div class="items">{cards}</div>', css)


def rows(chance: random.Random) -> Content:
    """Return the same in test pages: rows of a picture, a text and a price, wrapped two by two."""
    entries = "".join(
        f'<li class="entry">{surroundings.picture(chance, 110, 110, "")}<div><strong>{prose.headline(chance)}</strong>'
        f"<p>{prose.sentences(chance, 1, 2)}</p><em>{chance.randint(4, 400)}.00</em></div></li>"
        for _ in range(2 * chance.randint(4, 6))
    )
    css = (
        "ul.entries { display: flex; flex-wrap: wrap; gap: 16px; list-style: none; padding: 0 }"
        " .entry { flex: 0 0 47%; display: flex; gap: 12px; border: 1px solid #ddd; padding: 10px }"
    )
    return Content(f"All about the {prose.noun(chance)}", f'<ul class="entries">{entries}</ul>', css)


def shop(chance: random.Random) -> Content:
    """Return a product: the picture beside the price and the button, the description below."""
    points = "".join(f"<li>{prose.sentences(chance, 1, 1)}</li>" for _ in range(4))
    css = ".product { display: flex; gap: 26px } .price { font-size: 26px }"
    html = (
        f'<div class="product"><div>{surroundings.picture(chance, 320, 320, "The product")}</div><div>'
        f'<p class="price">{chance.randint(9, 900)}.90</p><p>{prose.sentences(chance, 1, 2)}</p>'
        f"<ul>{points}</ul><button>Add to cart</button></div></div>"
        f"<h2>Description</h2>{prose.paragraphs(chance, 2, 3)}"
    )
    return Content(f"{prose.place(chance)} {prose.noun(chance)} {chance.randint(2, 90)}", html, css)


def shop_with_table(chance: random.Random) -> Content:
    """Return the same in test pages: three columns of picture, text and offer, a table of properties below."""
    facts = "".join(
        f"<tr><th>{prose.noun(chance).title()}</th><td>{chance.randint(2, 300)} cm, {prose.noun(chance)}</td></tr>"
        for _ in range(chance.randint(5, 8))
    )
    css = ".offer { display: grid; grid-template-columns: 240px 1fr 150px; gap: 18px } th { text-align: left }"
    html = (
        f'<div class="offer"><figure>{surroundings.picture(chance, 240, 300, "The product")}</figure>'
        f"<div>{prose.paragraphs(chance, 1, 2)}</div><div><strong>{chance.randint(9, 900)}.00</strong>"
        f"<p>In stock</p><button>Buy</button></div></div><table>{facts}</table>{prose.paragraphs(chance, 1, 2)}"
    )
    return Content(f"{prose.noun(chance).title()} by {prose.person(chance)}", html, css)


def forum(chance: random.Random) -> Content:
    """Return a thread: the author beside each post."""
    posts = "".join(
        f'<div class="post"><div class="who">{surroundings.picture(chance, 48, 48, "")}<b>{prose.person(chance)}</b>'
        f"<small>{chance.randint(2, 900)} posts</small></div><div><small>{prose.date(chance)}</small>"
        f"<p>{prose.sentences(chance, 2, 6)}</p></div></div>"
        for _ in range(chance.randint(4, 8))
    )
    css = (
        ".post { display: flex; gap: 18px; border: 1px solid #ddd; margin-bottom: 12px; padding: 12px }"
        " .who { width: 110px; font-size: 13px } .who b, .who small { display: block }"
    )
    return Content(f"How do you clean a {prose.noun(chance)}?", posts, css)


def replies(chance: random.Random) -> Content:
    """Return the same in test pages: answers that are indented below what they answer."""
    posts = "".join(
        f'<article class="reply" style="margin-left: {28 * chance.randint(0, 3)}px"><header><a href="/u">'
        f"{prose.person(chance)}</a> <time>{prose.date(chance)}</time></header><p>{prose.sentences(chance, 2, 5)}</p>"
        "<footer><a href=#r>Reply</a> <a href=#l>Like</a></footer></article>"
        for _ in range(chance.randint(5, 9))
    )
    css = ".reply { background: #fafafa; padding: 10px; margin-bottom: 8px; border-left: 3px solid #ccc }"
    question = f"<p>{prose.sentences(chance, 3, 5)}</p>"
    return Content(f"The {prose.noun(chance)} does not open", question + posts, css)
