"""The extractors, one paper a module; none imports another. `ridgeline.load` finds them by name."""
