"""Options: the rulings a table may switch, each with its values, its default and its rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pawnstorm.core.errors import BadOption
from pawnstorm.core.values import Value


@dataclass(frozen=True)
class Option(Value):
    """One switch of a game. The first value is the default; `explain` says what each value means.

    An option that came later says since which version of the rules it exists, and what was played before.
    """

    key: str
    title: str
    values: tuple[str, ...]
    explain: str
    rules: tuple[str, ...]
    since: int = 1
    before: str = ""

    @property
    def default(self) -> str:
        """The value that is played unless the table chooses another one."""
        return self.values[0]

    def default_of(self, version: int) -> str:
        """The default in a version of the rules; 0 means the present one."""
        return self.before if 0 < version < self.since else self.default


@dataclass(frozen=True)
class Preset(Value):
    """A named choice of options."""

    key: str
    title: str
    options: Mapping[str, str]


def complete(game: str, options: Sequence[Option], chosen: Mapping[str, str], version: int = 0) -> dict[str, str]:
    """Every option with its chosen value or the default of a version; an unknown key or value is refused."""
    known = {option.key: option for option in options}
    for key, value in chosen.items():
        if key not in known:
            raise BadOption(f"{game} has no option '{key}'; its options are {', '.join(known)}")
        if value not in known[key].values:
            raise BadOption(f"option '{key}' of {game} cannot be '{value}'; it takes {' or '.join(known[key].values)}")
    return {option.key: chosen.get(option.key, option.default_of(version)) for option in options}
