"""Players: programs that look at a position as one seat sees it and choose an order."""

import hashlib
from collections.abc import Callable, Mapping
from math import exp

from pawnstorm.ai.attacker import attacking_order
from pawnstorm.ai.character import CHARACTERS, Character, inclinations
from pawnstorm.ai.drafting import build, is_choosing
from pawnstorm.ai.evaluators import evaluator_for, has_evaluator, require_evaluator
from pawnstorm.ai.greedy import best_order
from pawnstorm.ai.search.alphabeta import MOST_DEPTH, AlphaBeta
from pawnstorm.ai.search.budget import ENDLESS, FOREVER, Budget, Finding, Watch
from pawnstorm.ai.search.determinization import sample_determinizations, search_determinizations
from pawnstorm.ai.search.evaluation_noise import EvaluationNoise
from pawnstorm.ai.search.evaluator import Evaluator
from pawnstorm.ai.search.tree import Tree
from pawnstorm.ai.strength import LEVELS, Strength, level_of, read_strength
from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.core.game import Game
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import State

HUMAN = "human"
"""The name of a seat that no program plays."""
_SMALLEST_TABLE, _LARGEST_TABLE = 10, 20
_CONSIDERED = 12
"""A character looks at this many of the best orders."""


class Player:
    """Chooses orders for a seat."""

    def begin(self) -> None:
        """A new match begins: forget everything about the last one."""

    def check(self, game: Game) -> None:
        """Refuse a game that this player cannot play."""

    def decide(self, game: Game, state: State, luck: Luck) -> int:
        """An order for the seat to act. A player that looks further than `legal` must use `game.guess`."""
        raise NotImplementedError

    def choose(self, game: Game, state: State, luck: Luck) -> str:
        """The order in the notation of the game."""
        return game.write(state, self.decide(game, state, luck))


class RandomPlayer(Player):
    """Chooses among the legal orders, each equally likely."""

    def decide(self, game: Game, state: State, luck: Luck) -> int:
        """Any legal order."""
        moves = state.legal()
        return moves[luck.below(len(moves))]


class GreedyPlayer(Player):
    """Takes the order that gains most at once and ignores the others' replies."""

    def decide(self, game: Game, state: State, luck: Luck) -> int:
        """The best order by expected material."""
        return best_order(game, state, luck)


class AttackingPlayer(Player):
    """Comes near and always attacks, even at bad odds."""

    def decide(self, game: Game, state: State, luck: Luck) -> int:
        """The best attack, or the best step towards the enemy."""
        return attacking_order(game, state, luck)


class InterruptibleWatch(Watch):
    """A watch in ordinary Python: whenever it is asked, signals and other threads get their turn."""

    def stops(self) -> bool:
        """Never."""
        return False


class Hurry(InterruptibleWatch):
    """A watch that ends a search early; the search then answers with the best order found so far."""

    def __init__(self) -> None:
        self.hurried = False

    def stops(self) -> bool:
        """Whether the search was told to hurry."""
        return self.hurried


