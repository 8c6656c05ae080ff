"""The two commands of the README, with all their own set-up: nothing but Python 3.11 or later is needed.

    python3 run.py demo     extract the page that ships with the project
    python3 run.py test     lint, types, tests: what CI runs

Both work in a virtual environment of their own, `.venv` beside this file, made at the first run and brought up to
date when `pyproject.toml` changes.
"""

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".venv"
STAMP = ENVIRONMENT / "ridgeline-installed"
BINARIES = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")

DEMO = (
    ["ridgeline", "extract", "examples/lighthouse.html", "--format", "markdown"],
    ["ridgeline", "extractors"],
)
TEST = (
    ["ruff", "check", "."],
    ["ruff", "format", "--check", "."],
    ["mypy"],
    ["pytest"],
)


def main(arguments: list[str]) -> int:
    """Run one of the two commands; the exit code is that of the first step that fails."""
    if sys.version_info < (3, 11):  # noqa: UP036 - the reader's Python may be older than the project's
        print(f"ridgeline needs Python 3.11 or later, this is {sys.version.split()[0]}", file=sys.stderr)
        return 1
    steps = {"demo": DEMO, "test": TEST}.get(arguments[0] if len(arguments) == 1 else "")
    if steps is None:
        print("usage: python3 run.py demo|test", file=sys.stderr)
        return 2
    if not (set_up() and all(run(BINARIES / step[0], *step[1:]) for step in steps)):
        return 1
    return 0


def set_up() -> bool:
    """Make the environment and install the checkout into it, unless that is done already."""
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + str(ROOT).encode()).hexdigest()
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == wanted:
        return True
    print("setting up .venv, once: this takes a minute or two", file=sys.stderr)
    venv.create(ENVIRONMENT, with_pip=True, clear=True)
    if not run(BINARIES / "python", "-m", "pip", "install", "--quiet", "--editable", ".[dev]"):
        print("could not install ridgeline and what it needs: see pip's message above", file=sys.stderr)
        return False
    STAMP.write_text(wanted, encoding="utf-8")
    return True


def run(*command: str | Path) -> bool:
    """Run a command in the checkout; whether it succeeded."""
    return subprocess.run([str(part) for part in command], cwd=ROOT, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
