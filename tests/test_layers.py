"""The import graph of the package is the one that `tests/layers.py` draws."""

from pathlib import Path

from .layers import BEGIN, DOCUMENT, LEVEL, PACKAGE, SHARED, documented, imports, modules, part


def test_every_module_has_a_layer() -> None:
    assert {name for name, _ in modules()} == set(LEVEL)


def test_imports_point_down() -> None:
    wrong = [
        f"{path.relative_to(PACKAGE)} imports {other}"
        for name, path in modules()
        for other in parts_imported(path)
        if other in LEVEL and other != name and LEVEL[other] >= LEVEL[name]
    ]
    assert wrong == []


def test_only_the_command_line_imports_the_laboratory() -> None:
    users = {name for name, path in modules() if "lab" in parts_imported(path)}
    assert users <= {"lab", "cli"}
    surface = [path for path in (PACKAGE / "__init__.py", PACKAGE / "__main__.py") if "lab" in parts_imported(path)]
    assert surface == []


def parts_imported(path: Path) -> set[str]:
    """The parts of the table that a file imports from."""
    return {part(other) for other in imports(path)}


def test_extractors_know_no_library_of_pages() -> None:
    users = [path for name, path in modules() if name == "extractors" and "library" in parts_imported(path)]
    assert users == []


def test_extractors_do_not_import_each_other() -> None:
    """A paper's package imports its own modules, and beside it only what several papers share."""
    for name, path in modules():
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        if name != "extractors" or parts[1] == "__init__":
            continue
        others = {other.split(".")[1] for other in imports(path) if other.startswith("extractors.")}
        assert others <= SHARED | {parts[1]}, f"{path.relative_to(PACKAGE)} imports {others - {parts[1]}}"


def test_only_the_seam_knows_the_parser() -> None:
    users = {
        path.relative_to(PACKAGE).as_posix()
        for _, path in modules()
        if "selectolax" in path.read_text(encoding="utf-8") and path.parent.name != "lexbor"
    }
    # A gold standard must not share the mistakes of what it judges.
    assert users == {"lab/metrics/source_structure.py"}


def test_the_docs_show_the_layers() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert BEGIN in text
    assert documented(text) == text, "run `python -m tests.layers`"
