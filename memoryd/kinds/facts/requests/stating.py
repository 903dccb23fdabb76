"""Stating facts by request: one, several requests' together, and thousands (002 §1)."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from memoryd.acting import Actor
from memoryd.clock import Clock
from memoryd.errors import Conflict, InvalidParams, MemorydError
from memoryd.kinds.facts.changes.requested import FactChanges
from memoryd.kinds.facts.model.compare import is_user
from memoryd.kinds.facts.model.fact import TEXT_LIMIT, Statement, sentence
from memoryd.kinds.facts.model.validity import ALWAYS, Validity
from memoryd.kinds.facts.requests.shapes import AddManyParams, AddParams
from memoryd.recall.lexical.prepared_terms import prepare_terms
from memoryd.requests.asker import Asker
from memoryd.requests.params import bounded, worded
from memoryd.requests.redaction import Redacted, are_harmless, merged, refuse_secret
from memoryd.rpc.pool import give_way
from memoryd.rpc.validate import ParamsReader
from memoryd.services import Services
from memoryd.storage.batch import Batch
from memoryd.types import IMPORT, Audience

SLICE_SECONDS = 0.01
"""What one batch of `add_many` may take on the writer: others' writes wait for no more than one of them."""
_SHORT = 4000
"""Characters of a fact that needs no closer look."""
_SLICE_FACTS = (25, 500)
"""At least and at most so many facts in one batch;"""
_SLICE_BYTES = 128 * 1024
"""and no more than so many bytes, but for the last."""

R = TypeVar("R")


class Prepared(NamedTuple):
    """A fact to be stated, bounded and without secrets; whose it is is known once it is known who asks."""

    statement: Statement
    redacted: list[Redacted]
    audience: Audience | None
    project: str | None

    def by(self, asker: Asker) -> Statement:
        """What this request states. Raises InvalidParams."""
        statement = self.statement
        if asker.session is None and self.audience is None and self.project is None:
            return statement
        origin = asker.origin(self.audience, self.project, of_user=is_user(statement.subject))
        return msgspec.structs.replace(statement, origin=origin)


class FactStating:
    """`facts.add` and `facts.add_many`."""

    def __init__(self, services: Services, changes: FactChanges) -> None:
        self._services = services
        self._changes = changes
        self._reading = threading.Lock()
        """Of bulk calls one is read at a time: each more would take its share of the interpreter from all others."""

    def prepare(self, params: AddParams, now: int) -> Prepared:
        """What needs no writer."""
        return _taken(self._take([params], now)[0])

    def add(self, asker: Asker, prepared: Prepared, batch: Batch) -> dict[str, Any]:
        """State a fact, or reinforce it."""
        statement = prepared.by(asker)
        self._changes.supersession.check(statement)
        if isinstance(refused := self._unless_imported(statement), MemorydError):
            raise refused
        return self._state([prepared], [statement], batch, [asker.actor])[0]

    def add_together(self, items: list[tuple[Asker, AddParams]], batch: Batch) -> list[Any]:
        """As `prepare` and `add` of each."""
        taken = self._take([params for _, params in items], batch.now)
        stated = [self._unless_imported(self._stated(asker, one)) for (asker, _), one in zip(items, taken, strict=True)]
        good = [
            (asker.actor, one, statement)
            for (asker, _), one, statement in zip(items, taken, stated, strict=True)
            if isinstance(one, Prepared) and isinstance(statement, Statement)
        ]
        prepared, statements = [one for _, one, _ in good], [statement for _, _, statement in good]
        replies = iter(self._state(prepared, statements, batch, [by for by, _, _ in good]))
        return [next(replies) if isinstance(one, Statement) else one for one in stated]

    def _stated(self, asker: Asker, one: Prepared | MemorydError) -> Statement | MemorydError:
        if isinstance(one, MemorydError):
            return one
        try:
            statement = one.by(asker)
            self._changes.supersession.check(statement)
        except MemorydError as error:
            return error
        return statement

    def _state(
        self, given: Sequence[Prepared], statements: Sequence[Statement], batch: Batch, by: Sequence[Actor]
    ) -> list[dict[str, Any]]:
        if graves := self._services.graves:
            # What is stated in so many words may be known again.
            graves.lift(facts=[(one.subject, one.predicate, one.object) for one in statements])
        replies = self._changes.add_all(statements, batch, by)
        for one, reply in zip(given, replies, strict=True):
            reply["redacted"] = one.redacted
        return replies

    def add_many(self, asker: Asker, params: AddManyParams) -> dict[str, Any]:
        """State many facts; each is taken or rejected by itself."""
        total = {"added": 0, "reinforced": 0}
        rejected: list[dict[str, Any]] = []
        ids: list[str | None] = []
        redacted: list[list[Redacted]] = []
        pace = _Pace(self._services.clock)
        start = 0
        while start < len(params.facts):
            asker.call.check_cancelled()
            asker.call.progress("facts", start, len(params.facts))
            self._services.index.wait_for_room()
            with self._reading:
                give_way()
                raws = pace.next(params.facts, start)
                part = self._take(_read(raws), self._services.clock.now())
                ready = [self._unless_purged(self._stated(asker, one)) for one in part]
            stated = [one for one in ready if isinstance(one, Statement)]
            # As work of the background: one slice of all bulk calls in each round of the writer, in a batch of its own.
            outcomes = iter(
                self._services.writer.run_alone(pace.timed(functools.partial(self._changes.add_all, stated)))
            )
            for index, (one, statement) in enumerate(zip(part, ready, strict=True), start):
                if isinstance(statement, MemorydError):
                    ids.append(None)
                    rejected.append({"index": index, "code": statement.code, "message": statement.sentence})
                    continue
                outcome = next(outcomes)
                ids.append(outcome["id"])
                total[outcome["status"]] += 1
                if isinstance(one, Prepared) and one.redacted:
                    redacted.append(one.redacted)
            start += len(raws)
        return {**total, "rejected": rejected, "ids": ids, "redacted": merged(*redacted)}

    def _unless_imported(self, one: Statement | MemorydError) -> Statement | MemorydError:
        return self._unless_purged(one) if isinstance(one, Statement) and one.source == IMPORT else one

    def _unless_purged(self, one: Statement | MemorydError) -> Statement | MemorydError:
        """What was purged does not come back in bulk (rule 6)."""
        graves = self._services.graves
        if not graves or isinstance(one, MemorydError) or not graves.has_fact(one.subject, one.predicate, one.object):
            return one
        return Conflict("it was purged, and an import does not bring it back; facts.add states it again")

    def _take(self, given: Sequence[AddParams | MemorydError], now: int) -> list[Prepared | MemorydError]:
        """The statements, bounded and without secrets; the one way in for all of them.

        Most have no secret, and one look at all of them tells.
        """
        harmless = iter(are_harmless([one for one in given if isinstance(one, AddParams)]))
        return [one if isinstance(one, MemorydError) else self._prepared(one, next(harmless), now) for one in given]

    def _prepared(self, one: AddParams, is_harmless: bool, now: int) -> Prepared | MemorydError:
        if is_harmless and _is_plain(one):
            return Prepared(one.statement(None), [], one.audience, one.project)
        try:
            _check(one)
            refuse_secret("project", one.project)
            times = self._services.times
            created = times.of("created", one.created, now)
            begins, ends = times.of("valid_from", one.valid_from), times.of("valid_until", one.valid_until)
            if ends is not None and ends <= next(one for one in (begins, created, now) if one is not None):
                raise InvalidParams("valid_until must be later than valid_from", param="valid_until")
        except MemorydError as error:
            return error
        clean, redacted = self._services.redactor.fact(one)
        named = () if one.supersedes is None else (one.supersedes,)
        said = (begins, ends, named) != (None, None, ())
        statement = clean.statement(created, Validity(begins, ends, named) if said else ALWAYS)
        # A long text is read for the index here, and not by the next search.
        prepare_terms((sentence(statement),))
        return Prepared(statement, redacted, one.audience, one.project)


