"""What a guest may do at a table: each wish becomes entries to store, or a refusal. Nothing here changes a table."""

from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Literal

from msgspec import structs

from pawnstorm.core.dice import Tower
from pawnstorm.core.errors import Refused, UsageError
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.match import Match
from pawnstorm.core.state import OVER, State
from pawnstorm.core.table import Step, advance, give_up
from pawnstorm.server.entries import (
    Advanced,
    Agreed,
    Declined,
    Drawn,
    Entry,
    Hinted,
    Joined,
    Made,
    Ordered,
    ProposalKind,
    Proposed,
    Rematched,
    Resigned,
    SeatMade,
    Seeded,
    Started,
    TakenBack,
)
from pawnstorm.server.guests import fingerprint
from pawnstorm.server.protocol import Answer, Order, Propose, Resign
from pawnstorm.server.reactions import moment_at, moment_of
from pawnstorm.server.table import Fruit, Seat, Table

Code = Literal[
    "not_your_turn",
    "stale",
    "illegal",
    "unreadable",
    "over",
    "not_your_seat",
    "waiting",
    "busy",
    "taken",
    "not_over",
    "no_hints",
]


class No(Exception):
    """A wish that is not granted; nothing has changed."""

    def __init__(self, code: Code, sentence: str) -> None:
        super().__init__(sentence)
        self.code: Code = code


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
class LetGoBy:
    """The time of a moment for reactions is over."""

    rev: int


@dataclass(frozen=True)
class AskHelp:
    """A player at a table of several people asks the computer, which the others are told."""

    rev: int
    orders: bool


Wish = Order | Resign | Propose | Answer | TakeSeat | GiveSeed | AskRematch | ComputerOrder | LetGoBy | AskHelp


@dataclass
class Plan:
    """The entries to store, the fruits of computing them, and the log of a table that is born with them."""

    entries: list[Entry]
    fruits: list[Fruit] = field(default_factory=list)
    born: str = ""
    born_entries: list[Entry] = field(default_factory=list)

    def paired(self) -> list[tuple[Entry, Fruit]]:
        """Every entry with its fruit."""
        return list(zip_longest(self.entries, self.fruits))


def decide(table: Table, guest: str, wish: Wish) -> Plan:
    """The entries that grant a wish; a `No` says why it is not granted."""
    if isinstance(wish, Order):
        return _order(table, guest, wish)
    if isinstance(wish, ComputerOrder):
        return _computer(table, wish)
    if isinstance(wish, LetGoBy):
        return _let_go_by(table, wish)
    if isinstance(wish, TakeSeat):
        return _take_seat(table, guest, wish)
    if isinstance(wish, GiveSeed):
        return _give_seed(table, guest, wish)
    if isinstance(wish, AskRematch):
        return _rematch(table, guest, wish)
    if isinstance(wish, AskHelp):
        check_help(table, guest, wish.rev, True, wish.orders)
        return Plan([Hinted(table.turn)] if table.shared else [])
    return _talk(table, guest, wish)


# ---- orders -----------------------------------------------------------------------------------------------------


def _order(table: Table, guest: str, order: Order) -> Plan:
    if not table.held_by(guest):
        raise No("not_your_seat", "you are watching this table: you have no seat at it")
    match = _running(table, order.rev)
    seat = table.seats[match.turn]
    if seat.holder != guest:
        raise No("not_your_turn", f"it is {seat.name}'s turn")
    return _advance(table, match, match.turn, order.do)


def _computer(table: Table, order: ComputerOrder) -> Plan:
    match = _running(table, order.rev)
    if table.computer_to_act() != order.seat:
        raise No("not_your_turn", "it is not the computer's turn")
    return _advance(table, match, order.seat, order.order)


def _running(table: Table, rev: int) -> Match:
    """The match, if it goes on and the guest has seen its present state."""
    if table.match is None:
        names = " and ".join(seat.name for seat in table.seats if not seat.taken)
        raise No("waiting", f"the game begins when {names} has been taken")
    if rev != table.rev:
        raise No("stale", "the table has changed since you looked at it")
    if table.over:
        raise No("over", "the game is over")
    return table.match


def _let_go_by(table: Table, wish: LetGoBy) -> Plan:
    match = _running(table, wish.rev)
    moment = moment_of(table)
    if moment is None:
        raise No("illegal", "nobody is asked for a reaction")
    return _advance(table, match, moment.seat, moment.order, unasked=True)


