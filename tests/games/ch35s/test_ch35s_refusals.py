"""Why an order is not legal: one sentence for each reason, for either side, with its rule."""

import pytest
from suite import refusal
from test_ch35s_odds import _weak, place

from pawnstorm.core.game import Setup
from pawnstorm.core.state import State
from pawnstorm.games import load

GAME = load("ch35s")
STRIDES = {"quick_strike": "every-zone"}
CAPPED = {"model_action_cap": "2"}


def _striding(zones: dict[int, str], order: str) -> State:
    state = place(zones, STRIDES, upgrades={"VA": "Quick Strike"})
    state.play(GAME.read(state, order))
    return state


REFUSED: dict[str, tuple[State, str, str]] = {
    "a model order while armies are chosen": (
        GAME.start(Setup()),
        "HU1-2",
        "this is not the moment for it: White chooses an army: 'take k1', or 'list knightmare', '+Husk', "
        "'Husk gets Quick Strike', 'done'",
    ),
    "a word of another moment": (
        place({1: "HU"}),
        "pass",
        "'pass' is not possible now: White takes an action such as 'HU5-6' or 'HU5xTR6', 'hold', "
        "or after an action 'stop'",
    ),
    "no action yet": (
        place({1: "HU"}),
        "stop",
        "a turn has at least one action (CH-A8): White takes an action such as 'HU5-6' or 'HU5xTR6', 'hold', "
        "or after an action 'stop'",
    ),
    "nobody there": (place({1: "HU"}), "TR4-5", "White has no TR in zone 4"),
    "nobody marked like that": (
        place({1: "HU", 2: "tr"}, upgrades={"HU": "Self Explosion 1"}),
        "HU1*1 explodes",
        "no HU in zone 1 is marked '*1'",
    ),
    "Black has no such ability": (
        place({1: "HU", 2: "pa"}, turn="Black"),
        "PA2 bombs 1",
        "a Prism Adept here has no Hard Light Bomb (CH-53)",
    ),
    "a zone as far as its Move, but beyond enemies": (
        place({5: "HU", 6: "tr"}),
        "HU5-8",
        "enemies in the way stop the move before zone 8 (CH-34)",
    ),
    "enemies of Black in the way": (
        place({6: "HU", 5: "tr"}, turn="Black"),
        "TR5-7",
        "enemies in the way stop the move before zone 7 (CH-34)",
    ),
    "too far by one": (place({1: "HU"}), "HU1-8", "zone 8 is 4 zones away, and its Move is 3 (CH-32)"),
    "there and back with Move 1": (_weak({1: "FP"}), "FP1-1", "it cannot move to zone 1 (CH-32)"),
    "too far with Move 1": (_weak({1: "FP"}), "FP1-3", "zone 3 is 2 zones away, and its Move is 1 (CH-32)"),
    "two zones at one stride": (
        _striding({1: "VA"}, "VA1-2"),
        "VA2-4",
        "zone 4 is not next to zone 2; this model moves step by step (CH-A37)",
    ),
    "a stride on the spot": (
        _striding({1: "VA"}, "VA1-2"),
        "VA2-2",
        "zone 2 is not next to zone 2; this model moves step by step (CH-A37)",
    ),
    "a stride out of the enemy's zone": (
        _striding({1: "VA", 2: "hu"}, "VA1-2"),
        "VA2-3",
        "its move is over: it has gone as far as it may (CH-34)",
    ),
    "an ability on the way": (
        _striding({1: "VA"}, "VA1-2"),
        "VA2 teleports to 9",
        "on its move the model may only attack, move on, or 'halt' (CH-A37)",
    ),
    "another model on the way": (
        _striding({1: "VA+TR"}, "VA1-2"),
        "TR1-2",
        "the Valkyr that moves comes first (CH-50)",
    ),
    "no such enemy": (place({1: "UT", 2: "tr"}), "UT1xTR3", "there is no enemy TR in zone 3 (CH-36)"),
    "out of Black's Range": (
        place({1: "UT", 3: "tr"}, turn="Black"),
        "TR3xUT1",
        "zone 1 is 2 zones away, and the Range of the attack is 1 (CH-36)",
    ),
    "an enemy within Range that is not marked like that": (
        place({1: "UT", 2: "tr"}),
        "UT1xTR2*1",
        "no enemy TR in zone 2 is marked '*1'",
    ),
    "nobody to bomb as far as the bomb reaches": (
        place({1: "BW", 10: "hu"}, upgrades={"BW": "Hard Light Bomb 2"}),
        "BW1 bombs 9",
        "there is no enemy in zone 9 to bomb (CH-A36)",
    ),
    "a command to nobody": (
        place({1: "UT", 2: "tr"}, upgrades={"UT": "Mental Command"}),
        "UT1 commands HU5",
        "White has no HU in zone 5",
    ),
    "a command to a twin that was commanded": (
        place({1: "2UT"}, upgrades={"UT": "Mental Command"}, commanded="UT1"),
        "UT1 commands UT1c",
        "it has been commanded in this round (CH-49)",
    ),
    "a command to a model that may not act any more": (
        place({1: "UT", 5: "HU"}, CAPPED, upgrades={"UT": "Mental Command"}, acts="HU5:2"),
        "UT1 commands HU5",
        "it has no action left that could be commanded (CH-A9)",
    ),
    "a push by Black two zones away": (
        place({1: "HU", 3: "pa"}, turn="Black", upgrades={"pa": "Force Push"}),
        "PA3 pushes HU1 to 5",
        "Force Push reaches this zone and those next to it (CH-48)",
    ),
    "a push of nobody": (
        place({1: "DF", 5: "tr"}, upgrades={"DF": "Force Push"}),
        "DF1 pushes LM5 to 9",
        "Black has no LM in zone 5",
    ),
    "a push of itself": (
        place({1: "DF"}, upgrades={"DF": "Force Push"}),
        "DF1 pushes own DF1 to 2",
        "a model cannot push itself (CH-48)",
    ),
    "a push on the spot": (
        place({1: "DF", 5: "tr"}, upgrades={"DF": "Force Push"}),
        "DF1 pushes TR5 to 5",
        "zone 5 is not next to zone 5: a push goes one zone (CH-48)",
    ),
    "a teleport on the spot": (
        place({1: "HE+HU"}, upgrades={"HE": "Teleportation"}),
        "HE1 teleports HU1 to 1",
        "it is there already: Teleportation must change the zone (CH-A36)",
    ),
    "a teleport of nobody": (
        place({1: "HE", 2: "tr"}, upgrades={"HE": "Teleportation"}),
        "HE1 teleports TR2 to 1",
        "White has no TR in zone 2",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_says_why(name: str) -> None:
    state, order, sentence = REFUSED[name]
    assert refusal(GAME, state, order) == sentence
