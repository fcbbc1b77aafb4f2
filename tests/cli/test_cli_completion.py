"""Shell completion: games first, then what belongs to the game that is already typed."""

import os
import subprocess
import sys

import pytest


def completed(line: str) -> list[str]:
    """What the shell is offered for the last word of a command line."""
    words = line.split(" ")
    environment = {
        **os.environ,
        "_PAWNSTORM_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
    }
    done = subprocess.run(
        [sys.executable, "-m", "pawnstorm"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("pawnstorm play c", ["chess-attack", "castle-chess", "ch35s"]),
        ("pawnstorm play castle-chess --map quest-", [f"quest-{number}" for number in range(1, 7)]),
        ("pawnstorm play chess-attack --preset r", ["remote-royals"]),
        ("pawnstorm play fantasy-armies --armies e", ["elves"]),
        ("pawnstorm play fantasy-armies --armies orcs,e", ["orcs,elves"]),
        ("pawnstorm play chess-attack --option king", ["king_caution=off", "king_caution=on"]),
        ("pawnstorm play chess-attack --vs r", ["random"]),
        ("pawnstorm map show castle-chess quest-1", ["quest-1"]),
        ("pawnstorm army new ch35s k", ["k1", "k2"]),
        ("pawnstorm play ludo --map q", []),
        ("pawnstorm play chess-attack --map q", []),
    ],
)
def test_words_of_the_game_are_completed(line: str, words: list[str]) -> None:
    assert completed(line) == words
