"""Every scenario again with the sides swapped and the board turned: the rules favour nobody."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pawnstorm.testing.scenario import Scenario, read_scenarios, run

SCENARIOS = [
    scenario
    for path in sorted((Path(__file__).parent / "scenarios").glob("*.toml"))
    for scenario in read_scenarios(path)
]
_OTHER = {"White": "Black", "Black": "White"}


def _in_order_of_squares(scenario: Scenario) -> bool:
    """FA-A59, FA-A79: storms and rains go from a1 up for both sides, so in a mirror their dice are for other pieces."""
    return any(re.search("casts (Arrow Storm|Rain)", step.get("order", "")) for step in scenario.steps)


def _has_a_mirror(scenario: Scenario) -> bool:
    """FA-A4: in a secret choice White is always asked first, so only what follows can be mirrored."""
    return bool(scenario.board or scenario.setup.armies) and not _in_order_of_squares(scenario)


def _turned(value: Any) -> Any:
    """A value of a scenario, with White for Black and row 1 for row 8."""
    if isinstance(value, str):
        sides = re.sub("White|Black", lambda side: _OTHER[side[0]], value)
        return re.sub(r"(?<![a-wyzA-Z])([a-h])([1-8])", lambda square: f"{square[1]}{9 - int(square[2])}", sides)
    if isinstance(value, dict):
        return {_turned(key): _turned(item) for key, item in value.items()}
    return [_turned(item) for item in value] if isinstance(value, list) else value


def _turned_board(board: str) -> str:
    rows = [line.split()[1:] for line in board.split("\n") if line[:1].isdigit()]
    drawn = [f"{8 - place} {' '.join(row).swapcase()}" for place, row in enumerate(reversed(rows))]
    return "\n".join([*drawn, "  a b c d e f g h"])


def _turned_step(step: dict[str, Any]) -> dict[str, Any]:
    turned = {key: _turned_board(value) if key == "board" else _turned(value) for key, value in step.items()}
    for key in ("fresh", "entangled", "smash"):
        if key in turned:
            turned[key] = " ".join(sorted(turned[key].split(), key=lambda square: square[::-1]))
    return turned


def mirrored(scenario: Scenario) -> Scenario:
    """A scenario as seen from the other side."""
    board = _turned_board(scenario.board) if scenario.board else ""
    facts = _turned({"turn": "White", **scenario.facts}) if board else {}
    setup = replace(scenario.setup, armies=scenario.setup.armies[::-1])
    # The dice of an opening are pairs, White's first.
    dice = tuple(face for pair in zip(scenario.dice[1::2], scenario.dice[::2], strict=True) for face in pair)
    steps = tuple(_turned_step(step) for step in scenario.steps)
    return replace(scenario, board=board, facts=facts, setup=setup, dice=dice, steps=steps)


@pytest.mark.rule("FA-01", "FA-22")
def test_every_scenario_holds_for_the_other_side_too() -> None:
    turned = [mirrored(scenario) for scenario in SCENARIOS if _has_a_mirror(scenario)]
    assert len(turned) > 200
    assert [complaint for scenario in turned for complaint in run(scenario)] == []
