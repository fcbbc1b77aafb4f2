"""The reference odds: fights of every size, shots, mishaps, and whole spells, each compared with brute force."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from pawnstorm.core.dice import LoadedTower
from pawnstorm.core.game import Setup, Sketch
from pawnstorm.core.odds import branches, odds
from pawnstorm.core.state import State
from pawnstorm.core.step import advance
from pawnstorm.core.view import leaves
from pawnstorm.games import load
from pawnstorm.games.fantasy_armies.rules.fighting import chance_to_win
from pawnstorm.games.fantasy_armies.state import Position
from pawnstorm.kit.chessboard import GRID

GAME = load("fantasy-armies")

# Percent chance that the attacker wins: rows are the attacker's HTH, who throws one die more, columns the defender's.
TABLE = {
    0: (100, 58.3, 9.3, 1.2, 0.1, 0.0, 0.0),
    1: (100, 90.7, 55.6, 15.2, 3.6, 0.6, 0.1),
    2: (100, 98.8, 84.8, 54.6, 19.2, 6.1, 1.5),
    3: (100, 99.9, 96.4, 80.8, 54.0, 22.0, 8.3),
    4: (100, 100, 99.4, 93.9, 78.0, 53.6, 24.2),
}
EXACT = {(1, 1): "49/54", (1, 2): "721/1296", (2, 2): "1099/1296", (2, 3): "4249/7776", (3, 3): "2357/2916"}


def place(pieces: dict[str, str], options: dict[str, str] | None = None, **facts: object) -> State:
    """A position with these pieces by square."""
    rows = tuple(tuple(pieces.get(f"{column}{row}", ".") for column in "abcdefgh") for row in range(8, 0, -1))
    return GAME.place(Sketch(rows, facts), GAME.agree(Setup(options or {})))  # type: ignore[arg-type]


def fight(attack: int, defence: int) -> State:
    """A Ghoul against a Man-at-Arms, each with a given HTH."""
    changes = {"d4": attack - 1, "d5": defence - 1}
    pieces = {"a1": "LL", "d4": "GH", "d5": "ma", "h8": "km"}
    return place(pieces, hth={square: change for square, change in changes.items() if change})


def chance(state: State, text: str, begins: str) -> Fraction:
    """The chance of all results that begin with some words."""
    found = odds(state, GAME.read(state, text))
    return sum((share for result, share in found.items() if result.startswith(begins)), Fraction(0))


@pytest.mark.rule("FA-28", "FA-29", "FA-30", "FA-31", "FA-A18", "FA-A22", "FA-A27")
@pytest.mark.parametrize(("attack", "defence"), [(a, d) for a in TABLE for d in range(7)])
def test_the_table_of_fights(attack: int, defence: int) -> None:
    won = chance(fight(attack, defence), "d4xd5", "attacker wins")
    assert float(100 * won) == pytest.approx(TABLE[attack][defence], abs=0.05)


@pytest.mark.parametrize(("pair", "fraction"), EXACT.items(), ids=str)
def test_exact_fractions(pair: tuple[int, int], fraction: str) -> None:
    assert chance(fight(*pair), "d4xd5", "attacker wins") == Fraction(fraction)
    assert chance(fight(2, 1), "d4xd5", "attacker wins") == Fraction(427, 432)


@pytest.mark.parametrize(("attack", "defence"), [(a, d) for a in range(4) for d in range(4)])
def test_a_fight_is_what_counting_faces_gives(attack: int, defence: int) -> None:
    won = 0
    for faces in product(range(1, 7), repeat=attack + 1 + defence):
        own, other = sum(faces[: attack + 1]), sum(faces[attack + 1 :])
        won += own > other or (own == other and attack + 1 >= defence)
    assert chance(fight(attack, defence), "d4xd5", "attacker wins") == Fraction(won, 6 ** (attack + 1 + defence))


@pytest.mark.rule("FA-27", "FA-33")
def test_the_worked_example() -> None:
    state = place({"a1": "KM", "d4": "MA", "e5": "sk", "h8": "ll"})
    assert odds(state, GAME.read(state, "d4xe5"))["attacker wins; defender falls"] == Fraction(49, 54) * Fraction(4, 6)


@pytest.mark.rule("FA-37", "FA-58", "FA-59")
@pytest.mark.parametrize(
    ("lists", "shooter", "dice"), [(("KM", "ll"), "AR", 1), (("EL", "ll"), "BO", 2), (("HK", "ll"), "GU", 3)]
)
def test_shots_by_dice(lists: tuple[str, str], shooter: str, dice: int) -> None:
    state = place({"a1": lists[0], "d4": shooter, "d6": "sk", "h8": lists[1]})
    assert chance(state, "d4 shoots d6", "hit") == 1 - Fraction(2, 3) ** dice


@pytest.mark.rule("FA-37", "FA-38")
def test_a_shot_says_what_it_needs() -> None:
    state = place({"a1": "EL", "d4": "BO", "d6": "sk", "h8": "ll"})
    shot = next(leaf for leaf in leaves(GAME.view(state, 0).offers) if leaf.order == "d4 shoots d6")
    assert [(part.text, part.cell, part.value) for part in shot.parts] == [
        ("RA", "d4", 2),
        ("a 5 or 6 hits, then the target holds on 5+", "d6", 0),
    ]
    step = advance(GAME, state, 0, shot.order, LoadedTower([4, 3]))
    assert [event.text for event in step.events][1:] == [
        "White, a shot: 4 3, needs a 5 or 6.",
        "Black's Skeleton d6 is missed: the shot needed a 5 or 6.",
    ]


@pytest.mark.rule("FA-58", "FA-59")
def test_mishaps() -> None:
    cannon = place({"a1": "HK", "d4": "CN", "d6": "sk", "h8": "ll"})
    assert chance(cannon, "d4 shoots d6", "hit") == Fraction(65, 81)
    burst = odds(cannon, GAME.read(cannon, "d4 shoots d6"))
    assert sum(share for result, share in burst.items() if "bursts" in result) == Fraction(171, 1296)
    gunner = place({"a1": "HK", "d4": "GU", "d6": "sk", "h8": "ll"})
    hit = odds(gunner, GAME.read(gunner, "d4 shoots d6"))
    assert sum(share for result, share in hit.items() if "is hit too" in result) == Fraction(91, 216)


@pytest.mark.rule("FA-72", "FA-A51", "FA-A70")
def test_a_whole_rain_of_blood() -> None:
    """Sixteen enemies: the distribution of losses and the King's fall, by convolution over the pieces."""
    squares = [f"{column}{row}" for row in (7, 8) for column in "abcdefgh"]
    army = ["km", "wz", "cl", "cl", "kn", "kn", "ch", "ch", *["ma"] * 4, *["ar"] * 4]
    pieces = {"a1": "DK", "d4": "HW", **dict(zip(squares, army, strict=True))}
    state = place(pieces, turn="White")
    found = odds(state, GAME.read(state, "d4 casts Rain of Blood"))
    saves = _saves(state)
    assert len(saves) == 16
    falls = [Fraction(1, 6) * Fraction(save - 1, 6) for square, save in saves.items() if square != "a7"]
    king = Fraction(1, 6) * Fraction(saves["a7"] - 1, 6)
    ways = [Fraction(1)]
    for share in falls:
        ways = [
            (ways[count] if count < len(ways) else 0) * (1 - share) + (ways[count - 1] * share if count else 0)
            for count in range(len(ways) + 1)
        ]
    cast = Fraction(1, 6)
    assert found["the spell fails"] == 1 - cast
    assert found["the King falls"] == cast * king
    names = ["nobody falls", "1 falls", *(f"{count} fall" for count in range(2, 16))]
    assert [found[name] for name in names] == [cast * (1 - king) * share for share in ways]


