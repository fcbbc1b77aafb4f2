"""Four people at one table (CC-A79): a player who resigns or falls is out, has no say, and nobody waits for them."""

import msgspec
import pytest
from server_kit import made_table, steps_since

from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.core.permissions import may_draw, speaker
from pawnstorm.core.record import end_text
from pawnstorm.core.view import SPECTATOR
from pawnstorm.server.guests import Guest, fingerprint
from pawnstorm.server.storage.entries import Entry, Resigned, SeatMade, decode, encode
from pawnstorm.server.table import redaction
from pawnstorm.server.table.decisions import ComputerOrder, TableRequest, decide, opening_entries
from pawnstorm.server.table.table import Damaged, Table, rebuild
from pawnstorm.server.wire.messages import Answer, Order, Propose, Resign

WHITE, RED, BLACK, BLUE = range(4)
PEOPLE = [Guest(letter * 43, fingerprint(letter * 43)) for letter in "abcd"]
COMPUTER = SeatMade("computer", "random")


class Four:
    """A table of four with the log that it is stored as."""

    def __init__(self, *seats: SeatMade, version: int = 2) -> None:
        people = tuple(SeatMade("open", holder=guest.id, seed="ab") for guest in PEOPLE)
        made = made_table("castle-chess", *(seats or people), rules_version=version, map="emperor", maker=PEOPLE[0].id)
        self.log: list[Entry] = opening_entries("t", made)
        self.table = rebuild("t", self.log)

    def ask(self, guest: Guest, request: TableRequest) -> list[Entry]:
        decision = decide(self.table, guest.id, request)
        decision.apply_to(self.table)
        self.log += decision.entries
        return decision.entries

    def order(self, text: str) -> None:
        table = self.table
        holder = table.seats[table.turn].holder
        if holder:
            self.ask(next(guest for guest in PEOPLE if guest.id == holder), Order(table.rev, text))
        else:
            self.ask(Guest(), ComputerOrder(table.rev, table.turn, text))

    def resign(self, seat: int, guest: Guest | None = None) -> list[Entry]:
        return self.ask(guest or PEOPLE[seat], Resign(self.table.rev, seat))

    def propose(self, seat: int, kind: str) -> list[Entry]:
        return self.ask(PEOPLE[seat], Propose(self.table.rev, seat, kind))  # type: ignore[arg-type]

    def answer(self, seat: int, accept: bool = True) -> list[Entry]:
        return self.ask(PEOPLE[seat], Answer(self.table.rev, seat, accept))

    def begin(self) -> "Four":
        for _ in range(4):
            self.order("rest")
        while self.table.turn != WHITE:
            raise AssertionError("White opens")
        self.order("Wg4-f5")
        return self

    def end(self) -> str:
        assert self.table.match
        return end_text(self.table.match)

    def stored(self) -> Table:
        """The table as another process would read it."""
        return rebuild("t", [decode(encode(entry)) for entry in self.log])


def digests(table: Table) -> list[str]:
    assert table.match
    return [step.digest for step in table.match.steps]


def out_and_can_undo(table: Table, guest: Guest) -> tuple[list[int], bool]:
    update = redaction.update_of(table, guest, steps=msgspec.Raw(b"[]"), view=msgspec.Raw(b"{}"))
    return update.out, update.can_undo


def test_a_player_who_resigns_is_out_and_the_others_play_on() -> None:
    four = Four().begin()
    [entry] = four.resign(BLACK)
    assert isinstance(entry, Resigned)
    assert entry.digest == digests(four.table)[-1]
    assert (four.table.over, four.table.session.out, four.table.revs[-1]) == (False, [BLACK], four.table.rev)
    assert digests(four.stored()) == digests(four.table)
    assert out_and_can_undo(four.table, PEOPLE[WHITE]) == ([BLACK], False)
    step = steps_since(four.table, four.table.rev - 1, SPECTATOR)[0]
    assert (step["seat"], step["order"], step["events"][0]["text"]) == (
        BLACK,
        "resigns",
        "Black gives up and is out of the game.",
    )


