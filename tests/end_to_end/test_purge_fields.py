"""A purge takes what memories say, and not the fields in which they say it: each that the daemon writes (rule 6)."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from memoryd.kinds.notes.formats import tags
from memoryd.purge.fields import GIVEN
from memoryd.purge.files import scrub
from memoryd.purge.matter import Matter, Plan
from memoryd.purge.scrub import Found
from memoryd.purge.sweep import files_of
from tests.requests.test_every_method import MAY_FAIL, REQUESTS
from tests.support.daemon import Daemon
from tests.support.wire import RpcError

LAYERS = {"knowledge"}
"""The layers of the requests' notes, which are names in hot.json."""


def fields_of(value: object) -> Iterator[str]:
    """The names of an object, but those that are ids, days, keys or layers, and those that somebody else gave."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if not any(sign in name for sign in ("fact-", "/", ":", "20")) and name not in LAYERS:
                yield name
            if name not in GIVEN:
                yield from fields_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from fields_of(inner)


def without_texts(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: {} if name in GIVEN else without_texts(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [without_texts(inner) for inner in value]
    return "" if isinstance(value, str) else value


def found_in(relpath: str, value: Any, words: str) -> list[Found]:
    found: list[Found] = []
    matter = Matter(Plan(at=1, salt="00" * 16, phrases=[words]))
    list(scrub(relpath, io.BytesIO(json.dumps(value).encode()), matter, found))
    return found


def test_no_name_that_the_daemon_gives_is_of_a_matter(daemon_folder: Path) -> None:
    running = Daemon(daemon_folder).start()
    with running.connect() as wire:
        for method in sorted(REQUESTS):
            with suppress(*[RpcError] * (method in MAY_FAIL)):
                wire.call(method, REQUESTS[method](wire))
        for action in ("consolidate", "quality-probe"):
            wire.call("maintenance.run", {"action": action})
    assert running.stop() == 0
    taken = set()
    for relpath, _ in files_of(str(running.data), print):
        content = (running.data / relpath).read_bytes() if relpath.endswith((".json", ".jsonl")) else b""
        for value in map(json.loads, filter(None, content.splitlines() if relpath.endswith("l") else [content])):
            bare = without_texts(value)
            taken |= {(relpath, name) for name in set(fields_of(value)) if found_in(relpath, bare, name)}
    assert taken == set()


@pytest.mark.parametrize("reason", [tags.USER_REQUEST, tags.CRITICAL, tags.SYNC, tags.NEW_LAYER, tags.RE_ACCESS])
def test_a_reason_of_ours_is_not_of_a_matter(reason: str) -> None:
    note = {"entry": "knowledge:quay", "from": "L2", "to": "L1", "at": "2026-05-15", "reason": reason}
    assert found_in("memory/hygiene.json", {"promotionLog": [note]}, reason) == []
    assert found_in(".memoryd/hot.json", {"hot": {"knowledge": [note]}}, reason) == []


def test_the_kind_of_a_note_is_not_of_a_matter() -> None:
    known = {"layer": "knowledge", "notes": [["quay", 1, "- the quay is long", "entry", "Harbour"]]}
    assert found_in(".memoryd/notes/knowledge.json", known, "entry") == []
    assert len(found_in("entries.json", known, "entry")) == 1


@pytest.mark.parametrize("field", ["metadata", "value", "data"])
def test_a_name_that_somebody_gave_is_of_a_matter(field: str) -> None:
    assert len(found_in("contexts/yard.jsonl", {"content": "", field: {"deleted": 1}}, "deleted")) == 1
    assert len(found_in("contexts/yard.jsonl", {"content": "", field: [{"deep": {"tier": "ACTIVE"}}]}, "active")) == 1


def test_a_context_with_causality_is_not_of_what_its_fields_are_called() -> None:
    causality = {"action_type": "build", "rationale": "it leans", "dependencies": ["rope"], "caused_by": []}
    context = {"content": "a crane", "causality": causality}
    words = ["action type", "rationale", "dependencies", "leans", "rope"]
    assert [len(found_in("contexts/yard.jsonl", context, one)) for one in words] == [0, 0, 0, 1, 1]
