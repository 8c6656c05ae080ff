"""Tests of the metrics; each answer was worked by hand, or is a law that holds for all texts."""
