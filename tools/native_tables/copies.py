"""The words and limits of the rule for copies (copies.c), which only the core has."""

MIN_LENGTH = 40  # characters of a leaf that is looked at: about eight words
MAX_LENGTH = 1_000  # longer leaves are compared with each other, whatever their length
MAX_LEAVES = 2_000  # that have the length of another
MAX_LEVELS = 12  # of elements between two copies and what they have in common
MAX_CONTAINER_LEAVES = 500

# "hidden-xs", "d-none d-md-block", "mobile-only", "show-for-small", "md:hidden", "hidden", "sr-only", "sp", "pc"
BEFORE_SIZES = tuple("hidden visible show hide only for d".split())
SIZES = tuple("xs sm md lg xl mobile phone tablet laptop desktop small medium large".split())
DEVICES = tuple("mobile phone tablet laptop desktop small large pc sp".split())
AFTER_DEVICES = tuple("only hidden hide show visible version view".split())
RANGES = tuple(f"{state}-{side}-" for state in ("hidden", "visible") for side in "lt gt below above up down".split())
PARTS = ("visually-hidden", "visuallyhidden", "ssr-variant")
WORDS = tuple(
    "hidden d-none sr-only screen-reader-text sm:hidden md:hidden lg:hidden xl:hidden mobile desktop pc sp".split()
)
