"""Pictures in one style."""

from pathlib import Path

import pytest

from ridgeline.errors import OptionError, OutputError
from ridgeline.lab.plots import drawing


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_the_same_picture_is_the_same_file(tmp_path: Path, suffix: str) -> None:
    for name in "ab":
        with drawing(tmp_path / f"{name}{suffix}", columns=2) as (_, axes):
            axes[0].plot([0, 1], [2, 3])
            axes[1].set_title("ridges")
    assert (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / f"b{suffix}").read_bytes()


def test_wrong_places_and_names(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="a picture is"), drawing(tmp_path / "m.gif"):
        pass
    with pytest.raises(OutputError, match="none"), drawing(tmp_path / "none" / "m.svg"):
        pass


def test_nothing_is_written_when_drawing_fails(tmp_path: Path) -> None:
    with pytest.raises(KeyError), drawing(tmp_path / "m.svg"):
        raise KeyError
    assert list(tmp_path.iterdir()) == []
