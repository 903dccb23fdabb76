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


class User(Generic[T]):
    """The connections of one user."""

    __slots__ = ("active", "given", "lines", "reached")

    def __init__(self, given: float) -> None:
        self.given = given
        self.reached = 0.0
        self.active = 0
        """Items that were taken and are not done."""
        self.lines: dict[Source, Line[T]] = {}


class Turns(Generic[T]):
    """What waits. `given` is in any unit, such as seconds or bytes. Not thread-safe."""

    def __init__(self, most_of_one: int, most_of_user: int = 1 << 30) -> None:
        """`most_of_one`: items of one connection that may be active at once; `most_of_user`: of all of one user's."""
        self._most_of_one = most_of_one
        self._most_of_user = most_of_user
        self._users: dict[int, User[T]] = {}
        self._reached = 0.0
        self.waiting = 0

    def line(self, source: Source) -> Line[T]:
        """The line of that connection; a new one begins where those in turn are, and has nothing saved up."""
        user = self._users.get(source.uid)
        if user is None:
            user = self._users[source.uid] = User(self._reached)
        line = user.lines.get(source)
        if line is None:
            line = user.lines[source] = Line(source, user, user.reached)
        return line

    def add(self, source: Source, item: T) -> None:
        """The connection's next piece of work."""
        self.line(source).items.append(item)
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
        line.active += 1
        line.user.active += 1
        self.reach(line)
        return line.items.popleft()

    def reach(self, line: Line[T]) -> None:
        """It is the line's turn: who comes later begins here."""
        self._reached = max(self._reached, line.user.given)
        line.user.reached = max(line.user.reached, line.given)

    @staticmethod
    def give(line: Line[T], amount: float) -> None:
        """The connection was given so much more."""
        line.given += amount
        line.user.given += amount

    def end(self, line: Line[T]) -> None:
        """One of its items is done."""
        line.active -= 1
        line.user.active -= 1
        if not line.active and not line.items:
            user = line.user
            user.lines.pop(line.source, None)
            if not user.lines:
                self._users.pop(line.source.uid, None)
