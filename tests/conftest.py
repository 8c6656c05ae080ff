"""Tests are seeded: the same run twice, on a quiet machine or a busy one."""

from hypothesis import settings

settings.register_profile("ridgeline", deadline=None, derandomize=True)
settings.load_profile("ridgeline")
