"""`jobs`: work for an agent's own model (rule 21): claim it, send the messages as they are, submit what comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import msgspec

from memoryd.conversation.session import Session, sees
from memoryd.errors import InvalidParams
from memoryd.jobs.known import LONGEST_LEASE
from memoryd.jobs.queue import JobQueue
from memoryd.jobs.source import Answer, Work
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.requests.params import InSession, bounded, one_of, with_types
from memoryd.requests.redaction import KEEP, Redacted
from memoryd.rpc.registry import Access, Runs
from memoryd.times import SECOND, format_time

TEXT_LIMIT = 1024 * 1024
JobId = Annotated[str, msgspec.Meta(min_length=1, max_length=100, description="`job_id` of jobs.claim", extra=KEEP)]
Lease = Annotated[
    float, msgspec.Meta(ge=1, le=LONGEST_LEASE // SECOND, description="seconds until the job is free again")
]


class ClaimParams(InSession):
    """Which kinds of jobs, and for how long."""

    kinds: list[str] | None = None
    lease_seconds: Lease = 600.0


class Turn(TypedDict):
    """One message for the model."""

    role: Literal["user", "assistant"]
    content: str


class ClaimResult(TypedDict):
    """A job: send `messages` to the model as they stand, without a system prompt, and submit its answer in time.

    `redo` says that it was done already, without an agent or over a text that has changed since. `daily` is a day's
    summary, `leaf` and `merge` make the hierarchy, `condense` is a better line of MEMORY.md for a hot note,
    `settle` says which of two facts that contradict each other is in force.
    """

    job_id: str
    kind: str
    level: NotRequired[str]
    messages: list[Turn]
    target_tokens: int
    expires: str
    model: NotRequired[str]
    redo: NotRequired[bool]


class SubmitParams(InSession):
    """The model's text, of a condense job one line; or for a daily or a settle job `result`.

    Of a settle job it is {in_force: id}, the fact that holds, or {in_force: nil} when both may. Of a daily job it has
    facts, decisions, preferences and action_items; a list that is left out leaves its section as it is, an empty one
    clears it, and a result without a line is refused where memoryd's own extractor found something.
    """

    job_id: JobId
    text: str | None = None
    result: dict[str, Any] | None = None


class SubmitResult(TypedDict):
    """The memory that was made of it."""

    key: str
    status: Literal["accepted", "already"]
    redacted: NotRequired[list[Redacted]]


class RenewParams(InSession):
    """Which job, and for how much longer from now on."""

    job_id: JobId
    lease_seconds: Lease = 600.0


class RenewResult(TypedDict):
    """Until when it is held."""

    job_id: str
    expires: str


class ReleaseParams(InSession):
    """Which job."""

    job_id: JobId


class ReleaseResult(TypedDict):
    """What became of it."""

    job_id: str
    status: Literal["released", "already"]


class ListParams(InSession):
    """Who asks."""


class JobResult(TypedDict):
    """A job; `since` is when it was first open, `tokens` what its messages have."""

    kind: str
    state: Literal["open", "leased"]
    slot: str
    target_tokens: int
    redo: bool
    since: str
    level: NotRequired[str]
    job_id: NotRequired[str]
    expires: NotRequired[str]
    tokens: NotRequired[int]


class ListResult(TypedDict):
    """Jobs in the order in which they are offered, those at work first; and how many agents got within 24 hours."""

    jobs: list[JobResult]
    claimed: int


class JobMethods:
    """The handlers. `sessions` by id; `model` is the name that a claim shows, "" for none."""

    def __init__(self, queue: JobQueue, sessions: Mapping[str, Session], model: Callable[[], str]) -> None:
        self._queue = queue
        self._sessions = sessions
        self._model = model

    def _may(self, asker: Asker) -> Callable[[Work], bool]:
        """Whether the asker may see all that a job shows (rule 17)."""
        asking = asker.session
        if not asker.is_group or asking is None:
            return lambda work: True

        def may(work: Work) -> bool:
            if work.sessions is None:
                return False
            shown = [self._sessions.get(session_id) for session_id in work.sessions]
            return all(session is not None and sees(asking, session) for session in shown)

        return may

    def claim(self, asker: Asker, params: ClaimParams) -> dict[str, Any] | None:
        """Take the next job; nil when there is none."""
        job = self._queue.claim(params.kinds, params.lease_seconds, asker.now, self._may(asker))
        if job is None:
            return None
        reply: dict[str, Any] = {"job_id": job.job_id, "kind": job.work.kind, "messages": job.messages}
        reply |= {"target_tokens": job.work.target_tokens, "expires": format_time(job.expires)}
        if job.work.level is not None:
            reply["level"] = job.work.level
        if job.work.redo:
            reply["redo"] = True
        model = self._model()
        if model:
            reply["model"] = model
        return reply

    def submit(self, asker: Asker, params: SubmitParams) -> dict[str, Any]:
        """Submit the model's output."""
        answer = Answer(text=params.text, result=params.result)
        key, status = self._queue.submit(params.job_id, answer, asker.now, self._may(asker))
        return {"key": key, "status": status}

    def renew(self, asker: Asker, params: RenewParams) -> dict[str, Any]:
        """Hold a job for longer."""
        expires = self._queue.renew(params.job_id, params.lease_seconds, asker.now, self._may(asker))
        return {"job_id": params.job_id, "expires": format_time(expires)}

    def release(self, asker: Asker, params: ReleaseParams) -> dict[str, Any]:
        """Give a job back."""
        status = self._queue.release(params.job_id, asker.now, self._may(asker))
        return {"job_id": params.job_id, "status": status}

    def list(self, asker: Asker, params: ListParams) -> dict[str, Any]:
        """What is open and what is at work."""
        jobs = self._queue.list(asker.now, self._may(asker))
        # How many agents got tells a group session of conversations that are not its own (rule 17).
        claimed = 0 if asker.is_group else self._queue.claimed_since_yesterday(asker.now)
        return {"jobs": jobs, "claimed": claimed}

    def all(self) -> Iterable[Method]:
        """The `jobs` namespace."""
        write, reader = Access.WRITE, Runs.READER
        kinds = Annotated[list[one_of(self._queue.kinds)], msgspec.Meta(min_length=1)] | None  # type: ignore[misc, valid-type]
        return (
            Method("jobs.claim", write, reader, with_types(ClaimParams, kinds=kinds), ClaimResult | None, self.claim,
                   "Claim the next job for a model; nil if there is none, or none is loaded yet.",
                   ("read_only",)),
            Method("jobs.submit", write, reader, SubmitParams, SubmitResult, self.submit,
                   "Submit the model's output.", ("not_found", "conflict", "too_large", "read_only"), check=_check),
            Method("jobs.renew", write, reader, RenewParams, RenewResult, self.renew,
                   "Extend the lease of a job.", ("not_found", "conflict", "read_only")),
            Method("jobs.release", write, reader, ReleaseParams, ReleaseResult, self.release,
                   "Give a job back, so that another agent can take it.", ("not_found", "conflict", "read_only")),
            Method("jobs.list", write, Runs.SCANNER, ListParams, ListResult, self.list,
                   "Jobs that are open or claimed.", stores=False),
        )  # fmt: skip


def _check(params: SubmitParams) -> None:
    if (params.text is None) == (params.result is None):
        raise InvalidParams("give either `text` or `result`", param="text")
    if params.text is not None:
        bounded("text", params.text, TEXT_LIMIT)
