"""Scenarios: positions, orders and loaded dice in TOML, written and read by people who know the rulebook.

The format is described in docs/scenarios.md. The orders of a scenario are checked like those of every match.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from pawnstorm.core.dice import LoadedTower
from pawnstorm.core.errors import (
    BadPosition,
    BadScenario,
    CheckFailed,
    PawnstormError,
    Refused,
    UnknownGame,
    UsageError,
)
from pawnstorm.core.game import FactValue, Game, Setup, Sketch
from pawnstorm.core.odds import odds
from pawnstorm.core.state import State
from pawnstorm.core.step import RESIGNS, Step, advance, begin, resign
from pawnstorm.core.view import SPECTATOR
from pawnstorm.games import load
from pawnstorm.kit.drawing import draw_board, read_board

TomlTable = dict[str, Any]

_SCENARIO_KEYS = {"title", "rules", "rules_version", "options", "armies", "map", "board", "dice", "step"}
_POSITION_KEYS = {"game", "rules_version", "options", "armies", "map", "board"}
_FORMS = {
    "title": (str, "text"),
    "rules": (list, "a list of rule ids"),
    "rules_version": (int, "a number"),
    "options": (dict, "a table of options"),
    "armies": (list, "a list of armies"),
    "map": (str, "text"),
    "board": (str, "a drawing in text"),
    "step": (list, "a list of tables"),
    "order": (str, "text"),
    "resigns": (str, "the name of a seat"),
    "dice": (list, "a list of faces"),
    "refused": (str, "text"),
    "legal": (dict, "a table of places and their orders"),
    "odds": (dict, "a table of orders and their odds"),
    "winner": (str, "text"),
    "reason": (str, "text"),
}
"""The keys whose form the format fixes; every other key is a fact that the game itself checks."""


@dataclass(frozen=True)
class Scenario:
    """One scenario as its file gives it."""

    file: str
    title: str
    rules: tuple[str, ...]
    game: Game
    setup: Setup
    board: str
    dice: tuple[int, ...]
    facts: dict[str, FactValue]
    steps: tuple[TomlTable, ...]

    @property
    def name(self) -> str:
        """File and title, to find it again."""
        return f"{self.file}: {self.title}"


def read_scenarios(path: Path) -> list[Scenario]:
    """Every scenario of a file; a `BadScenario` names the file and what is wrong in it."""
    table = _read_table(path)
    if not isinstance(table.get("game"), str):
        raise BadScenario(f"{path.name}: 'game' is missing at the top of the file")
    game = _load_game(path, table["game"])
    found = table.get("scenario")
    if not isinstance(found, list) or not found or not all(isinstance(item, dict) for item in found):
        raise BadScenario(f"{path.name}: there is no [[scenario]] in the file")
    for key in table:
        if key not in ("game", "scenario"):
            raise BadScenario(f"{path.name}: '{key}' does not belong at the top of the file, only 'game'")
    return [_scenario(path.name, game, item) for item in found]


def read_position(path: Path, game: Game, options: Mapping[str, str]) -> State:
    """The position that a file draws with the keys of a scenario's opening; `options` replace those of the file."""
    table = _read_table(path)
    if table.get("game", game.key) != game.key:
        raise BadPosition(f"{path.name}: this is a position of {table['game']}, not of {game.key}")
    _check_forms(path.name, table)
    if "board" not in table:
        raise BadPosition(f"{path.name}: a position needs a drawn board")
    facts = {key: value for key, value in table.items() if key not in _POSITION_KEYS}
    setup = _setup({**table, "options": {**table.get("options", {}), **options}})
    try:
        return draw(game, game.agree(setup), table["board"], facts)
    except BadPosition as error:
        raise BadPosition(f"{path.name}: {error}") from None


