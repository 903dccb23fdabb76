"""A random life of one memory: agents, a person at the files, months of nights, kills, purges and restored backups.

Every memory has a word of its own, so that what must be true of it can be asked of the running daemon and of the bytes.
"""

from __future__ import annotations

import copy
import shutil
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.support.daemon import ROOT, Daemon
from tests.support.life_judge import Judge, Known, Memory
from tests.support.wait import until
from tests.support.wallclock import WallClock
from tests.support.wire import RpcError

CONFIG = """[memory_oracle]
single_valued = ["port"]
[summaries]
chunk_tokens = 150
summary_target_tokens = 80
pruning_boundary_tokens = 0
summarizer_fallback_after = "1h"
[schedule]
consolidate = "off"
summarize = "off"
health_check = "off"
quality_probe = "off"
"""
LAYERS = ("knowledge", "decisions", "preferences")
PROJECTS = ("harbour", "orchard")
SENTENCES = (
    "We decided to use {} for the gate.", "The build of {} failed at noon.", "I prefer {} to the rest.",
    "Please renew {} before the end of the month.", "Der Vertrag mit {} wurde verlängert.", "{} is on the shelf.",
    "Never restart {} on a Friday.", "Yesterday {} was moved to the second rack, and it is quiet there.",
)  # fmt: skip
PLAIN = (
    "It is kept in the cellar.",
    "Yes, please go ahead and do that now.",
    "Run the tests again and tell me the result.",
)
"""What is said again and again, and names nothing."""
STEPS = {
    "state": 10, "update": 4, "write": 8, "say": 12, "save": 5, "put": 4, "document": 2, "archive": 3,
    "bring_back": 3, "edit": 2, "pop": 2, "delete_item": 1, "move_project": 1, "reword_by_hand": 4,
    "delete_by_hand": 3, "add_by_hand": 2, "hide_line": 2, "type_line": 1, "pin": 2, "clear": 0.3,
    "import_again": 1, "purge": 3, "night": 4, "job": 3, "kill": 2, "restart": 1, "lose_index": 1, "back_up": 1,
    "restore_backup": 1,
}  # fmt: skip
"""How often each happens, in parts."""


