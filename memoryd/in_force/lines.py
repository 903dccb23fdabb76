"""One line of a brief, before it is known whether it is in force and whether it fits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from memoryd.kind import BriefPart

FIXED = 0
"""The rank of what is pinned or critical."""
DECIDED, SETTLED, STATED, ANSWERED, ASKED = 4, 5, 6, 7, 8
"""Ranks of what was said, behind those of notes, facts and dailies."""


class Line(msgspec.Struct, frozen=True, gc=False):
    """One line of a brief; `since` and `at` are when it was first and last said, microseconds."""

    part: BriefPart
    text: str
    key: str
    at: int
    rank: int
    since: int
    who: str = ""
    """The speaker, of what was said in a session;"""
    session: str = ""
    """and which one."""
    heard: str = ""
    """What was said around it, by which it is judged: the sentence before it, and other wordings of it."""
    before: str = ""
    """The sentence before it, of a line that says `they` or `he`;"""
    source: str = ""
    """The one message that tells it or that it was made of; empty where there is none."""
    refused: str = ""
    """The key of a message before it, of which it turns down what that put up; empty where there is none."""
    topics: str = ""
    """How what people said last began, of a line that takes or drops something: `the wearable people answered`."""
    whole: str = ""
    """The message, as far as it is looked at by what it may end; of its first line only."""
    place: int = 0
    """Its place in the order of time, set by `in_force`."""
    is_told: bool = True
    """False for what was said too long ago, by which other lines are judged."""
    project: str = ""

    @property
    def is_fixed(self) -> bool:
        """Whether somebody pinned it, or it is critical: what is merely said ends it no more than it demotes it."""
        return self.rank == FIXED and self.part != "context"


class Message(NamedTuple):
    """What was said after a line."""

    key: str
    at: int
    session: str
    text: str
    reply: str
    """What an agent answered at once;"""
    answers: str
    """the key of the message that it answers, of an agent's."""
    by_agent: bool
    project: str = ""


def within(project: str | None, lines: Iterable[Line]) -> Iterable[Line]:
    """The lines, told in sessions of that project."""
    return (replace(line, project=project) for line in lines) if project else lines


def are_apart(one: Line, other: Line | Message) -> bool:
    """Whether they are of two projects: what is so in the one says nothing of the other (rule 23)."""
    return one.project != other.project and bool(one.project and other.project)
