"""The one redaction door: whatever a viewer learns of a table is made here, for a seat or for a spectator (-1).

Four sieves and no others, all of them the core's: `game.view(state, viewer)`, an event's `may_know`, a step's
`order_for` and `faces_for`, and `record.seen_by`, which is made of these.
"""

from bisect import bisect_right
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any, cast

import msgspec
from msgspec import structs

from pawnstorm.core.events import Event
from pawnstorm.core.fairdice import write_pledge
from pawnstorm.core.game import Ending, Game
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match, gives_secret_orders
from pawnstorm.core.record import of_match, seen_by, write
from pawnstorm.core.session import NOBODY_LOOKS, SHARED_SCREEN
from pawnstorm.core.state import OVER, State
from pawnstorm.core.step import Step
from pawnstorm.core.view import SPECTATOR, View, seen_from
from pawnstorm.core.wire import change_json, view_json
from pawnstorm.server.guests import Guest
from pawnstorm.server.table.reactions import ReactionClock
from pawnstorm.server.table.shared_screen import has_secrets, shared_view
from pawnstorm.server.table.table import Table
from pawnstorm.server.wire.messages import (
    DiceInfo,
    EndInfo,
    EventInfo,
    Invitation,
    MuteInfo,
    Proposal,
    Reaction,
    ScreenInfo,
    SeatInfo,
    StepInfo,
    TableInfo,
    Update,
)

MOST_KNOWN = 64
"""So many messages of one position are kept for others: a viewer may ask from any revision on, and so for many."""


# ---- positions ----------------------------------------------------------------------------------------------------


def view_of(table: Table, viewer: int, views: dict[int, View] | None = None) -> View:
    """What a viewer sees of the position; `views` are those of this position that have been made before."""
    views = {} if views is None else views
    if viewer not in views:
        actor = max(table.turn, 0)
        if viewer == SHARED_SCREEN:
            views[viewer] = _screen(table, views)
        elif table.game.open and viewer != actor:
            views[viewer] = seen_from(view_of(table, actor, views), viewer)
        else:
            views[viewer] = _look(table, viewer)
    return views[viewer]


def _look(table: Table, viewer: int) -> View:
    """Ask the game; a match that has not begun or was closed by its players offers nothing."""
    match = table.match
    if match is None:
        view = table.game.view(table.opening, viewer)
        return replace(view, prompt=f"Waiting for {table.session.free_names()}", offers=())
    return position_of(match, match.state, viewer, bool(match.closing))


def _screen(table: Table, views: dict[int, View]) -> View:
    """What a screen shows that the seat to act shares with others."""
    assert table.match is not None
    public, own = view_of(table, SPECTATOR, views), view_of(table, table.turn, views)
    return shared_view(table.game, table.match.state, public, own)


def screen_of(table: Table, guest: str, look: int, views: dict[int, View]) -> ScreenInfo | None:
    """Who looks at a screen that several players share, and who could; None at every other screen."""
    session = table.session
    if not session.shares_screen(guest) or session.begun is None:
        return None
    held = session.held_by(guest)
    shown = view_of(table, session.viewer_of(guest), views)
    secrets = [seat for seat in held if has_secrets(shown, view_of(table, seat, views))]
    return ScreenInfo(look if look in held else NOBODY_LOOKS, secrets)


def position_of(match: Match, state: Any, viewer: int, closed: bool) -> View:
    """What a viewer sees of one position of a match."""
    view = match.game.view(state, viewer)
    ending = match.ending if closed else None
    if ending is None:
        return view
    return replace(view, turn=OVER, prompt="The game is over", offers=(), winners=ending.winners, ending=ending.text)


def known_to(
    table: Table, state: State, seat: int, purpose: str
) -> tuple[str, dict[str, str], tuple[str, ...], str, int, str]:
    """The parts of a worker's `Known`: a position in which everything that a seat cannot know is dealt anew."""
    known = table.game.guess(state, seat, Luck(table.luck(purpose)))
    setup = table.setup
    return table.game.key, dict(setup.options), setup.armies, setup.map, setup.rules, known.encode()


def _number(value: object) -> str:
    """A fraction as text."""
    if not isinstance(value, Fraction):
        raise TypeError(f"a {type(value).__name__} cannot travel")
    return str(value)


ENCODER = msgspec.json.Encoder(enc_hook=_number)
"""Whatever leaves the server is encoded by this."""


def encode_view(view: View) -> msgspec.Raw:
    """A view as JSON."""
    return msgspec.Raw(view_json(view, view.cells, list(view.tokens)).encode())


def encode_change(before: View, view: View) -> tuple[msgspec.Raw, list[str]]:
    """What `Update` says of a view to somebody who has seen another: what differs, and the tokens that are gone."""
    body, gone = change_json(before, view)
    return msgspec.Raw(body.encode()), gone


# ---- what happened ------------------------------------------------------------------------------------------------


