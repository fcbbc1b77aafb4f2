"""The odds of combat: the printed table as exact fractions, and brute force over every face."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from trench_positions import GAME, give, place

from pawnstorm.core.odds import odds

# Attacker's chance to win and to tie in percent, as printed with the rules; rows attack, columns defend.
DICE = ("d4", "d6", "d8", "d10", "2d4", "2d6", "2d8", "2d10")
TABLE = """
37.5/25.0 25.0/16.7 18.8/12.5 15.0/10.0 21.9/25.0  9.7/11.1  5.5/ 6.2  3.5/ 4.0
58.3/16.7 41.7/16.7 31.2/12.5 25.0/10.0 47.9/16.7 25.5/16.7 14.3/ 9.4  9.2/ 6.0
68.8/12.5 56.2/12.5 43.8/12.5 35.0/10.0 60.9/12.5 44.1/12.5 27.3/12.5 17.5/ 8.0
75.0/10.0 65.0/10.0 55.0/10.0 45.0/10.0 68.8/10.0 55.3/10.0 41.9/10.0 28.5/10.0
53.1/25.0 35.4/16.7 26.6/12.5 21.2/10.0 33.6/32.8 14.9/14.6  8.4/ 8.2  5.4/ 5.3
79.2/11.1 57.9/16.7 43.4/12.5 34.7/10.0 70.5/14.6 39.0/22.1 21.9/12.4 14.0/ 7.9
88.3/ 6.2 76.3/ 9.4 60.2/12.5 48.1/10.0 83.4/ 8.2 65.7/12.4 41.7/16.6 26.7/10.6
92.5/ 4.0 84.8/ 6.0 74.5/ 8.0 61.5/10.0 89.4/ 5.3 78.0/ 7.9 62.7/10.6 43.4/13.3
"""
STACKS = {"d4": "S", "d6": "SS", "d8": "SSS", "d10": "C", "2d4": "V", "2d6": "VV", "2d8": "VVV", "2d10": "CV"}
CASES = list(product(DICE, DICE))


def dice_of(name: str) -> tuple[int, int]:
    """How many dice, of how many faces."""
    rolls, _, sides = name.rpartition("d")
    return int(rolls or 1), int(sides)


def brute_force(attack: str, defence: str) -> tuple[Fraction, Fraction]:
    """The attacker's chances to win and to tie, over every throw of all dice."""
    mine, yours = dice_of(attack), dice_of(defence)
    results: Counter[int] = Counter()
    for faces in product(*[range(1, mine[1] + 1)] * mine[0], *[range(1, yours[1] + 1)] * yours[0]):
        best, other = max(faces[: mine[0]]), max(faces[mine[0] :])
        results[(best > other) - (best < other)] += 1
    return Fraction(results[1], results.total()), Fraction(results[0], results.total())


def found_odds(attack: str, defence: str) -> dict[str, Fraction]:
    state = place(
        {"c4": STACKS[attack], "c5": STACKS[defence].lower(), "a1": "S", "h10": "s"}, {"cards": "off"}, phase="attack"
    )
    return odds(state, GAME.read(state, "c4xc5"))


@pytest.mark.rule("TC-33", "TC-34", "TC-37", "TC-42", "TC-43", "TC-45", "TC-X5", "TC-06")
@pytest.mark.parametrize(("attack", "defence"), CASES, ids=[f"{a} attacks {d}" for a, d in CASES])
def test_the_table_of_odds(attack: str, defence: str) -> None:
    found = found_odds(attack, defence)
    win = found.get("attacker wins", Fraction(0)) + found.get("attacker wins, Last Stand", Fraction(0))
    assert (win, found["tie"]) == brute_force(attack, defence)
    row = TABLE.strip().replace("/ ", "/").splitlines()[DICE.index(attack)].split()
    printed = row[DICE.index(defence)].split("/")
    for chance, text in zip((win, found["tie"]), printed, strict=True):
        assert abs(float(100 * chance) - float(text)) <= 0.051, "one digit is printed, halves rounded either way"


