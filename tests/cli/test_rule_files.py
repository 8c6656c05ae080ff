"""`ridgeline rules import` and `ridgeline rules export`."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ridgeline.cli import main
from ridgeline.sites.rules import Rules

Run = Callable[..., tuple[int, str, str]]
CONFIG = "body: //div[@id='story']\nstrip: //a[text()='x']\ntidy: no\n"


@pytest.fixture
def run(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs commands in a folder with two site configs, with a data folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("ridgeline.storage.files.user_data_folder", lambda: tmp_path / "data")
    Path("configs").mkdir()
    Path("configs/example.org.txt").write_text(CONFIG)
    Path("configs/.example.org.txt").write_text("body: //main\n")
    Path("configs/other.example.txt").write_text("title: //h1\n")

    def call(*arguments: str) -> tuple[int, str, str]:
        capsysbinary.readouterr()
        code = main(arguments)
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return call


def test_import_says_what_it_left_out(run: Run, tmp_path: Path) -> None:
    code, out, err = run("rules", "import", "configs")
    assert (code, out) == (0, "")
    target = tmp_path / "data" / "rules.toml"
    assert err.splitlines() == [
        "ridgeline: configs/example.org.txt:2: strip: //a[text()='x']: the text or an attribute of another element "
        "cannot be compared",
        "ridgeline: configs/.example.org.txt: left out: there is another file for example.org",
        "ridgeline: 3 files: 3 lines taken, 1 without a meaning here, 1 left out; "
        f"2 rules written to {target}, 0 sites had one already",
    ]
    assert [rule.select for rule in Rules.load(target)] == [('div[id="story"]',), ()]


def test_rules_that_are_there_are_kept(run: Run) -> None:
    mine = '["example.org"]\nselect = "article"\n'
    Path("rules.toml").write_text(mine)
    code, _, err = run("rules", "import", "configs", "-o", "rules.toml", "--quiet")
    assert code == 0
    assert "1 rules written to rules.toml, 1 sites had one already" in err
    assert next(iter(Rules.load("rules.toml"))).select == ("article",)
    run("rules", "import", "configs", "-o", "rules.toml", "--quiet", "--force")
    assert next(iter(Rules.load("rules.toml"))).select == ('div[id="story"]',)


def test_nothing_to_import(run: Run) -> None:
    Path("bad name.txt").write_text("body: //p")
    Path("empty.example.txt").write_text("tidy: no")
    code, _, err = run("rules", "import", "bad name.txt", "empty.example.txt")
    assert code == 1
    assert "names no site" in err
    assert "0 rules written" in err
    assert run("rules", "import", "nowhere")[2] == "ridgeline: error: nowhere: there is no such file or folder\n"
    Path("none").mkdir()
    assert "no files with the suffix .txt" in run("rules", "import", "none")[2]


def test_export(run: Run) -> None:
    run("rules", "import", "configs", "--quiet")
    assert run("rules", "export")[:2] == (
        0,
        '["example.org"]\nselect = [\'div[id="story"]\']\n\n["other.example"]\ntitle = ["h1"]\n',
    )
    assert json.loads(run("rules", "export", "www.other.example", "--json")[1]) == [
        {"site": "other.example", "title": ["h1"]}
    ]
    assert run("rules", "export", "none.example") == (1, "", "ridgeline: error: there is no rule for none.example\n")


def test_export_to_a_file(run: Run) -> None:
    run("rules", "import", "configs", "--quiet", "-o", "rules.toml")
    assert run("rules", "export", "--rules", "rules.toml", "-o", "copy.toml") == (0, "", "")
    assert Path("copy.toml").read_text() == Path("rules.toml").read_text()
    assert run("rules", "export", "--rules", "rules.toml", "-o", "copy.toml")[0] != 0
    assert run("rules", "export", "--rules", "none.toml")[0] == 1
