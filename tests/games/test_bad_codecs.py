"""The check of encodings can fail: codecs of a toy game with secrets, sound and with one flaw each."""

import pytest
from hidden_duel import DuelState, HiddenDuel

from pawnstorm.core.buffers import ByteRows
from pawnstorm.core.codec import Codec, Plane, Symmetry, blocks
from pawnstorm.core.errors import CheckFailed
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.state import State
from pawnstorm.testing import check
from pawnstorm.testing.encodings import check_encoding, has_codec


class DuelCodec(Codec):
    """A seat sees its own card and whether Red has raised."""

    def __init__(self, flaw: str) -> None:
        words = blocks(("words", 5 if flaw == "actions" else 4, "raise, pass, call, fold"))
        numbers = (Plane("card", "of this seat"), Plane("to act" if flaw == "name" else "raised", "1 if Red has"))
        super().__init__(1, words, (1, 1), (), numbers, 4 if flaw == "chances" else 16)
        self.flaw = flaw
        if flaw == "actions":
            self.actions = 4
        if flaw == "symmetry":
            self.symmetries = (Symmetry("wrong", "everything goes to one place", (0, 0, 0, 0), (0, 1, 2, 3, 4)),)

    def action_of(self, state: State, order: int) -> int:
        return 0 if self.flaw == "action" else 9 if self.flaw == "range" else order - 1

    def order_of(self, state: State, action: int) -> int:
        return 1 if self.flaw == "order" else action + 1

    def chance_of(self, state: State, outcome: int) -> int:
        return 3 if self.flaw == "chance" else outcome

    def mask(self, state: State, rows: ByteRows, row: int) -> None:
        if self.flaw != "mask":
            super().mask(state, rows, row)

    def observe(self, state: State, seat: int, rows: ByteRows) -> None:
        assert isinstance(state, DuelState)
        whose = 0 if self.flaw == "peek" else seat
        rows.write(self.first_number + 3, state.cards[whose])
        rows.write(self.first_number + 4, state.raised)


class ArrayDuel(HiddenDuel):
    """The toy with a codec."""

    def __init__(self, flaw: str = "") -> None:
        super().__init__()
        self.codec_flaw = flaw

    def codec(self, setup: Setup) -> Codec:
        return DuelCodec(self.codec_flaw)


def test_a_sound_codec_passes() -> None:
    seen = check_encoding(ArrayDuel(), Setup(), 400)
    assert (seen.actions, seen.positions) == ({0, 1, 2, 3}, 400)
    assert seen.twins > 10


@pytest.mark.parametrize(
    ("flaw", "sentence"),
    [
        ("actions", "the blocks are not all actions"),
        ("name", "two planes or numbers have one name"),
        ("symmetry", "'wrong' does not keep everything"),
        ("action", "'pass' has the action of another order"),
        ("range", "'raise' has the action 9, and there are 4"),
        ("order", "action 1 of 'pass' is another order"),
        ("chance", "two results of the dice have one number"),
        ("chances", "a result has a number beyond 4"),
        ("mask", "a mask is not the rules"),
        ("peek", "Blue sees what it may not know"),
    ],
)
def test_every_flaw_is_found(flaw: str, sentence: str) -> None:
    with pytest.raises(CheckFailed, match=f"^{sentence}$"):
        check_encoding(ArrayDuel(flaw), Setup(), 400)


def test_the_conformance_kit_looks_at_codecs_too() -> None:
    check(ArrayDuel(), games=2)
    with pytest.raises(CheckFailed, match=r"^hidden-duel, arrays with seed \d: Blue sees what it may not know"):
        check(ArrayDuel("peek"), games=2)
    plain: Game = HiddenDuel()
    assert not has_codec(plain, Setup())
