"""How strong a program plays: its engine, its budget and its weaknesses, from a text or from a game's levels."""

from dataclasses import dataclass, replace

from pawnstorm.ai.character import CHARACTERS, Character
from pawnstorm.ai.evaluators import package_of
from pawnstorm.core.errors import BadData, UsageError
from pawnstorm.core.game import Game
from pawnstorm.kit.datafile import Entry, load

ENGINES = ("ab", "tree", "uct")
"""The engines by name: alpha-beta, tree search with an evaluator, tree search with random games."""
LEVELS = 8
"""How many levels every game has."""
FIRST_BUILDER = 5
"""From this level on a player builds armies of its own."""
_PARTS = {
    "ab": ("nodes", "time", "cpu", "level", "depth"),
    "tree": ("nodes", "time", "cpu", "level"),
    "uct": ("sims", "time", "cpu"),
}
_MOST_NODES = 1 << 40
_LEAST_INCLINATION = 0.006
_INCLINATION = 0.5
"""How much a character may prefer an order, in chances to win: at least this, and this part of the level's spread."""
_LESS_CHANCE = 0.6
"""A character errs by inclination and therefore less by chance, so that it is as strong as its level."""


@dataclass(frozen=True)
class Strength:
    """The budget of a program and its errors; a budget of 0 is no limit."""

    engine: str
    nodes: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    """Seconds of processor time, for fair comparisons on a busy machine."""
    depth: int = 0
    noise: float = 0.0
    """The greatest error in evaluating a position, in logits."""
    spread: float = 0.0
    """An order that is worse than the best by this much, in chances to win, is chosen about a third as often."""
    cap: float = 0.0
    """Orders that are worse than the best by more than this are never chosen."""
    worlds: int = 8
    """How many guesses of what is hidden engine A searches; the tree engines guess again in every walk."""
    builds: bool = True
    """Whether it builds armies of its own, where armies are chosen; otherwise it takes what is ready."""
    character: Character | None = None
    inclination: float = 0.0
    """The most by which its character prefers one order to another, in chances to win."""

    def with_scaled_errors(self, factor: float) -> "Strength":
        """The same strength with greater or smaller errors."""
        return replace(
            self,
            noise=factor * self.noise,
            spread=factor * self.spread,
            cap=factor * self.cap,
            inclination=factor * self.inclination,
        )

    def with_character(self, character: Character) -> "Strength":
        """The same strength with a character."""
        inclination = max(_LEAST_INCLINATION, _INCLINATION * self.spread)
        cap = max(self.cap, 2.0 * inclination)
        return replace(self, character=character, inclination=inclination, spread=_LESS_CHANCE * self.spread, cap=cap)


def read_strength(text: str) -> Strength | str:
    """The strength that a text such as `ab:nodes=20000:time=0.5` means; a level stays text."""
    engine, _, rest = text.partition(":")
    if engine.isdecimal():
        return _level_text(engine) + (f":{_character(rest).key}" if rest else "")
    if engine not in ENGINES:
        raise UsageError(f"there is no player '{text}'; the players are {PLAYER_WORDS}")
    parts = _parts(text, engine, rest)
    if "level" in parts:
        return f"{engine}:{_level_text(parts['level'])}"
    nodes = _whole(text, parts, "sims" if engine == "uct" else "nodes")
    found = Strength(
        engine, nodes, _seconds(text, parts, "time"), _seconds(text, parts, "cpu"), _whole(text, parts, "depth")
    )
    if not (found.nodes or found.seconds or found.cpu or found.depth):
        raise UsageError(f"'{text}' needs a budget, such as {engine}:{_PARTS[engine][0]}=20000 or {engine}:time=0.5")
    return found


PLAYER_WORDS = (
    "random, greedy, attacker, 1 to 8 (a level), 5:bold (a level with a character), ab:nodes=N, tree:nodes=N, "
    "uct:sims=N, each also with time=SECONDS"
)
"""The players in words, for error messages and help."""


def _parts(text: str, engine: str, rest: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in rest.split(":") if rest else []:
        key, mark, value = part.partition("=")
        if key not in _PARTS[engine] or not mark or key in found:
            raise UsageError(f"'{text}': '{part}' should be one of {', '.join(_PARTS[engine])} with =NUMBER")
        found[key] = value
    return found


def _whole(text: str, parts: dict[str, str], key: str) -> int:
    value = parts.get(key)
    if value is None:
        return 0
    if not value.isdecimal() or not 1 <= int(value) <= _MOST_NODES:
        raise UsageError(f"'{text}': {key} should be a whole number of at least 1, not '{value}'")
    return int(value)


def _seconds(text: str, parts: dict[str, str], key: str) -> float:
    if key not in parts:
        return 0.0
    try:
        seconds = float(parts[key])
    except ValueError:
        seconds = 0.0
    if not 0.0 < seconds <= 86400.0:
        raise UsageError(f"'{text}': {key} should be a number of seconds above 0, not '{parts[key]}'")
    return seconds


def _level_text(text: str) -> str:
    if not text.isdecimal() or not 1 <= int(text) <= LEVELS:
        raise UsageError(f"there is no level '{text}'; the levels are 1 to {LEVELS}")
    return str(int(text))


def _character(key: str) -> Character:
    for character in CHARACTERS:
        if character.key == key:
            return character
    known = ", ".join(character.key for character in CHARACTERS)
    raise UsageError(f"there is no character '{key}'; the characters are {known}")


def level_of(game: Game, text: str) -> Strength:
    """A level of a game, `6`, with a character, `6:bold`, or with the budget and errors of another engine, `tree:6`."""
    first, _, second = text.partition(":")
    if not first.isdecimal():
        return replace(levels_of(game)[int(second) - 1], engine=first)
    found = levels_of(game)[int(first) - 1]
    return found.with_character(_character(second)) if second else found


def levels_of(game: Game) -> tuple[Strength, ...]:
    """All levels of a game, the weakest first, from its data file."""
    table = load(package_of(game), "levels.toml")
    engine = table.text("engine")
    if engine not in ("ab", "tree"):
        raise table.wrong(f"'{engine}' is not an engine that levels can use")
    levels = tuple(_level(engine, entry, number) for number, entry in enumerate(table.entries("level"), 1))
    table.close()
    if len(levels) != LEVELS:
        raise BadData(f"{table.where}: there should be {LEVELS} levels, not {len(levels)}")
    return levels


def _level(engine: str, entry: Entry, number: int) -> Strength:
    """The file has whole thousandths, which are easier to edit."""
    found = Strength(
        engine,
        entry.number("nodes", 1, _MOST_NODES),
        noise=entry.number("noise", 0, 100_000) / 1000,
        spread=entry.number("spread", 0, 1000) / 1000,
        cap=entry.number("cap", 0, 1000) / 1000,
        worlds=entry.number("worlds", 1, 64),
        builds=number >= FIRST_BUILDER,
    )
    entry.close()
    return found
