"""The conformance kit on every game, driven by hypothesis; and proof that the kit can fail."""

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import hidden_duel
import pytest
from coin_toss import CoinToss
from hypothesis import given, settings
from hypothesis import strategies as st
from suite import lively, settled

from pawnstorm.core import record
from pawnstorm.core.errors import BadPosition, CheckFailed, Refused
from pawnstorm.core.game import Ending, Game, Setup, Sketch
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.core.odds import odds
from pawnstorm.core.state import CHANCE, OVER, Source, State
from pawnstorm.core.view import Chance, Offer, View
from pawnstorm.games import keys, load
from pawnstorm.testing import check, check_game
from pawnstorm.testing import inspection as inspection_module
from pawnstorm.testing.check import covering
from pawnstorm.testing.styles import STYLES, KitPlayer, shape_of

FEWEST = 8
"""Matches that the kit inspects for each game, or more if its options need more."""


@pytest.mark.slow
def test_every_game_keeps_the_contract(game: Game) -> None:
    report = check(game, games=FEWEST, seed=1)
    assert report.games == max(FEWEST, len(covering(game)))
    assert sum(report.endings.values()) == report.games
    assert report.orders > 100
    assert report.rolls >= report.games


def test_a_game_may_leave_out_what_it_does_not_need() -> None:
    """Reading, endings, results, keys, the orders of a place: the contract has a default for each."""
    game = CoinToss()
    report = check(game, games=8)
    assert (report.orders, report.rolls, dict(report.endings)) == (8, 8, {"CT-1": 8})
    state = game.start(Setup())
    assert game.orders_of(state, "a1") == [1, 2]
    assert state.key() != game.decode("1 -1 0 0", Setup()).key()
    with pytest.raises(Refused, match=r"^'edge' is not an order: write heads tails$"):
        game.read(state, " edge ")
    with pytest.raises(BadPosition, match="positions of coin-toss cannot be drawn"):
        game.place(Sketch((("."),), {}), Setup())
    with pytest.raises(BadPosition, match="positions of coin-toss cannot be drawn"):
        game.sketch(state)


@pytest.mark.slow
@settings(max_examples=12)
@given(st.data())
def test_any_options_seed_and_style(data: st.DataObject) -> None:
    game = load(data.draw(st.sampled_from(keys())))
    options = {option.key: data.draw(st.sampled_from(option.values), option.key) for option in game.options}
    report = check_game(
        game, Setup(options), data.draw(st.integers(0, 2**63), "seed"), data.draw(st.sampled_from(STYLES), "style")
    )
    assert report.games == 1


def test_the_same_seed_makes_the_same_inspection(game: Game) -> None:
    assert check_game(game, lively(game), 5, "explorer") == check_game(game, lively(game), 5, "explorer")


@pytest.mark.slow
def test_styles_reach_what_random_play_seldom_does(game: Game) -> None:
    """The styles do what their names say: the fighter takes the dice on offer, the explorer finds more orders."""
    share = {style: _share_of_dice(game, style) for style in ("random", "fighter")}
    assert share["fighter"] > max(0.8, share["random"])
    assert _kinds_of_orders(game, "explorer") >= _kinds_of_orders(game, "random")


def _share_of_dice(game: Game, style: str) -> float:
    """How often a style chooses dice, among the decisions that offer the choice."""
    chosen: list[bool] = []
    state, luck = settled(game.start(lively(game))), Luck(3)
    player = KitPlayer(style, Luck(4), Counter())
    while len(chosen) < 200:
        texts = {game.write(state, move): move for move in state.legal()}
        dice = {text for text, move in texts.items() if odds(state, move)}
        if 0 < len(dice) < len(texts):
            chosen.append(player.choose(state, texts) in dice)
        state = _onward(game, state, list(texts.values())[luck.below(len(texts))], luck)
    return sum(chosen) / len(chosen)


