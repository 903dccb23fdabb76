"""Clients that change memories of every kind until the daemon is killed, and what must be true of it after a start.

Each client keeps to memories of its own, so that it knows what each of them must be. What it asked for last may have
happened or not, whole or not at all; everything before that was acknowledged.
"""

from __future__ import annotations

import json
import random
import re
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.support.daemon import Daemon
from tests.support.wire import RpcError, Wire

CONFIG = """[memory_oracle]
max_facts = 1000000
[summaries]
chunk_tokens = 120
summary_target_tokens = 60
pruning_boundary_tokens = 0
summarizer_fallback_after = "30d"
[schedule]
consolidate = "off"
summarize = "off"
health_check = "off"
quality_probe = "off"
"""
MEALS, TIMES = ("Standup", "Lunch", "Retro"), ("nine", "ten", "noon", "one")
State = tuple[str, str] | None
"""(`live` or `archived`, text) of a memory; None: there is none."""


@dataclass
class Client(ABC):
    """One client: what each of its memories is, by key, and what the request under way may make of one."""

    name: str
    seed: int
    known: dict[str, State] = field(default_factory=dict)
    perhaps: dict[str, State] = field(default_factory=dict)
    """By key, what a memory may be instead."""
    perhaps_new: str | None = None
    """The text of a memory whose key was never told."""
    fresh: set[str] = field(default_factory=set)
    """What was changed since the last check."""
    count: int = 0
    unexpected: list[BaseException] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.numbers = random.Random(self.seed)

    # --- what each kind of client does, and what it sees ----------------------------------------------------

    def begin(self, wire: Wire) -> None:  # noqa: B027 - most have nothing to do
        """Once after each start."""

    @abstractmethod
    def step(self, wire: Wire) -> None:
        """One change."""

    @abstractmethod
    def look(self, wire: Wire, key: str) -> State:
        """What the daemon has under the key."""

    def stray(self, wire: Wire) -> list[tuple[str, tuple[str, str]]]:
        """Memories of this client that the daemon lists."""
        return []

    # --- changes ----------------------------------------------------------------------------------------------

    def change(self, key: str, becomes: State, ask: Callable[[], object]) -> None:
        """Ask for a change of one memory."""
        self.perhaps = {key: becomes}
        ask()
        self.known[key] = becomes
        self.perhaps = {}
        self.fresh.add(key)
        self.count += 1

    def add(self, text: str, ask: Callable[[], str]) -> None:
        """Ask for a new memory, of which the answer is the key."""
        self.perhaps_new = text
        key = ask()
        self.known[key] = ("live", text)
        self.perhaps_new = None
        self.fresh.add(key)
        self.count += 1

    def pick(self, state: str) -> str | None:
        """One of its memories in that state."""
        keys = [key for key, found in self.known.items() if found is not None and found[0] == state]
        return self.numbers.choice(keys) if keys else None

    def token(self) -> str:
        """A word that no other text has."""
        return "q" + "".join(self.numbers.choices("bcdfghjklmnpqrtvwxz", k=12)) + "x"

    # --- checks -----------------------------------------------------------------------------------------------

    def check(self, wire: Wire, older: int) -> None:
        """What was changed since the last check, and some of the others."""
        rest = sorted(self.known.keys() - self.fresh)
        for key in sorted(self.fresh | set(self.numbers.sample(rest, min(older, len(rest)))) | self.perhaps.keys()):
            found, expected = self.look(wire, key), self.known.get(key)
            # An archived note's key is free again: a note of which no answer came may have it.
            if found != expected and found in (self.perhaps.get(key, expected), ("live", self.perhaps_new)):
                self.known[key] = found
                continue
            assert found == expected, f"{self.name}: {key} is {found}, not {expected}"
        for key, state in self.stray(wire):
            known = self.known.get(key)
            if known is None or known[0] != state[0]:
                assert state[1] == self.perhaps_new, f"{self.name}: {key} is {state}"
                self.known[key] = state
        self.fresh, self.perhaps, self.perhaps_new = set(), {}, None


class Facts(Client):
    """Adds, corrects, archives and restores facts."""

    def step(self, wire: Wire) -> None:
        verb = self.numbers.choice(["add", "add", "edit", "archive", "restore"])
        key = self.pick("archived" if verb == "restore" else "live")
        text = " ".join(self.token() for _ in range(self.numbers.randint(1, 20)))
        if verb == "add" or key is None:
            self.add(text, lambda: wire.call("facts.add", self._triple(text))["id"])
        elif verb == "edit":
            self.change(key, ("live", text), lambda: wire.call("facts.edit", {"id": key, "object": text}))
        else:
            state = self.known[key]
            assert state is not None
            becomes = "live" if verb == "restore" else "archived"
            self.change(key, (becomes, state[1]), lambda: wire.call(f"facts.{verb}", {"id": key}))

    def _triple(self, text: str) -> dict[str, str]:
        return {"subject": self.name, "predicate": "said", "object": text}

    def look(self, wire: Wire, key: str) -> State:
        fact = wire.call("facts.get", {"id": key})
        return ("archived" if fact["archived"] else "live"), fact["object"]

    def stray(self, wire: Wire) -> list[tuple[str, tuple[str, str]]]:
        found: list[tuple[str, tuple[str, str]]] = []
        after: dict[str, str] = {}
        while True:
            page = wire.call("facts.find", {"subject": self.name, "include_archived": True, "limit": 500, **after})
            found += [(one["id"], ("archived" if one["archived"] else "live", one["object"])) for one in page["facts"]]
            if not page.get("next"):
                return found
            after = {"after": page["next"]}


