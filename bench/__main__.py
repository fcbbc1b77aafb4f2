"""Run the benchmarks: `python -m bench [--quick] [--only NAME] [--json]`. Exit code 1 if a limit is missed."""

import argparse
import sys

from rich.console import Console

from bench import kills, load, load_growth, mate, memory, outcomes, report, search, selfplay, sockets
from bench.rows import Bench, BenchError, Row

BENCHES: list[Bench] = [
    *selfplay.BENCHES,
    *search.BENCHES,
    *outcomes.BENCHES,
    *mate.BENCHES,
    *memory.BENCHES,
    *load.BENCHES,
    *load_growth.BENCHES,
    *kills.BENCHES,
    *sockets.BENCHES,
]
"""Every benchmark, in the order of the table. A new topic is a file with its own list, added here."""


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    """The options of the command line; a wrong one exits with code 2."""
    names = [bench.name for bench in BENCHES]
    parser = argparse.ArgumentParser(prog="python -m bench", description="Speed next to other libraries, and memory.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds: a first impression only")
    parser.add_argument(
        "--only", action="append", choices=names, metavar="NAME", help=f"one of {', '.join(names)}; may be repeated"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    return parser.parse_args(words)


def measure(benches: list[Bench], quick: bool) -> list[Row]:
    """Run the benchmarks one after another and report progress on the error stream."""
    rows: list[Row] = []
    with Console(stderr=True).status("") as status:
        for bench in benches:
            status.update(f"{bench.name}: {bench.text}")
            rows += bench.run(quick)
    return rows


def main() -> int:
    """Measure, save, show."""
    asked = arguments()
    chosen = [bench for bench in BENCHES if not asked.only or bench.name in asked.only]
    try:
        rows = measure(chosen, asked.quick)
    except BenchError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("bench: interrupted, nothing saved", file=sys.stderr)
        return 130
    text = report.as_json(rows, asked.quick)
    report.save(text)
    if asked.json:
        print(text)
    else:
        report.show(rows, Console(), "best of all rounds; ratios within this run")
    return 0 if all(row.passed for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
