"""Pages of made-up sites, with the text that is their content: enough of them to learn from in seconds; golden ones."""

import random
from pathlib import Path

import ridgeline
from ridgeline import Page
from ridgeline.lab import golden
from ridgeline.lab.datasets import Record

WORDS = (
    "ferry harbour morning letter island keeper lantern winter bread weather crossing captain window storm engine "
    "timetable market village pilot anchor barrel herring rope chart signal tower gull fog quay sailor"
).split()
# Sites name their parts differently; what is around an article is always a menu, related links and a notice.
NAMES = (
    ("nav main-menu", "post-content", "related-links", "site-footer"),
    ("menu", "article-body", "more-stories", "footer"),
    ("topbar navigation", "entry content", "related", "foot legal"),
)


def sentence(generator: random.Random, words: int = 14) -> str:
    """A sentence with a comma in it."""
    chosen = generator.choices(WORDS, k=words)
    return f"{' '.join(chosen[: words // 2])}, {' '.join(chosen[words // 2 :])}.".capitalize()


def record(number: int, *, sites: int = 14, paragraphs: int = 4) -> Record:
    """An article with menus: the number says which, and which site it is of."""
    generator = random.Random(number)
    site = number % sites
    menu, content, related, footer = NAMES[site % len(NAMES)]
    title = f"{' '.join(generator.choices(WORDS, k=4))} {number}".capitalize()
    prose = [f"{sentence(generator)} {sentence(generator)}" for _ in range(paragraphs)]
    links = "".join(f"<li><a href='/{word}'>{word.capitalize()}</a></li>" for word in WORDS[site : site + 7])
    others = "".join(f"<p><a href='/o'>Read more: {sentence(generator, 6)}</a></p>" for _ in range(3))
    html = (
        f"<!DOCTYPE html><html><head><title>{title} | Site {site}</title></head><body>"
        f"<div class='{menu}'><ul>{links}</ul></div>"
        f"<div class='{content}'><h1>{title}</h1>{''.join(f'<p>{text}</p>' for text in prose)}</div>"
        f"<div class='{related}'><h3>More to read</h3>{others}</div>"
        f"<div class='{footer}'><p>All rights reserved by site {site}</p></div></body></html>"
    )
    return Record(
        id=f"page-{number}",
        html=html,
        text="\n".join([title, *prose]),
        url=f"https://site{site}.test/news/{number}",
        type="article" if site % 2 else None,
    )


RECORDS = [record(number) for number in range(28)]
UNSEEN = record(999, sites=1000)


def golden_page(name: str) -> Page:
    """A page of tests/golden."""
    found = golden.read_page(golden.find_folder(Path(__file__)), name)
    return ridgeline.parse(found.source, url=found.url)
