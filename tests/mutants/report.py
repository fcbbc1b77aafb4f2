"""What is printed about a run, and whether it reaches the bar."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mutants.equivalents import Equivalent
from mutants.population import Key, Mutant
from mutants.runner import Verdict

MOST_SURVIVING = 0.05
MOST_EQUIVALENT = 0.15


@dataclass(frozen=True)
class Result:
    """The mutants of a game that were tried, sorted by their result."""

    game: str
    population: int
    caught: int
    survivors: list[tuple[Mutant, Verdict]]
    equivalents: int
    disproved: list[tuple[Mutant, Verdict]]
    stale: list[Equivalent]

    @property
    def tried(self) -> int:
        """How many mutants were tried."""
        return self.caught + len(self.survivors) + self.equivalents

    @property
    def surviving(self) -> float:
        """The share of survivors among the mutants that are not listed as equivalent."""
        return len(self.survivors) / max(self.tried - self.equivalents, 1)

    @property
    def holds(self) -> bool:
        """Whether few enough survive, few enough are listed as equivalent, and every entry of the list is true."""
        listed = self.equivalents / max(self.tried, 1)
        few = self.surviving <= MOST_SURVIVING and listed <= MOST_EQUIVALENT
        return few and not self.disproved and not self.stale


def sort_out(
    game: str, everything: Sequence[Mutant], tried: Sequence[tuple[Mutant, Verdict]], entries: Sequence[Equivalent]
) -> Result:
    """Which mutants were caught, which survived, and which entries of the list are not true."""
    listed = {entry.key for entry in entries}
    alive = {mutant.key for mutant in everything}
    caught = [pair for pair in tried if pair[1].caught_by]
    missed = [pair for pair in tried if not pair[1].caught_by]
    return Result(
        game,
        len(everything),
        len(caught),
        [pair for pair in missed if pair[0].key not in listed],
        sum(pair[0].key in listed for pair in missed),
        [pair for pair in caught if pair[0].key in listed],
        [entry for entry in entries if entry.key not in alive],
    )


def lines(result: Result) -> Iterable[str]:
    """Survivors, untrue entries of the list, and the sums."""
    for mutant, verdict in result.survivors:
        yield f"{_words(result.game, mutant)}{'' if verdict.run else ' [no test runs this line]'}"
    for mutant, verdict in result.disproved:
        yield f"{_words(result.game, mutant)} [listed as equivalent, but caught by {verdict.caught_by}]"
    for entry in result.stale:
        yield f"equivalents.toml: there is no such mutant any more: {_place(entry.key)}"
    yield (
        f"{result.game}: {result.tried} of {result.population} mutants, {result.caught} caught, "
        f"{result.equivalents} listed as equivalent ({result.equivalents / max(result.tried, 1):.1%}), "
        f"{len(result.survivors)} surviving ({result.surviving:.1%} of the others)"
        f"{'' if result.holds else ' - not good enough'}"
    )


def _words(game: str, mutant: Mutant) -> str:
    rules = ", ".join(mutant.rules) or "no rule"
    return f"{game}/rules/{mutant.file}:{mutant.line} ({rules}) {_place(mutant.key, mutant.file)}"


def _place(key: Key, known_file: str = "") -> str:
    file, function, change, occurrence = key
    which = f" (occurrence {occurrence})" if occurrence > 1 else ""
    return f"{'' if known_file else f'{file} '}{function}: {change}{which}"
