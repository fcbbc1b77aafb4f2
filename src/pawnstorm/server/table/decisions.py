"""What a guest may do at a table: a request becomes entries to store, or it is refused. The table does not change."""

from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec import structs

from pawnstorm.core.asking import counts_questions
from pawnstorm.core.changes import Agreed, Change, Declined, Played, Proposed, Resigned, TakenBack
from pawnstorm.core.errors import Refusal, Refused, UsageError
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.match import Match
from pawnstorm.core.state import OVER, State
from pawnstorm.core.step import Step
from pawnstorm.server.guests import fingerprint
from pawnstorm.server.storage import entries
from pawnstorm.server.storage.entries import Entry, Made, SeatMade
from pawnstorm.server.table.table import Precomputed, Table
from pawnstorm.server.wire.messages import Answer, Order, Propose, Resign


@dataclass(frozen=True)
class TakeSeat:
    """A guest comes with an invitation."""

    token: str
    seed: str


@dataclass(frozen=True)
class GiveSeed:
    """The holder of a seat adds a seed to the dice."""

    seed: str


@dataclass(frozen=True)
class AskRematch:
    """The holder of a seat wants to play again; the id and the secret seed of the new table are chosen already."""

    table: str
    server_seed: str
    seed: str


@dataclass(frozen=True)
class ComputerOrder:
    """The order of a computer player in the position of a revision."""

    rev: int
    seat: int
    order: str


@dataclass(frozen=True)
class DeclineReaction:
    """The time of a reaction is over, or its player has muted it."""

    rev: int


@dataclass(frozen=True)
class AskHelp:
    """A player asks the computer. If several people play, the others are told."""

    rev: int
    orders: bool


Play = Order | ComputerOrder | DeclineReaction | Resign | Propose | Answer
"""What happens in the match itself."""

TableRequest = Play | TakeSeat | GiveSeed | AskRematch | AskHelp
"""Everything that can change a table."""


class NewEntry(NamedTuple):
    """An entry to store, with what has been computed for it, so that applying it need not do that again."""

    entry: Entry
    computed: Precomputed = None


@dataclass
class Decision:
    """The entries to store; after a rematch also the first entries of the new table."""

    changes: list[NewEntry] = field(default_factory=list)
    new_table: str = ""
    new_table_entries: list[Entry] = field(default_factory=list)

    @property
    def entries(self) -> list[Entry]:
        """The entries to store."""
        return [change.entry for change in self.changes]

    def apply_to(self, table: Table) -> None:
        """Carry out the entries, which have been stored."""
        for entry, computed in self.changes:
            table.apply(entry, computed)


def decide(table: Table, guest: str, request: TableRequest) -> Decision:
    """The entries that a request leads to; `Refused` says why there are none."""
    if isinstance(request, TakeSeat):
        return _take_seat(table, guest, request)
    if isinstance(request, GiveSeed):
        return _give_seed(table, guest, request)
    if isinstance(request, AskRematch):
        return _rematch(table, guest, request)
    if isinstance(request, AskHelp):
        check_help(table, guest, request.rev, now=True, orders=request.orders)
        return Decision([NewEntry(entries.Hinted(table.turn))] if counts_questions(table.session) else [])
    return _play(table, guest, request)


# ---- playing ------------------------------------------------------------------------------------------------------


def _play(table: Table, guest: str, request: Play) -> Decision:
    """The changes of the session, with everything that the table adds to them by itself."""
    session = table.session
    if isinstance(request, Order):
        session.check_player(guest)
    if isinstance(request, Resign | Propose | Answer):
        session.check_seat(guest, request.seat)
    _check_current(table, request.rev)
    session.match.tower = table.tower()
    changes = _changes(table, guest, request)
    if step := _last_step(changes):
        changes += session.unasked_declines_after(step)
    decision = Decision([NewEntry(_entry(table, change), change) for change in changes])
    if step := _last_step(changes):
        decision.changes += [NewEntry(entry) for entry in _campaign_gains(table, step.state)]
    return decision


def _last_step(changes: list[Change]) -> Step | None:
    last = changes[-1]
    return last.step if isinstance(last, Played | Resigned) else None


def _changes(table: Table, guest: str, request: Play) -> list[Change]:
    session = table.session
    if isinstance(request, Order):
        return session.order(guest, request.do)
    if isinstance(request, ComputerOrder):
        return session.program_order(request.seat, request.order)
    if isinstance(request, DeclineReaction):
        return session.decline()
    if isinstance(request, Resign):
        return session.resign(guest, request.seat)
    if isinstance(request, Propose):
        return session.propose(guest, request.seat, request.kind)
    return session.answer(guest, request.seat, request.accept)


def _check_current(table: Table, rev: int) -> None:
    """Refuse unless the match is running and the guest has seen its present position."""
    if not table.waiting and rev != table.rev:
        raise Refused(Refusal.STALE, "the table has changed since you looked at it")
    table.session.running_match()


