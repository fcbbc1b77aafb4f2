"""Random self-play: the compiled core compared with its uncompiled source, OpenSpiel and python-chess."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.race import Worker, race
from bench.rows import Bench, BenchError, Row

ROUNDS, QUICK_ROUNDS = 25, 7
SECONDS = 0.15
"""Processor time of one slice: long enough for many games, short enough for few interruptions."""


def duel(name: str, text: str, contenders: tuple[str, str], bar: float | None, quick: bool) -> list[Row]:
    """Our contender against another library."""
    return [_row(name, text, contenders, bar, quick, {})]


def against_source(name: str, text: str, contenders: tuple[str, str], bar: float | None, quick: bool) -> list[Row]:
    """The compiled core against a copy of its source without the compiled modules."""
    with plain_copy() as folder:
        return [_row(name, text, contenders, bar, quick, {"PYTHONPATH": folder})]


@contextmanager
def plain_copy() -> Iterator[str]:
    """A folder with the source of the package and nothing compiled."""
    with TemporaryDirectory() as folder:
        shutil.copytree(
            _package(), Path(folder, "pawnstorm"), ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        )
        yield folder


def _row(
    name: str, text: str, contenders: tuple[str, str], bar: float | None, quick: bool, extra: Mapping[str, str]
) -> Row:
    with Worker(contenders[0], {}) as ours, Worker(contenders[1], extra) as peer:
        finish = race(ours, peer, QUICK_ROUNDS if quick else ROUNDS, SECONDS)
    return Row(name, text, finish.first, "plies/s", finish.second, finish.ratio, at_least=bar)


def _package() -> Path:
    spec = find_spec("pawnstorm")
    if spec is None or spec.origin is None:
        raise BenchError("the package 'pawnstorm' is not installed: run `make setup` first")
    return Path(spec.origin).parent


Duel = Callable[[str, str, tuple[str, str], float | None, bool], list[Row]]


def _bench(name: str, text: str, ours: str, peer: str, bar: float | None, run: Duel = duel) -> Bench:
    return Bench(name, text, partial(run, name, text, (ours, peer), bar))


BENCHES = [
    _bench("core-vs-source", "compiled core / the same source", "compiled", "uncompiled", 15, against_source),
    _bench("core-vs-openspiel", "compiled core / OpenSpiel chess in C++", "compiled", "openspiel-bots", 10),
    _bench("core-vs-openspiel-loop", "compiled core / OpenSpiel Python loop", "compiled", "openspiel-loop", None),
    _bench("core-vs-python-chess", "compiled core / python-chess", "compiled", "python-chess", 50),
    _bench(
        "fantasy-armies-vs-chess-attack",
        "Fantasy Armies / Chess Attack, both compiled",
        "fantasy-armies",
        "compiled",
        0.25,
    ),
    _bench("ch35s-vs-chess-attack", "CH35S / Chess Attack, both compiled", "ch35s", "compiled", 0.25),
    _bench("trench-vs-chess-attack", "Trench Checkers / Chess Attack", "trench-checkers", "compiled", 0.34),
    _bench("castle-vs-chess-attack", "Castle Chess 13x13 / Chess Attack", "castle-chess", "compiled", 0.125),
    _bench("castle-four-vs-chess-attack", "Castle Chess 19x19 / Chess Attack", "castle-four", "compiled", 0.084),
    _bench("castle-strict-vs-chess-attack", "Castle Chess, strict / Chess Attack", "castle-strict", "compiled", None),
    _bench("loop-vs-openspiel-loop", "our Python loop / OpenSpiel Python loop", "python-loop", "openspiel-loop", 3),
    _bench("batch-vs-openspiel-loop", "batch with arrays / OpenSpiel Python loop", "batch", "openspiel-loop", 2),
    _bench("batch-vs-core", "batch with arrays / compiled core", "batch", "compiled", None),
    _bench("array-loop-vs-loop", "Python loop with arrays / without", "array-loop", "python-loop", 0.25),
    _bench("aec-vs-chess-v6", "Chess Attack / chess_v6, both in PettingZoo", "aec", "chess-v6", 100),
    _bench("adapter-vs-bare-loop", "OpenSpiel adapter / bare loop", "openspiel-adapter", "bare-states", 0.25),
]
