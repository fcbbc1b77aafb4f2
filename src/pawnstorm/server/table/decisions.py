"""What a guest may do at a table: a wish becomes entries to store, or it is refused. Nothing here changes a table."""

from dataclasses import dataclass, field

from msgspec import structs

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
    """The holder of a seat wants to play again; the new table's id and secret are chosen already."""

    table: str
    server_seed: str
    seed: str


@dataclass(frozen=True)
class ComputerOrder:
    """A computer's answer to the position of a revision."""

    rev: int
    seat: int
    order: str


@dataclass(frozen=True)
class DeclineReaction:
    """The time of a reaction is over, or its player has muted it."""

    rev: int


@dataclass(frozen=True)
class AskHelp:
    """A player asks the computer. Where several people play, the others are told."""

    rev: int
    orders: bool


Wish = Order | Resign | Propose | Answer | TakeSeat | GiveSeed | AskRematch | ComputerOrder | DeclineReaction | AskHelp


@dataclass
class Decision:
    """The entries to store, each with what has been computed for it, and the first entries of a new table."""

    news: list[tuple[Entry, Precomputed]] = field(default_factory=list)
    new_table: str = ""
    new_entries: list[Entry] = field(default_factory=list)

    @property
    def entries(self) -> list[Entry]:
        """The entries to store."""
        return [entry for entry, _ in self.news]


def decide(table: Table, guest: str, wish: Wish) -> Decision:
    """The entries that grant a wish; `Refused` says why it is not granted."""
    if isinstance(wish, TakeSeat):
        return _take_seat(table, guest, wish)
    if isinstance(wish, GiveSeed):
        return _give_seed(table, guest, wish)
    if isinstance(wish, AskRematch):
        return _rematch(table, guest, wish)
    if isinstance(wish, AskHelp):
        check_help(table, guest, wish.rev, True, wish.orders)
        return Decision([(entries.Hinted(table.turn), None)] if table.session.several_people else [])
    return _play(table, guest, wish)


# ---- playing ------------------------------------------------------------------------------------------------------


def _play(
    table: Table, guest: str, wish: Order | ComputerOrder | DeclineReaction | Resign | Propose | Answer
) -> Decision:
    """What the session makes of a wish, with everything that the table adds to it by itself."""
    session = table.session
    if isinstance(wish, Order):
        session.check_player(guest)
    if isinstance(wish, Resign | Propose | Answer):
        session.check_seat(guest, wish.seat)
    _check_current(table, wish.rev)
    session.match.tower = table.tower()
    changes = _changes(table, guest, wish)
    if step := _last_step(changes):
        changes += session.declines_after(step)
    news: list[tuple[Entry, Precomputed]] = [(_entry(table, change), change) for change in changes]
    if step := _last_step(changes):
        news += [(entry, None) for entry in _campaign_gains(table, step.state)]
    return Decision(news)


def _last_step(changes: list[Change]) -> Step | None:
    last = changes[-1]
    return last.step if isinstance(last, Played | Resigned) else None


def _changes(
    table: Table, guest: str, wish: Order | ComputerOrder | DeclineReaction | Resign | Propose | Answer
) -> list[Change]:
    session = table.session
    if isinstance(wish, Order):
        return session.order(guest, wish.do)
    if isinstance(wish, ComputerOrder):
        return session.program_order(wish.seat, wish.order)
    if isinstance(wish, DeclineReaction):
        return session.decline()
    if isinstance(wish, Resign):
        return session.resign(guest, wish.seat)
    if isinstance(wish, Propose):
        return session.propose(guest, wish.seat, wish.kind)
    return session.answer(guest, wish.seat, wish.accept)


def _check_current(table: Table, rev: int) -> None:
    """The match must be running, and the guest must have seen its present state."""
    if not table.waiting and rev != table.rev:
        raise Refused(Refusal.STALE, "the table has changed since you looked at it")
    table.session.running_match()


def _entry(table: Table, change: Change) -> Entry:
    """A change as it is stored."""
    if isinstance(change, Played):
        step = change.step
        return entries.Ordered(step.seat, step.order, step.faces, step.digest, change.unasked)
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
    """What a campaign gains by a position: a map that is won."""
    if not table.made.campaign or state.turn() != OVER:
        return []
    onward = table.game.onward(table.setup, state)
    if onward is not None and onward.map == table.setup.map:
        return []
    return [entries.Advanced(table.setup.map, onward.armies if onward else ())]


# ---- asking the computer ------------------------------------------------------------------------------------------


