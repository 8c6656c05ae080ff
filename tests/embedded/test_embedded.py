"""Content that a page carries only as data: where it is found, what is left out, what cannot be read."""

import json
from dataclasses import replace
from html import escape
from typing import Any

import numpy as np
import pytest

import ridgeline
from ridgeline.embedded import complete, shows_little
from ridgeline.embedded.carriers import CARRIERS
from ridgeline.embedded.completion import carries_more
from ridgeline.embedded.reconstruction import rebuild
from ridgeline.page import Budget

from ..pages import AWKWARD, page, texts

FIRST = "The morning ferry leaves at nine, and it carries more mail than people across the sound."
SECOND = "The crossing takes forty minutes in fair weather, and the crew has coffee on the way back."
THIRD = "In winter the boat stays in the harbour for days, while the islands wait for their letters and bread."
FOURTH = "Nobody minds, since the lighthouse keeper bakes for everyone who runs out of flour in those weeks."
PROSE = [FIRST, SECOND, THIRD, FOURTH]
MARKUP = "".join(f"<p>{text}</p>" for text in PROSE)
PLAIN = "\n\n".join(PROSE)
TITLE = "The winter ferry"


def shell(*scripts: str, body: str = "") -> ridgeline.Page:
    return page(f"<div id=root></div>{body}{''.join(scripts)}", f"<title>{TITLE} | Harbour</title>", "https://h.test/a")


def island(data: Any, attributes: str = "type=application/json") -> str:
    return f"<script {attributes}>{json.dumps(data)}</script>"


def linked(data: Any) -> str:
    return island(data, "type=application/ld+json")


def rebuilt(made: ridgeline.Page) -> list[str]:
    answer = rebuild(made, Budget())
    return [] if answer is None else texts(answer)


ARTICLE = {"title": TITLE, "body": MARKUP, "slug": "winter-ferry"}
RICH = {
    "type": "doc",
    "content": [
        {"type": "paragraph", "content": [{"type": "text", "text": text[:20]}, {"type": "text", "value": text[20:]}]}
        for text in PROSE
    ],
}
DEVALUED = [{"data": 1, "state": 2}, {"article": 3}, ["Reactive", 4], {"title": 5, "body": 6}, {}, TITLE, MARKUP]
ESCAPED = json.dumps(json.dumps({"article": ARTICLE}))

SOURCES = {
    "Next": island({"props": {"pageProps": {"article": ARTICLE}}}, "id=__NEXT_DATA__ type=application/json"),
    "Nuxt": island(DEVALUED, "id=__NUXT_DATA__ type=application/json"),
    "island": island({"post": {"content": {"rendered": MARKUP}}}),
    "assignment": f"<script>window.__INITIAL_STATE__ = {json.dumps({'article': ARTICLE})};start()</script>",
    "assignment by name": f"<script>window['__APOLLO_STATE__']={json.dumps({'Article:1': ARTICLE})}</script>",
    "assignment after code": f"<script>var a = {{b: 1}}; const state = {json.dumps({'article': ARTICLE})}</script>",
    "assignment with undefined": (
        f'<script>self.__PRELOADED_STATE__={{"user":undefined,"article":{json.dumps(ARTICLE)},"at":void 0}}</script>'
    ),
    "parsed string": f"<script>window.__PRELOADED_STATE__ = JSON.parse({ESCAPED})</script>",
    "parsed string in single quotes": (
        "<script>window.s = JSON.parse('" + json.dumps({"article": ARTICLE}).replace("\\", "\\\\") + "')</script>"
    ),
    "JSON in a string": island({"cache": {"k": json.dumps({"article": ARTICLE})}}),
    "rich text": island({"page": {"content": RICH}}),
    "list of blocks": island({"article": {"title": TITLE, "blocks": [{"data": {"text": text}} for text in PROSE]}}),
    "list of strings": island({"article": {"paragraphs": PROSE}}),
    "plain text": island({"article": {"text": PLAIN}}),
    "escaped HTML": island({"article": {"body": escape(MARKUP)}}),
    "JSON-LD": linked({"@type": "NewsArticle", "headline": TITLE, "articleBody": PLAIN}),
    "JSON-LD in a graph": linked({"@graph": [{"@type": "WebSite"}, {"@type": "Article", "articleBody": PLAIN}]}),
    "JSON-LD of a product": linked({"@type": "Product", "name": TITLE, "description": PLAIN}),
    "frame": f'<iframe srcdoc="{escape(MARKUP)}"></iframe>',
    "frame that nobody closed": f'<noscript><iframe src=x style="display:none"></noscript><main>{MARKUP}</main>',
    "frame with parts that come later": f'<noscript><iframe></noscript><div hidden id="S:0">{MARKUP}</div>',
}


