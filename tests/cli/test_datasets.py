"""`ridgeline lab datasets`: the list, and conversions by command."""

import json
import lzma
import re
from pathlib import Path

import pytest

from ridgeline.cli import main
from ridgeline.lab.datasets import KNOWN_SETS, load

DOCUMENT = Path(__file__).parents[2] / "docs" / "datasets.md"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RIDGELINE_DATA", str(tmp_path / "data"))
    for name, content in (("a", "One"), ("b", "Two")):
        for kind, text in (("html", f"<nav>menu</nav><p>{content}"), ("txt", content)):
            (tmp_path / kind).mkdir(exist_ok=True)
            (tmp_path / kind / f"{name}.{kind}").write_text(text)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    code = main(line.split())
    return code, *capsys.readouterr()


def rows(out: str) -> dict[str, str]:
    return {line.split()[0]: line for line in out.splitlines() if line.startswith("  ")}


def test_the_list_says_which_sets_are_there(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "data").mkdir()
    for name in ("chinese", "mine"):
        (folder / "data" / f"{name}.jsonl.xz").write_bytes(lzma.compress(b""))
    code, out, err = run(capsys, "lab datasets")
    assert (code, err) == (0, "")
    found = rows(out)
    assert set(found) == {"set", *KNOWN_SETS, "mine"}
    assert re.fullmatch(r"  chinese +69 +MIT +training and evaluation +– +yes", found["chinese"])
    assert re.fullmatch(r"  wcxb-dev +1,497 +CC-BY-4\.0, credit it +.*WCXB, development split +no", found["wcxb-dev"])
    assert re.fullmatch(r"  mine( +–){4} +yes", found["mine"])
    assert str(folder / "data") in out


def test_a_missing_folder_is_said_beside_the_list(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "lab datasets")
    assert code == 0
    assert rows(out)["chinese"].endswith("no")
    assert re.fullmatch(r"ridgeline: there is no folder [^\n]+: set RIDGELINE_DATA [^\n]+\n", err)


def test_the_list_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = {row["name"]: row for row in json.loads(run(capsys, "lab datasets --json")[1])}
    assert found["cleaneval-dev"]["address"] == "https://sigwac.org.uk/cleaneval/devset.html"
    assert found["recipes"]["contents"].startswith("one page a site")
    assert not any(row["present"] for row in found.values())


def test_the_document_has_the_same_sets() -> None:
    table = DOCUMENT.read_text(encoding="utf-8")
    for known in KNOWN_SETS.values():
        (line,) = (line for line in table.splitlines() if line.startswith(f"| `{known.name}` |"))
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        assert cells[1] == f"{known.pages:,}"
        assert cells[3:5] == [known.licence, known.use]
        assert (known.address or "–") in cells[5]


def test_a_set_is_converted_and_evaluated(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = "lab datasets convert pairs --html html --text txt -o mine.jsonl.xz --value site=a.test"
    code, out, err = run(capsys, line)
    assert (code, err) == (0, "")
    assert out == "mine.jsonl.xz: 2 pages; `ridgeline eval summit --data mine.jsonl.xz` scores them\n"
    assert [record.site for record in load("mine.jsonl.xz")] == ["a.test"] * 2
    code, out, _ = run(capsys, "eval everything --data mine.jsonl.xz -p 1")
    assert code == 0
    assert "0.6667" in out
    assert "exists already; --force" in run(capsys, line)[2]
    assert run(capsys, f"{line} --force")[0] == 0


def test_pages_left_out_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(7):
        (folder / "html" / f"lone{number}.html").write_text("<p>")
    code, out, err = run(capsys, "lab datasets convert pairs --html html --text txt -o mine.jsonl")
    assert (code, out.split(";")[0]) == (0, "mine.jsonl: 2 pages")
    assert err == "ridgeline: 7 left out, for want of the HTML or the text: lone0, lone1, lone2, lone3, lone4 …\n"


def test_the_other_kinds(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "ground-truth.json").write_text('{"a": {"articleBody": "One"}}')
    assert run(capsys, "lab datasets convert wcxb . -o w.jsonl")[0] == 0
    assert run(capsys, "lab datasets convert cleaneval --html html --text txt -o c.jsonl")[0] == 0
    line = "lab datasets convert json ground-truth.json --html html --field text=articleBody -o j.jsonl"
    assert run(capsys, line)[0] == 0
    assert load("w.jsonl") == load("j.jsonl")
    assert [record.marked for record in load("c.jsonl")] == ["One", "Two"]


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("zip x -o m.jsonl", 2, "pairs"),
        ("pairs -o m.jsonl", 2, "--html DIR and --text DIR"),
        ("pairs source --html html --text txt -o m.jsonl", 2, "--html DIR and --text DIR"),
        ("cleaneval --html html -o m.jsonl", 2, "--html DIR and --text DIR"),
        ("json -o m.jsonl", 2, "SOURCE"),
        ("json gold.json --text txt -o m.jsonl", 2, "without --text"),
        ("wcxb . --html html -o m.jsonl", 2, "SOURCE/html"),
        ("folders -o m.jsonl", 2, "SOURCE"),
        ("folders . --html html -o m.jsonl", 2, "SOURCE/NAME"),
        ("folders . --field text=body -o m.jsonl", 2, "without --field"),
        ("folders . -o m.jsonl", 1, "no page has both HTML and text"),
        ("json gold.json --field body -o m.jsonl", 2, "--field: write NAME=PATH, not 'body'"),
        ("json gold.json --value colour=red -o m.jsonl", 2, "NAME is one of id, html, text"),
        ("pairs --html html --text txt -o m.zip", 2, "not 'm.zip'"),
        ("pairs --html html --text txt", 2, "--output"),
        ("json gold.json -o m.jsonl", 1, "gold.json: cannot be read"),
        ("pairs --html html --text txt -o nowhere/m.jsonl", 1, "no folder nowhere"),
        ("pairs --html nowhere --text txt -o m.jsonl", 1, "nowhere: not a folder"),
    ],
)
def test_what_cannot_be_converted_is_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], line: str, code: int, said: str
) -> None:
    found, out, err = run(capsys, f"lab datasets convert {line}")
    assert (found, out, err.count("\n")) == (code, "", 1)
    assert said in err
    assert not list(folder.glob("m.*"))