def _advance(table: Table, match: Match, seat: int, text: str, unasked: bool = False) -> Plan:
    tower = table.tower()
    try:
        step = advance(table.game, match.state, seat, text, tower)
    except Refused as error:
        raise No(error.code.value, str(error)) from None
    return _followed(table, Ordered(seat, step.order, step.faces, step.digest, unasked), step, tower)


def _followed(table: Table, entry: Entry, step: Step, tower: Tower) -> Plan:
    """A step with everything that the table adds to it by itself."""
    plan = Plan([entry], [step])
    while (moment := moment_at(table, step.state)) and not (moment.asked or table.discreet):
        # Nobody is there to learn anything from it, so nobody has to wait.
        step = advance(table.game, step.state, moment.seat, moment.order, tower)
        plan.entries.append(Ordered(moment.seat, step.order, step.faces, step.digest, True))
        plan.fruits.append(step)
    plan.entries += _advances(table, step.state)
    return plan


def _advances(table: Table, state: State) -> list[Entry]:
    """What a campaign gains by a position: a map that is won."""
    if not table.made.campaign or state.turn() != OVER:
        return []
    onward = table.game.onward(table.setup, state)
    if onward is not None and onward.map == table.setup.map:
        return []
    return [Advanced(table.setup.map, onward.armies if onward else ())]


# ---- resigning, draws, take-backs ---------------------------------------------------------------------------------


def _talk(table: Table, guest: str, wish: Resign | Propose | Answer) -> Plan:
    _own_seat(table, guest, wish.seat)
    match = _running(table, wish.rev)
    if not match.state.in_game(wish.seat):
        raise No("illegal", f"{table.seats[wish.seat].name} is out of the game and has no say any more")
    if isinstance(wish, Resign):
        return _resign(table, match, wish.seat)
    if isinstance(wish, Propose):
        return _propose(table, guest, wish)
    return _answer(table, guest, wish)


def _resign(table: Table, match: Match, seat: int) -> Plan:
    """The match is over, or goes on without the seat from another position."""
    tower = table.tower()
    step = give_up(table.game, match.state, seat, tower)
    if step is None:
        return Plan([Resigned(seat)])
    return _followed(table, Resigned(seat, step.faces, step.digest), step, tower)


def _own_seat(table: Table, guest: str, seat: int) -> None:
    if seat not in table.held_by(guest):
        raise No("not_your_seat", "that seat is not yours")


def _propose(table: Table, guest: str, wish: Propose) -> Plan:
    if table.proposal:
        raise No("illegal", "another proposal waits for its answer")
    if (wish.seat, wish.kind) in table.declined:
        raise No("illegal", "that has been declined; it may be proposed again after the next order")
    if wish.kind == "undo" and not table.undo_count(guest):
        raise No("illegal", "there is nothing to take back: no order of yours since the last die")
    if wish.kind == "draw" and any(seat.kind == "computer" for seat in _in_game(table)):
        raise No("illegal", "the computer plays on: it takes no draws")
    if not _others(table, guest):
        return Plan([_concluded(table, wish.kind, wish.seat, guest)])
    return Plan([Proposed(wish.seat, wish.kind)])


def _others(table: Table, guest: str) -> set[str]:
    """The guests besides this one who are still in the game; nobody waits for the others."""
    return {seat.holder for seat in _in_game(table) if seat.holder and seat.holder != guest}


def _in_game(table: Table) -> list[Seat]:
    return [seat for number, seat in enumerate(table.seats) if number not in table.out]


def _concluded(table: Table, kind: ProposalKind, seat: int, guest: str) -> Entry:
    """The entry that a proposal becomes once nobody has to be asked any more."""
    if kind == "draw":
        return Drawn(seat)
    count = table.undo_count(guest)
    if table.match is None or not count:
        raise No("illegal", "there is nothing to take back: no order since the last die")
    return TakenBack(seat, count, table.match.steps[-1 - count].digest)


def _answer(table: Table, guest: str, wish: Answer) -> Plan:
    proposal = table.proposal
    if proposal is None:
        raise No("illegal", "there is no proposal to answer")
    if not wish.accept:
        return Plan([Declined(wish.seat)])
    proposer = table.seats[proposal.seat].holder
    if proposer == guest:
        raise No("illegal", "your own proposal waits for the others")
    agreed = {table.seats[seat].holder for seat in proposal.agreed}
    if guest in agreed:
        raise No("illegal", "you have agreed already")
    if _others(table, proposer) - agreed - {guest}:
        return Plan([Agreed(wish.seat)])
    return Plan([_concluded(table, proposal.kind, proposal.seat, proposer)])