def _entry(table: Table, change: Change) -> Entry:
    """A change as it is stored."""
    if isinstance(change, Played):
        step = change.step
        return entries.Ordered(
            seat=step.seat,
            order=step.order,
            faces=step.faces,
            digest=step.digest,
            unasked=change.unasked,
        )
    if isinstance(change, Resigned):
        left = change.step
        return entries.Resigned(change.seat, left.faces, left.digest) if left else entries.Resigned(change.seat)
    if isinstance(change, Proposed):
        return entries.Proposed(change.seat, change.kind)
    if isinstance(change, Agreed):
        return entries.Agreed(change.seat)
    if isinstance(change, Declined):
        return entries.Declined(change.seat)
    if isinstance(change, TakenBack):
        digest = table.session.match.steps[-1 - change.count].digest
        return entries.TakenBack(change.seat, change.count, digest)
    return entries.Drawn(change.seat)


def _campaign_gains(table: Table, state: State) -> list[Entry]:
    """The progress of a campaign in a position: a map that is won."""
    if not table.made.campaign or state.turn() != OVER:
        return []
    onward = table.game.onward(table.setup, state)
    if onward is not None and onward.map == table.setup.map:
        return []
    return [entries.Advanced(table.setup.map, onward.armies if onward else ())]


# ---- asking the computer ------------------------------------------------------------------------------------------


def check_help(table: Table, guest: str, rev: int, now: bool, orders: bool) -> None:
    """Refuse a guest who may not ask the computer during the game; `orders` if the question is what to do."""
    if now:
        _check_current(table, rev)
    table.session.check_help(guest, now, orders, table.made.hints)


# ---- seats and seeds ----------------------------------------------------------------------------------------------


def _take_seat(table: Table, guest: str, request: TakeSeat) -> Decision:
    invitation = fingerprint(request.token)
    for number, seat in enumerate(table.seats):
        if seat.invitation == invitation:
            return _sit(table, guest, number, request.seed)
    raise Refused(Refusal.NOT_YOUR_SEAT, "this invitation does not belong to the table")


def _sit(table: Table, guest: str, number: int, seed: str) -> Decision:
    holder = table.seats[number].holder
    if holder == guest:
        return Decision()
    if holder:
        raise Refused(Refusal.TAKEN, f"{table.seats[number].name} has already been taken")
    joined = NewEntry(entries.Joined(number, guest, seed))
    if any(not seat.taken for at, seat in enumerate(table.seats) if at != number):
        return Decision([joined])
    seeds = tuple(seed if at == number else seat.seed for at, seat in enumerate(table.seats))
    started, match = start(table, seeds)
    return Decision([joined, NewEntry(started, match)])


def start(table: Table, seeds: tuple[str, ...]) -> tuple[entries.Started, Match]:
    """Begin the match, with the dice that its opening needs."""
    match = Match(table.game, table.setup, table.tower(seeds))
    first = match.steps[0]
    return entries.Started(first.faces, first.digest), match


def _give_seed(table: Table, guest: str, request: GiveSeed) -> Decision:
    seats = table.session.held_by(guest)
    if not seats:
        raise Refused(Refusal.NOT_YOUR_SEAT, "only players may add seeds to the dice")
    if table.rolls:
        raise Refused(Refusal.ILLEGAL, "the seeds are fixed: the first dice have been thrown")
    if table.seats[seats[0]].seed or not request.seed:
        raise Refused(Refusal.ILLEGAL, "a seed can be added only once and must not be empty")
    return Decision([NewEntry(entries.Seeded(seats[0], request.seed))])


# ---- rematch ------------------------------------------------------------------------------------------------------


def _rematch(table: Table, guest: str, request: AskRematch) -> Decision:
    if not table.session.held_by(guest):
        raise Refused(Refusal.NOT_YOUR_SEAT, "only players may ask for a rematch")
    if not table.over:
        raise Refused(Refusal.NOT_OVER, "a rematch can be asked for when the game is over")
    if table.rematch:
        return Decision()
    made = _swapped(table, guest, request)
    rematched = NewEntry(entries.Rematched(request.table))
    return Decision([rematched], request.table, opening_entries(request.table, made))


def _swapped(table: Table, guest: str, request: AskRematch) -> Made:
    """A table like this one, with every player one seat further."""
    shifted = [table.seats[-1], *table.seats[:-1]]
    first = next(number for number, seat in enumerate(shifted) if seat.holder == guest)
    seats = tuple(
        SeatMade(
            kind="computer" if seat.kind == "computer" else "here" if seat.holder == guest else "open",
            player=seat.program,
            holder=seat.holder,
            seed=request.seed if number == first else "",
        )
        for number, seat in enumerate(shifted)
    )
    armies = table.made.armies
    if len(armies) == len(seats):
        armies = (armies[-1], *armies[:-1])
    made = structs.replace(table.made, armies=armies, seats=seats, maker=guest, server_seed=request.server_seed)
    # With swapped sides it is no part of the campaign.
    return structs.replace(_by_present_rules(table.game, made), campaign="")


def _by_present_rules(game: Game, made: Made) -> Made:
    """The same first entry, but by the present rules; the old table may be of earlier ones."""
    try:
        setup = game.renewed(Setup(made.options, made.armies, made.map))
    except UsageError as error:
        raise Refused(Refusal.ILLEGAL, f"the present rules do not allow that rematch: {error}") from None
    return structs.replace(made, rules_version=setup.rules, options=dict(setup.options))


def opening_entries(table: str, made: Made) -> list[Entry]:
    """The first entries of a new table: it is made, and the match begins at once if no seat is free."""
    fresh = Table(table, made)
    if any(not seat.taken for seat in fresh.seats):
        return [made]
    started, _ = start(fresh, fresh.seeds)
    return [made, started]
