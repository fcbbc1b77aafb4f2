"""One order carried out: `advance` checks every order of every match, in the terminal, server, tests and lab."""

import hashlib
from dataclasses import dataclass
from typing import Final

from pawnstorm.core.dice import EVERYONE, Pool, Tower, bad_face, knows
from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.core.events import Event, Journal
from pawnstorm.core.game import Game
from pawnstorm.core.state import CHANCE, State, refuse_unless_deciding
from pawnstorm.core.values import Value

RESIGNS: Final = "resigns"
"""The order of a step by which a seat resigned while the others play on."""

Faces = tuple[tuple[int, ...], ...]
"""The faces after an order: one group for each pool."""


@dataclass(init=False)
class Step(Value):
    """One order carried out: the position after it, its notation, its dice, what happened.

    `faces` has one group for each of `pools`; `audience` says who may know the order itself.
    """

    state: Final[State]
    seat: Final[int]
    order: Final[str]
    pools: Final[tuple[Pool, ...]]
    faces: Final[Faces]
    events: Final[tuple[Event, ...]]
    audience: Final[int]

    def __init__(
        self,
        state: State,
        seat: int,
        order: str,
        pools: tuple[Pool, ...],
        faces: Faces,
        events: tuple[Event, ...],
        audience: int = EVERYONE,
    ) -> None:
        self.state = state
        self.seat = seat
        self.order = order
        self.pools = pools
        self.faces = faces
        self.events = events
        self.audience = audience

    @property
    def digest(self) -> str:
        """A short hash of the order, its dice and the position after it, which a replay must reproduce."""
        return short_hash(f"{self.seat} {self.order} {self.faces} {self.state.encode()}")

    def seen_as(self, viewer: int, revealed: bool) -> int:
        """As which viewer to show it: once secret orders are revealed, as the seat that gave this one."""
        return self.seat if revealed and self.audience != EVERYONE else viewer

    def order_for(self, viewer: int) -> str:
        """The order; empty for a viewer (a seat or the spectator) who may not know it."""
        return self.order if knows(self.audience, viewer) else ""

    def faces_for(self, viewer: int) -> Faces:
        """The faces, with 0 for each one that a viewer may not see."""
        return tuple(
            tuple(face if die.shown_to(viewer) else 0 for die, face in zip(pool.dice, group, strict=True))
            for pool, group in zip(self.pools, self.faces, strict=True)
        )


def short_hash(text: str) -> str:
    """Twelve hex digits that change with any change of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def begin(game: Game, state: State, tower: Tower) -> Step:
    """Throw the dice that a starting position may ask for before anybody decides."""
    state = state.copy()
    journal = Journal()
    state.journal = journal
    pools, faces, events = _throw_dice(game, state, tower, journal)
    state.journal = None
    return Step(state, CHANCE, "", pools, faces, events)


def advance(game: Game, state: State, seat: int, text: str, tower: Tower) -> Step:
    """Carry out a seat's order and throw its dice. A refusal leaves the given state unchanged."""
    _check_turn(state, seat)
    move = game.read(state, text)
    if move not in state.legal():
        raise Refused(Refusal.ILLEGAL, f"'{text}' is not legal here")
    order, audience = game.write(state, move), game.audience(state, move)
    after = state.copy()
    journal = Journal()
    after.journal = journal
    after.play(move)
    pools, faces, events = _throw_dice(game, after, tower, journal)
    after.journal = None
    return Step(after, seat, order, pools, faces, events, audience)


def resign(game: Game, state: State, seat: int, tower: Tower) -> Step | None:
    """A seat resigns, in its turn or not; None where that ends the match, so that there is no position after it."""
    names = state.seat_names()
    if not state.in_game(seat):
        raise Refused(Refusal.ILLEGAL, f"{names[seat]} is out of the game")
    after = state.copy()
    journal = Journal()
    after.journal = journal
    if not after.resign(seat):
        return None
    pools, faces, events = _throw_dice(game, after, tower, journal)
    after.journal = None
    return Step(after, seat, RESIGNS, pools, faces, events)


def _check_turn(state: State, seat: int) -> None:
    refuse_unless_deciding(state)
    turn = state.turn()
    names = state.seat_names()
    if not 0 <= seat < len(names):
        raise Refused(Refusal.NOT_YOUR_TURN, "only a seat may give orders")
    if turn != seat:
        raise Refused(Refusal.NOT_YOUR_TURN, f"it is not {names[seat]}'s turn but {names[turn]}'s")


def _throw_dice(
    game: Game, state: State, tower: Tower, journal: Journal
) -> tuple[tuple[Pool, ...], Faces, tuple[Event, ...]]:
    """Throw dice until somebody must decide or the game is over: the pools, their faces, and all that happened."""
    pools: list[Pool] = []
    groups: list[tuple[int, ...]] = []
    events = _told(game, journal)
    while state.turn() == CHANCE:
        pool = state.pool()
        faces = tower.roll(pool)
        wrong = bad_face(pool, faces)
        if wrong:
            raise Refused(Refusal.ILLEGAL, wrong)
        events.append(game.tell_roll(state, faces))
        state.land(state.outcome_of(faces))
        pools.append(pool)
        groups.append(tuple(faces))
        events += _told(game, journal)
    return tuple(pools), tuple(groups), tuple(events)


def _told(game: Game, journal: Journal) -> list[Event]:
    events = [game.tell(fact) for fact in journal.facts]
    journal.facts.clear()
    return events
