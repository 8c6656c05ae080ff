"""Each layer imports only what stands below it."""

import ast
from pathlib import Path

import ridgeline

PACKAGE = Path(ridgeline.__file__).parent

# From the ground up. Modules of one line may import each other only where a line says so by its order.
LAYERS = [
    ["errors"],
    ["elements", "characters", "files", "status"],
    ["areas", "layout"],
    ["languages", "models", "plots"],
    ["limits", "decode"],
    ["page"],
    ["segment", "diagnosis"],
    ["block_features", "block_tree"],
    ["block_vectors"],
    ["templates"],
    ["render"],
    ["metadata"],
    ["embedded"],
    ["output"],
    ["metrics"],
    ["align"],
    ["extraction"],
    ["extractors"],
    ["datasets"],
    ["evaluate"],
    ["study"],
    ["fetch"],
    ["cli"],
]
LEVEL = {module: level for level, modules in enumerate(LAYERS) for module in modules}
SURFACE = {"__init__", "__main__"}


def modules() -> list[tuple[str, Path]]:
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        if parts[0] not in SURFACE:
            found.append((parts[0], path))
    return found


def imported(path: Path) -> set[str]:
    """The modules of ridgeline that a file imports, by their first name."""
    package = ("ridgeline", *path.relative_to(PACKAGE).parent.parts)
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(part for part in (base, node.module) if part)
            names |= {f"{module}.{alias.name}" for alias in node.names}
    return {name.split(".")[1] for name in names if name.startswith("ridgeline.")}


def test_every_module_has_a_layer() -> None:
    assert {name for name, _ in modules()} == set(LEVEL)


def test_imports_point_down() -> None:
    wrong = [
        f"{path.relative_to(PACKAGE)} imports {other}"
        for name, path in modules()
        for other in imported(path)
        if other in LEVEL and other != name and LEVEL[other] >= LEVEL[name]
    ]
    assert wrong == []


def test_extractors_do_not_import_each_other() -> None:
    """A module stands alone; those of a subpackage, which is one paper, may import each other and nothing beside it."""
    folder = PACKAGE / "extractors"
    for path in folder.rglob("*.py"):
        inside = len(path.relative_to(folder).parts) - 1
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert node.level != inside + 1, f"{path.relative_to(folder)} imports another extractor"
                assert not (node.module or "").startswith("ridgeline.extractors"), f"{path.name}: not by full name"


def test_only_one_function_knows_the_parser() -> None:
    users = [path.name for _, path in modules() if "selectolax" in path.read_text(encoding="utf-8")]
    assert users == ["page.py"]
