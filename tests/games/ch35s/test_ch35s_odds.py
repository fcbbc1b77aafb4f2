"""Exact odds of attacks, bombs and explosions, as fractions and compared with a plain count of faces."""

from fractions import Fraction
from itertools import product

import pytest

from pawnstorm.core.game import Setup, Sketch
from pawnstorm.core.odds import branches, odds
from pawnstorm.core.state import CHANCE, State
from pawnstorm.games import load

GAME = load("ch35s")


def place(
    zones: dict[int, str], options: dict[str, str] | None = None, armies: tuple[str, ...] = (), **facts: object
) -> State:
    """A position with these models by zone."""
    rows = tuple(tuple(zones.get(4 * row + column + 1, ".") for column in range(4)) for row in (3, 2, 1, 0))
    return GAME.place(Sketch(rows, facts), GAME.agree(Setup(options or {}, armies)))  # type: ignore[arg-type]


def chances(state: State, order: str) -> dict[str, Fraction]:
    return odds(state, GAME.read(state, order))


@pytest.mark.rule("CH-37", "CH-38", "CH-45", "CH-A16")
def test_strength_3_with_and_without_visions() -> None:
    plain = chances(place({1: "DS+lm"}), "DS1xLM1")
    assert list(plain.values()) == [Fraction(8, 27), Fraction(12, 27), Fraction(6, 27), Fraction(1, 27)]
    dim = chances(place({1: "DS+lm"}, visions="Black"), "DS1xLM1")
    assert list(dim.values()) == [Fraction(125, 216), Fraction(75, 216), Fraction(15, 216), Fraction(1, 216)]


WEAK = """
name = "Weaklings"

[[piece]]
type = "Feeble Pawn"
upgrades = ["Extra Attack"]

[sheet]
title = "Weaklings"
"""


def _weak_sheet() -> str:
    """A sheet whose models have Strength 1 and Health 40."""
    models = []
    for place_, kind in enumerate(("king", "queen", "rook", "bishop", "knight", "pawn")):
        models.append(
            f'[[sheet.model]]\ntype = "{kind}"\nname = "Feeble {kind.capitalize()}"\ncode = "F{"KQRBNP"[place_]}"\n'
            f'move = 1\nhealth = 40\nattack = "Poke"\nrange = 0\nstrength = 1\ndamage = 1\ncost = 1\n'
            '[[sheet.model.upgrade]]\nverb = "extra attack"\ncost = 1\n'
            '[[sheet.model.upgrade]]\nverb = "force field"\ncost = 1\n'
            '[[sheet.model.upgrade]]\nverb = "self explosion"\namount = 5\ncost = 1\n'
        )
    return WEAK + "\n".join(models)


def _weak(zones: dict[int, str], **facts: object) -> State:
    armies = GAME.agree(Setup(armies=(_weak_sheet(), _weak_sheet()))).armies
    key = GAME.sketch(GAME.start(Setup(armies=armies))).facts["lists"]
    return place(zones, armies=armies, lists=key, **facts)


@pytest.mark.rule("CH-46")
def test_strength_1_with_extra_attack_has_a_mean_of_two_fifths() -> None:
    """The target takes 40 damage: more is too rare to change the mean by more than 41 times 6 to the -39."""
    found = chances(_weak({1: "FP+fk"}, upgrades={"FP": "Extra Attack"}), "FP1xFK1")
    numbers = {"no damage": 0, "target falls": 40}
    mean = sum(share * (numbers[name] if name in numbers else int(name.split()[0])) for name, share in found.items())
    assert abs(mean - Fraction(2, 5)) < Fraction(41, 6**39)
    assert found["no damage"] == Fraction(2, 3)
    # One success: a 5; or a 6 whose extra die fails.
    assert found["1 damage"] == Fraction(1, 6) + Fraction(1, 6) * Fraction(2, 3)


@pytest.mark.rule("CH-A39", "CH-47")
def test_a_force_field_leaves_one_die() -> None:
    state = _weak({1: "FP+fk"}, upgrades={"fk": "Force Field"})
    assert chances(state, "FP1xFK1") == {"no damage": Fraction(2, 3), "1 damage": Fraction(1, 3)}
    state.play(GAME.read(state, "FP1xFK1"))
    assert len(state.pool().dice) == 1