class _Pace:
    """How many facts go into the next batch: as many as the writer does in the time of a slice."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._facts = 4 * _SLICE_FACTS[0]

    def next(self, raws: Sequence[msgspec.Raw], start: int) -> list[msgspec.Raw]:
        """The next of them, at least one."""
        size = 0
        for end in range(start, min(len(raws), start + self._facts)):
            size += len(bytes(raws[end]))
            if size >= _SLICE_BYTES:
                return list(raws[start : end + 1])
        return list(raws[start : start + self._facts])

    def timed(self, operation: Callable[[Batch], R]) -> Callable[[Batch], R]:
        """The operation, which sets the pace for the next."""

        def run(batch: Batch) -> R:
            began = self._clock.monotonic()
            result = operation(batch)
            spent = max(self._clock.monotonic() - began, 1e-6)
            fitting = self._facts * min(4.0, SLICE_SECONDS / spent)
            self._facts = int(min(max(fitting, _SLICE_FACTS[0]), _SLICE_FACTS[1]))
            return result

        return run


_one_fact = ParamsReader(AddParams)


def _read(raws: Sequence[msgspec.Raw]) -> list[AddParams | MemorydError]:
    given = _one_fact.read_all(raws)
    return [_read_one(raw) for raw in raws] if given is None else list(given)


def _read_one(raw: msgspec.Raw) -> AddParams | MemorydError:
    try:
        return _one_fact.read_one(raw)
    except MemorydError as error:
        return error


def _taken(one: Prepared | MemorydError) -> Prepared:
    if isinstance(one, MemorydError):
        raise one
    return one


def _check(one: AddParams) -> None:
    """Raise for a part that is empty or too long."""
    for name in ("subject", "predicate", "object"):
        bounded(name, worded(name, getattr(one, name)), TEXT_LIMIT)


def _is_plain(one: AddParams) -> bool:
    """Whether it needs no closer look: short texts that are not blank, and no time."""
    return (
        (one.created, one.project, one.valid_from, one.valid_until, one.supersedes) == (None, None, None, None, None)
        and len(one.subject) + len(one.predicate) + len(one.object) <= _SHORT
        and not (one.subject.isspace() or one.predicate.isspace() or one.object.isspace())
    )
