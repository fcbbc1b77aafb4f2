"""Values: frozen dataclasses that can be pickled and deep-copied, compiled or not."""

from dataclasses import fields
from typing import Any


class Value:
    """A dataclass that never changes. It is made again from its fields, because a compiled one cannot be filled in."""

    def __reduce__(self) -> tuple[Any, ...]:
        this: Any = self
        return type(self), tuple(getattr(self, field.name) for field in fields(this))