CARRIERS_OF_SOURCES = {
    "Next": "next",
    "Nuxt": "nuxt",
    "assignment": "vuex",
    "assignment by name": "apollo",
    "assignment after code": "variable",
    "assignment with undefined": "redux",
    "parsed string": "redux",
    "parsed string in single quotes": "variable",
    **{name: "json-ld" for name in SOURCES if name.startswith("JSON-LD")},
    **{name: "frame" for name in SOURCES if name.startswith("frame")},
}


def test_every_carrier_has_a_name_of_its_own() -> None:
    names = [carrier.name for carrier in CARRIERS]
    assert len(names) == len(set(names))
    assert set(CARRIERS_OF_SOURCES.values()) <= set(names)


@pytest.mark.parametrize("name", SOURCES)
def test_sources(name: str) -> None:
    made = shell(SOURCES[name])
    assert shows_little(made)
    found = rebuild(made, Budget())
    assert found is not None
    assert found.url == "https://h.test/a"
    assert found.original is made
    assert found.carrier == CARRIERS_OF_SOURCES.get(name, "json-script")
    text = ridgeline.load("everything").extract(found).text
    assert text.removeprefix(TITLE).strip() == PLAIN


def test_posts_of_a_thread() -> None:
    posts = [{"cooked": f"<p>{text}</p>", "username": f"user{number}"} for number, text in enumerate(PROSE)]
    topic = {
        "title": TITLE,
        "post_stream": {"posts": posts},
        "suggested_topics": [{"title": "Other", "excerpt": FIRST}],
    }
    preloaded = {"topic_7": json.dumps(topic), "site": json.dumps({"categories": [{"description_text": FIRST * 3}]})}
    made = shell(body=f'<div id="data-preloaded" data-preloaded="{escape(json.dumps(preloaded))}"></div>')
    assert rebuilt(made) == [TITLE, *PROSE]


def test_a_question_and_its_answers() -> None:
    state = {"question": {"title": TITLE, "body": FIRST, "answers": [{"body": text} for text in PROSE[1:]]}}
    assert rebuilt(shell(island(state))) == [TITLE, *PROSE]
    question: dict[str, Any] = {
        "@type": "Question",
        "name": TITLE,
        "text": FIRST,
        "acceptedAnswer": {"@type": "Answer", "text": SECOND},
    }
    question["suggestedAnswer"] = [{"@type": "Answer", "text": THIRD}, {"@type": "Answer", "text": FOURTH}]
    assert rebuilt(shell(linked({"@type": "QAPage", "mainEntity": question}))) == [TITLE, *PROSE]
    forum: dict[str, Any] = {"@type": "DiscussionForumPosting", "headline": TITLE, "text": FIRST}
    forum["comment"] = [{"@type": "Comment", "text": text} for text in PROSE[1:]]
    assert rebuilt(shell(linked(forum))) == [TITLE, *PROSE]


def test_a_recipe() -> None:
    steps = [{"@type": "HowToSection", "itemListElement": [{"@type": "HowToStep", "text": text}]} for text in PROSE[2:]]
    recipe = {"@type": "Recipe", "name": TITLE, "description": FIRST, "recipeIngredient": ["flour", "salt"]}
    made = shell(linked(recipe | {"recipeInstructions": [SECOND, *steps]}))
    assert rebuilt(made) == [TITLE, FIRST, "flour", "salt", *PROSE[1:]]


def test_rich_text_keeps_its_structure() -> None:
    content: list[Any] = [{"type": "heading-2", "children": [{"type": "text", "text": "At sea & ashore"}]}]
    content += [
        {"type": "bulleted-list", "children": [{"type": "list-item", "children": [{"type": "text", "text": t}]}]}
        for t in PROSE
    ]
    found = rebuild(shell(island({"body": {"type": "root", "children": content}})), Budget())
    assert found is not None
    markdown = ridgeline.load("everything").extract(found).write("markdown", title=False)
    assert markdown.startswith(f"## At sea & ashore\n\n- {FIRST}")


