"""What must be true in any position of any game: one function for each part of the contract.

Each raises `CheckFailed` with half a sentence; `pawnstorm.testing.check` adds the game, seed and order. Nothing here
knows a game.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from pawnstorm.core.dice import Pool, knows
from pawnstorm.core.errors import CheckFailed, Refusal, Refused
from pawnstorm.core.events import Event, Journal
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.core.odds import branches, odds
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.core.step import Step
from pawnstorm.core.view import SPECTATOR, Offer, View, leaves, seen_from

GARBAGE = ("", "   ", "?!", "no such order at all", "\x00", "9" * 300, "<b>", "two\nlines")
"""Texts that are not an order of any game."""
_MOST_FACES = 10_000
"""Pools with more combinations of faces than this are sampled, not enumerated."""


def demand(holds: bool, otherwise: str) -> None:
    """Fail with a sentence unless a condition holds."""
    if not holds:
        raise CheckFailed(otherwise)


def ledger(game: Game) -> set[str]:
    """The ids of all rules of a game."""
    return {rule.id for rule in game.rules}


def orders(game: Game, state: State) -> dict[str, int]:
    """Legal orders are stable and distinct, and their notation reads back; returns them by their text."""
    legal = state.legal()
    demand(bool(legal), "a seat is to act and has no legal order")
    demand(legal == state.legal(), "legal() gives another list when asked twice")
    demand(len(set(legal)) == len(legal), "legal() lists an order twice")
    texts = [game.write(state, move) for move in legal]
    twice = [text for text, times in Counter(texts).items() if times > 1]
    demand(not twice, f"two legal orders are both written '{twice[0] if twice else ''}'")
    for move, text in zip(legal, texts, strict=True):
        demand(text == text.strip() != "" and text.isprintable(), f"the order text {text!r} is not one clean line")
        found = game.read(state, text)
        demand(found == move, f"'{text}' is written for order {move} and read as order {found}")
    return dict(zip(texts, legal, strict=True))


def copies(state: State, move: int) -> None:
    """Playing on one of two copies does not change the other."""
    first = state.copy()
    second = first.copy()
    before = second.encode()
    demand(first.encode() == before, "a copy encodes differently from its model")
    demand(first.key() == state.key(), "a copy has another key than its model")
    first.play(move)
    while first.turn() == CHANCE:
        first.land(first.outcomes()[0][0])
    demand(second.encode() == before, "playing on a position changes its copy")
    demand(state.encode() == before, "playing on a copy changes the position it was copied from")


def decoding(game: Game, setup: Setup, state: State) -> None:
    """An encoded position decodes to one with the same text, orders, key and source."""
    text = state.encode()
    demand("\n" not in text, "an encoded position is not one line")
    twin = game.decode(text, setup)
    demand(twin.encode() == text, "decoding and encoding again gives another text")
    demand(twin.turn() == state.turn(), "a decoded position has somebody else to act")
    demand(twin.key() == state.key(), "a decoded position has another key")
    if state.turn() == CHANCE:
        demand(twin.outcomes() == state.outcomes(), "a decoded position gives other odds")
    elif state.turn() != OVER:
        demand(twin.legal() == state.legal(), "a decoded position lists its orders differently")
    demand(twin.source() == state.source(), "a decoded position has another source")


def every_order(game: Game, setup: Setup, state: State, legal: Iterable[int], luck: Luck) -> None:
    """Every legal order can be played to the next decision with all dice, and the odds add up."""
    before = state.encode()
    for move in legal:
        after = state.copy()
        after.play(move)
        if after.turn() == CHANCE:
            demand(after.encode() != before, "an order that waits for dice does not change encode()")
            decoding(game, setup, after)
            dice(game, after, luck)
        total = sum((branch.chance for branch in branches(state, move)), Fraction(0))
        demand(total == 1, f"the odds of '{game.write(state, move)}' add up to {total}, not to 1")
    demand(state.encode() == before, "trying orders on copies changes the position")


def dice(game: Game, state: State, luck: Luck) -> None:
    """A pool is well formed, and its weights are exactly those of its faces."""
    pool = state.pool()
    _check_pool(game, pool, len(state.seat_names()))
    weighed = state.outcomes()
    weights = dict(weighed)
    demand(bool(weighed) and len(weights) == len(weighed), "a pool lists no result, or one result twice")
    demand(all(weight > 0 for _, weight in weighed), "a result has a weight that is not positive")
    demand(all(state.outcome_name(outcome) for outcome, _ in weighed), "a result has no name")
    if prod(die.sides for die in pool.dice) > _MOST_FACES:
        for _ in range(100):
            result = int(state.outcome_of(roll(pool, luck)))
            demand(result in weights, f"faces give the result {result}, which outcomes() does not list")
        return
    thrown = Counter(int(state.outcome_of(list(faces))) for faces in all_faces(pool))
    demand(_proportional(thrown, weights), f"the faces give {dict(thrown)}, outcomes() says {weights}")


def _check_pool(game: Game, pool: Pool, seats: int) -> None:
    demand(bool(pool.dice) and bool(pool.reason), "a pool has no dice or no reason")
    demand(pool.rule in ledger(game), f"a pool names the rule '{pool.rule}', which the ledger lacks")
    for die in pool.dice:
        demand(die.sides >= 1, f"a die has {die.sides} sides")
        demand(0 <= die.seat < seats, f"a die belongs to seat {die.seat}")


def _proportional(thrown: Counter[int], weights: dict[int, int]) -> bool:
    """Whether two tables of weights differ by a common factor only."""
    all_thrown, all_weights = sum(thrown.values()), sum(weights.values())
    return thrown.keys() == weights.keys() and all(
        thrown[result] * all_weights == weights[result] * all_thrown for result in weights
    )


def all_faces(pool: Pool) -> Iterable[tuple[int, ...]]:
    """Every way the dice of a pool can land."""
    return product(*(range(1, die.sides + 1) for die in pool.dice))


def roll(pool: Pool, luck: Luck) -> list[int]:
    """Fair faces for a pool."""
    return [int(luck.below(die.sides)) + 1 for die in pool.dice]


def views(game: Game, state: State, texts: Iterable[str]) -> None:
    """Every viewer gets a well-formed view; only the seat to act is offered orders, exactly the legal ones."""
    before = state.encode()
    names = state.seat_names()
    demand(len(set(names)) == len(names), "two seats have the same name")
    demand(len(names) == state.seats, f"State.seats is {state.seats}, but seat_names() has {len(names)} names")
    sight = game.view(state, state.turn())
    for viewer in range(SPECTATOR, len(names)):
        shown = game.view(state, viewer)
        _check_frame(game, state, shown, viewer)
        _check_things(shown, len(names))
        _check_plain(shown)
        if viewer == state.turn():
            _check_offers(game, state, shown, texts)
        else:
            demand(not shown.offers, f"viewer {viewer} is offered orders out of turn")
            same = not game.open or shown == seen_from(sight, viewer)
            demand(same, f"viewer {viewer} of an open game sees another position than the seat to act")
    demand(state.encode() == before, "looking at a position changes it")


def _check_frame(game: Game, state: State, view: View, viewer: int) -> None:
    demand((view.game, view.viewer) == (game.key, viewer), f"the view of viewer {viewer} names another game or viewer")
    demand(view.turn == state.turn(), f"the view of viewer {viewer} has another turn than the position")
    demand(bool(view.prompt), f"the view of viewer {viewer} has no prompt")
    ending = game.ending(state)
    demand(view.winners == (ending.winners if ending else ()), f"the view of viewer {viewer} has other winners")
    demand(bool(view.ending) == bool(ending), f"the view of viewer {viewer} ends the game differently")


def _check_things(view: View, seats: int) -> None:
    cells = {cell.id for cell in view.cells}
    demand(len(cells) == len(view.cells) > 0, "a cell of the view appears twice, or there is none")
    places = {(cell.column, cell.row) for cell in view.cells}
    demand(len(places) == len(cells), "two cells of the view lie on one place")
    demand(all(0 <= x < view.columns and 0 <= y < view.rows for x, y in places), "a cell lies off the board")
    for token in view.tokens:
        demand(token.cell in cells, f"the token {token.id} stands on '{token.cell}', which is not a cell")
    tokens = [*view.tokens, *(token for tray in view.trays for token in tray.tokens)]
    demand(len({token.id for token in tokens}) == len(tokens), "two tokens of one view have the same id")
    owners = [token.owner for token in tokens] + [tray.owner for tray in view.trays]
    owners += [gauge.owner for gauge in view.gauges]
    demand(set(owners) <= set(range(-1, seats)), "a token, tray or gauge belongs to no seat of the game")
    demand(set(view.marks) <= cells, "a mark is on no cell")


def _check_offers(game: Game, state: State, view: View, texts: Iterable[str]) -> None:
    cells = {cell.id for cell in view.cells}
    held = {token.id for tray in view.trays for token in tray.tokens}
    standing = {token.id for token in view.tokens}
    for offer in view.offers:
        _check_offer(offer, cells, held, standing)
    offered = leaves(view.offers)
    listed, legal = Counter(leaf.order for leaf in offered), Counter(list(texts))
    demand(listed == legal, f"offers and legal orders differ: {_differences(listed, legal)}")
    secret = _has_secrets(game, state, view.viewer)
    for leaf in offered:
        exact = odds(state, game.read(state, leaf.order))
        shown = {chance.result: chance.chance for chance in leaf.odds}
        demand(bool(shown) == bool(exact), f"the offer '{leaf.order}' shows odds without dice, or dice without odds")
        demand(not shown or sum(shown.values()) == 1, f"the odds offered for '{leaf.order}' do not add up to 1")
        # With secrets the exact odds would reveal them, so only an open position can be compared.
        demand(secret or shown == exact, f"the odds offered for '{leaf.order}' are not those of the rules")


def _differences(offered: Counter[str], legal: Counter[str]) -> str:
    extra, missing = sorted((offered - legal).elements()), sorted((legal - offered).elements())
    return f"offered too much {extra[:3]}, not offered {missing[:3]}"


def _check_offer(offer: Offer, cells: set[str], held: set[str], standing: set[str]) -> None:
    demand(bool(offer.text) and bool(offer.kind), "an offer has no text or no kind")
    demand(offer.cell in cells | {""}, f"the offer '{offer.text}' points at '{offer.cell}', which is not a cell")
    demand(bool(offer.order) != bool(offer.options), f"the offer '{offer.text}' is neither a leaf nor a branch")
    # A token in a tray is pressed there; one on the board is one of several on the offer's cell.
    named = held | standing if offer.cell else held
    demand(offer.token in named | {""}, f"the offer '{offer.text}' names '{offer.token}', which cannot be pressed")
    for option in offer.options:
        _check_offer(option, cells, held, standing)


def _check_plain(view: View) -> None:
    """A view is data: it stays the same when it is sent as JSON."""
    data = plain(view)
    demand(json.loads(json.dumps(data)) == data, "the view changes when it is sent as JSON")


def plain(value: Any) -> Any:
    """A value of the view grammar as JSON data; a fraction becomes its text."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    demand(is_dataclass(value), f"the view holds a {type(value).__name__}, which is not data")
    return {field.name: plain(getattr(value, field.name)) for field in fields(value)}