def _kinds_of_orders(game: Game, style: str) -> int:
    """How many shapes of orders a style gives in a number of orders."""
    state, luck = settled(game.start(lively(game))), Luck(3)
    player = KitPlayer(style, Luck(4), Counter())
    for _ in range(400):
        texts = {game.write(state, move): move for move in state.legal()}
        text = player.choose(state, texts)
        player.shapes[shape_of(text)] += 1
        state = _onward(game, state, texts[text], luck)
    return len(player.shapes)


def _onward(game: Game, state: State, move: int, luck: Luck) -> State:
    """The next decision after an order and its dice; of a new game if this one is over."""
    state.play(move)
    while state.turn() == CHANCE:
        state.land(state.outcomes()[luck.below(len(state.outcomes()))][0])
    return settled(game.start(lively(game))) if state.turn() == OVER else state


@pytest.mark.parametrize(
    ("text", "shape"), [("e2-e4", ".-."), ("Ng1xf3", "N.x."), ("O-O", "O-O"), ("=R", "=R"), ("c11 c3/b", ". ./b")]
)
def test_the_shape_of_an_order_forgets_its_places(text: str, shape: str) -> None:
    assert shape_of(text) == shape


# Broken games. A method is replaced on the class, which the kit sees in both builds (compiled code calls its own).

Patch = tuple[str, Callable[[Callable[..., Any]], Callable[..., Any]]]
"""What to replace (a method of the game, or `state.` and a method of its positions), and how."""


def _changed_view(change: Callable[[View, Game, State], View]) -> Patch:
    def patch(view: Callable[..., View]) -> Callable[..., View]:
        return lambda game, state, viewer: change(view(game, state, viewer), game, state)

    return "view", patch


def _offers_to_all(view: Callable[..., View]) -> Callable[..., View]:
    def leaking(game: Game, state: State, viewer: int) -> View:
        return replace(view(game, state, viewer), offers=view(game, state, max(int(state.turn()), 0)).offers)

    return leaking


def _marked_for_one(view: Callable[..., View]) -> Callable[..., View]:
    def marking(game: Game, state: State, viewer: int) -> View:
        seen = view(game, state, viewer)
        return replace(seen, marks={"a1": "seen"}) if viewer == state.turn() else seen

    return marking


def _sure_thing(offer: Offer) -> Offer:
    odds = (Chance("all goes well", sum((chance.chance for chance in offer.odds), start=0)),) if offer.odds else ()
    return replace(offer, odds=odds, options=tuple(map(_sure_thing, offer.options)))


def _ends_as(**change: Any) -> Patch:
    def patch(ending: Callable[..., Ending | None]) -> Callable[..., Ending | None]:
        def wrong(game: Game, state: State) -> Ending | None:
            found = ending(game, state)
            return replace(found, **change) if found else None

        return wrong

    return "ending", patch


