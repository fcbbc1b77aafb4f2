"""Every way in which the rules of a game can be broken by one small edit."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

_BIGGEST = 100
"""Larger numbers are masks and marks: one more or less is an unlikely mistake."""

_RULE_ID = re.compile(r"\b[A-Z][A-Z0-9]+-[A-Z]?\d+\b")

_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}

Function = ast.FunctionDef | ast.AsyncFunctionDef
Key = tuple[str, str, str, int]


@dataclass(frozen=True)
class Slot:
    """A place of a node in a syntax tree."""

    parent: ast.AST
    name: str
    index: int | None

    def put(self, node: ast.AST) -> None:
        """Put a node here."""
        if self.index is None:
            setattr(self.parent, self.name, node)
        else:
            getattr(self.parent, self.name)[self.index] = node


@dataclass(frozen=True)
class Module:
    """A rules module: where it is, its text and its tree."""

    path: Path
    text: str
    tree: ast.Module


@dataclass(frozen=True)
class Mutant:
    """A function of a rules module with one small change."""

    file: str
    function: str
    kind: str
    change: str
    occurrence: int
    line: int
    statement: int
    rules: tuple[str, ...]
    module: Module = field(repr=False, compare=False)
    slot: Slot = field(repr=False, compare=False)
    old: ast.AST = field(repr=False, compare=False)
    new: ast.AST = field(repr=False, compare=False)

    @property
    def key(self) -> Key:
        """What stays the same when lines move: file, function, change, and which of several equal ones."""
        return self.file, self.function, self.change, self.occurrence

    def broken(self) -> ast.Module:
        """The tree of the module with the change. The tree stays changed, so use it in a separate process."""
        self.slot.put(self.new)
        return self.module.tree


def read_module(path: Path) -> Module:
    """A rules module, parsed."""
    text = path.read_text("utf-8")
    return Module(path, text, ast.parse(text))


def population(folder: Path) -> list[Mutant]:
    """Every mutant of every module in a folder, always in the same order."""
    return [mutant for path in sorted(folder.glob("*.py")) for mutant in mutants_of(read_module(path))]


def mutants_of(module: Module) -> Iterator[Mutant]:
    """Every mutant of one module."""
    for name, function in _functions(module.tree, ""):
        seen: Counter[str] = Counter()
        rules = _cited(module, function)
        for found in _search(function):
            change = _words(found)
            seen[change] += 1
            line = getattr(found.old, "lineno", found.statement)
            yield Mutant(
                module.path.name, name, found.kind, change, seen[change], line, found.statement, rules,
                module, found.slot, found.old, found.new,
            )  # fmt: skip


WATCH = "__watch_line__"
"""The name that a watched module calls with every statement it runs: file and line."""


def watched(module: Module) -> ast.Module:
    """A module that reports each statement of its functions before it runs."""
    tree = ast.parse(module.text)
    for _, function in _functions(tree, ""):
        for node in list(ast.walk(function)):
            for name in ("body", "orelse", "finalbody"):
                block = getattr(node, name, None)
                if isinstance(block, list):
                    pairs = [(_watch_call(module, statement), statement) for statement in block]
                    setattr(node, name, [statement for pair in pairs for statement in pair])
    return ast.fix_missing_locations(tree)


def _watch_call(module: Module, statement: ast.stmt) -> ast.stmt:
    arguments: list[ast.expr] = [ast.Constant(module.path.name), ast.Constant(statement.lineno)]
    return ast.copy_location(ast.Expr(ast.Call(ast.Name(WATCH, ast.Load()), arguments, [])), statement)


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, Function]]:
    """Functions of a module and methods of its classes; nested functions belong to the outer one."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")
        elif isinstance(child, Function):
            yield f"{prefix}{child.name}", child


def _cited(module: Module, function: Function) -> tuple[str, ...]:
    """The rules that a function names, or else those that its module names."""
    text = "\n".join(module.text.splitlines()[function.lineno - 1 : function.end_lineno])
    return tuple(dict.fromkeys(_RULE_ID.findall(text) or _RULE_ID.findall(ast.get_docstring(module.tree) or "")))


