"""WebMainBench: its format, its metrics with figures worked out by hand, and one command that gives them all."""

import json
from pathlib import Path

import pytest

from ridgeline.cli import main
from ridgeline.errors import DatasetError
from ridgeline.lab import datasets
from ridgeline.lab.datasets import Record
from ridgeline.lab.evaluation import Metric, evaluate
from ridgeline.lab.metrics.webmainbench import overall_score, part_scores, rouge_score, write_markdown

MAIN = "<h1>The ferry</h1><p>It sails at <b>noon</b> from the old pier.</p>"
SAMPLE = {
    "track_id": "0b7f-1",
    "url": "https://ferry.test/a",
    "html": f"<nav>Home</nav>{MAIN}<p>All rights reserved</p>".replace("<h1>", '<h1 cc-select="true">').replace(
        "<p>It", "<p class=lead cc-select='true' id=x>It"
    ),
    "main_html": MAIN,
    "convert_main_content": "# The ferry\n\nIt sails at **noon** from the old pier.",
    "meta": {"language": "en", "style": "Article", "level": "mid", "table": [], "code": [], "equation": []},
}


def write(path: Path, *samples: object) -> Path:
    path.write_text("\n".join(map(json.dumps, samples)), encoding="utf-8")
    return path


def load(folder: Path, **changes: object) -> Record:
    sample = {key: value for key, value in {**SAMPLE, **changes}.items() if value is not None}
    (record,) = datasets.load(write(folder / "bench.jsonl", sample))
    return record


# --- The format


def test_a_sample_is_a_record(tmp_path: Path) -> None:
    record = load(tmp_path)
    assert (record.id, record.url, record.type, record.level, record.lang) == (
        "0b7f-1",
        "https://ferry.test/a",
        "Article",
        "mid",
        "en",
    )
    assert record.text.split() == "The ferry It sails at noon from the old pier.".split()
    assert (record.main_html, record.markdown) == (MAIN, SAMPLE["convert_main_content"])


def test_extractors_do_not_see_the_marks(tmp_path: Path) -> None:
    html = load(tmp_path).html
    assert "cc-select" not in html
    assert "<p class=lead id=x>It sails" in html


def test_markdown_that_a_person_corrected_comes_first(tmp_path: Path) -> None:
    assert load(tmp_path, groundtruth_content="# Corrected").markdown == "# Corrected"


def test_without_main_html_the_marks_are_the_text(tmp_path: Path) -> None:
    html = (
        '<nav>Home</nav><div cc-select="true"><p>It sails.</p><p cc-select="false">Advert</p><p>At noon.</p></div><p>No'
    )
    record = load(tmp_path, html=html, main_html=None)
    assert record.text.split() == "It sails. At noon.".split()


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"html": None}, "'html' is missing"),
        ({"html": 7}, "'html' has to be a string"),
        ({"main_html": ["<p>"]}, "'main_html' has to be a string"),
        ({"meta": {"level": 3}}, "'level' has to be a string"),
        ({"track_id": 5}, "'id' has to be a string"),
    ],
)
def test_faults_of_a_sample_are_named(tmp_path: Path, changes: dict[str, object], problem: str) -> None:
    with pytest.raises(DatasetError, match=f"line 1: {problem}"):
        load(tmp_path, **changes)


def test_meta_of_another_kind_is_none(tmp_path: Path) -> None:
    assert load(tmp_path, meta="Article").type is None


# --- ROUGE-5


def test_rouge_counts_runs_of_five_tokens() -> None:
    gold = "the ferry leaves the pier at noon"  # 7 tokens, 3 runs
    assert rouge_score(gold, gold).f1 == 1.0
    longer = rouge_score(f"{gold} today", gold)  # 4 runs, 3 of them right
    assert (longer.precision, longer.recall) == (0.75, 1.0)
    assert rouge_score("pier the noon at leaves the ferry", gold).f1 == 0.0
    assert rouge_score("The ferry leaves the pier at noon", gold).recall == pytest.approx(2 / 3)  # case counts


def test_rouge_of_short_and_empty_texts() -> None:
    assert rouge_score("at noon", "at  noon\n").f1 == 1.0
    assert rouge_score("", "at noon").f1 == 0.0
    assert rouge_score(" ", "").f1 == 1.0


def test_chinese_words_are_tokens() -> None:
    gold = "今天天气很好我们去公园散步"  # cut as 今天天气 很 好 我们 去 公园 散步: 3 runs
    score = rouge_score(gold.removesuffix("散步"), gold)
    assert score.precision == 1.0
    assert score.recall == pytest.approx(2 / 3)


