"""What packages bring: entry points, and a sentence for each one that cannot be used."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any


@dataclass(frozen=True)
class PackageEntry:
    """One thing that a package brings: its name, its place as `module:attribute` or `module`, and the package."""

    name: str
    value: str
    package: str

    def load(self) -> Any:
        """The thing itself."""
        module, _, attribute = self.value.partition(":")
        found = import_module(module.strip())
        return getattr(found, attribute.strip()) if attribute else found

    def left_out(self, what: str, why: str) -> str:
        """The sentence that says why it is not used."""
        return f"the {what} '{self.name}' of the package '{self.package}' is left out: {' '.join(why.split())}"


def entries_of(group: str) -> list[PackageEntry]:
    """The entry points of a group in all installed packages, by name and package."""
    # Imported here, because it takes longer to import than most commands need for all the rest.
    from importlib.metadata import entry_points

    found = [
        PackageEntry(entry.name, entry.value, entry.dist.name if entry.dist else "")
        for entry in entry_points(group=group)
    ]
    return sorted(found, key=lambda entry: (entry.name, entry.package))


def in_words(error: BaseException) -> str:
    """An error of somebody else's code: its kind and what it says."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