def test_a_coin_that_follows_is_stored_with_the_resignation() -> None:
    four = Four()
    for _ in range(3):
        four.order("rest")
    [entry] = four.resign(BLUE)
    assert isinstance(entry, Resigned)
    assert len(entry.faces) == four.table.rolls == 1
    assert (digests(four.stored()), four.stored().rolls) == (digests(four.table), 1)


def test_a_player_who_is_out_cannot_resign_propose_or_answer() -> None:
    four = Four().begin()
    four.resign(BLACK)
    for attempt in (
        lambda: four.resign(BLACK),
        lambda: four.propose(BLACK, "draw"),
        lambda: four.propose(BLACK, "undo"),
    ):
        with pytest.raises(Refused, match="Black is out of the game") as refused:
            attempt()
        assert refused.value.code is Refusal.ILLEGAL
    four.propose(RED, "draw")
    for accept in (True, False):
        with pytest.raises(Refused, match="Black is out of the game"):
            four.answer(BLACK, accept)
    assert four.table.session.proposal is not None


def test_an_agreed_draw_needs_and_includes_everybody_still_in_the_game() -> None:
    four = Four().begin()
    four.resign(BLACK)
    four.propose(RED, "draw")
    four.answer(WHITE)
    assert not four.table.over
    four.answer(BLUE)
    assert four.end() == "draw between White and Red and Blue: draw agreed"
    assert four.stored().over


