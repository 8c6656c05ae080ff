"""Matching of the words of a page with those of its gold text."""

import math
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from ...page import Page
from .chain import Reals, chains
from .runs import RUN_WORDS, Link, Runs, common_runs, short_lines, without_shaded
from .words import Integers, Words, read_gold, read_page

# Scores, in units of one rare word.
EDGE_GAIN = 0.4  # for the start or end of a leaf, and of a line of the gold text: whole leaves seldom match by chance
HIDDEN_COST = 0.3  # of a hidden word: of two copies the visible one is chosen
COMPANY_GAIN = 0.4  # for a word whose neighbours are all matched: moved text is rather here than in a menu
COMPANY_WORDS = 20  # neighbours on either side
MOVED_SCORE = 4.0  # minimal score of a chain out of order: about five words, or three that are a leaf and a line
FIRST_SHARE = 0.3  # minimal score of the first chain as a share of the gold text's, where that is less

# Limits on the work: a page has about a hundred runs, and every twentieth page needs a move or two.
MAX_MOVES = 10
MAX_RUNS = 20_000
MAX_RUNS_IN_GAPS = 20_000
GLUED_WORDS = 8  # a gap of at most this many words is matched if the texts differ in white space alone
MAX_PAIRS_IN_GAP = 64  # the copies of a word with more pairs in a gap are paired one to one
LONELY_WORDS, LONELY_GAP = 2, 25  # at most this many matched words, with more unmatched ones on either side: doubtful


def match(page: Page, gold: str) -> "Matching":
    """Match the words of the gold text on the page: first those in order, then moved ones, then those at the ends."""
    matching = Matching(page, gold)
    if matching.follow():
        # Gaps between links come before moves, so that words in order are not taken from elsewhere. The ends come after
        # moves: menus are there, and would take single words that belong to a longer moved text.
        matching.fill(ends=False)
        for _ in range(MAX_MOVES):
            if not matching.move():
                break
        matching.fill(ends=True)
        matching.forget_lonely_copies()
    return matching


