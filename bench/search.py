"""The speed of search: UCT compared with OpenSpiel's in C++, and alpha-beta compared with its uncompiled source."""

from contextlib import ExitStack

from bench.race import Worker, race
from bench.rows import Bench, Row
from bench.selfplay import plain_copy

ROUNDS, QUICK_ROUNDS = 7, 2
SECONDS = 1.0


def uct(quick: bool) -> list[Row]:
    """Simulations a second: random games to the end on Chess Attack, and on OpenSpiel's chess."""
    with Worker("uct", {}) as ours, Worker("openspiel-uct", {}) as peer:
        finish = race(ours, peer, QUICK_ROUNDS if quick else ROUNDS, SECONDS)
    text = "UCT on Chess Attack / OpenSpiel's C++ MCTS on chess, 1000 simulations"
    return [Row("uct-vs-openspiel", text, finish.first, "sims/s", finish.second, finish.ratio, at_least=10)]


def alpha_beta(quick: bool) -> list[Row]:
    """Positions a second of engine A on Chess Attack, compiled and as plain Python."""
    with plain_copy() as folder, ExitStack() as stack:
        ours = stack.enter_context(Worker("alpha-beta", {}))
        peer = stack.enter_context(Worker("alpha-beta-source", {"PYTHONPATH": folder}))
        finish = race(ours, peer, QUICK_ROUNDS if quick else ROUNDS, SECONDS)
    return [
        Row("alpha-beta-speed", "alpha-beta on Chess Attack", finish.first, "nodes/s", at_least=300_000),
        Row(
            "alpha-beta-vs-source",
            "compiled / source",
            finish.first,
            "nodes/s",
            finish.second,
            finish.ratio,
            at_least=10,
        ),
    ]


BENCHES = [
    Bench("uct-vs-openspiel", "UCT and OpenSpiel's", uct),
    Bench("alpha-beta", "alpha-beta and its uncompiled source", alpha_beta),
]