@dataclass(frozen=True)
class _Found:
    kind: str
    slot: Slot
    old: ast.AST
    new: ast.AST
    statement: int


def _search(function: Function) -> Iterator[_Found]:
    for index, statement in enumerate(function.body):
        yield from _walk(Slot(function, "body", index), statement, statement.lineno)


def _walk(slot: Slot, node: ast.AST, statement: int) -> Iterator[_Found]:
    if isinstance(node, ast.stmt):
        statement = node.lineno
    for kind, new in _changes(slot, node):
        yield _Found(kind, slot, node, ast.copy_location(new, node), statement)
    for name, value in ast.iter_fields(node):
        if _is_text(node, name):
            continue
        children = enumerate(value) if isinstance(value, list) else [(None, value)]
        for index, child in children:
            if isinstance(child, ast.AST):
                yield from _walk(Slot(node, name, index), child, statement)


def _is_text(node: ast.AST, name: str) -> bool:
    """Whether a field does not change what happens: annotations, decorators, defaults of nested functions, texts."""
    if isinstance(node, Function | ast.Lambda):
        return name != "body"
    return isinstance(node, ast.JoinedStr) or name == "annotation"


def _changes(slot: Slot, node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node, ast.Compare):
        yield from _comparisons(node)
    elif isinstance(node, ast.BoolOp):
        yield "boolean", ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "negation", node.operand
    elif isinstance(node, ast.Constant):
        yield from _constants(node)
    elif isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS and not _is_string(node.left, node.right):
        yield "arithmetic", ast.BinOp(node.left, _OPERATORS[type(node.op)](), node.right)
    elif isinstance(node, ast.AugAssign) and type(node.op) in _OPERATORS and not _is_string(node.value):
        yield "arithmetic", ast.AugAssign(node.target, _OPERATORS[type(node.op)](), node.value)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield "dropped call", ast.Pass()
    if isinstance(node, ast.expr) and _is_bare_condition(slot, node):
        yield "negation", ast.UnaryOp(ast.Not(), node)


def _comparisons(node: ast.Compare) -> Iterator[tuple[str, ast.AST]]:
    for index, operator in enumerate(node.ops):
        for other in _COMPARISONS[type(operator)]:
            ops = [*node.ops[:index], other(), *node.ops[index + 1 :]]
            yield "comparison", ast.Compare(node.left, ops, node.comparators)


def _constants(node: ast.Constant) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node.value, bool):
        yield "truth", ast.Constant(not node.value)
    elif isinstance(node.value, int) and node.value <= _BIGGEST:
        yield "number", ast.Constant(node.value + 1)
        if node.value:
            yield "number", ast.Constant(node.value - 1)


def _is_string(*nodes: ast.expr) -> bool:
    return any(
        isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
        for node in nodes
    )


def _is_bare_condition(slot: Slot, node: ast.expr) -> bool:
    """Whether a condition has no operator that another kind of mutant inverts."""
    if isinstance(node, ast.Compare | ast.BoolOp | ast.Constant) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    ):
        return False
    return (isinstance(slot.parent, ast.If | ast.While | ast.IfExp) and slot.name == "test") or (
        isinstance(slot.parent, ast.comprehension) and slot.name == "ifs"
    )


def _words(found: _Found) -> str:
    """Before and after; a number or truth value is shown with the expression around it."""
    if isinstance(found.new, ast.Pass):
        return f"{ast.unparse(found.old)} → nothing"
    parent = found.slot.parent
    compound = isinstance(parent, ast.stmt) and hasattr(parent, "body")
    if compound or not isinstance(found.old, ast.Constant):
        return f"{ast.unparse(found.old)} → {ast.unparse(found.new)}"
    before = ast.unparse(parent)
    found.slot.put(found.new)
    after = ast.unparse(parent)
    found.slot.put(found.old)
    return f"{before} → {after}"
