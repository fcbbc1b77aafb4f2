"""Saying no over HTTP: a status, a code for programs, one sentence for people."""

from pawnstorm.server.decide import No

_STATUS = {"not_your_seat": 403, "no_hints": 403, "busy": 503}


class Trouble(Exception):
    """A request that is answered with a `Problem`."""

    def __init__(self, status: int, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code

    @classmethod
    def of(cls, no: No) -> "Trouble":
        """The same refusal as over the socket."""
        return cls(_STATUS.get(no.code, 409), no.code, str(no))
