"""The elements of HTML: one table of names, and the properties of each.

A tag is a small number (`code`), so that a page's tags are one integer column and a property of tags is
one look-up in a boolean table: `page.has_tag(BLOCK)`. Codes are positions in `NAMES`. A name that is not there
(a custom element) gets a code from `UNKNOWN` upwards, which holds for one page, and has none of the properties.
"""

from collections.abc import Iterable

import numpy as np

from .columns import BoolColumn

TEXT = "#text"

NAMES: tuple[str, ...] = (
    TEXT,
    *"html head body title base link meta style script noscript template slot".split(),
    *"article section nav aside header footer main hgroup search address h1 h2 h3 h4 h5 h6".split(),
    *"p div hr pre blockquote ol ul menu li dl dt dd figure figcaption center dir listing xmp plaintext".split(),
    *"a em strong small s cite q dfn abbr ruby rb rt rtc rp data time code var samp kbd sub sup i b u mark".split(),
    *"bdi bdo span br wbr ins del big tt strike font acronym nobr marquee basefont".split(),
    *"img picture source iframe embed object param video audio track map area canvas svg math".split(),
    *"foreignObject annotation-xml table caption colgroup col tbody thead tfoot tr td th".split(),
    *"form label input button select datalist optgroup option textarea output progress meter".split(),
    *"fieldset legend details summary dialog frameset frame noframes noembed applet selectedcontent".split(),
)
CODES: dict[str, int] = {name: code for code, name in enumerate(NAMES)}
UNKNOWN = len(NAMES)


def table(names: Iterable[str]) -> BoolColumn:
    """Return which codes belong to `names`: a table to look codes up in; its last entry stands for unknown names."""
    answer = np.zeros(UNKNOWN + 1, dtype=np.bool_)
    answer[[CODES[name] for name in names]] = True
    answer.setflags(write=False)
    return answer


HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")

# Elements that a browser starts on a new line and ends with one (its default style sheet), table cells included:
# the text on either side of such a border is never one word and never one paragraph.
BLOCK_NAMES = frozenset(
    """html body article section nav aside header footer main hgroup search address p div hr pre blockquote ol ul menu
    li dl dt dd figure figcaption center dir listing xmp plaintext table caption colgroup col tbody thead tfoot tr td th
    form fieldset legend details summary dialog optgroup option frameset noframes""".split()
) | frozenset(HEADINGS)
BLOCK = table(BLOCK_NAMES)

# Elements that a reader sees as one thing: they are leaves themselves, what stands inside is their own affair.
REPLACED_NAMES = frozenset(
    "img video audio embed object applet iframe canvas svg math input select textarea progress meter".split()
)
REPLACED = table(REPLACED_NAMES)

# The text inside these is not shown as text of the page. (`noscript` is not among them: see `Page.hidden`.)
SILENT_NAMES = frozenset(
    """head title style script template iframe noembed noframes video audio canvas svg math
    select datalist textarea progress meter rp""".split()
)
SILENT = table(SILENT_NAMES)

# Inside a silent element these hold ordinary HTML, which is shown.
SPEAKING_NAMES = frozenset({"foreignObject", "annotation-xml"})
SPEAKING = table(SPEAKING_NAMES)

# Inline, but boxes of their own: the text on either side of such a border is never one word.
BOX = table(["button", "object", "foreignObject"])

# White space in these is shown as it stands.
PREFORMATTED = table("pre listing xmp plaintext textarea".split())

# No end tag, no content.
VOID_NAMES = frozenset(
    """area base basefont br col embed frame hr img input link meta param source track wbr""".split()
)

# Their content is characters up to their own end tag; markup in it is not markup.