def places(game: Game, state: State, legal: list[int]) -> None:
    """`orders_of` finds only legal orders, and none on a place that does not exist."""
    for cell in game.view(state, SPECTATOR).cells:
        found = game.orders_of(state, cell.id)
        demand(set(found) <= set(legal), f"orders_of('{cell.id}') gives an order that is not legal")
    demand(game.orders_of(state, "nowhere") == [], "orders_of finds orders on a place that does not exist")


def secrets(game: Game, state: State, luck: Luck) -> set[int]:
    """No seat can distinguish its guess from the true position; returns the seats whose guess differs from it."""
    before = state.encode()
    differing: set[int] = set()
    for seat, name in enumerate(state.seat_names()):
        guess = game.guess(state, seat, luck)
        demand(guess is not state, "guess returns the true position itself")
        demand(guess.turn() == state.turn(), f"{name}'s guess has somebody else to act")
        if guess.encode() != before:
            differing.add(seat)
            same = plain(game.view(guess, seat)) == plain(game.view(state, seat))
            demand(same, f"{name} can tell its guess from the true position by the view")
        if state.turn() == seat:
            demand(guess.legal() == state.legal(), f"{name} can tell its guess from its own orders")
    demand(state.encode() == before, "guessing changes the position")
    return differing


def _has_secrets(game: Game, state: State, seat: int) -> bool:
    return game.guess(state, seat, Luck(1)).encode() != state.encode()


