"""Table 1 and Figure 2 of the primary content blocks paper, on pages built here."""

import json
from pathlib import Path

import pytest

from ridgeline.cli import main
from ridgeline.errors import OptionError, how_to_install
from ridgeline.lab.datasets import Record
from ridgeline.lab.study import primary_blocks as block_study

from .records import error_line, hide_extras, write_set


def test_table_1() -> None:
    body = (
        "<ul><li><a href=/>Home</a></ul>" + "".join(f"<p>{'word ' * size}</p>" for size in (60, 58, 30, 5, 4)) + "<img>"
    )
    one = Record(id="one", html=body, text="word " * 60)
    study = block_study.BlockStudy("made", (block_study.page_row(one, block_study.systems(blocks=4), 4),))
    (row,) = study.rows
    assert row.counts == {"T": 6, "I": 1, "L": 1, "F": 0, "S": 0, "Ls": 1, "Tb": 0}
    assert (row.wanted, row.actual, row.best_cluster, row.output) == (4, 5, 2, 4)
    assert row.saved == pytest.approx(1 - 4 / 5)
    assert row.word_f["feature"] == pytest.approx(1)
    assert study.means()["actual"] == 5
    assert row.kept["rnn, neighbours=reverse"] == 2  # the definition: the winner and the runner-up
    assert row.kept["rnn, any number, max_distance=0.5"] == 3  # 60, 58 and 30 words
    assert study.systems()["rnn"] == (4, row.word_f["rnn"])
    # The rows of the paper: memory saved is 1 - blocks in output / actual blocks.
    for actual, output, saved in [(6, 4, 0.3333), (4, 2, 0.5), (1, 1, 0.0), (5, 3, 0.4), (9, 6, 0.3333), (8, 8, 0.0)]:
        paper = block_study.PageRow("", {}, 0, actual, 0, output, 0.0, {}, {})
        assert round(paper.saved, 4) == saved
    with pytest.raises(OptionError, match="no pages"):
        block_study.BlockStudy("made", ())


def test_the_command(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    figures, picture = tmp_path / "figures.json", tmp_path / "picture.svg"
    data = write_set(tmp_path / "made.jsonl")
    files = ("--json", str(figures), "--picture", str(picture))
    options = ("--rows", "3", "--limit", "5", "--feature", "text", "--blocks", "2")
    assert main(("study", "blocks", "--data", data, *files, *options)) == 0
    out = capsysbinary.readouterr().out.decode()
    assert "mean of 5" in out
    assert json.loads(figures.read_text(encoding="utf-8"))["means"]["output"] == 2
    assert [line.strip().startswith("example.org-") for line in out.splitlines()].count(True) == 3
    assert b"kfeature" in picture.read_bytes()


@pytest.mark.parametrize(
    "arguments",
    [["--limit", "0"], ["--json", "absent/there.json"], ["--feature", "colour"], ["--picture", "outputs.txt"]],
)
def test_errors_are_one_line(arguments: list[str], tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(("study", "blocks", *arguments, "--data", write_set(tmp_path / "made.jsonl"))) in (1, 2)
    assert error_line(capsysbinary)


def test_a_missing_extra_is_reported_before_the_work(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    hide_extras(monkeypatch)
    assert main(("study", "blocks", "--data", "absent.jsonl", "--picture", str(tmp_path / "outputs.svg"))) == 1
    assert how_to_install("plot") in error_line(capsysbinary)
    # The tables need no extra.
    assert main(("study", "blocks", "--data", write_set(tmp_path / "made.jsonl"))) == 0
