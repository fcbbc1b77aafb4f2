"""Characters: the same strength in other hands gives visibly different games, in any game with an evaluator."""

from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from pawnstorm.ai.character import CHARACTERS, inclinations
from pawnstorm.ai.evaluators import evaluator_for
from pawnstorm.ai.players import is_known_player, named_on_map, player, player_for, player_on_map
from pawnstorm.ai.strength import LEVELS, level_of
from pawnstorm.core.buffers import Outcomes
from pawnstorm.core.errors import UsageError
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, OVER
from pawnstorm.games import keys, load
from pawnstorm.lab.openings import opening, throw_dice

KEYS = [character.key for character in CHARACTERS]


@dataclass
class Habits:
    """What a player did in some games: its orders, those that threw dice, and the answers that it left."""

    orders: int = 0
    dice: int = 0
    answers: list[int] = field(default_factory=list)
    exposed: float = 0.0

    @property
    def attacks(self) -> float:
        return self.dice / self.orders

    @property
    def choices_left(self) -> float:
        return sum(self.answers) / len(self.answers)


def habits(game: Game, character: str, games: int, plies: int) -> Habits:
    """Watch a character play against its own level without one, from openings that are the same for all."""
    players, found = (player_for(game, f"3:{character}"), player_for(game, "3")), Habits()
    evaluator, results = evaluator_for(game), Outcomes()
    for number in range(games):
        luck, seat = Luck(number), number % 2
        state = opening(game, Setup(), luck)
        for _ in range(plies):
            if state.turn() == OVER:
                break
            ours, choice = state.turn() == seat, len(state.legal()) > 1
            state.play(players[0 if ours else 1].decide(game, state, luck))
            if ours and choice:
                found.orders += 1
                found.dice += state.turn() == CHANCE
            throw_dice(state, luck, results)
            if ours and state.turn() == 1 - seat:
                answers = state.legal()
                found.answers.append(len(answers))
                found.exposed += max(evaluator.expected_gain(state, answer) for answer in answers)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("key", ["chess-attack", "fantasy-armies"])
def test_characters_play_different_games(key: str) -> None:
    """Habits show only over a number of games, which uncompiled would take minutes."""
    game = load(key)
    seen = {character: habits(game, character, 16, 40) for character in KEYS}
    assert seen["bold"].attacks > 1.15 * seen["cautious"].attacks
    assert seen["schemer"].choices_left < seen["bold"].choices_left
    exposed = {character: found.exposed / len(found.answers) for character, found in seen.items()}
    assert min(exposed, key=exposed.__getitem__) == "hoarder"


@pytest.mark.parametrize("key", keys())
def test_every_character_has_an_opinion_in_every_game(key: str) -> None:
    game = load(key)
    state, evaluator = opening(game, Setup(), Luck(1), 10), evaluator_for(game)
    moves = state.legal()
    for character in CHARACTERS:
        likes = inclinations(character, evaluator, state, moves)
        assert len(likes) == len(moves)
        assert all(-1.0 <= like <= 1.0 for like in likes)


def test_a_character_never_takes_a_much_worse_order() -> None:
    game = load("chess-attack")
    for level in range(1, LEVELS + 1):
        plain = level_of(game, str(level))
        for character in KEYS:
            found = level_of(game, f"{level}:{character}")
            assert (found.nodes, found.noise, found.worlds) == (plain.nodes, plain.noise, plain.worlds)
            assert 0.0 < found.inclination <= 0.05
            assert found.cap <= max(plain.cap, 0.02)


def test_a_player_with_a_character_is_named_by_its_level() -> None:
    game = load("castle-chess")
    assert is_known_player(game, "3:bold")
    for name in ("3:brave", "greedy:bold", "9:bold", "3:", ":bold"):
        assert not is_known_player(game, name)
    with pytest.raises(UsageError, match="there is no character 'brave'; the characters are cautious, bold"):
        player("3:brave")


def test_every_map_of_a_campaign_has_an_opponent_of_its_own() -> None:
    game = load("castle-chess")
    met = [player_on_map(game, "2", map_) for map_ in game.campaign]
    assert all(is_known_player(game, name) for name in met)
    assert len(set(met)) == len(CHARACTERS)
    assert all(one != other for one, other in pairwise(met))
    assert player_on_map(game, "greedy", game.campaign[0]) == "greedy"
    assert player_on_map(game, "2:bold", game.campaign[0]) == "2:bold"


def test_the_usual_opponent_of_a_campaign_is_gentle_at_first_and_grows() -> None:
    game = load("castle-chess")
    met = [player_on_map(game, "", map_) for map_ in game.campaign]
    levels = [int(name.partition(":")[0]) for name in met]
    assert levels == sorted(levels)
    assert levels[:2] == [1, 1]
    assert levels[-1] == 4
    for name, map_ in zip(met, game.campaign, strict=True):
        assert is_known_player(game, name)
        assert named_on_map(game, name, map_) == ""
    assert named_on_map(game, player_on_map(game, "5", game.campaign[3]), game.campaign[3]) == "5"
    assert named_on_map(game, "greedy", game.campaign[3]) == "greedy"