def hidden_dice(game: Game, state: State, faces: list[int], luck: Luck) -> set[int]:
    """A viewer who may not see a die learns nothing from it; returns the seats that it is hidden from."""
    pool, again = state.pool(), roll(state.pool(), luck)
    hidden_from: set[int] = set()
    for viewer in range(SPECTATOR, len(state.seat_names())):
        hidden = [not knows(die.audience, viewer) for die in pool.dice]
        if not any(hidden):
            continue
        demand(not game.open, f"a die of an open game is hidden from viewer {viewer}")
        hidden_from.add(viewer)
        other = [new if veiled else old for new, veiled, old in zip(again, hidden, faces, strict=True)]
        same = _seen_after(game, state, faces, viewer) == _seen_after(game, state, other, viewer)
        demand(same, f"viewer {viewer} can find out how a hidden die landed")
    return hidden_from - {SPECTATOR}


def shown_dice(game: Game, state: State, faces: list[int]) -> None:
    """A die that a seat has seen decides nothing that its guess deals again. One die of the pool is tried."""
    before, dice, seed = state.encode(), state.pool().dice, sum(faces)
    which = seed % len(dice)
    other_faces = list(faces)
    other_faces[which] = faces[which] % dice[which].sides + 1
    landed, other = _after(state, faces), _after(state, other_faces)
    demand(state.encode() == before, "dice that land on a copy change the position it was copied from")
    if landed.encode() == other.encode():
        return
    for seat, name in enumerate(state.seat_names()):
        if dice[which].shown_to(seat):
            guesses = [game.guess(true, seat, Luck(seed)).encode() for true in (landed, other)]
            demand(guesses[0] != guesses[1], f"{name} sees a die, but its guess does not know how it landed")


