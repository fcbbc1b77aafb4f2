"""The games in OpenSpiel: importing this registers `pawnstorm_GAME` for every game (docs/openspiel.md).

Chance is explicit with exact probabilities, and every seat has information states of perfect recall. Some ways of
OpenSpiel 2.0.2 do not work with games written in Python; the docs say which do.
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, unquote

from pawnstorm.core.batch import LONGEST
from pawnstorm.core.codec import reward_of
from pawnstorm.core.errors import UsageError
from pawnstorm.core.game import Game
from pawnstorm.core.luck import Luck
from pawnstorm.core.recall import Recall
from pawnstorm.core.state import CHANCE, OVER, State
from pawnstorm.envs.arrangement import Arrangement, env_games, missing

try:
    import numpy as np
    import pyspiel
except ImportError:
    raise missing("OpenSpiel", "openspiel") from None

TERMINAL = int(pyspiel.PlayerId.TERMINAL)
_MOST_SEATS = 4
_DEFAULTS = {"options": "", "armies": "", "map": "", "position": "", "max_orders": LONGEST}
"""The parameters of every game. Texts are quoted as in URLs, because OpenSpiel gives commas and the like a meaning."""


def short_name(key: str) -> str:
    """What a game is called in OpenSpiel."""
    return f"pawnstorm_{key.replace('-', '_')}"


def load_game(
    key: str,
    options: Mapping[str, str] | None = None,
    armies: tuple[str, ...] = (),
    map: str = "",
    position: str = "",
    max_orders: int = LONGEST,
) -> Any:
    """A game by its key; after `max_orders` orders it ends as a draw. `position` is a line of `State.encode`."""
    told = [f"{option}={value}" for option, value in (options or {}).items()]
    asked: dict[str, Any] = {
        "options": quote("&".join(told), safe=""),
        "armies": quote("&".join(quote(army) for army in armies), safe=""),
        "map": quote(map, safe=""),
        "position": quote(position, safe=""),
        "max_orders": max_orders,
    }
    return pyspiel.load_game(short_name(key), {name: value for name, value in asked.items() if value})


class PawnstormGame(pyspiel.Game):
    """A game of ours; each has its own subclass, with its key and type."""

    key = ""
    kind: Any = None

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        asked = {**_DEFAULTS, **(params or {})}
        self.arrangement = Arrangement(self.key, *_setup_parts(asked))
        self.longest = int(asked["max_orders"])
        if self.longest < 1:
            raise UsageError("max_orders should be at least 1")
        codec, seats = self.arrangement.codec, len(self.arrangement.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=int(codec.actions),
            max_chance_outcomes=int(codec.chances),
            num_players=seats,
            min_utility=-1.0 / (seats - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(self.kind, info, dict(params or {}))
        # Clones begin as a new state, so a new state shares this position until it changes.
        self.beginning = Held.begin(self)

    def new_initial_state(self) -> "PawnstormState":
        """The state in which a game begins."""
        return PawnstormState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _reloaded, (str(self),)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "PawnstormObserver":
        """What a player sees, or with perfect recall all that it remembers."""
        if params:
            raise ValueError(f"observers of Pawnstorm take no parameters, not {params}")
        return PawnstormObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def _setup_parts(asked: Mapping[str, Any]) -> tuple[dict[str, str], tuple[str, ...], str, str]:
    options: dict[str, str] = {}
    for text in filter(None, unquote(asked["options"]).split("&")):
        option, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"the options of a game are written key=value&key=value, not '{text}'")
        options[option] = value
    armies = tuple(unquote(army) for army in filter(None, unquote(asked["armies"]).split("&")))
    return options, armies, unquote(asked["map"]), unquote(asked["position"])


class Held:
    """All that a state of ours holds, in one object with a fast copy. Its position is shared until it changes."""

    __slots__ = ("arrangement", "legal", "longest", "orders", "player", "recall", "results", "shared", "state", "words")

    arrangement: Arrangement
    state: State
    recall: Recall | None
    words: Any
    orders: int
    longest: int
    player: int
    legal: list[int] | None
    results: list[tuple[int, int]] | None
    shared: bool

    @staticmethod
    def begin(game: PawnstormGame) -> "Held":
        """The beginning of a game."""
        held = Held()
        held.arrangement, held.longest, held.shared = game.arrangement, game.longest, True
        held.state, held.orders, held.words = game.arrangement.start, 0, None
        arrangement = game.arrangement
        hides = not arrangement.game.open
        held.recall = Recall(arrangement.game, arrangement.codec, len(arrangement.seats)) if hides else None
        held.look()
        return held

    def copy(self) -> "Held":
        """A copy with a position and memories of its own."""
        twin = Held()
        twin.arrangement, twin.longest, twin.orders = self.arrangement, self.longest, self.orders
        twin.player, twin.legal, twin.results = self.player, self.legal, self.results
        twin.words, twin.shared = self.words, False
        twin.state = self.state.copy()
        twin.recall = self.recall.copy() if self.recall else None
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> "Held":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        parts = self.recall.parts() if self.recall else None
        return _restored, (self.arrangement.start, self.state, self.orders, self.longest, self.words, parts)

    def look(self) -> None:
        """Who decides now."""
        turn = int(self.state.turn())
        over = turn == OVER or (turn >= 0 and self.orders >= self.longest)
        self.player = TERMINAL if over else turn
        self.legal = self.results = None

    def legal_actions(self) -> list[int]:
        """The legal actions, found once."""
        if self.legal is None:
            self.legal = self.arrangement.codec.legal_actions(self.state) if self.player >= 0 else []
        return self.legal

    def chances(self) -> list[tuple[int, int]]:
        """The results of the dice with their weights, found once."""
        if self.results is None:
            self.results = sorted(self.arrangement.codec.chance_results(self.state))
        return self.results

    def act(self, action: int) -> None:
        """Carry out an action of the player to move."""
        legal = self.legal or self.legal_actions()
        place = bisect_left(legal, action)
        if place == len(legal) or legal[place] != action:
            raise ValueError(f"action {action} is not legal: the legal ones are {self.legal_actions()}")
        state, actor = self.state, self.player
        order = self.arrangement.codec.order_of(state, action)
        if self.recall:
            self.recall.play(state, order)
        else:
            state.play(order)
            self.words = (self.words, f"{actor}:{action}")
        self.orders += 1
        self.look()

    def land(self, chance: int) -> None:
        """Carry out a result of the dice."""
        if all(chance != possible for possible, _ in self.chances()):
            raise ValueError(f"{chance} is not a result that these dice can give")
        outcome = self.arrangement.codec.outcome_of(self.state, chance)
        if self.recall:
            self.recall.land(self.state, outcome)
        else:
            self.state.land(outcome)
            self.words = (self.words, f"*{chance}")
        self.look()

    def memory(self, player: int) -> str:
        """All that a player remembers; where nothing is hidden, that is all that happened."""
        if self.recall:
            return self.recall.memory(player)
        found: list[str] = []
        words = self.words
        while words is not None:
            words, word = words
            found.append(word)
        return " ".join(reversed(found))


def _restored(start: State, state: State, orders: int, longest: int, words: Any, parts: Any) -> Held:
    """How what a state holds comes back from a pickle, by which OpenSpiel writes states of Python games."""
    held = Held()
    held.arrangement, held.state = Arrangement.at(start), state
    held.orders, held.longest, held.words, held.shared = orders, longest, words, False
    held.recall = None
    if parts is not None:
        held.recall = Recall(held.arrangement.game, held.arrangement.codec, len(held.arrangement.seats))
        held.recall.put_together(*parts)
    held.look()
    return held


def _reloaded(text: str) -> Any:
    """How a pickled game comes back: this module is imported with it, so its name is known."""
    return pyspiel.load_game(text)


class PawnstormState(pyspiel.State):
    """A position in OpenSpiel."""

    def __init__(self, game: PawnstormGame) -> None:
        super().__init__(game)
        self.held = game.beginning

    def current_player(self) -> int:
        """The seat to act, or the player id of chance or the end."""
        return self.held.player

    def is_terminal(self) -> bool:
        """Whether the game is over or has been cut off."""
        return self.held.player == TERMINAL

    def is_chance_node(self) -> bool:
        """Whether dice must answer."""
        return self.held.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions of the player to move, or of one; while dice are due, their results.

        OpenSpiel would ask `_legal_actions` and copy the list twice; here Python programs get it directly.
        """
        held = self.held
        if held.player == CHANCE:
            return [] if player is not None and player != CHANCE else [chance for chance, _ in held.chances()]
        return list(held.legal_actions()) if player is None or player == held.player else []

    def _legal_actions(self, player: int) -> list[int]:
        return self.held.legal_actions() if player == self.held.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The results of the dice with their probabilities."""
        chances = self.held.chances()
        total = sum(weight for _, weight in chances)
        return [(chance, weight / total) for chance, weight in chances]

    def _apply_action(self, action: int) -> None:
        if self.held.shared:
            self.held = self.held.copy()
        if self.held.player == CHANCE:
            self.held.land(action)
        elif self.held.player == TERMINAL:
            raise ValueError(f"action {action} comes after the end of the game")
        else:
            self.held.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        held = self.held
        if player == CHANCE:
            # Different results may have one name, such as a card that is drawn; OpenSpiel wants them apart.
            return f"{held.state.outcome_name(held.arrangement.codec.outcome_of(held.state, action))} ({action})"
        if action not in held.legal_actions():
            return f"action {action}"
        return held.arrangement.game.write(held.state, held.arrangement.codec.order_of(held.state, action))

    def returns(self) -> list[float]:
        """What the game is worth to every player: 0 before its end and where it was cut off."""
        held, seats = self.held, range(len(self.held.arrangement.seats))
        over = held.state.turn() == OVER
        return [reward_of(held.state, seat) if over else 0.0 for seat in seats]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "PawnstormState":
        """A state that the player cannot tell from this one; what the others remember stays as it is."""
        found: PawnstormState = self.get_game().new_initial_state()
        found.held = self.held.copy()
        luck = Luck(int(sampler() * (1 << 53)))
        found.held.state = self.held.arrangement.game.guess(self.held.state, player, luck)
        found.held.look()
        return found

    def __str__(self) -> str:
        return self.held.state.encode()


class PawnstormObserver:
    """The observation of a player as an array, or its memory as text."""

    def __init__(self, game: PawnstormGame, kind: Any) -> None:
        codec = game.arrangement.codec
        self._recalls = kind.perfect_recall
        self._sees = kind.private_info != pyspiel.PrivateInfoType.NONE
        self.tensor: Any = np.zeros(int(codec.size), np.float32)
        self.dict = {"observation": self.tensor.reshape(codec.shape)}

    def set_from(self, state: PawnstormState, player: int) -> None:
        """Show what a player sees now. There is no view for nobody: without private information all is 0."""
        self.tensor[:] = np.frombuffer(self._bytes(state, player), np.uint8) if self._sees else 0

    def string_from(self, state: PawnstormState, player: int) -> str:
        """The memory or the observation as text, equal where a player cannot tell two states apart."""
        if not self._sees:
            return ""
        if self._recalls:
            return f"{player}| {state.held.memory(player)}"
        return " ".join(f"{place}:{value}" for place, value in enumerate(self._bytes(state, player)) if value)

    def _bytes(self, state: PawnstormState, player: int) -> bytes:
        return state.held.arrangement.codec.observation(state.held.state, player)


def _register(game: Game) -> None:
    information = pyspiel.GameType.Information
    kind = pyspiel.GameType(
        short_name=short_name(game.key),
        long_name=f"Pawnstorm: {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.PERFECT_INFORMATION if game.open else information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=_MOST_SEATS,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_DEFAULTS,
    )
    pyspiel.register_game(kind, type(short_name(game.key), (PawnstormGame,), {"key": game.key, "kind": kind}))


for _game in env_games():
    if short_name(_game.key) not in pyspiel.registered_names():
        _register(_game)
