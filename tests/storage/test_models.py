"""Weights on disk."""

import json
import zlib
from pathlib import Path

import numpy as np
import pytest

from ridgeline.errors import ModelError, OptionError, OutputError
from ridgeline.storage.models import SavedModel, fingerprint, load, load_shipped, save

MODEL = SavedModel("summit", {"features": ["words"]}, {"weights": np.arange(6, dtype=np.float32).reshape(2, 3)})


def test_round_trip(tmp_path: Path) -> None:
    save(MODEL, tmp_path / "m.json")
    back = load(tmp_path / "m.json", "summit")
    assert back.manifest["features"] == ["words"]
    np.testing.assert_array_equal(back.arrays["weights"], MODEL.arrays["weights"])
    assert back.arrays["weights"].dtype == np.float32


def test_the_manifest_can_be_read_by_a_person(tmp_path: Path) -> None:
    save(SavedModel("ice-tree", {"tree": {"split": "wordcount"}}), tmp_path / "m.json")
    assert json.loads((tmp_path / "m.json").read_text(encoding="utf-8"))["tree"] == {"split": "wordcount"}
    assert [path.name for path in tmp_path.iterdir()] == ["m.json"]
    assert load(tmp_path / "m.json", "ice-tree").arrays == {}


def test_files_that_are_no_model(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    with pytest.raises(ModelError, match="no model"):
        load(path, "summit")
    for content in (b"", b"{", b"[]", b"3", b"{}", b"\xff", b"[" * 100_000):
        path.write_bytes(content)
        with pytest.raises(ModelError, match=r"m\.json"):
            load(path, "summit")
    with pytest.raises(ModelError):
        load_shipped("nobody")


def test_files_that_do_not_belong_together(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    save(MODEL, path)
    with pytest.raises(ModelError, match="summit, not of mountain"):
        load(path, "mountain")
    path.with_suffix(".bin").write_bytes(b"something else")
    with pytest.raises(ModelError, match="checksum"):
        load(path, "summit")
    path.with_suffix(".bin").unlink()
    with pytest.raises(ModelError, match=r"there is no .*m\.bin: the model consists of m\.json and m\.bin"):
        load(path, "summit")
    save(MODEL, path)
    path.write_text(path.read_text(encoding="utf-8").replace('"format": 2', '"format": 99'), encoding="utf-8")
    with pytest.raises(ModelError, match="99"):
        load(path, "summit")


@pytest.mark.parametrize(
    "arrays",
    [
        {"a": ["<f4", [2]], "b": ["<f4", [1]]},  # more than there is
        {"a": ["<f4", [1]]},  # less
        {"a": ["<f4", [-1, 2]]},
        {"a": ["O", [1]]},
        {"a": ["<U1", [2]]},
        {"a": ["nonsense", [2]]},
        {"a": ["(((", [2]]},  # a token error of the tokenizer
        {"a": ["<f4,<f4", [1]]},
        {"a": ["99999999999f4", [1]]},
        {"a": ["<f4", [10**30]]},
        {"a": ["<f4", [10**9, 10**9, 10**9]]},
        {"a": ["<f4", [1] * 100 + [2]]},  # more axes than NumPy has
        {"a": ["<f4", [2.0]]},
        {"a": ["<f4", "2"]},
        {"a": ["<f4"]},
        {"a": 3},
        [],
        None,
    ],
)
def test_arrays_that_cannot_be_read(tmp_path: Path, arrays: object) -> None:
    path, data = tmp_path / "m.json", bytes(8)
    path.with_suffix(".bin").write_bytes(data)
    manifest = {"extractor": "summit", "format": 2, "arrays": arrays, "arrays_crc32": zlib.crc32(data)}
    path.write_text(json.dumps(manifest))
    with pytest.raises(ModelError, match=r"m\.json cannot be read"):
        load(path, "summit")


def test_pickles_are_never_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="hold numbers"):
        save(SavedModel("summit", {}, {"bad": np.array([{}], dtype=object)}), tmp_path / "m.json")


def test_paths_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="json"):
        save(MODEL, tmp_path / "m.pickle")
    with pytest.raises(OutputError, match="missing"):
        save(MODEL, tmp_path / "missing" / "m.json")


def test_a_fingerprint_tells_texts_apart() -> None:
    assert fingerprint(["a", "b"]) == fingerprint(iter(["a", "b"]))
    assert len({fingerprint(texts) for texts in ([], [""], ["ab"], ["a", "b"], ["b", "a"], ["\ud800"])}) == 6