def _saves(state: State) -> dict[str, int]:
    """The D of every Black piece as the view shows it."""
    tokens = [token for token in GAME.view(state, 0).tokens if token.owner == 1]
    return {token.cell: next(stat.value for stat in token.stats if stat.name == "D") for token in tokens}


@pytest.mark.rule("FA-67", "FA-A72")
def test_the_odds_of_an_arrow_storm_are_the_same_however_its_saves_are_counted() -> None:
    state = place({"a1": "EL", "d4": "DR", "d6": "ma", "c7": "cl", "e7": "kn", "d7": "ar", "c6": "wz", "h8": "km"})
    found = branches(state, GAME.read(state, "d4 casts Arrow Storm at d6"))
    assert sum((branch.chance for branch in found), Fraction(0)) == 1
    # One branch for the failure and one for each number of losses at each last save, not one for every set of pieces.
    assert len(found) <= 12


@pytest.mark.rule("FA-28", "FA-A29")
def test_very_many_dice_are_thrown_in_batches_with_exact_odds() -> None:
    state = fight(21, 2)
    state.play(GAME.read(state, "d4xd5"))
    assert len(state.pool().dice) == 10
    weights = dict(state.outcomes())
    assert sum(weights.values()) == 6**10
    assert [weights[state.outcome_of(faces)] for faces in ([1] * 10, [6] * 9 + [5], [6] * 10)] == [1, 10, 1]
    assert len(weights) == 51, "sums from 10 to 60"
    state.land(state.outcome_of([1] * 10))
    assert len(state.pool().dice) == 14
    assert state.outcomes() == [(1, 6**14)], "22 ones beat two sixes"


