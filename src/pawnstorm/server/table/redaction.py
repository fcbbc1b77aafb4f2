"""Everything that a viewer learns about a table is made here, for a seat or for the spectator.

What a viewer may not know is left out by the core: in views, in steps (`server/wire/steps.py`), in the session's
`reaction_for` and `muted_by`, and in `record.seen_by`.
"""

from dataclasses import replace
from functools import cache

from pawnstorm.ai.evaluators import has_evaluator
from pawnstorm.core.asking import may_ask
from pawnstorm.core.game import Game
from pawnstorm.core.luck import Luck
from pawnstorm.core.permissions import may_ask_now, may_draw, must_answer, speaker
from pawnstorm.core.session import NOBODY_LOOKS, SHARED_SCREEN
from pawnstorm.core.state import State
from pawnstorm.core.view import SPECTATOR, View, seen_from
from pawnstorm.server.guests import Guest
from pawnstorm.server.jobs.definitions import KnownPosition
from pawnstorm.server.table.reactions import ReactionClock
from pawnstorm.server.table.shared_screen import has_secrets, shared_view
from pawnstorm.server.table.table import Table
from pawnstorm.server.wire.encoding import EncodedSteps, EncodedUpdate, EncodedView
from pawnstorm.server.wire.messages import MuteInfo, Proposal, Reaction, ScreenInfo
from pawnstorm.server.wire.steps import end_of, first_step, position_of
from pawnstorm.server.wire.tables import DiceInfo, Invitation, SeatInfo, TableInfo

Views = dict[tuple[int, int], View]
"""The views that have been made already: for a viewer, and after which step the viewer sees the table."""


# ---- positions ----------------------------------------------------------------------------------------------------


def view_of(table: Table, viewer: int, guest: str = "", views: Views | None = None) -> View:
    """What a viewer sees, after the last step that the guest knows of; `views` are the views made already."""
    views = {} if views is None else views
    key = viewer, table.last_for(guest)
    if key not in views:
        actor = max(table.turn, 0)
        if viewer == SHARED_SCREEN:
            views[key] = _shared_screen_view(table, guest, views)
        elif table.game.open and viewer != actor:
            views[key] = seen_from(view_of(table, actor, guest, views), viewer)
        else:
            views[key] = _seat_view(table, viewer, key[1])
    return views[key]


def _seat_view(table: Table, viewer: int, last: int) -> View:
    """The game's view after a step. A match that has not begun, or that its players have ended, offers nothing."""
    match = table.match
    if match is None:
        view = table.game.view(table.opening, viewer)
        return replace(view, prompt=f"Waiting for {table.session.free_names()}", offers=())
    return position_of(match, match.steps[last].state, viewer, bool(match.closing))


def _shared_screen_view(table: Table, guest: str, views: Views) -> View:
    """What a screen shows that the seat to act shares with others."""
    assert table.match is not None
    public, own = view_of(table, SPECTATOR, guest, views), view_of(table, table.turn, guest, views)
    return shared_view(table.game, table.match.state, public, own)


def screen_of(table: Table, guest: str, look: int, views: Views) -> ScreenInfo | None:
    """Which seat looks at a shared screen, and which seats have secrets; None if the screen is not shared."""
    session = table.session
    if not session.shares_screen(guest) or table.waiting:
        return None
    held = session.held_by(guest)
    shown = view_of(table, session.viewer_of(guest), guest, views)
    secrets = [seat for seat in held if has_secrets(shown, view_of(table, seat, guest, views))]
    return ScreenInfo(looking_seat=look if look in held else NOBODY_LOOKS, secrets=secrets)


def position_known_to(table: Table, state: State, seat: int, purpose: str) -> KnownPosition:
    """A position for a worker in which everything that a seat cannot know is a guess."""
    known = table.game.guess(state, seat, Luck(table.secret_seed(purpose)))
    setup = table.setup
    return KnownPosition(
        game=table.game.key,
        options=dict(setup.options),
        armies=setup.armies,
        map=setup.map,
        rules=setup.rules,
        state=known.encode(),
    )


# ---- the table ----------------------------------------------------------------------------------------------------


