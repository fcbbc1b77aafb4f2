"""Every game as arrays: numbers for orders, planes for positions, and nothing that a seat may not know."""

import pytest
from coin_toss import CoinToss
from suite import COMPILED, ROOT, lively, scaled

from pawnstorm.core.batch import Batch
from pawnstorm.core.errors import BadOption, Refused, UsageError
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.recall import Recall
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.games import load
from pawnstorm.testing.check import covering
from pawnstorm.testing.encodings import check_encoding, document

POSITIONS = scaled(2_000, 150)
MANY = 100_000
GUIDE = ROOT / "docs" / "encodings.md"


def setups_of(game: Game) -> list[Setup]:
    """Set-ups with every map, some armies, and every value of every option."""
    if game.maps:
        return [Setup(map=name) for name in game.maps] + covering(game, [lively(game)])
    armies = game.armies()
    names = [roster.name or roster.army for roster in armies.starters] if armies else []
    pairs = [Setup(armies=pair) for pair in zip(names, names[1:] + names[:1], strict=True)]
    return pairs + covering(game, [Setup()])


def test_orders_and_positions_become_arrays_and_back(game: Game) -> None:
    setups = setups_of(game)
    secrets = 0
    for number, setup in enumerate(setups):
        seen = check_encoding(game, setup, max(POSITIONS // len(setups), 20), seed=number)
        assert seen.actions
        secrets += seen.twins
    assert secrets or game.open or not COMPILED


@pytest.mark.long
def test_a_hundred_thousand_positions(game: Game) -> None:
    setups = setups_of(game)
    for number, setup in enumerate(setups):
        check_encoding(game, setup, MANY // len(setups) + 1, seed=100 + number)


def test_the_guide_has_the_tables_of_the_code() -> None:
    text, tables = GUIDE.read_text("utf-8"), document().rstrip()
    assert text.rstrip().endswith("\n\n" + tables), (
        "it should end with the output of `python -m pawnstorm.testing.encodings`"
    )


def _played(game: Game, setup: Setup, orders: int, seed: int) -> State:
    state, luck = game.start(setup), Luck(seed)
    while orders and state.turn() != OVER:
        if state.turn() == CHANCE:
            state.land(state.outcomes()[int(luck.below(len(state.outcomes())))][0])
        else:
            orders -= 1
            state.play(state.legal()[int(luck.below(len(state.legal())))])
    while state.turn() == CHANCE:
        state.land(state.outcomes()[0][0])
    return state


def test_a_batch_shows_what_the_codec_shows(game: Game) -> None:
    codec = game.codec(Setup())
    batch = Batch(codec, game.start(Setup()), 3, seed=5)
    for _ in range(scaled(150, 25)):
        batch.step(batch.random_actions())
        for number in range(3):
            state = batch.state(number)
            if batch.ended[number]:
                assert (state.turn(), batch.to_act[number]) == (OVER, OVER)
                assert batch.masks.as_bytes(number) == bytes(codec.actions)
                continue
            assert batch.to_act[number] == state.turn()
            assert batch.masks.as_bytes(number) == codec.legal_mask(state)
            assert batch.observations.as_bytes(number) == codec.observation(state, int(state.turn()))


def test_games_of_a_batch_end_and_begin_again() -> None:
    game = load("chess-attack")
    codec, start = game.codec(Setup()), game.start(Setup())
    later, at_once = (Batch(codec, start, 4, seed=2, at_once=flag, longest=40) for flag in (False, True))
    ends = {"later": 0, "at once": 0, "decided": 0}
    for _ in range(scaled(1500, 130)):
        over = [bool(later.ended[number] | later.cut_off[number]) for number in range(4)]
        later.step(later.random_actions())
        at_once.step(at_once.random_actions())
        for number in range(4):
            rewards = list(later.rewards[2 * number : 2 * number + 2])
            assert sum(rewards) == 0
            if over[number]:
                ends["later"] += 1
                assert not later.ended[number] | later.cut_off[number]
                assert later.observations.as_bytes(number) == codec.observation(start, 0)
            if later.ended[number]:
                ends["decided"] += 1
                assert rewards == [2 * later.state(number).share(seat) - 1 for seat in (0, 1)]
            if at_once.ended[number] | at_once.cut_off[number]:
                ends["at once"] += 1
                assert at_once.orders[number] == 0
                assert at_once.masks.as_bytes(number) == codec.legal_mask(start)
                over_byte = codec.first_number + 2
                assert at_once.last_observations.as_bytes(number)[over_byte] == at_once.ended[number]
    assert min(ends["later"], ends["at once"]) > 4
    assert ends["decided"] > 0 or not COMPILED


def test_a_batch_for_one_seat_asks_no_other() -> None:
    game = load("chess-attack")
    batch = Batch(game.codec(Setup()), game.start(Setup()), 2, seed=3, seat=1)
    for _ in range(scaled(300, 40)):
        assert all(batch.to_act[number] in (1, OVER) for number in range(2))
        batch.step(batch.random_actions())


def test_the_same_seed_plays_the_same_games() -> None:
    game = load("chess-attack")
    batches = [Batch(game.codec(Setup()), game.start(Setup()), 2, seed=seed) for seed in (9, 9, 10)]
    for _ in range(60):
        for batch in batches:
            batch.step(batch.random_actions())
    first, same, other = ([batch.state(number).encode() for number in range(2)] for batch in batches)
    assert first == same != other
    batches[0].reset([1, 2])
    assert batches[0].observations.as_bytes(0) == batches[0].codec.observation(game.start(Setup()), 0)


def test_wrong_actions_change_nothing() -> None:
    game = load("chess-attack")
    codec = game.codec(Setup())
    batch = Batch(codec, game.start(Setup()), 2, seed=1)
    good, bad = codec.legal_actions(game.start(Setup()))[0], codec.actions
    before = bytes(batch.observations.items)
    for wrong in ([good, bad], [good, -1], [good, codec.actions - 1]):
        with pytest.raises(Refused, match=rf"^action {wrong[1]} is not legal in game 1$"):
            batch.step(wrong)
    with pytest.raises(UsageError, match=r"^1 actions for 2 games$"):
        batch.step([good])
    with pytest.raises(UsageError, match=r"^3 seeds for 2 games$"):
        batch.reset([1, 2, 3])
    with pytest.raises(UsageError, match=r"^there is no seat 2"):
        Batch(codec, game.start(Setup()), 2, seed=1, seat=2)
    with pytest.raises(UsageError, match="at least one game"):
        Batch(codec, game.start(Setup()), 0, seed=1)
    assert bytes(batch.observations.items) == before


def test_an_illegal_action_is_refused_in_one_sentence() -> None:
    game = load("chess-attack")
    codec, state = game.codec(Setup()), game.start(Setup())
    with pytest.raises(Refused, match=r"^-1 is no action: they are numbered from 0 to 1796$"):
        codec.legal_order(state, -1)
    with pytest.raises(Refused, match=r"^action 1796 \(become\) is not legal here$"):
        codec.legal_order(state, 1796)
    over = _played(game, Setup(), 5000, 1)
    with pytest.raises(Refused, match=r"^the game is over$"):
        codec.legal_order(over, 0)
    assert codec.legal_actions(over) == []


def test_a_game_without_a_codec_says_so() -> None:
    with pytest.raises(BadOption, match=r"^coin-toss has no encoding as arrays$"):
        CoinToss().codec(Setup())


def test_memories_keep_what_a_seat_saw_and_did() -> None:
    game = load("fantasy-armies")
    codec = game.codec(Setup())
    recalls = []
    for list_, piece in ((0, 3), (0, 4), (1, 3)):
        state, recall = game.start(Setup()), Recall(game, codec, 2)
        first = next(order for order in state.legal() if game.write(state, order).startswith("list"))
        recall.play(state, first + (list_ << 24))
        recall.play(state, state.legal()[piece])
        recalls.append(recall)
    assert len({recall.memory(0) for recall in recalls}) == 3
    assert len({recall.memory(1) for recall in recalls}) == 1
    twin = recalls[0].copy()
    assert twin.memory(0) == recalls[0].memory(0)