def test_a_side_that_falls_on_the_board_has_no_say_either() -> None:
    four = Four().begin()
    match = four.table.match
    assert match
    # The weakest falls after twenty quiet turns each; all have as many units, so it is the last to act.
    kings = [("Ka10-a9", "Ka9-a10"), ("Kj19-i19", "Ki19-j19"), ("Ks10-s9", "Ks9-s10"), ("Kj1-i1", "Ki1-j1")]
    turning = int(match.state.encode().split("state=")[1].split(",")[2])
    order = [RED, BLACK, BLUE, WHITE] if turning > 0 else [BLUE, BLACK, RED, WHITE]
    for number in range(81):
        if four.table.session.out:
            break
        four.order(kings[(RED, BLACK, BLUE, WHITE).index(order[number % 4])][number // 4 % 2])
    assert four.table.session.out == [WHITE]
    assert out_and_can_undo(four.table, PEOPLE[WHITE]) == ([WHITE], False)
    with pytest.raises(Refused, match="White is out of the game"):
        four.resign(WHITE)
    four.propose(order[0], "draw")
    four.answer(order[1])
    four.answer(order[2])
    assert four.end().startswith("draw between Red and Black and Blue")


def test_resigning_ends_a_proposal_and_is_never_taken_back() -> None:
    four = Four().begin()
    four.propose(WHITE, "undo")
    four.resign(BLACK)
    assert four.table.session.proposal is None
    with pytest.raises(Refused, match="has resigned: that cannot be taken back"):
        four.propose(WHITE, "undo")
    actor = four.table.turn
    four.order("Wd7-e6" if actor == RED else "Wp7-o6")
    assert out_and_can_undo(four.table, PEOPLE[actor]) == ([BLACK], True)
    assert out_and_can_undo(four.table, PEOPLE[WHITE]) == ([BLACK], False)
    four.propose(actor, "undo")
    others = [seat for seat in (WHITE, RED, BLUE) if seat != actor]
    four.answer(others[0])
    four.answer(others[1])
    assert four.table.turn == actor


def test_computers_that_are_out_refuse_no_draw() -> None:
    people = tuple(SeatMade("open", holder=guest.id, seed="ab") for guest in PEOPLE[:3])
    four = Four(*people, COMPUTER).begin()
    with pytest.raises(Refused, match="a computer does not agree to draws"):
        four.propose(WHITE, "draw")
    for seat in (RED, BLACK):
        four.resign(seat)
    with pytest.raises(Refused, match="a computer does not agree to draws"):
        four.propose(WHITE, "draw")


def test_one_guest_may_hold_several_seats_and_resign_one_by_one() -> None:
    seats = [SeatMade("here", holder=PEOPLE[0].id, seed="ab") for _ in range(4)]
    four = Four(*seats).begin()
    for seat in (RED, BLACK):
        four.resign(seat, PEOPLE[0])
    assert four.table.session.out == [RED, BLACK]
    four.ask(PEOPLE[0], Propose(four.table.rev, BLUE, "draw"))
    assert four.end() == "draw between White and Blue: draw agreed"


def test_a_guest_with_two_seats_is_asked_once_and_never_about_an_own_proposal() -> None:
    host, friend, other = PEOPLE[:3]
    holders = [host, host, friend, other]
    four = Four(*(SeatMade("open", "", guest.id, "ab") for guest in holders)).begin()

    def asked() -> list[bool]:
        found = [redaction.proposal_of(four.table, guest) for guest in (host, friend, other, PEOPLE[3])]
        return [one is not None and one.asks for one in found]

    four.ask(friend, Propose(four.table.rev, 2, "draw"))
    assert asked() == [True, False, True, False]
    four.ask(host, Answer(four.table.rev, speaker(four.table.session, host.id), True))
    assert asked() == [False, False, True, False]
    four.ask(other, Answer(four.table.rev, 3, False))
    assert asked() == [False] * 4
    four.ask(host, Propose(four.table.rev, 0, "draw"))
    assert asked() == [False, True, True, False]


def test_who_speaks_for_a_guest() -> None:
    four = Four(*(SeatMade("here", "", PEOPLE[0].id, "ab") for _ in range(4))).begin()
    session, guest = four.table.session, PEOPLE[0]
    assert speaker(session, guest.id) == four.table.turn
    assert may_draw(session, guest.id)
    assert speaker(session, PEOPLE[1].id) == -1
    assert not may_draw(session, PEOPLE[1].id)
    for seat in [seat for seat in range(4) if seat != four.table.turn][:2]:
        four.resign(seat, guest)
    assert speaker(session, guest.id) not in session.out
    four.ask(guest, Propose(four.table.rev, speaker(session, guest.id), "draw"))
    assert speaker(session, guest.id) == -1
    assert not may_draw(session, guest.id)


def test_the_seat_whose_order_goes_asks_for_the_take_back() -> None:
    host, friend = PEOPLE[:2]
    four = Four(*(SeatMade("open", "", guest.id, "ab") for guest in (host, friend, host, friend))).begin()
    four.ask(host, Propose(four.table.rev, BLACK, "undo"))
    proposal = four.table.session.proposal
    assert proposal
    assert proposal.seat == WHITE
    four.ask(friend, Answer(four.table.rev, RED, True))
    assert four.table.turn == WHITE


def test_a_table_of_the_first_rules_ends_as_it_did_then() -> None:
    four = Four(version=1).begin()
    [entry] = four.resign(BLACK)
    assert entry == Resigned(BLACK)
    assert encode(entry) == '{"k":"resigned","seat":2}'
    assert four.stored().over
    assert four.end() == "a win shared by White and Red and Blue: Black resigns"


def test_a_forged_resignation_is_noticed() -> None:
    four = Four().begin()
    four.resign(BLACK)
    forged = [*four.log[:-1], Resigned(BLACK, (), "0" * 12)]
    with pytest.raises(Damaged, match="'resigns'"):
        rebuild("t", forged)
    seat = SeatMade("here", holder=PEOPLE[0].id)
    duel = opening_entries("t", made_table("chess-attack", seat, seat))
    with pytest.raises(Damaged, match="which is not possible in this game"):
        rebuild("t", [*duel, Resigned(0, (), "0" * 12)])
