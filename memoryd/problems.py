"""The board of things that a person should mend; shown by system.health, logged when they appear."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from memoryd.conflicts import conflict_line
from memoryd.types import Problem

LONGEST = 6000
"""Characters of a part of a problem: the longest path, and what is said of it."""
SHOWN = 3 * 24 * 3600.0
"""Seconds for which the board shows what happened once and is over: a weekend, so that somebody sees it."""


class ProblemBoard:
    """Problems by topic: who owns a topic replaces its whole list, so that what is mended vanishes.

    What happened once and is over has no topic and nothing to mend, and goes by itself.
    """

    def __init__(self, announce: Callable[[Problem], object], monotonic: Callable[[], float] = time.monotonic) -> None:
        self._announce = announce
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._topics: dict[str, tuple[Problem, ...]] = {}
        self._happened: dict[Problem, float] = {}

    def set(self, topic: str, problems: Iterable[Problem]) -> None:
        """These are the topic's problems now; those that were not there before are announced."""
        now = tuple(_printable(problem) for problem in problems)
        with self._lock:
            before = self._topics.get(topic, ())
            if now:
                self._topics[topic] = now
            else:
                self._topics.pop(topic, None)
        for problem in now:
            if problem not in before:
                self._announce(problem)

    def add(self, topic: str, problem: Problem) -> None:
        """One more problem of the topic, unless it is there already."""
        problem = _printable(problem)
        with self._lock:
            before = self._topics.get(topic, ())
            if problem in before:
                return
            self._topics[topic] = (*before, problem)
        self._announce(problem)

    def happened(self, problem: Problem) -> None:
        """What is over already, such as a file that was restored: shown for some days, and announced unless it is."""
        problem = _printable(problem)
        with self._lock:
            shown = problem in self._still_shown()
            self._happened[problem] = self._monotonic()
        if not shown:
            self._announce(problem)

    def undone(self, problem: Problem) -> None:
        """What happened is no longer so."""
        with self._lock:
            self._happened.pop(_printable(problem), None)

    def clear(self, topic: str) -> None:
        """The topic has no problems any more."""
        self.set(topic, ())

    def forget(self, has_it: Callable[[str], bool]) -> None:
        """Without those of which a text has what was purged; what still holds of them is found again."""

        def may_stay(one: Problem) -> bool:
            return not any(map(has_it, (one.path, one.what, one.action)))

        with self._lock:
            self._topics = {topic: tuple(filter(may_stay, problems)) for topic, problems in self._topics.items()}
            self._happened = {one: at for one, at in self._happened.items() if may_stay(one)}

    def all(self) -> list[Problem]:
        """Every problem, by path and line, once each."""
        with self._lock:
            found = {problem for problems in self._topics.values() for problem in problems}
            found.update(self._still_shown())
        return sorted(found, key=lambda problem: (problem.path, problem.line or 0, problem.what))

    def _still_shown(self) -> dict[Problem, float]:
        since = self._monotonic() - SHOWN
        self._happened = {one: at for one, at in self._happened.items() if at > since}
        return self._happened


def _printable(problem: Problem) -> Problem:
    """With text that can be sent: a name may hold bytes that are not UTF-8, a library's error all of a broken file."""
    texts = {name: getattr(problem, name) for name in ("path", "what", "action")}
    shown = {name: _sendable(text) for name, text in texts.items() if len(text) > LONGEST or not text.isascii()}
    return replace(problem, **shown) if shown else problem


def _sendable(text: str) -> str:
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 2]}…{text[-LONGEST // 2 :]}"
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace").decode()


def not_told(key: str, why: str) -> Problem:
    """A message or another memory of which no brief and no daily could be made; `why`: the error."""
    path, _, line = key.rpartition(":")
    number = int(line) if path and line.isdigit() else None
    return Problem(
        path=path if number is not None else key,
        line=number,
        what=f"briefs and dailies leave it out, since it could not be read as what somebody said ({why})",
        action="it is kept and recalled as before; look at the line, and report a bug of memoryd if it is in order",
    )


def text_problems(relpath: str, data: bytes) -> list[Problem]:
    """What keeps a file from being all text that holds, with the first line where it does not."""
    action = "save the file as UTF-8 text"
    found = []
    if b"\0" in data:
        what = "it holds NUL bytes, so it is no text; what can be read was read"
        found.append(Problem(path=relpath, what=what, action=action))
    try:
        data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        what = "the file is not valid UTF-8; what can be read was read"
        found.append(Problem(path=relpath, line=line, what=what, action=action))
    begins = conflict_line(data.decode("utf-8", "replace")) if b"<<<<<<<" in data else None
    if begins is not None:
        what = "a merge left both sides here, between lines of <<<<<<< and >>>>>>>; each is read as if it held"
        action = "keep the side that is right, and delete the other and the lines of marks"
        found.append(Problem(path=relpath, line=begins, what=what, action=action))
    return found
