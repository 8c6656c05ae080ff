"""What a person sees of a page: by node whether it is seen, is hidden until somebody opens it, or is hidden for good.

The core reads what the page itself states (`_native/visibility.c`): attributes, inline styles, its `style` elements,
the class names that frameworks hide by, colours against the nearest stated background. What a browser rendered has the
browser's own answer instead, in an attribute that `ridgeline.render` writes.

Hidden until opened is what something on the page opens: `details`, a closed dialog, an element that a button or link
names, one that is called a tab, an accordion, "more". All else that is hidden is hidden for good, though a script may
show it: whoever leaves it out (`ridgeline.extraction.hidden`) looks at how much of the content it is.
"""

from typing import Literal, get_args

Visible = Literal["page", "reader", "screen"]
VISIBLE: tuple[Visible, ...] = get_args(Visible)

SEEN, CLOSED, UNSEEN = range(3)
STATE_BITS = 2
STATE_MASK = 3

# By the number of the core's `rl_hiding`, or a word of `ridgeline.render`: why a node is hidden.
REASONS = (
    "",
    "hidden attribute",
    "closed",
    "noscript",
    "display: none",
    "visibility: hidden",
    "transparent",
    "class name",
    "outside of the page",
    "no size",
    "clipped",
    "tiny letters",
    "colour of the background",
)
CARRIED = "characters that show nothing"
RENDERED_ATTRIBUTE = "data-ridgeline-hidden"  # of a rendered page: state and reason as one number, by element
