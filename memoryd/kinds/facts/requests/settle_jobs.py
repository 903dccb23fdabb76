"""Work for an agent's model: which of two facts that contradict each other is in force (rules 21, 23)."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterator
from itertools import combinations

import msgspec

from memoryd.errors import Conflict, InvalidParams
from memoryd.jobs.source import MARK, Answer, Work
from memoryd.kinds.facts.changes.requested import FactChanges
from memoryd.kinds.facts.known.store import FactStore
from memoryd.kinds.facts.model.fact import Fact, sentence
from memoryd.kinds.facts.requests.contradictions import Contradictions
from memoryd.services import Services
from memoryd.storage.append_log import AppendLog
from memoryd.storage.batch import Batch
from memoryd.storage.blocks import blocks_of
from memoryd.storage.lines import split_lines
from memoryd.times import format_time
from memoryd.types import UNREADABLE

SETTLED_PATH = ".memoryd/settled-facts.jsonl"
_TARGET_TOKENS = 40
_INSTRUCTION = f"""\
{MARK} Two facts of yours say different things of one thing. Say which of them is in force, by its id, or that both \
may hold. What was said later usually overrules what was said before, unless it is about something else. The facts \
come next."""
_QUESTION = f"""\
{MARK} Those were the facts. Submit `result`: {{"in_force": "<id>"}}, or {{"in_force": null}} when both may hold."""


class Settlement(msgspec.Struct, omit_defaults=True):
    """A line of the log: what was decided of these facts, by the answer to which job."""

    job_id: str
    ids: list[str]
    at: str
    in_force: str | None = None


class Settled:
    """`.memoryd/settled-facts.jsonl`: which facts may hold together, as agents say."""

    def __init__(self, root: str, log: AppendLog) -> None:
        self._path = os.path.join(root, SETTLED_PATH)
        self._log = log
        self._compatible: set[frozenset[str]] = set()
        self._jobs: dict[str, str] = {}

    def load(self) -> None:
        """Read the log; what cannot be read of it is passed over."""
        for raw in split_lines(blocks_of(self._path)):
            try:
                self._take(msgspec.json.decode(raw, type=Settlement))
            except UNREADABLE:
                continue

    def _take(self, one: Settlement) -> None:
        if one.in_force is None:
            self._compatible |= {frozenset(pair) for pair in combinations(one.ids, 2)}
        if one.ids:
            self._jobs[one.job_id] = one.in_force or one.ids[-1]

    def is_compatible(self, ids: Collection[str]) -> bool:
        """Whether all of them may hold together."""
        return all(frozenset(pair) in self._compatible for pair in combinations(ids, 2))

    def key_of(self, job_id: str) -> str | None:
        """The key of what that job settled."""
        return self._jobs.get(job_id)

    def note(self, one: Settlement, batch: Batch) -> None:
        """Remember it, durably with the batch."""
        batch.append(self._log, msgspec.json.encode(one) + b"\n")
        batch.on_commit(lambda: self._take(one))


class Settling:
    """A job source over the contradictions."""

    kinds = ("settle",)
    step = "compress"
    behind = False
    has_fallback = False
    """Which of two is right, no rule can tell."""

    def __init__(
        self,
        services: Services,
        store: FactStore,
        changes: FactChanges,
        contradictions: Contradictions,
        settled: Settled,
    ) -> None:
        self._run, self._clock = services.writer.run_alone, services.clock
        self._store = store
        self._changes = changes
        self._contradictions = contradictions
        self._settled = settled

    def read_on(self) -> bool:
        """There is nothing to read."""
        return True

    def open_work(self, now: int) -> Iterator[Work]:
        """The two latest of each group."""
        for facts in self._contradictions.found(now):
            for later, older in combinations(facts[::-1], 2):
                if not self._settled.is_compatible((older.id, later.id)):
                    yield _work(older, later)
                    break

    def messages(self, work: Work) -> list[dict[str, str]]:
        """What to send to the model. Raises Conflict when the facts have changed."""
        facts = self._current(work)
        told = "\n".join(f"{one.id} (since {format_time(one.valid_from)}): {sentence(one)}" for one in facts)
        return [
            {"role": "user", "content": _INSTRUCTION},
            {"role": "assistant", "content": told},
            {"role": "user", "content": _QUESTION},
        ]

    def accept(self, work: Work, answer: Answer, job_id: str) -> str:
        """Settle it, durably; returns the id of the fact in force, or of the later one when both may hold."""
        known = self.accepted(job_id)
        if known is not None:
            return known
        ids = [one.id for one in self._current(work)]
        if answer.result is None or set(answer.result) != {"in_force"}:
            raise InvalidParams("a settle job takes `result`: {in_force: id}, or {in_force: nil}", param="result")
        in_force = answer.result["in_force"]
        if in_force is not None and in_force not in ids:
            raise InvalidParams(f"in_force must be {ids[0]}, {ids[1]} or nil", param="result")
        return self._run(lambda batch: self._settle(work, ids, in_force, job_id, batch))

    def _settle(self, work: Work, ids: list[str], in_force: str | None, job_id: str, batch: Batch) -> str:
        self._current(work)
        if in_force is not None:
            self._changes.overrule(next(one for one in ids if one != in_force), in_force, batch)
        self._settled.note(Settlement(job_id, ids, format_time(batch.now), in_force), batch)
        return in_force or ids[-1]

    def accepted(self, job_id: str) -> str | None:
        """The fact that the job settled on."""
        return self._settled.key_of(job_id)

    def fallback(self, work: Work) -> Answer | None:
        """It is left for an agent."""
        return None

    def _current(self, work: Work) -> list[Fact]:
        """The older and the later one. Raises Conflict."""
        facts = [self._store.table.get(fact_id) for fact_id in work.data["ids"]]
        found = [fact for fact in facts if fact is not None and self._store.holds(fact.id, self._clock.now())]
        if len(found) < 2 or _work(found[0], found[1]).work_id != work.work_id:
            raise Conflict("the facts have changed meanwhile; claim another job")
        return found


def _work(older: Fact, later: Fact) -> Work:
    told = "\0".join((older.id, sentence(older), later.id, sentence(later)))
    return Work(
        kind="settle",
        work_id=hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:32],
        slot=later.id,
        target_tokens=_TARGET_TOKENS,
        data={"ids": [older.id, later.id]},
    )
