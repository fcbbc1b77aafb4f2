"""Runs the tests of a game against mutants. One process collects the tests once; every run is a fork of it.

A mutant is *warm* if its line runs only in the tests: its function gets other code in a fork. It is *cold* if the line
also runs while modules are imported, for example to fill a table: then a fork of a process that has imported nothing
imports the broken module and runs every test.
"""

import ast
import builtins
import contextlib
import gc
import importlib
import importlib.machinery
import os
import pkgutil
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from mutants.forks import Died, in_forks
from mutants.population import WATCH, Module, Mutant, watched

SourceLine = tuple[str, int]

_UNCOLLECTED = "the tests cannot be collected; run pytest to see why"
_MEMORY = 2 << 30
_LEAST_SECONDS = 2.0
_TIMES_SLOWER = 4
"""In processor time, so that a mutant does not look endless on a busy machine."""


class BadTests(Exception):
    """The tests fail although nothing is broken."""


@dataclass(frozen=True)
class Tests:
    """The tests of a game: the paths for pytest, and the game whose scenarios count."""

    source: Path
    paths: tuple[str, ...]
    game: str

    def wanted(self, item: pytest.Item) -> bool:
        """Whether a collected test belongs to this game; the scenarios of all games are in the same module."""
        if Path(item.path).name != "test_scenarios.py":
            return True
        scenario = getattr(getattr(item, "callspec", None), "params", {}).get("scenario")
        return scenario is not None and scenario.game.key.replace("-", "_") == self.game


@dataclass(frozen=True)
class Verdict:
    """The result for a mutant: the test that caught it, or whether any test ran its line."""

    caught_by: str
    run: bool = True


@dataclass
class Findings:
    """What the warm run found: verdicts, the mutants left for cold runs, and how long each test takes."""

    verdicts: dict[int, Verdict] = field(default_factory=dict)
    cold: list[int] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    import_seconds: float = 0.0
    problem: str = ""


def verdicts_on(tests: Tests, mutants: Sequence[Mutant], workers: int, done: "Progress") -> dict[int, Verdict]:
    """The verdict on every mutant, by its place in the sequence."""
    [(_, imported)] = in_forks([0], lambda _: _lines_of_imports(tests, _modules(mutants)), 1)
    if isinstance(imported, Died):
        raise BadTests(f"the import of {tests.game} was ended by {imported.signal}")
    [(_, findings)] = in_forks([0], lambda _: _warm_runs(tests, mutants, imported, workers, done), 1)
    if isinstance(findings, Died):
        raise BadTests(f"the tests were ended by {findings.signal}")
    if findings.problem:
        raise BadTests(findings.problem)
    verdicts = dict(findings.verdicts)
    done.count = len(verdicts)
    for index, result in in_forks(findings.cold, lambda index: _cold_run(tests, mutants[index], findings), workers):
        verdicts[index] = Verdict(result.signal) if isinstance(result, Died) else Verdict(result)
        done.step()
    return verdicts


class Progress:
    """A line on a terminal that counts the mutants; elsewhere a line for every hundred."""

    def __init__(self, words: str, total: int) -> None:
        self.words, self.total, self.count = words, total, 0

    def step(self) -> None:
        """One more is done."""
        self.count += 1
        said = f"{self.words}: {self.count} of {self.total}"
        if sys.stderr.isatty():
            print(f"\r{said}", end="\n" if self.count == self.total else "", file=sys.stderr, flush=True)
        elif self.count % 100 == 0:
            print(said, file=sys.stderr, flush=True)


def _warm_runs(
    tests: Tests, mutants: Sequence[Mutant], imported: set[SourceLine], workers: int, done: Progress
) -> Findings:
    warm = _Warm(tests, mutants, imported, workers, done)
    if _pytest(tests, warm) and not warm.findings.problem:
        warm.findings.problem = _UNCOLLECTED
    return warm.findings


def _lines_of_imports(tests: Tests, modules: Sequence[Module]) -> set[SourceLine]:
    """The lines of rules that run while the game is imported and loaded."""
    lines = _watch_lines()
    _import_instead({str(module.path): watched(module) for module in modules})
    sys.path.insert(0, str(tests.source))
    package = importlib.import_module(f"pawnstorm.games.{tests.game}")
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(found.name)
    games = sys.modules["pawnstorm.games"]
    if hasattr(games, "load"):
        games.load(tests.game.replace("_", "-"))
    return set(lines)


def _modules(mutants: Sequence[Mutant]) -> list[Module]:
    return list({mutant.module.path: mutant.module for mutant in mutants}.values())


def _watch_lines() -> set[SourceLine]:
    """A set that collects the lines that watched modules run from now on."""
    lines: set[SourceLine] = set()
    setattr(builtins, WATCH, lambda file, line: lines.add((file, line)))
    return lines


def _import_instead(trees: dict[str, ast.Module]) -> None:
    """Make imports of these files use other trees."""
    codes = {path: compile(tree, path, "exec") for path, tree in trees.items()}
    ordinary = importlib.machinery.SourceFileLoader.get_code

    def get_code(loader: Any, fullname: str) -> CodeType | None:
        return codes.get(loader.path) or ordinary(loader, fullname)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]


def _pytest(tests: Tests, plugin: object) -> int:
    sys.path.insert(0, str(tests.source))
    os.environ["PAWNSTORM_EXPECT"] = "plain"
    # Explaining a failure takes longer than finding it.
    arguments = ["-q", "-s", "--assert=plain", "--tb=native", "--no-header", "--no-summary", "-p", "no:cacheprovider"]
    with _silence():
        return int(pytest.main([*arguments, *tests.paths], plugins=[plugin]))


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """Hide standard output, where pytest reports. Errors stay visible."""
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)


