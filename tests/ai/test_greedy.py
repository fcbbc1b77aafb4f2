"""The greedy player: legal, better than random, and without knowledge that its seat cannot have."""

import pytest

from pawnstorm.ai.greedy import MaterialScorer, best_order
from pawnstorm.ai.players import PLAYERS, player
from pawnstorm.core.dice import SeededTower
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.core.state import State
from pawnstorm.games import load


def duel(game: Game, seed: int, greedy: int, most: int) -> Match:
    match, luck = Match(game, Setup(), SeededTower(seed)), Luck(seed)
    players = [player("greedy" if seat == greedy else "random") for seat in range(len(match.seats))]
    while match.turn >= 0 and len(match.steps) < most:
        match.add(match.step_for(match.turn, players[match.turn].choose(game, match.state, luck)))
    return match


@pytest.mark.parametrize("seed", range(4))
def test_it_beats_the_random_player(seed: int) -> None:
    game = load("chess-attack")
    match = duel(game, seed, seed % 2, 300)
    assert match.ending is not None
    assert match.ending.winners == (seed % 2,)


def test_it_plays_every_game(game: Game) -> None:
    assert len(duel(game, 1, 0, 12).steps) >= 2


def test_it_takes_a_win_when_there_is_one() -> None:
    game = load("chess-attack")
    match = duel(game, 1, 1, 300)
    before = match.steps[-2].state
    assert before.turn() == 1
    scorer = MaterialScorer(game, 1)
    best = best_order(game, before, Luck(1))
    assert scorer.expected(before, best) == max(scorer.expected(before, move) for move in before.legal())


def test_it_uses_only_what_its_seat_knows() -> None:
    """It evaluates the position that the game lets it guess, never the true one."""
    game = load("chess-attack")
    state = game.start(Setup())
    asked: list[int] = []

    class Watched:
        seats = game.seats

        def guess(self, state: State, seat: int, luck: Luck) -> State:
            asked.append(seat)
            return game.guess(state, seat, luck)

        def view(self, state: State, viewer: int) -> object:
            assert viewer == 0
            return game.view(state, viewer)

    assert best_order(Watched(), state, Luck(1)) in state.legal()  # type: ignore[arg-type]
    assert asked == [0]


def test_both_players_have_a_name() -> None:
    assert {"random", "greedy"} <= set(PLAYERS)
