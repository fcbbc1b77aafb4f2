"""The tests of a game in one process that collects them once; every run is a fork of it.

A mutant is *warm* if nothing runs its line before the tests do: its function gets other code in a fork. It is *cold* if
the line ran while modules were imported, as for a table made once: then a fork of a process that has imported nothing
yet imports the broken module and runs every test.
"""

import contextlib
import gc
import importlib.machinery
import os
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from mutants.forks import Died, in_forks
from mutants.population import Mutant

Line = tuple[str, int]

_MEMORY = 2 << 30
_LEAST_SECONDS = 3.0
_TIMES_SLOWER = 4
"""Processor time, not time on the wall: a busy machine must not make a mutant look endless."""


class BadTests(Exception):
    """The tests do not hold although nothing is broken."""


@dataclass(frozen=True)
class Tests:
    """Which tests belong to a game: what pytest gets, and whose scenarios count."""

    source: Path
    paths: tuple[str, ...]
    game: str

    def wanted(self, item: pytest.Item) -> bool:
        """Whether a collected test is one of this game's own; other games' scenarios are in the same module."""
        if Path(item.path).name != "test_scenarios.py":
            return True
        scenario = getattr(getattr(item, "callspec", None), "params", {}).get("scenario")
        return scenario is not None and scenario.game.key.replace("-", "_") == self.game


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant: who caught it, or why nobody did."""

    caught_by: str
    run: bool = True


@dataclass
class Findings:
    """What a session found: verdicts, the lines that imports ran, and the tests, quickest first."""

    verdicts: dict[int, Verdict] = field(default_factory=dict)
    cold: list[int] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    import_seconds: float = 0.0
    trouble: str = ""


def judge(tests: Tests, mutants: Sequence[Mutant], workers: int, done: "Progress") -> dict[int, Verdict]:
    """The verdict on every mutant, by its place in the sequence."""
    [(_, findings)] = in_forks([0], lambda _: _warm_session(tests, mutants, workers, done), 1)
    if isinstance(findings, Died):
        raise BadTests(f"the tests were ended by {findings.signal}")
    if findings.trouble:
        raise BadTests(findings.trouble)
    verdicts = dict(findings.verdicts)
    done.count = len(verdicts)
    for index, result in in_forks(findings.cold, lambda index: _cold_run(tests, mutants[index], findings), workers):
        verdicts[index] = Verdict(result.signal) if isinstance(result, Died) else Verdict(result)
        done.step()
    return verdicts


class Progress:
    """A line on a terminal that counts the mutants."""

    def __init__(self, words: str, total: int) -> None:
        self.words, self.total, self.count = words, total, 0

    def step(self) -> None:
        """One more is done."""
        self.count += 1
        if sys.stderr.isatty():
            end = "\n" if self.count == self.total else ""
            print(f"\r{self.words}: {self.count} of {self.total}", end=end, file=sys.stderr, flush=True)


def _warm_session(tests: Tests, mutants: Sequence[Mutant], workers: int, done: Progress) -> Findings:
    session = _Warm(tests, mutants, workers, done)
    code = _pytest(tests, session)
    if code and not session.findings.trouble:
        session.findings.trouble = "the tests cannot be collected; run pytest to see why"
    return session.findings


def _pytest(tests: Tests, plugin: object) -> int:
    sys.path.insert(0, str(tests.source))
    os.environ["PAWNSTORM_EXPECT"] = "plain"
    # Explaining a failure takes longer than finding it, so nothing is explained.
    arguments = ["-q", "-s", "--assert=plain", "--tb=native", "--no-header", "--no-summary", "-p", "no:cacheprovider"]
    with _silence():
        return int(pytest.main([*arguments, *tests.paths], plugins=[plugin]))


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """Nothing written to standard output: pytest tells its own story there. Errors stay audible."""
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)


class _Plugin:
    """What warm and cold runs share: the game's own tests, and no search for smaller failing examples."""

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
    def __init__(self, tests: Tests, mutants: Sequence[Mutant], workers: int, done: Progress) -> None:
        super().__init__(tests)
        self.mutants, self.workers, self.done = mutants, workers, done
        self.files = {str(mutant.module.path): mutant.file for mutant in mutants}
        self.findings = Findings()

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Iterator[None]:
        began = time.process_time()
        with _traced(self.files) as lines:
            result = yield
        self.import_lines = lines
        self.findings.import_seconds = time.process_time() - began
        return result

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed or not session.items:
            self.findings.trouble = "the tests cannot be collected; run pytest to see why"
            return True
        covering = self._baseline(session.items)
        if not self.findings.trouble:
            self._break_rules(covering)
        return True

    def _baseline(self, items: list[pytest.Item]) -> dict[Line, list[pytest.Item]]:
        """Every test once, in a fork of its own, so that none runs on what another left in a table."""
        covering: dict[Line, list[pytest.Item]] = defaultdict(list)
        for item, result in in_forks(items, self._trace, self.workers):
            if isinstance(result, Died) or result[0]:
                self.findings.trouble = f"{item.nodeid} fails although nothing is broken"
                return {}
            self.findings.seconds[item.nodeid] = result[1]
            for line in result[2]:
                covering[line].append(item)
        return covering

    def _trace(self, item: pytest.Item) -> tuple[bool, float, set[Line]]:
        with _traced(self.files) as lines:
            began = time.process_time()
            failed = _fails(item, None)
        return failed, time.process_time() - began, lines

    def _break_rules(self, covering: dict[Line, list[pytest.Item]]) -> None:
        warm: list[tuple[int, list[pytest.Item]]] = []
        for index, mutant in enumerate(self.mutants):
            lines = [(mutant.file, line) for line in mutant.lines]
            if self.import_lines.intersection(lines):
                self.findings.cold.append(index)
                continue
            items = list(dict.fromkeys(item for line in lines for item in covering.get(line, ())))
            if items:
                warm.append((index, sorted(items, key=lambda item: self.findings.seconds[item.nodeid])))
            else:
                self.findings.verdicts[index] = Verdict("", run=False)
                self.done.step()
        functions = _functions(self.files)
        for (index, _), result in in_forks(warm, lambda job: self._try(functions, *job), self.workers):
            self.findings.verdicts[index] = Verdict(result.signal if isinstance(result, Died) else result)
            self.done.step()

    def _try(self, functions: dict[Line, list[FunctionType]], index: int, items: list[pytest.Item]) -> str:
        mutant = self.mutants[index]
        changed = compile(mutant.broken(), str(mutant.module.path), "exec")
        for code in _codes(changed):
            if code.co_qualname == mutant.function:
                for function in functions[mutant.file, code.co_firstlineno]:
                    function.__code__ = code
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
    path = str(mutant.module.path)
    changed = compile(mutant.broken(), path, "exec")
    ordinary = importlib.machinery.SourceFileLoader.get_code

    def get_code(loader: Any, fullname: str) -> CodeType | None:
        return changed if loader.path == path else ordinary(loader, fullname)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]
    signal.setitimer(signal.ITIMER_PROF, _LEAST_SECONDS + _TIMES_SLOWER * findings.import_seconds)
    cold = _Cold(tests, findings.seconds)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    _pytest(tests, cold)
    return cold.failed


