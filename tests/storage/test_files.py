"""Atomic writes, and the folder for the user's data."""

from pathlib import Path

import pytest

from ridgeline.errors import OutputError
from ridgeline.storage import files


def test_a_write_replaces_the_file_in_one_step(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    files.write(target, b"one")
    files.write(target, b"two")
    assert target.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [target]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a.txt"
    files.write(target, b"one")

    def fail(self: Path, other: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OutputError, match=r"a\.txt: cannot be written: No space left on device"):
        files.write(target, b"two")
    assert target.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize(
    ("platform", "variable", "folder"),
    [
        ("linux", None, "home/.local/share/ridgeline"),
        ("linux", "XDG_DATA_HOME", "named/ridgeline"),
        ("darwin", None, "home/Library/Application Support/ridgeline"),
        ("win32", None, "home/AppData/Local/ridgeline"),
        ("win32", "LOCALAPPDATA", "named/ridgeline"),
    ],
)
def test_the_user_data_folder(
    platform: str, variable: str | None, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    if variable is not None:
        monkeypatch.setenv(variable, str(tmp_path / "named"))
    assert files.user_data_folder() == tmp_path / folder
