"""The study of search: the engine against BM25 in NumPy, queries, rankings, duplicates, costs, and a whole run."""

import json
import math
import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict
from itertools import count
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.cli import main
from ridgeline.errors import MissingExtraError, OptionError, how_to_install
from ridgeline.lab.datasets import Record
from ridgeline.lab.study.search import dense
from ridgeline.lab.study.search.corpus import Document, documents_of, make_copies, replace_content, similarities
from ridgeline.lab.study.search.costs import PAGE_AS_IT_IS, measure_reading, storage_of
from ridgeline.lab.study.search.dense import Encoder, Vectors, passages, search_densely
from ridgeline.lab.study.search.duplicates import find_duplicates
from ridgeline.lab.study.search.engine import SearchIndex
from ridgeline.lab.study.search.experiments import Part, Plan, estimate_seconds, run_study
from ridgeline.lab.study.search.queries import Kind, Query, make_queries
from ridgeline.lab.study.search.retrieval import TITLED, measure_matching, measure_ranking
from ridgeline.lab.study.search.systems import SYSTEMS, Task, run_rendered_systems
from ridgeline.page import parse
from ridgeline.registry import REGISTRY
from ridgeline.render import LayoutStore

from ...browsers import need_browser
from ...pages import CARRYING
from .records import error_line, hide_extras, record, write_set


def never() -> bool:
    return False


def always() -> bool:
    return True


SITES = [record(number, site) for site in ("ferry.example", "tower.example") for number in range(10, 16)]


# Pages of two sites, with texts that are long enough to be copied.
LONG = [
    Record(f"{site}{n}", f"<nav>{site}</nav><p>{text}</p>", text, site=site)
    for site in ("a.example", "b.example")
    for n in range(4)
    for text in [" ".join(f"{site[0]}{n}w{word}" for word in range(80))]
]


# --- The engine


def bm25(documents: Sequence[Sequence[str]], query: Sequence[str]) -> npt.NDArray[np.float64]:
    """Okapi's BM25 of every document, k1 = 1.2 and b = 0.75; a word of most documents weighs 0.000001, as in SQLite."""
    counts = np.array([[Counter(document)[word] for word in query] for document in documents], dtype=np.float64)
    lengths = np.array([len(document) for document in documents], dtype=np.float64)
    having = np.count_nonzero(counts, axis=0)
    rarity = np.log((len(documents) - having + 0.5) / (having + 0.5))
    weight = np.where(rarity > 0, rarity, 1e-6)
    norm = 1.2 * (1 - 0.75 + 0.75 * lengths / lengths.mean())
    scores: npt.NDArray[np.float64] = (weight * counts * 2.2 / (counts + norm[:, None])).sum(axis=1)
    return scores


def test_the_engine_ranks_as_bm25_does(tmp_path: Path) -> None:
    chance = random.Random(5)
    vocabulary = [f"word{number}" for number in range(60)]
    documents = [chance.choices(vocabulary, k=chance.randint(1, 80)) for _ in range(50)]
    with SearchIndex(tmp_path / "index", {"body": documents}) as index:
        for _ in range(40):
            query = chance.sample(vocabulary, k=3)
            wanted = bm25(documents, query)
            found = index.scores(query)
            assert found.keys() == {number for number, score in enumerate(wanted) if score > 0}
            assert [found[number] for number in found] == pytest.approx([wanted[number] for number in found])
            assert index.ranked(query) == sorted(found, key=lambda number: (-found[number], number))


def test_the_size_of_an_index(tmp_path: Path) -> None:
    documents = [["the", "ferry", "the"], ["the", "pier"], []]
    with SearchIndex(tmp_path / "index", {"body": documents}) as index:
        size = index.size()
    assert (size.words, size.terms, size.postings) == (5, 3, 4)
    assert size.bytes == (tmp_path / "index").stat().st_size > 0


def test_words_and_phrases(tmp_path: Path) -> None:
    documents = [["the", "old", "ferry"], ["old", "the", "ferry"], ["灯", "塔", "在"], ["a_b", "naïve", "x²"]]
    with SearchIndex(tmp_path / "index", {"body": documents}) as index:
        assert index.having_all(["ferry", "old"]) == {0, 1}
        assert index.having_phrase(["old", "ferry"]) == {0}
        assert index.having_phrase(["灯", "塔"]) == {2}
        assert index.having_all(["naive"]) == set()
        assert index.having_phrase(["a_b", "naïve"]) == index.having_all(["x²"]) == {3}
        assert index.having_all(['" OR "ferry']) == index.having_all(["NEAR"]) == set()


