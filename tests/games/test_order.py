"""The order of `legal()`, pinned: search, seeds and golden records all depend on it."""

import tomllib

from suite import folder_of, opening, settled

from pawnstorm.core.game import Game, Setup


def _pinned(game: Game) -> dict[str, list[str]]:
    """The positions of order.txt by id: a line `[id]`, then orders separated by semicolons."""
    pinned: dict[str, list[str]] = {}
    name = ""
    for line in (folder_of(game) / "order.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            name = line.strip("[]")
            pinned[name] = []
        elif line.strip() and not line.startswith("#"):
            pinned[name] += [order.strip() for order in line.split(";") if order.strip()]
    return pinned


def test_the_order_of_legal_orders_is_pinned(game: Game) -> None:
    positions = tomllib.loads((folder_of(game) / "perft.toml").read_text("utf-8"))["position"]
    states = {position["id"]: opening(game, position) for position in positions}
    pinned = _pinned(game)
    assert len(pinned) >= 4
    for name, orders in pinned.items():
        state = states[name]
        assert [game.write(state, move) for move in state.legal()] == orders, name


def test_a_copy_and_a_decoded_position_keep_the_order(game: Game, setup: Setup) -> None:
    state = settled(game.start(setup))
    for turn in range(30):
        legal = state.legal()
        assert state.copy().legal() == legal
        assert game.decode(state.encode(), setup).legal() == legal
        state.play(legal[turn * 7 % len(legal)])
        if settled(state).turn() < 0:
            break