@pytest.mark.rule("FA-03")
def test_every_die_has_six_sides() -> None:
    seen = set()
    state = fight(2, 2)
    for move in state.legal():
        after = state.copy()
        after.play(move)
        while after.turn() == -1:
            seen |= {die.sides for die in after.pool().dice}
            after.land(after.outcomes()[-1][0])
    assert seen == {6}


@pytest.mark.rule("FA-18", "FA-A6")
def test_a_roll_off_is_even_because_ties_are_thrown_again() -> None:
    state = GAME.start(Setup())
    state.play(GAME.read(state, "take orcs"))
    found = odds(state, GAME.read(state, "take elves"))
    assert found == {"White is lower": Fraction(1, 2), "Black is lower": Fraction(1, 2)}


@pytest.mark.rule("FA-28", "FA-29", "FA-30")
@pytest.mark.parametrize(("attack", "defence"), [(1, 1), (0, 2), (2, 3), (10, 11), (9, 10)])
def test_the_chance_to_win_before_a_fight_is_that_of_its_odds(attack: int, defence: int) -> None:
    state = fight(attack, defence)
    assert _chance_to_win(state) == pytest.approx(float(chance(state, "d4xd5", "attacker wins")))


@pytest.mark.rule("FA-A76")
def test_a_chance_counts_pips_as_odds_do() -> None:
    for turn, text in (("White", "d4xd5"), ("Black", "d5xd4")):
        pieces = {"c3": "LL", "d4": "GH", "d5": "ch", "h8": "km"}
        state = place(pieces, {"hth_bonus": "pip", "attacker_aura_square": "origin"}, turn=turn)
        won = float(chance(state, text, "attacker wins"))
        assert _chance_to_win(state, *text.split("x")) == pytest.approx(won)


def test_with_very_many_dice_their_number_decides() -> None:
    assert [_chance_to_win(fight(*pair)) for pair in ((30, 2), (11, 12), (10, 12), (2, 30))] == [1.0, 1.0, 0.0, 0.0]


def _chance_to_win(state: State, attacker: str = "d4", target: str = "d5") -> float:
    assert isinstance(state, Position)
    return chance_to_win(state, GRID.find(attacker), GRID.find(target), GRID.find(target))


@pytest.mark.rule("FA-28", "FA-A29")
@pytest.mark.parametrize(
    ("attack", "defence", "dice", "seat"),
    [(10, 11, 22, 0), (10, 12, 10, 1), (21, 1, 10, 0), (2, 21, 10, 1), (11, 12, 10, 0)],
)
def test_who_throws_how_many_dice_at_once(attack: int, defence: int, dice: int, seat: int) -> None:
    state = fight(attack, defence)
    state.play(GAME.read(state, "d4xd5"))
    pool = state.pool().dice
    assert (len(pool), pool[0].seat) == (dice, seat if dice == 10 else 0)


