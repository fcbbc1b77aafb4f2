"""The one redaction door: whatever a viewer learns of a table is made here, for a seat or for a spectator (-1).

Three sieves and no others: `game.view(state, viewer)`, an event's `may_know`, and the audience of orders and dice.
"""

from bisect import bisect_right
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

import msgspec

from pawnstorm.core.dice import EVERYONE
from pawnstorm.core.events import Event
from pawnstorm.core.fairdice import write_pledge
from pawnstorm.core.game import Ending
from pawnstorm.core.match import Match
from pawnstorm.core.record import of_match, write
from pawnstorm.core.state import OVER
from pawnstorm.core.table import Step
from pawnstorm.core.view import Cell, View
from pawnstorm.server.guests import Guest
from pawnstorm.server.protocol import (
    DiceInfo,
    EndInfo,
    EventInfo,
    Invitation,
    Proposal,
    SeatInfo,
    StepInfo,
    TableInfo,
    Update,
)
from pawnstorm.server.table import Table

SPECTATOR = -1
"""The viewer without a seat."""


def viewer_of(table: Table, guest: str) -> int:
    """Through which seat a guest looks: the one to act if it is the guest's, else the first; -1 if there is none."""
    held = table.held_by(guest)
    if not held:
        return SPECTATOR
    return table.turn if table.turn in held else held[0]


# ---- positions ----------------------------------------------------------------------------------------------------


def view_of(table: Table, viewer: int) -> View:
    """What a viewer sees of the position; a match that has not begun or was closed by its players offers nothing."""
    match = table.match
    if match is None:
        names = " and ".join(seat.name for seat in table.seats if not seat.taken)
        view = table.game.view(table.opening, viewer)
        return replace(view, prompt=f"Waiting for {names}", offers=())
    return position_of(match, match.state, viewer, bool(match.closing))


def position_of(match: Match, state: Any, viewer: int, closed: bool) -> View:
    """What a viewer sees of one position of a match."""
    view = match.game.view(state, viewer)
    ending = match.ending if closed else None
    if ending is None:
        return view
    return replace(view, turn=OVER, prompt="The game is over", offers=(), winners=ending.winners, ending=ending.text)


def _number(value: object) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"a {type(value).__name__} cannot travel")


ENCODER = msgspec.json.Encoder(enc_hook=_number)
"""Whatever leaves the server is encoded by this."""

_CELLS: dict[int, tuple[tuple[Cell, ...], msgspec.Raw]] = {}
_CELLS_ROOM = 64
_FIELDS = tuple(View.__dataclass_fields__)


def encode_view(view: View) -> msgspec.Raw:
    """A view as JSON. The cells of a board rarely change, so their JSON is kept for as long as the tuple lives."""
    values = {name: getattr(view, name) for name in _FIELDS}
    values["cells"] = _encoded_cells(view.cells)
    return msgspec.Raw(ENCODER.encode(values))


def _encoded_cells(cells: tuple[Cell, ...]) -> msgspec.Raw:
    known = _CELLS.get(id(cells))
    if known is not None:
        return known[1]
    raw = msgspec.Raw(ENCODER.encode(cells))
    if len(_CELLS) >= _CELLS_ROOM:
        _CELLS.clear()
    # The tuple is kept beside its JSON, so its id cannot be given to another.
    _CELLS[id(cells)] = (cells, raw)
    return raw


# ---- what happened ------------------------------------------------------------------------------------------------


def knows(audience: int, viewer: int) -> bool:
    """Whether a viewer belongs to an audience."""
    return audience == EVERYONE or (viewer >= 0 and bool(audience >> viewer & 1))


def step_of(step: Step, rev: int, viewer: int) -> StepInfo:
    """A step as the viewer may know it: a secret order is empty, a secret face is 0."""
    return StepInfo(
        rev,
        step.seat,
        step.order if knows(step.audience, viewer) else "",
        [
            [face if die.shown_to(viewer) else 0 for die, face in zip(pool.dice, group, strict=True)]
            for pool, group in zip(step.pools, step.faces, strict=True)
        ],
        [[die.sides for die in pool.dice] for pool in step.pools],
        [event_of(event) for event in step.events if event.may_know(viewer)],
    )


def event_of(event: Event) -> EventInfo:
    """An event that the viewer may know."""
    return EventInfo(event.kind, event.text, event.rule, list(event.cells), event.numbers)


def first_step(match: Match) -> int:
    """Where the steps to show begin: an opening without dice is none."""
    opening = match.steps[0]
    return 0 if opening.faces or opening.events else 1


def steps_since(table: Table, seen: int, viewer: int) -> list[StepInfo]:
    """The steps that stand and are newer than a revision."""
    if table.match is None:
        return []
    begin = max(first_step(table.match), bisect_right(table.revs, seen))
    news = zip(table.revs[begin:], table.match.steps[begin:], strict=True)
    return [step_of(step, rev, viewer) for rev, step in news]


def end_of(ending: Ending | None) -> EndInfo | None:
    """How a match ended."""
    return EndInfo(list(ending.winners), ending.text, ending.rule) if ending else None


# ---- the table ----------------------------------------------------------------------------------------------------


def info_of(table: Table, guest: Guest, online: set[str], spectators: int) -> TableInfo:
    """The table without its position, as a guest may see it."""
    seats = [
        SeatInfo(
            seat.name,
            seat.kind,
            seat.player,
            seat.taken,
            bool(guest.id) and seat.holder == guest.id,
            seat.kind == "computer" or (bool(seat.holder) and seat.holder in online),
        )
        for seat in table.seats
    ]
    pledge = table.pledge()
    seeds = {seat.name: seat.seed for seat in table.seats if seat.seed}
    return TableInfo(
        table.id,
        table.game.key,
        table.game.title,
        dict(table.setup.options),
        seats,
        invitations_of(table, guest),
        DiceInfo(pledge.commitment, seeds, pledge.server),
        table.rematch,
        spectators,
    )


def invitations_of(table: Table, guest: Guest) -> list[Invitation]:
    """The links that the maker may still hand out."""
    if not guest.id or guest.id != table.made.maker:
        return []
    free = [number for number, seat in enumerate(table.seats) if not seat.taken]
    return [Invitation(number, guest.invitation(table.id, number)) for number in free]


def update_of(table: Table, guest: Guest, seen: int, view: msgspec.Raw, info: TableInfo) -> Update:
    """The one message down, from an encoded view."""
    viewer = viewer_of(table, guest.id)
    match = table.match
    proposal = table.proposal
    return Update(
        table.rev,
        len(match.steps) - first_step(match) if match else 0,
        steps_since(table, seen, viewer),
        cast(View, view),
        info,
        end_of(match.ending) if match else None,
        Proposal(proposal.kind, proposal.seat, list(proposal.agreed)) if proposal else None,
        not table.proposal and bool(guest.id) and table.undo_count(guest.id) > 0,
    )


# ---- the record ---------------------------------------------------------------------------------------------------


def keeps_secrets(table: Table) -> bool:
    """Whether the record must wait for the end: it holds orders, dice or events that not everybody may know."""
    if table.match is None or table.over:
        return False
    return any(_secret(step) for step in table.match.steps)


def _secret(step: Step) -> bool:
    if step.audience != EVERYONE or any(event.audience != EVERYONE for event in step.events):
        return True
    return any(die.audience != EVERYONE for pool in step.pools for die in pool.dice)


def record_of(table: Table, match: Match) -> str:
    """The record of a match as text."""
    seats = {seat.name: seat.player if seat.kind == "computer" else "guest" for seat in table.seats}
    return write(of_match(match, seats, write_pledge(table.pledge())))
