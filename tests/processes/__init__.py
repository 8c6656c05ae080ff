"""Guarded worker processes: what they do, and every way in which they die."""
