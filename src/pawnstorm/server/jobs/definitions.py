"""The jobs that the server gives to its worker processes, and the workers' answers."""

import struct

import msgspec

LENGTH = struct.Struct(">I")
"""Every message begins with its length."""


class KnownPosition(msgspec.Struct):
    """A position that some seat cannot tell from the true one, with the set-up of its match."""

    game: str
    options: dict[str, str]
    armies: tuple[str, ...]
    map: str
    rules: int
    state: str


class ChooseOrder(msgspec.Struct, tag="choose_order"):
    """Choose an order for the seat to act, from a position that this seat knows."""

    position: KnownPosition
    player: str
    seed: int


class AdviseOnPosition(msgspec.Struct, tag="advise_on_position"):
    """Say how the computer sees a position that the seat `viewer` knows; with `orders`, what it would do."""

    position: KnownPosition
    viewer: int
    orders: bool
    seed: int


class AdviseOnRecord(msgspec.Struct, tag="advise_on_record"):
    """Say how the computer sees a position of a record, unless one of its positions is `being_played` by people."""

    record: str
    at: int
    most_orders: int
    being_played: list[int]


class ReplayRecord(msgspec.Struct, tag="replay_record"):
    """Replay a record for a viewer; `shown` is the record as this viewer may read it, `key` the server's own key."""

    record: str
    viewer: int
    most_orders: int
    shown: str
    key: str


class AnalyseRecord(msgspec.Struct, tag="analyse_record"):
    """Analyse the steps of a record from `first` on, for some seconds; the answer is an `AnalysisPart` as JSON.

    None of its positions may be one of those that are `being_played` by people, given by their keys.
    """

    record: str
    first: int
    most_orders: int
    seconds: float
    being_played: list[int] = []


class Done(msgspec.Struct, tag="done"):
    """The answer as text: an order, or something else as JSON."""

    text: str


class Failed(msgspec.Struct, tag="failed"):
    """Why there is no answer: with `expected` a sentence for the asker, otherwise an error of ours."""

    text: str
    expected: bool


Job = ChooseOrder | AdviseOnPosition | AdviseOnRecord | ReplayRecord | AnalyseRecord
"""Everything that a worker can do."""

Result = Done | Failed
"""How a job ends."""
