"""What wheels bring along: native libraries, programs, and whole packages inside of packages.

The table has the wheels for Linux. What it does not know is a problem, so that nobody ships it without a look.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackagePath, PathDistribution
from pathlib import Path

from .licences import licence_of
from .packages import Package, normalise

# Native libraries and programs by name: the licence, and where it is stated. A choice among alternatives is ours.
_PILLOW = "Pillow's LICENSE and SBOM"
_ARROW = "PyArrow's LICENSE.txt, which lists what is linked into it"
_GCC = "GPL-3.0-or-later WITH GCC-exception-3.1"
KNOWN: dict[str, tuple[str, str]] = {
    "libgfortran": (_GCC, "NumPy's LICENSE.txt: GCC's runtime library"),
    "libgomp": (_GCC, "scikit-learn's COPYING: GCC's runtime library"),
    "libquadmath": ("LGPL-2.1-or-later", "NumPy's LICENSE.txt"),
    "libscipy_openblas": ("BSD-3-Clause AND BSD-3-Clause-Open-MPI", "SciPy's LICENSE.txt: OpenBLAS and LAPACK"),
    "libscipy_openblas64_": ("BSD-3-Clause AND BSD-3-Clause-Open-MPI", "NumPy's LICENSE.txt: OpenBLAS and LAPACK"),
    "libXau": ("MIT-open-group", _PILLOW),
    "libavif": ("BSD-2-Clause", _PILLOW),
    "libbrotlicommon": ("MIT", _PILLOW),
    "libbrotlidec": ("MIT", _PILLOW),
    "libfreetype": ("FTL", f"{_PILLOW}; FTL of FTL and GPL-2.0"),
    "libharfbuzz": ("MIT", _PILLOW),
    "libjpeg": ("IJG AND BSD-3-Clause", _PILLOW),
    "liblcms2": ("MIT", _PILLOW),
    "liblzma": ("0BSD", _PILLOW),
    "libopenjp2": ("BSD-2-Clause", _PILLOW),
    "libpng16": ("libpng-2.0", _PILLOW),
    "libsharpyuv": ("BSD-3-Clause", _PILLOW),
    "libtiff": ("libtiff", _PILLOW),
    "libwebp": ("BSD-3-Clause", _PILLOW),
    "libwebpdemux": ("BSD-3-Clause", _PILLOW),
    "libwebpmux": ("BSD-3-Clause", _PILLOW),
    "libxcb": ("X11", _PILLOW),
    "libzstd": ("BSD-3-Clause", f"{_PILLOW}; BSD of BSD and GPL-2.0"),
    **dict.fromkeys(
        """libarrow libarrow_acero libarrow_compute libarrow_dataset libarrow_flight libarrow_python
        libarrow_python_flight libarrow_python_parquet_encryption libarrow_s3 libarrow_substrait libparquet""".split(),
        ("Apache-2.0", _ARROW),
    ),
    "libjemalloc": ("BSD-2-Clause AND BSD-3-Clause", "jemalloc's COPYING; the wheel has none"),
    "gcs_server": ("Apache-2.0", "Ray's LICENSE"),
    "raylet": ("Apache-2.0", "Ray's LICENSE"),
    "node": ("MIT", "Node.js's LICENSE, in playwright/driver, which lists what is linked into it"),
    **dict.fromkeys(
        "cli cli-32 cli-64 cli-arm64 gui gui-32 gui-64 gui-arm64".split(), ("MIT", "setuptools' LICENSE: launchers")
    ),
}

# A name, the hashes that tools for wheels add, the version.
_LIBRARY = re.compile(r"(lib.+?)(?:-[0-9a-f]{8,})*(?:\.\d+)*\.(?:so|dylib|dll)(?:\.\d+)*")
_PROGRAM_MAGIC = (b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
_EXTENSION_MODULE = re.compile(r"\.(?:cpython-|abi3\.|cp\d)[^/]*\Z|\.pyd\Z")
_OF_PROGRAMS = ("", ".exe", ".dll", ".dylib")  # `_raylet.so` and the like are extension modules as well


@dataclass(frozen=True)
class Bundled:
    """Something inside of a wheel that is not the package itself."""

    name: str
    package: str
    licence: str | None  # None where the table does not know it
    source: str


def bundled_in(package: Package) -> list[Bundled]:
    """Return what the wheel of a package brings along, each thing once."""
    if package.distribution is None:
        return []
    found = {entry.name: entry for entry in (*_natives(package), *_packages_inside(package))}
    return [found[name] for name in sorted(found)]


def _natives(package: Package) -> Iterator[Bundled]:
    for file in _files(package.distribution):
        if name := native_name(file.name, Path(str(file.locate()))):
            licence, source = KNOWN.get(name, (None, ""))
            yield Bundled(name, package.name, licence, source)


def _files(distribution: Distribution | None) -> list[PackagePath]:
    return list((distribution.files if distribution else None) or [])


def native_name(file: str, path: Path) -> str | None:
    """Return the name of the native library or the program that a file is; None for anything else.

    Extension modules are the package's own code.
    """
    if _EXTENSION_MODULE.search(file):
        return None
    if library := _LIBRARY.fullmatch(file):
        return library.group(1)
    return Path(file).stem if Path(file).suffix in _OF_PROGRAMS and _is_program(path) else None


def _is_program(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as stream:
        return stream.read(4).startswith(_PROGRAM_MAGIC)


def _packages_inside(package: Package) -> Iterator[Bundled]:
    """Yield the packages that a package carries a copy of, by the metadata that it carries as well."""
    for file in _files(package.distribution):
        if file.name == "METADATA" and len(file.parts) > 2 and file.parent.name.endswith(".dist-info"):
            inside = PathDistribution(Path(str(file.locate())).parent)
            name = normalise(inside.metadata["Name"])
            yield Bundled(name, package.name, licence_of(name, inside), "its metadata")