def check_help(table: Table, guest: str, rev: int, now: bool, orders: bool) -> None:
    """Refuse a guest who may not ask the computer while the game goes on; `orders` if he wants to know what to do."""
    if now:
        _check_current(table, rev)
    table.session.check_help(guest, now, orders, table.made.hints)


# ---- seats and seeds ----------------------------------------------------------------------------------------------


def _take_seat(table: Table, guest: str, wish: TakeSeat) -> Decision:
    invitation = fingerprint(wish.token)
    for number, seat in enumerate(table.seats):
        if seat.invitation == invitation:
            return _sit(table, guest, number, wish.seed)
    raise Refused(Refusal.NOT_YOUR_SEAT, "this invitation does not belong to the table")


def _sit(table: Table, guest: str, number: int, seed: str) -> Decision:
    holder = table.seats[number].holder
    if holder == guest:
        return Decision()
    if holder:
        raise Refused(Refusal.TAKEN, f"{table.seats[number].name} has already been taken")
    joined: list[tuple[Entry, Precomputed]] = [(entries.Joined(number, guest, seed), None)]
    if any(not seat.taken for at, seat in enumerate(table.seats) if at != number):
        return Decision(joined)
    seeds = tuple(seed if at == number else seat.seed for at, seat in enumerate(table.seats))
    started, match = start(table, seeds)
    return Decision([*joined, (started, match)])


def start(table: Table, seeds: tuple[str, ...]) -> tuple[entries.Started, Match]:
    """Begin the match, with whatever dice its opening needs."""
    match = Match(table.game, table.setup, table.tower(seeds))
    first = match.steps[0]
    return entries.Started(first.faces, first.digest), match


def _give_seed(table: Table, guest: str, wish: GiveSeed) -> Decision:
    seats = table.session.held_by(guest)
    if not seats:
        raise Refused(Refusal.NOT_YOUR_SEAT, "only players add seeds to the dice")
    if table.rolls:
        raise Refused(Refusal.ILLEGAL, "the seeds are fixed: the first dice have been thrown")
    if table.seats[seats[0]].seed or not wish.seed:
        raise Refused(Refusal.ILLEGAL, "your seed is given once and is not empty")
    return Decision([(entries.Seeded(seats[0], wish.seed), None)])


# ---- rematch ------------------------------------------------------------------------------------------------------


def _rematch(table: Table, guest: str, wish: AskRematch) -> Decision:
    if not table.session.held_by(guest):
        raise Refused(Refusal.NOT_YOUR_SEAT, "only players ask for a rematch")
    if not table.over:
        raise Refused(Refusal.NOT_OVER, "a rematch can be asked for when the game is over")
    if table.rematch:
        return Decision()
    made = _swapped(table, guest, wish)
    news: list[tuple[Entry, Precomputed]] = [(entries.Rematched(wish.table), None)]
    return Decision(news, wish.table, opening_entries(wish.table, made))


def _swapped(table: Table, guest: str, wish: AskRematch) -> Made:
    """The same table with everybody one seat further."""
    shifted = [table.seats[-1], *table.seats[:-1]]
    first = next(number for number, seat in enumerate(shifted) if seat.holder == guest)
    seats = tuple(
        SeatMade(
            "computer" if seat.kind == "computer" else "here" if seat.holder == guest else "open",
            seat.program,
            seat.holder,
            wish.seed if number == first else "",
        )
        for number, seat in enumerate(shifted)
    )
    armies = table.made.armies
    if len(armies) == len(seats):
        armies = (armies[-1], *armies[:-1])
    made = structs.replace(table.made, armies=armies, seats=seats, maker=guest, server_seed=wish.server_seed)
    # With swapped sides it is no longer the same campaign.
    return structs.replace(_by_present_rules(table.game, made), campaign="")


def _by_present_rules(game: Game, made: Made) -> Made:
    """The making of a table like one that may be of earlier rules."""
    try:
        setup = game.renewed(Setup(made.options, made.armies, made.map))
    except UsageError as error:
        raise Refused(Refusal.ILLEGAL, f"the present rules do not allow that rematch: {error}") from None
    return structs.replace(made, rules_version=setup.rules, options=dict(setup.options))


def opening_entries(table: str, made: Made) -> list[Entry]:
    """The first entries of a new table: it is made, and begins at once if nobody has to come first."""
    fresh = Table(table, made)
    if any(not seat.taken for seat in fresh.seats):
        return [made]
    started, _ = start(fresh, fresh.seeds)
    return [made, started]
