"""Tests of `ridgeline.posts`: the threads that they share are in `threads.py`."""