class Notes(Client):
    """Writes notes that are much alike, edits, archives and restores them."""

    def step(self, wire: Wire) -> None:
        verb = self.numbers.choice(["write", "write", "edit", "archive", "archive", "restore", "pin"])
        key = self.pick("archived" if verb == "restore" else "live")
        text = self._text()
        if verb == "write" or key is None:
            self._write(wire, text)
            return
        state = self.known[key]
        assert state is not None
        becomes: State = {
            "edit": ("live", text), "archive": ("archived", state[1]), "restore": ("live", state[1]), "pin": state,
        }[verb]  # fmt: skip
        extra = {"text": text} if verb == "edit" else {}
        try:
            self.change(key, becomes, lambda: wire.call(f"notes.{verb}", {"key": key, **extra}))
        except RpcError as error:
            assert error.code == "limit_exceeded", error  # the hot cache is full
            self.perhaps = {}

    def _write(self, wire: Wire, text: str) -> None:
        known = [key for key, state in self.known.items() if state == ("live", text)]
        if known:
            assert wire.call("notes.write", {"layer": self.name, "text": text})["key"] in known
            return
        self.add(text, lambda: wire.call("notes.write", {"layer": self.name, "text": text})["key"])

    def _text(self) -> str:
        said = f"{self.numbers.choice(MEALS)} at {self.numbers.choice(TIMES)}"
        return said if self.numbers.random() < 0.7 else f"{said}\nwith all of {self.numbers.choice(TIMES)}"

    def look(self, wire: Wire, key: str) -> State:
        try:
            return "live", wire.call("notes.read", {"key": key})["text"]
        except RpcError as error:
            assert error.code == "not_found"
            if "is archived" not in error.sentence:
                return None
            return "archived", wire.call("recall.get", {"key": key})["text"]

    def stray(self, wire: Wire) -> list[tuple[str, tuple[str, str]]]:
        try:
            listed = wire.call("notes.list", {"layer": self.name, "limit": 1000})["notes"]
        except RpcError as error:
            assert error.code == "not_found"
            return []
        return [(one["key"], ("live", one["text"])) for one in listed]


