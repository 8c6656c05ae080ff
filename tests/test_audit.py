"""The audit of what is shipped: it finds what is wrong, and docs/licences.md says what is there."""

import hashlib
import re
import sys
import zipfile
from importlib.metadata import PathDistribution
from pathlib import Path
from typing import Any

import pytest
from tools.audit.bundled import KNOWN, Bundled, bundled_in, native_name
from tools.audit.checks import problems
from tools.audit.licences import UNKNOWN, is_allowed, licence_of
from tools.audit.packages import CORE, Package, shipped_packages
from tools.audit.page import PAGE, fill, rows_of, tables
from tools.audit.sbom import bill_of_materials

# Wheels for other systems bundle other libraries.
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="docs/licences.md has the wheels for Linux")


@pytest.fixture(scope="module")
def packages() -> list[Package]:
    return shipped_packages()


@pytest.fixture(scope="module")
def bundled(packages: list[Package]) -> list[Bundled]:
    return [entry for package in packages for entry in bundled_in(package)]


def installed(folder: Path, *lines: str, files: tuple[str, ...] = ()) -> Package:
    """A package with this metadata, and these files beside it."""
    information = folder / "thing-1.0.dist-info"
    information.mkdir()
    metadata = "\n".join(("Metadata-Version: 2.4", "Name: thing", "Version: 1.0", *lines, ""))
    (information / "METADATA").write_text(metadata, encoding="utf-8")
    (information / "RECORD").write_text("".join(f"{file},,\n" for file in files), encoding="utf-8")
    for file in files:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(b"\x7fELF")
    return Package("thing", PathDistribution(information), (CORE,))


# --- What is installed


@on_linux
def test_nothing_is_wrong(packages: list[Package], bundled: list[Bundled]) -> None:
    assert problems(packages, bundled) == []


def test_the_core_and_the_extras_are_there(packages: list[Package]) -> None:
    needed_by = {package.name: package.needed_by for package in packages}
    assert {name for name, places in needed_by.items() if CORE in places} == {"numpy", "click", "faust-cchardet"}
    assert "train" in needed_by["scikit-learn"]
    assert "mcp" in needed_by["mcp"]
    assert not needed_by.keys() & {"ridgeline", "pytest", "mypy", "mkdocs", "hypothesis"}


@on_linux
def test_the_page_has_every_package_with_its_licence(packages: list[Package]) -> None:
    shown = {name: licence for name, licence, _ in rows_of(PAGE.read_text(encoding="utf-8"), "packages")}
    found = {one.name: licence_of(one.name, one.distribution) for one in packages if one.distribution}
    assert found.items() <= shown.items(), "run `python -m tools.audit --write`"


@on_linux
def test_the_page_has_all_that_wheels_bundle(bundled: list[Bundled]) -> None:
    rows = rows_of(PAGE.read_text(encoding="utf-8"), "bundled")
    shown = {(name, package, licence) for name, package, licence, _ in rows}
    assert {(one.name, one.package, one.licence) for one in bundled} <= shown, "run `python -m tools.audit --write`"
    assert {"libgfortran"} <= {one.name for one in bundled}


def test_the_page_can_be_filled_again(packages: list[Package], bundled: list[Bundled]) -> None:
    made = tables(packages, bundled)
    once = fill(PAGE.read_text(encoding="utf-8"), made)
    assert fill(once, made) == once
    assert len(rows_of(once, "packages")) == sum(package.distribution is not None for package in packages)


# --- What would be wrong


