"""The settings of the genetic algorithm."""

from dataclasses import dataclass

from ....errors import OptionError
from ....extractors.ice.expressions import LENGTH_LITERALS, LITERALS
from ....parameters import check_number


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of the evolution of expressions. The paper does not report its own."""

    population: int = 40
    generations: int = 25
    survivors: int = 2  # the fittest candidates, passed on unchanged
    tournament: int = 3  # a parent is the fittest of this many random candidates
    crossover: float = 0.8  # probability
    mutation: float = 0.3  # probability
    timeout_seconds: float = 2.0  # CPU time of one expression on all pages; keeping all of cleaneval-dev takes 0.7
    budget_seconds: float | None = None  # real time; when it is over, the fittest expression so far is the result
    seed: int = 0
    lengths: bool = False  # whether literals may select text by its length: not in the paper

    def __post_init__(self) -> None:
        if self.population < 2 or self.generations < 0:
            raise OptionError("a population needs at least 2 expressions, and generations cannot be negative")
        if self.budget_seconds is not None:
            check_number("budget_seconds", self.budget_seconds, "a positive number, or None", lambda number: number > 0)

    @property
    def literals(self) -> tuple[str, ...]:
        """The literals that expressions are made of."""
        return LITERALS + LENGTH_LITERALS if self.lengths else LITERALS
