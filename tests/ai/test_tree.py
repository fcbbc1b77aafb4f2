"""Search trees are freed safely, even if they are very deep."""

import os
import subprocess
import sys

import pytest

CHAIN = """
from pawnstorm.ai.search.tree import Node, free_tree

root = node = Node(0, 2)
for _ in range(500):
    node.add(1, 0.5)
    node.children[0] = node = Node(0, 2)
node = None
free_tree(root)
root = None
print("whole")
"""
SEARCH = """
from pawnstorm.ai.evaluators import evaluator_for
from pawnstorm.ai.search.budget import Budget
from pawnstorm.ai.search.tree import Tree
from pawnstorm.core.game import Setup
from pawnstorm.core.luck import Luck
from pawnstorm.games import load

game = load("castle-chess")
state = game.start(game.agree(Setup({}, (), "muster")))
# Without exploration it follows one line as deep as possible.
Tree(game, evaluator_for(game), 0.0, 0.001).think(state, Budget(1500), Luck(3))
print("whole")
"""


@pytest.mark.parametrize("program", [CHAIN, SEARCH], ids=["chain", "search"])
def test_a_deep_tree_is_freed_without_writing_outside_its_memory(program: str) -> None:
    """Python's guard around every block of memory aborts the program if anything writes outside it."""
    guarded = {**os.environ, "PYTHONMALLOC": "debug"}
    done = subprocess.run([sys.executable, "-c", program], env=guarded, capture_output=True, text=True, check=False)
    assert done.stdout == "whole\n", done.stderr[-500:]