# --- Documents


@given(st.lists(st.lists(st.sampled_from("abcd"), max_size=12), min_size=1, max_size=5))
def test_similarities_are_those_of_sets(texts: list[list[str]]) -> None:
    def runs(words: list[str]) -> set[tuple[str, ...]]:
        return {tuple(words[n : n + 4]) for n in range(max(len(words) - 3, 1))} if words else set()

    found = similarities(texts)
    for one, other in ((one, other) for one in range(len(texts)) for other in range(len(texts)) if one != other):
        left, right = runs(texts[one]), runs(texts[other])
        wanted = len(left & right) / len(left | right) if left | right else 0.0
        assert found[one, other] == pytest.approx(wanted)
    assert not found.diagonal().any()


def test_another_text_takes_the_place_of_the_content() -> None:
    page = SITES[0]
    html = replace_content(page, "Salt & pepper\n\nare < sugar")
    assert html is not None
    assert "<p>Salt &amp; pepper</p>\n<p>are &lt; sugar</p>" in html
    words = set(parse(html).text)
    assert not any(line in text for line in page.text.splitlines() for text in words)
    frame = [text for text in parse(page.html).text if text.strip() and text not in page.text]
    assert frame
    assert all(text in words for text in frame)


def test_a_page_without_its_gold_text_makes_no_room() -> None:
    assert replace_content(Record("1", "<p>Nothing of it</p>", "The ferry sails at noon from the pier"), "x") is None


def test_copies_stand_in_frames_of_other_sites() -> None:
    documents = documents_of(LONG)
    copies = make_copies(documents, 4)
    assert len(copies) == 4
    for copy in copies:
        frame = documents[copy.frame].record
        assert copy.is_copy
        assert copy.record.site == frame.site
        assert frame.site is not None
        assert frame.site in copy.record.html
        assert copy.record.text in copy.record.html
        assert frame.text not in copy.record.html


def test_pages_without_a_gold_text_are_no_documents() -> None:
    assert [one.frame for one in documents_of([Record("1", "<p>x", " "), Record("2", "<p>x", "x")])] == [0]


# --- Queries


def document(text: str, html: str = "", title: str | None = None) -> Document:
    return Document(Record("1", html, text, title=title), 0)


def words_of(documents: Sequence[Document], kind: Kind) -> list[str]:
    return [" ".join(query.words) for query in make_queries(documents) if query.kind is kind]


def test_the_best_words_are_frequent_here_and_rare_elsewhere() -> None:
    documents = [document("ferry ferry pier noon the the the 2019 2019 2019"), document("the train"), document("the")]
    assert words_of(documents, Kind.WORDS) == ["ferry noon pier"]


def test_phrases_are_in_one_sentence_or_across_two_lines() -> None:
    text = "Short one. One two three four five six seven eight nine ten.\nThen a b c d e.\nx"
    assert words_of([document(text)], Kind.PHRASE) == ["two three four five six seven eight nine"]
    assert words_of([document(text)], Kind.ACROSS) == ["seven eight nine ten then a b c"]
    assert words_of([document("One two three.")], Kind.PHRASE) == words_of([document("One")], Kind.ACROSS) == []


def test_headlines_are_gold_titles_or_first_lines_that_the_page_has_as_title() -> None:
    assert words_of([document("Text", title="The Ferry!")], Kind.HEADLINE) == ["the ferry"]
    html = "<title>The ferry | News</title>"
    assert words_of([document("The ferry\nIt sails.", html)], Kind.HEADLINE) == ["the ferry"]
    assert words_of([document("It sails.\nThe ferry", html)], Kind.HEADLINE) == []


def test_a_language_without_spaces_is_asked_by_characters() -> None:
    (query,) = words_of([document("灯塔在冬天重新亮了起来。")], Kind.PHRASE)
    assert query == "塔 在 冬 天 重 新 亮 了"


# --- Rankings


