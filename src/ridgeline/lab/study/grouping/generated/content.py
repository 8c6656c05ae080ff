"""The content of a generated page, before it has a place."""

import random
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a generated page."""

    title: str
    html: str  # without the title
    css: str = ""
    bars: bool = False  # whether bars stick to the edges of the window
    tree: str = ""  # links to the other pages of a manual, for a side column


Builder = Callable[[random.Random], Content]
