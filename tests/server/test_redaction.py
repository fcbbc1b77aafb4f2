"""Redaction: what a viewer may not know is never sent, in whatever way the viewer asks."""

import sys
from pathlib import Path

import msgspec
import pytest
from server_kit import made_table, steps_since

from pawnstorm.core.dice import EVERYONE, Die, Pool, SeededTower, knows
from pawnstorm.core.events import Event
from pawnstorm.core.game import Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.core.record import EVERYTHING
from pawnstorm.core.signature import Signer
from pawnstorm.core.state import OVER
from pawnstorm.core.step import Step
from pawnstorm.core.view import SPECTATOR, Cell, Token, View
from pawnstorm.games import keys, load
from pawnstorm.server.guests import NOBODY, Guest, fingerprint
from pawnstorm.server.storage.entries import SeatMade
from pawnstorm.server.table import lobby, redaction, table
from pawnstorm.server.table.decisions import TableRequest, TakeSeat, decide, opening_entries
from pawnstorm.server.table.records import record_text
from pawnstorm.server.table.step_log import MOST_KEPT, StepLog
from pawnstorm.server.table.table import Table, rebuild
from pawnstorm.server.wire import encoding, steps
from pawnstorm.server.wire.messages import Order

sys.path.insert(0, str(Path(__file__).parents[1] / "games"))
from hidden_duel import HiddenDuel

SIGNER = Signer(bytes(32))
RED, BLUE = (Guest(letter * 43, fingerprint(letter * 43)) for letter in "rb")


def secret_step() -> Step:
    """An order that only seat 1 may know, with a die for each and one for all."""
    dice = (Die(6, 0, "mine", 1), Die(8, 1, "yours", 2), Die(20, 0, "ours"))
    events = (Event("a", "for all"), Event("b", "for 0", audience=1), Event("c", "for 1", audience=2))
    state = load("chess-attack").start(Setup())
    return Step(state, 1, "ambush", (Pool(dice, "a test", "XX-1"),), ((5, 7, 19),), events, 2)


@pytest.mark.parametrize(
    ("viewer", "order", "faces", "events"),
    [
        (0, "", [5, 0, 19], ["for all", "for 0"]),
        (1, "ambush", [0, 7, 19], ["for all", "for 1"]),
        (SPECTATOR, "", [0, 0, 19], ["for all"]),
    ],
)
def test_a_step_shows_each_viewer_its_part(viewer: int, order: str, faces: list[int], events: list[str]) -> None:
    info = steps.step_of(secret_step(), 3, viewer)
    assert (info.order, info.faces, info.sides) == (order, [faces], [[6, 8, 20]])
    assert [event.text for event in info.events] == events


def test_an_audience_is_a_mask_of_seats_and_never_the_spectators() -> None:
    assert knows(EVERYONE, SPECTATOR)
    assert [knows(0b101, viewer) for viewer in (-1, 0, 1, 2, 3)] == [False, True, False, True, False]


@pytest.mark.parametrize("key", keys())
def test_a_view_is_encoded_completely(key: str) -> None:
    """Views are encoded by hand, for speed: a general encoder must give the same."""
    game = load(key)
    match = Match(game, Setup(), SeededTower(7))
    luck = Luck(7)
    for _ in range(150):
        if match.turn == OVER:
            break
        for viewer in range(-1, len(match.seats)):
            view = game.view(match.state, viewer)
            assert bytes(encoding.encode_view(view)) == encoding.ENCODER.encode(view)
        legal = match.state.legal()
        match.add(match.step_for(match.turn, game.write(match.state, legal[luck.below(len(legal))])))


def test_special_characters_are_encoded_correctly() -> None:
    quoted = Cell('a "b" \\ \n \t é \x01 \u2028', 0, 0, "")
    view = View("", -1, 0, "", 1, 1, (quoted,), ())
    assert bytes(encoding.encode_view(view)) == encoding.ENCODER.encode(view)


def test_a_change_of_view_holds_what_differs() -> None:
    def seen(cells: tuple[Cell, ...], *tokens: Token) -> View:
        return View("", -1, 0, "", 1, 1, cells, tokens)

    cells = (Cell("a1", 0, 0, "dark"),)
    stays, moves, goes = (Token(name, "rook", name, "R", 0, "a1") for name in ("stays", "moves", "goes"))
    moved, comes = Token("moves", "rook", "moves", "R", 0, "b1"), Token("comes", "rook", "comes", "R", 0, "a1")
    before = seen(cells, stays, moves, goes)
    body, gone = encoding.encode_change(before, seen(cells, stays, moved, comes))
    change = msgspec.json.decode(body)
    assert (change["cells"], [token["id"] for token in change["tokens"]], gone) == ([], ["moves", "comes"], ["goes"])
    breached, _ = encoding.encode_change(before, seen((Cell("a1", 0, 0, "rubble"),), stays))
    assert msgspec.json.decode(breached)["cells"][0]["ground"] == "rubble"


