"""What the log says: every order and what follows from it, in words, without the dice."""

import pytest
from suite import Orders, told
from test_ch35s_odds import place

from pawnstorm.core.game import Setup
from pawnstorm.core.state import State
from pawnstorm.games import load

GAME = load("ch35s")


def test_the_choice_of_armies_and_the_set_up() -> None:
    orders: Orders = [
        ("list knightmare", []),
        ("+Husk", []),
        ("Husk gets Reinforcement", []),
        ("+Husk", []),
        ("done", []),
        ("list brite", []),
        ("+Trooper", []),
        ("Trooper gets Extra Attack", []),
        ("+Valkyr", []),
        ("done", [6, 6, 3, 6, 2, 1, 1, 2, 6, 5, 1, 2]),
        ("keep HU", []),
        ("HU@2", []),
        ("VA@15", []),
        ("deploy", [1, 2, 3, 4, 6, 6, 1, 1]),
    ]
    assert told(GAME, GAME.start(Setup()), orders) == [
        "White chooses Knightmare Empire.",
        "White adds Husk.",
        "White gives every Husk Reinforcement.",
        "White adds Husk.",
        "White is done choosing.",
        "Black chooses The B.R.I.T.E.",
        "Black adds Trooper.",
        "Black gives every Trooper Extra Attack.",
        "Black adds Valkyr.",
        "Black is done choosing.",
        "White fields Knightmare Empire, 6 points: 2 Husk with Reinforcement.",
        "Black fields The B.R.I.T.E., 10 points: 1 Valkyr; 1 Trooper with Extra Attack.",
        "An objective lies in zone 6.",
        "An objective lies in zone 12.",
        "An objective lies in zone 15.",
        "The next objective would lie beyond zone 16: there are no more.",
        "Equal sums: both throw again.",
        "White is the Attacker and deploys first.",
        "White keeps Husk back for Reinforcement.",
        "White deploys Husk in zone 2.",
        "Black deploys Valkyr in zone 15.",
        "Black deploys the rest of the army.",
        "Equal sums: both throw again.",
        "Round 1: White goes first.",
    ]


