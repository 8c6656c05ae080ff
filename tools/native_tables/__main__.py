"""Write the tables of the compiled core, or check that they are up to date."""

import sys
from importlib import import_module
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "src" / "ridgeline" / "_native"
TABLES = {
    "elements.h": "elements",
    "feature_table.h": "features",
    "characters.h": "characters",
    "parser_tables.h": "parser",
    "stems.h": "stems",
    "tidying_tables.h": "tidying",
    "notation_tables.h": "notation",
    "post_tables.h": "posts",
}


def main() -> int:
    """Write each table whose generator is there; with --check only compare."""
    check = sys.argv[1:] == ["--check"]
    stale = []
    for name, module in TABLES.items():
        content = import_module(f"tools.native_tables.{module}").generate()
        path = FOLDER / name
        if not path.exists() or path.read_text() != content:
            stale.append(name)
            if not check:
                path.write_text(content)
    if check and stale:
        print(f"not up to date: {', '.join(stale)}: run `python -m tools.native_tables`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
