"""Encodings of a game as arrays, checked over random positions, and the tables of docs/encodings.md.

    python -m pawnstorm.testing.encodings

prints those tables.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pawnstorm.core.buffers import ByteRows
from pawnstorm.core.codec import Codec
from pawnstorm.core.errors import BadOption
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.recall import Recall
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.games import load, own_games
from pawnstorm.testing.inspection import demand, plain

_STRIDE = 7
"""One in this many positions gets the slow checks."""
_PATIENCE = 1500
"""Orders after which a game begins again: with some options it may never end."""


@dataclass
class Seen:
    """What a check of an encoding has met, to decide whether that was enough."""

    positions: int = 0
    twins: int = 0
    """Positions that a seat could not tell from another one."""
    actions: set[int] | None = None


def has_codec(game: Game, setup: Setup) -> bool:
    """Whether a game becomes arrays under a set-up."""
    try:
        game.codec(setup)
    except BadOption:
        return False
    return True


def check_encoding(game: Game, setup: Setup, positions: int, seed: int = 0) -> Seen:
    """Check the codec of a game in random positions. Raises `CheckFailed` with one sentence."""
    codec, luck, seen = game.codec(setup), Luck(seed), Seen(actions=set())
    assert seen.actions is not None
    _check_facts(codec)
    masks, pages = ByteRows(1, codec.actions), ByteRows(1, codec.size)
    for state in _positions(game, setup, luck, positions):
        seen.positions += 1
        if state.turn() == CHANCE:
            _check_chances(codec, state)
        else:
            seen.actions |= _check_actions(game, codec, state)
        if seen.positions % _STRIDE == 0:
            _check_arrays(codec, state, masks, pages)
            seen.twins += _check_twins(game, codec, state, luck)
    return seen


def _positions(game: Game, setup: Setup, luck: Luck, count: int) -> Iterator[State]:
    """Positions of random games, dice due or not, and finished ones."""
    left = count
    while left:
        state, orders = game.start(setup), 0
        while left:
            left -= 1
            yield state
            if state.turn() == OVER or orders > _PATIENCE:
                break
            if state.turn() == CHANCE:
                results = state.outcomes()
                state.land(results[int(luck.below(len(results)))][0])
            else:
                orders += 1
                legal = state.legal()
                state.play(legal[int(luck.below(len(legal)))])


def _check_facts(codec: Codec) -> None:
    demand(codec.version > 0, "the codec has no version")
    demand(sum(block.count for block in codec.blocks) == codec.actions, "the blocks are not all actions")
    names = [plane.name for plane in (*codec.planes, *codec.numbers)]
    demand(len(set(names)) == len(names), "two planes or numbers have one name")
    for symmetry in codec.symmetries:
        for what, size in ((symmetry.actions, codec.actions), (symmetry.observation, codec.size)):
            demand(sorted(what) == list(range(size)), f"'{symmetry.name}' does not keep everything")


def _check_chances(codec: Codec, state: State) -> None:
    outcomes, results = state.outcomes(), codec.chance_results(state)
    numbers = [number for number, _ in results]
    demand(len(set(numbers)) == len(numbers) > 0, "two results of the dice have one number")
    demand(all(0 <= number < codec.chances for number in numbers), f"a result has a number beyond {codec.chances}")
    for (outcome, weight), (number, other) in zip(outcomes, results, strict=True):
        demand(weight == other and codec.outcome_of(state, number) == outcome, f"result {number} is not {outcome}")


def _check_actions(game: Game, codec: Codec, state: State) -> set[int]:
    found: dict[int, int] = {}
    for order in state.legal() if state.turn() >= 0 else []:
        action, text = int(codec.action_of(state, order)), game.write(state, order)
        demand(0 <= action < codec.actions, f"'{text}' has the action {action}, and there are {codec.actions}")
        demand(action not in found, f"'{text}' has the action of another order")
        demand(codec.order_of(state, action) == order, f"action {action} of '{text}' is another order")
        found[action] = order
    demand(codec.legal_actions(state) == sorted(found), "the legal actions are not those of the orders")
    return set(found)


def _check_arrays(codec: Codec, state: State, masks: ByteRows, pages: ByteRows) -> None:
    """Rows that are used again hold the same as fresh ones."""
    codec.mask(state, masks, 0)
    mask = masks.as_bytes(0)
    demand(mask == codec.legal_mask(state), "a mask depends on what its row held before")
    demand([place for place, byte in enumerate(mask) if byte] == codec.legal_actions(state), "a mask is not the rules")
    for seat in range(len(state.seat_names())):
        codec.observe_row(state, seat, pages, 0)
        seen = codec.observation(state, seat)
        demand(pages.as_bytes(0) == seen, "an observation depends on what its row held before")
        demand(len(seen) == codec.size, "an observation has another size than its shape")


def _check_twins(game: Game, codec: Codec, state: State, luck: Luck) -> int:
    """A position that a seat cannot tell from this one looks the same to it, and its memory grows in the same way."""
    twins = 0
    for seat, name in enumerate(state.seat_names()):
        twin = game.guess(state, seat, luck)
        if twin.encode() == state.encode():
            continue
        twins += 1
        demand(codec.observation(twin, seat) == codec.observation(state, seat), f"{name} sees what it may not know")
        if state.turn() == seat:
            demand(codec.legal_mask(twin) == codec.legal_mask(state), f"{name} learns secrets from what is legal")
        common = sorted(set(twin.legal()) & set(state.legal())) if state.turn() >= 0 else []
        if common:
            order = common[int(luck.below(len(common)))]
            (shown, memory), (other, twins_memory) = (_after(game, codec, one, order, seat) for one in (state, twin))
            demand(shown != other or memory == twins_memory, f"{name} remembers what it may not know")
    return twins


def _after(game: Game, codec: Codec, state: State, order: int, seat: int) -> tuple[Any, str]:
    """What a seat sees and remembers after an order, which may reveal something."""
    recall, after = Recall(game, codec, len(state.seat_names())), state.copy()
    recall.play(after, order)
    return plain(game.view(after, seat)), recall.memory(seat)


def tables(codec: Codec) -> str:
    """The orders and planes of a codec as Markdown."""
    orders = [f"| {block.first} | {block.count} | {block.name} | {block.text} |" for block in codec.blocks]
    lines = ["| From | Actions | Orders | Numbered by |", "|---:|---:|---|---|", *orders, ""]
    lines += ["| Planes | | Each cell |", "|---|---|---|", *_runs([(p.name, p.text) for p in codec.planes], 0)]
    cells, first = int(codec.rows * codec.columns), len(codec.planes)
    last = codec.shape[0] - 1
    where = f"{first}" if last == first else f"{first} to {last}"
    lines += [f"| {where} | numbers | single numbers, one in each cell, as follows |", ""]
    lines += ["| Numbers | | |", "|---|---|---|", *_runs([(n.name, n.text) for n in codec.numbers], 0)]
    demand(len(codec.numbers) <= cells * (last - first + 1), "there are more numbers than cells for them")
    lines += [f"\nSymmetry: {symmetry.text}." for symmetry in codec.symmetries]
    return "\n".join(lines)


def _runs(parts: list[tuple[str, str]], first: int) -> list[str]:
    """Rows of a table; neighbours that mean the same share one."""
    rows: list[str] = []
    begin = 0
    for index in range(1, len(parts) + 1):
        if index == len(parts) or parts[index][1] != parts[begin][1]:
            where = f"{first + begin}" if index - begin == 1 else f"{first + begin} to {first + index - 1}"
            rows.append(f"| {where} | {', '.join(name for name, _ in parts[begin:index])} | {parts[begin][1]} |")
            begin = index
    return rows


def document() -> str:
    """All spaces of our own games as Markdown: the end of docs/encodings.md."""
    rows, parts = [], []
    for entry in own_games():
        game = load(entry.name)
        codec = game.codec(Setup())
        for setup in [Setup(map=name) for name in game.maps] or [Setup()]:
            rows += [_summary(game, setup), *_deviations(game, setup)]
        parts.append(f"### {game.title}\n\n{_about(codec)}\n\n{tables(codec)}\n")
    head = "| Game | Set-up | Version | Seats | Actions | Observation | Results |\n|---|---|---:|---:|---:|---|---:|"
    return "\n".join([head, *rows, "", *parts])


def _about(codec: Codec) -> str:
    """The docstring of its class in one line."""
    return " ".join((type(codec).__doc__ or "").split())


def _summary(game: Game, setup: Setup) -> str:
    codec = game.codec(setup)
    shape = " x ".join(str(number) for number in codec.shape)
    named = ", ".join(filter(None, [setup.map, *(f"{key}={value}" for key, value in setup.options.items())]))
    facts = (game.title, named, codec.version, len(game.seating(setup)), f"{codec.actions:,}", shape, codec.chances)
    return f"| {' | '.join(str(fact) for fact in facts)} |"


def _deviations(game: Game, setup: Setup) -> list[str]:
    """The rows of options with which a set-up has other spaces."""
    usual, rows = game.codec(setup), []
    for option in game.options:
        for value in option.values:
            changed = Setup({option.key: value}, map=setup.map)
            codec = game.codec(changed)
            if (codec.actions, codec.shape) != (usual.actions, usual.shape):
                rows.append(_summary(game, changed))
    return rows


if __name__ == "__main__":
    print(document())