STORIES: dict[str, tuple[State, Orders, list[str]]] = {
    "a turn": (
        place({1: "HU", 5: "tr"}, used={"Black": 5}),
        [("HU1-5", []), ("HU5xTR5", [5, 1]), ("HU5xTR5*1", [6, 1]), ("hold", []), ("stop", [])],
        [
            "White's Husk moves from zone 1 to 5.",
            "White's Husk in zone 5 attacks Black's Trooper in zone 5.",
            "Black's Trooper in zone 5 takes 1 damage.",
            "White's Husk in zone 5 attacks Black's Trooper in zone 5.",
            "Black's Trooper in zone 5 is out of action.",
            "White holds.",
            "White stops.",
        ],
    ),
    "abilities that place and protect": (
        place(
            {1: "HE+HU", 2: "DF", 6: "tr"},
            upgrades={"HE": "Teleportation, Chaotic Visions", "DF": "Force Push", "HU": "Reinforcement"},
            reserve={"White": "HU"},
        ),
        [
            ("HE1 teleports HU1 to 9", []),
            ("HE1 teleports to 5", []),
            ("DF2 pushes TR6 to 10", []),
            ("HU drops 16", []),
            ("HE5 visions", []),
        ],
        [
            "White's Hag of Echoes in zone 1 teleports White's Husk from zone 1 to 9.",
            "White's Hag of Echoes in zone 1 teleports White's Hag of Echoes from zone 1 to 5.",
            "White's Dream Flayer in zone 2 pushes Black's Trooper from zone 6 to 10.",
            "White's Husk comes as reinforcement into zone 16.",
            "White's Hag of Echoes in zone 5 casts Chaotic Visions: only 6s hit White now.",
        ],
    ),
    "a command": (
        place({1: "UT", 5: "HU", 6: "tr"}, upgrades={"UT": "Mental Command", "HU": "Quick Strike"}),
        [("UT1 commands HU5", []), ("HU5-6", []), ("pass", []), ("decline", [])],
        [
            "White's Umbral Tyrant in zone 1 commands White's Husk in zone 5: 2 actions at once.",
            "White's Husk moves from zone 5 to 6.",
            "White makes no Quick Strike.",
            "White declines a granted action.",
        ],
    ),
    "steps with strikes": (
        place({1: "VA", 6: "hu"}, {"quick_strike": "every-zone"}, upgrades={"VA": "Quick Strike"}),
        [("VA1-2", []), ("VA2xHU6", [1, 1, 1]), ("VA2-3", []), ("halt", [])],
        [
            "White's Valkyr moves from zone 1 to 2.",
            "White's Valkyr in zone 2 attacks Black's Husk in zone 6.",
            "Black's Husk in zone 6 takes 0 damage.",
            "White's Valkyr moves from zone 2 to 3.",
            "White ends the move.",
        ],
    ),
    "a bomb": (
        place({1: "PA", 5: "hu*1+hu"}, upgrades={"PA": "Hard Light Bomb 1"}),
        [("PA1 bombs 5", [4, 4])],
        [
            "White's Prism Adept in zone 1 throws a Hard Light Bomb into zone 5.",
            "Black's Husk in zone 5 is out of action.",
            "Black's Husk in zone 5 takes 1 damage.",
        ],
    ),
    "an explosion": (
        place({1: "DS+HU+tr"}, upgrades={"DS": "Self Explosion 2"}),
        [("DS1 explodes", [4, 4, 1, 6])],
        [
            "White's Darque Steed blows itself up in zone 1.",
            "Black's Trooper in zone 1 is out of action.",
            "White's Husk in zone 1 takes 1 damage.",
        ],
    ),
    "an explosion far from everybody": (
        place({1: "DS", 2: "tr"}, upgrades={"DS": "Self Explosion 2"}),
        [("DS1 explodes", [])],
        ["White's Darque Steed blows itself up in zone 1."],
    ),
    "the end of a round": (
        place(
            {1: "2HU", 2: "tr", 3: "HU+tr"},
            used={"White": 4, "Black": 5},
            objectives="1 2 3 4",
            taken={"White": 2, "Black": 5},
            round=2,
        ),
        [("hold", [3, 3, 1, 5, 1, 2, 6, 6])],
        [
            "White holds.",
            "White scores 1 for the objective in zone 1.",
            "Black scores 1 for the objective in zone 2.",
            "Nobody scores for the objective in zone 3.",
            "Nobody scores for the objective in zone 4.",
            "White took out 2 points, Black 5: Black scores 2.",
            "Equal sums: both throw again.",
            "Round 3: Black goes first.",
        ],
    ),
    "a round in which White took out more": (
        place({1: "HU", 9: "tr"}, used={"White": 4, "Black": 5}, taken={"White": 7, "Black": 5}),
        [("hold", [6, 6, 1, 1])],
        [
            "White holds.",
            "White took out 7 points, Black 5: White scores 2.",
            "Round 2: White goes first.",
        ],
    ),
    "a round without losses": (
        place({1: "HU", 9: "tr"}, used={"White": 4, "Black": 5}),
        [("hold", [6, 6, 1, 1])],
        [
            "White holds.",
            "White took out 0 points, Black 0: nobody scores for that.",
            "Round 2: White goes first.",
        ],
    ),
    "an early end": (
        place({1: "UT+tr*1"}, {"early_end": "on"}),
        [("UT1xTR1*1", [5, 5, 5])],
        [
            "White's Umbral Tyrant in zone 1 attacks Black's Trooper in zone 1.",
            "Black's Trooper in zone 1 is out of action.",
            "White took out 2 points, Black 0: White scores 2.",
            "White alone is left.",
        ],
    ),
    "an early end for Black": (
        place({1: "HU*1+tr"}, {"early_end": "on"}, turn="Black", objectives="3 4", round=4),
        [("TR1xHU1*1", [5, 5])],
        [
            "Black's Trooper in zone 1 attacks White's Husk in zone 1.",
            "White's Husk in zone 1 is out of action.",
            "White took out 0 points, Black 2: Black scores 2.",
            "Black alone is left.",
        ],
    ),
    "an early end of both": (
        place({1: "HU+tr*1"}, {"early_end": "on"}, upgrades={"HU": "Self Explosion 1"}),
        [("HU1 explodes", [4])],
        [
            "White's Husk blows itself up in zone 1.",
            "Black's Trooper in zone 1 is out of action.",
            "White took out 2 points, Black 0: White scores 2.",
            "Nobody is left on either side.",
        ],
    ),
}


@pytest.mark.parametrize("name", STORIES)
def test_the_log_says_what_happened(name: str) -> None:
    state, orders, texts = STORIES[name]
    assert told(GAME, state, orders) == texts
