"""Endings without a fight: repetition and lack of progress, counted a second time from the drawings alone."""

from collections import Counter

import pytest
from suite import scaled

from pawnstorm.core.dice import SeededTower
from pawnstorm.core.game import Ending, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.core.state import OVER
from pawnstorm.games import load

GAME = load("chess-attack")
THIRD_TIME = "the position stood for the third time"
NO_PROGRESS = "too many moves without a pawn move or a fight"


def _drawn(match: Match) -> tuple[object, ...]:
    sketch = GAME.sketch(match.state)
    return sketch.rows, sketch.facts["turn"], sketch.facts["castling"], sketch.facts["en_passant"]


def _back(text: str) -> str:
    """The order that takes a quiet move back."""
    letter, squares = (text[0], text[1:]) if text[0].isupper() else ("", text)
    return letter + "-".join(reversed(squares.split("-")))


class Shuffle:
    """A game of players who avoid progress; it counts occurrences and quiet half-moves on its own."""

    def __init__(self, options: dict[str, str], seed: int, going_back: int) -> None:
        self.match = Match(GAME, Setup(options), SeededTower(seed))
        self.luck = Luck(seed)
        self.going_back = going_back
        self.seen = Counter([_drawn(self.match)])
        self.quiet = 0

    def order(self) -> str:
        """The order that moves the piece back, as often as asked; else a quiet one, else any."""
        state, steps = self.match.state, self.match.steps
        texts = [GAME.write(state, move) for move in state.legal()]
        if len(steps) > 2 and _back(steps[-2].order) in texts and self.luck.below(100) < self.going_back:
            return _back(steps[-2].order)
        quiet = [text for text in texts if text[0] in "KQRBN" and "x" not in text and not text.startswith("O-O")]
        return (quiet or texts)[self.luck.below(len(quiet or texts))]

    def step(self) -> None:
        text = self.order()
        self.match.add(self.match.step_for(self.match.turn, text))
        progress = "x" in text or text[0] in "abcdefgh"
        self.quiet = 0 if progress else self.quiet + (not text.startswith("="))
        self.seen[_drawn(self.match)] += 1

    def expected(self, limit: int) -> set[str]:
        """The reasons that end the game now, if any."""
        reasons = {THIRD_TIME} if self.seen[_drawn(self.match)] >= 3 else set()
        return reasons | ({NO_PROGRESS} if self.quiet >= limit else set())


def _play(options: dict[str, str], seed: int, going_back: int, limit: int) -> Ending:
    """Play to the end: while the game goes on no reason may be due, and then its own reason must be."""
    shuffle = Shuffle(options, seed, going_back)
    while shuffle.match.turn != OVER:
        assert shuffle.expected(limit) == set()
        shuffle.step()
        if len(shuffle.match.steps) > 500:
            break
    ending = shuffle.match.ending
    assert ending is not None
    assert ending.text in shuffle.expected(limit) or ending.rule in ("CA-36", "CA-A17", "CA-A30")
    assert ending.rule != "CA-A41" or shuffle.expected(limit)
    return ending


@pytest.mark.rule("CA-A31", "CA-A41")
def test_the_third_occurrence_ends_the_game_and_no_other() -> None:
    endings = Counter(_play({}, seed, 80, 100).text for seed in range(scaled(60, 20)))
    assert endings[THIRD_TIME] > scaled(40, 12)


@pytest.mark.rule("CA-A31", "CA-A41")
@pytest.mark.parametrize(("moves", "limit"), [("50", 100), ("75", 150)])
def test_half_moves_without_progress_end_the_game_at_the_limit(moves: str, limit: int) -> None:
    played = [_play({"moves_without_progress": moves}, seed, 0, limit) for seed in range(scaled(30, 10))]
    assert Counter(ending.text for ending in played)[NO_PROGRESS] > scaled(20, 6)


@pytest.mark.rule("CA-37", "CA-A31")
@pytest.mark.parametrize("claims", ["points", "draw"])
def test_without_losses_it_is_a_draw_under_both_options(claims: str) -> None:
    ending = _play({"draw_claims": claims}, 1, 100, 100)
    assert (ending.text, ending.rule, ending.winners) == (THIRD_TIME, "CA-A41", (0, 1))
