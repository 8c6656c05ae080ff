"""Tables II to IV of the FastContentExtractor paper, on a small site."""

import json
from pathlib import Path

import pytest

from ridgeline.cli import main
from ridgeline.errors import OptionError, how_to_install
from ridgeline.extractors.templates.atomic import atomic_blocks
from ridgeline.lab.study.templates import experiments as template_study
from ridgeline.lab.study.templates.folds import folds, sites
from ridgeline.lab.study.templates.variants import BASE, VARIANTS, SiteVariants, compare_site, differences

from ...pages import page
from .records import RECORDS, error_line, hide_extras, record, write_set


def test_pages_are_tested_with_templates_of_other_pages() -> None:
    seen: list[int] = []
    for tested, preparing in folds(RECORDS):
        assert not {one.id for one in tested} & {one.id for one in preparing}
        assert len(preparing) == 20
        seen += [RECORDS.index(one) for one in tested]
    assert sorted(seen) == list(range(25))
    # Too few for fifths: one page at a time.
    assert [len(tested) for tested, _ in folds(RECORDS[:6])] == [1] * 6
    many = [record(number) for number in range(10, 90)]
    assert {len(preparing) for _, preparing in folds(many)} == {30}


def test_the_figures_of_a_site() -> None:
    counted: list[None] = []
    result = template_study.study_site("made", "example.org", RECORDS, repeats=1, on_page=lambda: counted.append(None))
    assert len(counted) == result.pages == 25
    assert (result.prepared, result.drifted) == (20, 0)
    for figures in (result.content_extractor, result.fast_template):
        assert figures.word_f == pytest.approx(1)
        assert figures.block_f == pytest.approx(1)
        assert figures.milliseconds > 0
        assert figures.milliseconds_indexed > 0
    # The blocks of the menu are links and nothing else, so they are equal, and there is the notice; of these only the
    # notice is on a content path.
    assert (result.content_extractor.stored_blocks, result.fast_template.stored_blocks) == (2, 1)
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
    assert list(sites(some)) == ["example.org"]
    assert list(sites(some, 3)) == ["example.org", "other.org"]
    assert list(sites(some, 26)) == []


def test_the_command(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    figures, picture = tmp_path / "figures.json", tmp_path / "picture.svg"
    data = write_set(tmp_path / "made.jsonl")
    files = ("--json", str(figures), "--picture", str(picture))
    assert main(("study", "templates", "--data", data, *files, "--repeats", "1")) == 0
    out = capsysbinary.readouterr().out.decode()
    assert "example.org" in out
    assert "mean of the sites" in out
    assert json.loads(figures.read_text(encoding="utf-8"))[0]["pages"] == 6
    assert b"fast-template" in picture.read_bytes()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--picture", "times.txt"],
        ["--json", "absent/there.json"],
        ["--support", "2"],
        ["--repeats", "0"],
        ["--variants", "--json", "variants.json"],
    ],
)
def test_errors_are_one_line(arguments: list[str], tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(("study", "templates", *arguments, "--data", write_set(tmp_path / "made.jsonl"))) in (1, 2)
    assert error_line(capsysbinary)


def test_a_missing_extra_is_reported_before_the_work(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    hide_extras(monkeypatch)
    assert main(("study", "templates", "--data", "absent.jsonl", "--picture", str(tmp_path / "times.svg"))) == 1
    assert how_to_install("plot") in error_line(capsysbinary)
    # The tables need no extra.
    assert main(("study", "templates", "--data", write_set(tmp_path / "made.jsonl"), "--repeats", "1")) == 0


def test_a_set_without_sites_has_empty_tables(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    data = tmp_path / "few.jsonl"
    data.write_text(json.dumps({"id": "1", "html": "<p>x", "text": "x"}), encoding="utf-8")
    assert main(("study", "templates", "--data", str(data))) == 0
    assert b"mean of the sites" in capsysbinary.readouterr().out


def test_the_variants_of_a_site() -> None:
    counted: list[None] = []
    result = compare_site("made", "example.org", RECORDS[:6], lambda: counted.append(None))
    assert (len(counted), result.pages) == (6, 6)
    assert result.word_f.keys() == VARIANTS.keys()
    assert result.word_f[BASE] == pytest.approx(1)


def test_better_and_worse_sites_are_counted() -> None:
    results = [SiteVariants("made", "x", 4, {BASE: 0.5, "other": value}) for value in (0.7, 0.5002, 0.4, 0.3)]
    assert differences(results, "other") == (1, 2)
    assert differences(results, BASE) == (0, 0)


def test_the_table_of_variants(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(("study", "templates", "--variants", "--data", write_set(tmp_path / "made.jsonl"))) == 0
    out = capsysbinary.readouterr().out.decode()
    assert all(name in out for name in VARIANTS)
    assert "0 / 0" in out
