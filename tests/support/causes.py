"""Planted causes beside incidents: whether each became one, and whether any mixes two.

A planted violation is a cause, however many hands it takes. A question of the paper is one cause
whatever number of violations raise it, so those that share an incident of that kind mix nothing.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from support.planted import Row, Trial

Plant = tuple[str, str, int]


class Shares(NamedTuple):
    """How many planted causes there are, which are split, and which incidents mix two."""

    causes: int
    split: list[tuple[Plant, list[str]]]
    incidents: int
    mixed: list[tuple[str, list[Plant]]]


def shares_of(trial: Trial) -> Shares:
    """Return how planted causes and incidents match."""
    incidents = trial.result.incidents.set_index("id")
    asked = set(incidents.index[incidents["cause"] == "paper-doubt"])
    by_plant, by_incident = defaultdict(set), defaultdict(set)
    for finding, incident in zip(
        trial.findings, trial.result.findings["incident"].tolist(), strict=True
    ):
        for plant in _planted_as(trial, finding):
            by_plant[plant].add(incident)
            by_incident[incident].add(plant)
    split = [(plant, sorted(each)) for plant, each in by_plant.items() if len(each) > 1]
    mixed = [
        (incident, sorted(plants))
        for incident, plants in by_incident.items()
        if len(plants) > 1 and incident not in asked
    ]
    return Shares(len(by_plant), split, len(by_incident), mixed)


def _planted_as(trial: Trial, finding: Row) -> set[Plant]:
    """Return the planted violations that a finding is of: its own, or that it comes with."""
    keys = trial.keys_of(finding)
    return {plant for key in keys for plant in trial.plants_by_key.get(key, ())}
