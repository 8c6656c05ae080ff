"""The papers' experiments, run again on the data at hand: what `ridgeline study` and `ridgeline train` compute."""
