"""What the metadata of packages says about licences, and which licences are allowed."""

import re
from importlib.metadata import Distribution

# Licences that ask for no more than their notice, or for the source of changed files of the library alone (MPL).
ALLOWED = frozenset(
    """0BSD Apache-2.0 BSD BSD-2-Clause BSD-3-Clause BSD-3-Clause-Open-MPI CC0-1.0 CNRI-Python FTL HPND IJG ISC MIT
    MIT-0 MIT-CMU MIT-open-group MPL-1.1 MPL-2.0 PSF-2.0 Unlicense X11 ZPL-2.1 Zlib libpng-2.0 libtiff""".split()
)
# Allowed inside of wheels. GCC's exception permits programs of any licence; a library under the LGPL is a file of its
# own there, which can be replaced.
ALLOWED_INSIDE = frozenset({"GPL-3.0-or-later WITH GCC-exception-3.1", "LGPL-2.1-or-later", "LGPL-3.0-only"})

# Where metadata is silent or leaves a choice: the licence, and where it is stated.
CORRECTIONS: dict[str, tuple[str, str]] = {
    "faust-cchardet": ("MPL-1.1", "its metadata: MPL-1.1 of MPL-1.1, GPL-2.0+ and LGPL-2.1+"),
}

# What metadata calls licences that have a name in SPDX. "BSD License" does not say which; the package's file does.
_NAMES = {
    "3-clause bsd license": "BSD-3-Clause",
    "apache 2.0": "Apache-2.0",
    "apache license 2.0": "Apache-2.0",
    "apache license, version 2.0": "Apache-2.0",
    "apache software license": "Apache-2.0",
    "bsd": "BSD",
    "bsd license": "BSD",
    "gnu lesser general public license v3 (lgplv3)": "LGPL-3.0-only",
    "isc license": "ISC",
    "isc license (iscl)": "ISC",
    "lgplv3": "LGPL-3.0-only",
    "mit license": "MIT",
    "modified bsd license": "BSD-3-Clause",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
    "psfl": "PSF-2.0",
    "python software foundation license": "PSF-2.0",
}
_CLASSIFIER = re.compile(r"License :: (?:OSI Approved :: )?(.+)")
_EXPRESSION = re.compile(r"[\w.+-]+(?: WITH [\w.+-]+)?(?: (?:AND|OR) [\w.+-]+(?: WITH [\w.+-]+)?)*")
UNKNOWN = "unknown"


def licence_of(name: str, distribution: Distribution) -> str:
    """Return the licence of a package in SPDX's terms, as far as its metadata says it."""
    if name in CORRECTIONS:
        return CORRECTIONS[name][0]
    if expression := _field(distribution, "License-Expression"):
        return expression[0]
    stated = "\n".join(_field(distribution, "License"))
    if (short := _in_spdx(stated)) is not None:
        return short
    classifiers = (_CLASSIFIER.fullmatch(line) for line in _field(distribution, "Classifier"))
    named = {_in_spdx(found.group(1)) for found in classifiers if found}
    return " AND ".join(sorted(filter(None, named))) or _from_text(stated)


def _field(distribution: Distribution, name: str) -> list[str]:
    return [str(value) for value in distribution.metadata.get_all(name) or []]


def _in_spdx(stated: str) -> str | None:
    """Return a short statement in SPDX's terms; None for what is none, such as the text of a licence."""
    stated = stated.strip()
    if known := _NAMES.get(stated.lower()):
        return known
    return stated if _EXPRESSION.fullmatch(stated) and set(names_in(stated)) <= ALLOWED else None


def _from_text(text: str) -> str:
    """Return the licence that a text begins with, where metadata holds a whole licence."""
    first = text.strip().split("\n")[0].strip()
    return _NAMES.get(first.lower(), UNKNOWN)


def names_in(expression: str) -> list[str]:
    """Return the licences that an expression names."""
    words = expression.replace("(", " ").replace(")", " ")
    return [name.strip() for name in re.split(r"\b(?:AND|OR)\b", words) if name.strip()]


def is_allowed(expression: str, *, is_inside: bool = False) -> bool:
    """Return whether every licence of an expression is allowed.

    Of alternatives all have to be: where only one is, a person chooses, in `CORRECTIONS` or the table of libraries.
    """
    allowed = ALLOWED | ALLOWED_INSIDE if is_inside else ALLOWED
    return set(names_in(expression)) <= allowed
