"""Windows: which order declines at every moment, and where there is none."""

import pytest
from trench_positions import GAME, give, place

from pawnstorm.core.game import FactValue, Setup
from pawnstorm.core.state import CHANCE, OVER, State

PIECES = {"c4": "VS", "c5": "s", "a1": "S", "h10": "s"}
HANDS: dict[str, FactValue] = {"hands": {"Blue": "promote top stun suicide glasses medic arms leave"}}


def declining_order(state: State) -> str:
    """The order that declines, or nothing."""
    order = int(state.decline())
    if order == -1:
        return ""
    assert order in state.legal()
    return GAME.write(state, order)


def played(phase: str, *orders: tuple[str, list[int]]) -> State:
    state = place(PIECES, phase=phase, **HANDS, fallen={"Blue": 1})
    for order, faces in orders:
        state = give(state, order, *([faces] if faces else []))
    return state


FIGHT = (("c4xc5", []), ("pass", [6, 1, 4]))
MOMENTS = {
    "start of the round": (played("muster"), "pass"),
    "moves": (played("move"), ""),
    "end of the moves": (played("regroup"), "pass"),
    "Over the Top": (played("regroup", ("top", [])), ""),
    "before the attacks": (played("lull"), "pass"),
    "attack": (played("attack"), ""),
    "before the dice": (played("attack", FIGHT[0]), "pass"),
    "after the dice": (played("attack", *FIGHT), "pass"),
    "Last Stand": (played("attack", *FIGHT, ("pass", [])), ""),
    "before removals": (played("attack", *FIGHT, ("pass", []), ("lose V", [])), "pass"),
    "after the attack": (
        give(give(place({**PIECES, "d6": "s"}, phase="attack", hands={"Blue": "arms"}), "c4xc5"), "pass", [6, 1, 1]),
        "pass",
    ),
    "who goes first": (place(PIECES, phase="first"), ""),
    "terrain": (place(PIECES, phase="terrain", terrain=2), ""),
    "nobody to attack": (place({"a1": "S", "h10": "s"}, phase="attack", hands={"Blue": "medic"}), "hold"),
    "no way to go": (
        place({"a1": "S", "a2": "#", "b1": "#", "h10": "s"}, hands={"Blue": "leave"}, fallen={"Blue": 1}),
        "end",
    ),
    "crossing a sleeper, alone": (give(place({"b3": "S", "b2": "z", "h9": "s"}), "b3-b2"), ""),
    "crossing a sleeper, in company": (give(place({"b3": "S", "a5": "S", "b2": "z", "h9": "s"}), "b3-b2"), ""),
}


@pytest.mark.rule("TC-A36", "TC-31", "TC-A10")
@pytest.mark.parametrize("name", MOMENTS)
def test_one_order_declines_in_every_window(name: str) -> None:
    state, order = MOMENTS[name]
    assert declining_order(state) == order
    assert bool(GAME.window(state)) == bool(order)


@pytest.mark.rule("TC-14", "TC-20")
def test_there_is_nothing_to_decline_for_chance_or_after_the_end() -> None:
    deal = GAME.start(GAME.agree(Setup()))
    assert (deal.turn(), deal.decline()) == (CHANCE, -1)
    roll = place(PIECES, {"cards": "off"}, phase="roll")
    assert (roll.turn(), roll.decline(), roll.outcomes()) == (CHANCE, -1, [(0, 15), (1, 15), (2, 6)])
    over = give(place({"c4": "S", "c5": "s"}, {"cards": "off"}, phase="attack"), "c4xc5", [4, 1])
    assert (over.turn(), over.decline(), over.legal()) == (OVER, -1, [])
