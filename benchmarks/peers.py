"""The virtual environment of the peers, made on demand from `peers.txt`."""

import subprocess
import venv
from pathlib import Path

from supervisor import BenchmarkError

REQUIREMENTS = Path(__file__).with_name("peers.txt")
DEFAULT_FOLDER = Path(__file__).resolve().parent.parent / ".venv-peers"


def peers_python(folder: Path = DEFAULT_FOLDER) -> str:
    """Return the interpreter with the peers installed; its environment is made if it is missing or out of date."""
    python, stamp = folder / "bin" / "python", folder / REQUIREMENTS.name
    wanted = REQUIREMENTS.read_text(encoding="utf-8")
    if not (stamp.exists() and stamp.read_text(encoding="utf-8") == wanted):
        make(folder, python)
        stamp.write_text(wanted, encoding="utf-8")  # Last, so that an incomplete installation has no stamp.
    return str(python)


def make(folder: Path, python: Path) -> None:
    """Make the environment and install the peers into it."""
    try:
        venv.create(folder, clear=folder.is_dir(), with_pip=True)
    except (OSError, subprocess.CalledProcessError) as problem:
        raise BenchmarkError(f"the peers' environment cannot be made at {folder}: {problem}") from problem
    # The pip that comes with Python 3.11 fails on trafilatura's `lxml[html-clean]`.
    install(python, "--upgrade", "pip")
    install(python, "--requirement", str(REQUIREMENTS))


def install(python: Path, *arguments: str) -> None:
    """Run pip in the environment."""
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        reason = errors[-1] if errors else f"pip ended with code {done.returncode}"
        raise BenchmarkError(f"the peers cannot be installed from {REQUIREMENTS.name}: {reason}")