def test_rankings_by_hand() -> None:
    queries = [Query(Kind.WORDS, (str(number),), number) for number in range(3)]
    relevant = [{0}, {1, 3}, {2}]
    answers = {0: [0, 1], 1: [2, 3, 1], 2: [0, 1]}
    found = measure_ranking(queries, relevant, lambda query: answers[query.document])
    assert found.success == pytest.approx(1 / 3)
    assert found.mrr == pytest.approx((1 + 1 / 2 + 0) / 3)
    second = (1 / math.log2(3) + 1 / math.log2(4)) / (1 + 1 / math.log2(3))
    assert found.ndcg == pytest.approx((1 + second + 0) / 3)


def test_matching_by_hand() -> None:
    queries = [Query(Kind.WORDS, (str(number),), number) for number in range(2)]
    found = measure_matching(queries, [{0, 2}, {1}], lambda words: {0, 1, 2, 3} if words == ("0",) else {3})
    assert (found.found, found.others) == (0.5, 1.5)


def test_no_queries_no_figures() -> None:
    assert measure_ranking([], [], lambda query: []).queries == 0
    assert measure_matching([], [], lambda words: set()).queries == 0


# --- Duplicates


def test_duplicates_with_a_frame_and_without() -> None:
    story = [" ".join(f"s{n}w{word}" for word in range(30)) for n in range(3)]
    frame = [" ".join(f"f{n}w{word}" for word in range(60)) for n in range(2)]
    documents = [Document(Record(str(n), "", story[n]), n) for n in range(3)]
    documents.append(Document(Record("copy", "", story[0]), 2, is_copy=True))
    same = np.zeros((4, 4), dtype=np.bool_)
    same[0, 3] = same[3, 0] = True
    bare = find_duplicates(documents, [*story, story[0]], same)
    assert bare.at_threshold.f1 == 1.0
    assert (bare.recall_crawled, bare.recall_copies) == (None, 1.0)
    whole = [f"{frame[0]} {story[n]}" for n in range(3)] + [f"{frame[1]} {story[0]}"]
    framed = find_duplicates(documents, whole, same)
    assert framed.at_threshold.precision == 0.0  # pages of one site look alike …
    assert framed.recall_copies == 0.0  # … and the article in another frame does not
    assert framed.best[1].f1 < 1.0


# --- Dense retrieval


def bags(texts: Sequence[str]) -> Vectors:
    """An encoder that knows the first letters of words."""
    counts = np.array([[1.0 + sum(word[0] == letter for word in text.split()) for letter in "abc"] for text in texts])
    found: Vectors = (counts / np.linalg.norm(counts, axis=1, keepdims=True)).astype(np.float32)
    return found


def test_passages_are_what_the_model_can_read() -> None:
    words = [f"w{number}" for number in range(400)]
    cut = passages(" ".join(words))
    assert " ".join(cut).split() == words
    assert max(len(part.split()) for part in cut) == dense.PASSAGE_WORDS
    assert len(passages("word " * 10**5)) == dense.MAX_PASSAGES
    assert passages("") == [""]


def test_dense_retrieval_finds_the_nearest_passage() -> None:
    texts = [f"{letter}{n} " * 6 + " ".join(f"{letter}x{k}" for k in range(8)) for n, letter in enumerate("abc")]
    documents = [Document(Record(str(n), "", text, title=texts[n][:8]), n) for n, text in enumerate(texts)]
    found = search_densely(Encoder(bags), documents, texts, [{0}, {1}, {2}], never)
    assert found is not None
    assert found.dense["headline"].success == found.dense["phrase"].success == found.bm25["headline"].success == 1.0
    shifted = search_densely(Encoder(bags), documents, [*texts[1:], texts[0]], [{0}, {1}, {2}], never)
    assert shifted is not None
    assert shifted.dense["headline"].success == shifted.bm25["headline"].success == 0.0


def test_texts_are_encoded_once_and_not_after_the_deadline() -> None:
    seen: list[str] = []

    def encode(texts: Sequence[str]) -> Vectors:
        seen.extend(texts)
        return bags(texts)

    encoder = Encoder(encode)
    encoder.vectors(["a", "b", "a"], never)
    again = encoder.vectors(["b", "a"], never)
    assert seen == ["a", "b"]
    assert again is not None
    assert again == pytest.approx(bags(["b", "a"]))
    assert encoder.vectors(["new"], always) is None
    assert search_densely(Encoder(encode), [document("x " * 20)], ["x"], [{0}], always) is None


