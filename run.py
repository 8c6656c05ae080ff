"""The project's commands, with all their set-up: only Python 3.11 or later is needed.

    python3 run.py demo          extract the page that ships with the project
    python3 run.py test          lint, types, tests, of Python and of JavaScript: what CI runs
    python3 run.py docs          build the documentation into site/; warnings are errors
    python3 run.py docs serve    serve the documentation, and rebuild it when a page changes

They run in a virtual environment, `.venv` beside this file. It is made at the first run and grows with what a command
needs: the demo only the package itself, the tests and the documentation their extras. It is made anew when
`pyproject.toml` or the sources of the compiled core change. A `.venv` that this script did not make is left alone.
JavaScript is checked by Node, with what npm installs into `node_modules`.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent
NATIVE = ROOT / "src" / "ridgeline" / "_native"
ENVIRONMENT = ROOT / ".venv"
STAMP = ENVIRONMENT / "ridgeline-installed"  # made by this script: a line for each set of extras that is installed
BINARIES = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")


class Command(NamedTuple):
    """What a command needs, and the steps that it runs."""

    extras: str
    needs: str  # for people
    steps: tuple[list[str], ...]


_DOCS = ("docs", "ridgeline and what builds its documentation (about 40 packages, a minute)")
COMMANDS = {
    "demo": Command(
        "",
        "ridgeline alone, with NumPy and two small packages (some seconds)",
        (
            ["ridgeline", "extract", "examples/lighthouse.html", "--format", "markdown"],
            ["ridgeline", "extractors"],
        ),
    ),
    "test": Command(
        "dev,docs",
        "ridgeline with all its extras, and what tests it (about 200 packages, some minutes)",
        (
            ["ruff", "check", "."],
            ["ruff", "format", "--check", "."],
            ["mypy"],
            ["npm", "cit"],  # ci, then test: see package.json
            ["pytest", "--numprocesses", "auto"],
        ),
    ),
    "docs": Command(*_DOCS, (["mkdocs", "build", "--strict"],)),
    "docs serve": Command(*_DOCS, (["mkdocs", "serve"],)),
}


def main(arguments: list[str]) -> int:
    """Run one of the commands and return its exit code: 1 if a step fails, 2 if there is no such command."""
    if sys.version_info < (3, 11):  # noqa: UP036 - the reader's Python may be older than the project's
        say(f"ridgeline needs Python 3.11 or later, this is {sys.version.split()[0]}")
        return 1
    command = COMMANDS.get(" ".join(arguments))
    if command is None:
        say(f"usage: python3 run.py {' | '.join(COMMANDS)}")
        return 2
    try:
        return 0 if set_up(command) and all(map(run_step, command.steps)) else 1
    except KeyboardInterrupt:  # how `docs serve` ends
        return 130


def set_up(command: Command) -> bool:
    """Make the environment, and install the checkout with the extras of a command, unless that is done already."""
    digest = sources_digest()
    stamps = STAMP.read_text(encoding="utf-8").splitlines() if STAMP.exists() else []
    installed = [stamp.removeprefix(digest).strip() for stamp in stamps if stamp.startswith(digest)]
    if any({"", *extras.split(",")} >= {*command.extras.split(",")} for extras in installed):
        return True
    if ENVIRONMENT.is_symlink() or (ENVIRONMENT.exists() and not STAMP.exists()):
        say(f"{ENVIRONMENT} was not made by run.py, which makes its environment there: move or delete it")
        return False
    if not installed:
        say("first run, or what is installed has changed: making the environment .venv (some seconds)")
        make_environment()
    say(f"installing into .venv: {command.needs}; pip reports below")
    target = f".[{command.extras}]" if command.extras else "."
    if not run(BINARIES / "python", "-m", "pip", "install", "--disable-pip-version-check", "-e", target):
        say("could not install ridgeline and what it needs: see pip's message above")
        return False
    with STAMP.open("a", encoding="utf-8") as stream:
        stream.write(f"{digest} {command.extras}\n")
    say("the environment is ready")
    return True


def sources_digest() -> str:
    """Return what changes when the environment has to be made anew."""
    builders = (*ROOT.glob("hatch_build.py"), *ROOT.glob("tools/compiling.py"))
    built_from = (ROOT / "pyproject.toml", *builders, *sorted(NATIVE.glob("*.[ch]")))
    contents = b"".join(path.read_bytes() for path in built_from)
    return hashlib.sha256(contents + str(ROOT).encode()).hexdigest()


def make_environment() -> None:
    """Make the environment anew. Its stamp is there from the start, so that a half-made one is known as ours."""
    if ENVIRONMENT.exists():
        shutil.rmtree(ENVIRONMENT)
    ENVIRONMENT.mkdir()
    STAMP.write_text("", encoding="utf-8")
    venv.create(ENVIRONMENT, with_pip=True)


def run_step(step: list[str]) -> bool:
    """Run a step of a command, by a program of the environment or by npm, and return whether it succeeded."""
    program, *arguments = step
    if program != "npm":
        return run(BINARIES / program, *arguments)
    npm = shutil.which("npm")
    if npm is None:
        say("npm is not installed, so JavaScript is not checked")
        return os.environ.get("RIDGELINE_REQUIRE_NODE") != "1"
    return run(npm, *arguments)


def say(message: str) -> None:
    """Print a message to standard error, at once."""
    print(message, file=sys.stderr, flush=True)


def run(*command: str | Path) -> bool:
    """Run a command in the checkout and return whether it succeeded."""
    return subprocess.run([str(part) for part in command], cwd=ROOT, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
