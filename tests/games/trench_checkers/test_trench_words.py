"""The log: every fact of the rules is reported once, in these words, with its tiles."""

from collections.abc import Mapping

import pytest
from trench_positions import GAME, place

from pawnstorm.core.dice import LoadedTower
from pawnstorm.core.game import FactValue, Setup
from pawnstorm.core.match import Match
from pawnstorm.core.step import advance

Story = tuple[Mapping[str, str], dict[str, FactValue], list[tuple[str, list[int], list[str]]]]
"""Stacks, facts, and orders with their dice and the events that each causes."""

STORIES: dict[str, Story] = {
    "moves, a new Veteran, a depot": (
        {"a9": "S", "g2": "S", "h7": "s", "h1": "s"},
        {"first": "Blue"},
        [
            ("a9-b9", [1], [
                "Blue moves a Soldier from a9 to b9.", "Blue earns the card of the depot on b9.",
                "Blue draws a card.", "You draw Field Medic.",
            ]),
            ("b9-b10", [], ["Blue moves a Soldier from b9 to b10.", "Blue has a new Veteran on b10."]),
            ("g2-f2", [], ["Blue moves a Soldier from g2 to f2."]),
        ],
    ),
    "a waking Commando": (
        {"g7": "S", "g9": "Z", "a1": "s"},
        {},
        [("g7-g8", [], ["Blue moves a Soldier from g7 to g8.", "Blue's Commando on g9 is awake."])],
    ),
    "moves that are lost": (
        {"a1": "S", "a2": "#", "b1": "#", "h10": "s"},
        {"turn": "Red", "first": "Red", "moves": 1},
        [("h10-h9", [6, 1], [
            "Red moves a Soldier from h10 to h9.", "Blue cannot move and loses 3 of its moves.",
            "Blue rolls 6, Red rolls 1.",
        ])],
    ),
    "an attack that wins, and who goes first": (
        {"c4": "SS", "c5": "s", "h10": "s"},
        {"phase": "attack"},
        [
            ("c4xc5", [5, 1], [
                "Blue attacks Red's Soldier on c5 from c4.", "Blue rolls 5 on a d6; Red rolls 1 on a d4.",
                "The attacker wins.", "Red loses a Soldier on c5.", "Blue moves into c5 with 2 Soldiers.",
            ]),
            ("first Blue", [], ["Red decides: Blue goes first.", "Round 2: Blue goes first."]),
        ],
    ),
    "a tie": (
        {"c4": "S", "c5": "s", "h10": "s", "a1": "S"},
        {"phase": "attack"},
        [("c4xc5", [3, 3, 2, 1], [
            "Blue attacks Red's Soldier on c5 from c4.", "Blue rolls 3 on a d4; Red rolls 3 on a d4.", "A tie.",
            "Red loses a Soldier on c5.", "Blue loses a Soldier on c4.", "Blue rolls 2, Red rolls 1.",
        ])],
    ),
    "Last Stand": (
        {"c4": "VS", "c5": "s", "h10": "s"},
        {"phase": "attack"},
        [
            ("c4xc5", [6, 2, 4], [
                "Blue attacks Red's Soldier on c5 from c4.", "Blue rolls 6 2 on a d6 and keeps 6; Red rolls 4 on a d4.",
                "The attacker wins, but the beaten stack makes its Last Stand.",
            ]),
            ("lose V", [2, 1], [
                "Blue gives up a Veteran.", "Red loses a Soldier on c5.", "Blue loses a Veteran on c4.",
                "Blue moves into c5 with a Soldier.", "Blue rolls 2, Red rolls 1.",
            ]),
        ],
    ),
    "a Stun Grenade": (
        {"c4": "S", "c5": "s", "h10": "s"},
        {"phase": "lull", "hands": {"Red": "stun"}},
        [
            ("stun", [], ["Red plays Stun Grenade."]),
            ("c4xc5", [], ["Blue attacks Red's Soldier on c5 from c4.", "A Stun Grenade stops Blue's attack."]),
        ],
    ),
    "an Air Strike without effect, and the round after it": (
        {"a1": "S", "h10": "s"},
        {"phase": "attack", "hands": {"Blue": "strike"}, "first": "Red"},
        [
            ("strike h10", [1, 4, 6, 1], [
                "Blue plays Air Strike on h10.", "Blue calls an Air Strike on h10.",
                "Blue rolls 1 on a d6; Red rolls 4 on a d4.", "The Air Strike has no effect.",
                "Blue rolls 6, Red rolls 1.",
            ]),
            ("first Blue", [], [
                "Blue decides: Blue goes first.", "Round 2: Blue goes first.", "Blue sits this round out.",
            ]),
        ],
    ),
    "cards that name a piece or a tile": (
        {"c4": "SS", "c5": "s", "h10": "s"},
        {"phase": "muster", "hands": {"Blue": "promote suicide"}},
        [("promote c4", [], ["Blue plays Field Promotion on c4.", "Blue has a new Veteran on c4."])],
    ),
    "a Suicide Mission": (
        {"c4": "SS", "c5": "s", "h10": "s"},
        {"phase": "attack", "hands": {"Blue": "suicide"}},
        [
            ("c4xc5", [], ["Blue attacks Red's Soldier on c5 from c4."]),
            ("suicide S", [9, 1, 1, 2], [
                "Blue plays Suicide Mission with a Soldier.", "Blue rolls 9 on a d10; Red rolls 1 on a d4.",
                "The attacker wins.", "Red loses a Soldier on c5.", "Blue loses a Soldier on c4.",
                "Blue moves into c5 with a Soldier.", "Blue rolls 1, Red rolls 2.",
            ]),
        ],
    ),
    "the last piece": (
        {"c4": "S", "c5": "s"},
        {"phase": "attack"},
        [("c4xc5", [1, 4], ["Blue attacks Red's Soldier on c5 from c4.", "Blue rolls 1 on a d4; Red rolls 4 on a d4.",
                            "The defender wins.", "Blue loses a Soldier on c4."])],
    ),
    "the Trail of Vengeance": (
        {"c4": "S", "c5": "s", "b2": "z"},
        {"phase": "attack"},
        [("c4xc5", [4, 1], [
            "Blue attacks Red's Soldier on c5 from c4.", "Blue rolls 4 on a d4; Red rolls 1 on a d4.",
            "The attacker wins.", "Red loses a Soldier on c5.", "Red's Commando on b2 is awake.",
            "Blue moves into c5 with a Soldier.",
        ])],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", STORIES)
def test_what_happens_is_reported(name: str) -> None:
    pieces, facts, told = STORIES[name]
    state = place(pieces, None if "hands" in facts or "depot" in name else {"cards": "off"}, **facts)
    for order, dice, texts in told:
        step = advance(GAME, state, int(state.turn()), order, LoadedTower(dice))
        assert [event.text for event in step.events] == texts
        state = step.state


@pytest.mark.rule("TC-09", "TC-14", "TC-15")
def test_the_opening_is_reported() -> None:
    match = Match(GAME, Setup(), LoadedTower([1] * 12 + [5, 2]))
    texts = [event.text for event in match.steps[0].events]
    assert texts[:4] == ["Blue draws a card.", "You draw Field Medic.", "Red draws a card.", "You draw Field Medic."]
    assert len(texts) == 25
    assert texts[-1] == "Blue rolls 5, Red rolls 2."
    first = match.add(match.step_for(0, "first Red"))
    assert [event.text for event in first.events] == ["Blue decides: Red goes first."]
    assert [event.text for event in match.add(match.step_for(1, "terrain a6")).events] == ["Red places terrain on a6."]