def test_both_sides_are_written_alike() -> None:
    assert write_markdown(MAIN).split() == "# The ferry It sails at **noon** from the old pier.".split()
    (summary,) = evaluate(
        ["everything"], [Record("1", MAIN, "", main_html=MAIN)], metrics=[Metric.WEBMAINBENCH], processes=1
    ).summaries.values()
    assert summary.figures == {"webmainbench_rouge_f1": 1.0}


# --- Parts

TABLE = "| year | rain |\n|---|---|\n| 2019 | 812 |\n"
CODE = "```python\nprint(1)\n```\n"


def test_parts_agree_with_themselves() -> None:
    text = f"# Rain\n\nIt is $x^2$ high.\n\n{TABLE}\n{CODE}"
    assert part_scores(text, text) == dict.fromkeys(
        ("text_edit", "code_edit", "formula_edit", "table_edit", "table_TEDS"), 1.0
    )


def test_kinds_that_neither_text_has_do_not_count() -> None:
    assert part_scores("Rain", "Rain").keys() == {"text_edit"}
    assert part_scores("", "") == {}
    assert part_scores("Rain", f"Rain\n\n{TABLE}") == {"text_edit": 1.0, "table_edit": 0.0, "table_TEDS": 0.0}
    assert part_scores(f"Rain\n\n{CODE}", "Rain")["code_edit"] == 0.0


def test_the_text_is_what_stands_beside_the_other_parts() -> None:
    gold = f"Rain falls\n\n- here\n\n  {TABLE.replace(chr(10), chr(10) + '  ')}\n\n{CODE}\n\nand $y$ there"
    assert part_scores("Rain falls here and there", gold)["text_edit"] == 1.0
    assert part_scores("Rain fell here and there", gold)["text_edit"] == pytest.approx(1 - 2 / 25)


def test_edits_of_code_and_formulas_by_characters() -> None:
    scores = part_scores("```\nprint(2)\n```\n\n$a+b$", "```\nprint(1)\n```\n\n$a+bc$")
    assert scores["code_edit"] == pytest.approx(7 / 8)
    assert scores["formula_edit"] == pytest.approx(3 / 4)


def test_tables_by_text_and_by_tree() -> None:
    shorter = "| year | rain |\n|---|---|\n"
    scores = part_scores(shorter, TABLE)
    assert scores["table_TEDS"] == pytest.approx(1 - 3 / 7)  # a row and its two cells, of table, rows and cells
    assert scores["table_edit"] == pytest.approx(9 / 18)


def test_a_table_in_html_is_a_table() -> None:
    html = "<table><tr><th>year</th><th>rain</th></tr>\n<tr><td>2019</td><td>812</td></tr></table>\n"
    assert part_scores(html, TABLE) == {"table_edit": 1.0, "table_TEDS": 1.0}
    two = html.replace("</tr>\n", "</tr></table><table>")
    assert part_scores(two, TABLE)["table_TEDS"] < 1.0  # two tables of a row each


def test_the_leaderboard_adds_up() -> None:
    """Rows of the published leaderboard: overall is the mean of the means of a set."""
    for *figures, overall in ((0.8621, 0.9093, 0.9399, 0.6780, 0.7388, 0.8256), (0.7381, 0.0641, 0.6747, 0, 0, 0.2954)):
        names = ("text_edit", "code_edit", "formula_edit", "table_edit", "table_TEDS")
        assert overall_score(dict(zip(names, figures, strict=True))) == pytest.approx(overall, abs=1e-4)
    assert overall_score({"word_f1": 1.0}) is None


def test_no_headline_is_added(tmp_path: Path) -> None:
    main_html = "<p>It sails at noon from the old pier, and again at six.</p>"
    record = load(tmp_path, html=f"<title>The ferry of the north</title>{main_html}", main_html=main_html)
    summaries = evaluate(["everything"], [record], metrics=[Metric.WEBMAINBENCH], processes=1).summaries
    assert summaries["everything"].figures["webmainbench_rouge_f1"] == 1.0


# --- One command


def test_one_command_gives_the_figures(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    hard = {**SAMPLE, "track_id": "2", "main_html": "<p>Nothing of it.</p>", "meta": {"level": "hard"}}
    path = write(tmp_path / "bench.jsonl", SAMPLE, SAMPLE | {"track_id": "3"}, hard)
    assert main(["eval", "everything", "--data", str(path), "--metric", "webmainbench", "-p", "1"]) == 0
    out = capfdbinary.readouterr().out.decode()
    rows = [line.split() for line in out.splitlines() if line.strip()]
    assert "ROUGE-5 by level" in out
    assert rows[-2][0] == "everything"
    mid, difficult = map(float, rows[-2][1:])
    assert 0.5 < mid < 1.0
    assert difficult == 0.0
    assert rows[-1] == ["pages", "2", "1"]