def _answers(value: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return lambda original: lambda *arguments: value


def _after(change: Callable[[Any], Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return lambda original: lambda *arguments: change(original(*arguments))


def _restless(legal: Callable[..., list[int]]) -> Callable[..., list[int]]:
    calls = iter(range(10**9))
    return lambda state: legal(state)[:: 1 if next(calls) % 2 else -1]


def _mirrored(write: Callable[..., str]) -> Callable[..., str]:
    """Swaps the texts of the first and the last legal order."""

    def wrong(game: Game, state: State, move: int) -> str:
        legal = state.legal()
        return write(game, state, {legal[0]: legal[-1], legal[-1]: legal[0]}.get(move, move))

    return wrong


def _wounded_guess(original: Callable[..., State]) -> Callable[..., State]:
    def wrong(game: Game, state: State, seat: int, luck: object) -> State:
        return game.decode(state.encode().replace(",Pa2", ",Pa2*"), Setup())

    return wrong


def _raise(*arguments: object) -> Any:
    raise IndexError("vec index out of range")


class _Healing(Source):
    """A source that forgets wounds."""

    def __init__(self, real: Source) -> None:
        self.key = real.key
        self.real = real

    def decode(self, line: str) -> State:
        return self.real.decode(line.replace("*", ""))


class _SameHealing(_Healing):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, _SameHealing)

    def __hash__(self) -> int:
        return 0


BROKEN: dict[str, tuple[Patch, str]] = {
    "sources differ": (("state.source", _after(_Healing)), "a decoded position has another source"),
    "a source decodes wrongly": (("state.source", _after(_SameHealing)), "leads elsewhere when played directly"),
    "offers leak": (("view", _offers_to_all), "viewer -1 is offered orders out of turn"),
    "an offer is missing": (
        _changed_view(lambda view, game, state: replace(view, offers=view.offers[:-1])),
        "offers and legal orders differ",
    ),
    "an offer appears twice": (
        _changed_view(lambda view, game, state: replace(view, offers=view.offers + view.offers[:1])),
        "offers and legal orders differ",
    ),
    "offered odds are wrong": (
        _changed_view(lambda view, game, state: replace(view, offers=tuple(map(_sure_thing, view.offers)))),
        "are not those of the rules",
    ),
    "a token is on no cell": (
        _changed_view(lambda view, game, state: replace(view, tokens=(replace(view.tokens[0], cell="z9"),))),
        "stands on 'z9', which is not a cell",
    ),
    "a view holds what is not data": (
        _changed_view(lambda view, game, state: replace(view, marks={"e4": object()})),
        "the view holds a object, which is not data",
    ),
    "a view changes the position": (
        _changed_view(lambda view, game, state: (setattr(state, "quiet", 3), view)[1]),
        "looking at a position changes it",
    ),
    "a view lies about the turn": (
        _changed_view(lambda view, game, state: replace(view, turn=7)),
        "has another turn than the position",
    ),
    "notation reads back wrongly": (("write", _mirrored), "and read as order"),
    "notation is ambiguous": (("write", _after(lambda text: text[:1])), "two legal orders are both written"),
    "notation has blanks": (("write", _after(lambda text: f"{text} ")), "is not one clean line"),
    "anything is read": (("read", _answers(0)), "is written for order"),
    "legal orders are unstable": (("state.legal", _restless), "gives another list when asked twice"),
    "legal orders repeat": (("state.legal", _after(lambda legal: legal + legal[:1])), "lists an order twice"),
    "nothing is legal": (("state.legal", _answers([])), "has no legal order"),
    "a seat is not counted": (
        ("state.seat_names", _answers(("White", "Black", "Red"))),
        r"State.seats is 2, but seat_names\(\) has 3 names",
    ),
    "a rule crashes": (("state.legal", lambda original: _raise), "IndexError: vec index out of range"),
    "a copy is not independent": (("state.copy", lambda original: lambda state: state), "changes"),
    "wounds are not encoded": (
        ("state.encode", _after(lambda text: text.replace("*", ""))),
        "a decoded position has another key|leads elsewhere|gives other odds|does not change encode",
    ),
    "the key is blind": (("state.key", _answers(1)), "two positions with the same key have different orders"),
    "odds are wrong": (
        ("state.outcomes", _after(lambda found: [(found[0][0], found[0][1] + 1), *found[1:]])),
        "the faces give .*, outcomes.. says",
    ),
    "a weight is zero": (
        ("state.outcomes", _after(lambda found: [*found, (99, 0)])),
        "a weight that is not positive",
    ),
    "a result appears twice": (("state.outcomes", _after(lambda found: found + found[:1])), "or one result twice"),
    "an open game hides something": (
        ("view", _marked_for_one),
        "viewer -1 of an open game sees another position than the seat to act",
    ),
    "a pool names no rule": (
        ("state.pool", _after(lambda pool: replace(pool, rule="XX-1"))),
        "a pool names the rule 'XX-1', which the ledger lacks",
    ),
    "an ending without a rule": (_ends_as(rule=""), "the ending names the rule '', which the ledger lacks"),
    "an ending by an unknown rule": (_ends_as(rule="XX-1"), "the ending names the rule 'XX-1'"),
    "an ending without winners": (_ends_as(winners=()), "has other winners|has the winners"),
    "no ending at all": (("ending", _answers(None)), "other winners|ends the game differently|without an ending"),
    "shares are wrong": (("state.share", _answers(1.0)), "do not add up to 1"),
    "any option goes": (("agree", lambda original: lambda game, setup: setup), "is accepted"),
    "a guess hands out the truth": (
        ("guess", lambda original: lambda game, state, seat, luck: state),
        "guess returns the true position itself",
    ),
    "a guess can be told from the truth": (
        ("guess", _wounded_guess),
        "can tell its guess from the true position by the view",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_fails(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (target, patch), sentence = BROKEN[name]
    game = load("chess-attack")
    owner = type(game.start(Setup())) if target.startswith("state.") else type(game)
    method = target.removeprefix("state.")
    monkeypatch.setattr(owner, method, patch(getattr(owner, method)))
    with pytest.raises(CheckFailed, match=sentence) as failed:
        check(game, games=4, seed=3)
    assert str(failed.value).startswith("chess-attack, seed ")
    assert "\n" not in str(failed.value)


def test_a_failure_names_seed_options_style_and_order(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("chess-attack")
    monkeypatch.setattr(type(game.start(Setup())), "key", lambda state: 1)
    with pytest.raises(CheckFailed) as failed:
        check_game(game, Setup({"king_caution": "on"}), 9, "fighter")
    assert str(failed.value).startswith("chess-attack, seed 9, fighter play with king_caution=on, after order 1 '")


def test_a_replay_that_checks_nothing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    true_replay = record.replay

    def gullible(kept: record.Record, game: Game) -> Match:
        """Gives back the true match, whatever the record says."""
        first.append(kept)
        return true_replay(first[0], game)

    first: list[record.Record] = []
    monkeypatch.setattr(record, "replay", gullible)
    with pytest.raises(CheckFailed, match="is not noticed by the replay"):
        check_game(load("chess-attack"), Setup(), 1, "random")


def test_a_game_without_end_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["pawnstorm.testing.check"], "_LONGEST", 5)
    with pytest.raises(CheckFailed, match="the game does not end within 5 orders"):
        check_game(load("chess-attack"), Setup(), 1, "random")


def test_a_match_that_the_rules_may_never_end_is_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["pawnstorm.testing.check"], "_PATIENCE", 20)
    game = load("trench-checkers")
    report = check_game(game, replace(lively(game), options={"no_progress": "off"}), 1, "random")
    assert report.endings == Counter({"draw agreed": 1})
    assert report.orders == 20
    ends = check_game(game, lively(game), 1, "random")
    assert "draw agreed" not in ends.endings


def test_views_are_plain_data() -> None:
    game = load("chess-attack")
    plain = inspection_module.plain(game.view(game.start(Setup()), 0))
    assert (plain["columns"], len(plain["cells"]), len(plain["tokens"])) == (8, 64, 32)
    with pytest.raises(CheckFailed, match="the view holds a set, which is not data"):
        inspection_module.plain({"a": {1, 2}})


def test_a_sound_game_with_secrets_passes() -> None:
    report = check(hidden_duel.HiddenDuel(), games=30)
    assert report.games == 30
    assert report.guess_differs == {0, 1}


def test_a_game_with_secrets_is_not_open() -> None:
    game = hidden_duel.HiddenDuel()
    game.open = True
    with pytest.raises(CheckFailed, match="of an open game"):
        check(game, games=3)


def test_dice_that_land_on_a_copy_leave_its_model_alone() -> None:
    with pytest.raises(CheckFailed, match="dice that land on a copy change the position it was copied from"):
        check(hidden_duel.HiddenDuel("shared cards"), games=1)


LEAKS = {
    "view": "can tell",
    "event": "hears from the events",
    "die": "can find out how a hidden die landed",
    "frozen guess": "guess never changes what seat",
    "public dice": "sees a die, but its guess does not know how it landed",
    "wrong guess": "can tell its guess|its guess does not know",
    "offers": "can tell its guess",
}


@pytest.mark.parametrize("flaw", LEAKS)
def test_a_leak_is_noticed(flaw: str) -> None:
    with pytest.raises(CheckFailed, match=LEAKS[flaw]):
        check(hidden_duel.HiddenDuel(flaw), games=40)
