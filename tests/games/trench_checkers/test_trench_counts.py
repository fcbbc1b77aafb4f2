"""The counts that a position keeps during play are those that a fresh count finds."""

import pytest
from trench_positions import GAME, MELEE, give, place, wander

from pawnstorm.core.dice import LoadedTower
from pawnstorm.core.game import Setup
from pawnstorm.core.state import OVER, State
from pawnstorm.core.step import advance
from pawnstorm.games.trench_checkers.state import Position


def gauges(state: State) -> dict[str, int]:
    return {gauge.id: gauge.value for gauge in GAME.view(state, -1).gauges}


def counted(state: State) -> list[list[int]]:
    """Everything that a position counts and its encoded line leaves out."""
    assert isinstance(state, Position)
    return [
        list(state.board),
        list(state.units),
        list(state.cards),
        list(state.per_seat),
        [state.deck_left, state.hidden_kinds],
    ]


def test_counts_kept_during_play_match_a_fresh_count() -> None:
    for seed, setup in ((1, Setup(map=MELEE)), (2, Setup({"cards": "off"}, map=MELEE))):
        for state in wander(seed, setup):
            fresh = GAME.decode(state.encode(), GAME.agree(setup))
            assert counted(fresh) == counted(state)


@pytest.mark.rule("TC-09", "TC-05")
def test_every_card_left_in_the_deck_may_be_drawn() -> None:
    state = GAME.start(GAME.agree(Setup()))
    assert state.outcomes() == [(kind, 3) for kind in range(11)]
    for _ in range(3):
        state.land(state.outcome_of([1]))
    assert state.outcomes() == [(kind, 3) for kind in range(1, 11)]


@pytest.mark.rule("TC-A31", "TC-A61")
def test_the_value_of_an_army_counts_pieces_that_are_on_the_board_and_awake() -> None:
    pieces = {"a1": "SS", "c4": "V", "g9": "Z", "h10": "sv", "c5": "c"}
    assert {key: value for key, value in gauges(place(pieces)).items() if key.startswith("value")} == {
        "value-0": 4,
        "value-1": 6,
    }
    awake = give(place({**pieces, "g7": "S"}), "g7-g8")
    assert gauges(awake)["value-0"] == 8


@pytest.mark.rule("TC-A31", "TC-A61")
def test_a_piece_shows_its_value() -> None:
    view = GAME.view(place({"a1": "S", "g9": "Z", "c5": "v", "d6": "c"}), -1)
    shown = {token.cell: token.stats[0].value for token in view.tokens if token.stats}
    assert shown == {"a1": 1, "g9": 0, "c5": 2, "d6": 3}


@pytest.mark.rule("TC-A60")
def test_quiet_rounds_are_shown_only_where_they_count() -> None:
    pieces = {"a1": "S", "h10": "s"}
    assert gauges(place(pieces, quiet=3))["quiet"] == 3
    assert "quiet" not in gauges(place(pieces, {"no_progress": "off"}, quiet=3))


@pytest.mark.rule("TC-49", "TC-54")
def test_a_game_that_is_over_owes_nobody_a_card() -> None:
    """The last enemy falls on a depot, whose card would be drawn if the game went on."""
    state = place({"b8": "S", "b9": "s"}, phase="attack")
    after = give(state, "b8xb9", [4, 1])
    assert after.turn() == OVER
    assert isinstance(after, Position)
    assert (after.cards_owed, gauges(after)["deck"]) == (0, 33)


@pytest.mark.rule("TC-39", "TC-61")
def test_the_log_says_by_which_rule_a_soldier_became_a_veteran() -> None:
    by_trench = advance(GAME, place({"a9": "S", "h1": "s"}, {"cards": "off"}), 0, "a9-a10", LoadedTower([]))
    assert [event.rule for event in by_trench.events] == ["TC-22", "TC-39"]
    state = place({"a9": "S", "h1": "s"}, phase="muster", hands={"Blue": "promote"})
    by_card = advance(GAME, state, 0, "promote a9", LoadedTower([]))
    assert [event.rule for event in by_card.events] == ["TC-61", "TC-61"]


@pytest.mark.rule("TC-A43")
def test_moving_in_after_a_victory_does_not_count_as_a_move() -> None:
    after = give(
        place({"b4": "S", "c4": "S", "c5": "s", "h10": "s"}, {"cards": "off"}, phase="attack"), "c4xc5", [4, 1]
    )
    assert isinstance(after, Position)
    assert after.moved == 0


def test_moves_of_a_piece_are_listed_up_right_left_down() -> None:
    state = place({"c4": "S", "h10": "s"}, {"cards": "off"})
    assert [GAME.write(state, move) for move in state.legal()] == ["c4-c5", "c4-d4", "c4-b4", "c4-c3"]


@pytest.mark.rule("TC-66")
@pytest.mark.parametrize(("turn", "tile"), [("Blue", "c1"), ("Red", "c10")])
def test_a_soldier_that_comes_back_is_one_of_the_fallen(turn: str, tile: str) -> None:
    men = {"a1": "S", "b4": "VS", "h10": "s", "g7": "vs"}
    hands = {"Blue": "leave", "Red": "leave"}
    state = place(men, turn=turn, first=turn, hands=hands, fallen={"Blue": 2, "Red": 2})
    after = give(state, f"leave {tile}")
    assert counted(GAME.decode(after.encode(), GAME.agree(Setup()))) == counted(after)
    assert sum(token.cell == tile for token in GAME.view(after, -1).tokens) == 1


@pytest.mark.rule("TC-33", "TC-65")
@pytest.mark.parametrize(
    ("blue", "discards", "asked"),
    [("", "", False), ("gun", "glasses glasses glasses", False), ("gun", "glasses glasses", True)],
)
def test_both_kept_dice_count_only_while_a_seat_might_roll_again(blue: str, discards: str, asked: bool) -> None:
    state = place({"c4": "S", "c5": "s"}, phase="attack", hands={"Blue": blue}, discards=discards)
    state.play(GAME.read(state, "c4xc5"))
    if blue:
        state.play(GAME.read(state, "pass"))
    results = {1: 6, 3: 4, 4: 6}
    assert (len(state.outcomes()) == 16) == asked
    assert asked or dict(state.outcomes()) == results
