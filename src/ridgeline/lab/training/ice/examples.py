"""Training examples of a decision tree, and the weighted subsets of them that reach its nodes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ....extractors.ice.decision_tree import UNKNOWN, Codes, Column, Schema

Rows = npt.NDArray[np.int64]

EPSILON = 1e-9  # weights are sums of fractions


@dataclass(frozen=True, eq=False)
class Examples:
    """Labelled examples, one column per attribute."""

    schema: Schema
    columns: tuple[Column, ...]  # NaN where unknown; positions in the schema's values for a nominal attribute
    labels: Codes  # positions in the schema's classes

    def __len__(self) -> int:
        return len(self.labels)

    def select(self, rows: Rows) -> "Examples":
        """Return the examples in these rows."""
        return Examples(self.schema, tuple(column[rows] for column in self.columns), self.labels[rows])

    @classmethod
    def concatenate(cls, parts: Sequence["Examples"]) -> "Examples":
        """Return several sets of examples with the same schema as one."""
        columns = tuple(map(np.concatenate, zip(*(part.columns for part in parts), strict=True)))
        return cls(parts[0].schema, columns, np.concatenate([part.labels for part in parts]))


@dataclass(frozen=True, eq=False)
class Subset:
    """The examples that reach a node, each with the fraction of it that does."""

    examples: Examples
    rows: Rows
    weights: Column

    @classmethod
    def whole(cls, examples: Examples) -> "Subset":
        """Return all examples, each with weight 1."""
        return cls(examples, np.arange(len(examples)), np.ones(len(examples)))

    @property
    def schema(self) -> Schema:
        """The schema of the examples."""
        return self.examples.schema

    @property
    def labels(self) -> Codes:
        """The labels of the examples."""
        return self.examples.labels[self.rows]

    def column(self, attribute: int) -> Column:
        """Return the values of an attribute."""
        return self.examples.columns[attribute][self.rows]

    def class_counts(self) -> Column:
        """Return the weight of each class."""
        return np.bincount(self.labels, self.weights, minlength=len(self.schema.classes)).astype(np.float64)

    def table(self, outcome: Codes, branches: int) -> Column:
        """Return the weights by branch and class; examples with an unknown outcome are left out."""
        is_known = outcome != UNKNOWN
        table = np.zeros((branches, len(self.schema.classes)))
        np.add.at(table, (outcome[is_known], self.labels[is_known]), self.weights[is_known])
        return table

    def divide(self, outcome: Codes, branches: int) -> list["Subset"]:
        """Return the subset of each branch; an unknown outcome goes to all, by their shares of the known weight."""
        is_unknown = outcome == UNKNOWN
        shares = np.bincount(outcome[~is_unknown], self.weights[~is_unknown], minlength=branches)
        shares = shares / max(shares.sum(), EPSILON)
        parts = []
        for branch, share in enumerate(shares):
            is_own = outcome == branch
            mask = is_own | (is_unknown & (share > EPSILON))
            weights = self.weights[mask] * np.where(is_own[mask], 1.0, share)
            parts.append(Subset(self.examples, self.rows[mask], weights))
        return parts
