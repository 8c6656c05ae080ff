"""`content-extractor` and `fast-template`: blocks that the pages of a site share are not content."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline import Page
from ridgeline.errors import ModelError, OptionError, TemplateError
from ridgeline.extractors.templates.atomic import atomic_blocks
from ridgeline.extractors.templates.block_tree import build_tree, hash_path
from ridgeline.extractors.templates.content_extractor import ContentExtractor, figure_order
from ridgeline.extractors.templates.detection import PreparedTemplate, extracted_blocks, outermost_blocks
from ridgeline.extractors.templates.fast import FastTemplate
from ridgeline.extractors.templates.frequency import page_frequencies
from ridgeline.extractors.templates.preparation import LearningOptions, learn
from ridgeline.sites.templates import StoredBlock, Template, TemplateStore
from ridgeline.text import cuts

from ...pages import article, page

# The block of the paper's Figures 1 and 2.
SPAN = '<span class="yshortcuts" id="lw_1223369478_{}">{}</span>'
NAMES = ("House of Representatives", "The Christian Science Monitor", "Rep. Lamar Smith", "members of Congress")
WHOLE = (
    "On Sept. 27, the US {} unanimously passed a resolution recognizing {} on its centennial. The measure was "
    "sponsored by {} (R) of Texas who once served on the Monitor staff. It was cosponsored by 40 other {}."
)
FIGURE_2 = f"<p> {WHOLE} </p>".format(*(SPAN.format(number, name) for number, name in enumerate(NAMES)))
PHRASE = "the US House of Representatives"
MENU = "<div><ul><li><a href=/>Home</a><li><a href=/world>World</a></ul></div>"
SITE = [article(number) for number in range(12)]


def with_spans(number: int) -> Page:
    words = f"sentence{number} about{number} something{number} that happened{number} there{number}"
    return page(f"{MENU}<p>{words} <span>name{number} of{number}</span> goes{number} on{number}.</p>")


def test_figure_3() -> None:
    blocks = atomic_blocks(page(FIGURE_2))
    texts = [blocks.texts[block] for block in figure_order(blocks)]
    assert texts == [*NAMES, " ".join(WHOLE.format("", "", "", "").split()).replace("other.", "other .")]
    assert PHRASE not in " ".join(texts)


def test_the_phrase_survives() -> None:
    extractor = FastTemplate().fit([with_spans(number) for number in range(20)])
    answer = extractor.extract(page(MENU + FIGURE_2))
    assert PHRASE in answer.text
    assert answer.text == WHOLE.format(*NAMES)
    assert "HTML.BODY.P.SPAN" in extractor.templates[0].content_paths


def test_the_phrase_is_in_a_whole_extracted_block() -> None:
    prepared = PreparedTemplate(learn("example.org", [with_spans(number) for number in range(20)]))
    tree = build_tree(page(MENU + FIGURE_2))
    whole = outermost_blocks(prepared.extracted(tree), prepared.in_paths(tree))
    assert whole.texts == (" ".join(WHOLE.format(*NAMES).split()).replace("Congress.", "Congress ."),)
    assert not prepared.non_content.matches(whole).any()


def test_atomic_blocks_are_the_tag_blocks() -> None:
    for made in (page(FIGURE_2), article(1)):
        blocks = atomic_blocks(made)
        cut = cuts.tag_blocks(made, [*cuts.BLOCK_TAGS, "body"])
        assert blocks.tree.element[blocks.number].tolist() == sorted(cut.root.tolist())
        assert {tuple(blocks.leaves[blocks.of_leaf == number]) for number in range(len(blocks))} == {
            tuple(block.leaves) for block in cut
        }


def test_block_document_frequency() -> None:
    pages = [atomic_blocks(page(f"<p>menu</p><p>{text}</p>")) for text in ("one", "two", "two", "menu")]
    assert [own.tolist() for own in page_frequencies(pages)] == [[4, 1], [4, 2], [4, 2], [4, 4]]


@pytest.mark.parametrize("name", ["content-extractor", "fast-template"])
def test_shared_blocks_are_dropped(name: str) -> None:
    extractor = ridgeline.load(name)
    assert isinstance(extractor, ContentExtractor | FastTemplate)
    answer = extractor.fit(SITE[:10]).extract(SITE[11])
    assert "Home" not in answer.text
    assert "Copyright" not in answer.text
    assert answer.text.startswith("Story 11 of the")
    assert answer.text.count("\n\n") == 4
    # The same holds for the pages that it was fitted to.
    assert "Home" not in extractor.extract(SITE[3]).text


def test_both_comparisons_agree() -> None:
    by_all, by_index = (ContentExtractor(comparison=how).fit(SITE[::2]) for how in ("all", "index"))
    learned = learn("example.org", SITE[::2])
    fast_by_all, fast_by_index = (PreparedTemplate(learned, how) for how in ("all", "index"))
    for made in SITE:
        tree = build_tree(made)
        assert by_all.extract(made).keep.tolist() == by_index.extract(made).keep.tolist()
        assert fast_by_all.detect(tree).tolist() == fast_by_index.detect(tree).tolist()
    with pytest.raises(OptionError, match="comparison is"):
        PreparedTemplate(learned, "some")


# Links are counted, and the words inside them are not (section II)

TEASERS = "<ul><li><a href=/{0}>Headline{0} of{0} today{0}</a><li><a href=/b{0}>Other{0} news{0}</a></ul>"


def with_teasers(number: int) -> Page:
    """A story with links to others, which differ on every page."""
    return page(TEASERS.format(number) + f"<p>words{number} of{number} a <a href=/x>story{number}</a> here{number}</p>")


@pytest.mark.parametrize("kind", [ContentExtractor, FastTemplate])
def test_lists_of_links_that_differ_are_not_content(kind: type[ContentExtractor] | type[FastTemplate]) -> None:
    answer = kind().fit([with_teasers(number) for number in range(6)]).extract(with_teasers(9))
    assert answer.text == "words9 of9 a story9 here9"


def test_words_inside_links_may_be_terms() -> None:
    pages = [with_teasers(number) for number in range(6)]
    content = ContentExtractor(link_words=True).fit(pages)
    fast = FastTemplate().fit(pages, LearningOptions(link_words=True))
    for extractor in (content, fast):
        assert "Headline9 of9 today9" in extractor.extract(with_teasers(9)).text
    with pytest.raises(OptionError, match="link_words is True or False"):
        ridgeline.load("content-extractor", link_words="some")


def test_the_terms_of_a_block_are_outside_its_links() -> None:
    made = page("<p>one <a href=/>two</a> three <a name=x>four</a></p>")
    (blocks, with_links) = (atomic_blocks(made), atomic_blocks(made, link_words=True))
    assert blocks.texts == with_links.texts == with_links.terms == ("one two three four",)
    assert blocks.terms == ("one three four",)
    assert blocks.to_stored(0) == StoredBlock("HTML.BODY.P", "one three four", 0, 0, 1)


def test_templates_and_models_of_former_versions_have_link_words(tmp_path: Path) -> None:
    pages = [with_teasers(number) for number in range(6)]
    former = FastTemplate().fit(pages, LearningOptions(link_words=True)).templates[0]
    fields = former.as_dict()
    assert fields.pop("link_words") is True
    assert Template.from_dict(fields, "there.json") == former
    path = tmp_path / "site.json"
    ContentExtractor(link_words=True).fit(pages).save(path)
    manifest = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(path.read_text(encoding="utf-8").replace('"link_words"', '"other"'), encoding="utf-8")
    assert "link_words" in json.dumps(manifest)
    assert "Headline9" in ContentExtractor.load(path).extract(with_teasers(9)).text


def test_remembering_all_needs_one_other_page() -> None:
    pages = [page(f"<p>own words of page{number}</p>") for number in range(3)]
    again = page("<p>own words of page1</p><p>quite new words here</p>")
    assert ContentExtractor().fit(pages).extract(again).text == "own words of page1\n\nquite new words here"
    assert ContentExtractor(remember="all").fit(pages).extract(again).text == "quite new words here"


def test_saving_and_loading(tmp_path: Path) -> None:
    for kind in (ContentExtractor, FastTemplate):
        fitted = kind().fit(SITE[:6])
        fitted.save(tmp_path / "site.json")
        again = kind.load(tmp_path / "site.json")
        for made in SITE:
            assert again.extract(made).keep.tolist() == fitted.extract(made).keep.tolist()
        with pytest.raises(ModelError, match="nothing to save"):
            kind().save(tmp_path / "nothing.json")


# The rules of section III


def by_the_rules(made: Page, content: Sequence[str], tags: Sequence[str]) -> list[int]:
    """The leaves extracted by the two rules, applied block by block as the paper states them."""
    tree = build_tree(made, tags)
    paths = [tree.path_text(block) for block in range(len(tree))]
    inside = [list(range(block + 1, int(tree.end[block]))) for block in range(len(tree))]
    kept: set[int] = set()
    for block, path in enumerate(paths):
        if path not in content:
            continue
        own = {leaf for leaf, owner in enumerate(tree.of_leaf.tolist()) if owner == block or owner in inside[block]}
        for other in inside[block]:
            if paths[other] not in content and all(paths[lower] not in content for lower in inside[other]):
                gone = {other, *inside[other]}
                own -= {leaf for leaf, owner in enumerate(tree.of_leaf.tolist()) if owner in gone}
        kept |= own
    return sorted(kept)


markup = st.lists(
    st.sampled_from("<p> </p> <div> </div> <div> <span> </span> word other <ul> <li> </ul> <b> </b>".split()),
    max_size=30,
).map(" ".join)


@given(html=markup, data=st.data())
def test_the_rules_are_applied_to_the_letter(html: str, data: st.DataObject) -> None:
    made = ridgeline.parse(html)
    tags = ["p", "div", "span", "ul", "li"]
    tree = build_tree(made, tags)
    paths = sorted({tree.path_text(block) for block in range(len(tree))})
    content = data.draw(st.lists(st.sampled_from(paths), unique=True))
    numbers = np.array(sorted(map(hash_path, content)), dtype=np.uint64)
    extracted = extracted_blocks(tree, np.isin(tree.path_hash, numbers))
    assert np.flatnonzero(extracted[tree.of_leaf]).tolist() == by_the_rules(made, content, tags)


def template(content: Sequence[str], blocks: Sequence[StoredBlock] = (), others: Sequence[str] = ()) -> Template:
    return Template("example.org", tuple(content), tuple(others), tuple(blocks), ("div", "p", "span", "ul"), 20)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (["HTML.BODY.DIV", "HTML.BODY.DIV.P", "HTML.BODY.DIV.P.SPAN"], "a\n\nb c\n\nd"),  # all of them: the whole block
        (["HTML.BODY.DIV", "HTML.BODY.DIV.P"], "a\n\nb\n\nd"),  # without B', which has no sub-block in P
        (["HTML.BODY.DIV", "HTML.BODY.DIV.P.SPAN"], "a\n\nb c\n\nd"),  # including B', which has one
        (["HTML.BODY.DIV.P.SPAN"], "c"),
        (["HTML.BODY.UL"], ""),
    ],
)
def test_the_rules_by_example(content: Sequence[str], text: str) -> None:
    made = page("<div>a<p>b <span>c</span></p>d</div>")
    assert FastTemplate(templates=[template(content)], drift=0).extract(made).text == text


def test_extracted_blocks_are_compared() -> None:
    path = "HTML.BODY.P"
    known = template([path], [StoredBlock(path, "All rights reserved by the harbour office", 0, 0, 0)])
    made = page("<p>A story.</p><p>All rights reserved by the Harbour office</p><p>All rights were lost</p>")
    assert FastTemplate(templates=[known]).extract(made).text == "A story.\n\nAll rights were lost"


# Then another extractor decides


def test_another_extractor_decides_what_the_template_kept() -> None:
    prose = " ".join(f"The ferry number {number} carries mail to the islands and people back." for number in range(20))
    body = f"<h1>The ferry of the north</h1><p>{prose}</p><p>{prose[::-1]}</p>"
    comments = "".join(f"<li>Reader{number}: nice<p>Reply</p></li>" for number in range(4))
    made = page(f"{MENU}<div>{body}</div><ul class=comments>{comments}</ul>")
    pages = [
        page(f"{MENU}<div><h1>t{n}</h1><p>word{n} and{n}</p></div><ul><li>by{n}<p>so{n}</p></li></ul>")
        for n in range(6)
    ]
    fitted = FastTemplate(drift=0).fit(pages)
    chosen = FastTemplate(drift=0, templates=fitted.templates, then="summit").extract(made).keep.tolist()
    alone = ridgeline.load("summit").extract(made).keep.tolist()
    kept = fitted.extract(made).keep.tolist()
    assert chosen == sorted(set(kept) & set(alone))
    assert 0 < len(chosen) < len(kept)


def test_the_template_answers_where_the_other_extractor_keeps_nothing() -> None:
    fitted = FastTemplate(drift=0).fit(SITE)
    nothing = page("<div><p>Wholly new</p></div>")
    keeping = FastTemplate(drift=0, templates=fitted.templates, then="feature")
    assert keeping.extract(nothing).keep.tolist() == fitted.extract(nothing).keep.tolist() != []


# Drift


def test_the_fallback_extracts_a_page_that_does_not_fit() -> None:
    extractor = FastTemplate().fit(SITE)
    other = page("<main><section><h2>Redesigned</h2><blockquote>All is new here</blockquote></section></main>")
    answer = extractor.extract(other)
    assert answer.extractor == "fast-template"
    assert answer.keep.tolist() == ridgeline.load(ridgeline.DEFAULT_EXTRACTOR).extract(other).keep.tolist()
    assert "does not fit the template" in answer.remarks[0]
    assert extractor.drifted == 1
    assert extractor.extract(SITE[0]).remarks == ()
    assert extractor.drifted == 1
    assert FastTemplate(drift=0).fit(SITE).extract(other).remarks == ()
    assert not extractor.extract(page(""))


@pytest.mark.parametrize("visible", ["", "Please wait"])
def test_the_fallback_answers_for_the_given_page(visible: str) -> None:
    """A shell carries its article as JSON-LD: the answer has leaves of the shell, not of a page built from the data."""
    body = " ".join(f"The ferry number {number} carries mail to the islands and people back." for number in range(40))
    data = json.dumps({"@type": "NewsArticle", "headline": "The ferry", "articleBody": body})
    shell = page(
        f"<main><section><h1>The ferry</h1>{visible}</section></main>",
        f"<title>The ferry</title><script type='application/ld+json'>{data}</script>",
    )
    answer = FastTemplate().fit(SITE).extract(shell)
    assert "does not fit the template" in answer.remarks[0]
    assert answer.page is shell
    assert ridgeline.load(ridgeline.DEFAULT_EXTRACTOR).extract(shell).page is shell
    assert set(answer.keep.tolist()) <= set(range(len(shell.leaves)))
    assert set(answer.text.split()) <= set(" ".join(shell.leaf_text).split())
    assert answer.scores is None or answer.scores.shape == shell.leaves.shape


def test_the_store_counts_drift(tmp_path: Path) -> None:
    store = TemplateStore(tmp_path / "templates.sqlite")
    store.put("www.example.org", [learn("example.org", SITE)])
    extractor = ridgeline.load("fast-template", store=store.path)
    for made, count in [
        (article(3, url="https://example.org/3"), 0),
        (page("<main>x", url="https://example.org/4"), 1),
    ]:
        extractor.extract(made)
        assert store.get("example.org")[0].drifted == count


# Errors


def test_unknown_sites_say_what_to_do(tmp_path: Path) -> None:
    extractor = FastTemplate(store=tmp_path / "templates.sqlite")
    with pytest.raises(TemplateError, match=r"no template of example\.org in .*`ridgeline template learn example.org"):
        extractor.extract(article(1, url="https://www.example.org/1"))
    with pytest.raises(TemplateError, match="does not know the site of the page"):
        extractor.extract(article(1))
    with pytest.raises(ModelError, match="knows no site yet"):
        ContentExtractor().extract(article(1))
    assert not (tmp_path / "templates.sqlite").exists()


@pytest.mark.parametrize(
    "options",
    [{"then": "sumit"}, {"fallback": ["summit"]}, {"drift": 2}, {"support": 0.5}],
)
def test_wrong_options(options: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        ridgeline.load("fast-template", **options)


def test_fitting_needs_pages() -> None:
    with pytest.raises(ModelError, match="was given none"):
        ContentExtractor().fit([])
    with pytest.raises(TemplateError, match="at least two different pages"):
        FastTemplate().fit([])


def test_min_pages_and_remember_are_checked() -> None:
    with pytest.raises(OptionError, match="min_pages is 2 or more"):
        ContentExtractor(min_pages=1).fit(SITE)
    with pytest.raises(OptionError, match="remember is"):
        ridgeline.load("content-extractor", remember="nothing")


def test_models_with_the_former_name_of_min_pages_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "site.json"
    ContentExtractor(min_pages=3).fit(SITE).save(path)
    path.write_text(path.read_text(encoding="utf-8").replace('"min_pages"', '"least_pages"'), encoding="utf-8")
    assert ContentExtractor.load(path).min_pages == 3


def test_remarks_are_in_the_json() -> None:
    answer = FastTemplate().fit(SITE).extract(page("<main>other"))
    assert json.loads(answer.json)["remarks"] == list(answer.remarks)