class SearchPlayer(Player):
    """A program that searches. The same position, luck and budget of positions give the same order."""

    def __init__(self, strength: Strength | str, watch: Watch | None = None) -> None:
        """A strength, or a level, whose strength depends on the game."""
        self.watch = watch or InterruptibleWatch()
        self._asked = strength
        self._prepared: _Prepared | None = None

    def check(self, game: Game) -> None:
        """A game needs an evaluator, unless random games are enough."""
        self._prepare(game)

    def decide(self, game: Game, state: State, luck: Luck) -> int:
        """The best order, or nearly the best if its level errs; at once where there is no choice."""
        return self.consider(game, state, luck)[0]

    def consider(self, game: Game, state: State, luck: Luck) -> tuple[int, Finding | None]:
        """The order of `decide` and what it is based on; no finding if it needs no search."""
        moves = _legal_orders(state)
        if len(moves) == 1:
            return moves[0], None
        builder = self._prepare(game).builder_in(state)
        if builder is not None:
            return build(builder, game.guess(state, int(state.turn()), luck), luck)[0], None
        finding, strength = self.analyse(game, state, luck), self._prepare(game).for_match(state)[0]
        if strength.character is None:
            return pick(finding, strength, luck), finding
        known = game.guess(state, int(state.turn()), luck)
        liked = _inclined(finding, strength, strength.character, self._prepare(game).required_evaluator(), known)
        return pick(liked, strength, luck), finding

    def analyse(self, game: Game, state: State, luck: Luck) -> Finding:
        """All it finds out about a position; `watch` is told every finding."""
        _legal_orders(state)
        strength, engine = self._prepare(game).for_match(state)
        budget = Budget(strength.nodes or ENDLESS, strength.seconds or FOREVER, self.watch, strength.cpu or FOREVER)
        if isinstance(engine, Tree):
            return engine.think(state, budget, luck)
        worlds = sample_determinizations(game, state, int(state.turn()), luck, strength.worlds)
        return search_determinizations(engine, worlds, budget, strength.cap, strength.depth or MOST_DEPTH)

    def _prepare(self, game: Game) -> "_Prepared":
        if self._prepared is None or self._prepared.game is not game:
            self._prepared = _Prepared(game, self._asked)
        return self._prepared


class _Prepared:
    """A search player for one game: an engine for every kind of match with weights of its own."""

    def __init__(self, game: Game, asked: Strength | str) -> None:
        self.game = game
        if isinstance(asked, str):
            require_evaluator(game)
        self._is_level = isinstance(asked, str)
        self._strength = level_of(game, asked) if isinstance(asked, str) else asked
        self._evaluator = None if self._strength.engine == "uct" else evaluator_for(game)
        if self._evaluator is not None:
            # Levels are opponents for people, who want a decision; an engine with a budget plays for the result alone.
            self._evaluator.seeks_decision = self._is_level
        self._engines: dict[int, tuple[Strength, AlphaBeta | Tree]] = {}

    def for_match(self, state: State) -> tuple[Strength, AlphaBeta | Tree]:
        """The strength and the engine for the match that a position belongs to."""
        sheet = int(self._evaluator.sheet(state)) if self._evaluator else 0
        if sheet not in self._engines:
            strength = self._strength_on(sheet)
            self._engines[sheet] = (strength, _engine(self.game, strength, self._evaluator))
        return self._engines[sheet]

    def required_evaluator(self) -> Evaluator:
        """The evaluator of a player that has one."""
        assert self._evaluator is not None
        return self._evaluator

    def builder_in(self, state: State) -> Evaluator | None:
        """The evaluator by which an army of one's own is built, if the player builds them and is choosing one now."""
        evaluator = self._evaluator if self._strength.builds else None
        return evaluator if evaluator is not None and is_choosing(evaluator, state) else None

    def _strength_on(self, sheet: int) -> Strength:
        """Errors of levels are written for the first sheet; where chances are closer together, errors are smaller."""
        if not self._is_level or self._evaluator is None:
            return self._strength
        return self._strength.with_scaled_errors(self._evaluator.chance_scale(sheet) / self._evaluator.chance_scale(0))


def _engine(game: Game, strength: Strength, evaluator: Evaluator | None) -> AlphaBeta | Tree:
    noise = EvaluationNoise(strength.noise, int(1000 * strength.noise)) if strength.noise else None
    if evaluator is None or strength.engine == "tree":
        return Tree(game, evaluator, noise=noise)
    bits = (strength.nodes or (1 << _LARGEST_TABLE)).bit_length()
    return AlphaBeta(evaluator, min(max(bits, _SMALLEST_TABLE), _LARGEST_TABLE), noise)


def _legal_orders(state: State) -> list[int]:
    """The legal orders of a position in which somebody must decide."""
    if state.turn() < 0:
        raise Refused(Refusal.OVER, "there is nothing to think about: nobody has to decide in this position")
    return state.legal()


