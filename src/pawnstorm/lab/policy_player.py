"""Trained networks as players: a policy in an ONNX file, named as `policy:FILE.onnx` (docs/own-player.md).

The network gets the observation of the seat to act as floats and answers with a number for every action. The legal
action with the greatest number is played; nothing is searched.
"""

from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from pawnstorm.ai.players import Player
from pawnstorm.core.codec import Codec
from pawnstorm.core.errors import NotInstalled, UsageError
from pawnstorm.core.game import Game, Setup, SetupSource
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import State

PREFIX = "policy:"
"""How the name of a policy file begins."""


class PolicyPlayer(Player):
    """A network that chooses without searching. It sees only the observation of its seat."""

    def __init__(self, name: str) -> None:
        self._path = Path(name.removeprefix(PREFIX))
        if not self._path.is_file():
            raise UsageError(f"there is no policy file {self._path}")

    def check(self, game: Game) -> None:
        """The file must be a policy for this game and this version of its encoding."""
        self._network(game.codec(Setup()), game.key)

    def decide(self, game: Game, state: State, luck: Luck) -> int:
        """The legal order that the network likes best."""
        codec = _codec_of(game, state)
        network = self._network(codec, game.key)
        legal = codec.legal_actions(state)
        liking = network.answer(codec.observation(state, int(state.turn())))
        return int(codec.order_of(state, max(legal, key=liking.__getitem__)))

    def meaning(self) -> str:
        """Its name and a short hash of the file."""
        return f"{PREFIX}{self._path} {sha256(self._path.read_bytes()).hexdigest()[:12]}"

    def _network(self, codec: Codec, key: str) -> "Network":
        network = read_network(str(self._path), self._path.stat().st_mtime_ns)
        network.check(codec, key)
        return network


class Network:
    """A policy file that has been read."""

    def __init__(self, path: str) -> None:
        self.path = path
        runtime = _runtime()
        options = runtime.SessionOptions()
        # One thread: the same answers everywhere, and the lab already uses a process for each core.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        try:
            self._session = runtime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        except Exception as error:
            raise UsageError(f"the policy file {path} cannot be read: {str(error).splitlines()[0]}") from None
        self._told: dict[str, str] = self._session.get_modelmeta().custom_metadata_map
        self._input, self._output = self._session.get_inputs()[0], self._session.get_outputs()[0]
        self._shape: tuple[int, ...] = ()

    def check(self, codec: Codec, key: str) -> None:
        """Refuse a file that was not made for these arrays."""
        if codec.shape == self._shape:
            return
        game, version = self._told.get("game", key), self._told.get("encoding", str(codec.version))
        if game != key:
            raise self._bad(f"is for {game}, not for {key}")
        if version != str(codec.version):
            raise self._bad(f"was made for encoding {version} of {key}; the present one is {codec.version}")
        self._check_size("takes", self._input.shape, codec.shape)
        self._check_size("answers with", self._output.shape, (int(codec.actions),))
        if self._input.type != "tensor(float)":
            raise self._bad(f"takes {self._input.type}, not tensor(float)")
        self._shape = codec.shape

    def answer(self, observation: bytes) -> Any:
        """A number for every action."""
        import numpy as np

        planes = np.frombuffer(observation, np.uint8).astype(np.float32).reshape(1, *self._shape)
        return self._session.run([self._output.name], {self._input.name: planes})[0][0]

    def _check_size(self, what: str, told: list[Any], wanted: tuple[int, ...]) -> None:
        """The first size is that of the batch, and a word stands for any size."""
        fits = len(told) == len(wanted) + 1
        if not fits or any(size != want for size, want in zip(told[1:], wanted, strict=True) if isinstance(size, int)):
            raise self._bad(f"{what} arrays of {_by(told)}, where {_by(['batch', *wanted])} are needed")

    def _bad(self, what: str) -> UsageError:
        return UsageError(f"the policy file {self.path} {what}")


@lru_cache(maxsize=8)
def read_network(path: str, changed: int) -> Network:
    """The network of a file, read once until the file changes."""
    return Network(path)


def _codec_of(game: Game, state: State) -> Codec:
    source = state.source()
    return game.codec(source.setup if isinstance(source, SetupSource) else Setup())


def _by(sizes: list[Any]) -> str:
    return " x ".join(map(str, sizes))


def _runtime() -> Any:
    try:
        import onnxruntime
    except ImportError:
        raise NotInstalled("a policy file", "ONNX Runtime", "onnx") from None
    return onnxruntime
