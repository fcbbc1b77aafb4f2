"""The figures for people (a table) and for machines (JSON)."""

import json
import os
import platform
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.rows import Row

RESULTS = Path(__file__).resolve().parent / "results" / "latest.json"


def as_json(rows: list[Row], quick: bool) -> str:
    """All rows, with facts about the run."""
    run: dict[str, Any] = {
        "quick": quick,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
        "passed": all(row.passed for row in rows),
        "rows": [_fields(row) for row in rows],
    }
    return json.dumps(run, indent=2)


def _fields(row: Row) -> dict[str, Any]:
    return {
        "name": row.name,
        "text": row.text,
        "value": round(row.value, 3),
        "unit": row.unit,
        "peer": None if row.peer is None else round(row.peer, 3),
        "ratio": None if row.ratio is None else round(row.ratio, 3),
        "at_least": row.at_least,
        "below": row.below,
        "passed": row.passed,
    }


def save(text: str, path: Path = RESULTS) -> None:
    """Write all results or nothing."""
    path.parent.mkdir(exist_ok=True)
    draft = path.with_suffix(".tmp")
    draft.write_text(text + "\n", "utf-8")
    draft.replace(path)


def show(rows: list[Row], console: Console, caption: str) -> None:
    """The rows as a table that fits a terminal of 80 columns; the caption explains the figures."""
    table = Table(title="Pawnstorm benchmarks", caption=caption)
    table.add_column("benchmark")
    for heading in ("ours", "peer", "ratio", "bar"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    for row in rows:
        peer = "" if row.peer is None else _amount(row.peer, "")
        ratio = "" if row.ratio is None else f"{row.ratio:.1f}x"
        table.add_row(row.name, _amount(row.value, row.unit), peer, ratio, _bar(row), _verdict(row))
    console.print(table)


def _amount(value: float, unit: str) -> str:
    if value >= 1_000_000:
        return f"{value / 1_000_000:.2f} M {unit}".rstrip()
    return (f"{value / 1000:.0f} k {unit}" if value >= 1000 else f"{value:.1f} {unit}").rstrip()


def _bar(row: Row) -> str:
    mark = "" if row.ratio is None else "x"
    if row.at_least is not None:
        return f">= {row.at_least:g}{mark}"
    return "" if row.below is None else f"< {row.below:g}{mark}"


def _verdict(row: Row) -> str:
    if row.at_least is None and row.below is None:
        return "no bar"
    return "[green]pass[/]" if row.passed else "[bold red]FAIL[/]"
