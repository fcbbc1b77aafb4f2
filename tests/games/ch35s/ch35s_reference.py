"""A second, slow reading of the rules, written from the rulebook with sets and strings: what may be ordered in a turn,
how many dice an attack has, which faces succeed, what a round scores. It knows positions only as people draw them.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

# Code: Move, Health, Range, Strength, Damage, cost.
MODELS = {
    "UT": (2, 7, 1, 3, 2, 8), "HE": (3, 5, 2, 3, 1, 5), "GM": (2, 8, 0, 3, 2, 7), "DF": (2, 3, 2, 2, 1, 3),
    "DS": (5, 3, 0, 3, 1, 3), "HU": (3, 2, 0, 2, 1, 2), "LM": (2, 6, 2, 3, 1, 5), "VA": (4, 5, 1, 3, 2, 7),
    "BW": (2, 7, 3, 2, 2, 7), "PA": (2, 3, 2, 2, 1, 3), "JL": (4, 3, 0, 3, 1, 3), "TR": (2, 2, 1, 2, 1, 2),
}  # fmt: skip


@dataclass(frozen=True)
class Model:
    """A model as it is drawn."""

    code: str
    zone: int
    damage: int
    commanded: bool = False
    commander: bool = False
    acts: int = 0

    @property
    def white(self) -> bool:
        return self.code.isupper()

    @property
    def text(self) -> str:
        text = f"{self.code.upper()}{self.zone}" + (f"*{self.damage}" if self.damage else "")
        text += ("c" if self.commanded else "") + ("m" if self.commander else "")
        return text + (f"a{self.acts}" if self.acts else "")

    @property
    def short(self) -> str:
        return f"{self.code}{self.zone}" + (f"*{self.damage}" if self.damage else "")


def apart(one: int, two: int) -> int:
    (y1, x1), (y2, x2) = divmod(one - 1, 4), divmod(two - 1, 4)
    return abs(y1 - y2) + abs(x1 - x2)


ZONES = range(1, 17)
NEXT = {zone: [other for other in ZONES if apart(zone, other) == 1] for zone in ZONES}


class Reference:
    """A drawn position at the beginning of an action."""

    def __init__(self, rows: tuple[tuple[str, ...], ...], facts: Mapping[str, Any], options: Mapping[str, str]) -> None:
        self.facts, self.options = facts, options
        self.white = facts["turn"] == "White"
        self.models = list(self._read_models(rows))
        for key, change in (("commanded", {"commanded": True}), ("commanders", {"commander": True})):
            for name in facts[key].split():
                self._mark(name, change)
        for name, _, acts in (text.partition(":") for text in facts["acts"].split() if text != "-"):
            self._mark(name, {"acts": int(acts)})

    def _read_models(self, rows: tuple[tuple[str, ...], ...]) -> Iterator[Model]:
        for zone in ZONES:
            text = rows[3 - (zone - 1) // 4][(zone - 1) % 4]
            for part in text.split("+") if text != "." else ():
                count, code, damage = re.fullmatch(r"(\d*)([A-Za-z]{2})(?:\*(\d+))?", part).groups()  # type: ignore[union-attr]
                for _ in range(int(count or 1)):
                    yield Model(code, zone, int(damage or 0))

    def _mark(self, name: str, change: dict[str, Any]) -> None:
        for at, model in enumerate(self.models):
            if model.short == name and not any(getattr(model, key) for key in change):
                self.models[at] = replace(model, **change)
                return

    def has(self, model: Model, ability: str) -> bool:
        return any(name.startswith(ability) for name in self._upgrades(model))

    def _upgrades(self, model: Model) -> list[str]:
        return [name for name in self.facts["upgrades"].get(model.code, "").split(", ") if name]

    def level(self, model: Model, ability: str) -> int:
        return next(int(name.split()[-1]) for name in self._upgrades(model) if name.startswith(ability))

    def number(self, model: Model, which: int, word: str) -> int:
        extra = [int(name[1]) for name in self._upgrades(model) if re.match(rf"\+\d {word}", name)]
        return MODELS[model.code.upper()][which] + sum(extra)

    def is_own(self, model: Model) -> bool:
        return model.white == self.white

    def enemies_in(self, zone: int) -> bool:
        return any(model.zone == zone and not self.is_own(model) for model in self.models)

    def reach(self, model: Model) -> set[int]:
        """Every way of the model, step by step."""
        every = self.options["quick_strike"] == "every-zone" and self.has(model, "Quick Strike")
        ends: set[int] = set()
        ways = {(model.zone, 0)}
        while ways:
            zone, steps = ways.pop()
            for other in NEXT[zone]:
                ends.add(other)
                if steps + 1 < (1 if every else self.number(model, 0, "Move")) and not self.enemies_in(other):
                    ways.add((other, steps + 1))
        return ends

    def orders(self) -> set[str]:
        """Everything that the side to act may do in its turn."""
        found = {"hold"} | ({"stop"} if self.facts["acted"] else set())
        for model in self.models:
            spent = self.options["model_action_cap"] != "none" and model.acts >= 2
            if self.is_own(model) and not spent:
                found |= set(self.orders_of(model))
        for code in set(self.facts["reserve"]["White" if self.white else "Black"].split()):
            found |= {f"{code} drops {zone}" for zone in ZONES}
        return found

    def orders_of(self, model: Model) -> Iterator[str]:
        others = list(self.models)
        others.remove(model)
        for zone in self.reach(model):
            yield f"{model.text}-{zone}"
        for other in others:
            if not self.is_own(other) and apart(model.zone, other.zone) <= self.number(model, 2, "Range"):
                yield f"{model.text}x{other.text}"
        if self.has(model, "Chaotic Visions"):
            yield f"{model.text} visions"
        if self.has(model, "Self Explosion"):
            yield f"{model.text} explodes"
        if self.has(model, "Hard Light Bomb"):
            for zone in ZONES:
                if apart(model.zone, zone) <= self.level(model, "Hard Light Bomb") and self.enemies_in(zone):
                    yield f"{model.text} bombs {zone}"
        yield from self._placings(model, others)
        if self.has(model, "Mental Command") and not model.commander:
            for other in others:
                spent = self.options["model_action_cap"] != "none" and other.acts >= 2
                if self.is_own(other) and apart(model.zone, other.zone) <= 1 and not other.commanded and not spent:
                    yield f"{model.text} commands {other.text}"

    def _placings(self, model: Model, others: list[Model]) -> Iterator[str]:
        if self.has(model, "Teleportation"):
            for zone in set(ZONES) - {model.zone}:
                yield f"{model.text} teleports to {zone}"
                for other in others:
                    same = other == model and self.options["model_action_cap"] == "none"
                    if self.is_own(other) and other.zone == model.zone and not same:
                        yield f"{model.text} teleports {other.text} to {zone}"
        if self.has(model, "Force Push"):
            for other in others:
                if apart(model.zone, other.zone) <= 1:
                    whose = "own " if self.is_own(other) else ""
                    for zone in NEXT[other.zone]:
                        yield f"{model.text} pushes {whose}{other.text} to {zone}"

    def dice(self, model: Model, target: Model) -> int:
        """How many dice an attack has."""
        covered = any(
            self.has(other, "Force Field")
            for other in self.models
            if other.white == target.white and other.zone == target.zone
        )
        strength = self.number(model, 3, "Strength")
        return max(1, strength - 1) if covered else strength

    def least(self, target: Model) -> int:
        """From which face on a die succeeds."""
        return 6 if ("White" if target.white else "Black") in self.facts["visions"].split() else 5

    def scores(self) -> dict[str, int]:
        """The victory points after the round, if it ended now."""
        points = dict(self.facts["vp"])
        for zone in map(int, self.facts["objectives"].replace("-", "").split()):
            white = sum(model.white for model in self.models if model.zone == zone)
            black = sum(not model.white for model in self.models if model.zone == zone)
            if white != black:
                points["White" if white > black else "Black"] += 1
        taken = self.facts["taken"]
        if taken["White"] != taken["Black"]:
            points["White" if taken["White"] > taken["Black"] else "Black"] += 2
        return points