def test_a_missing_model_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dense, "PACKAGE", "no_such_package")
    with pytest.raises(MissingExtraError, match=re.escape(how_to_install("dense"))):
        dense.load_encoder()


# --- Costs


def test_storage_is_a_mean_over_pages() -> None:
    found = storage_of(["ferry" * 100, "", "é" * 100])
    assert found.bytes == pytest.approx(700 / 3)
    assert found.tokens == pytest.approx(700 / 4 / 3)
    assert 0 < found.compressed_bytes < found.bytes


def test_paper_and_screens() -> None:
    need_browser()
    page = "<p style='height: 844px; margin: 0; break-after: page'>"
    reading = measure_reading([{"long": f"<body style='margin: 0'>{page * 4}<p>end", "short": "<p>x"}], never)
    assert (reading["long"].pages, reading["long"].sheets, reading["short"].sheets) == (1, 5, 1)
    assert 4 < reading["long"].screens < 5
    assert reading["short"].screens <= 1
    assert measure_reading([{"short": "<p>x"}], always) == {}


# --- The whole study

CHOSEN = ("everything", "kfeature", "fast-template", "summit", "gold")


def test_every_extractor_is_a_system() -> None:
    assert set(SYSTEMS) == {*REGISTRY, "gold"}
    assert (SYSTEMS[0], SYSTEMS[-1]) == ("everything", "gold")


def test_a_small_corpus() -> None:
    study = run_study(SITES, Plan(CHOSEN, (Part.SEARCH, Part.DUPLICATES)))
    assert study.documents == len(SITES)
    assert study.search.keys() == study.duplicates.keys() == set(CHOSEN)
    whole, gold = study.search["everything"], study.search["gold"]
    assert gold.size.postings < whole.size.postings
    assert gold.matched[Kind.PHRASE].found == 1.0
    assert {*gold.ranked} == {Kind.WORDS, Kind.HEADLINE, TITLED}
    assert study.remarks == []
    json.dumps(asdict(study))


def test_sites_with_few_pages_leave_out_what_learns_a_site() -> None:
    alone = [record(number, f"site{number}.example") for number in range(10, 16)]
    study = run_study(alone, Plan(CHOSEN, (Part.SEARCH,)))
    assert "fast-template" not in study.search
    assert study.remarks == ["fast-template are left out: the corpus has sites with too few pages to learn from"]


def test_a_corpus_that_is_too_small() -> None:
    with pytest.raises(OptionError, match="4 pages with a gold text at least, this one 2"):
        run_study(SITES[:2], Plan(("everything",)))


def ticking(seconds: float) -> Callable[[], float]:
    """A clock that goes on by a second whenever it is looked at."""
    ticks = count()
    return lambda: seconds - next(ticks)


def test_the_budget_bounds_the_pages() -> None:
    study = run_study(
        SITES, Plan(("everything", "kfeature", "summit", "gold"), (Part.SEARCH,), seconds_left=ticking(12.6))
    )
    assert study.documents == 8  # as many looks at the clock as fit into two thirds of it
    assert study.remarks[0] == "8 of 12 documents: the budget was over"
    assert study.search.keys() >= {"everything", "summit", "gold"}


def test_copies_go_with_their_frames() -> None:
    study = run_study(
        LONG, Plan(("everything", "fast-template", "gold"), (Part.DUPLICATES,), seconds_left=ticking(100))
    )
    assert (study.documents, study.copies, study.remarks) == (8, 8, [])
    study = run_study(LONG, Plan(("everything", "gold"), (Part.DUPLICATES,), seconds_left=ticking(24)))
    assert (study.documents, study.copies) == (6, 3)  # of eleven that there was time for, two copies lost their frames
    assert study.remarks[0] == "9 of 16 documents: the budget was over"


def test_rendering_is_bounded_too(tmp_path: Path) -> None:
    need_browser()
    documents, store = documents_of(LONG), LayoutStore(tmp_path)
    (first, *others) = run_rendered_systems(documents, Task(("clg", "lr"), frozenset({0})), store)
    assert first is not None
    assert first["lr"].reader is not None
    assert all(output is not None and output["clg"].reader is None for output in others)
    assert len(list(tmp_path.iterdir())) == len(documents)
    assert run_rendered_systems(documents, Task(("clg",), is_over=always), store) == [None] * len(documents)