@pytest.mark.parametrize(
    ("lines", "licence"),
    [
        (["License-Expression: MIT AND (Apache-2.0 OR BSD-2-Clause)"], "MIT AND (Apache-2.0 OR BSD-2-Clause)"),
        (["License: MIT"], "MIT"),
        (["License: Apache License, Version 2.0"], "Apache-2.0"),
        (["License: MPL-2.0 AND MIT"], "MPL-2.0 AND MIT"),
        (["Classifier: License :: OSI Approved :: BSD License"], "BSD"),
        (["Classifier: License :: OSI Approved", "Classifier: License :: OSI Approved :: MIT License"], "MIT"),
        (["License: Copyright (c) Somebody", "Classifier: License :: OSI Approved :: ISC License (ISCL)"], "ISC"),
        (["License: 3-Clause BSD License"], "BSD-3-Clause"),
        (["License: GPLv3"], UNKNOWN),
        (["License: see the file"], UNKNOWN),
        ([], UNKNOWN),
    ],
)
def test_licences_in_metadata(tmp_path: Path, lines: list[str], licence: str) -> None:
    package = installed(tmp_path, *lines)
    assert package.distribution
    assert licence_of("thing", package.distribution) == licence
    assert bool(problems([package], [])) == (licence == UNKNOWN)


@pytest.mark.parametrize(
    "licence",
    [
        "GPL-3.0-or-later",
        "AGPL-3.0-only",
        "MIT AND GPL-2.0-only",
        "MIT OR GPL-2.0-only",
        "SSPL-1.0",
        "LGPL-2.1-or-later",
    ],
)
def test_licences_that_are_not_allowed(tmp_path: Path, licence: str) -> None:
    [problem] = problems([installed(tmp_path, f"License-Expression: {licence}")], [])
    assert licence in problem


def test_an_exception_is_part_of_a_licence() -> None:
    assert is_allowed("GPL-3.0-or-later WITH GCC-exception-3.1", is_inside=True)
    assert not is_allowed("GPL-3.0-or-later WITH GCC-exception-3.1")
    assert not is_allowed("GPL-3.0-or-later", is_inside=True)


def test_what_is_not_installed_is_a_problem() -> None:
    [problem] = problems([Package("thing", None, ("bulk",))], [])
    assert "not installed" in problem


def test_a_bundled_library_that_nobody_knows_is_a_problem(tmp_path: Path) -> None:
    files = ("thing.libs/libsecret-0123abcd.so.1", "thing.libs/libgomp-0123abcd.so.1", "thing/core.abi3.so")
    inside = bundled_in(installed(tmp_path, "License-Expression: MIT", files=files))
    assert [(entry.name, entry.licence) for entry in inside] == [("libgomp", KNOWN["libgomp"][0]), ("libsecret", None)]
    [problem] = problems([], inside)
    assert "libsecret" in problem


def test_a_package_inside_of_a_package_is_found(tmp_path: Path) -> None:
    vendored = "thing/_vendor/other-2.0.dist-info/METADATA"
    package = installed(tmp_path, "License-Expression: MIT", files=(vendored,))
    (tmp_path / vendored).write_text(
        "Metadata-Version: 2.4\nName: other\nVersion: 2.0\nLicense: AGPL\n", encoding="utf-8"
    )
    assert bundled_in(package) == [Bundled("other", "thing", UNKNOWN, "its metadata")]
    assert problems([], bundled_in(package))


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("libgfortran-040039e1-0352e75f.so.5.0.0", "libgfortran"),
        ("libscipy_openblas64_-32a4b2a6.so", "libscipy_openblas64_"),
        ("libgfortran.5.dylib", "libgfortran"),
        ("libarrow.so.2600", "libarrow"),
        ("node", "node"),
        ("cli-64.exe", "cli-64"),
        ("lib.cpython-311-x86_64-linux-gnu.so", None),
        ("_core.abi3.so", None),
        ("_raylet.so", None),
        ("readme.txt", None),
    ],
)
def test_names_of_libraries(tmp_path: Path, file: str, name: str | None) -> None:
    (tmp_path / file).write_bytes(b"\x7fELF")
    assert native_name(file, tmp_path / file) == name