class _Plugin:
    """What warm and cold runs share: only the tests of the game, and no search for smaller failing examples."""

    def __init__(self, tests: Tests) -> None:
        self.tests = tests

    def pytest_sessionstart(self) -> None:
        hypothesis = sys.modules.get("hypothesis")
        if hypothesis is not None:
            phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
            hypothesis.settings.register_profile("mutants", hypothesis.settings.default, phases=phases)
            hypothesis.settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self.tests.wanted(item)]


class _Warm(_Plugin):
    def __init__(
        self, tests: Tests, mutants: Sequence[Mutant], imported: set[SourceLine], workers: int, done: Progress
    ) -> None:
        super().__init__(tests)
        self.mutants, self.imported, self.workers, self.done = mutants, imported, workers, done
        self.modules = _modules(mutants)
        self.watched = {module.path.name: compile(watched(module), str(module.path), "exec") for module in self.modules}
        self.findings = Findings()

    def pytest_collection_finish(self) -> None:
        self.findings.import_seconds = time.process_time()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed or not session.items:
            self.findings.problem = _UNCOLLECTED
            return True
        self.functions = _functions([str(module.path) for module in self.modules])
        # Forks share the memory that the garbage collector does not touch.
        gc.freeze()
        covering = self._baseline(session.items)
        if not self.findings.problem:
            self._break_rules(covering)
        return True

    def _baseline(self, items: list[pytest.Item]) -> dict[SourceLine, list[pytest.Item]]:
        """Run every test once, each in its own fork, so that no test depends on tables that another one filled."""
        covering: dict[SourceLine, list[pytest.Item]] = defaultdict(list)
        for item, result in in_forks(items, self._trace, self.workers):
            if isinstance(result, Died) or result[0]:
                self.findings.problem = f"{item.nodeid} fails although nothing is broken"
                return {}
            self.findings.seconds[item.nodeid] = result[1]
            for line in result[2]:
                covering[line].append(item)
        return covering

    def _trace(self, item: pytest.Item) -> tuple[bool, float, set[SourceLine]]:
        lines = _watch_lines()
        for file, code in self.watched.items():
            self._recode(file, code)
        began = time.process_time()
        failed = _fails(item, None)
        return failed, time.process_time() - began, lines

    def _recode(self, file: str, changed: CodeType) -> set[str]:
        """Give the loaded functions of a module the code of a changed module; returns their names."""
        found: set[str] = set()
        for code in _codes(changed):
            for function in self.functions.get((file, code.co_firstlineno, code.co_qualname), ()):
                function.__code__ = code
                found.add(code.co_qualname)
        return found

    def _break_rules(self, covering: dict[SourceLine, list[pytest.Item]]) -> None:
        warm: list[tuple[int, list[pytest.Item]]] = []
        for index, mutant in enumerate(self.mutants):
            items = covering.get((mutant.file, mutant.statement), [])
            if (mutant.file, mutant.statement) in self.imported:
                self.findings.cold.append(index)
            elif items:
                warm.append((index, sorted(items, key=lambda item: self.findings.seconds[item.nodeid])))
            else:
                self.findings.verdicts[index] = Verdict("", run=False)
                self.done.step()
        for (index, _), result in in_forks(warm, lambda job: self._try(*job), self.workers):
            self.findings.verdicts[index] = Verdict(result.signal if isinstance(result, Died) else result)
            self.done.step()

    def _try(self, index: int, items: list[pytest.Item]) -> str:
        mutant = self.mutants[index]
        changed = compile(mutant.broken(), str(mutant.module.path), "exec")
        if mutant.function not in self._recode(mutant.file, changed):
            raise RuntimeError(f"{mutant.file}: {mutant.function} cannot be found")
        return _first_failure(items, self.findings.seconds)


class _Cold(_Plugin):
    def __init__(self, tests: Tests, seconds: dict[str, float]) -> None:
        super().__init__(tests)
        self.seconds = seconds
        self.failed = "the import"

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not session.testsfailed:
            items = [item for item in session.items if item.nodeid in self.seconds]
            items.sort(key=lambda item: self.seconds[item.nodeid])
            self.failed = _first_failure(items, self.seconds)
        return True


def _cold_run(tests: Tests, mutant: Mutant, findings: Findings) -> str:
    _import_instead({str(mutant.module.path): mutant.broken()})
    signal.setitimer(signal.ITIMER_PROF, _LEAST_SECONDS + _TIMES_SLOWER * findings.import_seconds)
    cold = _Cold(tests, findings.seconds)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    _pytest(tests, cold)
    return cold.failed


def _functions(paths: Sequence[str]) -> dict[tuple[str, int, str], list[FunctionType]]:
    """The loaded functions of these files, by file, first line and name."""
    found: dict[tuple[str, int, str], list[FunctionType]] = defaultdict(list)
    for thing in gc.get_objects():
        if type(thing) is FunctionType and thing.__code__.co_filename in paths:
            code = thing.__code__
            found[Path(code.co_filename).name, code.co_firstlineno, code.co_qualname].append(thing)
    return found


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _first_failure(items: list[pytest.Item], seconds: dict[str, float]) -> str:
    """The first test that fails, or nothing; a test that takes too long ends this process."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    for item, following in zip(items, [*items[1:], None], strict=True):
        signal.setitimer(signal.ITIMER_PROF, _LEAST_SECONDS + _TIMES_SLOWER * seconds[item.nodeid])
        if _fails(item, following):
            return item.nodeid
    return ""


def _fails(item: pytest.Item, following: pytest.Item | None) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))