def _inclined(
    finding: Finding, strength: Strength, character: Character, evaluator: Evaluator, known: State
) -> Finding:
    """The good orders of a finding, with the values that they have for a character."""
    least = finding.values[0][1] - strength.cap
    near = [(move, value) for move, value in finding.values if value >= least][:_CONSIDERED]
    likes = inclinations(character, evaluator, known, [move for move, _ in near])
    liked = [(move, value + strength.inclination * like) for (move, value), like in zip(near, likes, strict=True)]
    values = tuple(sorted(liked, key=lambda order: -order[1]))
    return Finding(finding.depth, finding.win, finding.line, values, finding.nodes)


def pick(finding: Finding, strength: Strength, luck: Luck) -> int:
    """The best order, or by chance one that is worse by at most the cap."""
    best = finding.values[0][1]
    if strength.spread <= 0.0:
        return finding.best
    near = [(move, value) for move, value in finding.values if value >= best - strength.cap]
    # An iteration that was cut short may leave others with older and higher values than that of the best.
    chances = [exp(min(0.0, value - best) / strength.spread) for _, value in near]
    left = luck.below(1 << 30) / (1 << 30) * sum(chances)
    for (move, _), chance in zip(near, chances, strict=True):
        left -= chance
        if left < 0.0:
            return move
    return finding.best


PLAYERS: Mapping[str, Callable[[], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "attacker": AttackingPlayer,
}
"""The programs that need no evaluator, by name."""

_USUAL_LEVELS = (1, 1, 2, 3, 4)
"""The levels of the usual opponent of a campaign, map by map; the last one stays."""


def player(name: str) -> Player:
    """The player of a name: a program without an evaluator, a level, or an engine with its budget."""
    if name in PLAYERS:
        return PLAYERS[name]()
    return SearchPlayer(read_strength(name))


def player_for(game: Game, name: str) -> Player:
    """A player for a game, by its name, such as `random`, a level, or an engine with its budget (`docs/ai.md`).

    Refused if it cannot play that game.
    """
    found = player(name)
    found.check(game)
    return found


def meaning_of(game: Game, name: str) -> str:
    """What a player's name means in a game, in full."""
    found = name if name in PLAYERS else read_strength(name)
    return str(level_of(game, found) if isinstance(found, str) and found not in PLAYERS else found)


def known_players(game: Game) -> list[str]:
    """What a list of opponents may offer for a game."""
    levels = range(1, LEVELS + 1) if has_evaluator(game.key) else ()
    return [*PLAYERS, *map(str, levels)]


def is_known_player(game: Game, name: str) -> bool:
    """Whether a list of opponents offers a player, with or without a character."""
    level, mark, character = name.partition(":")
    known = not mark or (level.isdecimal() and character in [one.key for one in CHARACTERS])
    return known and level in known_players(game)


def player_on_map(game: Game, name: str, map_: str) -> str:
    """The opponent on a map of a campaign; a level without a character has another one from map to map.

    Without a name it is the usual opponent, which is gentle on the first maps and then stronger from map to map.
    """
    if map_ not in game.campaign:
        return name
    station = game.campaign.index(map_)
    name = name or _usual_level(game, station)
    return f"{name}:{CHARACTERS[station % len(CHARACTERS)].key}" if name.isdecimal() else name


def _usual_level(game: Game, station: int) -> str:
    """The level of the usual opponent on a map of a campaign: of a game without levels, a program without them."""
    if not has_evaluator(game.key):
        return "greedy"
    return str(_USUAL_LEVELS[min(station, len(_USUAL_LEVELS) - 1)])


def named_on_map(game: Game, player: str, map_: str) -> str:
    """The name that gave this opponent on a map of a campaign: the opposite of `player_on_map`."""
    return "" if player == player_on_map(game, "", map_) else player.partition(":")[0]


def derive_seed(seed: int, purpose: str) -> int:
    """A seed for one purpose, so that streams from one seed are independent."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{purpose}".encode()).digest()[:7], "big")
