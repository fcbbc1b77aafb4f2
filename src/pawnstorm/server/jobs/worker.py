"""A worker process: it plays for computers, advises people, replays and analyses records, so that no table waits.

It reads jobs from its standard input and writes the results to its standard output, each as a length and JSON. It ends
when its input ends, that is, when the server is gone for whatever reason.
"""

import signal
import sys
from typing import BinaryIO

import msgspec

from pawnstorm.ai.players import player
from pawnstorm.core.errors import PawnstormError
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.luck import Luck
from pawnstorm.core.state import State
from pawnstorm.games import load
from pawnstorm.server.jobs.advice import advise_on_position, advise_on_record
from pawnstorm.server.jobs.analysis_job import analyse_part
from pawnstorm.server.jobs.definitions import (
    LENGTH,
    AdviseOnPosition,
    AdviseOnRecord,
    AnalyseRecord,
    ChooseOrder,
    Done,
    Failed,
    Job,
    KnownPosition,
    ReplayRecord,
    Result,
)
from pawnstorm.server.jobs.replays import replay_for
from pawnstorm.server.wire.base import Outgoing
from pawnstorm.server.wire.encoding import ENCODER

_JOBS: msgspec.json.Decoder[Job] = msgspec.json.Decoder(Job)


def choose_order(job: ChooseOrder) -> str:
    """The order that a computer player chooses."""
    game, state = _decode(job.position)
    return player(job.player).choose(game, state, Luck(job.seed))


def _decode(position: KnownPosition) -> tuple[Game, State]:
    game = load(position.game)
    setup = Setup(position.options, position.armies, position.map, position.rules)
    return game, game.decode(position.state, setup)


def _reply(job: ReplayRecord | AdviseOnPosition | AdviseOnRecord) -> Outgoing:
    if isinstance(job, ReplayRecord):
        return replay_for(job.viewer, job.record, job.shown, job.most_orders, job.key)
    if isinstance(job, AdviseOnRecord):
        return advise_on_record(job.record, job.at, job.most_orders, job.being_played)
    game, state = _decode(job.position)
    return advise_on_position(game, state, job.viewer, job.orders, job.seed)


def work(job: Job) -> Result:
    """Do one job. An error becomes a `Failed`."""
    try:
        if isinstance(job, ChooseOrder):
            return Done(choose_order(job))
        if isinstance(job, AnalyseRecord):
            part = analyse_part(job.record, job.first, job.most_orders, job.seconds, job.being_played)
            return Done(msgspec.json.encode(part).decode())
        return Done(ENCODER.encode(_reply(job)).decode())
    except PawnstormError as error:
        return Failed(str(error), expected=True)
    except Exception as error:
        return Failed(f"{type(error).__name__}: {error}", expected=False)


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Do jobs until there are no more."""
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        body = source.read(LENGTH.unpack(head)[0])
        result = msgspec.json.encode(work(_JOBS.decode(body)))
        sink.write(LENGTH.pack(len(result)) + result)
        sink.flush()


def main() -> None:
    """Do the jobs of the server that has started this process."""
    # An interrupt from the keyboard goes to the whole process group; the server decides when a worker ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    serve(sys.stdin.buffer, sys.stdout.buffer)
