"""The rules compared with a second reading of them, in every turn of many random games under many options."""

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from fantasy_armies_reference import DoubleStep, Reference, name, place
from suite import scaled

from pawnstorm.core.game import Game, Setup, Sketch
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.games import load

GAME = load("fantasy-armies")
GAMES = scaled(40, 8)


def _any(orders: list[str], luck: Luck) -> str:
    return orders[int(luck.below(len(orders)))]


def _march(orders: list[str], luck: Luck) -> str:
    """Mostly double steps and attempts to move, so that there is something to take en passant."""
    marches = [order for order in orders if order.endswith("tries") or _steps_twice(order)]
    return _any(marches if marches and luck.below(4) else orders, luck)


def _steps_twice(order: str) -> bool:
    return order[2] == "-" and order[0] == order[3] and abs(int(order[1]) - int(order[4])) == 2


def _follow(
    setup: Setup, state: State, luck: Luck, choose: Callable[[list[str], Luck], str], orders: int = 100_000
) -> Iterator[tuple[State, Reference]]:
    """Every decision of a game compared with the second reading, which keeps track of the orders on its own."""
    last: DoubleStep | None = None
    _throw(state, luck)
    for _ in range(orders):
        if state.turn() == OVER:
            return
        sketch = GAME.sketch(state)
        reading = Reference(sketch.rows, sketch.facts, setup.options, last)
        yield state.copy(), reading
        order = choose(sorted(_orders(state)), luck)
        state.play(GAME.read(state, order))
        _throw(state, luck)
        last = reading.after(order, tore_loose=GAME.sketch(state).facts["phase"] == "must move")


def _throw(state: State, luck: Luck) -> None:
    while state.turn() == CHANCE:
        outcomes = state.outcomes()
        state.land(outcomes[int(luck.below(len(outcomes)))][0])


def _turns(setup: Setup, seed: int) -> Iterator[tuple[State, Reference]]:
    """Every beginning of a turn in one random game."""
    for state, reading in _follow(setup, GAME.start(setup), Luck(seed), _any):
        if reading.facts["phase"] == "turn":
            assert "now=" not in state.encode(), "nothing is under way when a turn begins"
            yield state, reading


def _setup(seed: int) -> Setup:
    luck = Luck(seed)
    return Setup({option.key: option.values[int(luck.below(len(option.values)))] for option in GAME.options})


def _orders(state: State) -> set[str]:
    return {GAME.write(state, move) for move in state.legal()}


@pytest.mark.rule("FA-23", "FA-24", "FA-25", "FA-26", "FA-35", "FA-36", "FA-A30", "FA-A31", "FA-A48", "FA-A74")
@pytest.mark.parametrize("seed", range(GAMES))
def test_orders_are_those_of_the_second_reading(seed: int) -> None:
    setup = GAME.agree(_setup(seed))
    for state, reading in _turns(setup, seed):
        assert _orders(state) == reading.orders()


@pytest.mark.rule("FA-A12", "FA-A49", "FA-A75", "FA-A77")
def test_en_passant_is_that_of_the_second_reading() -> None:
    """Drawn positions full of P pieces with a double step, most within a charge, half of them entangled."""
    setup = GAME.agree(Setup())
    met: Counter[str] = Counter()
    for seed in range(scaled(400, 150)):
        luck = Luck(seed)
        for state, reading in _follow(setup, _crowd(luck, setup), luck, _march, orders=8):
            if reading.facts["phase"] != "turn":
                continue
            assert _orders(state) == reading.orders()
            met["own step in a charge"] += reading.own_step_is_last and reading.facts["won_turn"] == "yes"
            met["taken in a turn"] += _takes_in_passing(reading, _orders(state))
            for order in reading.orders():
                if order.endswith("tries"):
                    loose = _loose_orders(state, order)
                    assert loose == set(reading.moves(place(order[:2])))
                    met["taken by a loose piece"] += _takes_in_passing(reading, loose)
    assert len(met) == 3
    assert min(met.values()) >= 5, met


def _loose_orders(state: State, order: str) -> set[str]:
    """What a piece may do after it has torn loose."""
    after = state.copy()
    after.play(GAME.read(state, order))
    after.land(1)
    return _orders(after)


def _takes_in_passing(reading: Reference, orders: set[str]) -> bool:
    return any(order[2] == "x" and place(order[3:]) == reading.passing for order in orders)


def _crowd(luck: Luck, setup: Setup) -> State:
    """Goblins and Elves in each other's way, all of which may have a double step."""
    squares = [f"{column}{row}" for column in "bcdefg" for row in range(2, 8)]
    pieces = {"a1": "CF", "h1": "SH", "a8": "el", "h8": "dr"}
    for code in ["GB"] * 6 + ["ea"] * 6:
        pieces[squares.pop(int(luck.below(len(squares))))] = code
    pawns = [square for square, code in pieces.items() if code.upper() in ("GB", "EA")]
    entangled = [square for square in pawns if luck.below(2)]
    owed = int(luck.below(4))
    facts: dict[str, str | int] = {"fresh": " ".join(pawns), "entangled": " ".join(entangled) or "-", "owed": owed}
    facts |= {"won_turn": "yes" if owed else "no", "turn": "White" if owed else "Black"}
    rows = tuple(tuple(pieces.get(f"{column}{row}", ".") for column in "abcdefgh") for row in range(8, 0, -1))
    return GAME.place(Sketch(rows, facts), setup)  # type: ignore[arg-type]


@pytest.mark.rule("FA-14", "FA-28", "FA-17", "FA-A21", "FA-A23", "FA-A24", "FA-A28", "FA-A63", "FA-X5")
@pytest.mark.parametrize("seed", range(GAMES))
def test_dice_and_saves_are_those_of_the_second_reading(seed: int) -> None:
    setup = GAME.agree(_setup(seed))
    for state, reading in _turns(setup, seed):
        for token in GAME.view(state, -1).tokens:
            stats = {stat.name: stat.value for stat in token.stats}
            at = place(token.cell)
            assert stats["HTH"] == reading.dice(at, at)
            assert stats["D"] == reading.save(at)
        for text in reading.orders():
            if "x" in text and text[2] == "x":
                _same_dice(GAME, state, reading, text)


def _same_dice(game: Game, state: State, reading: Reference, text: str) -> None:
    attacker, landing = place(text[:2]), place(text[3:])
    target = landing if landing in reading.board else (landing[0], attacker[1])
    where = attacker if reading.options["attacker_aura_square"] == "origin" else landing
    after = state.copy()
    after.play(game.read(state, text))
    dice = after.pool().dice
    if len(dice) > 20:
        return
    seats = [die.seat for die in dice]
    own = seats.count(int(state.turn()))
    assert (own, len(dice) - own) == (reading.dice(attacker, where) + 1, reading.dice(target, target)), name(target)
