"""Measures how well and how fast `ridgeline.posts` reads the posts of forum threads.

    python benchmarks/posts.py                         # harvest: every post is annotated
    python benchmarks/posts.py --half other            # the half of its sites that no constant was chosen on
    python benchmarks/posts.py --pages                 # a line for every page, worst first
    python benchmarks/posts.py --count wcxb-dev        # how many pages of each type have posts, of which kinds

A post is found if some post of ours shares most of its words with it. Text F1 is that of their bags of words, found
posts only. Authors agree by name or by the address of their page, dates by day; dates that the page shows without a
year ("April 2", "3 weeks ago") are not counted.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from statistics import fmean
from typing import Literal
from urllib.parse import unquote

import ridgeline
from measuring import timed
from report import Table, figure, progress_bar, wide_console
from ridgeline.errors import RidgelineError
from ridgeline.lab import datasets
from ridgeline.lab.datasets import Record
from ridgeline.lab.datasets.records import Post as GoldPost
from ridgeline.page.elements import VOID_NAMES
from ridgeline.posts import Post, read_posts
from ridgeline.posts.moments import read_moment

# harvest's pages are serialised as XML: an empty element is <i/> or <iframe/>, which HTML reads as a start tag.
EMPTY_ELEMENT = re.compile(r"<([a-z][a-z0-9]*)((?:\s[^<>]*)?)/>", re.IGNORECASE)
WORD = re.compile(r"\w+")
MARKUP = re.compile(r"<[^<>]*>|\]\([^()\s]*\)|https?://\S+")
MIN_F1 = 0.5  # of the words of two posts that are one
Half = Literal["all", "chosen", "other"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The comparison of one page with gold."""

    id: str
    gold: int  # posts
    given: int
    found: int
    with_text: int  # gold posts that have text: the others cannot be found
    text: tuple[float, ...]  # F1 of found posts
    author: tuple[bool, ...]  # agreement of found posts whose gold has one
    date: tuple[bool, ...]
    seconds: float


def main() -> int:
    """Read every page and print the tables."""
    options = read_options()
    try:
        if options.count:
            count(options.count)
        else:
            report(options)
    except (RidgelineError, OSError) as problem:
        print(f"posts: {problem}", file=sys.stderr)
        return 2
    return 0


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--half", choices=("all", "chosen", "other"), default="all", help="which half of the sites")
    parser.add_argument("--pages", action="store_true", help="a line for every page, worst first")
    parser.add_argument("--count", metavar="SET", help="only count the pages of a set that have posts")
    return parser.parse_args()


def half_of(records: Sequence[Record], half: Half) -> list[Record]:
    """Return the records of every second site, by name."""
    sites = sorted({record.group for record in records})
    wanted = {"all": sites, "chosen": sites[::2], "other": sites[1::2]}[half]
    return [record for record in records if record.group in wanted]


def report(options: argparse.Namespace) -> None:
    """Print the table of harvest, both halves."""
    records = datasets.load("harvest")
    console = wide_console()
    halves: tuple[Half, ...] = ("chosen", "other") if options.half == "all" else (options.half,)
    rows = []
    for half in halves:
        with progress_bar() as progress:
            outcomes = [compare(record) for record in progress.track(half_of(records, half), description=half)]
        rows.append((f"{half} half of the sites", *cells(outcomes)))
        if options.pages:
            list_pages(outcomes)
    header = ("harvest", "pages", "posts", "found", "of ours", "text F1", "author", "date", "exact number", "ms a page")
    Table("Posts of forum threads", header, rows).show(console)


def compare(record: Record) -> Outcome:
    """Read one page and compare its posts with gold."""
    page = ridgeline.parse(as_html(record.html), url=record.url)
    seconds, given = timed(partial(read_posts, page))
    pairs = match(record.posts, given)
    authors = [same_author(gold, ours) for gold, ours, _ in pairs if gold.user and "mode=quote" not in gold.user]
    dates = [same_day(day, ours.date) for gold, ours, _ in pairs if (day := day_of(gold))]
    return Outcome(
        id=record.id,
        gold=len(record.posts),
        given=len(given),
        found=len(pairs),
        with_text=sum(bool(words(post.text)) for post in record.posts),
        text=tuple(f1 for _, _, f1 in pairs),
        author=tuple(authors),
        date=tuple(dates),
        seconds=seconds,
    )


def as_html(source: str) -> str:
    """Return a page that was serialised as XML with end tags for the empty elements that need one."""

    def closed(tag: re.Match[str]) -> str:
        return tag[0] if tag[1].lower() in VOID_NAMES else f"<{tag[1]}{tag[2]}></{tag[1]}>"

    return EMPTY_ELEMENT.sub(closed, source)