@pytest.mark.parametrize(
    "other",
    [
        {"related": [{"title": f"Story {number}", "url": "/x", "body": THIRD * 9} for number in range(9)]},
        {"translations": {f"label{number}": FOURTH for number in range(90)}},
        {"comments": [{"body": THIRD + str(number)} for number in range(30)]},
        {"menu": [{"text": "Home"}, {"text": "Ferries"}] * 300},
        {"styles": {"content": ".ferry { colour: white } " * 90}},
        {"bundle": "const ferry = {}; function leave() { return true; }. " * 90},
    ],
    ids=lambda other: next(iter(other)),
)
def test_one_article_and_not_what_stands_around_it(other: dict[str, Any]) -> None:
    assert rebuilt(shell(island({**other, "article": ARTICLE}))) == [TITLE, *PROSE]


def test_reviews_and_teasers_are_not_the_content() -> None:
    assert (
        rebuilt(shell(linked({"@type": "Product", "name": TITLE, "review": {"@type": "Review", "reviewBody": PLAIN}})))
        == []
    )
    assert rebuilt(shell(linked({"@type": "NewsArticle", "headline": TITLE, "description": PLAIN}))) == []


def test_the_same_text_twice_is_kept_once() -> None:
    article = {
        "title": TITLE,
        "content": [{"html": f"<p>{text}</p>", "text": text} for text in PROSE for _ in range(2)],
    }
    assert rebuilt(shell(island({"article": article}), linked({"@type": "Article", "articleBody": PLAIN}))) == [
        TITLE,
        *PROSE,
    ]


def test_metadata_stays() -> None:
    made = ridgeline.parse(
        f'<html lang="de"><title>{TITLE}</title><meta name="author" content="Ann &quot;A&quot; Low">'
        f'<link rel="canonical" href="https://h.test/b">'
        + linked({"@type": "NewsArticle", "headline": TITLE, "datePublished": "2026-01-02", "articleBody": PLAIN})
    )
    found = rebuild(made, Budget())
    assert found is not None
    before, after = (ridgeline.load("everything").extract(each).metadata for each in (made, found))
    assert after.word_count  # which follows from the text, and the page itself shows none
    assert replace(after, word_count=0, reading_minutes=0) == before
    assert (after.title, after.language) == (TITLE, "de")


def test_how_the_page_was_read_stays() -> None:
    source = linked({"@type": "NewsArticle", "articleBody": PLAIN}) + "<div>" * 600
    found = rebuild(ridgeline.parse(source.encode(), charset="utf-8"), Budget())
    assert found is not None
    assert found.cuts == frozenset({"depth"})
    assert found.encoding == "utf-8"


def test_plain_text_is_no_markup() -> None:
    made = shell(
        island({"article": {"title": TITLE, "text": f"{PLAIN}\n\nThe sign 1 < 2 & 3 > 2 hangs in the harbour."}})
    )
    assert rebuilt(made)[-1] == "The sign 1 < 2 & 3 > 2 hangs in the harbour."


DEEP = "[" * 100_000 + "]" * 100_000
UNREADABLE = {
    "nothing": "",
    "too little": island({"article": {"body": f"<p>{FIRST}</p>"}}),
    "labels alone": island({"strings": [{"text": "Send"}, {"text": "Go back"}] * 200}),
    "broken": f'<script type=application/json>{{"body": "{PLAIN}"</script>'.replace("\n", " "),
    "deep": f"<script type=application/json>{DEEP}</script>",
    "deep assignment": f"<script>window.a = {DEEP}</script>",
    "deep JSON-LD": f"<script type=application/ld+json>{DEEP}</script>",
    "no numbers": "<script type=application/json>[NaN, Infinity, -Infinity, 1e999]</script>",
    "long number": f"<script type=application/json>{'9' * 5_000}</script>",
    "references without end": island([{"a": 1}, [0, 1]]),
    "references to nothing": island([{"a": 10}, {"b": -1}]),
    "awkward kinds": linked({"@type": [1, None, {"a": []}], "articleBody": [PLAIN], "mainEntity": 3}),
}