@pytest.mark.rule("TC-52", "TC-A21", "TC-A22", "TC-A23")
@pytest.mark.parametrize(("attack", "defence"), CASES, ids=[f"{a} attacks {d}" for a, d in CASES])
def test_last_stand_needs_the_top_face_and_a_higher_enemy_stack(attack: str, defence: str) -> None:
    mine, yours = dice_of(attack), dice_of(defence)
    stands: Counter[str] = Counter()
    every = list(product(*[range(1, mine[1] + 1)] * mine[0], *[range(1, yours[1] + 1)] * yours[0]))
    heights = len(STACKS[attack]), len(STACKS[defence])
    for faces in every:
        best, other = max(faces[: mine[0]]), max(faces[mine[0] :])
        if best > other == yours[1] and heights[1] < heights[0]:
            stands["attacker wins, Last Stand"] += 1
        if other > best == mine[1] and heights[0] < heights[1]:
            stands["defender wins, Last Stand"] += 1
    found = {result: chance for result, chance in found_odds(attack, defence).items() if "Last Stand" in result}
    assert found == {result: Fraction(count, len(every)) for result, count in stands.items()}


@pytest.mark.rule("TC-62", "TC-63", "TC-64", "TC-A46", "TC-A58")
@pytest.mark.parametrize("cards", [("gun",), ("napalm",), ("suicide S",), ("gun", "napalm", "suicide S")])
def test_cards_on_the_table_are_in_the_odds(cards: tuple[str, ...]) -> None:
    hand = " ".join(card.split()[0] for card in cards)
    state = place({"c4": "S", "c5": "ss", "a1": "S", "h10": "s"}, phase="attack", hands={"Blue": f"{hand} medic"})
    state = give(state, "c4xc5")
    for card in cards[:-1]:
        state = give(state, card)
    sides, rolls, bonus = (10 if "suicide S" in cards else 4), (5 if "gun" in cards else 1), 2 * ("napalm" in cards)
    weights = {face: face**rolls - (face - 1) ** rolls for face in range(1, sides + 1)}
    expected: Counter[str] = Counter()
    for face, weight in weights.items():
        for other in range(1, 7):
            margin = face + bonus - other
            stands = margin < 0 and face == sides
            expected["attacker wins" if margin > 0 else "tie" if margin == 0 else "stand" if stands else "loss"] += (
                weight
            )
    found = odds(state, GAME.read(state, cards[-1]))
    total = expected.total()
    assert found.get("attacker wins") == Fraction(expected["attacker wins"], total)
    assert found.get("tie", 0) == Fraction(expected["tie"], total)
    assert found.get("defender wins, Last Stand", 0) == Fraction(expected["stand"], total)


@pytest.mark.rule("TC-65")
def test_field_glasses_show_what_a_second_roll_may_change() -> None:
    state = place({"c4": "V", "c5": "ss", "a1": "S", "h10": "s"}, phase="attack", hands={"Blue": "glasses"})
    state = give(give(state, "c4xc5"), "pass", [1, 2, 3])
    found = odds(state, GAME.read(state, "glasses"))
    assert found == {"attacker wins": Fraction(7, 16), "tie": Fraction(5, 16), "defender wins": Fraction(4, 16)}


@pytest.mark.rule("TC-60", "TC-A44")
@pytest.mark.parametrize(("stack", "name"), [("s", "d4"), ("ss", "d6"), ("vvv", "2d8"), ("c", "d10"), ("cv", "2d10")])
def test_an_air_strike_wins_ties(stack: str, name: str) -> None:
    state = place({"a1": "S", "e7": stack, "h10": "s"}, phase="attack", hands={"Blue": "strike"})
    win, tie = brute_force("d6", name)
    assert odds(state, GAME.read(state, "strike e7"))["attacker wins"] == win + tie
