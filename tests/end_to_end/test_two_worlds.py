"""A group session cannot tell a memory with private memories from one without (rule 17)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tests.end_to_end.test_privacy import Planted, requests, told, values
from tests.support.daemon import Daemon
from tests.support.wire import Wire

CONFIG = "[schedule]\nconsolidate = 'off'\nsummarize = 'off'\n"
SAME = [
    # What two daemons have that never saw each other; and scores, which count words of all memories, and what follows
    # from what came first.
    (re.compile(r"(fact|context|job)-[0-9a-f]{8}-[0-9a-f-]{27}"), "ID"),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(\+00:00|Z)?"), "TIME"),
    (re.compile(r"sessions/\d{4}-\d\d-\d\d-\d{6}(-\d+)?"), "FILE"),
    (re.compile(r"'(took_ms|seconds|score|confidence|activation|tokens)': [\d.e-]+"), r"\1"),
    (re.compile(r"'why': \{[^}]*\}"), "WHY"),
    (re.compile(r"'hot': True, "), ""),
    (re.compile(r"[0-9a-f]{24,64}"), "HASH"),
]
ONE = {"session_id": "alone"}


def plant_shared(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        wire.call("facts.add", {"subject": "harbour", "predicate": "is", "object": "open"})
        wire.call("notes.write", {"layer": "knowledge", "text": "the harbour is open"})
        wire.call("items.put", {"namespace": ["program"], "key": "shared", "value": 1, "audience": "shared"})
        wire.call("sessions.start", {"session_id": "group", "audience": "group", "project": "harbour"})
        said = [{"role": "user", "content": "The harbour needs a new crane by May.", "at": "2026-05-13"}]
        wire.call("sessions.append", {"session_id": "group", "messages": said})
        wire.call("facts.add", {"subject": "crane", "predicate": "costs", "object": "a lot"})
        wire.call("notes.write", {"layer": "decisions", "text": "harbour gets a crane"})
        wire.call("contexts.save", {"project": "harbour", "content": "harbour built a quay"})


def plant_private(daemon: Daemon) -> Planted:
    """The same words, places and names as the group has, said in private."""
    with daemon.connect() as wire:
        wire.call("sessions.start", {**ONE, "audience": "private", "project": "harbour", "agent": "hidden"})
        said = [
            {"role": "user", "content": f"{text} {number}", "at": "2026-05-14"}
            for number, text in enumerate(["I decided to sell the harbour.", "The crane is free."])
        ]
        keys = wire.call("sessions.append", {**ONE, "messages": said})["keys"][1:]
        for subject, predicate, obj in (
            ("harbour", "is", "open"), ("crane", "costs", "nothing"), ("harbour", "port", "9090"),
            ("mara", "has", "it"),
        ):  # fmt: skip
            fact = {"subject": subject, "predicate": predicate, "object": obj}
            keys.append(wire.call("facts.add", {**ONE, **fact})["id"])
        for layer, text, slug in (
            ("knowledge", "harbour plan", "plan"), ("hidden", "deep harbour", "deep"), ("decisions", "no crane", None),
        ):  # fmt: skip
            keys.append(wire.call("notes.write", {**ONE, "layer": layer, "text": text, "slug": slug})["key"])
        keys.append(wire.call("contexts.save", {**ONE, "project": "harbour", "content": "harbour is for sale"})["id"])
        for name in ("plan", "ours"):
            wire.call("items.put", {**ONE, "namespace": ["program"], "key": name, "value": 1})
        wire.call("maintenance.run", {"action": "summarize"})
    return Planted(daemon, keys, "job-none")


def answer(wire: Wire, method: str, params: dict[str, Any]) -> list[str]:
    """What is told, in any order: where keys decide it, they are chosen by chance."""
    text = told(wire, method, params)
    for pattern, other in SAME:
        text = pattern.sub(other, text)
    return sorted(re.split(r"(?<=\})\W+(?=\{)|[\[\]]", text))


def test_every_answer_is_the_same_with_private_memories_and_without(daemon_folder: Path) -> None:
    full, empty = (Daemon(daemon_folder / name, CONFIG).start() for name in "ab")
    try:
        planted = plant_private(full)
        for each in (full, empty):
            plant_shared(each)
        given = values(planted) | {"subject": ["harbour", "crane"], "layer": ["knowledge", "hidden", "decisions"]}
        given |= {"slug": ["plan", "deep"], "in_session": ["alone", "nobody"], "entity": ["harbour", "mara"]}
        with full.connect() as free:
            methods = free.call("rpc.describe")["methods"]
        with full.connect() as wire, empty.connect() as other:
            whose = {"session_id": "together"}
            for one in (wire, other):
                one.call("sessions.start", {**whose, "audience": "group", "project": "harbour"})
            differing = []
            for name in sorted(methods, key=lambda name: (methods[name]["access"] != "read", name)):
                if name in ("system.metrics", "system.info"):
                    continue  # of the daemon, no memories
                # Which results fit is a matter of scores, too.
                asked = [one for one in requests(methods[name], given) if "max_tokens" not in one]
                has_session = "session_id" in methods[name]["params"].get("properties", {})
                for params in [*asked, *([{**asked[0], **ONE}, {**asked[0], "session_id": "nobody"}] * has_session)]:
                    mine = {**(whose if has_session else {}), **params}
                    those = zip((answer(wire, name, mine)), answer(other, name, mine), strict=False)
                    differing += [f"{name} {mine}: {one} / {two}" for one, two in those if one != two][:1]
            assert "\n".join(differing) == ""
    finally:
        full.kill()
        empty.kill()
