"""Pages of made-up sites: a menu, a story with an image in it, a legal notice."""

import ridgeline
from ridgeline.extractors.mountain.cells import Cells, find_cells
from ridgeline.lab.datasets import Record

MENU = "<ul>" + "".join(f"<li><a href='/{number}'>Section {number}</a></li>" for number in range(25)) + "</ul>"
SCRIPT = "<script>" + "var state = {a: 1 < 2};" * 90 + "</script>"
NOTICE = (
    "<div id='legal'><p>All rights reserved, by the harbour office. No liability is taken, for anything.</p>"
    "<p>Cookies are used here, for all purposes. By reading you agree, at once.</p></div>"
)
TOPICS = [("ferry", 4), ("storm", 6), ("whale", 3), ("letter", 8)]
WORDS = ["ferry", "storm", "whale", "letter", "parcel", "island", "anchor", "harbour"]


def cells_of(source: str) -> Cells:
    return find_cells(ridgeline.parse(source))


def site_page(topic: str, paragraphs: int) -> str:
    body = "".join(
        f"<p>The {topic} of day {number} came in at nine, with mail and salt. Nobody had seen it, they said.</p>"
        for number in range(paragraphs)
    )
    image = "<img src='/ferry.png'>"
    return f"<html lang=en><body>{MENU}{SCRIPT}<main>{body}{image}{body}</main>{SCRIPT}{NOTICE}{MENU}</body></html>"


def gold_of(topic: str, paragraphs: int) -> str:
    page = ridgeline.parse(site_page(topic, paragraphs))
    return "\n".join(text for text in page.leaf_text if topic in text)


def pages_and_gold() -> tuple[list[ridgeline.Page], list[str]]:
    """The pages of `TOPICS`, as training data."""
    return [ridgeline.parse(site_page(*topic)) for topic in TOPICS], [gold_of(*topic) for topic in TOPICS]


def records(site: str, count: int = 8) -> list[Record]:
    return [
        Record(id=f"{site}-{number}", html=site_page(word, number + 3), text=gold_of(word, number + 3), site=site)
        for number, word in enumerate(WORDS[:count])
    ]


SITES = [record for site in ("a.test", "b.test", "c.test", "d.test") for record in records(site, 3)]