@pytest.mark.parametrize("script", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_nothing_substantial(script: str) -> None:
    assert rebuild(shell(script), Budget()) is None


@pytest.mark.parametrize("body", AWKWARD.values(), ids=AWKWARD.keys())
def test_awkward_pages(body: str) -> None:
    assert rebuild(ridgeline.parse(body), Budget()) is None


def test_a_text_that_is_referred_to_many_times() -> None:
    """Each list holds the one before it twice: 2 to the power of 60 copies, were they all written."""
    data = [{"body": 1}, *([level + 2, level + 2] for level in range(60)), MARKUP]
    found = rebuild(shell(island(data)), Budget())
    assert found is not None
    assert len(found.source) < 10_000_000
    tree: list[Any] = [{"body": 1}]
    for level in range(60):
        tree += [{"type": 122, "children": 2 * level + 2}, [2 * level + 3, 2 * level + 3]]
    found = rebuild(shell(island([*tree, {"type": 122, "text": 123}, "paragraph", FIRST])), Budget())
    assert found is not None
    assert len(found.source) < 10_000_000


def test_shows_little() -> None:
    menu = "<nav>" + "".join(f"<a href=/{number}>Ferry {number}</a>" for number in range(60)) + "</nav>"
    script = "<script src=/app.js></script>"
    assert shows_little(shell(script, body=menu))
    assert shows_little(shell(script, body="<p>Loading…</p>"))
    assert shows_little(shell(body="<div data-preloaded='{}'></div>"))
    assert not shows_little(shell(body="<p>Loading…</p>"))  # it has no data
    assert not shows_little(shell(script, body=MARKUP * 3))
    assert not shows_little(shell(script, body=menu + MARKUP + MARKUP))
    assert not shows_little(shell(script, body=f"<div hidden>{MARKUP * 3}</div>"))


# --- Pages that show how their content begins

TEASER = f"<main><p>{FIRST}</p></main>"


def kept(made: ridgeline.Page, text: str = FIRST) -> Any:
    return np.array([leaf for leaf, own in enumerate(made.leaf_text) if text in own], dtype=np.int32)


@pytest.mark.parametrize("name", [name for name in SOURCES if "frame" not in name])
def test_what_is_shown_in_part_is_completed(name: str) -> None:
    made = shell(SOURCES[name], body=TEASER)
    assert carries_more(made, kept(made), Budget())
    whole = complete(made, kept(made), Budget())
    assert whole is not None
    assert set(PROSE) <= set(texts(whole))
    assert whole.url == made.url


def test_other_writing_in_the_data_does_not_take_its_place() -> None:
    other = " ".join(f"The island has {number} sheep and a shepherd who counts them every day." for number in range(99))
    made = shell(island({"teaser": {"body": MARKUP}, "elsewhere": {"body": other}}), body=TEASER)
    whole = complete(made, kept(made), Budget())
    assert whole is not None
    assert texts(whole) == PROSE


def test_what_an_attribute_carries_completes_a_page() -> None:
    topic = {"title": TITLE, "post_stream": {"posts": [{"cooked": f"<p>{text}</p>"} for text in PROSE]}}
    preloaded = escape(json.dumps({"topic_7": json.dumps(topic)}))
    made = shell(body=f"{TEASER}<div id=data-preloaded data-preloaded='{preloaded}'></div>")
    whole = complete(made, kept(made), Budget())
    assert whole is not None
    assert whole.carrier == "discourse"
    assert set(PROSE) <= set(texts(whole))


@pytest.mark.parametrize(
    "body",
    [
        TEASER.replace(FIRST, "Something else that is not in the data at all, in as many words as the other has."),
        MARKUP,
        TEASER + "".join(f"<aside>{text}</aside>" for text in PROSE[1:]),  # readers' comments, which it shows as well
        f"<main>{MARKUP[: 3 * len(MARKUP) // 4]}</main>",  # nearly all of it
    ],
)
def test_what_the_data_has_no_more_of_is_not(body: str) -> None:
    made = shell(SOURCES["Next"], body=body)
    keep = np.flatnonzero([bool(text) and "aside" not in body for text in made.leaf_text])
    if "aside" in body:
        keep = kept(made)
    assert complete(made, keep.astype(np.int32), Budget()) is None
    assert not carries_more(made, keep.astype(np.int32), Budget())


def test_a_page_without_data_carries_nothing() -> None:
    made = shell("<script>start()</script>", body=TEASER)
    assert not carries_more(made, kept(made), Budget())
    assert not carries_more(made, kept(made, "nowhere"), Budget())
    assert complete(made, kept(made), Budget()) is None
    assert not carries_more(shell(SOURCES["Next"], body="<p>The</p>"), np.array([0], dtype=np.int32), Budget())