@pytest.mark.rule("CH-46", "CH-A16")
@pytest.mark.parametrize("visions", ["-", "Black"])
@pytest.mark.parametrize("wounds", range(6))
def test_extra_attack_is_what_counting_faces_gives(visions: str, wounds: int) -> None:
    state = place({1: f"DS+lm*{wounds}" if wounds else "DS+lm"}, upgrades={"DS": "Extra Attack"}, visions=visions)
    found = chances(state, f"DS1xLM1{f'*{wounds}' if wounds else ''}")
    counted: dict[str, Fraction] = {}
    _count(3, 0, 6 - wounds, 6 if visions != "-" else 5, Fraction(1), counted)
    assert found == counted


def _count(dice: int, dealt: int, health: int, least: int, share: Fraction, counted: dict[str, Fraction]) -> None:
    """Every face of every die, batch after batch."""
    for faces in product(range(1, 7), repeat=dice):
        chance = share / 6**dice
        damage, sixes = dealt + sum(face >= least for face in faces), faces.count(6)
        if damage >= health:
            counted["target falls"] = counted.get("target falls", Fraction(0)) + chance
        elif sixes:
            _count(sixes, damage, health, least, chance, counted)
        else:
            name = f"{damage} damage" if damage else "no damage"
            counted[name] = counted.get(name, Fraction(0)) + chance


@pytest.mark.rule("CH-53", "CH-A40")
def test_a_bomb_on_many_models_is_a_binomial() -> None:
    state = place({1: "PA", 5: "12hu"}, upgrades={"PA": "Hard Light Bomb 1"})
    found = chances(state, "PA1 bombs 5")
    hits = [sum(share for name, share in found.items() if name.split()[0] == str(count)) for count in range(1, 13)]
    ways = [Fraction(1)]
    for _ in range(12):
        ways = [sum(ways[max(at - 1, 0) : at + 1]) / 2 for at in range(len(ways) + 1)]
    assert [found["no damage"], *hits] == ways
    assert len(branches(state, GAME.read(state, "PA1 bombs 5"))) <= 26, "equal positions are counted together"


@pytest.mark.rule("CH-A40", "CH-X9")
def test_an_explosion_of_strength_2_among_both_sides() -> None:
    state = place({1: "2DS+2tr+jl"}, upgrades={"DS": "Self Explosion 2"})
    found = chances(state, "DS1 explodes")
    trooper, steed = Fraction(1, 4), Fraction(0)
    assert found["nobody falls"] == (1 - trooper) ** 2 * (1 - steed)
    assert found["2 enemy fall"] == trooper**2
    assert sum(found.values()) == 1


@pytest.mark.rule("CH-A40")
def test_each_result_of_an_explosion_has_its_throws() -> None:
    state = place({1: "GM+lm"}, upgrades={"GM": "Self Explosion 3"})
    state.play(GAME.read(state, "GM1 explodes"))
    assert state.outcomes() == [(0, 1), (1, 3), (2, 3), (3, 1)]


@pytest.mark.rule("CH-19", "CH-21", "CH-A5")
@pytest.mark.parametrize(("attacker", "lead"), [("White", 4), ("Black", -4)])
def test_the_first_turn_counts_all_four_dice(attacker: str, lead: int) -> None:
    code = "\n".join(('list = "brite"', "[[piece]]", 'type = "Trooper"'))
    state = GAME.start(Setup(armies=(code, code)))
    while state.turn() == CHANCE:
        wanted = {"White": [6, 6, 1, 1], "Black": [1, 1, 6, 6]}[attacker]
        state.land(state.outcome_of(wanted if len(state.pool().dice) == 4 else [6]))
    for _ in range(2):
        state.play(GAME.read(state, "deploy"))
    counted = [0, 0, 0]
    for one, two, three, four in product(range(1, 7), repeat=4):
        ahead = one + two + lead - three - four
        counted[2 if ahead == 0 else 0 if ahead > 0 else 1] += 1
    assert [weight for _, weight in state.outcomes()] == counted


@pytest.mark.rule("CH-03")
def test_every_die_has_six_sides_and_five_are_enough_to_begin_an_attack() -> None:
    armies = GAME.armies()
    assert armies
    for found in armies.lists:
        for kind in found.kinds:
            more = sum(name.name.startswith("+1 Strength") for name in kind.upgrades)
            assert int(dict(kind.stats)["S"]) + more <= 5
    state = place({1: "UT+bw"})
    state.play(GAME.read(state, "UT1xBW1"))
    assert {die.sides for die in state.pool().dice} == {6}


@pytest.mark.rule("CH-21", "CH-27")
def test_odds_of_the_last_action_do_not_name_the_next_round() -> None:
    state = place({1: "DS+lm"}, used={"White": 4, "Black": 5})
    assert set(chances(state, "DS1xLM1")) == {"no damage", "1 damage", "2 damage", "3 damage"}
    assert chances(state, "hold") == {}
