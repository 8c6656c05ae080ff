"""A site whose layout the default extractor gets wrong: below each story stand the beginnings of others."""

import random

import numpy as np

import ridgeline
from ridgeline.sites.learning import CorrectedPage

SITE = "courier.example"
_SYLLABLES = "har bour mor ning fer ry let ter is land vil lage win gull coast light house keep bread storm".split()


def sentence(generator: random.Random, words: int) -> str:
    """A sentence of some words."""
    return " ".join("".join(generator.choices(_SYLLABLES, k=2)) for _ in range(words)).capitalize() + "."


def source(number: int, *, layout: str = "story") -> str:
    """The HTML of a page of the site."""
    generator = random.Random(number)
    paragraphs = "".join(f"<p>{sentence(generator, 25)}</p>" for _ in range(5))
    teasers = "".join(f"<p>{sentence(generator, 20)}</p>" for _ in range(4))
    return (
        f"<!DOCTYPE html><title>Story {number}</title><body class=post-{number}1234>"
        "<div class=menu><a href=/>Home</a></div>"
        f'<div class="{layout} css-1x8ab2" id=post-{number}77><h1>Story {number}</h1>{paragraphs}</div>'
        f"<div class=lower>{teasers}</div><div class=foot><p>Copyright of the harbour office.</p></div>"
    )


def url(number: int) -> str:
    """The address of a page of the site."""
    return f"https://www.{SITE}/news/{number}"


def content(number: int) -> str:
    """What a person keeps of a page, as text."""
    return corrected(number).text


def corrected(number: int, *, layout: str = "story") -> CorrectedPage:
    """A page of the site with the leaves that a person keeps: the headline and the story, not the teasers."""
    page = ridgeline.parse(source(number, layout=layout), url=url(number))
    return CorrectedPage(f"page-{number}", f"Story {number}", page, np.arange(1, 7, dtype=np.int32))


def several(count: int) -> list[CorrectedPage]:
    """Corrected pages of the site."""
    return [corrected(number) for number in range(count)]
