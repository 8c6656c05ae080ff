"""Trained models on disk: arrays and a JSON manifest, never a pickle.

A model is a manifest `NAME.json`, which people can read, and, if it has arrays, `NAME.npz` beside it. The manifest
records the extractor, the version of the format, the names of the features, the training data with a checksum, and the
checksum of the arrays, so that files that do not belong together raise an error. Shipped models are in
`ridgeline/weights`.
"""

import hashlib
import io
import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from . import files
from .errors import ModelError, OptionError

FORMAT = 1
SHIPPED = Path(__file__).parent / "weights"

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
        stream = io.BytesIO()
        np.savez_compressed(stream, allow_pickle=False, **dict(model.arrays))
        manifest["arrays_sha256"] = hashlib.sha256(stream.getvalue()).hexdigest()
        files.write(path.with_suffix(".npz"), stream.getvalue())
    files.write(path, (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode())


def load(path: Path, extractor: str) -> SavedModel:
    """Read the model of an extractor from `path`."""
    path = _checked(path)
    try:
        manifest = json.loads(path.read_bytes())
        data = path.with_suffix(".npz").read_bytes() if "arrays_sha256" in manifest else b""
    except FileNotFoundError as error:
        if path.exists():
            arrays = path.with_suffix(".npz")
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
    if data and hashlib.sha256(data).hexdigest() != manifest["arrays_sha256"]:
        raise ModelError(f"{path.with_suffix('.npz')} does not belong to {path.name}: the checksums differ")
    return SavedModel(extractor, manifest, _read_arrays(data, path) if data else {})


def load_shipped(extractor: str) -> SavedModel:
    """Read the model of an extractor that ships with the package."""
    return load(SHIPPED / f"{extractor}.json", extractor)


def fingerprint(texts: Iterable[str]) -> str:
    """Return a checksum of training data, such as the ids, sources and gold texts of the pages in their order."""
    digest = hashlib.sha256()
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    return digest.hexdigest()


def _read_arrays(data: bytes, path: Path) -> Arrays:
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as stored:
            return {name: stored[name] for name in stored.files}
    except (ValueError, OSError, EOFError, KeyError, BadZipFile, zlib.error) as error:
        raise ModelError(f"the arrays of {path} cannot be read") from error


def _checked(path: Path) -> Path:
    if path.suffix != ".json":
        raise OptionError(f"a model is a .json file, not {path}")
    return path
