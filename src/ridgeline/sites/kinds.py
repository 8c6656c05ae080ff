"""The kinds of knowledge in a site profile: one table that everything about kinds is read from.

A new kind is a row here, and a module in `learning` that makes it from corrected pages.
"""

from typing import NamedTuple

from ..errors import OptionError


class Kind(NamedTuple):
    """One kind of knowledge about a site."""

    label: str  # for people
    summary: str
    advice: str  # when to choose it
    learner: str  # "module:function" inside ridgeline.sites.learning, imported when asked for
    extractor: str | None = None  # the registered extractor that answers with it; None: it applies on top of any


RULE = "rule"  # the one kind that people write as well: all sites share a file

KINDS: dict[str, Kind] = {
    RULE: Kind(
        "Rule",
        "a few CSS selectors, in the same file as the rules that you write",
        "to read it and to change it by hand",
        "rule:learn",
    ),
    "template": Kind(
        "Template",
        "the paths of content that the site's pages share, and blocks on them that are none",
        "for many pages with little variation",
        "template:learn",
        "fast-template",
    ),
    "mountain-site": Kind(
        "Site classifier",
        "the Mountain Model with a classifier for this site; needs the extra `train`",
        "to repeat the paper; it needs about ten pages",
        "site_classifier:learn",
        "mountain-site",
    ),
    "summit": Kind(
        "Adapted summit",
        "the default networks with a head for this site: weights of the names of elements around a line",
        "if in doubt: it repairs the most with the fewest pages",
        "head:learn",
        "summit",
    ),
}


def check_kind(kind: str) -> str:
    """Return a kind of knowledge. Raises OptionError where there is none of this name."""
    if kind not in KINDS:
        raise OptionError(f"what can be learnt about a site is {', '.join(KINDS)}, not {kind!r:.40}")
    return kind
