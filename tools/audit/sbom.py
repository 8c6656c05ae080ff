"""The bill of materials of a wheel: CycloneDX 1.6, as JSON.

It has the wheel and its native files with their hashes, and every package that the core (required) or an extra for
users (optional) brings, with its licence, what its wheel bundles, and what it needs, as they are installed here. It has
no time and no random number: the same wheel in the same environment gives the same document.
"""

import hashlib
import json
import uuid
import zipfile
from collections.abc import Mapping, Sequence
from email.parser import HeaderParser
from pathlib import Path
from typing import Any

from .bundled import Bundled
from .licences import UNKNOWN, licence_of
from .packages import CORE, Package, needs, normalise

SPEC_VERSION = "1.6"
_NATIVE = (".so", ".pyd", ".dylib", ".dll")


def bill_of_materials(wheel: Path, packages: Sequence[Package], bundled: Sequence[Bundled]) -> dict[str, Any]:
    """Return the document. Raises ValueError where the file is no wheel."""
    subject = _subject(wheel)
    installed = {package.name: package for package in packages if package.distribution}
    refs = {name: _purl(name, package.version) for name, package in installed.items()}
    core = [refs[name] for name, package in installed.items() if package.needed_by == (CORE,)]
    content = {
        "bomFormat": "CycloneDX",
        "specVersion": SPEC_VERSION,
        "version": 1,
        "metadata": {"component": subject},
        "components": [_component(package, refs[name], bundled) for name, package in installed.items()],
        "dependencies": [
            {"ref": subject["bom-ref"], "dependsOn": core},
            *({"ref": refs[name], "dependsOn": _needed(name, refs)} for name in installed),
        ],
    }
    digest = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
    return content | {"serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, digest)}"}


def _subject(wheel: Path) -> dict[str, Any]:
    """Return the wheel as a component, with its native files."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            names = archive.namelist()
            metadata = next(name for name in names if name.endswith(".dist-info/METADATA"))
            fields = HeaderParser().parsestr(archive.read(metadata).decode("utf-8"))
            natives = {name: archive.read(name) for name in names if name.endswith(_NATIVE)}
    except (zipfile.BadZipFile, StopIteration) as error:
        raise ValueError(f"{wheel}: not a wheel") from error
    ref = _purl(fields["Name"], fields["Version"])
    return {
        "type": "library",
        "bom-ref": ref,
        "name": fields["Name"],
        "version": fields["Version"],
        "purl": ref,
        "licenses": _licences(fields["License-Expression"] or UNKNOWN),
        "hashes": _hashes(wheel.read_bytes()),
        "components": [
            {"type": "file", "bom-ref": f"{ref}#{name}", "name": name, "hashes": _hashes(data)}
            for name, data in natives.items()
        ],
    }


def _component(package: Package, ref: str, bundled: Sequence[Bundled]) -> dict[str, Any]:
    assert package.distribution is not None  # noqa: S101 - only those that are installed come here
    inside = [entry for entry in bundled if entry.package == package.name]
    component: dict[str, Any] = {
        "type": "library",
        "bom-ref": ref,
        "name": package.name,
        "version": package.version,
        "purl": ref,
        "scope": "required" if package.needed_by == (CORE,) else "optional",
        "licenses": _licences(licence_of(package.name, package.distribution)),
        "properties": [{"name": "ridgeline:needed-by", "value": name} for name in package.needed_by],
    }
    if inside:
        component["components"] = [
            {
                "type": "library",
                "bom-ref": f"{ref}#{entry.name}",
                "name": entry.name,
                "licenses": _licences(entry.licence or UNKNOWN),
            }
            for entry in inside
        ]
    return component


def _needed(name: str, refs: Mapping[str, str]) -> list[str]:
    names = {normalise(requirement.name) for requirement in needs(name)}
    return sorted(refs[other] for other in names if other in refs)


def _licences(expression: str) -> list[dict[str, Any]]:
    return [{"license": {"name": expression}} if expression == UNKNOWN else {"expression": expression}]


def _hashes(data: bytes) -> list[dict[str, str]]:
    return [{"alg": "SHA-256", "content": hashlib.sha256(data).hexdigest()}]


def _purl(name: str, version: str) -> str:
    return f"pkg:pypi/{normalise(name)}@{version}"
