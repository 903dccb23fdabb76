"""A directory that a memoryd of format 1 wrote: whose its memories are is written at the first start (design §3)."""

from __future__ import annotations

import json
import os
from pathlib import Path

from memoryd.storage.directory import VERSION
from tests.support.daemon import WITHOUT_CAPABILITIES, Daemon


def test_what_is_of_unknown_origin_is_private_after_an_upgrade(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "p", "audience": "private", "project": "harbour"})
        wire.call("facts.add", {"subject": "harbour", "predicate": "is", "object": "openly open"})
        wire.call("facts.add", {"subject": "harbour", "predicate": "is", "object": "sold", "session_id": "p"})
        wire.call("notes.write", {"layer": "knowledge", "text": "the harbour is openly open"})
        wire.call("notes.write", {"layer": "knowledge", "text": "the harbour is sold", "session_id": "p"})
        old = wire.call("notes.write", {"layer": "knowledge", "text": "the old harbour is sold", "session_id": "p"})
        wire.call("notes.archive", {"key": old["key"]})
        wire.call("contexts.save", {"project": "harbour", "content": "selling the harbour", "session_id": "p"})
    assert daemon.stop() == 0
    data = daemon.data
    # As format 1 had it: no origin in any file.
    layer, archive = data / "memory/knowledge.md", next((data / "memory/archive").glob("knowledge-*.md"))
    for path in (layer, archive):
        path.write_text(path.read_text().replace(" <!-- memoryd: private project=harbour -->", ""))
    layer.write_text(layer.read_text() + "- the harbour is large\n")
    for path in (data / "knowledge-graph/facts.jsonl", data / "contexts/harbour.jsonl"):
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        for line in lines:
            line.pop("audience", None)
            if "predicate" in line:
                line.pop("project", None)
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with (data / "knowledge-graph/facts.jsonl").open("a") as file:
        for name, said, source in (("x", "sold at night", "daily"), ("y", "sold for a song", "user-stated")):
            line = {"subject": "harbour", "predicate": "was", "object": said, "source": source}
            made = {"id": f"fact-{name}", "created": "2026-05-15T00:00:00Z", "activation": 1.0}
            file.write(json.dumps({**line, **made}) + "\n")
    (data / ".memoryd/version").write_text("1\n")

    daemon.start()
    texts = layer.read_text(), archive.read_text(), (data / "knowledge-graph/facts.jsonl").read_text()
    assert "- the harbour is openly open <!-- #the-harbour-is-openly-open -->\n" in texts[0]
    assert "- the harbour is sold <!-- #the-harbour-is-sold --> <!-- memoryd: private -->\n" in texts[0]
    assert "- the harbour is large <!-- memoryd: private -->\n" in texts[0]
    assert "<!-- memoryd: private -->" in texts[1]
    assert '"audience":"private"' in next(line for line in texts[2].splitlines() if '"sold"' in line)
    assert (data / ".memoryd/version").read_text() == f"{VERSION}\n"
    assert list((data / "backups").glob("pre-upgrade-of-format-1-*.tar.zst"))
    with daemon.connect() as wire:
        assert any("unknown origin" in one["what"] for one in wire.call("system.health")["problems"])
        wire.call("sessions.start", {"session_id": "g", "audience": "group", "project": "harbour"})
        found = wire.call("recall.search", {"query": "harbour open sold selling large", "k": 50})
        assert found["archived"] == []
        assert sorted(one["text"] for one in found["results"]) == [
            "harbour is openly open",
            "the harbour is openly open",
        ]
    assert daemon.stop() == 0
    daemon.start()
    assert layer.read_text() == texts[0]


def test_a_file_that_cannot_be_read_stops_neither_an_upgrade_nor_a_night(daemon_folder: Path) -> None:
    daemon = Daemon(daemon_folder, through=WITHOUT_CAPABILITIES if os.geteuid() == 0 else ())
    try:
        with daemon.start().connect() as wire:
            wire.call("facts.add", {"subject": "harbour", "predicate": "is", "object": "open"})
        assert daemon.stop() == 0
        secret = daemon.data / "memory/secret.md"
        secret.write_text("- nobody reads this\n")
        secret.chmod(0)
        (daemon.data / ".memoryd/version").write_text("1\n")
        with daemon.start().connect() as wire:
            assert wire.call("facts.find", {"subject": "harbour"})["facts"]
            assert any("secret.md" in one["path"] for one in wire.call("system.health")["problems"])
            steps = wire.call("maintenance.run", {"action": "consolidate"})["steps"]
            assert [one for one in steps if one["status"] == "failed"] == []
        assert list((daemon.data / "backups").glob("pre-upgrade-of-format-1-*.tar.zst"))
    finally:
        daemon.kill()
