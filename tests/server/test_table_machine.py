"""A table under random requests: its log rebuilds it, refusals change nothing, and nobody learns too much."""

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from server_kit import made_table

from pawnstorm.core.errors import Refused
from pawnstorm.server.guests import Guest, fingerprint
from pawnstorm.server.storage.entries import Entry, SeatMade, decode, encode
from pawnstorm.server.table import redaction
from pawnstorm.server.table.decisions import (
    AskHelp,
    AskRematch,
    ComputerOrder,
    GiveSeed,
    TableRequest,
    TakeSeat,
    decide,
    opening_entries,
)
from pawnstorm.server.table.step_log import StepLog
from pawnstorm.server.table.table import Table, rebuild
from pawnstorm.server.wire.encoding import EncodedUpdate
from pawnstorm.server.wire.messages import Answer, Order, Propose, Resign

GUESTS = [Guest(letter * 43, fingerprint(letter * 43)) for letter in "abc"]
MAKER = GUESTS[0]
SEAT = st.integers(0, 1)
WHO = st.sampled_from(GUESTS)


def snapshot(table: Table) -> object:
    """The whole state of a table, in a form that can be compared."""
    match, proposal = table.match, table.session.proposal
    return (
        table.rev,
        table.revs,
        table.rolls,
        [(seat.holder, seat.seed, seat.kind, seat.hints) for seat in table.seats],
        [step.digest for step in match.steps] if match else None,
        match.ending if match else None,
        table.secret_seed("think") if match else None,
        (proposal.kind, proposal.seat, tuple(proposal.agreed)) if proposal else None,
        sorted(table.session.declined_proposals),
        table.rematch,
    )