class Contexts(Client):
    """Saves contexts, and loads them."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.loads: dict[str, int] = {}

    def step(self, wire: Wire) -> None:
        if self.numbers.random() < 0.6 or not self.known:
            text = f"{self.token()}\n" + "the long story " * self.numbers.randint(1, 50)
            self.add(text, lambda: wire.call("contexts.save", {"project": self.name, "content": text})["id"])
            return
        for context in wire.call("contexts.load", {"project": self.name, "limit": 2})["contexts"]:
            self.loads[context["id"]] = self.loads.get(context["id"], 0) + 1

    def look(self, wire: Wire, key: str) -> State:
        return "live", wire.call("recall.get", {"key": key})["text"]

    def stray(self, wire: Wire) -> list[tuple[str, tuple[str, str]]]:
        if not self.known and self.perhaps_new is None:
            return []
        loaded = wire.call("contexts.load", {"project": self.name, "limit": 5})["contexts"]
        for one in loaded:
            # A load of which no answer came counts, too.
            assert one["access_count"] >= self.loads.get(one["id"], 0), one
            self.loads[one["id"]] = one["access_count"]
        return [(one["id"], ("live", one["content"])) for one in loaded]


class Talk(Client):
    """Says things in sessions; what stands in a session is known line by line."""

    session = heard = ""

    def begin(self, wire: Wire) -> None:
        self.session, self.heard = f"{self.name}-{self.token()}", ""
        wire.call("sessions.start", {"session_id": self.session, "agent": self.name})

    def step(self, wire: Wire) -> None:
        text = " ".join(self.token() for _ in range(self.numbers.randint(1, 15)))
        role = self.numbers.choice(["user", "assistant"])
        messages = [{"role": role, "content": text}]
        params = {"session_id": self.session, "messages": messages}
        self.add(text, lambda: wire.call("sessions.append", params)["keys"][0])
        if self.numbers.random() < 0.05:
            wire.call("sessions.end", {"session_id": self.session})
            self.begin(wire)
        found = wire.call("sessions.list", {"agent": self.name, "limit": 1})["sessions"]
        self.heard = max([self.heard, *(one["last_request"] for one in found if one["session_id"] == self.session)])

    def look(self, wire: Wire, key: str) -> State:
        path, _, line = key.rpartition(":")
        raw = wire.call("recall.get", {"key": path, "from": int(line), "lines": 1})["text"]
        return "live", json.loads(raw)["content"]

    def stray(self, wire: Wire) -> list[tuple[str, tuple[str, str]]]:
        if not self.session:
            return []
        try:
            page = wire.call("sessions.read", {"session_id": self.session, "limit": 1000})["messages"]
        except RpcError as error:
            assert error.code == "not_found"
            return []
        return [(one["key"], ("live", one["content"])) for one in page]


class Summariser(Client):
    """Says things as an agent does, and writes the summaries that the daemon asks for."""

    def begin(self, wire: Wire) -> None:
        self.session = f"{self.name}-{self.token()}"
        wire.call("sessions.start", {"session_id": self.session})

    def step(self, wire: Wire) -> None:
        job = wire.call("jobs.claim", {"kinds": ["leaf", "merge"], "lease_seconds": 1})
        if job is not None and not job.get("redo"):
            # A text that has nothing of what it is made of is refused.
            said = re.findall(r"\bq[a-z]{12}x\b", str(job["messages"]))[-2:]
            text = f"I remember {' and '.join([self.token(), *said])}."
            submit = {"job_id": job["job_id"], "text": text}
            try:
                self.add(text, lambda: wire.call("jobs.submit", submit)["key"])
            except RpcError as error:
                assert error.code == "conflict", error  # its lease was over
                self.perhaps_new = None
            return
        for role in ("user", "assistant"):
            said = " ".join(self.token() for _ in range(20))
            wire.call("sessions.append", {"session_id": self.session, "messages": [{"role": role, "content": said}]})
        wire.call("sessions.end", {"session_id": self.session})
        self.begin(wire)

    def look(self, wire: Wire, key: str) -> State:
        found = wire.call("recall.get", {"key": key})["text"].rstrip("\n").rpartition("-->\n")[2].strip()
        return "live", found


KINDS: tuple[type[Client], ...] = (Facts, Notes, Notes, Contexts, Talk, Summariser)


class Sweep:
    """A daemon that is killed again and again under its clients."""

    def __init__(self, daemon: Daemon, seed: int, kinds: Sequence[type[Client]] = KINDS, longest: float = 0.6) -> None:
        """`longest`: so many seconds it is killed at the latest."""
        self.daemon = daemon
        self.numbers = random.Random(seed)
        self.clients = [kind(f"{kind.__name__.lower()}{at}", seed * 100 + at) for at, kind in enumerate(kinds)]
        self._longest = longest
        self.kills = 0

    @property
    def acknowledged(self) -> int:
        """How many changes were acknowledged."""
        return sum(client.count for client in self.clients)

    def kill(self, older: int = 5) -> None:
        """Let the clients work, kill the daemon at some moment, start it and check."""
        killed, working = threading.Event(), threading.Barrier(len(self.clients) + 1)
        threads = [threading.Thread(target=self._work, args=(each, killed, working)) for each in self.clients]
        for thread in threads:
            thread.start()
        working.wait(60)
        # The moment is the point: any is right, so nothing is waited for.
        killed.wait(self.numbers.uniform(0.01, self._longest))
        killed.set()
        self.daemon.kill()
        for thread in threads:
            thread.join()
        self.kills += 1
        unexpected = [error for client in self.clients for error in client.unexpected]
        assert not unexpected, unexpected
        self.daemon.start()
        self.check(older)

    def check(self, older: int) -> None:
        """What every client knows is so."""
        with self.daemon.connect() as wire:
            for client in self.clients:
                client.check(wire, older)
            for path in self.daemon.data.glob("[!.]*/*.jsonl"):
                for line in filter(None, path.read_text().splitlines()):  # of a purged message an empty one is left
                    assert isinstance(json.loads(line), dict), path
            problems = wire.call("system.health")["problems"]
            told = [one for one in problems if "broken" not in one["what"] and "cut off" not in one["what"]]
            assert not told, told

    def _work(self, client: Client, killed: threading.Event, working: threading.Barrier) -> None:
        try:
            with self.daemon.connect() as wire:
                client.begin(wire)
                working.wait(60)
                while True:
                    client.step(wire)
        except Exception as error:
            # A machine that dies may have time for a refusal, as its disk goes first.
            said = error.args[0] if isinstance(error, AssertionError) and error.args else error
            is_dying = isinstance(said, RpcError) and said.code in ("read_only", "busy")
            if not killed.is_set() or not (isinstance(error, OSError) or is_dying):
                client.unexpected.append(error)