def test_a_script_is_no_program(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("#!/bin/sh\n", encoding="utf-8")
    assert native_name("run", tmp_path / "run") is None


def test_the_workflow_looks_for_vulnerabilities() -> None:
    workflow = (PAGE.parents[1] / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    assert re.search(r"pip-audit --requirement shipped\.txt", workflow)


# --- The bill of materials


TYPES = {"application", "framework", "library", "container", "platform", "operating-system", "device", "file"}


def write_wheel(folder: Path, metadata: str = "Name: thing\nVersion: 1.0\nLicense-Expression: MIT\n") -> Path:
    """A wheel with a native file."""
    path = folder / "thing-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("thing/_core.abi3.so", b"\x7fELF")
        archive.writestr("thing-1.0.dist-info/METADATA", f"Metadata-Version: 2.4\n{metadata}")
    return path


def every_component(document: dict[str, Any]) -> list[dict[str, Any]]:
    """All components, those inside of others too."""
    found = [document["metadata"]["component"], *document["components"]]
    for one in found:
        found += one.get("components", [])
    return found


def test_the_bill_of_materials_has_what_cyclonedx_requires(
    packages: list[Package], bundled: list[Bundled], tmp_path: Path
) -> None:
    wheel = write_wheel(tmp_path)
    document = bill_of_materials(wheel, packages, bundled)
    assert (document["bomFormat"], document["specVersion"], document["version"]) == ("CycloneDX", "1.6", 1)
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", document["serialNumber"])
    components = every_component(document)
    assert all(one["type"] in TYPES and one["name"] for one in components)
    refs = [one["bom-ref"] for one in components]
    assert len(set(refs)) == len(refs)
    for one in components:
        assert all(len(licence.keys() & {"expression", "license"}) == 1 for licence in one.get("licenses", []))
        assert len(one.get("licenses", [])) <= 1  # one expression, or a list of licences
        assert all(re.fullmatch(r"[0-9a-f]{64}", each["content"]) for each in one.get("hashes", []))
        assert one.get("scope", "required") in ("required", "optional", "excluded")
    edges = {one["ref"]: one["dependsOn"] for one in document["dependencies"]}
    assert {*edges, *(ref for needed in edges.values() for ref in needed)} <= set(refs)
    assert bill_of_materials(wheel, packages, bundled) == document


def test_the_bill_of_materials_is_of_the_wheel_and_of_what_it_needs(
    packages: list[Package], bundled: list[Bundled], tmp_path: Path
) -> None:
    wheel = write_wheel(tmp_path)
    document = bill_of_materials(wheel, packages, bundled)
    subject = document["metadata"]["component"]
    assert (subject["name"], subject["version"], subject["purl"]) == ("thing", "1.0", "pkg:pypi/thing@1.0")
    assert subject["hashes"][0]["content"] == hashlib.sha256(wheel.read_bytes()).hexdigest()
    assert [one["name"] for one in subject["components"]] == ["thing/_core.abi3.so"]
    required = {one["name"] for one in document["components"] if one["scope"] == "required"}
    assert required == {package.name for package in packages if package.needed_by == (CORE,)}
    by_ref = {one["bom-ref"]: one["name"] for one in every_component(document)}
    edges = {by_ref[one["ref"]]: [by_ref[ref] for ref in one["dependsOn"]] for one in document["dependencies"]}
    assert set(edges["thing"]) == required
    assert "numpy" in edges["scikit-learn"]
    inside = {one["name"]: [each["name"] for each in one.get("components", [])] for one in document["components"]}
    assert inside["numpy"] == [entry.name for entry in bundled if entry.package == "numpy"]


@pytest.mark.parametrize("content", [b"no archive", None])
def test_the_bill_of_materials_of_what_is_no_wheel(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "thing.whl"
    if content is None:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("readme.txt", "no metadata")
    else:
        path.write_bytes(content)
    with pytest.raises(ValueError, match=r"thing\.whl: not a wheel"):
        bill_of_materials(path, [], [])
