"""The hasher, a child of the daemon that takes new memories down where many come: `python -m memoryd.audit.hasher`.

It has no file and keeps nothing, keys least of all: it answers what `take_down` makes of each batch. So it may be
killed at any moment; the daemon takes the same batch down by itself then.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

import msgspec

from memoryd import __version__
from memoryd.audit.fresh import Batch, TakenDown, take_down
from memoryd.children import inside
from memoryd.children.helper import Helper
from memoryd.children.patience import Lost
from memoryd.clock import Clock
from memoryd.problems import ProblemBoard

MODULE = "memoryd.audit.hasher"
_NAME = "hasher"
_PORT = "batches"
_REST_SECONDS = 3.0
_IDLE_SECONDS = 30.0
"""After so long without work it ends."""
_PATIENCE_SECONDS = 2.0
"""A batch takes some milliseconds, and its lines are to be on the disk within a second."""


_encode = msgspec.msgpack.Encoder().encode
_batch = msgspec.msgpack.Decoder(Batch).decode


class Hasher:
    """Has the other process take batches down."""

    def __init__(self, clock: Clock, board: ProblemBoard, patience: Callable[[], float]) -> None:
        self._board = board
        self._helper = Helper(
            MODULE, _NAME, (_PORT,), (), dict, clock, board, lambda: min(patience(), _PATIENCE_SECONDS)
        )
        self._port = self._helper.port(_PORT)

    @property
    def pids(self) -> list[int]:
        """Of the process, while it lives."""
        return self._helper.pids

    def take_down(self, batch: Batch) -> TakenDown:
        """As the function of that name. Raises Lost when there was no answer."""
        try:
            question = (_encode(batch),)
        except UnicodeEncodeError:  # half a character, which a file may hold, is in no message
            return take_down(batch)
        version, *answer = self._port.ask(lambda: question)
        if version != __version__.encode():  # it was installed while the daemon runs, and may make other digests
            self._helper.stop()
            raise Lost(f"is of version {version.decode(errors='replace')}")
        return TakenDown(*answer)

    def done(self) -> None:
        """What it left undone is done: nobody may ask it for days, and it would be a problem until then."""
        self._board.clear(_NAME)

    def stop(self) -> None:
        """Let it end."""
        self._helper.stop()


def _answer(question: Iterable[bytes]) -> Iterable[bytes]:
    (batch,) = question
    return __version__.encode(), *take_down(_batch(batch))


def main() -> None:
    """Answer until the daemon ends, or nothing was asked for a while."""
    inside.begin()
    given = dict(argument.split("=", 1) for argument in sys.argv[1:])
    inside.serve(
        {_PORT: (int(given[_PORT]), _answer)},
        inside.Rest(_REST_SECONDS, lambda: None),
        inside.Rest(_IDLE_SECONDS, lambda: None),
    )


if __name__ == "__main__":
    main()