def info_of(table: Table, guest: Guest, online: set[str], spectators: int) -> TableInfo:
    """The table without its position, as a guest may see it."""
    pledge = table.pledge()
    title, about = map_texts(table.game, table.setup.map)
    return TableInfo(
        id=table.id,
        game=table.game.key,
        title=table.game.title,
        options=dict(table.setup.options),
        seats=_seats_of(table, guest, online),
        invitations=invitations_of(table, guest),
        dice=DiceInfo(
            commitment=pledge.commitment,
            seeds={seat.name: seat.seed for seat in table.seats if seat.seed},
            server_seed=pledge.server,
        ),
        rematch=table.rematch,
        spectators=spectators,
        map=title,
        about=about,
        campaign=bool(table.made.campaign),
        hints=may_ask(table.session, guest.id, table.made.hints),
    )


def _seats_of(table: Table, guest: Guest, online: set[str]) -> list[SeatInfo]:
    return [
        SeatInfo(
            name=seat.name,
            kind=seat.kind,
            player=seat.program,
            taken=seat.taken,
            mine=bool(guest.id) and seat.holder == guest.id,
            online=seat.kind == "computer" or (bool(seat.holder) and seat.holder in online),
            hints=seat.hints,
        )
        for seat in table.seats
    ]


@cache
def map_texts(game: Game, key: str) -> tuple[str, str]:
    """Title and task of one of the game's own maps; empty for other maps and for games with one map."""
    if key not in game.maps:
        return "", ""
    survey = game.survey(key)
    return survey.title, survey.about


def invitations_of(table: Table, guest: Guest) -> list[Invitation]:
    """The links to free seats, for the maker of the table only."""
    if not guest.id or guest.id != table.made.maker:
        return []
    free = [number for number, seat in enumerate(table.seats) if not seat.taken]
    return [Invitation(number, guest.invitation(table.id, number)) for number in free]


def reaction_of(table: Table, guest: Guest, clock: ReactionClock | None, look: int) -> Reaction | None:
    """The present reaction as a guest may know it; only the guest who is asked learns whether there is a choice."""
    reaction = table.session.reaction_for(guest.id, look)
    if reaction is None:
        return None
    own = bool(guest.id) and table.seats[reaction.seat].holder == guest.id
    return Reaction(
        seat=reaction.seat,
        window=reaction.window,
        left=clock.left(table.rev, own) if clock else 0,
        thinking=clock is not None and clock.extended(table.rev),
        order=reaction.order,
        asked=reaction.asked,
        answered=own and clock is not None and clock.answered(table.rev),
    )


def proposal_of(table: Table, guest: Guest) -> Proposal | None:
    """The present proposal, and whether it waits for the guest's answer."""
    proposal = table.session.proposal
    if proposal is None:
        return None
    return Proposal(proposal.kind, proposal.seat, list(proposal.agreed), must_answer(table.session, guest.id))


def update_of(
    table: Table,
    guest: Guest,
    *,
    steps: EncodedSteps,
    view: EncodedView,
    gone: list[str] | None = None,
    info: TableInfo | None = None,
    clock: ReactionClock | None = None,
    screen: ScreenInfo | None = None,
    orders_left: int | None = None,
) -> EncodedUpdate:
    """An update for a guest; `gone` if the view builds on an earlier one, no `info` if it has not changed."""
    match, session = table.match, table.session
    evaluated = has_evaluator(table.game.key)
    return EncodedUpdate(
        rev=table.rev_for(guest.id),
        length=table.count_for(guest.id) - first_step(match) if match else 0,
        steps=steps,
        view=view,
        gone=gone,
        table=info,
        end=end_of(match.ending) if match else None,
        proposal=proposal_of(table, guest),
        can_undo=session.proposal is None and bool(guest.id) and session.can_take_back(guest.id),
        reaction=reaction_of(table, guest, clock, screen.looking_seat if screen else NOBODY_LOOKS),
        out=session.out,
        screen=screen,
        orders_left=orders_left,
        muted=[MuteInfo(seat, window) for seat, window in session.muted_by(guest.id)] if guest.id else [],
        speaker=speaker(session, guest.id),
        can_draw=may_draw(session, guest.id),
        can_hint=evaluated and may_ask_now(session, guest.id, orders=True, agreed=table.made.hints),
        can_ask_chances=evaluated and may_ask_now(session, guest.id, orders=False, agreed=table.made.hints),
    )
