"""Reasons in words: data of every game, and what they say in positions where everybody sees why."""

from fnmatch import fnmatchcase

import pytest

from pawnstorm.ai.evaluators import evaluator_for
from pawnstorm.ai.reasons import Explainer, words_of
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.games import load
from pawnstorm.testing.scenario import draw


def test_every_word_of_every_game_is_about_features_of_its_evaluator(game: Game) -> None:
    names, words = evaluator_for(game).names, words_of(game)
    assert len(words) >= 5
    for word in words:
        assert any(fnmatchcase(name, one) for one in word.features for name in names), word
    phrases = [phrase for word in words for phrase in (word.ours, word.theirs)]
    assert len(set(phrases)) == len(phrases)


def test_reasons_come_from_the_words_and_are_always_the_same(game: Game) -> None:
    state, luck = game.start(game.agree(Setup())), Luck(5)
    phrases = {phrase for word in words_of(game) for phrase in (word.ours, word.theirs)}
    for _ in range(40):
        while state.turn() < 0:
            state.land(state.outcomes()[0][0])
        moves = [int(move) for move in state.legal()]
        first, second = (Explainer(game, state.copy()).reasons(moves[0]) for _ in range(2))
        assert first == second
        assert len(first) <= 2
        assert all(phrase in phrases or phrase.startswith("wins") for phrase in first)
        state.play(moves[luck.below(len(moves))])


BOARD = """
8 . . . . k . . .
7 . . . . . . . .
6 . . . . . . . .
5 . . . . . . . .
4 . . . . . . . q
3 . . . . . . . .
2 . . . . . . . .
1 R . . . K . . R
  a b c d e f g h
"""


@pytest.mark.parametrize(
    ("order", "reason"), [("Rh1xh4", "goes for the Queen"), ("Ra1-a8", "threatens the enemy King")]
)
def test_an_order_is_explained_by_what_it_does(order: str, reason: str) -> None:
    game = load("chess-attack")
    state = draw(game, game.agree(Setup()), BOARD, {"turn": "White"})
    assert reason in Explainer(game, state).reasons(game.read(state, order))


def test_a_game_without_words_gives_no_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pawnstorm.ai.reasons.words_of", lambda _game: ())
    game = load("chess-attack")
    state = game.start(game.agree(Setup()))
    assert Explainer(game, state).reasons(int(state.legal()[0])) == ()
