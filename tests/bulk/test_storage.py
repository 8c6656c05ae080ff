"""Files here and elsewhere: atomic writes, patterns, errors in one line."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import fsspec
import pytest

from ridgeline.bulk import storage
from ridgeline.errors import InputError, MissingExtraError, OutputError


@pytest.fixture(params=["local", "memory"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A folder of this machine, and one in memory."""
    if request.param == "local":
        yield str(tmp_path)
        return
    yield "memory://storage-tests"
    files = fsspec.filesystem("memory")
    if files.exists("/storage-tests"):
        files.rm("/storage-tests", recursive=True)


def test_what_is_written_can_be_read(folder: str) -> None:
    path = storage.join(folder, "a.bin")
    assert not storage.exists(path)
    storage.write(path, b"0123456789")
    assert storage.exists(path)
    assert storage.size(path) == 10
    assert storage.read(path) == b"0123456789"
    with storage.open_binary(path) as stream:
        stream.seek(4)
        assert stream.read(3) == b"456"
    before = storage.version(path)
    storage.write(path, b"changed")
    assert storage.version(path) != before
    storage.remove(path)
    storage.remove(path)
    assert not storage.exists(path)


def test_a_write_that_fails_leaves_the_old_file(folder: str) -> None:
    path = storage.join(folder, "a.bin")
    storage.write(path, b"old")
    with pytest.raises(RuntimeError):
        write_half(path)
    assert storage.read(path) == b"old"
    assert storage.names(folder) == ["a.bin"]


def write_half(path: str) -> None:
    """Fail in the middle of a write."""
    with storage.writing(path) as stream:
        stream.write(b"half of the n")
        raise RuntimeError


def test_names_and_leftovers(folder: str) -> None:
    assert storage.names(storage.join(folder, "none")) == []
    for name in ("b", "a", ".ridgeline-0.part"):
        storage.write(storage.join(folder, name), b"")
    storage.make_folder(storage.join(folder, "inner"))
    assert storage.names(folder) == [".ridgeline-0.part", "a", "b"]
    storage.remove_leftovers(folder)
    assert storage.names(folder) == ["a", "b"]


def test_expand(folder: str) -> None:
    inner = storage.join(folder, "inner")
    storage.make_folder(inner)
    for place in (storage.join(folder, "b.html"), storage.join(inner, "a.html"), storage.join(folder, "c.txt")):
        storage.write(place, b"x")
    storage.write(storage.join(folder, ".hidden"), b"x")
    base = folder.removeprefix("memory://")

    def found(path: str) -> list[str]:
        return [name.partition(f"{base}/")[2] for name in storage.expand(path)]

    assert found(folder) == ["b.html", "c.txt", "inner/a.html"]
    assert found(storage.join(folder, "*.html")) == ["b.html"]
    assert found(storage.join(folder, "**/*.html")) == ["b.html", "inner/a.html"]
    assert found(storage.join(folder, "b.html")) == ["b.html"]
    for nothing in ("none.html", "*.pdf"):
        with pytest.raises(InputError, match="no such file"):
            storage.expand(storage.join(folder, nothing))


def test_links_that_lead_back_are_followed_once(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "back").symlink_to(tmp_path)
    (tmp_path / "page.html").write_text("x", encoding="utf-8")
    assert storage.expand(str(tmp_path)) == [str(tmp_path / "page.html")]


def test_missing_files(folder: str) -> None:
    path = storage.join(folder, "none")
    for ask in (storage.open_binary, storage.size, storage.version, storage.read):
        with pytest.raises(InputError, match="no such file"):
            ask(path)


def test_a_pipe_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path):
        with pytest.raises(InputError, match="not a file"):
            storage.open_binary(str(path))


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OutputError, match="a file, not a folder"):
        storage.make_folder(str(tmp_path / "file"))
    with pytest.raises(OutputError, match="a file, not a folder"):
        storage.make_folder(str(tmp_path / "file" / "inner"))
    with pytest.raises(OutputError, match="cannot be written: No such file"):
        storage.write(str(tmp_path / "none" / "a"), b"")


def test_a_local_address_is_a_path(tmp_path: Path) -> None:
    storage.write(f"file://{tmp_path}/a", b"x")
    assert (tmp_path / "a").read_bytes() == b"x"
    assert not storage.is_remote(f"file://{tmp_path}/a")


def test_unknown_file_systems() -> None:
    with pytest.raises(InputError, match="no file system is called nonsense"):
        storage.exists("nonsense://bucket/a")
    with pytest.raises(InputError, match="cannot be the name of a file"):
        storage.open_binary("a\0b")


def test_a_file_system_whose_package_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "s3fs", None)
    with pytest.raises(MissingExtraError, match=r"s3:// needs a package"):
        storage.exists("s3://bucket/a")