@contextlib.contextmanager
def _traced(files: dict[str, str]) -> Iterator[set[Line]]:
    """The lines of these files that run meanwhile, those of modules being imported left out."""
    lines: set[Line] = set()

    def local(frame: FrameType, event: str, _: object) -> Any:
        if event == "line":
            lines.add((files[frame.f_code.co_filename], frame.f_lineno))
        return local

    def outer(frame: FrameType, _event: str, _: object) -> Any:
        code = frame.f_code
        return local if code.co_filename in files and code.co_name != "<module>" else None

    sys.settrace(outer)
    try:
        yield lines
    finally:
        sys.settrace(None)


def _functions(files: dict[str, str]) -> dict[Line, list[FunctionType]]:
    """The functions of these files that are alive, by the line they begin on."""
    found: dict[Line, list[FunctionType]] = defaultdict(list)
    for thing in gc.get_objects():
        if type(thing) is FunctionType and thing.__code__.co_filename in files:
            found[files[thing.__code__.co_filename], thing.__code__.co_firstlineno].append(thing)
    return found


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _first_failure(items: list[pytest.Item], seconds: dict[str, float]) -> str:
    """The first test that fails, or nothing; one that goes on and on ends this process."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    for item, following in zip(items, [*items[1:], None], strict=True):
        signal.setitimer(signal.ITIMER_PROF, _LEAST_SECONDS + _TIMES_SLOWER * seconds[item.nodeid])
        if _fails(item, following):
            return item.nodeid
    return ""


def _fails(item: pytest.Item, following: pytest.Item | None) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))
