"""The features that the networks read: of every line, and of the page. One table a kind, a row a feature.

A row is the name of a feature and what it says in words that a person understands, for `reasons.py` and for
docs/features.md. The order of the rows is that of the columns: the core's names of them (`feature_table.h`) are
generated from here, and it computes them (features.c).

    feature_words("links", 1.2)      the share of its words that are links is higher than usual
    feature_words("in_best", -1.0)   it is outside the element with the most prose

A number is higher or lower than usual: the features are standardised. A flag is set or not.
"""

from collections.abc import Mapping
from typing import NamedTuple

from .address import ADDRESS_FEATURES


class Flag(NamedTuple):
    """A feature that is true or false: what each says."""

    if_set: str
    if_not: str


Words = str | Flag  # of a number, or of a flag

REGIONS = 4  # sectioning elements around a line that are described
_NEAR = {"own": "its own block", "above_1": "the element around it", "above_2": "the second element around it"}
_REGIONS = {
    f"region_{level}": f"the {which} section around it"
    for level, which in enumerate(("innermost", "second", "third", "fourth"))
}
_STATS = {
    "words": "the number of words in {}",
    "links": "the share of linked words in {}",
    "prose": "the share of prose in {}",
    "lines": "the number of lines in {}",
    "share": "the share of all words of the page that is in {}",
    "prose_share": "the share of all prose of the page that is in {}",
    "words_per_line": "the number of words a line in {}",
}
_SIBLING_STATS = {
    "siblings": "the number of siblings of the same kind as {}",
    "sibling_words": "the number of words in siblings of the same kind as {}",
    "sibling_links": "the share of linked words in siblings of the same kind as {}",
    "sibling_prose": "the share of prose in siblings of the same kind as {}",
}
_GROUP_STATS = {
    "lines": "the number of lines {}",
    "share": "the share of the page's words in lines {}",
    "words": "the number of words a line in lines {}",
    "links": "the share of linked words in lines {}",
    "prose": "the share of the page's prose in lines {}",
}
_TOP_STATS = {
    "count": "the number of {}",
    "words": "the number of words in each of {}",
    "links": "the share of linked words in {}",
    "prose": "the share of prose in {}",
    "share": "the share of the page's words in {}",
}
_PROSE_SHARES = (0.5, 0.75, 0.9)  # the deepest element that holds this much of the prose is a container


def _grouped(group: str, alike: str) -> dict[str, Words]:
    return {f"{group}_{stat}": words.format(alike) for stat, words in _GROUP_STATS.items()}


def _most(share: float) -> dict[str, Words]:
    holder = f"the element with {share:.0%} of the prose"
    return {
        f"in_most_{share}": Flag(f"it is in {holder}", f"it is outside {holder}"),
        f"most_share_{share}": f"the share of the page's words in the element with {share:.0%} of its prose",
    }


_PATH = _grouped("path", "at the same place of the markup")
_SLOT = _grouped("slot", "in elements of the same names")

LINES: Mapping[str, Words] = {
    "words": "the number of its words",
    "characters": "the number of its characters",
    "word_length": "the length of its words",
    "capitals": "the share of capital letters",
    "capital_words": "the share of capitalised words",
    "digits": "the share of digits",
    "punctuation": "the share of punctuation marks",
    "ends": "the number of ends of sentences",
    "ends_per_word": "the number of ends of sentences a word",
    "commas": "the number of commas",
    "commas_per_word": "the number of commas a word",
    "spaceless": "the share of characters of a script without spaces",
    "links": "the share of its words that are links",
    "link_words": "the number of its words that are links",
    "only_links": Flag("it consists of links", "it has text that is not linked"),
    "images": "the number of pictures in it",
    "first_capital": Flag("it begins with a capital letter", "it does not begin with a capital letter"),
    "first_digit": Flag("it begins with a digit", "it does not begin with a digit"),
    "first_punctuation": Flag("it begins with a punctuation mark", "it does not begin with a punctuation mark"),
    "last_end": Flag("it ends as a sentence does", "it does not end as a sentence does"),
    "last_punctuation": Flag("it ends with a punctuation mark", "it does not end with a punctuation mark"),
    "is_prose": Flag("it is a sentence or more of prose", "it is too short or too linked to be prose"),
    "copies": "the number of other lines with the same text",
    "is_copy": Flag("the same text stands above it on the page", "its text does not stand above it on the page"),
    "title_overlap": "the share of its words that are in the page's title",
    "in_description": Flag("it is in the page's description", "it is not in the page's description"),
    "in_body": Flag("it is in the text that the page declares", "it is not in a text that the page declares"),
    "in_reviews": Flag("it is in a review that the page declares", "it is not in a declared review"),
    "in_names": Flag("it is a name that the page declares", "it is not a declared name"),
    "hidden": Flag("the markup hides it", "the markup does not hide it"),
    "depth": "its depth in the markup",
    "position": "its place on the page, from the beginning to the end",
    "words_before": "the share of the page's words before it",
    "index": "its distance from the beginning of the page",
    "index_from_end": "its distance from the end of the page",
    "heading_distance": "its distance from the heading above it",
    "heading_level": "the level of the heading above it",
    "after_first_heading": Flag("it stands after the first heading", "it stands before the first heading"),
    "from_first_heading": "its distance after the first heading",
    "after_title": Flag("it stands after the title", "it stands before the title"),
    "from_title": "its distance after the title",
    "in_best": Flag("it is in the element that holds the most prose", "it is outside the element with the most prose"),
    "in_best_parent": Flag(
        "it is near the element that holds the most prose", "it is not near the element that holds the most prose"
    ),
    "in_best_grandparent": Flag(
        "it is not far from the element that holds the most prose", "it is far from the element with the most prose"
    ),
    "best_share": "the share of the page's words in the element that holds the most prose",
    "best_prose_share": "the share of the page's prose in the element that holds the most of it",
    "best_distance": "its distance in the markup from the element that holds the most prose",
    "below_best": "its depth below what it shares with the element that holds the most prose",
    "after_best": Flag("it stands after the element with the most prose", "it does not stand after the main prose"),
    "before_best": Flag("it stands before the element with the most prose", "it does not stand before the main prose"),
    **{name: words for share in _PROSE_SHARES for name, words in _most(share).items()},
    **{
        f"{stat}_{level}": words.format(place)
        for level, place in (_NEAR | _REGIONS).items()
        for stat, words in _STATS.items()
    },
    **{
        f"{stat}_{level}": words.format(place)
        for level, place in enumerate(_NEAR.values())
        for stat, words in _SIBLING_STATS.items()
    },
    "records": "the number of like items that it is one of",
    "record_words": "the number of words in the items that it is one of",
    "record_links": "the share of linked words in the items that it is one of",
    "record_prose": "the share of prose in the items that it is one of",
    "record_level": "how far above it the item is that it belongs to",
    **_PATH,
    **_SLOT,
    "slot_spread": "how far lines in elements of the same names spread over the page",
    "slot_alike": "how different in length lines in elements of the same names are",
    "headline_overlap": "the share of its words that are in the declared headline",
    "long_copy_before": Flag("it repeats a long text from above", "it repeats no long text from above"),
    "long_copy_after": Flag("a long text is repeated below it", "no long text of it is repeated below"),
    **{
        f"title_in_{level}": Flag(f"the title is in {place}", f"the title is not in {place}")
        for level, place in _REGIONS.items()
    },
    "title_in_record": Flag("the title is in the item that it belongs to", "the title is not in its item"),
}

