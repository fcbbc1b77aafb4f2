"""Train a small network to choose orders as a searching teacher does, and write it as a policy file.

    python examples/train/train.py data.npz policy.onnx --game chess-attack --minutes 10

The network answers at once; it never searches. Progress goes to TensorBoard (`--log`) and to a CSV file.
"""

import argparse
import csv
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import onnx
import torch
from torch import nn
from torch.utils.tensorboard import SummaryWriter

from pawnstorm import Setup, load

HIDDEN, BATCH = 384, 256
SHARPNESS = 0.01
"""An order whose chance to win is worse by this much is wanted e times less."""
HELD_BACK = 20
"""One position in so many is never learned from, only used to measure."""


class Policy(nn.Module):
    """From planes of bytes to a number for every action."""

    def __init__(self, shape: tuple[int, int, int], actions: int, scale: torch.Tensor) -> None:
        """`scale` makes each plane at most 1, because some count things and others only say yes."""
        super().__init__()
        self.register_buffer("scale", scale)
        self.layers = nn.Sequential(
            nn.Flatten(),
            nn.Linear(shape[0] * shape[1] * shape[2], HIDDEN),
            nn.ReLU(),
            nn.Linear(HIDDEN, HIDDEN),
            nn.ReLU(),
            nn.Linear(HIDDEN, actions),
        )

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        """A number for every action of every position."""
        return self.layers(planes * self.scale)


class Lessons:
    """The dataset, and what the network should answer in each position."""

    def __init__(self, file: str, actions: int) -> None:
        told = np.load(file)
        self.seen = torch.from_numpy(told["observations"])
        self.actions = torch.from_numpy(told["actions"].astype(np.int64))
        self.count = actions
        wanted = torch.softmax(torch.from_numpy(told["values"]) / SHARPNESS, 1)
        self.wanted = torch.where(self.actions >= 0, wanted, 0.0)
        numbers = torch.arange(len(self.seen))
        self.learned, self.held_back = numbers[numbers % HELD_BACK > 0], numbers[numbers % HELD_BACK == 0]

    def scale(self) -> torch.Tensor:
        """The inverse of the greatest byte of every plane."""
        return 1.0 / self.seen.amax(dim=(0, 2, 3)).clamp(min=1).float().reshape(1, -1, 1, 1)

    def loss(self, network: Policy, rows: torch.Tensor) -> tuple[torch.Tensor, float]:
        """The cross-entropy, and how often the favourite is the teacher's."""
        answer = torch.log_softmax(network(self.seen[rows].float()), 1)
        wanted, actions = self.wanted[rows], self.actions[rows]
        loss = -(wanted * answer.gather(1, actions.clamp(min=0))).sum(1).mean()
        best = actions.gather(1, wanted.argmax(1, keepdim=True))[:, 0]
        return loss, float((answer.argmax(1) == best).float().mean())


def train(lessons: Lessons, network: Policy, minutes: float, log: str) -> None:
    """Learn until the time is up; the rate falls to nothing meanwhile."""
    optimiser = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=1e-3)
    writer, begun, step = SummaryWriter(log), monotonic(), 0
    with Path(log, "curve.csv").open("w", newline="", encoding="utf-8") as file:
        curve = csv.writer(file)
        curve.writerow(["step", "seconds", "loss", "held back loss", "held back agreement"])
        while (spent := monotonic() - begun) < 60 * minutes:
            for group in optimiser.param_groups:
                group["lr"] = 1e-3 * max(0.02, 1.0 - spent / (60 * minutes))
            rows = lessons.learned[torch.randint(len(lessons.learned), (BATCH,))]
            loss, _ = lessons.loss(network, rows)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            if step % 50 == 0:
                with torch.no_grad():
                    held, agreement = lessons.loss(network, lessons.held_back[:2000])
                writer.add_scalars("loss", {"learned": loss.item(), "held back": held.item()}, step)
                writer.add_scalar("agreement", agreement, step)
                row = [step, round(spent), round(loss.item(), 4), round(held.item(), 4), round(agreement, 4)]
                curve.writerow(row)
                file.flush()
                print(*row, flush=True)
            step += 1
    writer.close()


def export(network: Policy, shape: tuple[int, ...], path: str, told: dict[str, str]) -> None:
    """Write the network as ONNX, with the game and the version of its encoding."""
    network.eval()
    example = torch.zeros(1, *shape)
    names: dict[str, Any] = {"input_names": ["observation"], "output_names": ["policy"]}
    torch.onnx.export(network, (example,), path, dynamic_axes={"observation": {0: "batch"}}, dynamo=False, **names)
    model = onnx.load(path)
    onnx.helper.set_model_props(model, told)
    onnx.save(model, path)


def main() -> None:
    """Train and export."""
    parser = argparse.ArgumentParser(description="Train a policy.")
    parser.add_argument("data")
    parser.add_argument("policy")
    parser.add_argument("--game", required=True)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--log", default="build/train")
    parser.add_argument("--threads", type=int, default=2)
    asked = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(asked.threads)
    game = load(asked.game)
    codec = game.codec(game.agree(Setup()))
    lessons = Lessons(asked.data, int(codec.actions))
    network = Policy(codec.shape, int(codec.actions), lessons.scale())
    train(lessons, network, asked.minutes, asked.log)
    export(network, codec.shape, asked.policy, {"game": game.key, "encoding": str(codec.version)})
    size = sum(parameter.numel() for parameter in network.parameters())
    print(f"{asked.policy}: {size} numbers, learned from {len(lessons.learned)} positions")


if __name__ == "__main__":
    main()
