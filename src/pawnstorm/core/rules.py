"""A rule of a rulebook, as the ledger lists it."""

from dataclasses import dataclass

from pawnstorm.core.values import Value


@dataclass(frozen=True)
class Rule(Value):
    """One numbered rule or ruling in our own words; `untestable` says why no test can exist, if none can."""

    id: str
    chapter: str
    text: str
    untestable: str = ""
