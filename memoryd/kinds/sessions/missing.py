"""Messages whose lines somebody took out of a session file: told while they stand in no other (rule 6)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable

import msgspec
import numpy as np
from numpy.typing import NDArray

from memoryd.conversation.message import Message
from memoryd.kinds.sessions.alignment import document_mark, message_mark
from memoryd.kinds.sessions.scanning import Reading
from memoryd.problems import ProblemBoard
from memoryd.types import Document, Problem


class _Gone(msgspec.Struct):
    """What is gone from one file: marks of its messages, where they stood, and of which sessions they are."""

    marks: NDArray[np.int64]
    lines: NDArray[np.int64]
    sessions: frozenset[str]

    def but(self, standing: NDArray[np.int64]) -> _Gone:
        """Without those that stand somewhere."""
        left = ~np.isin(self.marks, standing)
        return _Gone(self.marks[left], self.lines[left], self.sessions)


class Missing:
    """An editor moves lines from file to file in several steps: it is told some seconds later. Any thread."""

    def __init__(
        self,
        board: ProblemBoard,
        documents_of: Callable[[str], Iterable[Document]],
        said_in: Callable[[str], Iterable[Message]],
        paths_of: Callable[[str], Iterable[str]],
        is_purged: Callable[[Document], object],
        ask: Callable[[], object],
    ) -> None:
        """`documents_of`: what the index has of a file, `said_in`: what stands there; `paths_of`: a session's files;
        `ask`: have `tell` called in a while."""
        self._board, self._documents_of, self._paths_of, self._ask = board, documents_of, paths_of, ask
        self._said_in, self._is_purged = said_in, is_purged
        self._gone: dict[str, _Gone] = {}
        self._told: dict[str, Problem] = {}
        self._lock = threading.Lock()

    def removed(self, path: str) -> dict[str, Document]:
        """The file is gone; what the index has of it still."""
        before = {one.key: one for one in self._documents_of(path)}
        self._note(path, before.values())
        return before

    def read_anew(self, reading: Reading) -> None:
        """A file of which others wrote another version is about to be known so."""
        if reading.skipped:
            return
        path, kept = reading.file.path, {one.key for one in reading.documents} | reading.file.removed
        if reading.before is not None and reading.indexed is None:
            reading.indexed = {one.key: one for one in self._documents_of(path)}
        self._note(path, (one for key, one in (reading.indexed or {}).items() if key not in kept))

    def _note(self, path: str, gone: Iterable[Document]) -> None:
        gone = [one for one in gone if not self._is_purged(one)]
        with self._lock:
            if gone:
                sessions = frozenset(one.session_id for one in gone if one.session_id is not None)
                lines = np.fromiter((one.line for one in gone), np.int64, len(gone))
                more, old = _Gone(_hashes(map(document_mark, gone)), lines, sessions), self._gone.get(path)
                self._gone[path] = more if old is None else _joined(old, more)
            if self._gone:
                self._ask()

    def tell(self) -> None:
        """Report those that stand nowhere, and clear what was reported of those that stand again."""
        with self._lock:
            looked_at = self._gone.copy()
        for path, gone in looked_at.items():
            paths = {path, *(one for session in gone.sessions for one in self._paths_of(session))}
            left = gone
            try:
                for one in paths:
                    # Of the files: the index may have long ones as they were for a while.
                    left = left.but(_hashes(map(message_mark, self._said_in(one))))
            except OSError:
                continue  # health tells of the file; the next edit has it looked at again
            with self._lock:
                if self._gone.get(path) is not gone:
                    continue  # it was edited meanwhile, and is looked at again
                if left.marks.size:
                    self._gone[path] = left
                else:
                    del self._gone[path]
            self._show(path, _problem(path, left.lines) if left.lines.size else None)

    def _show(self, path: str, problem: Problem | None) -> None:
        told = self._told.pop(path, None)
        if told is not None and told != problem:
            self._board.undone(told)
        if problem is not None:
            self._told[path] = problem
            if told != problem:
                self._board.happened(problem)


def _hashes(marks: Iterable[Hashable]) -> NDArray[np.int64]:
    return np.fromiter(map(hash, marks), np.int64)


def _joined(one: _Gone, other: _Gone) -> _Gone:
    marks, at = np.unique(np.concatenate((one.marks, other.marks)), return_index=True)
    return _Gone(marks, np.concatenate((one.lines, other.lines))[at], one.sessions | other.sessions)


def _problem(path: str, lines: NDArray[np.int64]) -> Problem:
    first, last = int(lines.min()), int(lines.max())
    if first == last:
        gone = f"the message of line {first} was taken out of it"
    else:
        gone = f"{lines.size} messages of lines {first} to {last} were taken out of it"
    action = (
        "if that was not meant, put the version that has them in its place again, or see what each said: "
        f"memoryctl audit show {path}:{first}"
    )
    what = f"{gone}, by hand or by an older version that was put in its place"
    return Problem(path=path, line=first, what=what, action=action)
