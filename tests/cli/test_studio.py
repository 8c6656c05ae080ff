"""`ridgeline studio`: pages that are opened first, the address, and a clean end."""

import signal
import socket
from pathlib import Path

import pytest

from ridgeline.cli import main
from ridgeline.library import FILE_NAME, Library, PageSource

from ..studio.pages import LIGHTHOUSE, golden
from ..studio.running import DEADLINE_SECONDS, run_studio


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two pages, one of them deeper."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "one.html").write_text(golden("recipe"), encoding="utf-8")
    (tmp_path / "deep" / "two.htm").write_text(golden("interview"), encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no page")
    return tmp_path


def test_files_and_folders_are_opened_and_ctrl_c_ends_it(folder: Path) -> None:
    with run_studio(folder / "data", str(LIGHTHOUSE), str(folder), "--bulk", str(folder)) as studio:
        names = {page["name"] for page in studio.call("GET", "/v1/pages")["pages"]}
        assert names == {"lighthouse.html", "one.html", "two.htm"}
        assert [line for line in studio.said if "--bulk" in line]  # it is no output of a bulk run
        studio.process.send_signal(signal.SIGINT)
        assert studio.process.wait(DEADLINE_SECONDS) == 130


def test_a_folder_without_pages_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["studio", str(tmp_path), "--no-browser"]) == 2
    assert "no pages in this folder" in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("x")
    assert main(["studio", "--no-browser", "--port", "0", "--folder", str(tmp_path / "file" / "data")]) == 1
    assert (
        capsys.readouterr().err
        == f"ridgeline: error: {tmp_path / 'file' / 'data'}: cannot be made a folder: Not a directory\n"
    )


def test_a_port_that_is_taken_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["studio", "--no-browser", "--port", port, "--folder", str(tmp_path)]) == 1
    assert "choose another --port" in capsys.readouterr().err


def test_a_copy_of_the_library(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    library = Library(tmp_path / "data" / FILE_NAME)
    library.add_page(PageSource(b"<p>x"), name="a page")
    command = ["studio", "--folder", str(tmp_path / "data"), "--backup", str(tmp_path / "copy.sqlite")]
    assert main(command) == 0
    assert [page.name for page in Library(tmp_path / "copy.sqlite").pages()] == ["a page"]
    assert main(command) == 1
    assert "name another one for the copy" in capsys.readouterr().err


def test_an_export_that_cannot_be_read_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("nothing of the kind")
    for name in ("notes.txt", "none.html"):
        assert main(["studio", "--no-browser", "--folder", str(tmp_path), "--import", str(tmp_path / name)]) == 1
        assert name in capsys.readouterr().err
