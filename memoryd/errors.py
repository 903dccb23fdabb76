"""The errors that a caller can meet, each with the code that the socket carries."""

from __future__ import annotations

import copyreg
from collections.abc import Mapping
from typing import Any


class MemorydError(Exception):
    """A refusal: `code` for programs, `sentence` for people (what is wrong, what to do), `data` for details."""

    code: str = "internal"

    def __init__(self, sentence: str, **data: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.data: Mapping[str, object] = data

    def __reduce__(self) -> tuple[Any, ...]:
        # Whatever a subclass's constructor takes, a copy is made of what it left here.
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class InvalidParams(MemorydError):
    """The request is well-formed, but a value in it is wrong."""

    code = "invalid_params"


class NotFound(MemorydError):
    """No memory, session or job has that key."""

    code = "not_found"


class PermissionDenied(MemorydError):
    """The peer's user may not do this."""

    code = "permission_denied"


class Conflict(MemorydError):
    """The request does not fit the current state."""

    code = "conflict"


class TooLarge(MemorydError):
    """A value exceeds its size limit."""

    code = "too_large"


class LimitExceeded(MemorydError):
    """A configured limit is reached."""

    code = "limit_exceeded"


class Busy(MemorydError):
    """Not possible now; the same request may succeed later."""

    code = "busy"


class ReadOnly(MemorydError):
    """The data directory cannot be written (full, read-only, failing disk)."""

    code = "read_only"


class Unsupported(MemorydError):
    """This daemon has no such method or capability."""

    code = "unsupported"


class Internal(MemorydError):
    """An internal error of the daemon; `incident` names the log record with the details."""

    code = "internal"


ON_DISK = "on_disk"
"""In `data` of a refused write: "maybe" when it could not be taken back, so that a restart may find it; "partly" when
the beginning of a large one stands."""
_PERHAPS = " It may be on disk all the same and be there after a restart: look before you repeat it."
_PARTLY = " The beginning of the request is on disk: look before you repeat it."


def forget_frames(error: BaseException) -> None:
    """Call it when an error has been told: let go of where it was raised, and what it was raised from.

    A frame that it came through has it, and all frames below: what they hold, megabytes of a refused request, would
    wait for the collector of cycles, which comes seldom.
    """
    following: BaseException | None = error
    while following is not None:
        following.__traceback__ = None
        cause, following.__cause__ = following.__cause__, None
        context, following.__context__ = following.__context__, None
        following = cause or context


def perhaps_on_disk(error: MemorydError) -> MemorydError:
    """The same refusal of a write that could not be taken back, and says so."""
    if error.data.get(ON_DISK):
        return error
    return type(error)(error.sentence + _PERHAPS, **{**error.data, ON_DISK: "maybe"})


def partly_on_disk(error: MemorydError) -> MemorydError:
    """The same refusal of a write that was done in slices, of which the first ones stand, and says so."""
    if error.data.get(ON_DISK):
        return error
    return type(error)(error.sentence + _PARTLY, **{**error.data, ON_DISK: "partly"})


def not_on_disk(error: MemorydError) -> MemorydError:
    """The same refusal of a write that was taken back after all."""
    if not error.data.get(ON_DISK):
        return error
    data = {name: value for name, value in error.data.items() if name != ON_DISK}
    return type(error)(error.sentence.removesuffix(_PERHAPS), **data)


ERRORS: Mapping[str, type[MemorydError]] = {kind.code: kind for kind in MemorydError.__subclasses__()}
"""Those above: what is derived of them elsewhere has their codes."""
