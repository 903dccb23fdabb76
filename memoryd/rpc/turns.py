"""Whose work comes next: users in turn, and of each user its connections in turn, by what each has been given so far.

So one client's thousandth request waits behind another's first, and a second connection gives a user nothing more.
"""

from __future__ import annotations

from collections import deque
from typing import Generic, Protocol, TypeVar


class Source(Protocol):
    """A connection that asks for work."""

    @property
    def uid(self) -> int: ...
    @property
    def takes_replies(self) -> bool:
        """Whether its peer reads: no reply is made for one that leaves the last ones unread."""
        ...


T = TypeVar("T")


class Line(Generic[T]):
    """The work of one connection, in order."""

    __slots__ = ("active", "given", "items", "source", "user")

    def __init__(self, source: Source, user: User[T], given: float) -> None:
        self.source = source
        self.user = user
        self.given = given
        self.items: deque[T] = deque()
        self.active = 0
        """Items that were taken and are not done."""


_IDLE = 16
"""Connections of a user that want nothing and are kept without a look."""


class User(Generic[T]):
    """The connections of one user."""

    __slots__ = ("active", "given", "lines", "reached", "waiting", "wanting")

    def __init__(self, given: float) -> None:
        self.given = given
        self.reached = 0.0
        """What a connection had that wanted something all along: where those begin that come."""
        self.active = 0
        """Items that were taken and are not done."""
        self.waiting = 0
        self.wanting = 0
        """Lines of which items wait or are active."""
        self.lines: dict[Source, Line[T]] = {}


class Turns(Generic[T]):
    """What waits. `given` is in any unit, such as seconds or bytes. Not thread-safe.

    Who wants nothing for a moment keeps what it was given until the others have had as much, or nobody wants anything:
    if it were forgotten, who asks again a moment later would come before who asks at once, again and again.
    """

    def __init__(self, most_of_one: int, most_of_user: int = 1 << 30) -> None:
        """`most_of_one`: items of one connection that may be active at once; `most_of_user`: of all of one user's."""
        self._most_of_one = most_of_one
        self._most_of_user = most_of_user
        self._users: dict[int, User[T]] = {}
        self._reached = 0.0
        self._active = 0
        self.waiting = 0

    def add(self, source: Source, item: T) -> None:
        """The connection's next piece of work; one that wanted nothing has nothing saved up by that."""
        user = self._users.get(source.uid)
        if user is None:
            user = self._users[source.uid] = User(self._reached)
        elif _wants_nothing(user):
            user.given = max(user.given, self._reached)
        line = user.lines.get(source)
        if line is None:
            line = user.lines[source] = Line(source, user, user.reached)
            user.wanting += 1
        elif not (line.items or line.active):
            line.given = max(line.given, user.reached)
            user.wanting += 1
        line.items.append(item)
        user.waiting += 1
        self.waiting += 1

    def waiting_of(self, source: Source) -> int:
        """How many items of that connection wait."""
        user = self._users.get(source.uid)
        line = None if user is None else user.lines.get(source)
        return 0 if line is None else len(line.items)

    def best(self, *, all_read: bool = False) -> Line[T] | None:
        """The line whose turn it is; None when no work may be taken. `all_read`: as if every peer read its replies."""
        best: Line[T] | None = None
        for user in self._users.values():
            if user.active >= self._most_of_user or (best is not None and best.user.given <= user.given):
                continue
            for line in user.lines.values():
                if (
                    line.items
                    and line.active < self._most_of_one
                    and (best is None or best.user is not user or line.given < best.given)
                    and (all_read or line.source.takes_replies)
                ):
                    best = line
        return best

    def take(self, line: Line[T]) -> T:
        """The line's next item; `end` tells when it is done."""
        self.waiting -= 1
        self._active += 1
        line.user.waiting -= 1
        line.user.active += 1
        line.active += 1
        self.reach(line)
        return line.items.popleft()

    def reach(self, line: Line[T]) -> None:
        """It is the line's turn: who comes later begins here, and who wants nothing and had no more is forgotten."""
        user = line.user
        if user.given > self._reached:
            reached = self._reached = user.given
            for uid, one in [*self._users.items()]:
                if one.given <= reached and _wants_nothing(one):
                    self._forget(uid)
        if line.given > user.reached:
            user.reached = line.given
            _forget_those_reached(user)

    @staticmethod
    def give(line: Line[T], amount: float) -> None:
        """The connection was given so much more.

        Who comes later begins further on: else those who connect anew each time would always come before who stays.
        """
        user = line.user
        line.given += amount
        user.given += amount
        user.reached += amount / max(1, user.wanting)

    def end(self, line: Line[T]) -> None:
        """One of its items is done."""
        line.active -= 1
        line.user.active -= 1
        self._active -= 1
        if not (line.items or line.active):
            line.user.wanting -= 1
            if len(line.user.lines) > 2 * line.user.wanting + _IDLE:
                _forget_those_reached(line.user)
        if not (self._active or self.waiting):
            for uid in [*self._users]:
                self._forget(uid)

    def _forget(self, uid: int) -> None:
        self._users.pop(uid).lines.clear()  # lines know their user: else only the garbage collector would find them


def _wants_nothing(user: User[T]) -> bool:
    return not (user.waiting or user.active)


def _forget_those_reached(user: User[T]) -> None:
    """Connections that want nothing, and had no more than one that comes now begins with."""
    user.lines = {
        source: one for source, one in user.lines.items() if one.given > user.reached or one.items or one.active
    }
