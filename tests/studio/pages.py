"""Pages for the tests of the studio: a small magazine whose layout misleads, and long, wide and foreign titles."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
LIGHTHOUSE = ROOT / "examples" / "lighthouse.html"
GOLDEN = ROOT / "tests" / "golden"

_STYLE = """body { font: 16px/1.5 Georgia, serif; margin: 0; color: #24262b }
header { background: #2f3b52; color: #fff; padding: 14px 26px } header a { color: #d5deee; margin-right: 14px }
main { max-width: 640px; padding: 20px 26px } .house { background: #f3efe6; padding: 4px 16px; border-left:
4px solid #c49a4a }
footer { padding: 12px 26px; color: #777; font-size: 13px }"""

_STORIES = (
    ("The orchard that grew back", "orchard", "apple trees", "Nora Falk"),
    ("A bridge for the night train", "bridge", "steel arches", "Idris Penn"),
    ("What the tide leaves behind", "tide", "driftwood", "Lena Voss"),
    ("The last kiln in Marrow Lane", "kiln", "bricks", "Otto Brandt"),
)
SITE = "almanac.example"
HOUSE = "Friends of the Almanac"


def golden(name: str) -> str:
    """Return the source of a golden page."""
    return (GOLDEN / name / "source.html").read_text(encoding="utf-8")


def stories() -> list[tuple[str, str]]:
    """Return pages of one site, each with its address. A note of the publisher stands inside of every article."""
    return [(f"https://{SITE}/stories/{word}", _story(title, word, thing, who)) for title, word, thing, who in _STORIES]


def _story(title: str, word: str, thing: str, author: str) -> str:
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title} | The Almanac</title>
<style>{_STYLE}</style></head><body>
<header><a href="/">The Almanac</a> <a href="/stories">Stories</a> <a href="/tables">Tables</a> <a
href="/shop">Shop</a></header>
<main><article class="story">
<h1>{title}</h1>
<p class="by">By {author}</p>
<div class="text">
<p>Nobody in the valley had asked for the {word} to be saved, and for most of a century nobody did anything
about it. Then
a teacher counted the {thing} on a school walk, wrote the number on a board, and the children would not let it rest.</p>
<p>By the spring there were forty people with spades, two of whom knew what they were doing. They worked on
Sundays, they
argued about everything, and they kept a list of what each of them had promised to bring the next time.</p>
</div>
<div class="house">
<p>{HOUSE} receive four printed issues a year, a calendar of the moon that can be hung on a wall, and the
knowledge that the
next story can be paid for. A year costs less than a lunch, and the first issue arrives within the week of
your order.</p>
<p>{HOUSE} also meet twice a year in the reading room, where the editors answer questions, the cake is home
made, and the
old volumes may be taken from the shelves and leafed through at the long table beside the window.</p>
</div>
<div class="text">
<p>The {word} is not what it was, and the people who look after it say so themselves. It is smaller, it leans
a little, and
a part of it will always be missing. But the {thing} are counted again every May, and the number on the board
has grown.</p>
<p>“We never had a plan,” says the teacher, who has since retired and comes by every week. “We had a number,
and we wanted
it to be a larger one the next year. It turns out that this is enough to keep forty people busy for a decade.”</p>
</div>
</article></main>
<footer>The Almanac, Marrow Lane 4. Imprint, terms, and the rules of the reading room.</footer></body></html>"""


def awkward() -> dict[str, str]:
    """Return pages with titles and texts that break layouts."""
    long = "An unreasonably long headline that goes on and on " * 8
    word = "Donaudampfschifffahrtsgesellschaft" * 6
    text = "<p>The ferry leaves at eight, and again at noon when the tide allows it to cross the bar.</p>" * 6
    return {
        "long": f"<title>{long}</title><h1>{long}</h1>{text}",
        "wide": f"<title>{word}</title><h1>{word}</h1><p>{word * 3}</p>{text}",
        "arabic": golden("arabic-news"),
        "chinese": golden("chinese-article"),
        "emoji": "<title>Boats 🚢</title><article><h1>Boats 🚢</h1>"
        + "".join(
            f"<p>🚢🚢 Boat number {n} left the harbour of Harrow in the early morning, before the fog.</p>"
            for n in range(8)
        )
        + "</article>",
        "empty": "<title>Nothing</title>",
    }