def step_of(step: Step, rev: int, viewer: int, revealed: bool = False) -> StepInfo:
    """A step as the viewer may know it: a secret order is empty, a secret face is 0.

    What has been ordered in secret and is `revealed` by now, everybody knows as its own seat does.
    """
    viewer = step.seen_as(viewer, revealed)
    return StepInfo(
        rev,
        step.seat,
        step.order_for(viewer),
        [list(group) for group in step.faces_for(viewer)],
        [[die.sides for die in pool.dice] for pool in step.pools],
        [[die.seat for die in pool.dice] for pool in step.pools],
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
    match = table.match
    first = first_step(match)
    begin = max(first, bisect_right(table.revs, seen))
    revealed = match.revealed
    if revealed and begin > first and gives_secret_orders(match.game, match.steps[begin - 1].state):
        # Since then all secret orders have come to light, those included that have been told without their words.
        begin = first
    news = zip(table.revs[begin:], match.steps[begin:], strict=True)
    return [step_of(step, rev, viewer, revealed) for rev, step in news]


def encode_steps(table: Table, seen: int, viewer: int, known: dict[tuple[int, int], msgspec.Raw]) -> msgspec.Raw:
    """The steps since a revision as JSON; `known` are those of this position that have been written before."""
    # Where nothing is secret everybody is told the same, so it is written once.
    key = (seen, SPECTATOR if table.game.open else viewer)
    if key not in known:
        if len(known) >= MOST_KNOWN:
            known.clear()
        known[key] = msgspec.Raw(ENCODER.encode(steps_since(table, *key)))
    return known[key]


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
            seat.program,
            seat.taken,
            bool(guest.id) and seat.holder == guest.id,
            seat.kind == "computer" or (bool(seat.holder) and seat.holder in online),
            seat.hints,
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
        *map_words(table.game, table.setup.map),
        bool(table.made.campaign),
        table.hints and (not table.session.several_people or bool(table.session.held_by(guest.id))),
    )


@cache
def map_words(game: Game, key: str) -> tuple[str, str]:
    """Title and task of one of a game's own maps; empty for others and where there is only one."""
    if key not in game.maps:
        return "", ""
    survey = game.survey(key)
    return survey.title, survey.about


def invitations_of(table: Table, guest: Guest) -> list[Invitation]:
    """The links that the maker may still hand out."""
    if not guest.id or guest.id != table.made.maker:
        return []
    free = [number for number, seat in enumerate(table.seats) if not seat.taken]
    return [Invitation(number, guest.invitation(table.id, number)) for number in free]


def reaction_of(table: Table, guest: Guest, clock: ReactionClock | None, viewer: int) -> Reaction | None:
    """A moment for reactions; whether the seat can choose anything is told to its guest alone.

    On a shared screen that is secret, too: there the seat is always asked until it looks.
    """
    reaction = table.session.reaction()
    if reaction is None:
        return None
    shown = Reaction(reaction.seat, reaction.window)
    if clock:
        shown = Reaction(reaction.seat, reaction.window, clock.left(table.rev), clock.thinking(table.rev))
    if not guest.id or table.seats[reaction.seat].holder != guest.id:
        return shown
    answered = clock is not None and clock.answered(table.rev)
    asked = reaction.asked or (viewer != reaction.seat and not reaction.muted)
    return structs.replace(shown, order=reaction.order, asked=asked, answered=answered)


def proposal_of(table: Table, guest: Guest) -> Proposal | None:
    """The proposal that stands, and whether it waits for the guest."""
    proposal = table.session.proposal
    if proposal is None:
        return None
    return Proposal(proposal.kind, proposal.seat, list(proposal.agreed), table.session.waits_for(guest.id))


def update_of(
    table: Table,
    guest: Guest,
    steps: msgspec.Raw,
    view: msgspec.Raw,
    gone: list[str] | None,
    info: TableInfo | None,
    clock: ReactionClock | None = None,
    screen: ScreenInfo | None = None,
) -> Update:
    """The one message down, from encoded parts; `gone` if the view builds on one, no `info` if it is known."""
    match = table.match
    session = table.session
    return Update(
        table.rev,
        len(match.steps) - first_step(match) if match else 0,
        cast(list[StepInfo], steps),
        cast(View, view),
        gone,
        info,
        end_of(match.ending) if match else None,
        proposal_of(table, guest),
        session.proposal is None and bool(guest.id) and session.can_take_back(guest.id),
        reaction_of(table, guest, clock, session.viewer_of(guest.id, screen.looks if screen else NOBODY_LOOKS)),
        session.out,
        screen,
        [MuteInfo(seat, window) for seat, window in session.muted_by(guest.id)] if guest.id else [],
        session.speaker(guest.id),
        session.may_draw(guest.id),
        session.may_ask(guest.id, True, table.made.hints),
        session.may_ask(guest.id, False, table.made.hints),
    )


# ---- the record ---------------------------------------------------------------------------------------------------


def record_of(table: Table, match: Match) -> str:
    """The whole record of a match as text, for the server's own eyes."""
    return write(of_match(match, _players(table), write_pledge(table.pledge())))


def record_for(table: Table, match: Match, viewer: int) -> str:
    """The record of a match as text for one viewer: what he may not know is hidden until the match is over."""
    return write(seen_by(match, _players(table), viewer, write_pledge(table.pledge())))


def _players(table: Table) -> dict[str, str]:
    return {seat.name: seat.program if seat.kind == "computer" else "guest" for seat in table.seats}
