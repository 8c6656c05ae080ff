"""The documentation is true: its examples run, its command lines can be given, its links lead somewhere.

What a fenced block is tested for goes by its language:

    python    runs, together with the blocks before it on the same page; `html` is a page, and so is page.html
    pycon     gives the output that is shown
    console   gives the output that is shown; … stands for anything
    toml      is the file rules.toml of the blocks after it
    sh        can be given: the commands and options exist

A line `<!-- not run: why -->` before a block takes it out.
"""

import doctest
import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from mkdocs.config import load_config

import ridgeline
from ridgeline import fetch
from ridgeline.cli import app, main
from ridgeline.cli.sources import is_like_page
from ridgeline.fetch import Fetched
from ridgeline.output import FORMATS, Format
from ridgeline.registry import REGISTRY
from ridgeline.registry import options_of as extractor_options_of

from .browsers import need_browser
from .cli.test_cli import COMMANDS
from .fuzz.targets import TARGETS
from .hostile import pages as hostile_pages
from .hostile import reproductions
from .native.coverage import FLOORS
from .native.test_html5lib import LEFT_OUT
from .studio.attacks import VECTORS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
LIGHTHOUSE = ROOT / "examples" / "lighthouse.html"
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "benchmarks/README.md")),
    *sorted(DOCS.rglob("*.md")),
]
PROGRAM: Any = app
EXAMPLES = ("python", "pycon", "console", "toml")
_FENCE = re.compile(
    r"(?P<skip><!-- not run: [^\n]+ -->\n+)?^(?P<indent> *)```(?P<language>\w*)[^\n]*\n(?P<code>.*?)^ *```$",
    re.MULTILINE | re.DOTALL,
)
_INDENTED = re.compile(r"(?:(?<=\n\n)|\A)(?: {4}[^\n]*\n)+")
_INLINE = re.compile(r"`(ridgeline [^`]+)`")
_LINK = re.compile(r"\]\((?!\w+:)([^)\s#]+)(?:#[^)\s]*)?\)")
_END_OF_COMMAND = frozenset({"|", ">", "2>", "&&", ";", "<"})


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of a document."""

    language: str
    code: str
    is_skipped: bool


def blocks(document: Path, *languages: str) -> list[Block]:
    """The fenced blocks in these languages that are not skipped."""
    found = _FENCE.finditer(document.read_text(encoding="utf-8"))
    every = (Block(one["language"], _dedent(one["code"], len(one["indent"])), bool(one["skip"])) for one in found)
    return [block for block in every if block.language in languages and not block.is_skipped]


def _dedent(code: str, indent: int) -> str:
    return "".join(line[indent:] if line.strip() else "\n" for line in code.splitlines(keepends=True))


def having(*languages: str) -> list[Any]:
    """The documents with blocks in these languages, as parameters of a test."""
    return [pytest.param(one, id=name(one)) for one in DOCUMENTS if blocks(one, *languages)]


def name(document: Path) -> str:
    return document.relative_to(ROOT).as_posix()


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that examples speak of, and a web that has one page."""
    (tmp_path / "examples").mkdir()
    (tmp_path / "pages").mkdir()
    for target in ("page.html", "examples/lighthouse.html", "pages/lighthouse.html"):
        shutil.copy(LIGHTHOUSE, tmp_path / target)
    for page in (ROOT / "examples" / "styled").glob("*.html"):
        shutil.copy(page, tmp_path / "pages")

    def fetched(url: str, **options: Any) -> Fetched:
        return Fetched(url, LIGHTHOUSE.read_bytes(), "utf-8", "text/html")

    monkeypatch.setattr(fetch, "fetch", fetched)
    monkeypatch.setenv("RIDGELINE_TEMPLATES", str(tmp_path / "templates.sqlite"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- Examples


@pytest.mark.parametrize("document", having(*EXAMPLES))
def test_examples_are_true(
    document: Path, desk: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    examples = blocks(document, *EXAMPLES)
    if any("ridgeline.render" in example.code for example in examples):
        need_browser()
    known = given_names(desk)
    for number, example in enumerate(examples, start=1):
        label = f"{name(document)}, example {number}"
        if example.language == "pycon":
            check_session(example.code, known, label)
        elif example.language == "console":
            check_commands(example.code, capsysbinary, label)
        elif example.language == "toml":
            (desk / "rules.toml").write_text(example.code, encoding="utf-8")
        elif "__main__" in example.code:
            run_script(example.code, desk, label)
        else:
            exec(compile(example.code, label, "exec"), known)


def given_names(desk: Path) -> dict[str, Any]:
    """What examples may take for granted: a page, and pages of a site with their gold texts."""
    pages = [ridgeline.parse(path.read_bytes()) for path in sorted((desk / "pages").glob("*.html"))]
    return {
        "__name__": "example",
        "html": LIGHTHOUSE.read_text(encoding="utf-8"),
        "page": ridgeline.parse(LIGHTHOUSE.read_bytes()),
        "pages": pages,
        "gold_texts": [ridgeline.load("summit").extract(page).text for page in pages],
        "path": desk / "model.json",
    }


def check_session(code: str, known: dict[str, Any], label: str) -> None:
    """Fail where a session gives other output than the one shown."""
    session = doctest.DocTestParser().get_doctest(code, known, label, None, None)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    report: list[str] = []
    runner.run(session, out=report.append, clear_globs=False)
    assert runner.failures == 0, "".join(report)
    known |= session.globs


def run_script(code: str, folder: Path, label: str) -> None:
    """Run a whole program: worker processes have to be able to import it."""
    (folder / "program.py").write_text(code, encoding="utf-8")
    ran = subprocess.run([sys.executable, "program.py"], cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{label}:\n{ran.stderr}"


def check_commands(code: str, captured: pytest.CaptureFixture[bytes], label: str) -> None:
    """Fail where a command gives other output than the one shown."""
    for command, shown in sessions(code):
        captured.readouterr()
        main(command)
        given = b"".join(captured.readouterr()).decode()
        assert matches(shown, given), f"{label}: {shlex.join(command)} gives\n{given[:3000]}"


def sessions(code: str) -> Iterator[tuple[list[str], str]]:
    """Each command of a console block, with the output shown for it."""
    for part in re.split(r"^\$ ", code, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        words = shlex.split(line, comments=True)
        assert words[0] == "ridgeline", f"only ridgeline can be run: {line}"
        yield words[1:], shown


def matches(shown: str, given: str) -> bool:
    """Whether an output is the one shown, in which … stands for anything and white space at line ends for nothing."""
    pattern = ".*".join(map(re.escape, _stripped(shown).split("…")))
    return bool(re.fullmatch(pattern, _stripped(given), re.DOTALL))


def _stripped(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


# --- Command lines


def command_lines(document: Path) -> Iterator[list[str]]:
    """The words of every command line of ridgeline in a document's code blocks."""
    text = document.read_text(encoding="utf-8")
    codes = [block.code for block in blocks(document, "sh", "")]
    codes += [line[2:] for block in blocks(document, "console") for line in block.code.splitlines() if line[:2] == "$ "]
    codes += [one[0] for one in _INDENTED.finditer(_FENCE.sub("", text))]
    for code in codes:
        for line in code.replace("\\\n", " ").splitlines():
            start = re.search(r"(?:^\s*|\| )ridgeline\s", line)
            if start is not None and "…" not in line.split("#")[0]:
                yield _first_command(shlex.split(line[start.end() :], comments=True))


def _first_command(words: list[str]) -> list[str]:
    end = next((position for position, word in enumerate(words) if word in _END_OF_COMMAND), len(words))
    return words[:end]


def command_of(words: list[str]) -> str:
    """The longest command that these words begin with; "" for ridgeline itself."""
    return max((known for known in COMMANDS if words[: known.count(" ") + 1] == known.split()), key=len, default="")


@pytest.mark.parametrize("document", [pytest.param(one, id=name(one)) for one in DOCUMENTS if [*command_lines(one)]])
def test_command_lines_can_be_given(document: Path) -> None:
    for words in command_lines(document):
        command = command_of(words)
        if command:
            COMMANDS[command].make_context(
                command, words[command.count(" ") + 1 :], app.make_context("ridgeline", ["extractors"])
            )
        elif words[0] not in options_of(""):
            assert is_like_page(words[0])
            COMMANDS["extract"].make_context("extract", words, app.make_context("ridgeline", ["extractors"]))


@pytest.mark.parametrize("document", [pytest.param(one, id=name(one)) for one in DOCUMENTS])
def test_commands_and_options_in_the_text_exist(document: Path) -> None:
    text = _FENCE.sub("", document.read_text(encoding="utf-8"))
    for phrase in _INLINE.findall(text):
        words = [word for word in _first_command(phrase.split()[1:]) if "…" not in word]
        command = command_of(words)
        if not command and words and (is_like_page(words[0]) or words[0] == "PAGE"):
            command = "extract"
        assert command or not words or words[0].startswith("-"), f"{name(document)}: there is no {phrase!r}"
        wrong = {word for word in words if len(word) > 1 and word[0] == "-"} - options_of(command)
        assert wrong == set(), f"{name(document)}: {phrase!r}"


def options_of(command: str) -> set[str]:
    """The options of a command, or of ridgeline itself."""
    parameters = (COMMANDS[command] if command else PROGRAM).params
    return {"-h", "--help"} | {option for one in parameters for option in (*one.opts, *one.secondary_opts)}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_guide(command: str) -> None:
    assert f"ridgeline {command}" in (DOCS / "command-line.md").read_text(encoding="utf-8")


# --- Links and pages


@pytest.mark.parametrize("document", [pytest.param(one, id=name(one)) for one in DOCUMENTS])
def test_links_lead_somewhere(document: Path) -> None:
    text = _FENCE.sub("", document.read_text(encoding="utf-8"))
    assert [target for target in _LINK.findall(text) if not (document.parent / target).exists()] == []


def test_the_navigation_lists_every_page() -> None:
    config = load_config(str(ROOT / "mkdocs.yml"))
    listed = set(_pages(config.nav))
    assert {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")} <= listed


def _pages(entry: Any) -> Iterator[str]:
    """All pages below an entry of the navigation."""
    if isinstance(entry, str):
        yield entry
    for below in entry.values() if isinstance(entry, dict) else entry if isinstance(entry, list) else ():
        yield from _pages(below)


# --- Figures and names


@pytest.mark.parametrize("page", ["README.md", "docs/index.md"])
def test_results_are_those_of_the_benchmarks(page: str) -> None:
    rows = _result_rows(ROOT / page)
    assert len(rows) > 3
    assert rows <= _result_rows(DOCS / "benchmarks.md")


def _result_rows(document: Path) -> set[str]:
    lines = document.read_text(encoding="utf-8").splitlines()
    return {line for line in lines if re.fullmatch(r"\| [^|]+(?: \| (?:\*\*)?(?:0\.\d{3}|–)(?:\*\*)?){6} \| .*", line)}


@pytest.mark.parametrize("extractor", REGISTRY)
def test_every_option_of_an_extractor_is_in_the_reference(extractor: str) -> None:
    rows = (DOCS / "reference" / "extractors.md").read_text(encoding="utf-8").splitlines()
    row = next(row for row in rows if re.match(rf"\|.*`{extractor}`", row))
    assert extractor_options_of(extractor).keys() - {"model"} <= set(re.findall(r"`(\w+)`", row))


def test_every_key_of_json_is_in_the_reference() -> None:
    text = (DOCS / "reference" / "formats.md").read_text(encoding="utf-8")
    answer = json.loads(ridgeline.extract(LIGHTHOUSE.read_bytes(), extractor="kfeature").json)
    keys = {*answer, *answer["metadata"], *answer["blocks"][0], "remarks", "page"}
    assert [key for key in keys if f"`{key}`" not in text] == []


@pytest.mark.parametrize("form", FORMATS.values(), ids=list(FORMATS))
def test_every_format_is_in_the_reference(form: Format) -> None:
    text = (DOCS / "reference" / "formats.md").read_text(encoding="utf-8")
    assert f"| `{form.name}` | `extraction.{form.name}` | `{form.suffix}` |" in text


def test_every_public_name_is_in_the_reference() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (DOCS / "reference").glob("*.md"))
    wanted = {each for each in ridgeline.__all__ if not each.startswith("__")}
    assert [each for each in sorted(wanted) if f"ridgeline.{each}" not in text] == []


def test_every_extra_is_explained() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    explained = re.findall(r"^\| `([\w-]+)` \|", (DOCS / "install.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(explained) == sorted(project["optional-dependencies"])


TRUST = (DOCS / "trust.md").read_text(encoding="utf-8")


def test_counts_on_the_page_of_figures_are_true() -> None:
    fuzzed = re.search(
        r"\| all \| ([\d.]+) \| ([\d,]+) \| \| (\d+) \|", (DOCS / "fuzzing.md").read_text(encoding="utf-8")
    )
    attacks = (
        (ROOT / "benchmarks" / "attacks.py").read_text(encoding="utf-8").partition("ATTACKS: ")[2].partition("\n)")[0]
    )
    html5lib = ROOT / "tests" / "native" / "html5lib"
    trees = b"".join(path.read_bytes() for path in (html5lib / "tree-construction").rglob("*.dat"))
    tokens = [json.loads(path.read_bytes()).get("tests", []) for path in (html5lib / "tokenizer").glob("*.test")]
    counts = [
        f"{len(list(hostile_pages()))} pages, 0 exceptions",
        f"{len(list(reproductions()))} pages, 0 exceptions",
        f"{len(TARGETS)} views",
        f"{len(VECTORS)} kinds of attack",
        f"{len(re.findall(r'[a-z_]+', attacks.partition('= ')[2]))} attacks",
        f"{fuzzed[2]} executions in {fuzzed[1]} processor hours, {fuzzed[3]} findings" if fuzzed else "no figures",
        f"{len(re.findall(rb'^#data', trees, re.MULTILINE)):,} of trees ({len(LEFT_OUT)} left out",
        f"{sum(map(len, tokens)):,} of tokens",
        f"floors: {FLOORS['lines']:.0f} % and {FLOORS['branches']:.0f} %",
    ]
    assert [count for count in counts if count not in TRUST] == []


def test_commands_on_the_page_of_figures_exist() -> None:
    commands = re.findall(r"`((?:python|pytest) [^`]+)`", TRUST)
    assert len(commands) > 12
    for word in {word for command in commands for word in command.split()}:
        if word.endswith(".py") or word.startswith("tests/"):
            assert (ROOT / word).exists(), word
        elif word.startswith(("tests.", "tools.")):
            assert (ROOT / word.replace(".", "/")).with_suffix(".py").exists() or (
                ROOT / word.replace(".", "/")
            ).is_dir()


def test_the_front_page_is_one_screen() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.count("\n") <= 50
    assert "pip install" in (DOCS / "index.md").read_text(encoding="utf-8").partition("![")[0]
