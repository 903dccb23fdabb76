"""Anything may happen to facts.jsonl in any order: nothing typed is lost, each fact is active, archived or purged."""

from __future__ import annotations

import errno
import json
import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from memoryd.errors import Conflict, MemorydError
from memoryd.kinds.facts.model.bad_line import BadLine
from memoryd.kinds.facts.model.fact import decode_line
from memoryd.testing.faulty_files import Crashed, FaultyFiles
from tests.kinds.facts.rig import Rig, folded_text, line

WORDS = st.sampled_from(["ada", "bob", "Ada ", "cy"])
PICK = st.integers(0, 30)


class Facts(RuleBasedStateMachine):
    """The daemon's own changes and a person's edits; the model is what each of them must leave behind."""

    @initialize()
    def begin(self) -> None:
        self.root = Path(tempfile.mkdtemp())
        self.files = FaultyFiles(str(self.root))
        self.rig = Rig(self.root, self.files)
        self.typed: set[str] = set()
        """Malformed lines that stand in the file."""
        self.ever: set[str] = set()
        self.purged: set[str] = set()
        self.went_along: set[str] = set()
        """Ids of lines that stated the same as a fact that was purged."""
        self.buffer: list[str] | None = None
        self.counter = 0

    def teardown(self) -> None:
        if hasattr(self, "root"):
            self.rig.journal.close()
            shutil.rmtree(self.root)

    @staticmethod
    def pick(ids: Iterable[str], number: int) -> str | None:
        """One of them; their order must not depend on the ids, which are random."""
        ordered = list(ids)
        return ordered[number % len(ordered)] if ordered else None

    def settle(self) -> None:
        """What the watcher and the flusher would do in the next two seconds."""
        self.rig.absorb()
        self.rig.facts.rewriter.rewrite()
        self.rig.absorb()
        self.ever |= set(self.rig.active())

    # --- our own changes ------------------------------------------------------------------------------------

    @rule(subject=WORDS, object_=WORDS)
    def add(self, subject: str, object_: str) -> None:
        fact_id = self.rig.add(subject, object_)
        self.ever.add(fact_id)
        assert fact_id in self.rig.active()

    @rule(number=PICK)
    def archive(self, number: int) -> None:
        fact_id = self.pick(self.rig.active(), number)
        if fact_id is not None:
            assert self.rig.archive(fact_id) == "archived"
            assert fact_id in self.rig.archived()

    @rule(number=PICK)
    def restore(self, number: int) -> None:
        fact_id = self.pick([each for each in self.rig.store.archive if each in self.rig.archived()], number)
        if fact_id is not None:
            try:
                assert self.rig.restore(fact_id) == "restored"
            except Conflict:
                return
            assert fact_id in self.rig.active()

    @rule(number=PICK)
    def purge(self, number: int) -> None:
        fact_id = self.pick([*self.rig.active(), *self.rig.store.archive], number)
        if fact_id is not None:
            # What a person does to a purged fact's lines in the half second before they leave has no one right answer.
            self.settle()
            text = self.rig.active().get(fact_id)
            repeats = {key for key, stated in self.rig.on_disk() if text and folded_text(stated) == folded_text(text)}
            self.rig.purge(fact_id)
            self.purged.add(fact_id)
            self.went_along |= set(filter(None, repeats))
            self.settle()
            self.rig.edit(lambda lines: [raw for raw in lines if not self.is_of(raw, fact_id, text)])
            self.settle()

    @staticmethod
    def is_of(raw: str, fact_id: str, text: str | None) -> bool:
        """Whether a line has that id or states that: the purger takes it out of the file, whatever it counts as."""
        try:
            found = decode_line(raw.encode())
        except BadLine:
            return False
        stated = f"{found.subject} {found.predicate} {found.object}"
        return found.id == fact_id or (text is not None and folded_text(stated) == folded_text(text))

    # --- a person's changes ---------------------------------------------------------------------------------

    @rule(subject=WORDS, object_=WORDS, whole=st.booleans(), newline=st.booleans())
    def append_by_hand(self, subject: str, object_: str, whole: bool, newline: bool) -> None:
        self.counter += 1
        text = json.dumps({"subject": subject, "predicate": "is", "object": object_})
        if whole:
            text = line(f"hand-{self.counter}", subject, object_)
        with self.rig.path.open("a") as file:
            file.write(text + ("\n" if newline else ""))

    @rule(number=PICK, rename=st.booleans())
    def insert_malformed(self, number: int, rename: bool) -> None:
        self.counter += 1
        text = f"{{malformed {self.counter}"
        self.typed.add(text)
        lines = self.rig.raw_lines()
        place = number % (len(lines) + 1)
        self.rig.edit(lambda lines: [*lines[:place], text, *lines[place:]], rename=rename)

    @precondition(lambda self: len(self.rig.raw_lines()) > 1)
    @rule(number=PICK, object_=WORDS, rename=st.booleans())
    def edit_a_line(self, number: int, object_: str, rename: bool) -> None:
        lines = self.rig.raw_lines()
        place = number % len(lines)
        try:
            values = json.loads(lines[place])
        except ValueError:
            return
        if values.get("id") in self.purged:
            return  # what was purged leaves with all its lines, whatever they say by then
        changed = json.dumps({**values, "object": object_})
        self.rig.edit(lambda lines: [*lines[:place], changed, *lines[place + 1 :]], rename=rename)
        self.touch()

    @precondition(lambda self: len(self.rig.raw_lines()) > 1)
    @rule(number=PICK, rename=st.booleans())
    def delete_a_line(self, number: int, rename: bool) -> None:
        lines = self.rig.raw_lines()
        place = number % len(lines)
        self.typed.discard(lines[place])
        self.rig.edit(lambda lines: [*lines[:place], *lines[place + 1 :]], rename=rename)

    @precondition(lambda self: self.rig.raw_lines())
    @rule(number=PICK, where=PICK)
    def repeat_a_line(self, number: int, where: int) -> None:
        lines = self.rig.raw_lines()
        place = where % (len(lines) + 1)
        copy = lines[number % len(lines)]
        self.rig.edit(lambda lines: [*lines[:place], copy, *lines[place:]])

    @precondition(lambda self: not self.typed - set(self.rig.raw_lines()))
    @rule()
    def open_in_an_editor(self) -> None:
        self.buffer = self.rig.raw_lines()

    @precondition(lambda self: self.buffer is not None and self.typed <= set(self.buffer))
    @rule()
    def save_the_editor(self) -> None:
        buffer, self.buffer = self.buffer, None
        returned = {fact_id for fact_id in self.purged if any(fact_id in each for each in buffer or [])}
        self.purged -= returned
        self.ever -= returned  # until it has been taken in again
        self.counter += 1
        added = line(f"hand-{self.counter}", "editor", str(self.counter))
        self.rig.edit(lambda lines: [*(buffer or []), added])

    @rule()
    def touch(self) -> None:
        if self.rig.path.exists():
            os.utime(self.rig.path, ns=(0, self.rig.path.stat().st_mtime_ns + 1))

    @rule(how=st.sampled_from(["remove", "truncate"]), object_=st.none() | WORDS)
    def lose_the_file(self, how: str, object_: str | None) -> None:
        """All that was known comes back, also when we append before anybody has looked."""
        self.settle()
        before = self.rig.active()
        if not before:
            return
        self.rig.path.unlink() if how == "remove" else self.rig.path.write_text("")
        if object_ is not None:
            self.rig.add("lost", object_)
        self.settle()
        self.rig.check()
        assert before.items() <= self.rig.active().items()

    # --- time, stops and faults -------------------------------------------------------------------------------

    @rule()
    def take_in(self) -> None:
        self.settle()
        self.rig.check()

    @rule(seconds=st.sampled_from([1, 700, 40 * 86400]))
    def wait(self, seconds: int) -> None:
        self.rig.clock.advance(seconds)

    @rule(clean=st.booleans())
    def start_again(self, clean: bool) -> None:
        active = set(self.rig.active())
        if clean:
            self.rig.stop()
        self.rig.journal.close()
        self.rig.load()
        self.settle()
        self.rig.check()
        assert not active - set(self.rig.active()) - self.rig.archived() - self.purged - self.went_along

    @rule(clean=st.booleans())
    def start_when_all_is_taken_in(self, clean: bool) -> None:
        """What was stated before is stated after it: which line counts depends on the file, not on its history."""
        self.settle()
        self.settle()  # what a person typed without a newline at the end may need a second look
        before = self.stated()
        if clean:
            self.rig.stop()
        self.rig.journal.close()
        self.rig.load()
        assert self.stated() == before

    @rule(subject=WORDS, object_=WORDS, names=st.sampled_from([("write",), ("fdatasync", "rename"), ()]))
    def fail_to_write(self, subject: str, object_: str, names: tuple[str, ...]) -> None:
        """A full disk: nothing that was refused is there, nothing that was there is lost."""
        before = self.rig.active()
        self.files.fail_all(errno.ENOSPC, *names, path="knowledge-graph")
        done = []
        try:
            for action in (
                lambda: self.rig.add(subject, object_),
                lambda: self.rig.archive(next(iter(before))) if before else None,
                lambda: self.rig.absorb(),
                lambda: self.rig.facts.rewriter.rewrite(),
            ):
                try:
                    action()
                    done.append(action)
                except (MemorydError, OSError):
                    pass
        finally:
            self.files.heal()
        self.ever |= set(self.rig.active())
        self.settle()

    @rule(subject=WORDS, object_=WORDS, number=PICK, step=st.integers(0, 25))
    def crash(self, subject: str, object_: str, number: int, step: int) -> None:
        """kill -9 at some call; what was acknowledged before is there."""
        self.settle()
        before = self.rig.active()
        victim = self.pick(before, number)
        acknowledged = archived = False
        self.files.crash_at(len(self.files.calls) + step, written=number)
        try:
            if victim is not None:
                self.rig.archive(victim)
                archived = True
            self.ever.add(self.rig.add(subject, object_))
            acknowledged = True
            self.settle()
        except Crashed:
            pass
        self.files = self.rig.files = FaultyFiles(str(self.root))
        self.rig.load()
        self.settle()
        self.rig.check()
        # Of lines that repeat each other the first counts after a start, so statements are compared, not ids.
        stated = {folded_text(text) for text in self.rig.active().values()}
        wanted = folded_text(f"{subject} is {object_}")
        assert not acknowledged or wanted in stated, (wanted, victim, before, self.rig.active(), self.rig.on_disk())
        left = {folded_text(text) for key, text in before.items() if key != victim}
        assert left <= stated | self.contested()
        if victim is not None and archived and not acknowledged:
            # Another line with its id may count from now on; its own text is in the archive then.
            assert victim in self.rig.store.archive or self.is_repeated(before[victim])

    def stated(self) -> set[str]:
        """What the active facts state, folded."""
        return {folded_text(text) for text in self.rig.active().values()}

    def contested(self) -> set[str]:
        """What lines state that share their id with another line: only the first of them counts after a start."""
        on_disk = self.rig.on_disk()
        ids = [key for key, _ in on_disk]
        return {folded_text(text) for key, text in on_disk if key is not None and ids.count(key) > 1}

    def is_repeated(self, text: str) -> bool:
        """Whether another line states the same: it counts when the fact's own has gone."""
        return sum(folded_text(each) == folded_text(text) for _, each in self.rig.on_disk()) > 0

    # --- what always holds ------------------------------------------------------------------------------------

    @invariant()
    def every_fact_is_somewhere(self) -> None:
        if not hasattr(self, "rig"):
            return
        missing = self.ever - set(self.rig.active()) - self.rig.archived() - self.purged - self.went_along
        assert missing <= self.ids_on_disk()
        assert not self.purged & self.rig.archived()

    def ids_on_disk(self) -> set[str]:
        found = set()
        for raw in self.rig.raw_lines():
            try:
                found.add(decode_line(raw.encode()).id or "")
            except BadLine:
                continue
        return found

    @invariant()
    def no_malformed_line_is_lost(self) -> None:
        if hasattr(self, "rig") and self.rig.raw_lines():
            assert self.typed <= set(self.rig.raw_lines())


Facts.TestCase.settings = settings(
    max_examples=int(os.environ.get("MACHINE", "40")),
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
    report_multiple_bugs=False,
)
TestFacts = Facts.TestCase
