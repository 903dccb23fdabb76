"""What an operator does beside the clients of a kill sweep, and what must be so of it after a start."""

from __future__ import annotations

import json
import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from memoryd.maintenance.archive_file import read_digests
from memoryd.maintenance.restore import restore
from tests.support.consolidation import run_action
from tests.support.everywhere import places
from tests.support.kill_sweep import Client, State
from tests.support.wait import until
from tests.support.wire import RpcError, Wire

AT = "2026-01-02T03:04:05+00:00"
MOST_BACKUPS = 2


class Purger(Client):
    """States something in every kind of memory, and purges it; what it states besides stays."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.data = Path()
        self.open: str | None = None
        """The word of a matter that may not be purged yet."""
        self.purged: list[str] = []

    def begin(self, wire: Wire) -> None:
        self.data = Path(wire.call("system.info")["data"])
        self.session = f"{self.name}-{self.token()}"
        wire.call("sessions.start", {"session_id": self.session})

    def step(self, wire: Wire) -> None:
        said = self.token()
        stated = {"subject": self.name, "predicate": "keeps", "object": said}
        self.add(said, lambda: wire.call("facts.add", stated)["id"])
        word = self.open = "Z" + self.token()
        wire.call("facts.add", {"subject": word, "predicate": "keeps", "object": "a heron"})
        note = wire.call("notes.write", {"layer": self.name, "text": f"{word} keeps two herons"})["key"]
        wire.call("notes.edit", {"key": note, "text": f"{word} keeps three herons"})
        wire.call("contexts.save", {"project": self.name, "content": f"{word} asked for a pond"})
        message = {"role": "user", "content": f"{word} keeps a heron."}
        wire.call("sessions.append", {"session_id": self.session, "messages": [message]})
        wire.call("items.put", {"namespace": [self.name], "key": word, "value": {"text": f"{word} keeps a heron"}})
        self._purge(wire, word)

    def _purge(self, wire: Wire, word: str) -> None:
        try:
            wire.call("facts.purge", {"subject": word})
        except RpcError as error:
            if error.code != "not_found":
                raise
        self.purged.append(word)
        self.open = None
        self.count += 1

    def look(self, wire: Wire, key: str) -> State:
        fact = wire.call("facts.get", {"id": key})
        return ("archived" if fact["archived"] else "live"), fact["object"]

    def check(self, wire: Wire, older: int) -> None:
        super().check(wire, older)
        # What an interrupted purge had begun is gone on with by itself; what it had not is there as a whole.
        until(lambda: not (self.data / ".memoryd" / "purge.json").exists(), 120)
        if self.open is not None:
            self._purge(wire, self.open)
        end = time.monotonic() + 60
        while (left := [place for word in self.purged for place in places(self.data, word)]) and time.monotonic() < end:
            time.sleep(0.2)
        assert left == []


class Mover(Client):
    """Takes all that it has in one project to another, again and again."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.number = 0
        self.kinds: dict[str, str] = {}

    @property
    def project(self) -> str:
        return f"{self.name}-{self.number}"

    def step(self, wire: Wire) -> None:
        if len(self.known) < 9 or self.numbers.random() < 0.3:
            self._add(wire)
            return
        before = self.project
        self.number += 1
        moved = {key: ("live", f"{self._text(key)}|{self.project}") for key in self.known}
        self.perhaps = dict(moved)
        wire.call("projects.move", {"from": before, "to": self.project})
        self.known, self.perhaps, self.fresh = dict(moved), {}, {*moved}
        self.count += len(moved)

    def _text(self, key: str) -> str:
        state = self.known[key]
        assert state is not None
        return state[1].partition("|")[0]

    def _add(self, wire: Wire) -> None:
        text, project = self.token(), self.project
        kind = self.numbers.choice(["facts.add", "notes.write", "contexts.save"])
        params: dict[str, Any] = {
            "facts.add": {"subject": self.name, "predicate": "said", "object": text},
            "notes.write": {"layer": self.name, "text": text},
            "contexts.save": {"content": text},
        }[kind]

        def ask() -> str:
            reply = wire.call(kind, {**params, "project": project})
            key: str = reply.get("id") or reply["key"]
            self.kinds[key] = kind
            return key

        self.add(f"{text}|{project}", ask)

    def look(self, wire: Wire, key: str) -> State:
        kind = self.kinds[key]
        if kind == "facts.add":
            fact = wire.call("facts.get", {"id": key})
            return "live", f"{fact['object']}|{fact['project']}"
        if kind == "notes.write":
            note = wire.call("notes.read", {"key": key})
            return "live", f"{note['text']}|{note['project']}"
        for number in (self.number, self.number - 1):
            found = wire.call("contexts.load", {"project": f"{self.name}-{number}", "limit": 1000})["contexts"]
            for one in found:
                if one["id"] == key:
                    return "live", f"{one['content']}|{self.name}-{number}"
        return None

    def check(self, wire: Wire, older: int) -> None:
        super().check(wire, older)
        if self.number:
            # A second call finishes a first.
            wire.call("projects.move", {"from": f"{self.name}-{self.number - 1}", "to": self.project})
            self.known = {key: ("live", f"{self._text(key)}|{self.project}") for key in self.known}


class Keeper(Client):
    """Has maintenance done, and makes backups; brings session files that are old enough to be archived."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.data = Path()
        self.starts = 0
        self.backups: list[Path] = []

    def begin(self, wire: Wire) -> None:
        self.data = Path(wire.call("system.info")["data"])
        self.starts += 1
        token, name = self.token(), f"2026-01-02-{self.starts:06}.jsonl"
        line = {"session_id": name, "role": "user", "content": token, "at": AT, "received": AT}
        path = self.data / "sessions" / name
        with path.open("w") as file:
            file.write(json.dumps(line) + "\n")
            file.flush()
            os.fsync(file.fileno())
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
        self.known[f"sessions/{name}:1"] = ("live", token)

    def step(self, wire: Wire) -> None:
        if self.numbers.random() < 0.3:
            path = self.data / "backups" / f"{self.token()}.tar.zst"
            wire.call("system.backup", {"path": str(path)})
            self.backups.append(path)
        else:
            run_action(wire, self.numbers.choice(["consolidate", "clean", "hygiene", "compress", "summarize", "tiers"]))
        self.fresh |= set(self.known)
        self.count += 1

    def look(self, wire: Wire, key: str) -> State:
        path, _, line = key.rpartition(":")
        raw = wire.call("recall.get", {"key": path, "from": int(line), "lines": 1})["text"]
        return "live", json.loads(raw)["content"]

    def check(self, wire: Wire, older: int) -> None:
        super().check(wire, older)
        assert wire.call("audit.verify")["problems"] == []
        assert [path for path in self.backups if not path.exists()] == []
        for path in self.data.glob("backups/*.tar.zst"):
            with path.open("rb") as file:
                assert read_digests(file)
        for path in self.backups[-1:]:
            with tempfile.TemporaryDirectory() as folder:
                assert restore(str(path), f"{folder}/data").files
        for path in self.backups[:-MOST_BACKUPS]:
            with suppress(FileNotFoundError):
                path.unlink()
        self.backups = self.backups[-MOST_BACKUPS:]


OPERATORS: tuple[type[Client], ...] = (Purger, Mover, Keeper)