def _after(state: State, faces: list[int]) -> State:
    """A copy on which these faces have landed."""
    after = state.copy()
    after.land(after.outcome_of(faces))
    return after


def _seen_after(game: Game, state: State, faces: list[int], viewer: int) -> tuple[list[Event], Any]:
    """The events and the view of a viewer after these faces."""
    after, journal = state.copy(), Journal()
    after.journal = journal
    told = [game.tell_roll(after, faces)]
    after.land(after.outcome_of(faces))
    told += [game.tell(fact) for fact in journal.facts]
    return audible(told, viewer), plain(game.view(after, viewer))


def audible(told: Sequence[Event], viewer: int) -> list[Event]:
    """The events that a viewer may hear."""
    return [event for event in told if event.may_know(viewer)]


def events(game: Game, step: Step) -> None:
    """Every event has a text, a rule of the ledger if any, and cells that exist."""
    known = ledger(game) | {""}
    cells = {cell.id for cell in game.view(step.state.copy(), SPECTATOR).cells}
    for event in step.events:
        demand(bool(event.kind) and bool(event.text.strip()), f"the order '{step.order}' has an event without a text")
        demand(event.rule in known, f"'{event.text}' names the rule '{event.rule}', which the ledger lacks")
        demand(set(event.cells) <= cells, f"'{event.text}' points at a place that is not a cell")
    demand(not game.open or not outsiders(step), f"the order '{step.order}' of an open game is hidden from somebody")
    demand(step.state.journal is None, "the position after an order still keeps a journal")


def outsiders(step: Step) -> set[int]:
    """The seats from which something about an order is hidden: the order itself or an event."""
    audiences = [step.audience, *(event.audience for event in step.events)]
    seats = range(len(step.state.seat_names()))
    return {seat for seat in seats if not all(knows(audience, seat) for audience in audiences)}


def refusals(match: Match, heard: Iterable[str]) -> None:
    """Nonsense, earlier orders that are not legal now, and orders out of turn change nothing."""
    before, steps, turn = match.state.encode(), len(match.steps), match.turn
    for seat in range(len(match.seats)):
        if seat != turn:
            code = Refusal.OVER if turn == OVER else Refusal.NOT_YOUR_TURN
            _is_refused(match, seat, GARBAGE[0], code)
    if turn != OVER:
        for text in GARBAGE:
            _is_refused(match, turn, text, None)
        for text in heard:
            _reads_or_refuses(match.game, match.state, text)
    demand(match.state.encode() == before and len(match.steps) == steps, "a refused order changes the position")


def _is_refused(match: Match, seat: int, text: str, code: Refusal | None) -> None:
    try:
        match.add(match.step_for(seat, text))
    except Refused as refusal:
        demand(bool(str(refusal).strip()), f"{text!r} is refused without a reason")
        demand(code in (None, refusal.code), f"seat {seat} is refused as {refusal.code.value} instead of {code}")
    else:
        raise CheckFailed(f"the order {text!r} of seat {seat} is accepted")


def _reads_or_refuses(game: Game, state: State, text: str) -> None:
    try:
        move = game.read(state, text)
    except Refused:
        return
    demand(move in state.legal(), f"'{text}' is read as an order that is not legal")


def ending(game: Game, state: State) -> str:
    """An ending has winners, a text, a rule of the ledger and shares that add up to one; returns the rule."""
    found = game.ending(state)
    if state.turn() != OVER:
        demand(found is None, "a running game has an ending")
        return ""
    if found is None:
        raise CheckFailed("the game is over without an ending")
    seats = range(len(state.seat_names()))
    demand(bool(found.winners) and set(found.winners) <= set(seats), f"the ending has the winners {found.winners}")
    demand(bool(found.text), "the ending has no text")
    demand(found.rule in ledger(game), f"the ending names the rule '{found.rule}', which the ledger lacks")
    shares = [state.share(seat) for seat in seats]
    demand(abs(sum(shares) - 1) < 1e-9, f"the shares {shares} do not add up to 1")
    winners = tuple(seat for seat in seats if shares[seat] > 0)
    demand(winners == tuple(sorted(found.winners)), "shares and winners name different seats")
    return found.rule