COUNTED_TAGS = (
    *"h1 h2 h3 h4 p li td img form input article main button iframe pre code video time select dt blockquote a".split(),
)
SCHEMA_TYPES = (
    *"Article NewsArticle BlogPosting Product Recipe DiscussionForumPosting QAPage ItemList CollectionPage".split(),
    *"FAQPage WebPage Organization TechArticle Service LocalBusiness BreadcrumbList".split(),
)
OPEN_GRAPH_TYPES = ("article", "website", "product")
_ADDRESS: Mapping[str, Words] = {
    "is_home": Flag("it is the first page of its site", "it is not the first page of its site"),
    "path_parts": "the number of parts of its address",
    "path_length": "the length of its address",
    "path_digits": "the number of digits in its address",
    "path_hyphens": "the number of hyphens in its address",
    "has_query": Flag("its address has a query", "its address has no query"),
}


def _address(name: str) -> Words:
    kind = name.removeprefix("url_")
    return _ADDRESS.get(
        name, Flag(f"its address sounds like that of a {kind} page", f"its address does not sound like a {kind} page")
    )


def _declared(kind: str) -> Flag:
    return Flag(f"the page declares itself {kind}", f"the page is not declared {kind}")


PAGE: Mapping[str, Words] = {
    "words": "the number of words of the page",
    "lines": "the number of lines of the page",
    "links": "the share of linked words of the page",
    "prose": "the share of prose of the page",
    "prose_lines": "the number of lines of prose of the page",
    "prose_words": "the number of words of prose of the page",
    "hidden": "the share of hidden words of the page",
    "spaceless": "the share of characters of scripts without spaces on the page",
    **{f"count_{tag}": f"the number of <{tag}> elements of the page" for tag in COUNTED_TAGS},
    "main_share": "the share of the page's words in main elements",
    "article_share": "the share of the page's words in article elements",
    "longest_article_share": "the share of the page's words in its longest article element",
    **{name: _address(name) for name in ADDRESS_FEATURES},
    **{f"schema_{kind}": _declared(f"as schema.org's {kind}") for kind in SCHEMA_TYPES},
    **{f"open_graph_{kind}": _declared(f"in Open Graph as {kind}") for kind in OPEN_GRAPH_TYPES},
    "declared_body": "the length of the text that the page declares",
    "declared_reviews": "the length of the reviews that the page declares",
    **{
        f"top_{of}_{stat}": words.format(f"the page's largest set of like {items}")
        for of, items in (("record", "items"), ("slot", "lines"))
        for stat, words in _TOP_STATS.items()
    },
}

LINE_FEATURES, PAGE_FEATURES = tuple(LINES), tuple(PAGE)
PATH_FEATURES, SLOT_FEATURES = tuple(_PATH), tuple(_SLOT)
# What the markup says of the whole page. Training leaves them out of some pages: fashions in markup change.
MARKUP_FEATURES = (
    *("count_article", "count_main", "count_button", "main_share", "article_share", "longest_article_share"),
    *(name for name in PAGE if name.startswith(("schema_", "open_graph_"))),
)


def feature_words(name: str, standardised: float) -> str:
    """Return what a feature of a line says; `standardised` is its value beside that of other lines."""
    return _said(LINES[name], standardised)


def page_feature_words(name: str, standardised: float) -> str:
    """Return what a feature of the page says; `standardised` is its value beside that of other pages."""
    return _said(PAGE[name], standardised)


def _said(words: Words, standardised: float) -> str:
    if isinstance(words, Flag):
        return words.if_set if standardised > 0 else words.if_not
    return f"{words} is {'higher' if standardised > 0 else 'lower'} than usual"
