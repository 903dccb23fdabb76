"""What private sessions say never reaches a group session, by any method that `rpc.describe` names (rule 17)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgpack
import pytest

from tests.support.daemon import Daemon, running_daemon
from tests.support.wait import until
from tests.support.wire import RpcError, Wire

CANARY = "zqcanary"
"""In everything that is said or kept in private, and in nothing else."""
UNKNOWN = {
    "fact-00000000-0000-4000-8000-000000000000",
    "context-00000000-0000-4000-8000-000000000000",
    "memory/knowledge.md:nothing",
}


class Planted(NamedTuple):
    """A daemon with private memories of every kind, and what they are called."""

    daemon: Daemon
    keys: list[str]
    """Keys of private memories, and of files that hold some."""
    job: str


def plant(daemon: Daemon) -> Planted:
    """Private memories by every method that makes some."""
    (daemon.data / "MEMORY.md").write_text(f"# Memory\n\n## 🧠 Knowledge (Hot Cache)\n- typed {CANARY} by hand\n")
    (daemon.data / "memory").mkdir(exist_ok=True)
    (daemon.data / "memory" / "2026-05-15.md").write_text(f"- logged {CANARY}\n")
    (daemon.data / "plans.md").write_text(f"# Plans\n\nSell the {CANARY}.\n")
    with daemon.connect() as wire:
        asking = {"session_id": "alone"}
        wire.call("sessions.start", {**asking, "audience": "private", "project": "harbour", "agent": CANARY})
        said = [
            {
                "role": "user",
                "content": f"I decided to sell the {CANARY}. My boss is {CANARY} Smith.",
                "at": "2026-05-14",
            },
            {"role": "assistant", "content": f"Noted: we sell the {CANARY}.", "at": "2026-05-14"},
            {"role": "user", "content": f"[remember: the {CANARY} is for sale]"},
        ]
        messages = wire.call("sessions.append", {**asking, "messages": said})["keys"]
        fact = {"subject": "harbour boss", "predicate": f"hates_{CANARY}", "object": f"the {CANARY} crane"}
        facts = [wire.call("facts.add", {**fact, **asking})["id"]]
        facts += wire.call("facts.add_many", {**asking, "facts": [{**fact, "object": f"{CANARY} {n}"} for n in "ab"]})[
            "ids"
        ]
        wire.call("facts.archive", {"id": facts[-1], "reason": CANARY})
        notes = [
            wire.call("notes.write", {**asking, "layer": layer, "text": f"harbour {CANARY}", "slug": slug, "pin": pin})[
                "key"
            ]
            for layer, slug, pin in (("knowledge", "plan", True), ("user", "who", False), ("hidden", "deep", False))
        ]
        notes.append(
            wire.call("notes.write", {**asking, "layer": "knowledge", "text": f"old harbour {CANARY}", "slug": "old"})[
                "key"
            ]
        )
        wire.call("notes.archive", {"key": notes[-1], "reason": CANARY})
        contexts = [
            wire.call(
                "contexts.save", {**asking, "project": "harbour", "content": f"harbour {CANARY} {n}", "tags": [CANARY]}
            )["id"]
            for n in "ab"
        ]
        wire.call("maintenance.canary_add", {"query": f"{CANARY}?", "expected_contains": CANARY})
        wire.call("maintenance.run", {"action": "summarize"})
        until(lambda: f"{CANARY} by hand <!--" in (daemon.data / "memory/knowledge.md").read_text())
        job = wire.call("jobs.claim", {"kinds": ["daily"], **asking})
        plan = {"namespace": ["program"], "key": "plan", "value": {"text": f"harbour {CANARY}"}}
        item = wire.call("items.put", {**asking, **plan})["key"]
        wire.call("items.put", {**asking, "namespace": ["program"], "key": f"of {CANARY}", "value": 1})
        # What is meant for others, so that a group session finds something.
        wire.call("facts.add", {"subject": "harbour", "predicate": "is", "object": "open"})
        wire.call("notes.write", {"layer": "knowledge", "text": "the harbour is open"})
        daily = "daily/2026-05-14.md"
        assert CANARY in (daemon.data / daily).read_text()
    files = [
        "MEMORY.md",
        "memory/knowledge.md",
        "plans.md",
        "memory/2026-05-15.md",
        daily,
        messages[0].partition(":")[0],
    ]
    files += [
        "knowledge-graph/facts.jsonl",
        "contexts/harbour.jsonl",
        "memory/hygiene.json",
        "audit.jsonl",
        "health.json",
    ]
    return Planted(
        daemon, [*facts, *notes, *contexts, *messages, *files, f"{daily}:6", "plans.md:3", item], job["job_id"]
    )


def values(planted: Planted) -> dict[str, list[Any]]:
    """What a parameter of that name is given, one after the other; a name that is not here fails the test."""
    keys = [*planted.keys, *UNKNOWN]
    texts = ["harbour boss crane sell"]
    return {
        "query": texts,
        "action": texts,
        "actions": [["summarize"]],
        "key": [*keys, "plan"],
        "keys": [planted.keys],
        "id": keys,
        "job_id": [planted.job],
        "subject": ["harbour boss"],
        "predicate": ["is"],
        "object": ["open"],
        "entity": ["harbour boss"],
        "prefix": ["", "h", ["program"], []],
        "if_updated": ["2026-05-14"],
        "in_session": ["alone", "together"],
        "roles": [["user"]],
        "after": ["harbour boss", planted.keys[0], planted.keys[3]],
        "paths": [["*"], ["memory/*"], ["knowledge-graph/*"]],
        "pattern": ["."],
        "layer": ["knowledge", "user", "hidden"],
        "layers": [["knowledge", "hidden"]],
        "title": ["Title"],
        "text": ["harbour news"],
        "slug": ["plan", "deep"],
        "word": ["harbour"],
        "reason": ["because"],
        "project": ["harbour", "elsewhere"],
        "content": ["built a quay"],
        "source": ["me"],
        "metadata": [{"a": "b"}],
        "tags": [["stone"]],
        "causality": [{"rationale": "ships"}],
        "facts": [
            [{"subject": "harbour boss", "predicate": "likes", "object": "tea"}],
            [
                {
                    "id": "fact-9",
                    "subject": "harbour boss",
                    "predicate": "likes",
                    "object": "tea",
                    "source": "me",
                    "created": "2026-05-14",
                }
            ],
        ],
        "contexts": [[{"id": "context-1", "project": "harbour", "content": "built a quay", "created": "2026-05-14"}]],
        "summaries": [[{"key": "summaries/L1/9999.md", "content": "---\nlevel: 1\n---\nThe harbour is large."}]],
        "sources": [planted.keys],
        "started": ["2026-05-14"],
        "updated": ["2026-05-14"],
        "last_accessed": ["2026-05-14"],
        "messages": [[{"role": "user", "content": "the harbour is large"}]],
        "agent": ["claude"],
        "created": ["2026-05-14"],
        "valid_from": ["2026-05-14"],
        "valid_until": ["2026-06-14"],
        "supersedes": keys,
        "since": ["2026-05-01"],
        "until": ["2026-12-31"],
        "at": ["2026-05-20"],
        "as_of": ["2026-05-20"],
        "result": [{"decisions": ["none"]}],
        "expected_contains": ["open"],
        "kinds": [["fact", "note", "message", "daily", "context", "summary", "log", "hot"], ["daily"], ["condense"]],
        "budgets": [{"L1": 100}],
        "events": [["memory.added", "memory.changed", "memory.archived"], ["problem"]],
        "path": ["/nowhere/backup.tar"],
        "from": ["harbour"],
        "to": ["elsewhere"],
        "tombstones": ["/nowhere/receipt.json"],
        "namespace": [["program"]],
        "value": [1],
        "filter": [{"a": 1}],
        "progress": ["token"],
        "client": [{"name": "test"}],
        "required": [[]],
        "optional": [[]],
        "token": ["token"],
        "data": [{"a": 1}],
        "name": ["x"],
    }


def requests(method: Mapping[str, Any], given: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    """The least request, one with each value of each parameter, and one with all of them."""
    schema = method["params"]
    made: dict[str, list[Any]] = {}
    for name, one in schema.get("properties", {}).items():
        if name == "session_id":
            continue
        made[name] = list(given[name]) if name in given else simple(one, schema.get("$defs", {}))
    base = {name: made[name][0] for name in schema.get("required", ()) if name != "session_id"}
    yield base
    for name, several in made.items():
        for value in several:
            yield {**base, name: value}
    yield {name: several[0] for name, several in made.items() if several}


def simple(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> list[Any]:
    """Values that the schema alone gives. Raises KeyError for a text or more, which must have values above."""
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    if "enum" in schema:
        return list(schema["enum"])
    if "anyOf" in schema:
        return list(itertools.chain.from_iterable(simple(one, definitions) for one in schema["anyOf"]))
    return {"boolean": [True, False], "integer": [schema.get("minimum", 1), 50], "null": [], "number": [60.0]}[
        schema["type"]
    ]


@pytest.fixture(scope="module")
def planted() -> Iterator[Planted]:
    with running_daemon() as running:
        yield plant(running)


def told(wire: Wire, method: str, params: dict[str, Any]) -> str:
    """All that comes back until the answer, as text."""
    wire.send(method, params)
    parts = []
    while True:
        message = wire.receive()
        parts.append(repr(message[1:] if message[0] == 2 else message[2:]))
        if message[0] == 1:
            return "\n".join(parts)


def test_no_method_tells_a_group_session_what_is_private(planted: Planted) -> None:
    given = values(planted)
    with planted.daemon.connect() as free, planted.daemon.connect() as wire:
        before = snapshot(free, planted)
        wire.call("sessions.start", {"session_id": "together", "audience": "group", "project": "harbour"})
        methods = free.call("rpc.describe")["methods"]
        unknown = [f"{name}: {missing}" for name, one in methods.items() if (missing := without_value(one, given))]
        assert "\n".join(unknown) == ""
        leaks = [leak for name in methods for leak in leaks_of(wire, name, methods[name], planted, "together")]
        assert "\n".join(leaks) == ""
        assert snapshot(free, planted) == before


def without_value(method: Mapping[str, Any], given: Mapping[str, Sequence[Any]]) -> str:
    """The parameter that is given no value above, if there is one."""
    try:
        list(requests(method, given))
    except KeyError as missing:
        return str(missing)
    return ""


def leaks_of(wire: Wire, name: str, method: Mapping[str, Any], planted: Planted, session: str | None) -> Iterator[str]:
    """The requests of a method that are told something private, with the beginning of the reply."""
    params = method["params"]
    for one, named in itertools.product(requests(method, values(planted)), (True, False)):
        is_known = named and session is not None and "session_id" in params.get("properties", {})
        if is_known != named or (not named and "session_id" in params.get("required", ())):
            continue
        full = {**one, **({"session_id": session} if named else {})}
        answer = told(wire, name, full)
        if CANARY in answer or any(names(answer, key) and not names(repr(full), key) for key in planted.keys[:9]):
            yield f"{name} {full}: {answer[:600]}"


TIMES = re.compile(r"'took_ms': [\d.]+")
TELLING = """audit.list audit.show contexts.load contexts.predict contexts.search facts.entities facts.find facts.get
    facts.neighbors facts.relations items.list items.search notes.list notes.read
    recall.get recall.grep recall.query recall.search recall.why sessions.brief sessions.list sessions.read"""
"""Methods that tell a private caller of what is private."""


def test_the_requests_of_that_test_would_find_a_leak(planted: Planted) -> None:
    """Asked in private they are told what is private, so that one method without a screen would fail it."""
    with planted.daemon.connect() as free:
        methods = free.call("rpc.describe")["methods"]
        silent = [
            name
            for name in TELLING.split()
            if next(leaks_of(free, name, methods[name], planted, "alone"), None) is None
        ]
        assert silent == []


def names(text: str, key: str) -> bool:
    """Whether the text names just that key, and not one that begins with it."""
    return re.search(re.escape(key) + r"(?![\w-])", text) is not None


def snapshot(wire: Wire, planted: Planted) -> list[Any]:
    """What the private memories say."""
    found = [wire.call("recall.get", {"key": key})["text"] for key in planted.keys[:9]]
    archived = [wire.call("facts.get", {"id": key})["archived"] for key in planted.keys[:3]]
    return [*found, *archived]


def test_what_is_private_is_as_what_is_not_there(planted: Planted) -> None:
    with planted.daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "too", "audience": "group", "project": "harbour"})
        methods = wire.call("rpc.describe")["methods"]
        for name, description in methods.items():
            properties = description["params"].get("properties", {})
            base = next(requests(description, values(planted)))
            for param in {"key", "id"} & properties.keys():
                hidden = {planted.keys[0], planted.keys[3], planted.keys[7]}
                answers = {
                    TIMES.sub("", told(wire, name, {**base, param: key}).replace(key, "KEY"))
                    for key in hidden | UNKNOWN
                    if "namespace" not in properties
                }
                assert len(answers) <= 1, (name, answers)


def test_no_count_tells_a_group_session_of_private_work(planted: Planted) -> None:
    with planted.daemon.connect() as free, planted.daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "counting", "audience": "group", "project": "nowhere"})
        assert free.call("jobs.list")["claimed"] > 0
        assert wire.call("jobs.list") == {"jobs": [], "claimed": 0}
        assert wire.call("system.metrics").keys() == {"rpc"}
        assert {one["summaries"] for one in wire.call("summaries.status")["levels"].values()} == {0}
        assert wire.call("audit.verify")["lines"] == 0


def test_a_private_statement_changes_nothing_for_a_group(planted: Planted) -> None:
    with planted.daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "third", "audience": "group", "project": "quay"})
        fact = {"subject": "harbour boss", "predicate": f"hates_{CANARY}", "object": f"the {CANARY} crane"}
        first = wire.call("facts.add", fact)
        assert first["status"] == "added"
        assert wire.call("facts.add", fact) == {**first, "status": "reinforced"}
        for slug, text in (("plan", f"harbour {CANARY}"), (None, f"old harbour {CANARY}")):
            note = {"layer": "knowledge", "text": text, **({"slug": slug} if slug else {})}
            assert wire.call("notes.write", note)["status"] == "written"
            assert wire.call("notes.write", note)["status"] == "known"


def test_a_connection_that_names_a_group_session_is_bound(planted: Planted) -> None:
    with planted.daemon.connect() as first:
        first.call("sessions.start", {"session_id": "bound", "audience": "group", "project": "harbour"})
    with planted.daemon.connect() as wire:
        assert CANARY in repr(wire.call("recall.search", {"query": "harbour boss", "boost": False}))
        wire.call("facts.find", {"session_id": "bound"})
        assert CANARY not in repr(wire.call("recall.search", {"query": "harbour boss", "boost": False}))
        with pytest.raises(RpcError, match="permission_denied"):
            wire.call("facts.find", {"session_id": "alone"})


def test_a_daily_s_lines_are_shown_to_those_whose_they_are(planted: Planted) -> None:
    with planted.daemon.connect() as free:
        for session, audience in (("painters", "group"), ("painter", "private")):
            with planted.daemon.connect() as wire:
                wire.call("sessions.start", {"session_id": session, "audience": audience, "project": "paint"})
                said = f"We decided that the {session} get green barrels."
                messages = [{"role": "user", "content": said, "at": "2026-05-12"}]
                wire.call("sessions.append", {"session_id": session, "messages": messages})
        free.call("maintenance.run", {"action": "summarize"})
        text = (planted.daemon.data / "daily/2026-05-12.md").read_text()
        assert "- We decided that the painters get green barrels. <!-- memoryd: group project=paint" in text
        assert "- We decided that the painter get green barrels. <!-- memoryd: private project=paint" in text
        query = {"query": "green barrels", "kinds": ["daily"]}
        until(lambda: len(free.call("recall.search", query)["results"]) >= 2)
        assert "memoryd:" not in repr(free.call("recall.search", query))
        for project, expected in (("paint", ["We decided that the painters get green barrels."]), ("mole", [])):
            with planted.daemon.connect() as wire:
                wire.call("sessions.start", {"session_id": project, "audience": "group", "project": project})
                found = wire.call("recall.search", query)["results"]
                assert [one["text"].removeprefix("- ") for one in found] == expected


def test_frames_are_read_to_the_end() -> None:
    """A canary is found in a reply's bytes as it is in its text."""
    assert CANARY.encode() in msgpack.packb([1, 1, None, {"text": CANARY}])
