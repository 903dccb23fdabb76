"""Writes, hand edits, accesses, directives, hygiene, crashes and time in any order, against a small model.

The model knows the words of every note that was ever written and not replaced by its own writer: each must be in a
layer file, in the archive or in a conflict note.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from difflib import unified_diff
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from memoryd.config.sections import Layers, MemoryOracle
from memoryd.conversation.message import Said
from memoryd.errors import InvalidParams, MemorydError, NotFound
from memoryd.jobs.command import Summarizer
from memoryd.jobs.source import Answer
from memoryd.kinds.notes.formats.hygiene import decode
from memoryd.kinds.notes.formats.layer_file import layer_of, parse_layer
from memoryd.kinds.notes.formats.tags import split_tag
from memoryd.kinds.notes.known.index_feed import feed
from memoryd.kinds.notes.requests.condense_jobs import Condensing
from memoryd.kinds.notes.requests.directives import directives_in
from tests.kinds.notes.rig import NotesRig
from tests.support.fake_index import FakeIndex

LAYERS = ("decisions", "knowledge", "recipes")
MOST = 5
MEANWHILE = st.sampled_from(["", "", "refused", "write"])
_WORD = re.compile(r"word\d+x")


class NotesMachine(RuleBasedStateMachine):
    """The notes under random requests and hand edits."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="notes-"))
        self.rig = NotesRig(self.folder / "data", Layers(hot_max_bullets=MOST, hygiene_max_bytes=6000))
        self.count = 0
        self.must: set[str] = set()
        self.last_session: str | None = None

    def teardown(self) -> None:
        self.rig.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    # --- helpers ------------------------------------------------------------------------------------------

    def text(self, shape: int = 0) -> str:
        self.count += 1
        word = f"word{self.count}x"
        self.must.add(word)
        return (
            f"Remember {word} for later",
            f"The {word} thing\n- Reason: it is good\n- {word} again",
            f"Use {word} because of reasons",
            f"{word}",
        )[shape % 4]

    def keys(self) -> list[str]:
        layers = self.rig.snapshot.layers
        return [f"memory/{name}.md:{e.slug}" for name in sorted(layers) for e in layers[name].file.entries()]

    def pick(self, number: int) -> str | None:
        keys = self.keys()
        return keys[number % len(keys)] if keys else None

    def replaced(self, *texts: str) -> None:
        for text in texts:
            self.must -= set(_WORD.findall(text))

    def attempt(self, *call: Any, **options: Any) -> Any:
        try:
            return getattr(self.rig, call[0])(*call[1:], **options)
        except MemorydError as error:
            assert error.code in ("limit_exceeded", "not_found", "conflict"), error
            return None

    def files(self) -> dict[str, bytes]:
        root = self.rig.root
        names = [root / "MEMORY.md", *(root / "memory").rglob("*")]
        return {str(path.relative_to(root)): path.read_bytes() for path in names if path.is_file()}

    def same(self, before: dict[str, bytes]) -> None:
        after = self.files()
        for name in sorted({*before, *after}):
            old, new = before.get(name, b"").decode().split("\n"), after.get(name, b"").decode().split("\n")
            assert before.get(name) == after.get(name), "\n".join(unified_diff(old, new, name, name, lineterm=""))

    def layer_files(self) -> list[Path]:
        return sorted(path for path in (self.rig.root / "memory").glob("*.md") if layer_of(f"memory/{path.name}"))

    # --- through the socket -------------------------------------------------------------------------------

    @rule(
        layer=st.sampled_from(LAYERS),
        shape=st.integers(0, 3),
        options=st.sampled_from(["", "remember", "pin", "critical"]),
    )
    def write(self, layer: str, shape: int, options: str) -> None:
        text = self.text(shape)
        result = self.attempt("write", layer, text, **({options: True} if options else {}))
        if result is None:
            self.replaced(text)
            return
        again = self.rig.write(layer, text)
        assert (again["key"], again["status"]) == (result["key"], "known")

    @precondition(lambda self: self.keys())
    @rule(number=st.integers(0, 99), shape=st.integers(0, 3))
    def edit(self, number: int, shape: int) -> None:
        key = self.pick(number)
        assert key is not None
        entry = self.rig.snapshot.entry(key)
        new = self.text(shape)
        if entry.kind == "section" and "\n- " in new:
            with pytest.raises(InvalidParams, match="without bullets"):
                self.rig.do("edit", key, new)
            self.replaced(new)
            return
        self.rig.do("edit", key, new)
        self.replaced(entry.text)
        self.must |= set(_WORD.findall(new))

    @precondition(lambda self: self.keys())
    @rule(number=st.integers(0, 99), verb=st.sampled_from(["pin", "promote", "demote", "unpin"]))
    def move(self, number: int, verb: str) -> None:
        key = self.pick(number)
        before = set(self.rig.snapshot.hot)
        if verb == "pin":
            done = self.attempt("do", "pin", key, None)
        elif verb == "promote":
            done = self.attempt("do", "promote", key, "user request", None)
        else:
            done = self.attempt("do", verb, key)
        if done is None:
            assert set(self.rig.snapshot.hot) == before
        elif verb in ("pin", "promote"):
            assert key in self.rig.snapshot.hot

    @precondition(lambda self: self.keys())
    @rule(number=st.integers(0, 99))
    def archive(self, number: int) -> None:
        key = self.pick(number)
        self.rig.do("archive", key, None)
        assert self.rig.snapshot.entry(key) is None

    @rule(number=st.integers(0, 99), pin=st.booleans())
    def restore(self, number: int, pin: bool) -> None:
        rig = self.rig
        gone = [note.key for note in rig.parts.transactions.archive.all() if rig.snapshot.entry(note.key) is None]
        if gone:
            self.attempt("run", lambda batch: rig.store.restore(gone[number % len(gone)], pin, None, batch))

    @rule()
    def start_session(self) -> None:
        self.last_session = self.rig.session(self.last_session)

    @precondition(lambda self: self.keys())
    @rule(number=st.integers(0, 99), session=st.integers(1, 4), read=st.booleans())
    def use(self, number: int, session: int, read: bool) -> None:
        key = self.pick(number)
        assert key is not None
        self.rig.parts.accesses.used(f"s{session}", [key], came_first=key, read=read)
        self.rig.tick()

    @precondition(lambda self: self.keys())
    @rule(number=st.integers(0, 99), form=st.sampled_from(["pin", "promote", "forget", "forget keyword", "restore"]))
    def direct(self, number: int, form: str) -> None:
        key = self.pick(number)
        assert key is not None
        place = key.removeprefix("memory/").replace(".md:", ":")
        target = place.split(":")[1][:8] if form == "forget keyword" else place
        found = directives_in(f"[[{form}:{target}]]")
        results = self.rig.run(lambda batch: self.rig.parts.directives.do(found, "s1", Said(""), lambda: None, batch))
        assert len(results) == 1

    @precondition(lambda self: any(self.condensing.open_work(0)))
    @rule(number=st.integers(0, 99), bad=st.booleans())
    def condense(self, number: int, bad: bool) -> None:
        jobs = list(self.condensing.open_work(0))
        job = jobs[number % len(jobs)]
        words = _WORD.findall(self.condensing.messages(job)[1]["content"])
        self.count += 1
        job_id, line = f"job-{self.count}", f"In short {words[-1] if words and not bad else 'word0x'}"
        try:
            assert self.condensing.accept(job, Answer(text=line), job_id) == job.slot
        except InvalidParams:
            assert bad or not words
            return
        assert self.condensing.accept(job, Answer(text="something else"), job_id) == job.slot
        assert self.rig.snapshot.hot[job.slot].text == line
        assert job.slot not in [open_job.slot for open_job in self.condensing.open_work(0)]

    @property
    def condensing(self) -> Condensing:
        return Condensing(self.rig.parts.transactions, self.rig.parts.hot, self.rig.store, Summarizer(tuple, str))

    # --- by hand ------------------------------------------------------------------------------------------

    def look(self, meanwhile: str) -> None:
        """The watcher comes, after a request that came first."""
        if meanwhile == "refused":
            with pytest.raises(NotFound):
                self.rig.do("edit", "memory/decisions.md:there-is-none", "x")
        elif meanwhile == "write":
            self.attempt("write", "decisions", "Written meanwhile", remember=True)
        self.rig.look()

    @rule(layer=st.sampled_from(LAYERS), shape=st.integers(0, 3), mark=st.sampled_from(["", " ↑[pin]"]), then=MEANWHILE)
    def append_by_hand(self, layer: str, shape: int, mark: str, then: str) -> None:
        path = self.rig.root / f"memory/{layer}.md"
        first, *rest = self.text(shape).split("\n")
        with path.open("a") as file:
            file.write("\n".join([f"- {first}{mark}", *(f"  {line}" for line in rest)]) + "\n")
        self.look(then)

    @rule(number=st.integers(0, 99), what=st.sampled_from(["change", "delete", "section"]), then=MEANWHILE)
    def edit_by_hand(self, number: int, what: str, then: str) -> None:
        files = [path for path in self.layer_files() if len(parse_layer(path.read_text()))]
        if not files:
            return
        path = files[number % len(files)]
        text = path.read_text()
        entries = list(parse_layer(text).entries())
        entry = entries[number % len(entries)]
        if what == "delete":
            new = text.replace(entry.raw, "", 1)
        elif what == "section":
            new = text.rstrip("\n") + f"\n\n## Heading {self.count}\n\n{self.text(3)} in a paragraph\n"
        else:
            words = _WORD.findall(entry.raw)
            if not words:
                return
            self.count += 1
            new = text.replace(entry.raw, entry.raw.replace(words[0], f"word{self.count}x"), 1)
            self.replaced(*words)
            self.must.add(f"word{self.count}x")
            if words[0] in new:
                self.must.add(words[0])
        path.write_text(new)
        self.look(then)

    @rule(number=st.integers(0, 99))
    def rename_by_hand(self, number: int) -> None:
        files = self.layer_files()
        if not files:
            return
        path = files[number % len(files)]
        target = path.with_name(f"moved{number % 3}.md")
        if not target.exists():
            path.rename(target)
            self.rig.look()

    @rule(number=st.integers(0, 99))
    def remove_layer(self, number: int) -> None:
        files = self.layer_files()
        if files:
            files[number % len(files)].unlink()
            self.rig.look()

    @rule(
        number=st.integers(0, 99),
        shape=st.integers(0, 3),
        what=st.sampled_from(["type", "change", "delete", "other"]),
        then=MEANWHILE,
    )
    def edit_memory(self, number: int, shape: int, what: str, then: str) -> None:
        path = self.rig.root / "MEMORY.md"
        text = path.read_text() if path.exists() else ""
        bullets = [line for line in text.split("\n") if line.startswith("- ") and "←memory/" in line]
        if what == "type" or not bullets:
            new = text + f"\n## 📋 Decisions (Hot Cache)\n- {self.text(0)}\n"
        elif what == "other":
            new = text + f"\n## Mine {number}\n{self.text(3)} in my own section\n"
        else:
            line = bullets[number % len(bullets)]
            if what == "delete":
                new = text.replace(line + "\n", "", 1)
            else:
                said, tag = split_tag(line[2:])
                new = text.replace(line, f"- {self.text(shape % 3).partition(chr(10))[0]} {tag}", 1)
                self.replaced(said)
        path.write_text(new)
        self.look(then)

    @rule(what=st.sampled_from(["MEMORY.md", "memory/hygiene.json", ".memoryd/hot.json"]), broken=st.booleans())
    def lose(self, what: str, broken: bool) -> None:
        path = self.rig.root / what
        if not path.exists():
            return
        text = path.read_text()
        own = what == "MEMORY.md"
        if own and "## Mine" in text:
            return  # text of a person is theirs to lose
        if broken and not own:
            path.write_text(text[: len(text) // 2])
        else:
            path.unlink()
        self.rig.look()

    # --- time ---------------------------------------------------------------------------------------------

    @rule(days=st.sampled_from([0.5, 1, 31, 61, 181]))
    def wait(self, days: float) -> None:
        self.rig.days(days)

    @rule()
    def hygiene(self) -> None:
        self.rig.hygiene_run()
        before = self.files()
        counts = self.rig.hygiene_run()
        assert {name: n for name, n in counts.items() if name != "review"} == dict.fromkeys(
            ("demoted", "synced", "promoted", "archived", "pruned"), 0
        )
        self.same(before)

    @rule()
    def crash(self) -> None:
        self.rig.look()
        # A start does what has become due by age, such as rolling old log entries: that is done before.
        self.rig.hygiene_run()
        before = self.files()
        self.rig.crash()
        self.same(before)

    @rule()
    def crash_before_it_is_seen(self) -> None:
        self.rig.crash()
        self.rig.look()

    # --- what always holds --------------------------------------------------------------------------------

    @initialize()
    def begin(self) -> None:
        self.rig.write("decisions", self.text(), remember=True)

    @invariant()
    def holds(self) -> None:
        self.rig.look()
        snapshot = self.rig.snapshot
        memory = self.rig.memory if (self.rig.root / "MEMORY.md").exists() else ""
        bullets = [line[2:] for line in memory.split("\n") if line.startswith("- ") and "↑" in line]
        assert len(bullets) <= MOST
        assert len(bullets) == len(snapshot.hot)
        assert memory.count("\n") <= MemoryOracle().memory_md_max_lines
        for bullet in bullets:
            _, tag = split_tag(bullet)
            assert tag is not None, bullet
            assert tag.slug is not None
            entry = parse_layer(self.rig.file(f"memory/{tag.layer}.md"))
            known = self.rig.snapshot.layers[tag.layer].file
            assert tag.slug in known, (tag, known.slugs())
            assert known.render() == entry.render()
        self.kept()
        hygiene = decode((self.rig.root / "memory/hygiene.json").read_bytes())
        assert not hygiene.access.keys() & snapshot.hot.keys()
        assert set(hygiene.hot) == {f"{note.layer}:{note.slug}" for note in snapshot.hot.values()}
        assert (self.rig.root / "memory/hygiene.json").stat().st_size <= 6000
        anew = FakeIndex()
        feed(snapshot, anew, {})
        assert self.indexed(self.rig.index) == self.indexed(anew)
        before = self.files()
        self.rig.look()
        self.same(before)

    @staticmethod
    def indexed(index: FakeIndex) -> dict[str, tuple[str, bool, str | None]]:
        return {key: (document.text, document.hot, document.title) for key, document in index.documents.items()}

    def kept(self) -> None:
        everything = "\n".join(
            content.decode()
            for name, content in self.files().items()
            if name.endswith(".md") and not name[7:8].isdigit()
        )
        assert not self.must - set(_WORD.findall(everything))
