"""Contests: two programs, the same openings from every side of the board, and how lucky each was with the dice.

Each opening is a round. With two seats it has two games, in which the programs change sides; with more seats the first
program takes each seat once and the second all others. The round is the unit of all statistics. For speed the games are
played directly on the position (`play`, `land`), not in a session; the conformance kit proves that both ways agree.
"""

from collections.abc import Generator
from dataclasses import dataclass

from pawnstorm.ai.drafting import is_choosing, take_own_army, take_random_army, take_ready_army
from pawnstorm.ai.evaluators import evaluator_for
from pawnstorm.ai.players import Player, derive_seed
from pawnstorm.ai.roll_luck import LuckMeter
from pawnstorm.ai.search.playout import LONGEST, share_of
from pawnstorm.core.buffers import Outcomes
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.games import load
from pawnstorm.lab.contestants import contestant
from pawnstorm.lab.openings import PLIES, opening, throw_dice, varied
from pawnstorm.lab.workers import play_in_portions

WAYS_TO_CHOOSE = {"own": take_own_army, "starter": take_ready_army, "random": take_random_army}
"""How a player may get its army, by name."""


@dataclass(frozen=True)
class Contest:
    """What is played: a game with its set-up, two players, and the seed of all openings and dice."""

    game: str
    options: tuple[tuple[str, str], ...]
    players: tuple[str, str]
    seed: int
    armies: tuple[str, ...] = ()
    map: str = ""
    plies: int = PLIES
    draft: tuple[str, ...] = ()
    """How each player gets its army (a key of `WAYS_TO_CHOOSE`); otherwise both seats get random starter armies."""

    @property
    def setup(self) -> Setup:
        """The set-up; a contest keeps its parts, because compiled classes cannot be sent to other processes."""
        return Setup(dict(self.options), self.armies, self.map)


@dataclass(frozen=True)
class ContestGame:
    """One game of a round: the seat of the first player, what it got, and how much of that the dice gave it."""

    seat: int
    share: float
    luck: float
    orders: int


@dataclass(frozen=True)
class Round:
    """The games of one opening."""

    number: int
    games: tuple[ContestGame, ...]


def rounds(contest: Contest, first: int, count: int, workers: int) -> Generator[list[Round]]:
    """Play rounds by number, one by one, so that little is lost when they are stopped."""
    for _, some in play_in_portions(play_rounds, contest, count, workers, first, size=1):
        yield some


def play_rounds(contest: Contest, numbers: range) -> list[Round]:
    """Play some rounds of a contest."""
    game = load(contest.game)
    players = [contestant(game, name) for name in contest.players]
    luck_meter = LuckMeter(game, follow=False)
    return [_play_round(game, contest, players, luck_meter, number) for number in numbers]


def _play_round(game: Game, contest: Contest, players: list[Player], luck_meter: LuckMeter, number: int) -> Round:
    seed = derive_seed(contest.seed, f"round {number}")
    begun = [_drafted(game, contest, seed, seat) for seat in range(len(game.seats))] if contest.draft else []
    begun = begun or [opening(game, contest.setup, Luck(seed), contest.plies)]
    games = [
        _play_game(game, begun[seat % len(begun)].copy(), players, luck_meter, seat, derive_seed(seed, f"seat {seat}"))
        for seat in range(begun[0].seats)
    ]
    return Round(number, tuple(games))


def _drafted(game: Game, contest: Contest, seed: int, seat: int) -> State:
    """The beginning of a game for which both players choose armies, the first one for this seat."""
    evaluator, state, results = evaluator_for(game), game.start(contest.setup), Outcomes()
    throw_dice(state, Luck(seed), results)
    while is_choosing(evaluator, state):
        player = 0 if state.turn() == seat else 1
        WAYS_TO_CHOOSE[contest.draft[player]](evaluator, state, Luck(derive_seed(seed, f"army of player {player}")))
        throw_dice(state, Luck(seed), results)
    return varied(state, Luck(seed), contest.plies)


def _play_game(
    game: Game, state: State, players: list[Player], luck_meter: LuckMeter, seat: int, seed: int
) -> ContestGame:
    dice, thoughts, results = Luck(derive_seed(seed, "dice")), Luck(derive_seed(seed, "players")), Outcomes()
    luck, orders = 0.0, 0
    for player in players:
        player.begin()
    while state.turn() != OVER and orders < LONGEST:
        if state.turn() == CHANCE:
            results.clear()
            state.find_outcomes(results)
            result = results.pick(dice)
            luck += luck_meter.swing(state, result, seat).luck
            state.land(result)
        else:
            mover = players[0 if state.turn() == seat else 1]
            state.play(mover.decide(game, state, thoughts))
            orders += 1
    return ContestGame(seat, share_of(state, seat), luck, orders)