class Matching:
    """A matching that is built step by step."""

    def __init__(self, page: Page, gold: str) -> None:
        self.gold, vocabulary = read_gold(gold)
        self.page = read_page(page, vocabulary)
        self.partner = np.full(len(self.page), -1, dtype=np.int64)  # by word of the page: its gold word, or -1
        self.used = np.zeros(len(self.gold), dtype=np.bool_)  # by word of the gold text
        self.lonely = np.zeros(len(self.page), dtype=np.bool_)  # by word of the page
        self.runs_left, self.gap_runs_left = MAX_RUNS, MAX_RUNS_IN_GAPS
        rarity = _rarity(self.page.numbers, len(vocabulary))[self.gold.numbers]
        hidden = page.hidden[page.leaves][self.page.first_leaf]
        self.hidden = _sums(hidden)
        self.page_worth = _sums(EDGE_GAIN * _borders(self.page) - HIDDEN_COST * hidden)
        self.gold_worth = _sums(EDGE_GAIN * _borders(self.gold) + rarity)

    # Steps.

    def follow(self) -> bool:
        """Match the best chain, if it scores enough."""
        min_score = min(MOVED_SCORE, FIRST_SHARE * self.gold_worth[-1])
        best = next(chains(self._free_runs(), self.page_worth, self.gold_worth, min_score), [])
        self._accept(self._without_overlap(best))
        return bool(best)

    def move(self) -> bool:
        """Match chains of the remaining words at any position, if they score enough. Returns whether any were found."""
        matched = int(self.used.sum())
        for links in chains(self._free_runs(), self._worth_in_company(), self.gold_worth, MOVED_SCORE):
            self._accept(link for link in self._without_overlap(links) if self._is_free(link))
        return int(self.used.sum()) > matched

    def fill(self, *, ends: bool) -> None:
        """Match words in order between matched neighbours; with `ends` also before the first and after the last."""
        places = np.concatenate(([-1], np.flatnonzero(self.partner >= 0), [len(self.page)]))
        others = np.concatenate(([-1], self.partner[places[1:-1]], [len(self.gold)]))
        for gap in np.flatnonzero((np.diff(places) > 1) & (np.diff(others) > 1)).tolist():
            if ends or 0 < gap < len(places) - 2:
                (start, end), (other, other_end) = places[gap : gap + 2].tolist(), others[gap : gap + 2].tolist()
                self._fill_gap(slice(start + 1, end), slice(other + 1, other_end))

    def forget_lonely_copies(self) -> None:
        """Undo matches of one or two words far from all others that have a copy elsewhere: most are in menus."""
        matched = np.flatnonzero(self.partner >= 0)
        groups = np.split(matched, np.flatnonzero(np.diff(matched) > LONELY_GAP) + 1)
        for group in groups if len(groups) > 1 else []:
            if len(group) <= LONELY_WORDS:
                self.lonely[group] = True
                if self._is_copied(slice(int(group[0]), int(group[-1]) + 1)):
                    self.used[self.partner[group]] = False
                    self.partner[group] = -1

    def _fill_gap(self, here: slice, there: slice) -> None:
        words, other_words = here.stop - here.start, there.stop - there.start
        if max(words, other_words) <= GLUED_WORDS and self._is_glued(here, there):
            self.partner[here] = np.linspace(there.start, there.stop - 1, words).astype(np.int64)
            self.used[there] = True
            return
        runs = common_runs(*self._free(here, there), 1, MAX_PAIRS_IN_GAP)
        if len(runs) > self.gap_runs_left:
            return
        self.gap_runs_left -= len(runs)
        runs += np.array((here.start, there.start, 0))
        best = next(chains(runs, self.page_worth, self.gold_worth, 0), [])
        tight = words <= 2 * other_words + 4
        self._accept(link for link in self._without_overlap(best) if tight or self._is_sound(link, here))

    # Queries of the steps.

    def _free_runs(self) -> Runs:
        """Return the runs of unmatched words."""
        page, gold = self._free(slice(None), slice(None))
        short = short_lines(page, self.page.edges, gold, self.gold.edges)
        runs = without_shaded(np.concatenate((common_runs(page, gold), short)), len(page), len(gold))
        runs = runs[np.argsort(-runs[:, 2], kind="stable")[: self.runs_left]]
        self.runs_left -= len(runs)
        return runs

    def _free(self, here: slice, there: slice) -> tuple[Integers, Integers]:
        """Return the numbers of unmatched words; -1 for the others."""
        page = np.where(self.partner[here] < 0, self.page.numbers[here], -1)
        return page, np.where(self.used[there], -1, self.gold.numbers[there])

    def _worth_in_company(self) -> Reals:
        """Return the worth of the page's words, higher among matched ones."""
        matched = _sums(self.partner >= 0)
        places = np.arange(len(self.page))
        low, high = np.maximum(places - COMPANY_WORDS, 0), np.minimum(places + COMPANY_WORDS + 1, len(self.page))
        return self.page_worth + COMPANY_GAIN * _sums((matched[high] - matched[low]) / (2 * COMPANY_WORDS))

    def _is_free(self, link: Link) -> bool:
        start, other, length = link
        return not (self.used[other : other + length].any() or (self.partner[start : start + length] >= 0).any())

    def _is_glued(self, here: slice, there: slice) -> bool:
        """Return whether two stretches differ in white space alone: wrapping gold texts lost line ends."""
        return not self.used[there].any() and "".join(self.page.texts[here]) == "".join(self.gold.texts[there])

    def _is_sound(self, link: Link, gap: slice) -> bool:
        """Return whether a link in a wide gap is not chance.

        It is long, or whole leaves, or in a leaf with a neighbour.
        """
        start, _, length = link
        end, first, last = start + length, self.page.first_leaf, self.page.last_leaf
        return bool(
            length >= RUN_WORDS
            or (self.page.edges[start] and self.page.edges[end])
            or (gap.start > 0 and last[gap.start - 1] >= first[start])
            or (gap.stop < len(first) and last[end - 1] >= first[gap.stop])
        )

    def _is_copied(self, here: slice) -> bool:
        """Return whether several leaves of the page consist of these words."""
        words, edges = self.page.numbers[here], self.page.edges
        starts = np.flatnonzero(edges[: len(edges) - len(words)] & edges[len(words) :])
        copies = np.all([self.page.numbers[starts + offset] == word for offset, word in enumerate(words)], axis=0)
        return int(copies.sum()) > 1

    # From links to matches.

    def _accept(self, links: Iterable[Link]) -> None:
        for start, other, length in links:
            self.partner[start : start + length] = np.arange(other, other + length)
            self.used[other : other + length] = True

    def _without_overlap(self, links: Iterable[Link]) -> list[Link]:
        """Return the links of a chain, cut where two of them overlap."""
        cut: list[Link] = []
        for start, other, length in links:
            shift = 0
            if cut:
                start_before, other_before, length_before = cut[-1]
                end_before = start_before + length_before
                shift = max(end_before - start, other_before + length_before - other, 0)
                if end_before <= start and 0 < shift <= length_before:  # gold words that the page has twice
                    taken = self._best_cut(end_before - shift, start, shift)
                    cut[-1] = (start_before, other_before, length_before - shift + taken)
                    shift = taken
            cut.append((start + shift, other + shift, length - shift))
        return [link for link in cut if link[2] > 0]

    def _best_cut(self, first: int, second: int, words: int) -> int:
        """Return how many words to take from the first of two copies on the page; the others are from the second.

        Visible words are preferred, then whole leaves, then the first copy.
        """
        cuts = np.arange(words + 1)
        hidden = (
            self.hidden[first + cuts] - self.hidden[second + cuts]
        )  # up to a constant that is the same for all cuts
        whole = (self.page.edges[first + cuts] * 1.0 + self.page.edges[second + cuts]) / 2
        return words - int((hidden - whole)[::-1].argmin())


def _sums(values: npt.ArrayLike) -> Reals:
    """Return cumulative sums: of the values before each position, and of all."""
    return np.concatenate(([0.0], np.cumsum(values, dtype=np.float64)))


def _borders(words: Words) -> Reals:
    """Return for each word 1 if it starts a leaf or line, plus 1 if it ends one."""
    edges = words.edges.astype(np.float64)
    return edges[:-1] + edges[1:]


def _rarity(page: Integers, vocabulary: int) -> Reals:
    """Return for each number of a word its rarity on the page: from 1, it occurs once, to 0, there is no other word."""
    total = max(len(page), 2)
    counts = np.bincount(page[page >= 0], minlength=vocabulary)
    rarity: Reals = np.log(total / np.maximum(counts, 1)) / math.log(total)
    return rarity
