"""Errors over HTTP: a status, a code for programs, one sentence for people."""

from pawnstorm.core.errors import Refused

_STATUS = {"not_your_seat": 403, "no_hints": 403, "busy": 503}
_CONFLICT = 409


class ApiError(Exception):
    """A request that is answered with a `Problem`."""

    def __init__(self, status: int, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code

    @classmethod
    def from_refusal(cls, refused: Refused) -> "ApiError":
        """The same refusal as over the socket."""
        return cls(_STATUS.get(refused.code.value, _CONFLICT), refused.code.value, str(refused))
