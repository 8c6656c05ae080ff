"""The layers of the package, from the ground up: each imports only from those above it in this table.

    python -m tests.layers      writes the table into docs/architecture.md

`tests/test_layers.py` asserts that the imports keep to it, that every module is in it, and that the docs show it.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import ridgeline

PACKAGE = Path(ridgeline.__file__).parent
DOCUMENT = Path(__file__).parents[1] / "docs" / "architecture.md"
BEGIN, END = "<!-- layers: begin -->", "<!-- layers: end -->"
SURFACE = frozenset({"__init__", "__main__"})  # the public names; they may import anything below `cli`

LAYERS: tuple[dict[str, str], ...] = (
    {
        "errors": "the tree of errors",
        "_native": "the core, in C: parser, features, networks, choice, tidying, outline, text, Markdown, HTML",
        "languages": "function words, and the detection of the language of a text",
    },
    {
        "storage": "storage on disk: atomic writes, the folder of a user's files, trained models",
        "plugins": "what other packages add, by entry points",
        "parameters": "parameters that every face offers, and checks of values",
        "processes": "guarded child processes: tasks with limits; a page that kills its process costs only itself",
        "page": "HTML to a Page: decode, limits, the table of columns and its Node view, elements, layout; lazy values",
    },
    {
        "text": "characters, words; what is visible; the joining of texts; the cuts of a page into blocks",
        "fetch": "a URL to bytes, with limits and without private addresses",
        "marks": "nodes that a person selects and deselects, and the labels that follow from them",
    },
    {"status": "why a page has no content", "render": "a page in a real browser, and its layout"},
    {"metadata": "what a page says about itself"},
    {"applications": "well-known applications: signs, and where content and posts stand, as selectors"},
    {"cleanup": "rules that correct kept leaves: pictures, gadgets of headings and code, copies"},
    {"embedded": "content that a page carries only as data: one list of carriers, and a page built from it"},
    {"output": "kept leaves to text, Markdown, HTML, JSON, CleanEval form: one outline, one table of formats"},
    {
        "structure": "what markup means: footnotes, callouts; one module a kind, called by its signs",
        "posts": "the posts of a thread, readers' comments, reviews: who wrote what when",
        "passages": "sections, and chunks within a budget of tokens, each with its place on the page",
    },
    {"extraction": "Extraction, and the Extractor and Trainable protocols; advice on one, agreement of several"},
    {
        "isolation": "a page in a guarded process, and its extraction as seen from outside",
        "row_fields": "the fields of an extraction that tables have as columns",
        "registry": "names of extractors to classes, imported when asked for",
        "library": "pages that a person opened, and their corrections: clip paths, the store",
    },
    {"sites": "site profiles, and their use: rules, templates, classifiers, adapted networks; one table of kinds"},
    {
        "pipeline": "the steps from a page to its extraction: parse, rebuild, extract, complete, apply rules",
        "extractors": "one package a paper, `summit`, `everything`; they never import each other",
    },
    {"sites.learning": "from corrected pages to the profile of their site, checked page by page"},
    {"options": "what an extraction may be asked, one row an option; `extract`"},
    {"crawl": "the pages of a site: robots.txt, sitemaps, links, the frontier, files"},
    {
        "lab": "what knows a gold standard: data sets, metrics, alignment, evaluation, training, studies, plots",
        "bulk": "corpora: sources, slices, rows, parts; engines on one machine and on a cluster",
        "integrations": "one module for each framework that people already use",
        "compat": "drop-in replacements for the interfaces of other packages",
    },
    {"studio": "the web page of the service: what it shows, and the files that it consists of"},
    {"service": "the HTTP service: pages in, content out, by guarded processes"},
    {"cli": "the command line, one module a verb"},
)
LEVEL = {name: level for level, layer in enumerate(LAYERS) for name in layer}
# Modules of `extractors` that several papers share.
SHARED = frozenset({"block_features"})


def modules() -> Iterator[tuple[str, Path]]:
    """The Python files of the package, each with the name of its part of the table."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = part(".".join(path.relative_to(PACKAGE).with_suffix("").parts))
        if name not in SURFACE:
            yield name, path


def part(module: str) -> str:
    """The part of the table that a module belongs to; a package inside of another may be a part of its own."""
    first, *rest = module.split(".")
    inner = ".".join((first, *rest[:1]))
    return inner if inner in LEVEL else first


def imports(path: Path) -> set[str]:
    """The modules of ridgeline that a file imports anywhere, as dotted names without the package's own."""
    package = ("ridgeline", *path.relative_to(PACKAGE).parent.parts)
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(part for part in (base, node.module) if part)
            names |= {f"{module}.{alias.name}" for alias in node.names}
    return {name.removeprefix("ridgeline.") for name in names if name.startswith("ridgeline.")}


def table() -> str:
    """The layers as a Markdown table, the top one first, with the modules of each."""
    rows = ["| layer | what it holds | modules |", "|---|---|---|"]
    for layer in reversed(LAYERS):
        for name, summary in layer.items():
            rows.append(f"| `{name}` | {summary} | {', '.join(_inside(name)) or '–'} |")
    return "\n".join(rows)


def _inside(name: str) -> list[str]:
    folder = PACKAGE / name.replace(".", "/")
    if not folder.is_dir():
        return []
    packages = {path.parent.name for path in folder.glob("*/__init__.py") if f"{name}.{path.parent.name}" not in LEVEL}
    plain = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    return sorted([*(f"{package}/" for package in packages), *plain])


def documented(text: str) -> str:
    """The document with the present table in its place."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


if __name__ == "__main__":
    DOCUMENT.write_text(documented(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
