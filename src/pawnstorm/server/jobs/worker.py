"""A process that thinks for computers, advises people, retells and analyses records, so that no table waits for it.

It is told what to do over its standard input and answers on its standard output, each message a length and JSON.
It ends when its input ends, that is, when the server is gone, however that came about.
"""

import signal
import struct
import sys
from typing import BinaryIO

import msgspec

from pawnstorm.ai.players import player
from pawnstorm.core.errors import PawnstormError
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import State
from pawnstorm.games import load
from pawnstorm.server.jobs.analysis_job import look_on
from pawnstorm.server.jobs.answers import answer, answer_record
from pawnstorm.server.jobs.replays import retell
from pawnstorm.server.table.redaction import ENCODER
from pawnstorm.server.wire.messages import Reply

LENGTH = struct.Struct(">I")
"""Before every message stands its length."""


class Known(msgspec.Struct):
    """A position that some seat cannot tell from the true one, and what was agreed on before it."""

    game: str
    options: dict[str, str]
    armies: tuple[str, ...]
    map: str
    rules: int
    state: str


class Think(Known, tag="think"):
    """Choose an order for the seat to act, which the position is known to."""

    player: str
    seed: int


class Retell(msgspec.Struct, tag="retell"):
    """Replay a record for a viewer, who may read as much of it as `shown`."""

    record: str
    viewer: int
    most_orders: int
    shown: str


class Advise(Known, tag="advise"):
    """Tell how the computer sees a position that is known to the seat `viewer`."""

    viewer: int
    orders: bool
    seed: int


class Judge(msgspec.Struct, tag="judge"):
    """The same for a position of a record."""

    record: str
    at: int
    most_orders: int


class Analyse(msgspec.Struct, tag="analyse"):
    """Look at the steps of a record from `first` on for some seconds; the answer is a `Part` as JSON."""

    record: str
    first: int
    most_orders: int
    seconds: float


class Done(msgspec.Struct, tag="done"):
    """The answer as text: an order, or a replay or an advice as JSON."""

    text: str


class Failed(msgspec.Struct, tag="failed"):
    """Why there is no answer; `expected` if a sentence for the asker, else the name of an error of ours."""

    text: str
    expected: bool


Job = Think | Retell | Advise | Judge | Analyse
Result = Done | Failed

_JOBS: msgspec.json.Decoder[Job] = msgspec.json.Decoder(Job)


def think(job: Think) -> str:
    """The order that a computer player chooses."""
    game, state = _position(job)
    return player(job.player).choose(game, state, Luck(job.seed))


def _position(job: Known) -> tuple[Game, State]:
    game = load(job.game)
    return game, game.decode(job.state, Setup(job.options, job.armies, job.map, job.rules))


def _tell(job: Retell | Advise | Judge) -> Reply:
    if isinstance(job, Retell):
        return retell(job.record, job.viewer, job.most_orders, job.shown)
    if isinstance(job, Judge):
        return answer_record(job.record, job.at, job.most_orders)
    return answer(*_position(job), job.viewer, job.orders, job.seed)


def work(job: Job) -> Result:
    """Do one job; nothing that a job can cause escapes."""
    try:
        if isinstance(job, Think):
            return Done(think(job))
        if isinstance(job, Analyse):
            part = look_on(job.record, job.first, job.most_orders, job.seconds)
            return Done(msgspec.json.encode(part).decode())
        return Done(ENCODER.encode(_tell(job)).decode())
    except PawnstormError as error:
        return Failed(str(error), True)
    except Exception as error:
        return Failed(f"{type(error).__name__}: {error}", False)


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer jobs until there are no more."""
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        body = source.read(LENGTH.unpack(head)[0])
        answer = msgspec.json.encode(work(_JOBS.decode(body)))
        sink.write(LENGTH.pack(len(answer)) + answer)
        sink.flush()


if __name__ == "__main__":
    # An interrupt from the keyboard goes to the whole group; the server decides when we end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    serve(sys.stdin.buffer, sys.stdout.buffer)
