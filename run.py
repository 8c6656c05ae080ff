"""The project's commands, with all their set-up: only Python 3.11 or later is needed.

    python3 run.py demo          extract the page that ships with the project
    python3 run.py test          lint, types, tests: what CI runs
    python3 run.py docs          build the documentation into site/; warnings are errors
    python3 run.py docs serve    serve the documentation, and rebuild it when a page changes

They run in a virtual environment, `.venv` beside this file. It is made at the first run, and again when
`pyproject.toml` or the sources of the compiled core change. A `.venv` that this script did not make is left alone.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
NATIVE = ROOT / "src" / "ridgeline" / "_native"
ENVIRONMENT = ROOT / ".venv"
STAMP = ENVIRONMENT / "ridgeline-installed"  # made by this script; it holds what was installed, once that is done
BINARIES = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")
EXTRAS = "dev,docs"

COMMANDS = {
    "demo": (
        ["ridgeline", "extract", "examples/lighthouse.html", "--format", "markdown"],
        ["ridgeline", "extractors"],
    ),
    "test": (
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["mypy"],
        ["pytest", "--numprocesses", "auto"],
    ),
    "docs": (["mkdocs", "build", "--strict"],),
    "docs serve": (["mkdocs", "serve"],),
}


def main(arguments: list[str]) -> int:
    """Run one of the commands and return its exit code: 1 if a step fails, 2 if there is no such command."""
    if sys.version_info < (3, 11):  # noqa: UP036 - the reader's Python may be older than the project's
        say(f"ridgeline needs Python 3.11 or later, this is {sys.version.split()[0]}")
        return 1
    steps = COMMANDS.get(" ".join(arguments))
    if steps is None:
        say(f"usage: python3 run.py {' | '.join(COMMANDS)}")
        return 2
    try:
        return 0 if set_up() and all(run(BINARIES / step[0], *step[1:]) for step in steps) else 1
    except KeyboardInterrupt:  # how `docs serve` ends
        return 130


def set_up() -> bool:
    """Make the environment and install the checkout into it, unless that is done already."""
    built_from = (ROOT / "pyproject.toml", *ROOT.glob("hatch_build.py"), *sorted(NATIVE.glob("*.[ch]")))
    contents = b"".join(path.read_bytes() for path in built_from)
    wanted = hashlib.sha256(contents + str(ROOT).encode()).hexdigest()
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == wanted:
        return True
    if ENVIRONMENT.is_symlink() or (ENVIRONMENT.exists() and not STAMP.exists()):
        say(f"{ENVIRONMENT} was not made by run.py, which makes its environment there: move or delete it")
        return False
    say("first run, or what is installed has changed: making the environment .venv (some seconds)")
    make_environment()
    say(f"installing ridgeline and its extras {EXTRAS} into .venv (a minute or two; pip reports below)")
    if not run(BINARIES / "python", "-m", "pip", "install", "--disable-pip-version-check", "-e", f".[{EXTRAS}]"):
        say("could not install ridgeline and what it needs: see pip's message above")
        return False
    STAMP.write_text(wanted, encoding="utf-8")
    say("the environment is ready")
    return True


def make_environment() -> None:
    """Make the environment anew. Its stamp is there from the start, so that a half-made one is known as ours."""
    if ENVIRONMENT.exists():
        shutil.rmtree(ENVIRONMENT)
    ENVIRONMENT.mkdir()
    STAMP.write_text("", encoding="utf-8")
    venv.create(ENVIRONMENT, with_pip=True)


def say(message: str) -> None:
    """Print a message to standard error, at once."""
    print(message, file=sys.stderr, flush=True)


def run(*command: str | Path) -> bool:
    """Run a command in the checkout and return whether it succeeded."""
    return subprocess.run([str(part) for part in command], cwd=ROOT, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