def match(gold: Sequence[GoldPost], given: Sequence[Post]) -> list[tuple[GoldPost, Post, float]]:
    """Return pairs of the same post, each with the F1 of its words: the most alike first, each post once."""
    bags = [words(post.text) for post in given]
    alike = sorted(
        (
            (f1, left, right)
            for left, post in enumerate(gold)
            for right, bag in enumerate(bags)
            if (f1 := token_f1(words(post.text), bag)) >= MIN_F1
        ),
        key=lambda entry: (-entry[0], abs(entry[1] - entry[2])),
    )
    used_gold, used_given = set[int](), set[int]()
    pairs = []
    for f1, left, right in alike:
        if left not in used_gold and right not in used_given:
            used_gold.add(left)
            used_given.add(right)
            pairs.append((gold[left], given[right], f1))
    return pairs


def words(text: str) -> Counter[str]:
    """Return the words of a text without markup and addresses, in lower case."""
    return Counter(WORD.findall(MARKUP.sub(" ", text).casefold()))


def token_f1(left: Counter[str], right: Counter[str]) -> float:
    """Return the F1 of two bags of words."""
    return 2 * (left & right).total() / (left.total() + right.total() or 1)


def same_author(gold: GoldPost, ours: Post) -> bool:
    """Return whether the annotated user is our author, by name, or the address of their page."""
    user = unquote(gold.user or "").strip()
    if user.casefold() == (ours.author or "").casefold():
        return True
    if user.strip("/").casefold() == (ours.author or "").casefold():  # a path that is nothing but the name
        return True
    address = re.sub(r"^\.?/|[?&](?:s|sid|PHPSESSID)=\w+", "", user).rstrip("/")
    url = re.sub(r"[?&](?:s|sid|PHPSESSID)=\w+", "", unquote(ours.author_url or "")).rstrip("/")
    return bool(url) and url.partition("#")[0].endswith(address.partition("#")[0])


def same_day(day: str, ours: str | None) -> bool:
    """Return whether a date is that day; a stamp in another time zone than the page shows may be a day off."""
    if not ours:
        return False
    days = abs((date.fromisoformat(day) - date.fromisoformat(ours[:10])).days)
    return days <= (1 if len(ours) > len("2024-05-12T10:15:00") else 0)


def day_of(gold: GoldPost) -> str | None:
    """Return the annotated day as ISO 8601, None where it has no year."""
    if not gold.datetime:
        return None
    month_first = re.match(r"[0-9]{2}/[0-9]{2}/", gold.datetime) is None
    moment = read_moment(gold.datetime, month_first=month_first)
    return moment[: len("2024-05-12")] if moment else None


def cells(outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    """Return the figures of some pages."""
    found = sum(outcome.found for outcome in outcomes)
    return (
        str(len(outcomes)),
        str(sum(outcome.gold for outcome in outcomes)),
        figure(found / max(1, sum(outcome.with_text for outcome in outcomes)), 3),
        figure(found / max(1, sum(outcome.given for outcome in outcomes)), 3),
        figure(mean(f1 for outcome in outcomes for f1 in outcome.text), 3),
        figure(mean(agrees for outcome in outcomes for agrees in outcome.author), 3),
        figure(mean(agrees for outcome in outcomes for agrees in outcome.date), 3),
        figure(mean(outcome.gold == outcome.given for outcome in outcomes), 3),
        figure(1_000 * (mean(outcome.seconds for outcome in outcomes) or 0.0), 1),
    )


def mean(values: Iterable[float]) -> float | None:
    """Return the mean, None of no values."""
    listed = list(values)
    return fmean(listed) if listed else None


def list_pages(outcomes: Sequence[Outcome]) -> None:
    """Print a line for every page, worst first."""
    for each in sorted(outcomes, key=lambda each: (each.found / max(1, each.with_text), mean(each.text) or 0.0)):
        shares = (mean(each.text), mean(each.author), mean(each.date))
        counts = f"{each.found:3} of {each.gold:3}, ours {each.given:3}"
        print(f"{each.id[:60]:60} {counts}", *(figure(share, 2) for share in shares))


def count(name: str) -> None:
    """Print how many pages of a set have posts, by type of page and kind of post."""
    pages, with_posts, kinds = Counter[str](), Counter[str](), Counter[tuple[str, str]]()
    seconds = 0.0
    with progress_bar() as progress:
        for record in progress.track(datasets.load(name), description=name):
            kind = record.type or "no type"
            pages[kind] += 1
            page = ridgeline.parse(record.html, url=record.url)
            taken, posts = timed(partial(read_posts, page))
            seconds += taken
            with_posts[kind] += bool(posts)
            kinds.update((kind, post.kind) for post in posts)
    rows = [(kind, str(pages[kind]), str(with_posts[kind]), listed(kinds, kind)) for kind in sorted(pages)]
    title = f"{name}: pages with posts, {1_000 * seconds / max(1, pages.total()):.1f} ms a page"
    Table(title, ("type", "pages", "with posts", "posts"), rows, figures=False).show(wide_console())


def listed(kinds: Counter[tuple[str, str]], page_type: str) -> str:
    """Return how many posts of each kind the pages of a type have."""
    return ", ".join(f"{number} {kind}" for (each, kind), number in kinds.items() if each == page_type)


if __name__ == "__main__":
    sys.exit(main())
