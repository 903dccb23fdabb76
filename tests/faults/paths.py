"""Every way in which the daemon writes: a request, a hand edit that it takes in, a file behind memory, maintenance."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from memoryd.maintenance.runner import CONSOLIDATE
from memoryd.rpc.registry import Access
from tests.faults.machine import Machine
from tests.requests.test_every_method import REQUESTS
from tests.support.methods import described

Act = Callable[[], Any]
_COUNT = itertools.count()
NEEDS_THE_WATCHER = frozenset(("reconcile", "rebuild"))
"""Actions that wait for hand edits: `Machine.watch` comes first."""


NO_REQUESTS = frozenset(("system.verify", "facts.purge"))
"""Writing methods with a path of another shape."""


ONCE = frozenset(("summaries.import_many", "contexts.prune_expired", "notes.forget_keyword", "jobs.claim"))


class WritePath(NamedTuple):
    """`prepare` makes ready what the path needs, without faults, and returns what is done under them."""

    name: str
    prepare: Callable[[Machine], Act]
    is_request: bool
    """It is acknowledged or refused as a whole; else it is repeated until it succeeds."""
    once: bool = False
    """It finds nothing to do a second time, so each fault has a store of its own."""


def requests() -> Iterator[WritePath]:
    """One for each method that writes; KeyError for a method without a request in `REQUESTS`."""
    for method in described():
        if method.access is not Access.READ and method.name not in NO_REQUESTS:
            once = method.name in ONCE
            yield WritePath(method.name, _request(method.name), is_request=True, once=once)
    yield WritePath("system.verify", _verify, is_request=False, once=True)
    yield WritePath("facts.purge", _purge, is_request=False, once=True)
    yield WritePath("jobs.submit leaf", _submit("leaf"), is_request=True, once=True)
    yield WritePath("jobs.submit daily", _submit("daily"), is_request=True, once=True)
    yield WritePath("notes.write pinned", _pinned, is_request=True)
    yield WritePath("sessions.append directive", _directive, is_request=True)


def _request(name: str) -> Callable[[Machine], Act]:
    def prepare(machine: Machine) -> Act:
        params = REQUESTS[name](cast(Any, machine))
        return lambda: machine.call(name, params)

    return prepare


def _verify(machine: Machine) -> Act:
    machine.watch()
    return lambda: machine.call("system.verify", {"repair": True})


def _purge(machine: Machine) -> Act:
    machine.watch()
    machine.audit()
    params = REQUESTS["facts.purge"](cast(Any, machine))
    return lambda: machine.call("facts.purge", params)


def _submit(kind: str) -> Callable[[Machine], Act]:
    def prepare(machine: Machine) -> Act:
        machine.call("maintenance.run", {"action": "summarize" if kind == "daily" else "compress", "dry_run": True})
        job = machine.call("jobs.claim", {"kinds": [kind]})
        assert job is not None, f"there is no {kind} job"
        said: Mapping[str, Any] = {"text": "Ada will build a quay of granite in the harbour."}
        if kind == "daily":
            fact = {"subject": "quay", "predicate": "is built by", "object": "Ada"}
            said = {"result": {"facts": [fact], "decisions": ["We build it."], "preferences": [], "action_items": []}}
        return lambda: machine.call("jobs.submit", {"job_id": job["job_id"], **said})

    return prepare


def _pinned(machine: Machine) -> Act:
    params = {"layer": "knowledge", "text": f"Pinned, number {next(_COUNT)}", "pin": True}
    return lambda: machine.call("notes.write", params)


def _directive(machine: Machine) -> Act:
    session = f"directing-{next(_COUNT)}"
    machine.call("sessions.start", {"session_id": session})
    message = {"role": "user", "content": f"Remember: the quay has {next(_COUNT)} steps."}
    return lambda: machine.call("sessions.append", {"session_id": session, "messages": [message]})


EDITS = {
    "knowledge-graph/facts.jsonl": '{"subject": "hand", "predicate": "writes", "object": "MARK"}\n',
    "contexts/harbour.jsonl": '{"content": "MARK"}\n',
    "memory/knowledge.md": "- MARK\n",
    "memory/ideas.md": "# Ideas\n\n- MARK\n",
    "MEMORY.md": "- MARK\n",
    "daily/2026-05-01.md": "# A day\n\nMARK\n",
    "sessions/2026-05-14-143000.jsonl": '{"session_id": "yesterday", "role": "user", "content": "MARK"}\n',
    "notes-of-mine.md": "# Mine\n\nMARK\n",
}
BELOW = {"MEMORY.md": "(Hot Cache)\n"}
"""What a person writes into which file: at its end, or below these words."""


def edits() -> Iterator[WritePath]:
    """A line that a person appends to a file of each kind, as the watcher takes it in."""
    for relpath, text in EDITS.items():
        yield WritePath(f"absorb {relpath}", _edit(relpath, text), is_request=False, once=True)


def _edit(relpath: str, text: str) -> Callable[[Machine], Act]:
    def prepare(machine: Machine) -> Act:
        path = Path(machine.data, relpath)
        content = path.read_text() if path.exists() else ""
        at = content.index(BELOW[relpath]) + len(BELOW[relpath]) if relpath in BELOW else len(content)
        path.write_text(content[:at] + text.replace("MARK", "typed by a hand") + content[at:])
        return lambda: machine.absorb(relpath)

    return prepare


def behind(machine: Machine) -> Iterator[WritePath]:
    """Each file that lags behind memory; `machine` names them."""
    for kind in machine.services.kinds:
        for file in kind.write_behind():
            yield WritePath(f"behind {file.name}", _behind(file.name), is_request=False, once=True)


def _behind(name: str) -> Callable[[Machine], Act]:
    def prepare(machine: Machine) -> Act:
        make_dirty(machine)
        return _writer_of(machine, name)

    return prepare


def _writer_of(machine: Machine, name: str) -> Act:
    files = {file.name: file for kind in machine.services.kinds for file in kind.write_behind()}
    return files[name].run


def make_dirty(machine: Machine) -> None:
    """Leave something to do for each file that lags behind memory."""
    session = machine.call("sessions.start", {"session_id": f"s-{next(_COUNT)}"})["session_id"]
    machine.call("facts.add", {"subject": f"new {next(_COUNT)}", "predicate": "is", "object": "here"})
    for key in ("memory/knowledge.md:quays-are-built-of-stone", "memory/decisions.md:we-build-each-quay-in-stone"):
        machine.call("notes.read", {"key": key, "session_id": session})
    gone = machine.call("facts.add", {"subject": f"old {next(_COUNT)}", "predicate": "is", "object": "gone"})["id"]
    machine.call("facts.archive", {"id": gone})
    for _ in range(2):
        machine.call("recall.search", {"query": "granite stone quay", "session_id": session})
        machine.call("recall.query", {"query": "quay", "session_id": session})
    machine.call("contexts.load", {"project": "harbour", "limit": 2})
    machine.call("sessions.append", {"session_id": session, "messages": [{"role": "user", "content": "Hello."}]})


def actions(machine: Machine) -> Iterator[WritePath]:
    """Each action of maintenance; `machine` names them."""
    for action in machine.composition.operations.runner.actions:
        if action != CONSOLIDATE:  # each of its steps is here
            yield WritePath(f"maintenance {action}", _maintenance(action), is_request=False, once=True)
    yield WritePath("jobs log", lambda made: made.services.jobs.tidy, is_request=False, once=True)


def _maintenance(action: str) -> Callable[[Machine], Act]:
    def prepare(machine: Machine) -> Act:
        make_dirty(machine)
        _writer_of(machine, "rewrite")()  # a step would wait for the flusher, which does not run
        if action in NEEDS_THE_WATCHER:
            machine.watch()
        return lambda: machine.maintain(action)

    return prepare
