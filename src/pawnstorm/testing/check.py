"""The conformance kit: does a game keep the contract? See docs/conformance.md.

`check` plays whole games, some at random and some in a style that looks for rare things, with every value of every
option, and makes the checks of `inspection` in each position. The first one that fails raises `CheckFailed`.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from pawnstorm.core import record
from pawnstorm.core.dice import LoadedTower, SeededTower
from pawnstorm.core.errors import BadOption, BadRecord, CheckFailed, PawnstormError
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.core.options import complete
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.core.step import Faces, Step, advance
from pawnstorm.testing import encodings, inspection
from pawnstorm.testing.inspection import demand
from pawnstorm.testing.styles import STYLES, KitPlayer, shape_of

_LONGEST = 10_000
"""Orders after which a game that has not ended counts as endless."""
_PATIENCE = 1_500
"""Orders after which a match that the rules may never end is drawn by agreement."""
_POSITIONS = 60
"""Positions of each set-up that become arrays."""
_STRIDE = 4
"""Every position gets the quick checks; one in this many, and every new kind of order, gets the slow ones too."""


@dataclass
class Report:
    """What a check has seen, to decide whether that was enough."""

    games: int = 0
    orders: int = 0
    rolls: int = 0
    shapes: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    hidden_from: set[int] = field(default_factory=set)
    """Seats from which something was hidden."""
    guess_differs: set[int] = field(default_factory=set)
    """Seats whose guess once differed from the true position."""


def check(game: Game, *, games: int = 12, seed: int = 0, setups: Sequence[Setup] = (Setup(),)) -> Report:
    """Inspect a game over at least `games` games: each set-up with every option value, then random mixes of options.

    Raises `CheckFailed` with one sentence that names game, seed, set-up and order. Games with armies or maps pass
    the set-ups to check.
    """
    report = Report()
    _named(game, f"{game.key}, seed {seed}", lambda: check_facts(game))
    plan = covering(game, setups)
    luck = Luck(seed)
    while len(plan) < games:
        plan.append(_mix(game, setups[int(luck.below(len(setups)))], luck))
    for number, setup in enumerate(plan):
        check_game(game, setup, int(luck.next()), STYLES[number % len(STYLES)], report)
        _check_arrays(game, setup, number)
    _check_guesses(game, report)
    return report


def check_game(game: Game, setup: Setup, seed: int, style: str, report: Report | None = None) -> Report:
    """Inspect one game played in one of the `STYLES`; what it saw is added to the report."""
    agreed = game.agree(setup)
    changed = "; ".join(f"{key}={value}" for key, value in agreed.options.items() if setup.options.get(key) == value)
    where = f"{game.key}, seed {seed}, {style} play with {changed or 'default options'}"
    seen = Report() if report is None else report
    run = _Run(game, agreed, seed, style, seen)
    _named(game, where, run.to_the_end, run)
    return seen


def _named(game: Game, where: str, inspect: Callable[[], None], run: "_Run | None" = None) -> None:
    """Say where a check failed; an unexpected error of the game is a failure too."""
    try:
        inspect()
    except Exception as error:
        after = f", after {run.last}" if run else ""
        what = str(error) if isinstance(error, CheckFailed) else f"{type(error).__name__}: {error}"
        raise CheckFailed(f"{where}{after}: {what}") from (None if isinstance(error, CheckFailed) else error)


def check_facts(game: Game) -> None:
    """The facts of the game itself: ledger, options and presets agree with each other."""
    demand(bool(game.key and game.title and game.summary and game.seats), "key, title, summary or seats are missing")
    ids = [rule.id for rule in game.rules]
    demand(len(ids) == len(set(ids)) > 0, "the ledger is empty or lists a rule twice")
    for option in game.options:
        demand(len(set(option.values)) == len(option.values) > 1, f"the option '{option.key}' leaves no choice")
        demand(bool(option.title and option.explain), f"the option '{option.key}' is not explained")
        demand(set(option.rules) <= set(ids), f"the option '{option.key}' names a rule that the ledger lacks")
    for preset in game.presets:
        complete(game.key, game.options, preset.options)
    for wrong in ({"no such option": "on"}, *({option.key: "no such value"} for option in game.options)):
        _refuses_option(game, wrong)


def _refuses_option(game: Game, wrong: dict[str, str]) -> None:
    try:
        game.agree(Setup(wrong))
    except BadOption:
        return
    raise CheckFailed(f"the option {wrong} is accepted")


def _check_guesses(game: Game, report: Report) -> None:
    """A seat from which something was hidden must get guesses that differ from the truth, or search would peek."""
    for seat in sorted(report.hidden_from - report.guess_differs):
        raise CheckFailed(f"{game.key}: guess never changes what seat {seat} may not know")


def covering(game: Game, setups: Sequence[Setup] = (Setup(),)) -> list[Setup]:
    """A few set-ups with every value of every option and every preset."""
    chosen = [dict(preset.options) for preset in game.presets]
    for turn in range(max((len(option.values) for option in game.options), default=1)):
        chosen.append({option.key: option.values[turn % len(option.values)] for option in game.options})
    return [replace(setup, options={**setup.options, **options}) for setup in setups for options in chosen]


def _check_arrays(game: Game, setup: Setup, seed: int) -> None:
    """A codec, if the game has one, numbers every order and shows a seat only what it may see."""
    if encodings.has_codec(game, setup):

        def inspect() -> None:
            encodings.check_encoding(game, setup, _POSITIONS, seed)

        _named(game, f"{game.key}, arrays with seed {seed}", inspect)


def _mix(game: Game, setup: Setup, luck: Luck) -> Setup:
    return replace(setup, options={o.key: o.values[int(luck.below(len(o.values)))] for o in game.options})


def gets_nowhere(match: Match) -> bool:
    """Whether the players should agree on a draw, because the rules may never end the match."""
    return len(match.steps) > _PATIENCE and match.game.endless(match.setup)


class _Run:
    """One game under inspection."""

    def __init__(self, game: Game, setup: Setup, seed: int, style: str, report: Report) -> None:
        self.game = game
        self.setup = setup
        self.style = style
        self.report = report
        self.luck = Luck(seed)
        self.player = KitPlayer(style, self.luck, report.shapes)
        self.last = "the set-up"
        self.heard: list[str] = []
        self.known: dict[int, tuple[int, list[str]]] = {}
        self.seed = seed

    def to_the_end(self) -> None:
        """Play and inspect until the game is over."""
        game, report = self.game, self.report
        match = self._open()
        while match.turn != OVER and not gets_nowhere(match):
            demand(len(match.steps) <= _LONGEST, f"the game does not end within {_LONGEST} orders")
            self._one_order(match)
            self.last = f"order {len(match.steps) - 1} '{match.steps[-1].order}'"
        if match.turn == OVER:
            inspection.decoding(game, self.setup, match.state)
            inspection.views(game, match.state, ())
            inspection.refusals(match, ())
            report.endings[inspection.ending(game, match.state)] += 1
        else:
            match.agree_draw()
            report.endings["draw agreed"] += 1
        report.games += 1
        check_records(match, self.luck)

    def _one_order(self, match: Match) -> None:
        game, state, luck = self.game, match.state, self.luck
        texts = inspection.orders(game, state)
        text = self.player.choose(state, texts)
        self._inspect(match, texts, text)
        faces = self._dice(state, texts[text])
        match.tower = LoadedTower([face for group in faces for face in group])
        step = match.add(match.step_for(match.turn, text))
        self._same_as_direct_play(state, texts[text], faces, step)
        self._note(step)
        if luck.below(_STRIDE) == 0:
            self._events_reveal_nothing(state, text, step)
        self.report.orders += 1

    def _inspect(self, match: Match, texts: dict[str, int], text: str) -> None:
        game, state, luck = self.game, match.state, self.luck
        inspection.copies(state, texts[text])
        inspection.ending(game, state)
        self._same_key_same_orders(state, texts)
        shape = shape_of(text)
        if self.report.shapes[shape] == 0 or luck.below(_STRIDE) == 0:
            inspection.decoding(game, self.setup, state)
            inspection.every_order(game, self.setup, state, texts.values(), luck)
            inspection.views(game, state, texts)
            inspection.places(game, state, list(texts.values()))
            inspection.refusals(match, self.heard[-20:])
            self.report.guess_differs |= inspection.secrets(game, state, luck)
        self.report.shapes[shape] += 1
        self.heard.append(text)

    def _same_key_same_orders(self, state: State, texts: dict[str, int]) -> None:
        """Positions with the same key play the same, so they must at least offer the same orders."""
        found = (int(state.turn()), sorted(texts))
        known = self.known.setdefault(int(state.key()), found)
        demand(known == found, "two positions with the same key have different orders")

    def _dice(self, state: State, move: int) -> Faces:
        """The faces that will be thrown for the order."""
        after, groups = state.copy(), []
        after.play(move)
        while after.turn() == CHANCE:
            faces = self._throw(after)
            after.land(after.outcome_of(faces))
            groups.append(tuple(faces))
        return tuple(groups)

    def _throw(self, state: State) -> list[int]:
        """Inspect a position that waits for dice and throw them: fairly in random games, else the rarest of three."""
        inspection.dice(self.game, state, self.luck)
        inspection.decoding(self.game, self.setup, state)
        weights = dict(state.outcomes())
        throws = [inspection.roll(state.pool(), self.luck) for _ in range(1 if self.style == "random" else 3)]
        faces = min(throws, key=lambda faces: weights[int(state.outcome_of(faces))])
        self.report.hidden_from |= inspection.hidden_dice(self.game, state, faces, self.luck)
        inspection.shown_dice(self.game, state, faces)
        return faces

    def _open(self) -> Match:
        """Begin the match, and inspect the dice that the set-up itself asks for."""
        state = self.game.start(self.setup)
        while state.turn() == CHANCE:
            state.land(state.outcome_of(self._throw(state)))
        match = Match(self.game, self.setup, SeededTower(self.seed))
        self._note(match.steps[0])
        return match

    def _note(self, step: Step) -> None:
        """Inspect the events of an order or of the opening."""
        inspection.events(self.game, step)
        self.report.hidden_from |= inspection.outsiders(step)
        self.report.rolls += sum(not pool.aside for pool in step.pools)

    def _same_as_direct_play(self, state: State, move: int, faces: Faces, step: Step) -> None:
        """A step of the match does what `play` and `land` do, from the true position, a decoded and an unpickled one.

        So programs that play directly on positions, as search and the lab do, play the same game.
        """
        begins = [state.copy(), self.game.decode(state.encode(), self.setup)]
        source = state.source()
        if source is not None:
            begins.append(source.decode(state.encode()))
        for begin in begins:
            begin.play(move)
            for group in faces:
                begin.land(begin.outcome_of(list(group)))
            demand(begin.encode() == step.state.encode(), f"'{step.order}' leads elsewhere when played directly")

    def _events_reveal_nothing(self, state: State, text: str, step: Step) -> None:
        """What a seat learns from events, it also sees afterwards: events alone reveal nothing."""
        flat = [face for group in step.faces for face in group]
        for seat, name in enumerate(state.seat_names()):
            guess = self.game.guess(state, seat, self.luck)
            if guess.encode() == state.encode():
                continue
            try:
                other = advance(self.game, guess, step.seat, text, LoadedTower(flat))
            except PawnstormError:
                continue
            shown = [inspection.plain(self.game.view(after, seat)) for after in (step.state, other.state)]
            heard = [inspection.audible(told, seat) for told in (step.events, other.events)]
            peeks = shown[0] == shown[1] and heard[0] != heard[1]
            demand(not peeks, f"{name} hears from the events of '{text}' what it may not know")


def check_records(match: Match, luck: Luck) -> None:
    """The record of a match round-trips and replays; a changed face or order is noticed on its own line."""
    kept = record.of_match(match, dict.fromkeys(match.seats, "kit"))
    text = record.write(kept)
    demand(record.write(record.parse(text)) == text, "a record read and written again is another text")
    again = record.replay(record.parse(text), match.game)
    demand(again.state.encode() == match.state.encode(), "a replayed record ends in another position")
    given = list(range(1, len(match.steps)))
    rolled = [index for index in given if match.steps[index].faces]
    for index in _some(given, luck):
        _change_order(match, kept, index)
    for index in _some(rolled, luck):
        _change_faces(match, kept, index, luck)


def _some(numbers: list[int], luck: Luck) -> list[int]:
    return [numbers[int(luck.below(len(numbers)))] for _ in range(3)] if numbers else []


def _change_order(match: Match, kept: record.Record, index: int) -> None:
    before, step = match.steps[index - 1].state, match.steps[index]
    texts = [match.game.write(before, move) for move in before.legal()]
    for text in [text for text in texts if text != step.order][:2]:
        _is_noticed(match, kept, step, index, text, step.faces)


def _change_faces(match: Match, kept: record.Record, index: int, luck: Luck) -> None:
    """A face too high, and other faces that could have fallen, even if they lead to the same position."""
    step = match.steps[index]
    pool, true = step.pools[0], step.faces[0]
    others = [(pool.dice[0].sides + 1, *true[1:]), *(tuple(inspection.roll(pool, luck)) for _ in range(3))]
    for faces in others:
        if faces != true:
            _is_noticed(match, kept, step, index, step.order, (faces, *step.faces[1:]))


def _is_noticed(match: Match, kept: record.Record, step: Step, index: int, order: str, faces: Faces) -> None:
    """Replaying the record with one entry changed must fail on the line of that entry."""
    shift = index - (len(match.steps) - len(kept.entries))
    entries = list(kept.entries)
    entries[shift] = replace(entries[shift], order=order, faces=faces)
    changed = record.parse(record.write(replace(kept, entries=tuple(entries))))
    what = f"order {index} changed from '{step.order}' {step.faces} to '{order}' {faces}"
    try:
        record.replay(changed, match.game)
    except BadRecord as error:
        line = changed.entries[shift].line
        demand(error.line == line, f"{what} on line {line} is noticed only on line {error.line}")
        return
    raise CheckFailed(f"{what} is not noticed by the replay")
