"""Carrying out orders: every refusal has its code, and a refused order changes nothing."""

from dataclasses import replace

import pytest

from pawnstorm.core.dice import LoadedTower, SeededTower
from pawnstorm.core.errors import Refusal, Refused, TooFewDice
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.core.step import Step, advance, begin
from pawnstorm.games import load

NO_DICE = LoadedTower(())


@pytest.fixture
def chess() -> Game:
    return load("chess-attack")


@pytest.fixture
def opened(chess: Game) -> State:
    """White to move; the attack e4xd5 is legal."""
    state = chess.start(chess.agree(Setup()))
    for seat, order in ((0, "e2-e4"), (1, "d7-d5")):
        state = advance(chess, state, seat, order, NO_DICE).state
    return state


def _refusal(game: Game, state: State, seat: int, text: str, faces: tuple[int, ...] = ()) -> Refused:
    before = state.encode()
    with pytest.raises(Refused) as refused:
        advance(game, state, seat, text, LoadedTower(faces))
    assert state.encode() == before
    assert state.journal is None
    return refused.value


def test_an_order_is_carried_out_on_a_copy(chess: Game, opened: State) -> None:
    before = opened.encode()
    step = advance(chess, opened, 0, "g1f3", NO_DICE)
    assert opened.encode() == before
    assert (step.seat, step.order, step.faces, step.pools) == (0, "Ng1-f3", (), ())
    assert [event.text for event in step.events] == ["White's Knight moves g1 to f3."]
    assert step.state.turn() == 1
    assert step.state.journal is None


def test_the_tower_throws_and_the_step_keeps_the_faces(chess: Game, opened: State) -> None:
    step = advance(chess, opened, 0, "exd5", LoadedTower([6, 1]))
    assert (step.order, step.faces) == ("e4xd5", ((6, 1),))
    assert [pool.reason for pool in step.pools] == ["a fight"]
    assert [event.kind for event in step.events] == ["attack", "roll", "fight"]


def test_the_digest_covers_order_dice_and_position(chess: Game, opened: State) -> None:
    step = advance(chess, opened, 0, "Nf3", NO_DICE)
    changed = [replace(step, state=opened), replace(step, order="Nb1-c3"), replace(step, faces=((1, 1),))]
    assert step.digest not in [other.digest for other in changed]
    assert len(step.digest) == 12
    assert set(step.digest) <= set("0123456789abcdef")


@pytest.mark.parametrize(
    ("seat", "text", "code", "sentence"),
    [
        (1, "d5xe4", Refusal.NOT_YOUR_TURN, "it is not Black's turn but White's"),
        (0, "hello", Refusal.UNREADABLE, "'hello' is not an order: write e2-e4, Ng1-f3, e4xd5, O-O or =R"),
        (0, "", Refusal.UNREADABLE, "'' is not an order: write e2-e4, Ng1-f3, e4xd5, O-O or =R"),
        (0, "e4-e6", Refusal.ILLEGAL, "a Pawn does not move that way"),
        (0, "d5xe4", Refusal.ILLEGAL, "d5 holds Black's Pawn"),
    ],
)
def test_refusals_have_a_code_and_a_sentence(
    chess: Game, opened: State, seat: int, text: str, code: Refusal, sentence: str
) -> None:
    refused = _refusal(chess, opened, seat, text)
    assert (refused.code, str(refused)) == (code, sentence)


def test_out_of_turn_comes_before_unreadable(chess: Game, opened: State) -> None:
    assert _refusal(chess, opened, 1, "hello").code == Refusal.NOT_YOUR_TURN


@pytest.mark.parametrize(("faces", "sentence"), [((7, 1), "cannot show 7"), ((1, 0), "cannot show 0")])
def test_impossible_faces_are_refused(chess: Game, opened: State, faces: tuple[int, ...], sentence: str) -> None:
    refused = _refusal(chess, opened, 0, "e4xd5", faces)
    assert refused.code == Refusal.ILLEGAL
    assert sentence in str(refused)


def test_dice_that_run_out_change_nothing(chess: Game, opened: State) -> None:
    before = opened.encode()
    with pytest.raises(TooFewDice, match="too few dice"):
        advance(chess, opened, 0, "e4xd5", LoadedTower([3]))
    assert opened.encode() == before


def test_no_order_is_accepted_after_the_end(chess: Game, opened: State) -> None:
    over = opened.copy()
    over.finish(1, 1)
    for seat in (0, 1):
        refused = _refusal(chess, over, seat, "e4xd5")
        assert (refused.code, str(refused)) == (Refusal.OVER, "the game is over")
    assert over.turn() == OVER


@pytest.mark.parametrize("seat", [2, 99, -5])
def test_a_seat_that_does_not_exist_is_refused(chess: Game, opened: State, seat: int) -> None:
    assert _refusal(chess, opened, seat, "e4xd5").code == Refusal.NOT_YOUR_TURN


def test_a_spectator_is_not_called_by_the_name_of_a_seat(chess: Game, opened: State) -> None:
    refused = _refusal(chess, opened, -1, "e4xd5")
    assert refused.code == Refusal.NOT_YOUR_TURN
    assert "Black" not in str(refused)


@pytest.mark.parametrize("seat", [-1, 0, 1])
def test_nobody_acts_while_dice_are_due(chess: Game, opened: State, seat: int) -> None:
    opened.play(chess.read(opened, "e4xd5"))
    assert opened.turn() == CHANCE
    refused = _refusal(chess, opened, seat, "Ng1-f3")
    assert refused.code == Refusal.NOT_YOUR_TURN
    assert "Black" not in str(refused)


def test_begin_throws_the_dice_of_an_opening(chess: Game, opened: State) -> None:
    opened.play(chess.read(opened, "e4xd5"))
    before = opened.encode()
    step: Step = begin(chess, opened, LoadedTower([6, 1]))
    assert (step.seat, step.order, step.faces) == (CHANCE, "", ((6, 1),))
    assert step.state.turn() == 1
    assert opened.encode() == before


def test_begin_does_not_change_an_opening_without_dice(game: Game, setup: Setup) -> None:
    state = game.start(setup)
    step = begin(game, state, SeededTower(1))
    assert step.state is not state
    assert step.state.journal is None
    assert step.state.turn() >= 0
