"""The studies of the block papers, on sets made here."""

import json
from pathlib import Path

import numpy as np
import pytest

from ridgeline.cli import main
from ridgeline.errors import OptionError
from ridgeline.extractors.templates.atomic import atomic_blocks
from ridgeline.lab.datasets import Record
from ridgeline.lab.study import blocks as block_study
from ridgeline.lab.study import templates as template_study

from ...pages import article, page


def record(number: int, site: str = "example.org") -> Record:
    made = article(number)
    story = [text for text in atomic_blocks(made).texts if str(number) in text]
    return Record(id=f"{site}-{number}", html=made.source, text="\n".join(story), site=site)


RECORDS = [record(number) for number in range(10, 35)]


def test_templates_are_judged_by_pages_they_have_not_seen() -> None:
    seen: list[int] = []
    for judged, preparing in template_study._folds(RECORDS):
        assert not {one.id for one in judged} & {one.id for one in preparing}
        assert len(preparing) == 20
        seen += [RECORDS.index(one) for one in judged]
    assert sorted(seen) == list(range(25))
    # Too few for fifths: one page at a time.
    assert [len(judged) for judged, _ in template_study._folds(RECORDS[:6])] == [1] * 6
    many = [record(number) for number in range(10, 90)]
    assert {len(preparing) for _, preparing in template_study._folds(many)} == {30}


def test_a_site() -> None:
    counted: list[None] = []
    result = template_study.study_site("made", "example.org", RECORDS, repeats=1, on_page=lambda: counted.append(None))
    assert len(counted) == result.pages == 25
    assert (result.prepared, result.drifted) == (20, 0)
    for figures in (result.content_extractor, result.fast_template):
        assert figures.word_f == pytest.approx(1)
        assert figures.block_f == pytest.approx(1)
        assert figures.milliseconds > 0
        assert figures.milliseconds_indexed > 0
    # The menu's three blocks and the notice; of these only the notice stands on a path of content.
    assert (result.content_extractor.stored_blocks, result.fast_template.stored_blocks) == (4, 1)
    assert (result.content_extractor.blocks, result.fast_template.blocks) == (9, 6)
    assert result.improvement == pytest.approx(
        100 * result.content_extractor.milliseconds / result.fast_template.milliseconds
    )
    with pytest.raises(OptionError, match="repeats"):
        template_study.study_site("made", "example.org", RECORDS, repeats=0)


def test_gold_blocks_have_most_of_their_words_in_the_gold_text() -> None:
    made = page("<p>The ferry leaves at nine and carries mail.</p><p>Home News About</p>")
    blocks = atomic_blocks(made)
    assert template_study.gold_blocks(blocks, "The ferry leaves at nine and carries mail.").tolist() == [True, False]


def test_sites_with_few_pages_are_left_out() -> None:
    some = [*RECORDS, *(record(number, "other.org") for number in range(3))]
    assert list(template_study.sites(some)) == ["example.org"]


def test_table_1() -> None:
    body = (
        "<ul><li><a href=/>Home</a></ul>" + "".join(f"<p>{'word ' * size}</p>" for size in (60, 58, 30, 5, 4)) + "<img>"
    )
    one = Record(id="one", html=body, text="word " * 60)
    study = block_study.study_blocks("made", [one], blocks=4)
    (row,) = study.rows
    assert row.counts == {"T": 6, "I": 1, "L": 1, "F": 0, "S": 0, "Ls": 1, "Tb": 0}
    assert (row.wanted, row.actual, row.best_cluster, row.output) == (4, 5, 2, 4)
    assert row.saved == pytest.approx(1 - 4 / 5)
    assert row.word_f["feature"] == pytest.approx(1)
    assert study.means()["actual"] == 5
    # The rows of the paper: memory saved is 1 - blocks in output / actual blocks.
    for actual, output, saved in [(6, 4, 0.3333), (4, 2, 0.5), (1, 1, 0.0), (5, 3, 0.4), (9, 6, 0.3333), (8, 8, 0.0)]:
        paper = block_study.PageRow("", {}, 0, actual, 0, output, 0.0, {})
        assert round(paper.saved, 4) == saved
    with pytest.raises(OptionError, match="no pages"):
        block_study.study_blocks("made", [])


def write_set(path: Path) -> str:
    rows = [{"id": one.id, "html": one.html, "text": one.text, "site": one.site} for one in RECORDS[:6]]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return str(path)


def test_the_commands(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    data = write_set(tmp_path / "made.jsonl")
    figures, picture = tmp_path / "figures.json", tmp_path / "picture.svg"
    common = ("--data", data, "--json", str(figures), "--picture", str(picture))
    assert main(("study", "templates", *common, "--repeats", "1")) == 0
    assert b"example.org" in capsysbinary.readouterr().out
    assert json.loads(figures.read_text(encoding="utf-8"))[0]["pages"] == 6
    assert b"fast-template" in picture.read_bytes()
    assert main(("study", "blocks", *common, "--rows", "3", "--limit", "5", "--feature", "text", "--blocks", "2")) == 0
    out = capsysbinary.readouterr().out.decode()
    assert "mean of 5" in out
    assert json.loads(figures.read_text(encoding="utf-8"))["means"]["output"] == 2
    assert np.count_nonzero([line.strip().startswith("example.org-") for line in out.splitlines()]) == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ["templates", "--picture", "times.txt"],
        ["blocks", "--limit", "0"],
        ["blocks", "--json", "absent/there.json"],
        ["blocks", "--feature", "colour"],
        ["templates", "--support", "2"],
        ["templates", "--repeats", "0"],
    ],
)
def test_what_cannot_be_done_is_one_line(
    arguments: list[str], tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(("study", *arguments, "--data", write_set(tmp_path / "made.jsonl"))) in (1, 2)
    out, err = capsysbinary.readouterr()
    assert out == b""
    assert err.startswith(b"ridgeline: error: ")
    assert err.count(b"\n") == 1
