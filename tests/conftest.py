"""Tests are seeded: the same run twice, on a quiet machine or a busy one."""

import os

from hypothesis import settings

os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "false"  # Haystack would report its use from a thread of its own

settings.register_profile("ridgeline", deadline=None, derandomize=True)
settings.load_profile("ridgeline")


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name binary data by its argument: packed data holds the time of packing, and all workers need the same names."""
    return argname if isinstance(val, bytes) and not val.isascii() else None