class TableMachine(RuleBasedStateMachine):
    """Three guests do anything they like."""

    @initialize(second=st.sampled_from(["here", "open", "computer"]), hints=st.booleans())
    def sit_down(self, second: str, hints: bool) -> None:
        invitation = fingerprint(MAKER.invitation("t", 1)) if second == "open" else ""
        black = SeatMade(
            kind=second,  # type: ignore[arg-type]
            player="random" if second == "computer" else "",
            holder=MAKER.id if second == "here" else "",
            invitation=invitation,
        )
        white = SeatMade("here", holder=MAKER.id, seed="ab")
        self.log: list[Entry] = opening_entries("t", made_table("chess-attack", white, black, hints=hints))
        self.table = rebuild("t", self.log)

    def ask(self, guest: Guest, request: TableRequest) -> bool:
        """Make a request; whether it was accepted."""
        before = snapshot(self.table)
        try:
            decision = decide(self.table, guest.id, request)
        except Refused as refused:
            refusal = str(refused)
        else:
            refusal = ""
        if refusal:
            assert snapshot(self.table) == before
            return False
        assert snapshot(self.table) == before, "a decision changes nothing"
        decision.apply_to(self.table)
        self.log += decision.entries
        assert self.table.rev == len(self.log) - 1
        return True

    @rule(who=WHO, seed=st.sampled_from(["", "ef"]), right=st.booleans())
    def join(self, who: Guest, seed: str, right: bool) -> None:
        token = MAKER.invitation("t", 1) if right else "wrong"
        free = not self.table.seats[1].taken or self.table.seats[1].holder == who.id
        invited = bool(self.table.seats[1].invitation)
        assert self.ask(who, TakeSeat(token, seed)) == (right and invited and free)

    @rule(who=WHO, pick=st.integers(0, 10_000), late=st.integers(0, 1))
    def order(self, who: Guest, pick: int, late: int) -> None:
        table = self.table
        match = table.match
        text = "e2-e4"
        if match and table.turn >= 0:
            legal = match.state.legal()
            text = table.game.write(match.state, legal[pick % len(legal)])
        due = match is not None and table.turn >= 0 and table.seats[table.turn].holder == who.id and not late
        assert self.ask(who, Order(table.rev - late, text)) == due

    @rule(picks=st.lists(st.integers(0, 10_000), min_size=4, max_size=12))
    def play_on(self, picks: list[int]) -> None:
        for pick in picks:
            holder = self.table.seats[self.table.turn].holder if self.table.turn >= 0 else ""
            for who in GUESTS:
                if who.id == holder:
                    self.order(who, pick, 0)

    @rule(who=WHO, text=st.text(min_size=1, max_size=12))
    def nonsense(self, who: Guest, text: str) -> None:
        assert not self.ask(who, Order(self.table.rev, f"?{text}"))

    @rule(pick=st.integers(0, 10_000))
    @precondition(lambda self: self.table.session.program_to_act() >= 0)
    def computer(self, pick: int) -> None:
        assert self.table.match
        legal = self.table.match.state.legal()
        text = self.table.game.write(self.table.match.state, legal[pick % len(legal)])
        assert self.ask(Guest(), ComputerOrder(self.table.rev, self.table.turn, text))
        assert not self.ask(Guest(), ComputerOrder(self.table.rev - 1, 1, text))

    @rule(who=WHO, late=st.integers(0, 1), orders=st.booleans())
    def ask_for_help(self, who: Guest, late: int, orders: bool) -> None:
        table = self.table
        own = table.turn in table.session.held_by(who.id)
        alone = not table.session.several_people
        due = not late and table.turn >= 0 and (own or (alone and not orders)) and (alone or table.made.hints)
        update = self.told(who)
        assert late or (update.can_hint if orders else update.can_ask_chances) == due
        before = [seat.hints for seat in table.seats]
        assert self.ask(who, AskHelp(table.rev - late, orders)) == due
        counted = [seat.hints - count for seat, count in zip(table.seats, before, strict=True)]
        assert sum(counted) == (due and not alone), "only questions among people are counted"

    @rule(who=WHO, seat=SEAT, kind=st.sampled_from(["draw", "undo"]))
    def propose(self, who: Guest, seat: int, kind: str) -> None:
        steps = len(self.table.match.steps) if self.table.match else 0
        faces = self.faces()
        self.ask(who, Propose(self.table.rev, seat, kind))  # type: ignore[arg-type]
        assert self.faces() == faces, "no die is ever taken back"
        assert not self.table.match or len(self.table.match.steps) <= steps

    @rule(who=WHO, seat=SEAT, accept=st.booleans())
    def answer(self, who: Guest, seat: int, accept: bool) -> None:
        standing, faces = self.table.session.proposal, self.faces()
        told = self.told(who)
        asked = told.proposal is not None and told.proposal.asks
        accepted = self.ask(who, Answer(self.table.rev, seat, accept))
        assert not accepted or standing is not None
        assert accepted == (asked and seat == told.speaker) or not accept, "who may accept is told so, and nobody else"
        assert self.faces() == faces

    @rule(who=WHO, seat=SEAT, sure=st.integers(0, 9))
    def resign(self, who: Guest, seat: int, sure: int) -> None:
        if sure == 0:
            due = not self.table.waiting and not self.table.over and seat in self.table.session.held_by(who.id)
            assert self.ask(who, Resign(self.table.rev, seat)) == due

    @rule(who=WHO)
    def seed(self, who: Guest) -> None:
        seeds = self.table.seeds
        if self.ask(who, GiveSeed("0f")):
            assert not self.table.rolls
            assert sum(old != new for old, new in zip(seeds, self.table.seeds, strict=True)) == 1

    @rule(who=WHO)
    def rematch(self, who: Guest) -> None:
        due = self.table.over and bool(self.table.session.held_by(who.id))
        assert self.ask(who, AskRematch("again", "ee" * 32, "")) == due

    def told(self, guest: Guest) -> EncodedUpdate:
        """What a guest is told now, without steps and view."""
        return redaction.update_of(self.table, guest, steps=msgspec.Raw(b"[]"), view=msgspec.Raw(b"{}"))

    def faces(self) -> list[object]:
        match = self.table.match
        return [step.faces for step in match.steps if step.faces] if match else []

    @invariant()
    def the_log_alone_rebuilds_it(self) -> None:
        stored = [decode(encode(entry)) for entry in self.log]
        assert snapshot(rebuild("t", stored)) == snapshot(self.table)

    @invariant()
    def everybody_is_told_only_their_part(self) -> None:
        for guest in [*GUESTS, Guest()]:
            info = redaction.info_of(self.table, guest, set(), 0)
            assert bool(info.invitations) <= (guest is MAKER)
            assert bool(info.dice.server_seed) == self.table.over
            viewer = self.table.session.viewer_of(guest.id)
            view = redaction.view_of(self.table, viewer, guest.id)
            assert not view.offers or self.table.turn == viewer
            assert bool(view.offers) == (self.table.turn >= 0 and self.table.turn == viewer)
            steps = StepLog(self.table).since(0, viewer, guest.id)
            assert self.told(guest).length == len(msgspec.json.decode(steps))


TableMachine.TestCase.settings = settings(max_examples=40, stateful_step_count=30)
TestTable = TableMachine.TestCase
