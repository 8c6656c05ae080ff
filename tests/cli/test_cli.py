"""The command line, as a person meets it."""

import csv
import io
import json
import lzma
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

import pytest

import ridgeline
from ridgeline import Extraction, Page, cli
from ridgeline.cli import app, main, targets
from ridgeline.cli.help_groups import OUTPUT_OPTIONS
from ridgeline.cli.terminal import printable, without_controls
from ridgeline.errors import how_to_install
from ridgeline.extractors import everything
from ridgeline.lab.evaluation import Metric
from ridgeline.output import FORMATS
from ridgeline.registry import DEFAULT_EXTRACTOR, REGISTRY, Entry

from ..web_server import Server, running

README = Path(__file__).parents[2] / "README.md"


def commands(group: Any, prefix: str = "") -> dict[str, Any]:
    """Every command by its full name, those inside groups too."""
    found = {}
    for name, command in group.commands.items():
        found[prefix + name] = command
        found |= commands(command, f"{prefix}{name} ") if hasattr(command, "commands") else {}
    return found


COMMANDS: dict[str, Any] = commands(app)


class Ran(NamedTuple):
    code: int
    out: str
    err: str


class Shell:
    """Runs commands in this process, in a folder of their own."""

    def __init__(self, captured: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
        self._captured = captured
        self._monkeypatch = monkeypatch

    def __call__(self, *arguments: str, stdin: bytes = b"") -> Ran:
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        self._captured.readouterr()
        code = main(arguments)
        out, err = self._captured.readouterr()
        return Ran(code, out.decode(), err.decode())


@pytest.fixture
def shell(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.chdir(tmp_path)
    return Shell(capsysbinary, monkeypatch)


def put(name: str, content: str = "Hello") -> str:
    """A page in the current folder."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"<title>Title</title><p>{content}</p>", encoding="utf-8")
    return name


def start(
    *arguments: str, stdout: int | IO[bytes] = subprocess.PIPE, env: dict[str, str] | None = None
) -> "subprocess.Popen[bytes]":
    """A command in a process of its own."""
    command = [sys.executable, "-m", "ridgeline", *arguments]
    hear_interrupts = _hear_interrupts if os.name == "posix" else None
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=stdout, stderr=subprocess.PIPE, env=env, preexec_fn=hear_interrupts
    )


def _hear_interrupts() -> None:
    """A shell lets what it runs in the background ignore interrupts, and whoever that starts inherits it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


# --- Every command


def test_there_are_commands() -> None:
    assert {"extract", "extractors", "eval"} <= COMMANDS.keys()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str, shell: Shell) -> None:
    for option in ("--help", "-h"):
        ran = shell(*name.split(), option)
        assert (ran.code, ran.err) == (0, "")
        description, _, examples = ran.out.partition("Examples:")
        assert len(description.split("Options:")[0].split()) > 5
        assert re.search(rf"^ +(.*\| )?ridgeline {name} ", examples, re.MULTILINE) or f"ridgeline {name}\n" in examples


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_says_what_it_is_for(name: str) -> None:
    assert [parameter.name for parameter in COMMANDS[name].params if not parameter.help] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented(name: str) -> None:
    documents = [README, *(README.parent / "docs").glob("*.md")]
    assert any(f"ridgeline {name}" in document.read_text(encoding="utf-8") for document in documents)


@pytest.mark.parametrize("name", COMMANDS)
def test_examples_are_possible(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their options exist: the command line of every example can be read, though it is not run."""
    for line in re.findall(r"ridgeline (.+)$", COMMANDS[name].epilog, re.MULTILINE):
        words = line.split()
        command = max((known for known in COMMANDS if words[: known.count(" ") + 1] == known.split()), key=len)
        COMMANDS[command].make_context(
            command, words[command.count(" ") + 1 :], app.make_context("ridgeline", ["extractors"])
        )


def test_a_greeting_has_three_examples_that_are_possible(shell: Shell) -> None:
    ran = shell()
    assert (ran.code, ran.err) == (0, "")
    lines = re.findall(r"^  ridgeline (.+?) *#", ran.out, re.MULTILINE)
    assert len(lines) == 3
    for line in lines:
        app.make_context("ridgeline", line.split())


def test_the_help_has_all_commands(shell: Shell) -> None:
    ran = shell("--help")
    assert ran.code == 0
    assert all(name in ran.out for name in COMMANDS if " " not in name)


@pytest.mark.parametrize(
    "line",
    ["a.html", "./a.html", "plain", "-f markdown a.html", "a.html -f markdown", "-", "a.html plain", "--no-title -"],
)
def test_a_page_without_a_command_is_extracted(line: str, shell: Shell) -> None:
    put("a.html")
    put("plain")
    ran = shell(*line.split(), stdin=b"<p>Hello")
    assert ran == shell("extract", *line.split(), stdin=b"<p>Hello")
    assert (ran.code, "Hello" in ran.out) == (0, True)


def test_a_command_wins_over_a_file_of_its_name(shell: Shell) -> None:
    put("extractors")
    assert "summit" in shell("extractors").out
    assert shell("./extractors").out == "Hello\n"


def headings(help_text: str) -> list[str]:
    return re.findall(r"^(\w[^\n]*):$", help_text, re.MULTILINE)


def test_options_of_an_extraction_are_in_groups(shell: Shell) -> None:
    general = shell("extract", "--help").out
    assert headings(general)[1:] == [
        *("Source", "Content", "Output", "Browser", "Limits"),
        "Options of summit (of another: --help -e NAME)",
    ]
    assert "Rows" in headings(shell("bulk", "--help").out)


@pytest.mark.parametrize("command", ["extract", "bulk"])
def test_every_option_is_in_the_help_of_some_extractor(command: str, shell: Shell) -> None:
    helps = "".join(shell(command, "--help", "-e", name).out for name in ("summit", "kfeature"))
    options = {option for parameter in COMMANDS[command].params for option in parameter.opts if option[:2] == "--"}
    assert [option for option in sorted(options) if not re.search(rf"(^|, | ){option}\b", helps)] == []


def test_the_options_of_a_paper_are_shown_with_its_extractor(shell: Shell) -> None:
    general, clg = shell("extract", "--help").out, shell("extract", "--help", "-e", "clg").out
    blocks = shell("bulk", "-e", "kfeature", "-h").out
    assert "--option projection_overlap_ratio=…\n" in clg
    assert "--favor" not in clg.partition("Examples")[0]
    assert "projection_overlap_ratio" not in general
    assert "--blocks N" in blocks
    assert "--blocks N" not in general
    wrong = shell("extract", "--help", "-e", "nobody")
    assert (wrong.code, wrong.err.count("\n")) == (2, 1)


@pytest.mark.parametrize("command", ["extract", "bulk"])
def test_options_of_formats_do_not_stand_with_those_of_the_extractor(command: str, shell: Shell) -> None:
    of_extractor = shell(command, "--help").out.partition("Options of summit")[2].partition("Examples:")[0]
    of_formats = [f"--{name.replace('_', '-')}" for name in (*OUTPUT_OPTIONS, "visible")]
    assert [option for option in of_formats if re.search(rf"(^|, | ){option}\b", of_extractor)] == []


def test_no_help_names_a_file_of_the_repository(shell: Shell) -> None:
    helps = [shell(*name.split(), "--help").out for name in COMMANDS]
    assert [text for text in helps if re.search(r"docs/|README|CONTRIBUTING", text)] == []


@pytest.mark.parametrize("name", [name for name, command in COMMANDS.items() if hasattr(command, "commands")])
def test_a_group_alone_shows_what_there_is(
    shell: Shell, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RIDGELINE_DATA", str(tmp_path))
    ran = shell(*name.split())
    assert (ran.code, ran.err) == (0, "")
    assert all(command in ran.out for command in COMMANDS[name].commands)


def test_version(shell: Shell) -> None:
    code, out, err = shell("--version")
    assert (code, err) == (0, "")
    assert out.startswith(f"ridgeline {ridgeline.__version__} (compiled core")


def completed(shell: str, line: str) -> list[str]:
    """The words that the shell would offer at the end of this command line."""
    words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1)}
    environment = os.environ | words | {"_RIDGELINE_COMPLETE": f"{shell}_complete"}
    ran = subprocess.run(
        [sys.executable, "-m", "ridgeline"], env=environment, capture_output=True, text=True, check=True
    )
    return [line.removeprefix("plain,") for line in ran.stdout.splitlines()]


def test_completion() -> None:
    assert completed("bash", "ridgeline extr") == ["extract", "extractors"]
    assert completed("bash", "ridgeline extract --fav") == ["--favor"]
    assert completed("bash", "ridgeline extract -e mountain-") == ["mountain-site"]
    assert "convert" in completed("zsh", "ridgeline lab datasets c")


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_completion_is_shown(shell: Shell, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("SHELL", f"/usr/bin/{name}")
    assert f"_RIDGELINE_COMPLETE={name}_complete" in shell("--show-completion").out


def test_completion_of_other_shells_is_an_error(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    ran = shell("--show-completion")
    assert (ran.code, ran.out) == (2, "")
    assert "bash, zsh and fish" in ran.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["extrct", "a"], "extract"),
        (["extract"], "PAGE"),
        (["extract", "--formt", "text", "a"], "--format"),
        (["extract", "a", "--format", "xml"], "cleaneval"),
        (["extract", "a", "--max-bytes", "many"], "--max-bytes"),
        (["extract", "a", "--max-bytes", "0"], "positive"),
        (["extract", "a", "--timeout", "nan"], "timeout"),
        (["extract", "a", "--timeout", "-1"], "timeout"),
        (["extract", "a", "--seconds", "0"], "--seconds: a limit of seconds is positive, not 0.0"),
        (["extract", "a", "--seconds", "nan"], "--seconds: a limit of seconds is positive, not nan"),
        (["extract", "a", "--charset", "rot13"], "rot13"),
        (["extract", "a", "--url", "example"], "--url"),
        (["extract", "-", "-"], "once"),
        (["extract", "a", "-e", "everthing"], "did you mean 'everything'?"),
        (["eval", "everthing", "--data", "x"], "did you mean 'everything'?"),
        (["eval", "everything"], "--data"),
        (["eval", "everything", "--data", "x", "--limit", "0"], "--limit"),
        (["eval", "everything", "--data", "x", "--metric", "f2"], "shingle"),
        (["\x1b[31m"], "\\x1b[31m"),
        (["extract", "a", "-e", "mountain", "--option", "peak_factor=abc"], "peak_factor is a finite number, not"),
        (["extract", "a", "-e", "mountain", "--option", "alpha=1", "--option", "alpha=2"], "not [1, 2]"),
        (["extract", "a", "-e", "ice-lm", "--option", "threshold=foo"], "threshold is a finite number, not 'foo'"),
        (["extract", "a", "--favor", "presision"], "'--favor': 'presision' is not one of 'precision', 'balanced'"),
        (["extract", "a", "--favor"], "see ridgeline extract --help"),
        (["lab", "golden", "show", "--folder"], "see ridgeline lab golden show --help"),
        (["lab", "datasets", "convert"], "Choose from: pairs, folders, json, wcxb, cleaneval (see"),
        (["extract", ""], "the name of a page is empty"),
        (["extract", "a", "--links", "none"], "--links has no meaning in text: it is for markdown, html"),
        (["extract", "a", "-f", "html", "--width", "60"], "--width has no meaning in html: it is for text, markdown"),
        (["extract", "a", "-f", "csv", "--no-title"], "--no-title has no meaning in csv: it is for text"),
        (["extract", "a", "-f", "json", "--whole-page"], "--whole-page has no meaning in json: it is for html, and"),
        (["extract", "a", "-f", "json", "--with", "markdown", "--whole-page"], "--whole-page has no meaning in json"),
        (["extract", "a", "-f", "html", "--with", "markdown"], "--with has no meaning in html: it is for json"),
        (["extract", "a", "-f", "json", "--with", "json"], "--with: json cannot carry itself"),
        (["extract", "a", "-f", "json", "--with", "markdown,pdf"], "there is no format 'pdf'; there are: text"),
        (["extract", "a", "-f", "markdown", "--links", "some"], "'some' is not one of 'inline', 'references', 'none'"),
        (["extract", "a", "-f", "markdown", "--width", "5"], "width is 20 characters or more, not 5"),
        (["extract", "a", "-f", "html", "--heading-offset", "7"], "heading_offset is 0 to 5, not 7"),
        (["extract", "a", "--url", "notaurl"], "--url is a complete address such as https://example.org/page"),
        (["extract", "a", "b", "--url", "https://example.org/"], "--url is the address of a single page, and 2 pages"),
        (["eval", "summit", "mountain", "--data", "x", "--model", "m.json"], "--model belongs to a single extractor"),
    ],
)
def test_a_wrong_command_line_is_one_line_and_2(arguments: list[str], said: str, shell: Shell) -> None:
    ran = shell(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert re.fullmatch(r"ridgeline: error: [^\n\x1b]+\n", ran.err)
    assert said in ran.err


@pytest.mark.parametrize(
    ("page", "is_hinted"),
    [
        ("example.org", True),
        ("www.example.co.uk/news/1.html", True),
        ("example.org:8080/", True),
        ("page.html", False),
        ("pages/example.org", False),
        ("../a.org", False),
        ("page", False),
    ],
)
def test_an_address_without_its_scheme_gets_a_hint(page: str, is_hinted: bool, shell: Shell) -> None:
    hint = f"; if it is a web page, write https://{page}" if is_hinted else ""
    assert shell("extract", page) == Ran(1, "", f"ridgeline: error: {page}: there is no such file{hint}\n")


def test_extracting_text_imports_little() -> None:
    heavy = {"click", "ssl", "multiprocessing", "ridgeline.fetch", "ridgeline.lab"}
    heavy |= {"ridgeline.metadata.reader", "ridgeline.output.outline"}
    code = "import sys, ridgeline; print(ridgeline.extract('<p>Hello', extractor='everything').text, "
    ran = subprocess.check_output([sys.executable, "-c", f"{code}{heavy!r} & sys.modules.keys())"])
    assert ran.split() == [b"Hello", b"set()"]


# --- extract: what comes out


def test_a_file(shell: Shell) -> None:
    assert shell("extract", put("a.html")) == Ran(0, "Hello\n", "")


def test_standard_input(shell: Shell) -> None:
    assert shell(
        "extract",
        "-",
        stdin=b"<p>Gr\xfc\xdfe",
    ) == Ran(0, "Grüße\n", "")


@pytest.mark.parametrize("form", FORMATS)
def test_every_format(form: str, shell: Shell) -> None:
    ran = shell("extract", put("a.html", "Hello <b>you</b>"), "--format", form)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == ridgeline.extract(Path("a.html").read_text()).write(form).strip("\n") + "\n"


def test_options_reach_the_page(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    pages: list[Page] = []

    class Watching:
        name = "watching"

        def extract(self, page: Page) -> Extraction:
            pages.append(page)
            return ridgeline.load("everything").extract(page)

    monkeypatch.setattr(everything, "Watching", Watching, raising=False)
    monkeypatch.setitem(REGISTRY, "watching", Entry("everything:Watching", "looks"))
    Path("a.html").write_bytes("<p>Ж".encode("koi8-r"))
    shell("extract", "a.html", "--url", "https://example.org/a", "--charset", "KOI8-R", "-e", "watching")
    assert (pages[0].url, pages[0].encoding) == ("https://example.org/a", "koi8-r")


@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        ([], {}),
        (["--favor", "recall"], {"favor": "recall"}),
        (["--no-comments"], {"comments": False}),
        (["--favor", "precision", "--comments"], {"favor": "precision", "comments": True}),
    ],
)
def test_options_reach_the_extractor(
    arguments: list[str], given: dict[str, Any], shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    received: list[dict[str, Any]] = []

    class Choosing(everything.Everything):
        def __init__(self, **options: Any) -> None:
            received.append(options)

    monkeypatch.setattr(everything, "Choosing", Choosing, raising=False)
    monkeypatch.setitem(REGISTRY, "choosing", Entry("everything:Choosing", "takes what it is given"))
    assert shell("extract", put("a.html"), "-e", "choosing", *arguments).code == 0
    assert received == [given]


def test_options_that_an_extractor_does_not_take(shell: Shell) -> None:
    ran = shell("extract", put("a.html"), "-e", "everything", "--favor", "recall")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("ridgeline: error: everything has no option 'favor'; it takes none")


def test_an_option_of_another_extractor(shell: Shell) -> None:
    """Options with a name of their own are checked like all others: before a page is read, in one line."""
    ran = shell("extract", "missing.html", "-e", "mountain", "--comments")
    assert (ran.code, ran.out) == (2, "")
    assert re.fullmatch(r"ridgeline: error: mountain has no option 'comments'; [^\n]+\n", ran.err)


def test_several_pages_are_named(shell: Shell) -> None:
    ran = shell("extract", "missing.html", put("a.html"), put("b.html", ""), put("c.html"))
    assert ran.out == "==> a.html <==\nHello\n\n==> b.html <==\n\n==> c.html <==\nHello\n"


def test_several_pages_as_json_are_lines(shell: Shell) -> None:
    ran = shell("extract", put("a.html"), put("b.html", "B\u2028\x85\x9b31m"), put("c.html", ""), "-f", "json")
    rows = [json.loads(line) for line in ran.out.split("\n")[:-1]]
    assert [row["page"] for row in rows] == ["a.html", "b.html", "c.html"]
    assert [row["text"] for row in rows][::2] == ["Hello", ""]


@pytest.mark.parametrize("form", FORMATS)
def test_nothing_found_is_no_error(form: str, shell: Shell) -> None:
    ran = shell("extract", "-", "--format", form)
    assert ran.code == 0
    assert ran.err == "ridgeline: standard input: nothing found\n"
    assert (ran.out == "") is not FORMATS[form].writes_empty
    assert form != "json" or json.loads(ran.out)["text"] == ""


PAGE = """<!DOCTYPE html><html lang=en><title>Bread at home</title><article><h1>Bread at home</h1>
<p>Mix <b>flour</b> and <a href=https://example.org/water>water</a>, and bake it for an hour.
<p><img src=/oven.png alt=oven>
<p>The crust is brown when the bread is done, and it sounds hollow when you knock on it with a finger.
<table><tr><th>Step<th>Minutes<tr><td>Mix<td>10</table></article>"""


@pytest.mark.parametrize(
    ("line", "says", "is_silent_about"),
    [
        ("-f markdown", "# Bread at home\n", "---\ntitle"),
        ("-f markdown --heading-offset 1", "## Bread at home\n", "---\ntitle"),
        ("-f markdown --no-formatting", "Mix flour and", "**"),
        ("-f markdown --links none", "and water, and", "example.org/water"),
        ("-f markdown --links references", "[1]: https://example.org/water", "](https:"),
        ("-f markdown --no-images", "water", "oven"),
        ("-f markdown --no-tables", "Mix 10", "|"),
        ("-f markdown --width 30", "when the\nbread", "when the bread"),
        ("-f markdown --front-matter", '---\ntitle: "Bread at home"\n', "<"),
        ("-f html", "<h1>Bread at home</h1>", "<!DOCTYPE"),
        ("-f html --whole-page", "<!DOCTYPE html>\n<html", "<script"),
        ("-f tei --title", "<head>Bread at home</head>", "<p></p>"),
        ("-f text --title --width 30", "Bread at home\n\nMix flour", "when the bread"),
        ("-f json --with markdown,html", '"markdown": "# Bread at home', '"tei"'),
        ("-f json --with markdown --with html --links none", '"html": "<h1>Bread', "[water]"),
    ],
)
def test_output_options(line: str, says: str, is_silent_about: str, shell: Shell) -> None:
    Path("a.html").write_text(PAGE)
    ran = shell("extract", "a.html", "-e", "everything", *line.split())
    assert (ran.code, ran.err) == (0, "")
    assert says in ran.out
    assert is_silent_about not in ran.out


def test_no_title(shell: Shell) -> None:
    Path("a.html").write_text("<title>Bread at home</title><p>Mix the flour and the water, and bake it for an hour.")
    titled, bare = (shell("extract", "a.html", "-f", "markdown", option).out for option in ("--title", "--no-title"))
    assert titled == f"# Bread at home\n\n{bare}"


def test_several_pages_as_csv_are_rows(shell: Shell) -> None:
    Path("a.html").write_text("<title>One, and two</title><p>Hello you and all the others who read this.")
    Path("=b.html").write_text("<title>=1+1</title><p>Hello you and all the others who read this.")
    ran = shell("extract", "missing.html", "a.html", "=b.html", "-f", "csv", "-e", "everything")
    rows = list(csv.DictReader(ran.out.splitlines()))
    assert [row["page"] for row in rows] == ["a.html", "'=b.html"]
    assert [row["title"] for row in rows] == ["One, and two", "'=1+1"]


def test_the_status_of_a_page_without_content_is_reported(shell: Shell) -> None:
    Path("shell.html").write_text("<div id=root></div><script src=app.js></script>")
    Path("wall.html").write_text("<title>Sign in</title><form><input name=user><input type=password></form>")
    ran = shell("extract", "shell.html", "wall.html", "-f", "json")
    assert ran.code == 0
    assert [json.loads(line)["status"] for line in ran.out.splitlines()] == ["shell", "blocked"]
    assert ran.err == (
        "ridgeline: shell.html: an empty shell that needs a browser: --render opens it in one\n"
        "ridgeline: wall.html: a blocked page, login wall, consent wall or captcha\n"
    )


def test_limits_that_were_reached_are_reported(shell: Shell) -> None:
    ran = shell("extract", put("a.html", "<div>" * 600 + "deep"))
    assert ran.out == "deep\n"
    assert ran.err == "ridgeline: only a part of a.html was read; over the limit: depth\n"


@pytest.mark.parametrize("form", FORMATS)
def test_no_page_commands_the_terminal(form: str, shell: Shell) -> None:
    hostile = "\x1b[31mred\x1b]0;title\x07 \x9b32mgreen\x7f <a href='http://x.test/\x1b[33m\x9b' title='\x1b'>link</a>"
    put("a.html", hostile)
    put("b.html", f"<pre><code>{hostile}</code></pre><img alt='{hostile}' src='\x1b'>")
    for ran in (shell("extract", "a.html", "-f", form), shell("extract", "a.html", "b.html", "-f", form)):
        assert form == "csv" or "red" in ran.out
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", ran.out + ran.err)


def test_no_file_name_commands_the_terminal(shell: Shell) -> None:
    name = "a\x1b[31m\u202e\n.html"
    ran = shell("extract", put(name), put(f"b{name}", ""), f"no{name}")
    shown = r"a\x1b[31m\u202e\n.html"
    assert ran.out.startswith(f"==> {shown} <==\n")
    assert ran.err == f"ridgeline: b{shown}: nothing found\nridgeline: error: no{shown}: there is no such file\n"


def test_names_that_are_no_text(shell: Shell) -> None:
    name = os.fsdecode(b"caf\xe9.html")
    assert shell("extract", name).err == "ridgeline: error: caf\\udce9.html: there is no such file\n"


def test_printable_and_without_controls() -> None:
    assert printable("a\tb\x1b\u200eü") == r"a\tb\x1b\u200eü"
    assert without_controls("a\tb\n\r\x1b\x9bü") == "a\tb\nü"


# --- extract: what cannot be read


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("missing.html", "no such file"),
        (".", "a folder, not a page; `ridgeline bulk` reads the pages in it"),
        ("a.html/b.html", "Not a directory"),
        ("nul\0.html", "cannot be the name of a file"),
        ("http://", "names no host"),
        ("https:///path", "names no host"),
        ("http://127.0.0.1/", "not a public address"),
        ("HTTP://LOCALHOST/", "not a public address"),
        ("http://u:secret@example.org/", "password"),
        ("ftp://example.org/", "only http and https"),
        ("file:///etc/passwd", "only http and https"),
        ("x" * 300, "File name too long"),
    ],
)
def test_unreadable_pages_do_not_stop_the_others(page: str, said: str, shell: Shell) -> None:
    ran = shell("extract", page, put("a.html"))
    assert (ran.code, ran.out) == (1, "==> a.html <==\nHello\n")
    assert re.fullmatch(r"ridgeline: error: [^\n]+\n", ran.err)
    assert said in ran.err
    assert "secret" not in ran.err


def test_a_reader_that_fails_does_not_stop_the_others(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def recognise(data: bytes, _: object) -> None:
        if b"bad" in data:
            raise ValueError("negative count")

    monkeypatch.setattr("ridgeline.page.content_types.recognise", recognise)
    ran = shell("extract", put("bad.html", "bad"), put("a.html"))
    assert (ran.code, ran.out) == (1, "==> a.html <==\nHello\n")
    assert ran.err == "ridgeline: error: bad.html: reading failed: ValueError: negative count\n"


def test_a_file_that_may_not_be_read(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    put("a.html")
    monkeypatch.setattr(Path, "open", refuse)  # the permissions of a file do not bind the administrator
    ran = shell("extract", "a.html")
    assert (ran.code, ran.err) == (1, "ridgeline: error: a.html: cannot be read: Permission denied\n")


def test_the_largest_page(shell: Shell) -> None:
    page = b"<p>" + b"x" * 97
    assert shell("extract", "-", "--max-bytes", "100", stdin=page).code == 0
    ran = shell("extract", "-", "--max-bytes", "99", stdin=page)
    assert (ran.code, ran.out) == (1, "")
    assert "larger than 99 bytes" in ran.err


def test_the_longest_time(shell: Shell) -> None:
    page = b"<title>Many</title>" + b"<p>word</p>" * 20_000
    whole = shell("extract", "-", "-e", "everything", "--seconds", "600", stdin=page)
    assert (whole.code, whole.out.count("word"), whole.err) == (0, 20_000, "")
    part = shell("extract", "-", "-e", "everything", "--seconds", "1e-9", stdin=page)
    assert (part.code, part.err) == (0, "ridgeline: only a part of standard input was read; over the limit: seconds\n")
    assert 0 < part.out.count("word") < 20_000


def test_a_fault_of_an_extractor_costs_one_page(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    extractor = ridgeline.load(DEFAULT_EXTRACTOR)
    sound = type(extractor).extract

    def faulty(self: Any, page: Page) -> Extraction:
        if "fatal" in page.source:
            raise ZeroDivisionError("oh\nno")
        return sound(self, page)

    monkeypatch.setattr(type(extractor), "extract", faulty)
    ran = shell("extract", put("a.html", "fatal"), put("b.html"))
    assert (ran.code, ran.out) == (1, "==> b.html <==\nHello\n")
    assert ran.err == f"ridgeline: error: a.html: {DEFAULT_EXTRACTOR} failed: ZeroDivisionError: oh\\nno\n"


@pytest.fixture
def server() -> Iterator[Server]:
    with running(Server()) as started:
        yield started


def test_a_url(shell: Shell, server: Server) -> None:
    url = server.serve("/a", b"<p>Gr\xfc\xdfe", Content_Type="text/html; charset=latin-1")
    assert shell("extract", url, "--allow-private") == shell(url, "--allow-private") == Ran(0, "Grüße\n", "")
    assert shell("extract", url, "--allow-private", "--charset", "koi8-r").out == "GrЭъe\n"
    refused = shell("extract", url)
    assert (refused.code, refused.out) == (1, "")
    assert "--allow-private" in refused.err


def test_options_reach_the_fetch(shell: Shell, server: Server) -> None:
    url = server.serve("/a", b"x" * 1000)
    assert "larger than 10 bytes" in shell("extract", url, "--allow-private", "--max-bytes", "10").err
    assert "within 1e-09 s" in shell("extract", url, "--allow-private", "--timeout", "1e-9").err


# --- extract: files


def test_one_page_to_a_file(shell: Shell) -> None:
    assert shell("extract", put("a.html"), "--output", "out.txt") == Ran(0, "", "")
    assert Path("out.txt").read_text() == "Hello\n"


def test_standard_output_by_name(shell: Shell) -> None:
    assert shell("extract", put("a.html"), "-o", "-") == Ran(0, "Hello\n", "")


def test_one_page_to_a_folder(shell: Shell) -> None:
    Path("there").mkdir()
    assert shell("extract", put("a.html"), "-o", "there").code == 0
    assert shell("extract", put("a.html"), "-o", "new/folder/").code == 0
    assert Path("there/a.txt").read_text() == Path("new/folder/a.txt").read_text() == "Hello\n"


def test_names_in_a_folder_never_collide(shell: Shell) -> None:
    pages = [put(f"{name}.html", name) for name in ("a", "b/a", "a-2", "c/A", ".hidden", "d/...", "e/a b;c")]
    ran = shell("extract", *pages, "-", "-o", "out", stdin=b"<p>stdin")
    assert (ran.code, ran.err) == (0, "")
    assert {path.name: path.read_text() for path in Path("out").iterdir()} == {
        "a.txt": "a\n",
        "a-2.txt": "b/a\n",
        "a-2-2.txt": "a-2\n",
        "A-3.txt": "c/A\n",
        "hidden.txt": ".hidden\n",
        "page.txt": "d/...\n",
        "a-b-c.txt": "e/a b;c\n",
        "stdin.txt": "stdin\n",
    }


@pytest.mark.parametrize(
    ("page", "name"),
    [
        ("https://example.org/", "example.org"),
        ("https://example.org/news/2026/a.html?x=1&y=2", "example.org-news-2026-a.html-x-1-y-2"),
        ("https://example.org/a.html", "example.org-a"),
        ("https://example.org/%2e%2e/%2e%2e/etc/passwd", "example.org-..-..-etc-passwd"),
        ("https://example.org/\x1b[31m/ä", "example.org-31m-ä"),
        ("../../x/../y.html", "y"),
        ("/", "page"),
        ("新闻.html", "新闻"),
    ],
)
def test_names_made_from_pages(page: str, name: str) -> None:
    assert targets.plan([page], "./", ".txt") == [Path(f"{name}.txt")]


def test_long_names_are_cut(shell: Shell) -> None:
    pages = [f"https://example.org/{'ä' * 400}{number}" for number in range(3)]
    names = [path.name for path in targets.plan(pages, "./", ".txt")]
    assert len(set(names)) == 3
    assert all(len(name.encode()) < 150 for name in names)


@pytest.mark.parametrize("form", FORMATS)
def test_names_say_the_format(form: str, shell: Shell) -> None:
    shell("extract", put("a.html"), put("b.html"), "-o", "out", "-f", form)
    assert sorted(path.name for path in Path("out").iterdir()) == [f"{name}{FORMATS[form].suffix}" for name in "ab"]


def test_files_are_not_overwritten_unasked(shell: Shell) -> None:
    Path("out").mkdir()
    Path("out/a.txt").write_text("mine")
    ran = shell("extract", put("a.html"), put("b.html"), "-o", "out")
    assert (ran.code, ran.err) == (1, "ridgeline: error: out/a.txt: exists already; --force overwrites it\n")
    assert (Path("out/a.txt").read_text(), Path("out/b.txt").read_text()) == ("mine", "Hello\n")
    assert shell("extract", "a.html", "b.html", "-o", "out", "--force").code == 0
    assert Path("out/a.txt").read_text() == "Hello\n"


def test_a_second_run_leaves_out_what_is_there(shell: Shell) -> None:
    Path("out").mkdir()
    Path("out/a.txt").write_text("mine")
    ran = shell("extract", put("a.html"), put("b.html"), "-o", "out", "--skip-existing")
    assert (ran.code, ran.err) == (0, "ridgeline: left out 1 of 2 pages, whose files exist already\n")
    assert (Path("out/a.txt").read_text(), Path("out/b.txt").read_text()) == ("mine", "Hello\n")
    for line in (["-o", "out", "--force"], ["-o", "-"], []):
        assert shell("extract", "a.html", "--skip-existing", *line).code == 2


def test_a_url_that_is_none_is_one_line(shell: Shell) -> None:
    ran = shell("extract", "http://[/", put("a.html"), "-o", "out")
    assert (ran.code, ran.err.count("\n")) == (1, 1)
    assert Path("out/a.txt").read_text() == "Hello\n"


def test_a_page_is_never_overwritten(shell: Shell) -> None:
    before = Path(put("a.html")).read_text()
    for output in (".", "a.html", "./a.html"):
        ran = shell("extract", "a.html", "-f", "html", "-o", output, "--force")
        assert ran.code == 1
        assert "itself a page" in ran.err
    assert Path("a.html").read_text() == before


@pytest.mark.parametrize(
    ("output", "said"),
    [("a.html", "2 pages need a folder"), ("a.html/x", "cannot be made a folder"), ("a.html/x/", "cannot be made")],
)
def test_folders_that_cannot_be_made(output: str, said: str, shell: Shell) -> None:
    ran = shell("extract", put("a.html"), put("b.html"), "-o", output)
    assert (ran.code, ran.out) == (1, "")
    assert said in ran.err


@pytest.mark.parametrize("output", ["x.md", "x.txt"])
def test_no_folder_is_named_like_a_file_unasked(output: str, shell: Shell) -> None:
    ran = shell("extract", put("a.html"), "a.html", "-o", output)
    said = f"{output}: looks like a file, and 2 pages need a folder: write {output}/"
    assert ran == Ran(1, "", f"ridgeline: error: {said}\n")
    assert not Path(output).exists()
    assert shell("extract", "a.html", "a.html", "-o", f"{output}/").code == 0
    assert sorted(path.name for path in Path(output).iterdir()) == ["a-2.txt", "a.txt"]


def test_files_that_cannot_be_written(shell: Shell) -> None:
    ran = shell("extract", put("a.html"), "-o", "missing/out.txt")
    assert (ran.code, ran.err) == (
        1,
        "ridgeline: error: missing/out.txt: cannot be written: No such file or directory\n",
    )


def test_devices_are_written_to(shell: Shell) -> None:
    assert shell("extract", put("a.html"), "-o", os.devnull).code == 0
    assert not Path(os.devnull).is_file()


def test_a_file_is_whole_or_not_there(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that dies while it writes the second page has written the first, and leaves no half file behind."""
    replace = Path.replace

    def interrupted(self: Path, target: Path) -> Path:
        assert self.parent == target.parent  # on one file system, or it would not be one step
        if target.name == "b.txt":
            raise KeyboardInterrupt
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", interrupted)
    assert shell("extract", put("a.html"), put("b.html"), put("c.html"), "-o", "out") == Ran(130, "", "")
    assert [path.name for path in Path("out").iterdir()] == ["a.txt"]
    assert Path("out/a.txt").read_text() == "Hello\n"


def test_new_files_have_the_usual_permissions(shell: Shell) -> None:
    shell("extract", put("a.html"), "-o", "out.txt")
    assert Path("out.txt").stat().st_mode == Path("a.html").stat().st_mode


# --- extract: terminals, pipes, interrupts


def test_progress_is_shown_on_terminals_only(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [put("a.html"), put("b.html"), "mis[bold]sing.html"]
    assert shell("extract", *pages, "-o", "quiet").err.count("\n") == 1
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    shown = shell("extract", *pages, "-o", "shown")
    assert "pages" in shown.err
    assert "pages: 3 of 3 ━" in shown.err
    assert "100%" in shown.err
    assert "ridgeline: error: mis[bold]sing.html: there is no such file" in shown.err
    assert "pages" not in shell("extract", "a.html", "b.html").err
    assert "pages" not in shell("extract", "a.html", "-o", "one.txt").err


def test_a_closed_pipe_is_silent(shell: Shell) -> None:
    pages = [put(f"{number}.html", "word " * 5000) for number in range(30)]
    with start("extract", *pages) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"==> 0.html <==\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_disk(shell: Shell) -> None:
    put("a.html")
    with Path("/dev/full").open("wb") as full, start("extract", "a.html", "a.html", stdout=full) as process:
        assert process.communicate()[1] == b"ridgeline: error: standard output: No space left on device\n"
        assert process.returncode == 1


def test_closed_streams(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    put("a.html")
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["extract", "-"]) == 1
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["extract", "a.html"]) == 1
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["extract", "missing.html"]) == 1


def test_an_interrupt_is_quiet() -> None:
    with start("extract", "missing.html", "-") as process:
        assert process.stderr is not None
        process.stderr.readline()  # it is up, and waits for standard input
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 130
        assert process.stderr.read() == b""


def test_output_is_utf_8_whatever_the_locale(shell: Shell) -> None:
    put("a.html", "Grüße 新闻")
    environment = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    with start("extract", "a.html", "新闻.html", env=environment) as process:
        out, err = process.communicate()
    assert out.decode() == "==> a.html <==\nGrüße 新闻\n"
    assert b"there is no such file" in err


# --- extractors


def test_extractors_are_listed(shell: Shell) -> None:
    lines = shell("extractors").out.splitlines()
    assert len(lines) == len(REGISTRY)
    for line, (name, entry) in zip(lines, REGISTRY.items(), strict=True):
        assert re.match(rf"{name} +{re.escape(entry.summary)}", line)
        assert ("default" in line.removeprefix(name).replace(entry.summary, "")) is (name == DEFAULT_EXTRACTOR)


def test_extras_of_extractors_are_listed(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, "there", Entry("everything:Everything", "works", "eval"))
    monkeypatch.setitem(REGISTRY, "absent", Entry("not_a_module:Nothing", "does not", "render"))
    listed = shell("extractors").out
    assert re.search(r"there +works  \(needs the extra eval, installed\)", listed)
    assert f"  (needs the extra render, not installed: {how_to_install('render')})" in listed
    rows = {row["name"]: row for row in json.loads(shell("extractors", "--json").out)}
    expected = {"name": "there", "summary": "works", "needs": "eval", "fitted_by": None, "installed": True}
    assert rows["there"] == expected | {"default": False}
    assert rows["absent"]["installed"] is False
    assert rows[DEFAULT_EXTRACTOR]["default"] is True
    ran = shell("extract", put("a.html"), "-e", "absent")
    assert (ran.code, ran.out) == (1, "")
    assert how_to_install("render") in ran.err


# --- eval


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two small sets: one with types and snippets, one in CleanEval's form."""
    folder = tmp_path / "data"
    folder.mkdir()
    monkeypatch.setenv("RIDGELINE_DATA", str(folder))
    typed = [
        {
            "id": f"t{number}",
            "html": f"<nav>menu</nav><p>Content {number}.</p>",
            "text": f"Content {number}.",
            "type": "article" if number % 3 else "forum",
            "must": ["content"],
            "mustnot": ["menu"],
        }
        for number in range(9)
    ]
    marked = [{"id": "m", "html": "<p>One two three.</p>", "text": "One two three.", "marked": "<p>One two three."}]
    for name, rows in (("typed", typed), ("marked", marked)):
        (folder / f"{name}.jsonl.xz").write_bytes(lzma.compress("\n".join(map(json.dumps, rows)).encode()))
    return folder


def cells(out: str, row: str) -> list[list[str]]:
    """The cells of a table's rows that begin with this."""
    return [line.split() for line in out.splitlines() if line.split()[:1] == [row]]


def test_eval(shell: Shell, data: Path) -> None:
    ran = shell("eval", "everything", "--data", "typed", "--processes", "1")
    assert (ran.code, ran.err) == (0, "")
    overall, by_type = cells(ran.out, "everything")
    assert overall == ["everything", "0.8000", "0.6667", "1.0000", "9", "0", "0"]
    assert by_type == ["everything", "0.8000", "0.8000"]
    assert cells(ran.out, "extractor")[1] == ["extractor", "article", "forum"]
    assert cells(ran.out, "pages") == [["pages", "6", "3"]]


def test_eval_without_types(shell: Shell, data: Path) -> None:
    assert len(cells(shell("eval", "everything", "-d", "typed", "-p", "1", "--no-by-type").out, "everything")) == 1
    assert len(cells(shell("eval", "everything", "-d", "marked", "-p", "1").out, "everything")) == 1


@pytest.mark.parametrize("sets", ["--data typed --data marked", "--data typed,marked", "-d typed marked"])
def test_eval_of_several_sets_with_more_metrics(sets: str, shell: Shell, data: Path) -> None:
    out = shell("eval", *sets.split(), "everything", "-p", "1", "--metric", *Metric).out
    typed, marked = out.split("\nmarked\n")
    assert "must not" in typed
    assert "combined" not in typed
    assert "combined" in marked
    assert "must not" not in marked
    assert "sentence F1 > 0.9" in typed
    assert "sentence F1 > 0.8" in typed


def test_eval_reports_metrics_that_measure_nothing(shell: Shell, data: Path) -> None:
    ran = shell("eval", "everything", "-d", "typed", "marked", "-p", "1", "--metric", "snippets", "cleaneval")
    assert ran.code == 0
    assert ran.err.splitlines() == [
        "ridgeline: typed: the metric cleaneval has nothing to measure, since no page has `marked`",
        "ridgeline: marked: the metric snippets has nothing to measure, since no page has `must` or `mustnot`",
    ]


@pytest.mark.parametrize("processes", ["1", "2"])
def test_eval_with_a_model(processes: str, shell: Shell, data: Path) -> None:
    for number in range(6):
        put(f"site/{number}.html", f"menu</p><p>Content {number + 20}.")
    assert shell("train", "style-tree", "--pages", "site", "-o", "tree.json").code == 0
    assert shell("train", "content-extractor", "--pages", "site", "-o", "shared.json").code == 0
    for name, model in (("style-tree", "tree.json"), ("content-extractor", "shared.json")):
        ran = shell("eval", name, "--model", model, "-d", "typed", "-p", processes)
        assert (ran.code, ran.err) == (0, "")
        assert cells(ran.out, name)[0][4:] == ["9", "0", "0"]
    ran = shell("eval", "style-tree", "--model", "none.json", "-d", "typed")
    assert (ran.code, ran.out) == (1, "")
    assert "there is no model at none.json" in ran.err


def test_eval_does_not_overwrite_a_report(shell: Shell, data: Path) -> None:
    Path("report.json").write_text("mine")
    line = ("eval", "everything", "-d", "marked", "-p", "1", "--json", "report.json")
    assert shell(*line) == Ran(1, "", "ridgeline: error: report.json: exists already; --force overwrites it\n")
    assert Path("report.json").read_text() == "mine"
    assert shell(*line, "--force").code == 0
    assert "marked" in json.loads(Path("report.json").read_text())["sets"]


@pytest.mark.parametrize(
    "line",
    [
        "everything --data typed marked --limit 2 -p 1",
        "--data typed marked everything --limit 2 -p 1",
        "--limit 2 -d typed everything marked -p 1",
        "--data=typed --data=marked everything -p 1 --limit 2",
    ],
)
def test_names_and_sets_are_distinguished(line: str, shell: Shell, data: Path) -> None:
    ran = shell("eval", *line.split(), "--no-by-type")
    assert (ran.code, ran.err) == (0, "")
    assert [row[4] for row in cells(ran.out, "everything")] == ["2", "1"]


def test_eval_of_a_part(shell: Shell, data: Path) -> None:
    assert cells(shell("eval", "everything", "-d", "typed", "-p", "1", "--limit", "3").out, "everything")[0][4] == "3"


def test_eval_of_a_file(shell: Shell) -> None:
    Path("own.jsonl").write_text(json.dumps({"id": "1", "html": "<p>One", "text": "One"}))
    assert cells(shell("eval", "everything", "-d", "own.jsonl", "-p", "1").out, "everything")[0][1] == "1.0000"


def test_eval_in_processes_writes_json(shell: Shell, data: Path) -> None:
    ran = shell("eval", "everything", "--data", "typed,marked", "--processes", "2", "--json", "report.json")
    assert (ran.code, ran.err) == (0, "")
    report = json.loads(Path("report.json").read_text())
    assert report["ridgeline"] == ridgeline.__version__
    typed = report["sets"]["typed"]
    assert typed["extractors"]["everything"]["figures"]["word_f1"] == pytest.approx(0.8)
    assert typed["extractors"]["everything"]["by_type"]["forum"]["pages"] == 3
    assert [row["id"] for row in typed["pages"]] == [f"t{number}" for number in range(9)]
    assert typed["pages"][0]["figures"]["word_recall"] == 1.0
    assert report["sets"]["marked"]["pages"][0]["error"] is None


def test_eval_names_the_pages_that_fail(shell: Shell, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    extractor = ridgeline.load("everything")
    sound = type(extractor).extract

    def faulty(self: Any, page: Page) -> Extraction:
        if "Content 4" in page.source:
            raise ZeroDivisionError("\x1b[31m")
        return sound(self, page)

    monkeypatch.setattr(type(extractor), "extract", faulty)
    ran = shell("eval", "everything", "-d", "typed", "-p", "1")
    assert ran.code == 0
    assert ran.err == "ridgeline: everything failed on page t4 of typed: ZeroDivisionError: \\x1b[31m\n"
    assert cells(ran.out, "everything")[0][4:] == ["9", "1", "0"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--data", "nowhere"], "typed"),
        (["--data", "missing.jsonl"], "missing.jsonl"),
        (["--data", "typed", "--json", "missing/report.json"], "no folder missing"),
        (["--data", "typed", "--json", "."], "a folder"),
    ],
)
def test_eval_of_missing_data(arguments: list[str], said: str, shell: Shell, data: Path) -> None:
    ran = shell("eval", "everything", "-p", "1", *arguments)
    assert (ran.code, ran.out) == (1, "")
    assert re.fullmatch(r"ridgeline: error: [^\n]+\n", ran.err)
    assert said in ran.err


def test_eval_without_data(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIDGELINE_DATA", "nowhere")
    ran = shell("eval", "everything", "--data", "news-dev")
    assert ran.code == 1
    assert re.fullmatch(r"ridgeline: error: [^\n]*nowhere[^\n]*RIDGELINE_DATA[^\n]*\n", ran.err)


def test_metrics_are_all_in_the_help(shell: Shell) -> None:
    text = shell("eval", "--help").out
    assert all(metric in text for metric in Metric)


def test_the_entry_point_is_main() -> None:
    project = (README.parent / "pyproject.toml").read_text(encoding="utf-8")
    assert 'ridgeline = "ridgeline.cli:main"' in project
    assert cli.main is main


@pytest.mark.parametrize(("output", "code"), [("x" * 300, 1), ("", 2)])
def test_impossible_outputs_are_one_line(shell: Shell, output: str, code: int) -> None:
    ran = shell("extract", put("a.html"), "-o", output)
    assert (ran.code, ran.out, ran.err.count("\n")) == (code, "", 1)


@pytest.mark.parametrize("arguments", [["extract", "a.html", "-e", "style-tree"], ["eval", "style-tree", "-d", "none"]])
def test_an_extractor_that_is_fitted_to_a_site_needs_a_model(shell: Shell, arguments: list[str]) -> None:
    put("a.html")
    ran = shell(*arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert "`ridgeline train style-tree`" in ran.err


def test_a_limit_beyond_all_memory_is_no_trouble(shell: Shell) -> None:
    assert shell("extract", put("a.html"), "--max-bytes", str(2**63 - 1)) == Ran(0, "Hello\n", "")
