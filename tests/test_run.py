"""run.py: its commands, and a set-up that says what it does."""

import importlib.util
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[1] / "run.py"


class Machine:
    """Records what run.py would do."""

    def __init__(self, script: ModuleType) -> None:
        self.script = script
        self.commands: list[str] = []
        self.fails = ""

    def create(self, folder: Path, **_: object) -> None:
        assert self.script.STAMP.exists(), "an interrupted set-up could not be told from a user's environment"
        assert [path.name for path in folder.iterdir()] == [self.script.STAMP.name]
        self.commands.append("venv")

    def run(self, *command: str | Path) -> bool:
        self.commands.append(" ".join([Path(command[0]).name, *map(str, command[1:])]))
        return not (self.fails and self.fails in self.commands[-1])


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    spec = importlib.util.spec_from_file_location("run_script", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    (tmp_path / "pyproject.toml").write_text("[project]")
    environment = tmp_path / ".venv"
    for name, place in (("ROOT", tmp_path), ("ENVIRONMENT", environment), ("STAMP", environment / "stamp")):
        monkeypatch.setattr(script, name, place)
    recorded = Machine(script)
    monkeypatch.setattr(script, "run", recorded.run)
    monkeypatch.setattr(script.venv, "create", recorded.create)
    monkeypatch.setattr(script.shutil, "which", {"npm": "/usr/bin/npm"}.get)
    monkeypatch.delenv("RIDGELINE_REQUIRE_NODE", raising=False)
    return recorded


def install(extras: str) -> str:
    """The command that installs the checkout with these extras."""
    return f"python -m pip install --disable-pip-version-check -e .{extras}"


CORE, DEV, DOCS = install(""), install("[dev,docs]"), install("[docs]")
NPM = "npm cit"


@pytest.mark.parametrize(
    ("line", "needed", "steps"),
    [
        ("demo", CORE, ["ridgeline extract examples/lighthouse.html --format markdown", "ridgeline extractors"]),
        ("test", DEV, ["ruff check .", "ruff format --check .", "mypy", NPM, "pytest --numprocesses auto"]),
        ("docs", DOCS, ["mkdocs build --strict"]),
        ("docs serve", DOCS, ["mkdocs serve"]),
    ],
)
def test_commands(machine: Machine, line: str, needed: str, steps: list[str]) -> None:
    assert machine.script.main(line.split()) == 0
    assert machine.commands == ["venv", needed, *steps]


@pytest.mark.parametrize(
    ("order", "needed"),
    [
        (["demo", "test", "docs"], [CORE, DEV]),
        (["demo", "docs", "test"], [CORE, DOCS, DEV]),
        (["test", "demo", "docs"], [DEV]),
        (["docs", "demo", "test"], [DOCS, DEV]),
    ],
)
def test_the_environment_grows(
    machine: Machine, order: list[str], needed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for line in order:
        assert machine.script.main([line]) == 0
    said = capsys.readouterr().err
    assert [command.needs in said for command in machine.script.COMMANDS.values()].count(True) >= len(needed)
    assert [command for command in machine.commands if "install" in command or command == "venv"] == ["venv", *needed]
    machine.commands.clear()
    for line in order:
        assert machine.script.main([line]) == 0
    assert not any("install" in command for command in machine.commands)
    assert capsys.readouterr().err == ""


def test_set_up_is_done_once_and_says_what_it_does(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    assert machine.script.main(["docs"]) == 0
    said = capsys.readouterr().err
    assert "making the environment" in said
    assert "installing into .venv: ridgeline" in said
    assert "--quiet" not in " ".join(machine.commands)
    machine.commands.clear()
    assert machine.script.main(["docs"]) == 0
    assert (machine.commands, capsys.readouterr().err) == (["mkdocs build --strict"], "")


def test_a_failed_installation_is_not_taken_for_a_whole_one(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.fails = "pip install"
    assert machine.script.main(["test"]) == 1
    assert machine.commands == ["venv", DEV]
    assert "could not install" in capsys.readouterr().err
    machine.fails = ""
    machine.commands.clear()
    assert machine.script.main(["docs"]) == 0
    assert machine.commands == ["venv", DOCS, "mkdocs build --strict"]


def test_an_environment_of_ours_is_made_anew_when_the_project_changes(machine: Machine, tmp_path: Path) -> None:
    assert machine.script.main(["docs"]) == 0
    (tmp_path / ".venv" / "old").write_text("")
    (tmp_path / "pyproject.toml").write_text("[project] # new")
    machine.commands.clear()
    assert machine.script.main(["docs"]) == 0
    assert machine.commands == ["venv", DOCS, "mkdocs build --strict"]
    assert not (tmp_path / ".venv" / "old").exists()


@pytest.mark.parametrize("is_link", [False, True])
def test_an_environment_that_a_user_made_is_left_alone(
    machine: Machine, tmp_path: Path, is_link: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / ("elsewhere" if is_link else ".venv")
    place.mkdir()
    (place / "pyvenv.cfg").write_text("mine")
    if is_link:
        (tmp_path / ".venv").symlink_to(place)
    assert machine.script.main(["demo"]) == 1
    said = capsys.readouterr().err
    assert "was not made by run.py" in said
    assert "move or delete it" in said
    assert said.count("\n") == 1
    assert machine.commands == []
    assert (place / "pyvenv.cfg").read_text() == "mine"


def test_the_first_step_that_fails_is_the_last(machine: Machine) -> None:
    machine.fails = "mypy"
    assert machine.script.main(["test"]) == 1
    assert machine.commands[-1] == "mypy"


def test_without_npm_the_other_steps_run(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(machine.script.shutil, "which", {}.get)
    assert machine.script.main(["test"]) == 0
    assert capsys.readouterr().err.endswith("\nnpm is not installed, so JavaScript is not checked\n")
    assert machine.commands[-2:] == ["mypy", "pytest --numprocesses auto"]
    monkeypatch.setenv("RIDGELINE_REQUIRE_NODE", "1")
    assert machine.script.main(["test"]) == 1
    assert machine.commands[-1] == "mypy"


@pytest.mark.parametrize("arguments", [[], ["tests"], ["test", "fast"], ["docs", "build"]])
def test_an_unknown_command_shows_the_known(
    machine: Machine, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert machine.script.main(arguments) == 2
    assert capsys.readouterr().err == "usage: python3 run.py demo | test | docs | docs serve\n"
    assert machine.commands == []


def test_skipped_tests_say_why() -> None:
    options = tomllib.loads((SCRIPT.parent / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]
    assert "-rs" in options["ini_options"]["addopts"].split()
