"""Every feature of summit in words that a person understands.

    feature_words("links", 1.2)      the share of its words that are links is higher than usual
    feature_words("in_best", -1.0)   it is outside the element that holds the most prose

A number is higher or lower than usual: the features are standardised. A flag is set or not.
"""

from typing import NamedTuple


class _Flag(NamedTuple):
    """A feature that is true or false."""

    if_set: str
    if_not: str


_NEAR = {"own": "its own block", "above_1": "the element around it", "above_2": "the second element around it"}
_REGIONS = ("the innermost section", "the second section", "the third section", "the fourth section")
_SIBLINGS = ("its own block", "the element around it", "the second element around it")

_STATS = {
    "words": "the number of words in {place}",
    "links": "the share of linked words in {place}",
    "prose": "the share of prose in {place}",
    "lines": "the number of lines in {place}",
    "share": "the share of all words of the page that is in {place}",
    "prose_share": "the share of all prose of the page that is in {place}",
    "words_per_line": "the number of words a line in {place}",
}
_SIBLING_STATS = {
    "siblings": "the number of siblings of the same kind as {place}",
    "sibling_words": "the number of words in siblings of the same kind as {place}",
    "sibling_links": "the share of linked words in siblings of the same kind as {place}",
    "sibling_prose": "the share of prose in siblings of the same kind as {place}",
}
_GROUP_STATS = {
    "{group}_lines": "the number of lines {alike}",
    "{group}_share": "the share of the page's words in lines {alike}",
    "{group}_words": "the number of words a line in lines {alike}",
    "{group}_links": "the share of linked words in lines {alike}",
    "{group}_prose": "the share of the page's prose in lines {alike}",
}
_TOP_STATS = {
    "count": "the number of {of}",
    "words": "the number of words in each of {of}",
    "links": "the share of linked words in {of}",
    "prose": "the share of prose in {of}",
    "share": "the share of the page's words in {of}",
}
_GROUPS = {"path": "at the same place of the markup", "slot": "in elements of the same names"}
_TOPS = {"record": "the page's largest set of like items", "slot": "the page's largest set of like lines"}

_NUMBERS = {
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
    "images": "the number of pictures in it",
    "copies": "the number of other lines with the same text",
    "title_overlap": "the share of its words that are in the page's title",
    "headline_overlap": "the share of its words that are in the declared headline",
    "depth": "its depth in the markup",
    "position": "its place on the page, from the beginning to the end",
    "words_before": "the share of the page's words before it",
    "index": "its distance from the beginning of the page",
    "index_from_end": "its distance from the end of the page",
    "heading_distance": "its distance from the heading above it",
    "heading_level": "the level of the heading above it",
    "from_first_heading": "its distance after the first heading",
    "from_title": "its distance after the title",
    "best_share": "the share of the page's words in the element that holds the most prose",
    "best_prose_share": "the share of the page's prose in the element that holds the most of it",
    "best_distance": "its distance in the markup from the element that holds the most prose",
    "below_best": "its depth below what it shares with the element that holds the most prose",
    "records": "the number of like items that it is one of",
    "record_words": "the number of words in the items that it is one of",
    "record_links": "the share of linked words in the items that it is one of",
    "record_prose": "the share of prose in the items that it is one of",
    "record_level": "how far above it the item is that it belongs to",
    "slot_spread": "how far lines in elements of the same names spread over the page",
    "slot_alike": "how different in length lines in elements of the same names are",
    **{f"most_share_{share}": f"the share of the page's words in the element with {share:.0%} of its prose"
       for share in (0.5, 0.75, 0.9)},
    **{f"{stat}_{level}": words.format(place=place)
       for stat, words in _STATS.items() for level, place in _NEAR.items()},
    **{f"{stat}_region_{level}": words.format(place=f"{place} around it")
       for stat, words in _STATS.items() for level, place in enumerate(_REGIONS)},
    **{f"{stat}_{level}": words.format(place=place)
       for stat, words in _SIBLING_STATS.items() for level, place in enumerate(_SIBLINGS)},
    **{name.format(group=group): words.format(alike=alike)
       for name, words in _GROUP_STATS.items() for group, alike in _GROUPS.items()},
}  # fmt: skip
_FLAGS = {
    "only_links": _Flag("it consists of links", "it has text that is not linked"),
    "first_capital": _Flag("it begins with a capital letter", "it does not begin with a capital letter"),
    "first_digit": _Flag("it begins with a digit", "it does not begin with a digit"),
    "first_punctuation": _Flag("it begins with a punctuation mark", "it does not begin with a punctuation mark"),
    "last_end": _Flag("it ends as a sentence does", "it does not end as a sentence does"),
    "last_punctuation": _Flag("it ends with a punctuation mark", "it does not end with a punctuation mark"),
    "is_prose": _Flag("it is a sentence or more of prose", "it is too short or too linked to be prose"),
    "is_copy": _Flag("the same text stands above it on the page", "its text does not stand above it on the page"),
    "long_copy_before": _Flag("it repeats a long text from above", "it repeats no long text from above"),
    "long_copy_after": _Flag("a long text is repeated below it", "no long text of it is repeated below"),
    "in_description": _Flag("it is in the page's description", "it is not in the page's description"),
    "in_body": _Flag("it is in the text that the page declares", "it is not in a text that the page declares"),
    "in_reviews": _Flag("it is in a review that the page declares", "it is not in a declared review"),
    "in_names": _Flag("it is a name that the page declares", "it is not a declared name"),
    "hidden": _Flag("the markup hides it", "the markup does not hide it"),
    "after_first_heading": _Flag("it stands after the first heading", "it stands before the first heading"),
    "after_title": _Flag("it stands after the title", "it stands before the title"),
    "in_best": _Flag("it is in the element that holds the most prose", "it is outside the element with the most prose"),
    "in_best_parent": _Flag(
        "it is near the element that holds the most prose", "it is not near the element that holds the most prose"
    ),
    "in_best_grandparent": _Flag(
        "it is not far from the element that holds the most prose", "it is far from the element with the most prose"
    ),
    "after_best": _Flag("it stands after the element with the most prose", "it does not stand after the main prose"),
    "before_best": _Flag("it stands before the element with the most prose", "it does not stand before the main prose"),
    **{
        f"in_most_{share}": _Flag(
            f"it is in the element with {share:.0%} of the prose",
            f"it is outside the element with {share:.0%} of the prose",
        )
        for share in (0.5, 0.75, 0.9)
    },
    **{
        f"title_in_region_{level}": _Flag(
            f"the title is in {place} around it", f"the title is not in {place} around it"
        )
        for level, place in enumerate(_REGIONS)
    },
    "title_in_record": _Flag("the title is in the item that it belongs to", "the title is not in its item"),
}

