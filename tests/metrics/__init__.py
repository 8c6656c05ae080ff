"""Tests of the metrics; each answer was worked by hand, or is a law that holds for all texts."""

from hypothesis import settings

# Seeded, so that a run says the same twice; no deadline, as the first call imports RapidFuzz.
LAWS = settings(derandomize=True, deadline=None)