class Life(Judge):
    """One memory from its first day; `step` lives on, `check` asks everything."""

    def __init__(self, folder: Path, seed: int) -> None:
        super().__init__(seed)
        self.folder = folder
        self.clock = WallClock(folder)
        self.backup: tuple[Path, Known] | None = None
        self.moves = 0
        self.buried: list[tuple[list[str], dict[str, Any]]] = []
        """What was purged, by all the words that it ever had, with the tombstones of each receipt."""
        self.daemon = Daemon(folder / "d0", CONFIG, env=self.clock.env).start()
        self.wire = self.daemon.connect()

    def close(self) -> None:
        self.wire.close()
        self.daemon.kill()

    # --- steps ------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """Whatever happens next."""
        name = self.numbers.choices(list(STEPS), list(STEPS.values()))[0]
        self.told.append(name)
        getattr(self, name)()

    def word(self) -> str:
        return "q" + "".join(self.numbers.choices("bcdfghjklmnpqrtvwxz", k=11)) + "x"

    def sentence(self, word: str) -> str:
        return self.numbers.choice(SENTENCES).format(word)

    def remember(self, memory: Memory) -> None:
        self.known.memories[memory.word] = memory
        self.told.append(f"  {memory.kind} {memory.word} {memory.key}")

    def pick(self, state: str, *kinds: str) -> Memory | None:
        """One memory of these kinds in that state."""
        found = [one for one in self.known.memories.values() if one.state == state and one.kind in kinds]
        return self.numbers.choice(found) if found else None

    def ended(self, memory: Memory, state: str) -> None:
        memory.state, memory.since = state, time.monotonic()
        self.told.append(f"  {memory.word} is {state}")

    def state(self) -> None:
        word, project = self.word(), self.numbers.choice((None, *PROJECTS))
        fact = {"subject": f"thing {self.numbers.randint(1, 9)}", "predicate": "mentions", "object": word}
        made = self.wire.call("facts.add", fact | ({"project": project} if project else {}))
        self.remember(Memory("fact", made["id"], word, project, about=fact["subject"]))

    def update(self) -> None:
        """A value that takes the place of the one before."""
        word, subject = self.word(), f"server {self.numbers.randint(1, 4)}"
        made = self.wire.call("facts.add", {"subject": subject, "predicate": "port", "object": word})
        for one in self.known.memories.values():
            if one.kind == "fact" and one.subject == subject and one.state in ("live", "archived", "released"):
                self.ended(one, "superseded")
        self.remember(Memory("fact", made["id"], word, subject=subject))

    def write(self) -> None:
        word, project = self.word(), self.numbers.choice((None, *PROJECTS))
        made = self.wire.call("notes.write", {
            "layer": self.numbers.choice(LAYERS), "text": self.sentence(word), "pin": self.numbers.random() < 0.1,
            **({"project": project} if project else {}),
        })  # fmt: skip
        self.remember(Memory("note", made["key"], word, project))

    def say(self) -> None:
        """Some messages of a new or an older session."""
        session = f"talk-{self.numbers.randint(1, 1 + len(self.known.sessions) * 2)}"
        words = [
            self.word() if self.numbers.random() < 0.8 else self.numbers.choice(PLAIN)
            for _ in range(self.numbers.randint(1, 6))
        ]
        with self.daemon.connect() as wire:
            if session not in self.known.sessions:
                wire.call("sessions.start", {"session_id": session, "agent": self.numbers.choice(("ada", "bob"))})
                self.known.sessions[session] = []
            messages = [
                {"role": self.numbers.choice(("user", "assistant")), "content": said}
                for said in (word if word in PLAIN else self.sentence(word) for word in words)
            ]
            keys = wire.call("sessions.append", {"session_id": session, "messages": messages})["keys"]
            if self.numbers.random() < 0.3:
                wire.call("sessions.end", {"session_id": session})
        for word, key in zip(words, keys, strict=True):
            self.known.sessions[session].append(word)
            if word not in PLAIN:
                self.remember(Memory("message", key, word, audience="private", session=session))

    def save(self) -> None:
        word, project = self.word(), self.numbers.choice(PROJECTS)
        made = self.wire.call("contexts.save", {"project": project, "content": f"Working on {word} now."})
        self.remember(Memory("context", made["id"], word, project))

    def put(self) -> None:
        word, place = self.word(), (["program", self.numbers.choice("ab")], f"k{self.numbers.randint(1, 99)}")
        made = self.wire.call("items.put", {"namespace": place[0], "key": place[1], "value": {"text": f"has {word}"}})
        for one in self.known.memories.values():
            if one.place == place and one.state == "live":
                self.ended(one, "overwritten")
        self.remember(Memory("item", made["key"], word, place=place))

    def document(self) -> None:
        """A person writes a file of their own."""
        word = self.word()
        path = f"memory/manual-{word}.md"
        (self.daemon.data / path).write_text(f"# About {word}\n\nIt is kept in the cellar.\n")
        self.remember(Memory("document", until(lambda: self.finds(word)), word))

    def archive(self) -> None:
        if (one := self.pick("live", "fact", "note")) is None:
            return
        name = "id" if one.kind == "fact" else "key"
        with self.unless_archived(one):
            self.wire.call(f"{one.kind}s.archive", {name: one.key})
            self.ended(one, "archived")
            self.released(one)

    def bring_back(self) -> None:
        if (one := self.pick("archived", "fact", "note")) is None:
            return
        name = "id" if one.kind == "fact" else "key"
        with suppress(Conflicted):
            made = self.asked(f"{one.kind}s.restore", {name: one.key})
            one.key = made.get("key", one.key)
            self.ended(one, "live")

    def edit(self) -> None:
        if (one := self.pick("live", "fact", "note")) is None:
            return
        word = self.word()
        with self.unless_archived(one):
            if one.kind == "fact":
                self.wire.call("facts.edit", {"id": one.key, "object": word})
            else:
                made = self.wire.call("notes.edit", {"key": one.key, "text": self.sentence(word)})
                one.key = made.get("key", one.key)
            self.renamed(one, word)

    def pin(self) -> None:
        if (one := self.pick("live", "note")) is not None:
            verb = self.numbers.choice(("pin", "unpin", "promote", "demote"))
            with self.unless_archived(one):
                self.wire.call(f"notes.{verb}", {"key": one.key})

    def clear(self) -> None:
        if sessions := [name for name, words in self.known.sessions.items() if words]:
            session = self.numbers.choice(sessions)
            with self.daemon.connect() as wire:
                wire.call("sessions.clear", {"session_id": session})
            for word in self.known.sessions[session]:
                if word not in PLAIN:
                    self.ended(self.known.memories[word], "removed")
            self.known.sessions[session] = []

    def pop(self) -> None:
        sessions = [name for name, words in self.known.sessions.items() if words]
        if not sessions:
            return
        session = self.numbers.choice(sessions)
        with self.daemon.connect() as wire:
            popped = wire.call("sessions.pop", {"session_id": session})["message"]
        word = self.known.sessions[session].pop()
        assert word in popped["content"], f"{session}: popped {popped}, not {word}"
        if word not in PLAIN:
            self.ended(self.known.memories[word], "removed")

    def delete_item(self) -> None:
        if (one := self.pick("live", "item")) is not None and one.place is not None:
            self.wire.call("items.delete", {"namespace": one.place[0], "key": one.place[1]})
            self.ended(one, "overwritten")

    def move_project(self) -> None:
        old, new = self.numbers.sample(PROJECTS, 2)
        with suppress(Conflicted):
            self.asked("projects.move", {"from": old, "to": new})
        for one in self.known.memories.values():
            if one.project == old and one.state in ("live", "superseded"):
                one.project, one.since = new, time.monotonic()

    # --- a person at the files ------------------------------------------------------------------------------------

    def line_of(self, word: str, *folders: str) -> tuple[Path, str] | None:
        """The one file of these with a line that has the word."""
        for folder in folders:
            for path in sorted(self.daemon.data.glob(folder)):
                for line in path.read_text().splitlines(keepends=True):
                    if word in line and not line.startswith("<!--"):
                        return path, line
        return None

    def reword_by_hand(self) -> None:
        one = self.pick("live", "note")
        if (
            one is None
            or not one.is_settled
            or (found := self.line_of(one.word, *(f"memory/{layer}.md" for layer in LAYERS))) is None
        ):
            return
        word = self.word()
        self.replace(found[0], found[1], found[1].replace(one.word, word, 1))
        self.renamed(one, word)
        one.key = until(lambda: self.finds(word))

    def delete_by_hand(self) -> None:
        one = self.pick("live", "note", "fact", "document")
        if one is None or not one.is_settled:
            return
        if one.kind == "document":
            path = self.daemon.data / one.key.partition(":")[0]
            if not path.exists():
                return
            path.unlink()
            self.ended(one, "removed")
        else:
            places = (
                [f"memory/{layer}.md" for layer in LAYERS] if one.kind == "note" else ["knowledge-graph/facts.jsonl"]
            )
            if (found := self.line_of(one.word, *places)) is None or found[0].read_text() == found[1]:
                return  # an emptied file is an accident, and is written back
            self.replace(found[0], found[1], "")
            self.ended(one, "removed")
            self.released(one)
        until(lambda: not self.finds(one.word))

    def add_by_hand(self) -> None:
        """A bullet in a layer's file."""
        word, path = self.word(), self.daemon.data / f"memory/{self.numbers.choice(LAYERS)}.md"
        if path.exists():
            self.replace(path, None, f"- {self.sentence(word)}\n")
            key = until(lambda: self.finds(word))
            self.remember(Memory("note", key, word))

    def replace(self, path: Path, line: str | None, by: str) -> None:
        """As an editor saves: a new file takes the place of the old one."""
        text = path.read_text()
        text = text.replace(line, by, 1) if line is not None else text.rstrip("\n") + "\n" + by
        other = path.with_name(path.name + "~")
        other.write_text(text)
        other.replace(path)

    def hide_line(self) -> None:
        """A fact's line is taken out of MEMORY.md; the fact stays."""
        memory = self.daemon.data / "MEMORY.md"
        one = self.pick("live", "fact")
        if one is not None and memory.exists() and (found := self.line_of(one.word, "MEMORY.md")) is not None:
            self.replace(memory, found[1], "")

    def type_line(self) -> None:
        """A person's own words stand in MEMORY.md."""
        memory, word = self.daemon.data / "MEMORY.md", self.word()
        if memory.exists():
            self.replace(memory, None, f"\n## Mine {word}\n\nIt is mine.\n")
            until(lambda: word in memory.read_text())
            self.remember(Memory("typed", "MEMORY.md", word))

    # --- matters that are removed ---------------------------------------------------------------------------------

    def purge(self) -> None:
        one = self.pick(self.numbers.choice(("live", "live", "archived", "superseded", "removed")),
                        "fact", "note", "message", "context", "item", "document")  # fmt: skip
        if one is None:
            return
        params = {"query": one.word}
        if one.kind == "fact" and one.state != "removed" and self.numbers.random() < 0.4:
            params = {"id": one.key}
        with suppress(Conflicted):
            receipt = self.asked("facts.purge", params)
            self.buried.append(([*one.former, one.word], receipt["tombstones"]))
            self.told.append(f"  {params} {receipt}")
        if one.session is not None and one.word in self.known.sessions[one.session]:
            self.known.sessions[one.session].remove(one.word)
        self.ended(one, "purged")
        self.released(one)

    def import_again(self) -> None:
        """What was purged is not to come back by an import."""
        if (one := self.pick("purged", "fact")) is not None:
            fact = {"subject": one.subject or one.about, "predicate": "port" if one.subject else "mentions"}
            fact |= {"object": one.word, "id": f"fact-{uuid.uuid4()}", "source": "import", "created": "2026-02-01"}
            self.wire.call("facts.import_many", {"facts": [fact]})

    def released(self, gone: Memory) -> None:
        """What it had overtaken may hold again."""
        for one in self.known.memories.values():
            if gone.subject and one.subject == gone.subject and one.state == "superseded":
                self.ended(one, "released")

    # --- time, faults, backups ------------------------------------------------------------------------------------

    def night(self) -> None:
        self.clock.move(hours=self.numbers.choice((2, 20, 24, 24 * 4, 24 * 12)))
        self.wire.call("maintenance.run", {"action": "summarize"})
        self.wire.call("maintenance.run", {"action": "consolidate"})
        if self.numbers.random() < 0.3:
            self.wire.call("contexts.prune_expired")

    def job(self) -> None:
        """An agent's model answers one."""
        job = self.wire.call("jobs.claim")
        if job is not None:
            self.told.append(f"  {job['kind']}")
            said = [each["content"] for each in job.get("messages") or []]
            text = " ".join(line for one in said for line in one.splitlines() if "q" in line)[-1500:]
            with suppress(RpcError):
                self.wire.call("jobs.submit", {"job_id": job["job_id"], "text": text})

    def kill(self) -> None:
        self.wire.close()
        self.daemon.kill()
        self.begin()

    def restart(self) -> None:
        self.wire.close()
        assert self.daemon.stop() == 0
        self.begin()

    def lose_index(self) -> None:
        self.wire.close()
        self.daemon.kill()
        shutil.rmtree(self.daemon.data / ".memoryd" / "index", ignore_errors=True)
        self.begin()

    def begin(self) -> None:
        self.clock.move(hours=1)  # it stands where it was set last, and much was said since
        self.daemon.start()
        self.wire = self.daemon.connect()

    def back_up(self) -> None:
        path = self.folder / f"backup-{len(self.told)}.tar"
        self.wire.call("system.backup", {"path": str(path)})
        self.backup = path, copy.deepcopy(self.known)

    def restore_backup(self) -> None:
        """It goes on in another directory, as it was."""
        if self.backup is None:
            return
        path, known = self.backup
        self.wire.close()
        self.daemon.kill()
        self.moves += 1
        self.daemon = Daemon(self.folder / f"d{self.moves}", CONFIG, env=self.clock.env)
        command = [sys.executable, "-m", "memoryd", "--data", self.daemon.data, "--restore", path]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        self.known = copy.deepcopy(known)
        self.begin()
        if self.numbers.random() < 0.6:
            self.bury_again()

    def bury_again(self) -> None:
        """What was purged since the backup was made goes again."""
        if self.buried:
            self.told.append("  buried again")
            self.wire.call("facts.purge", {"tombstones": [stones for _, stones in self.buried]})
        for word in (word for words, _ in self.buried for word in words):
            one = self.known.memories.get(word)
            if one is not None and one.state != "purged":
                if one.session is not None and word in self.known.sessions[one.session]:
                    self.known.sessions[one.session].remove(word)
                self.ended(one, "purged")
                self.released(one)

    # --- asked ----------------------------------------------------------------------------------------------------

    def asked(self, method: str, params: dict[str, Any]) -> Any:
        """Raises Conflicted where the request does not fit what is there."""
        try:
            return self.wire.call(method, params)
        except RpcError as error:
            if error.code in ("conflict", "not_found"):
                self.told.append(f"  {method}: {error}")
                raise Conflicted(str(error)) from error
            raise

    @contextmanager
    def unless_archived(self, one: Memory) -> Iterator[None]:
        """A night may have archived it, and then the request does not fit."""
        try:
            yield
        except RpcError as error:
            if error.code not in ("conflict", "not_found") or not self.faded(one):
                raise

    def renamed(self, one: Memory, word: str) -> None:
        del self.known.memories[one.word]
        self.told.append(f"  {one.word} becomes {word}")
        one.former.append(one.word)
        one.word, one.since = word, time.monotonic()
        self.known.memories[word] = one


class Conflicted(Exception):
    """The request does not fit what is there."""
