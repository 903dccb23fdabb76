"""Work for a language model, and the sources that offer it (rules 20, 21)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

import msgspec

MARK = "[Context Manager]"
"""In front of what the daemon itself says in a job's messages (004 §The compression model IS the agent)."""


class Work(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that is to be done. The same work has the same `work_id`, also after a restart."""

    kind: str
    """One of its source's `kinds`."""
    work_id: str
    slot: str
    """What it replaces or extends, such as `merges`, `L1/0003`, `daily/2026-05-15`; leased to one agent at a time."""
    target_tokens: int
    level: str | None = None
    redo: bool = False
    """It is done already, by the built-in summariser or over something that has changed: an agent may do it better."""
    waits: bool = False
    """Something that it is made of is to be done better first: no agent gets it, but the fallback may do it."""
    sessions: tuple[str, ...] | None = None
    """The sessions whose messages it shows, all of them group sessions; None: it shows private memory (rule 17)."""
    data: dict[str, Any] = {}
    """The source's own, plain data; kept with the lease."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What came back: a text, or for a daily job a `result`."""

    text: str | None = None
    result: dict[str, Any] | None = None
    by: str = "agent"
    """Who made it: `agent`, `builtin` or `command`."""


class JobSource(Protocol):
    """What offers jobs. Called on reader threads and on the fallback's; one answer for a slot at a time."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """What its jobs are called."""
        ...

    @property
    def step(self) -> str:
        """The step of maintenance that does its open jobs without an agent: `compress` or `summarize`."""
        ...

    @property
    def has_fallback(self) -> bool:
        """Whether `fallback` does anything as things are."""
        ...

    @property
    def behind(self) -> bool:
        """Whether more has to be read before all open work can be named."""
        ...

    def read_on(self) -> bool:
        """Read the next piece of what is behind; whether that is all. No request waits for it."""
        ...

    def open_work(self, now: int) -> Iterable[Work]:
        """What is to be done now, what is due first in front; `redo` behind what is new. Reads only a little."""
        ...

    def messages(self, work: Work) -> list[dict[str, str]]:
        """The `{role, content}` turns to send to a model. Raises Conflict when the work is no more, TooLarge."""
        ...

    def accept(self, work: Work, answer: Answer, job_id: str) -> str:
        """Check the answer, make it durable, and return its key.

        Raises InvalidParams with the reason for an answer that is refused, Conflict when the work is no more. The same
        `job_id` again changes nothing and returns the same key.
        """
        ...

    def accepted(self, job_id: str) -> str | None:
        """The key of what was accepted for that job, if it was."""
        ...

    def fallback(self, work: Work) -> Answer | None:
        """The work done without an agent; None when it is left for one."""
        ...