# ---- asking the computer ------------------------------------------------------------------------------------------


def check_help(table: Table, guest: str, rev: int, now: bool, orders: bool) -> None:
    """Refuse a guest who may not ask the computer while the game goes on; `orders` if he wants to know what to do."""
    if now:
        _running(table, rev)
    own = table.turn in table.held_by(guest)
    if orders and not (now and own):
        raise No("not_your_turn", "a hint is for who is to act")
    if not table.shared:
        return
    if not table.held_by(guest):
        raise No("not_your_seat", "people play each other here, so spectators may ask when the game is over")
    if not table.hints:
        raise No("no_hints", "people play each other here and have not agreed on hints; ask when the game is over")
    if not (now and own):
        raise No("not_your_turn", "where people play each other, the computer is asked in one's own turn")
    if moment_of(table):
        raise No("illegal", "there is no asking the computer at a moment for reactions")


# ---- seats and seeds ----------------------------------------------------------------------------------------------


def _take_seat(table: Table, guest: str, wish: TakeSeat) -> Plan:
    invitation = fingerprint(wish.token)
    for number, seat in enumerate(table.seats):
        if seat.invitation == invitation:
            return _sit(table, guest, number, wish.seed)
    raise No("not_your_seat", "this invitation does not belong to the table")


def _sit(table: Table, guest: str, number: int, seed: str) -> Plan:
    holder = table.seats[number].holder
    if holder == guest:
        return Plan([])
    if holder:
        raise No("taken", f"{table.seats[number].name} has already been taken")
    joined: list[Entry] = [Joined(number, guest, seed)]
    if any(not seat.taken for at, seat in enumerate(table.seats) if at != number):
        return Plan(joined)
    seeds = tuple(seed if at == number else seat.seed for at, seat in enumerate(table.seats))
    started, match = start(table, seeds)
    return Plan([*joined, started], [None, match])


def start(table: Table, seeds: tuple[str, ...]) -> tuple[Started, Match]:
    """Begin the match, with whatever dice its opening needs."""
    match = Match(table.game, table.setup, table.tower(seeds))
    first = match.steps[0]
    return Started(first.faces, first.digest), match


def _give_seed(table: Table, guest: str, wish: GiveSeed) -> Plan:
    seats = table.held_by(guest)
    if not seats:
        raise No("not_your_seat", "only players add seeds to the dice")
    if table.rolls:
        raise No("illegal", "the seeds are fixed: the first dice have been thrown")
    if table.seats[seats[0]].seed or not wish.seed:
        raise No("illegal", "your seed is given once and is not empty")
    return Plan([Seeded(seats[0], wish.seed)])


# ---- rematch ------------------------------------------------------------------------------------------------------


def _rematch(table: Table, guest: str, wish: AskRematch) -> Plan:
    if not table.held_by(guest):
        raise No("not_your_seat", "only players ask for a rematch")
    if not table.over:
        raise No("not_over", "a rematch can be asked for when the game is over")
    if table.rematch:
        return Plan([])
    made = _swapped(table, guest, wish)
    return Plan([Rematched(wish.table)], born=wish.table, born_entries=opening_entries(wish.table, made))


def _swapped(table: Table, guest: str, wish: AskRematch) -> Made:
    """The same table with everybody one seat further."""
    shifted = [table.seats[-1], *table.seats[:-1]]
    first = next(number for number, seat in enumerate(shifted) if seat.holder == guest)
    seats = tuple(
        SeatMade(
            "computer" if seat.kind == "computer" else "here" if seat.holder == guest else "open",
            seat.player,
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
        raise No("illegal", f"the present rules do not allow that rematch: {error}") from None
    return structs.replace(made, rules_version=setup.rules, options=dict(setup.options))


def opening_entries(table: str, made: Made) -> list[Entry]:
    """The first entries of a new table: it is made, and begins at once if nobody has to come first."""
    fresh = Table(table, made)
    if any(not seat.taken for seat in fresh.seats):
        return [made]
    started, _ = start(fresh, fresh.seeds)
    return [made, started]
