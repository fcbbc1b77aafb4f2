"""The dataset of the training example fits the encoding, and its generator still makes the same kind."""

import subprocess
import sys
from pathlib import Path

import numpy as np
from suite import ROOT

from pawnstorm import Setup, load

EXAMPLE = ROOT / "examples" / "train"


def test_the_sample_fits_the_encoding() -> None:
    codec = load("chess-attack").codec(Setup())
    told = np.load(EXAMPLE / "chess-attack-sample.npz")
    assert told["observations"].shape == (2000, *codec.shape)
    assert told["actions"].max() < codec.actions
    assert (told["actions"][:, 0] >= 0).all()
    assert ((told["values"] >= 0.0) == (told["actions"] >= 0)).all()
    assert set(np.unique(told["results"])) <= {-1.0, 0.0, 1.0}


def test_the_generator_makes_such_a_dataset(tmp_path: Path) -> None:
    file = tmp_path / "data.npz"
    words = ["chess-attack", str(file), "--minutes", "0.001", "--teacher", "ab:nodes=10"]
    done = subprocess.run(
        [sys.executable, EXAMPLE / "play_games.py", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    made = np.load(file)
    sample = np.load(EXAMPLE / "chess-attack-sample.npz")
    assert made["observations"].shape[1:] == sample["observations"].shape[1:]
    assert len(made["observations"]) == len(made["actions"]) == len(made["values"]) == len(made["results"]) > 0
    assert "positions of" in done.stdout
