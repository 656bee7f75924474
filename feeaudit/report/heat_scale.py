"""The steps of a heat map: a few counts and a thousand can be told apart on one scale.

Steps grow by a factor, not by an amount: a table that runs the wrong option all night would
otherwise leave every other table in the palest color.
"""

from __future__ import annotations

from typing import Final, NamedTuple

STEPS: Final = 5


class HeatStep(NamedTuple):
    """The counts that one color stands for, both included."""

    step: int
    low: int
    high: int

    @property
    def counts(self) -> str:
        """Return the counts for the legend."""
        return f"{self.low:,}" if self.low == self.high else f"{self.low:,} to {self.high:,}"


def heat_steps(most: int) -> list[HeatStep]:
    """Return the steps up to the largest count, each about the same factor above the last."""
    found: list[HeatStep] = []
    for number in range(1, STEPS + 1):
        low = found[-1].high + 1 if found else 1
        high = most if number == STEPS else max(int(most ** (number / STEPS) + 1e-9), low)
        if low <= most:
            found.append(HeatStep(number, low, min(high, most)))
    return found


def step_of(count: int, steps: list[HeatStep]) -> int:
    """Return the step of a count, 0 for none."""
    return next((each.step for each in steps if each.low <= count <= each.high), 0)
