"""Trained models on disk: arrays of numbers and a JSON manifest, never a pickle.

A model is a manifest `NAME.json`, which people can read, and, if it has arrays, `NAME.bin` beside it: the numbers of
all arrays in a row, little-endian, so that reading them takes no time. The manifest records the extractor, the version
of the format, the names of the features, the training data with a checksum, the names, types and shapes of the arrays,
and their checksum, so that files that do not belong together raise an error. Shipped models are in `ridgeline/weights`.
"""

import json
import math
import re
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import ModelError, OptionError
from . import files

FORMAT = 2
SHIPPED = Path(__file__).parents[1] / "weights"
SUFFIX = ".bin"  # of the file of arrays
_NUMBERS = "biuf"  # kinds of types: truth values, integers, floats
_TYPE = re.compile(rf"[<|][{_NUMBERS}][1248]")  # NumPy's names of types are a language of its own

Arrays = Mapping[str, npt.NDArray[Any]]


@dataclass(frozen=True, slots=True)
class SavedModel:
    """The trained parameters of an extractor, and their description."""

    extractor: str
    manifest: Mapping[str, Any] = field(default_factory=dict)  # JSON values
    arrays: Arrays = field(default_factory=dict)


def save(model: SavedModel, path: Path) -> None:
    """Write a model to `path` (a .json file) and its arrays beside it, each atomically."""
    manifest = {"extractor": model.extractor, "format": FORMAT, **model.manifest}
    path = _checked(path)
    if model.arrays:
        data, manifest["arrays"] = _pack(model.arrays)
        manifest["arrays_crc32"] = zlib.crc32(data)
        files.write(path.with_suffix(SUFFIX), data)
    files.write(path, (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode())


def load(path: Path, extractor: str) -> SavedModel:
    """Read the model of an extractor from `path`."""
    path = _checked(path)
    try:
        manifest = json.loads(path.read_bytes())
        data = path.with_suffix(SUFFIX).read_bytes() if "arrays" in manifest else b""
    except FileNotFoundError as error:
        if path.exists():
            arrays = path.with_suffix(SUFFIX)
            raise ModelError(f"there is no {arrays}: the model consists of {path.name} and {arrays.name}") from error
        raise ModelError(f"there is no model at {error.filename}") from error
    except OSError as error:
        raise ModelError(f"cannot read the model {path}: {error.strerror}") from error
    except (ValueError, TypeError, RecursionError) as error:
        raise ModelError(f"{path} is not a model: it does not hold a JSON object") from error
    if not isinstance(manifest, dict) or "extractor" not in manifest:
        raise ModelError(f"{path} is not a model of ridgeline")
    if manifest["extractor"] != extractor:
        raise ModelError(f"{path} is a model of {manifest['extractor']}, not of {extractor}")
    if manifest.get("format") != FORMAT:
        raise ModelError(f"{path} has format {manifest.get('format')}, this ridgeline reads format {FORMAT}")
    if "arrays" not in manifest:
        return SavedModel(extractor, manifest)
    if zlib.crc32(data) != manifest.get("arrays_crc32"):
        raise ModelError(f"{path.with_suffix(SUFFIX)} does not belong to {path.name}: the checksums differ")
    try:
        return SavedModel(extractor, manifest, _unpack(data, manifest["arrays"]))
    except (ValueError, TypeError, AttributeError, OverflowError) as error:
        raise ModelError(f"the arrays of {path} cannot be read") from error


def load_shipped(extractor: str) -> SavedModel:
    """Read the model of an extractor that ships with the package."""
    return load(SHIPPED / f"{extractor}.json", extractor)


def fingerprint(texts: Iterable[str]) -> str:
    """Return a checksum of training data, such as the ids, sources and gold texts of the pages in their order."""
    import hashlib  # only training needs it

    digest = hashlib.sha256()
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    return digest.hexdigest()


def _pack(arrays: Arrays) -> tuple[bytes, dict[str, Any]]:
    """Return the numbers of all arrays in a row; by array, its type and its shape."""
    little = {name: np.asarray(array, dtype=array.dtype.newbyteorder("<")) for name, array in arrays.items()}
    if any(array.dtype.kind not in _NUMBERS for array in little.values()):
        raise ValueError("the arrays of a model hold numbers")
    return b"".join(map(np.ndarray.tobytes, little.values())), {
        name: [array.dtype.str, list(array.shape)] for name, array in little.items()
    }


def _unpack(data: bytes, known: Mapping[str, Any]) -> Arrays:
    arrays, start = {}, 0
    for name, (kind, shape) in known.items():
        if not _TYPE.fullmatch(kind) or not all(isinstance(size, int) and 0 <= size <= len(data) for size in shape):
            raise ValueError(f"an array of {kind} and {shape}")
        arrays[name] = np.frombuffer(data, kind, math.prod(shape), start).reshape(shape)
        start += arrays[name].nbytes
    if start != len(data):
        raise ValueError(f"{len(data)} bytes instead of {start}")
    return arrays


def _checked(path: Path) -> Path:
    if path.suffix != ".json":
        raise OptionError(f"a model is a .json file, not {path}")
    return path
