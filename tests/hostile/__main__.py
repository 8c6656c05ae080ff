"""Writes the hostile pages to a folder, with a manifest for benchmarks/hostile.py."""

import argparse
import hashlib
import json
import re
from collections import Counter
from pathlib import Path

from . import HostilePage, pages, reproductions


def main() -> None:
    options = read_options()
    options.folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for page in reproductions() if options.reproductions else pages():
        if re.search(options.only, page.stem) and (row := write(page, options.folder, options.max_bytes)):
            rows.append(row)
    (options.folder / "manifest.json").write_text(json.dumps(rows, ensure_ascii=False, indent=1), encoding="utf-8")
    print(f"{len(rows)} files in {options.folder}:", dict(Counter(row["category"] for row in rows)))


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--reproductions", action="store_true", help="those that did harm once, instead of the corpus")
    parser.add_argument("--max-bytes", type=int, default=None, help="leave out larger files")
    parser.add_argument("--only", default="", metavar="REGEX", help="of category__name")
    return parser.parse_args()


def write(page: HostilePage, folder: Path, max_bytes: int | None) -> dict[str, object] | None:
    """Write a page; its row of the manifest, or None where it is too large."""
    data = page.data
    if max_bytes is not None and len(data) > max_bytes:
        return None
    path = folder / f"{page.stem}.{page.suffix}"
    path.write_bytes(data)
    return {
        "file": path.name,
        "category": page.category,
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "visible": page.visible,
        "markers": page.markers,
        "lang": page.lang,
        "note": page.note,
    }


if __name__ == "__main__":
    main()