def test_batches_change_the_lead_by_what_they_show() -> None:
    """Ten dice of the defender are thrown ahead; the attacker needs their sum in addition."""
    state = fight(9, 13)
    state.play(GAME.read(state, "d4xd5"))
    state.land(state.outcome_of([2] * 10))
    assert [die.seat for die in state.pool().dice] == [0] * 10 + [1] * 3
    assert state.outcome_of([2] * 9 + [5] + [1] * 3) == 0, "sums are equal, and the defender has more dice"
    assert state.outcome_of([2] * 9 + [6] + [1] * 3) == 1


@pytest.mark.rule("FA-18", "FA-A6")
def test_a_roll_off_in_all_its_results_asks_white_first() -> None:
    state = GAME.start(Setup(armies=("orcs", "elves")))
    assert state.outcomes() == [(0, 15), (1, 15), (2, 6)]
    assert GAME.sketch(state).facts["turn"] == "White"
    drafted = GAME.start(Setup())
    for text in ("take orcs", "take elves"):
        drafted.play(GAME.read(drafted, text))
    assert GAME.sketch(drafted).facts["turn"] == "White"


@pytest.mark.rule("FA-40")
def test_nothing_is_under_way_once_the_game_is_over() -> None:
    state = place({"a1": "KM", "d4": "KN", "e6": "ll"})
    state.play(GAME.read(state, "d4xe6"))
    for outcome in (1, 1):
        state.land(outcome)
    assert "over=" in state.encode()
    assert "now=" not in state.encode()


@pytest.mark.rule("FA-A13")
def test_nothing_but_the_p_is_under_way_when_it_is_promoted() -> None:
    by_move = place({"a1": "KM", "d7": "MA", "h8": "ll"})
    by_move.play(GAME.read(by_move, "d7-d8"))
    by_fight = place({"a1": "KM", "c7": "MA", "d8": "sk", "h8": "ll"})
    by_fight.play(GAME.read(by_fight, "c7xd8"))
    for outcome in (1, 1):
        by_fight.land(outcome)
    under_way = [state.encode().rpartition(" now=")[2] for state in (by_move, by_fight)]
    assert under_way[0] == under_way[1]


@pytest.mark.rule("FA-33", "FA-42", "FA-68", "FA-72")
@pytest.mark.parametrize(
    ("pieces", "order", "faces", "outcomes"),
    [
        ({"a1": "KM", "d4": "MA", "e5": "sk", "h8": "ll"}, "d4xe5", [[6, 6, 1]], [(1, 4), (0, 2)]),
        ({"a1": "DK", "d4": "HW", "h8": "ll"}, "d4 casts Rain of Blood", [[6]], [(0, 5), (1, 1)]),
        ({"a1": "DK", "d4": "HW", "h8": "ll"}, "d4 casts Rain of Blood", [], [(1, 1), (0, 5)]),
        ({"a1": "HK", "d4": "MI", "h8": "ll"}, "d4 digs", [], [(1, 2), (0, 4)]),
    ],
)
def test_the_numbers_of_results_are_those_in_records(
    pieces: dict[str, str], order: str, faces: list[list[int]], outcomes: list[tuple[int, int]]
) -> None:
    state = place(pieces)
    state.play(GAME.read(state, order))
    for thrown in faces:
        state.land(state.outcome_of(thrown))
    assert state.outcomes() == outcomes
    assert Counter(int(state.outcome_of([face])) for face in range(1, 7)) == dict(outcomes)


@pytest.mark.rule("FA-68")
def test_an_entangled_piece_is_free_on_half_of_all_throws() -> None:
    state = place({"a1": "KM", "d4": "MA", "h8": "el"}, entangled="d4")
    state.play(GAME.read(state, "d4 tries"))
    assert state.outcomes() == [(1, 3), (0, 3)]


@pytest.mark.rule("FA-70", "FA-A50")
def test_a_die_never_needs_less_than_one() -> None:
    state = place({"a1": "DK", "d4": "HW", "h8": "ll"}, ritual={"White": 5})
    state.play(GAME.read(state, "d4 casts Dark Ritual"))
    assert state.outcomes() == [(1, 6)]
    assert GAME.tell_roll(state, [1]).text == "White, a spell: 1, needs 1 with the Ritual's +5."
