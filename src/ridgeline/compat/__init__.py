"""Drop-in replacements: the interfaces of other extractors, with ridgeline behind them.

    from ridgeline.compat import trafilatura             instead of `import trafilatura`
    from ridgeline.compat.readability import Document    instead of `from readability import Document`

What is asked for is honoured, ignored with an `IgnoredParameterWarning`, or refused with an `OptionError`: nothing is
dropped in silence.
"""

from .ignored import IgnoredParameterWarning

__all__ = ["IgnoredParameterWarning"]