def _read_table(path: Path) -> TomlTable:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadScenario(f"{path} cannot be read: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError:
        raise BadScenario(f"{path} cannot be read: it is not a text file") from None
    except tomllib.TOMLDecodeError as error:
        raise BadScenario(f"{path.name}: {error}") from None


def _load_game(path: Path, key: str) -> Game:
    try:
        return load(key)
    except UnknownGame as error:
        raise BadScenario(f"{path.name}: {error}") from None


def _check_forms(where: str, table: TomlTable) -> None:
    for key, value in table.items():
        form, words = _FORMS.get(key, (object, ""))
        if not isinstance(value, form):
            raise BadScenario(f"{where}: '{key}' should be {words}, not {value!r}")
    for key, value in table.get("options", {}).items():
        if not isinstance(value, str):
            raise BadScenario(f"{where}: option '{key}' should be text, not {value!r}")


def _setup(table: TomlTable) -> Setup:
    version = table.get("rules_version", 0)
    return Setup(table.get("options", {}), tuple(table.get("armies", ())), table.get("map", ""), version)


def _scenario(file: str, game: Game, table: TomlTable) -> Scenario:
    title = str(table.get("title", "untitled"))
    where = f"{file}: {title}"
    if "title" not in table:
        raise BadScenario(f"{where}: a scenario needs a title")
    _check_forms(where, table)
    for number, step in enumerate(table.get("step", ()), 1):
        if not isinstance(step, dict):
            raise BadScenario(f"{where}: step {number} should be a table, not {step!r}")
        _check_forms(f"{where}, step {number}", step)
    known = {rule.id for rule in game.rules}
    for rule in table.get("rules", []):
        if rule not in known:
            raise BadScenario(f"{where}: {game.key} has no rule '{rule}'")
    if not table.get("rules") or not table.get("step"):
        raise BadScenario(f"{where}: a scenario needs rules and at least one step")
    facts = {key: value for key, value in table.items() if key not in _SCENARIO_KEYS}
    if facts and "board" not in table:
        raise BadScenario(f"{where}: '{next(iter(facts))}' needs a drawn board")
    rules, board, dice = tuple(table["rules"]), table.get("board", ""), _faces(table)
    return Scenario(file, title, rules, game, _setup(table), board, dice, facts, tuple(table["step"]))


def _faces(table: TomlTable) -> tuple[int, ...]:
    faces = tuple(table.get("dice", ()))
    if not all(type(face) is int for face in faces):
        raise BadScenario(f"dice should be whole numbers, not {list(faces)!r}")
    return faces


def run(scenario: Scenario) -> list[str]:
    """Play a scenario; returns a sentence for everything that went wrong.

    A `BadScenario` names an impossible position, option or step; that is a fault of the file, not of the rules.
    """
    wrong: list[str] = []
    where = scenario.name
    try:
        state = opening(scenario)
        for number, step in enumerate(scenario.steps, 1):
            where = f"{scenario.name}, step {number}"
            state, complaints = _run_step(scenario.game, state, step)
            wrong += [f"{where}: {complaint}" for complaint in complaints]
    except UsageError as error:
        raise BadScenario(f"{where}: {error}") from None
    except PawnstormError as error:
        # The steps after this one would begin from a wrong position.
        wrong.append(f"{where}: {error}")
    return wrong


def opening(scenario: Scenario) -> State:
    """The position a scenario begins with; a `CheckFailed` reports too few or too many dice."""
    game, setup = scenario.game, game_setup(scenario)
    if scenario.board:
        return draw(game, setup, scenario.board, scenario.facts)
    tower = LoadedTower(scenario.dice)
    state = begin(game, game.start(setup), tower).state
    if tower.left_over():
        raise CheckFailed(f"the opening left the dice {list(tower.left_over())} unused")
    return state


def draw(game: Game, setup: Setup, board: str, facts: Mapping[str, FactValue]) -> State:
    """The position that a drawing with its facts shows."""
    columns, rows = board_size(game, setup)
    return game.place(Sketch(read_board(board, columns, rows), facts), setup)


def game_setup(scenario: Scenario) -> Setup:
    """The scenario's set-up with every option spelled out."""
    return scenario.game.agree(scenario.setup)


def board_size(game: Game, setup: Setup) -> tuple[int, int]:
    """Columns and rows of the board that a set-up is played on."""
    view = game.view(game.start(setup), SPECTATOR)
    return view.columns, view.rows


def _run_step(game: Game, state: State, step: TomlTable) -> tuple[State, list[str]]:
    complaints: list[str] = []
    if "order" in step or "resigns" in step:
        state, complaints = _give_order(game, state, step)
    elif "dice" in step or "refused" in step:
        raise BadScenario("'dice' and 'refused' need an order")
    for key, expected in step.items():
        if key not in ("order", "resigns", "dice", "refused"):
            complaints += _check(game, state, key, expected)
    return state, complaints


def _give_order(game: Game, state: State, step: TomlTable) -> tuple[State, list[str]]:
    tower = LoadedTower(_faces(step))
    order = step.get("order", RESIGNS)
    try:
        done = _carry_out(game, state, step, tower)
    except Refused as refusal:
        if "refused" not in step:
            return state, [f"'{order}' was refused: {refusal}"]
        if step["refused"] not in str(refusal):
            return state, [f"'{order}' was refused with '{refusal}', not with '{step['refused']}'"]
        return state, []
    if "refused" in step:
        return done.state, [f"'{order}' should have been refused"]
    if tower.left_over():
        return done.state, [f"'{order}' left the dice {list(tower.left_over())} unused"]
    return done.state, []


def _carry_out(game: Game, state: State, step: TomlTable, tower: LoadedTower) -> Step:
    """The order of the seat to act, or a seat that resigns in any turn."""
    if "resigns" not in step:
        return advance(game, state, max(int(state.turn()), 0), step["order"], tower)
    names = state.seat_names()
    if "order" in step or step["resigns"] not in names:
        raise BadScenario(f"'resigns' needs no order and names one of the seats {', '.join(names)}")
    done = resign(game, state, names.index(step["resigns"]), tower)
    if done is None:
        raise BadScenario("resigning ends this game, so there is no position to look at")
    return done


def _check(game: Game, state: State, key: str, expected: Any) -> list[str]:
    if key == "board":
        return _check_board(game, state, expected)
    if key == "legal":
        return [line for place, orders in expected.items() for line in _check_legal(game, state, place, orders)]
    if key == "odds":
        return [line for order, chances in expected.items() for line in _check_odds(game, state, order, chances)]
    if key in ("winner", "reason"):
        return _check_ending(game, state, key, expected)
    return _check_fact(game, state, key, expected)


def _check_board(game: Game, state: State, drawing: str) -> list[str]:
    found = game.sketch(state).rows
    if read_board(drawing, len(found[0]), len(found)) == found:
        return []
    return [f"the board is\n{draw_board(found)}"]


def _check_legal(game: Game, state: State, place: str, expected: list[str]) -> list[str]:
    moves = state.legal() if place == "*" else game.orders_of(state, place)
    found = sorted(game.write(state, move) for move in moves)
    return [] if found == sorted(expected) else [f"the orders of {place} are {', '.join(found) or 'none'}"]


def _check_odds(game: Game, state: State, order: str, expected: dict[str, str]) -> list[str]:
    found = odds(state, game.read(state, order))
    if found == _fractions(order, expected):
        return []
    return [f"the odds of {order} are {', '.join(f'{result} {chance}' for result, chance in found.items())}"]


def _fractions(order: str, chances: dict[str, str]) -> dict[str, Fraction]:
    try:
        return {result: Fraction(chance) for result, chance in chances.items()}
    except (AttributeError, TypeError, ValueError, ZeroDivisionError):
        raise BadScenario(f"the odds of {order} should be results with fractions, not {chances!r}") from None


def _check_ending(game: Game, state: State, key: str, expected: str) -> list[str]:
    ending = game.ending(state)
    if key == "reason":
        found = ending.rule if ending else "none"
    elif ending is None:
        found = "none"
    else:
        found = state.seat_names()[ending.winners[0]] if len(ending.winners) == 1 else "draw"
    return [] if found == expected else [f"the {key} is {found}, not {expected}"]


def _check_fact(game: Game, state: State, key: str, expected: FactValue) -> list[str]:
    facts = game.sketch(state).facts
    if key not in facts:
        raise BadScenario(f"unknown key '{key}'; the facts of {game.key} are {', '.join(facts)}")
    return [] if facts[key] == expected else [f"{key} is {facts[key]!r}, not {expected!r}"]