_PAGE_NUMBERS = {
    "words": "the number of words of the page",
    "lines": "the number of lines of the page",
    "links": "the share of linked words of the page",
    "prose": "the share of prose of the page",
    "prose_lines": "the number of lines of prose of the page",
    "prose_words": "the number of words of prose of the page",
    "hidden": "the share of hidden words of the page",
    "spaceless": "the share of characters of scripts without spaces on the page",
    "main_share": "the share of the page's words in main elements",
    "article_share": "the share of the page's words in article elements",
    "longest_article_share": "the share of the page's words in its longest article element",
    "path_parts": "the number of parts of its address",
    "path_length": "the length of its address",
    "path_digits": "the number of digits in its address",
    "path_hyphens": "the number of hyphens in its address",
    "declared_body": "the length of the text that the page declares",
    "declared_reviews": "the length of the reviews that the page declares",
    **{f"top_{of}_{stat}": words.format(of=place) for of, place in _TOPS.items() for stat, words in _TOP_STATS.items()},
}
_PAGE_FLAGS = {
    "is_home": _Flag("it is the first page of its site", "it is not the first page of its site"),
    "has_query": _Flag("its address has a query", "its address has no query"),
}


def feature_words(name: str, standardised: float) -> str:
    """Return what a feature of a line says; `standardised` is its value beside that of other lines."""
    return _said(_FLAGS.get(name), _NUMBERS.get(name), standardised)


def page_feature_words(name: str, standardised: float) -> str:
    """Return what a feature of the page says; `standardised` is its value beside that of other pages."""
    if name.startswith("count_"):
        return _said(None, f"the number of <{name.removeprefix('count_')}> elements of the page", standardised)
    if name.startswith("url_"):
        kind = name.removeprefix("url_")
        flag = _Flag(f"its address sounds like that of a {kind} page", f"its address does not sound like a {kind} page")
        return _said(flag, None, standardised)
    for prefix, declared in (("schema_", "as schema.org's"), ("open_graph_", "in Open Graph as")):
        if name.startswith(prefix):
            kind = f"{declared} {name.removeprefix(prefix)}"
            return _said(
                _Flag(f"the page declares itself {kind}", f"the page is not declared {kind}"), None, standardised
            )
    return _said(_PAGE_FLAGS.get(name), _PAGE_NUMBERS.get(name), standardised)


def _said(flag: _Flag | None, number: str | None, standardised: float) -> str:
    if flag is not None:
        return flag.if_set if standardised > 0 else flag.if_not
    if number is None:
        raise KeyError("a feature without words: add it to the tables of this module")
    return f"{number} is {'higher' if standardised > 0 else 'lower'} than usual"
