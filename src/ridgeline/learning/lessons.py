"""Lessons: what corrected pages of a site teach, of every kind in one form."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import OptionError
from ..extraction import Extraction, Extractor
from ..extractors.summit import Summit
from ..page import Page
from ..registry import DEFAULT_EXTRACTOR, load_once
from ..rules import Rules
from ..rules.applying import apply_rule
from ..rules.changing import change_rules
from ..rules.sites import normalise_site
from ..sites.learnt import MOUNTAIN, RULE, SUMMIT, TEMPLATE, check_kind
from .corrected import CorrectedPage
from .head import learn_head
from .mountain import learn_mountain
from .rule import learn_rule
from .template import learn_template

_SHOWN = 12  # signs of content, and as many of what is not


@dataclass(frozen=True, eq=False, slots=True)
class Lesson:
    """What was learnt from corrected pages, and how it is used, shown and saved."""

    kind: str
    site: str
    pages: int  # the number that it was learnt from
    extract: Callable[[Page], Extraction]
    preview: str  # for people
    save: Callable[[Path], None]
    is_empty: bool = False  # nothing is better than the default


def learn(kind: str, pages: Sequence[CorrectedPage], site: str) -> Lesson:
    """Return what corrected pages of a site teach.

    Raises OptionError for an unknown kind or without a page, MissingExtraError where scikit-learn is not installed.
    """
    check_kind(kind)
    site = normalise_site(site)
    if not pages:
        raise OptionError(f"{site}: there is no corrected page to learn from: correct one first")
    return _LEARNERS[kind](pages, site)


def _rule(pages: Sequence[CorrectedPage], site: str) -> Lesson:
    extractor = load_once(DEFAULT_EXTRACTOR)
    rule = learn_rule(pages, site, extractor)
    is_empty = not (rule.keep or rule.drop)

    def save(path: Path) -> None:
        change_rules(path, lambda rules: Rules([*(own for own in rules if own.site != site), rule]))

    return Lesson(
        RULE,
        site,
        len(pages),
        lambda page: apply_rule(rule, extractor.extract(page)),
        "# no selector is better than the default\n" if is_empty else Rules([rule]).as_toml(),
        save,
        is_empty,
    )


def _template(pages: Sequence[CorrectedPage], site: str) -> Lesson:
    extractor = learn_template(pages, site)
    (template,) = extractor.templates
    lines = [f"{len(template.content_paths)} paths of content:", *(f"  {path}" for path in template.content_paths)]
    lines.append(f"{len(template.blocks)} blocks on them that are no content")
    return _by_extractor(TEMPLATE, site, pages, extractor, lines, extractor.save)


def _mountain(pages: Sequence[CorrectedPage], site: str) -> Lesson:
    extractor = learn_mountain(pages)
    vectors = 0 if extractor.classifier is None else len(extractor.classifier.vectors)
    lines = [f"a classifier of ridges with {vectors} support vectors"]
    return _by_extractor(MOUNTAIN, site, pages, extractor, lines, extractor.save)


def _summit(pages: Sequence[CorrectedPage], site: str) -> Lesson:
    head = learn_head(pages, site)
    ordered = sorted(head.weights.items(), key=lambda pair: -pair[1])
    shown = [pair for pair in ordered[:_SHOWN] if pair[1] > 0] + [pair for pair in ordered[-_SHOWN:] if pair[1] < 0]
    lines = [f"{len(head.weights)} signs, the strongest of content (+) and of what is none (−):"]
    lines += [f"  {weight:+.2f}  {sign}".replace("-", "−", 1) for sign, weight in shown]
    return _by_extractor(SUMMIT, site, pages, Summit(head=head), lines, head.save)


def _by_extractor(
    kind: str,
    site: str,
    pages: Sequence[CorrectedPage],
    extractor: Extractor,
    lines: Sequence[str],
    save: Callable[[Path], None],
) -> Lesson:
    return Lesson(kind, site, len(pages), extractor.extract, _text(lines), save)


def _text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


_LEARNERS: dict[str, Callable[[Sequence[CorrectedPage], str], Lesson]] = {
    RULE: _rule,
    TEMPLATE: _template,
    MOUNTAIN: _mountain,
    SUMMIT: _summit,
}