def test_rendered_systems_see_pages_that_carry_data() -> None:
    """Such a page is rebuilt, and has to be rendered when the systems run: in a forked process that would hang."""
    need_browser()
    carrying = CARRYING["a shell with JSON-LD"]
    shells = [Record(str(n), carrying.replace("ferry", f"ferry{n}"), "The ferry", site="a.example") for n in range(4)]
    study = run_study(shells, Plan(("everything", "clg", "gold"), (Part.SEARCH,), processes=2))
    assert study.search["clg"].size.words > 0


def test_a_budget_that_is_too_short_says_so() -> None:
    with pytest.raises(OptionError, match="too short"):
        run_study(SITES, Plan(("everything",), (Part.SEARCH,), seconds_left=ticking(2)))


def test_systems_that_the_budget_leaves_out_are_named() -> None:
    systems = ("everything", "feature", "kfeature", "rnn", "fast-template", "gold")
    study = run_study(
        SITES, Plan(systems, (Part.SEARCH,), seconds_left=ticking(28))
    )  # pages until 12.6, sites 16.8, search 19.6
    assert study.documents == 12
    assert study.search.keys() == {"everything", "gold", "feature"}  # the ends of the scale come first
    assert study.remarks == [
        "fast-template are left out: the budget was over",
        "search: kfeature, rnn are left out: the budget was over",
    ]


def test_estimates_grow_with_the_work() -> None:
    plan = Plan(("everything", "gold"), (Part.SEARCH,))
    assert estimate_seconds(SITES, plan) > 0
    assert estimate_seconds(SITES, Plan(plan.systems, (Part.COSTS,))) > estimate_seconds(SITES[:4], plan)


# --- The command


def test_the_command(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    chosen = ["--data", write_set(tmp_path / "set.jsonl"), "--system", "everything,summit,gold", "-p", "1"]
    folder = tmp_path / "figures"
    assert main(["study", "search", *chosen, "--part", "search,duplicates", "--budget", "3600", "-o", str(folder)]) == 0
    out, err = capfdbinary.readouterr()
    rows = [line.split() for line in out.decode().splitlines()]
    assert [row[0] for row in rows if row and row[0] in SYSTEMS] == ["everything", "summit", "gold"] * 3
    assert b"6 pages, 3 systems: about 0 s; it ends after 60 min at the latest\n" in err
    assert {path.name for path in folder.iterdir()} == {"search.json", "search-index.svg", "search-duplicates.svg"}
    assert json.loads((folder / "search.json").read_text())["documents"] == 6


def test_the_command_prints_costs(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    need_browser()
    chosen = ["--data", write_set(tmp_path / "set.jsonl"), "--system", "summit,clg", "-p", "1", "--sample", "1"]
    assert main(["study", "search", *chosen, "--part", "costs", "--layouts", str(tmp_path / "layouts")]) == 0
    out = capfdbinary.readouterr().out.decode()
    assert "sheets and screens of 1 pages, the rest of 6" in out
    assert [line.split()[0] for line in out.splitlines() if line.strip()][-3:] == ["page", "clg", "summit"]
    assert len(list((tmp_path / "layouts").iterdir())) == 6
    assert PAGE_AS_IT_IS in out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--system", "peak"], "--system: 'peak' is none of everything"),
        (["--part", "all"], "--part: 'all' is none of search"),
        (["--budget", "0"], "--budget is a positive number"),
        (["--budget", "nan"], "--budget is a positive number"),
        (["--limit", "0"], "--limit is positive"),
        (["--sample", "-1"], "--sample is positive"),
        (["--processes", "0"], "--processes is positive"),
        (["--data", "nowhere.jsonl"], "nowhere.jsonl"),
    ],
)
def test_wrong_options_are_one_line(
    options: list[str], message: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["study", "search", *options]) != 0
    assert message in error_line(capsysbinary)


@pytest.mark.parametrize(
    ("options", "extra"),
    [(["--system", "mountain-site"], "train"), (["--system", "summit", "--output", "x", "--part", "search"], "plot")],
)
def test_missing_extras_are_named(
    options: list[str], extra: str, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    hide_extras(monkeypatch)
    assert main(["study", "search", *options]) != 0
    assert how_to_install(extra) in error_line(capsysbinary)