def test_only_fractions_become_text() -> None:
    with pytest.raises(TypeError, match="cannot be sent"):
        encoding.ENCODER.encode(object())


# ---- a game with secrets ------------------------------------------------------------------------------------------


@pytest.fixture
def duel(monkeypatch: pytest.MonkeyPatch) -> Table:
    """Red waits for Blue at a table of a game with hidden hands, whose first dice are secret."""
    game = HiddenDuel()
    monkeypatch.setattr(table, "load", lambda _: game)
    monkeypatch.setattr(lobby, "load", lambda _: game)
    red = SeatMade("here", holder=RED.id, seed="aa")
    blue = SeatMade("open", invitation=fingerprint(RED.invitation("t", 1)))
    log = opening_entries("t", made_table("hidden-duel", red, blue))
    assert len(log) == 1, "no die is thrown before all seeds are known"
    return rebuild("t", log)


def ask(duel: Table, guest: Guest, request: TableRequest) -> None:
    decide(duel, guest.id, request).apply_to(duel)


def everything(duel: Table, guest: Guest) -> str:
    """Everything that a guest can learn about a table."""
    viewer = duel.session.viewer_of(guest.id)
    view = encoding.encode_view(redaction.view_of(duel, viewer, guest.id))
    update = redaction.update_of(
        duel,
        guest,
        steps=StepLog(duel).since(0, viewer, guest.id),
        view=view,
        info=redaction.info_of(duel, guest, set(), 0),
    )
    record = record_text(duel, viewer, SIGNER) if duel.match else ""
    return encoding.ENCODER.encode(update).decode() + record


def test_hidden_hands_stay_hidden_until_the_end(duel: Table) -> None:
    assert redaction.view_of(duel, 0).prompt == "Waiting for Blue"
    ask(duel, BLUE, TakeSeat(RED.invitation("t", 1), "bb"))
    assert duel.match is not None
    cards = [int(face) for face in duel.match.steps[0].faces[0]]
    hands = {
        viewer: [tray.tokens[0].name for tray in redaction.view_of(duel, viewer).trays] for viewer in (0, 1, SPECTATOR)
    }
    assert hands == {0: [str(cards[0]), "?"], 1: ["?", str(cards[1])], -1: ["?", "?"]}
    faces = {viewer: steps_since(duel, 0, viewer)[0]["faces"] for viewer in (0, 1, -1)}
    assert faces == {0: [[cards[0], 0]], 1: [[0, cards[1]]], -1: [[0, 0]]}
    deals = {viewer: record_text(duel, viewer, SIGNER) for viewer in (0, 1, -1)}
    for viewer, deal in ((0, f"{cards[0]}/3 ?"), (1, f"? {cards[1]}/3"), (-1, "? ?")):
        assert f"start [{deal}] #?" in deals[viewer]
    assert "dice:" not in deals[0]
    ask(duel, RED, Order(duel.rev, "raise"))
    assert "raise #?" in record_text(duel, 1, SIGNER)
    ask(duel, BLUE, Order(duel.rev, "fold"))
    assert duel.over
    assert {record_text(duel, viewer, SIGNER) for viewer in (0, 1, -1)} == {record_text(duel, EVERYTHING, SIGNER)}
    assert f"[{cards[0]}/3 {cards[1]}/3]" in record_text(duel, EVERYTHING, SIGNER)


def test_the_messages_kept_of_a_position_are_limited(duel: Table) -> None:
    steps_of_duel = StepLog(duel)
    for seen in range(3 * MOST_KEPT):
        steps_of_duel.since(seen, 0, "")
    assert len(steps_of_duel._kept) <= MOST_KEPT


def test_two_tables_that_differ_only_in_a_hidden_card_look_the_same(duel: Table) -> None:
    ask(duel, BLUE, TakeSeat(RED.invitation("t", 1), "bb"))
    assert duel.match is not None
    seen = {RED: set(), BLUE: set(), NOBODY: set()}  # type: dict[Guest, set[str]]
    first = duel.match.steps[0]
    for red in (1, 2, 3):
        for blue in (1, 2, 3):
            duel.match.steps[0] = _dealt(first, red, blue)
            for guest in seen:
                seen[guest].add(everything(duel, guest))
    assert {guest.id: len(texts) for guest, texts in seen.items()} == {RED.id: 3, BLUE.id: 3, "": 1}


def _dealt(step: Step, red: int, blue: int) -> Step:
    state = step.state.copy()
    state.cards = [red, blue]  # type: ignore[attr-defined]
    return Step(state, step.seat, step.order, step.pools, ((red, blue),), step.events, step.audience)
