"""An entry that a person rewords before the audit has it, and a kill: each wording that was acknowledged is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memoryd.audit.keyring import KEYRING_PATH
from memoryd.kinds.items.item import Address, key_of
from memoryd.storage.files import OsFiles
from tests.faults.base import prepare
from tests.faults.machine import Machine, StillClock
from tests.faults.paths import requests
from tests.faults.test_saved_over_killed import save_anew, session_file
from tests.support.rest import part

# After a kill threads of the dead end, too, wherever they are.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
Say = Callable[[Machine, str], str]


def say_fact(machine: Machine, word: str) -> str:
    return str(machine.call("facts.add", {"subject": "kiln", "predicate": "is", "object": word})["id"])


def say_note(machine: Machine, word: str) -> str:
    return str(machine.call("notes.write", {"layer": "kiln", "text": f"The kiln is {word}"})["key"])


def say_context(machine: Machine, word: str) -> str:
    return str(machine.call("contexts.save", {"project": "kiln", "content": f"The kiln is {word}"})["id"])


def say_item(machine: Machine, word: str) -> str:
    machine.call("items.put", {"namespace": ["kiln"], "key": "kiln", "value": word})
    return key_of(Address(("kiln",), "kiln"))


def say_message(machine: Machine, word: str) -> str:
    message = {"role": "user", "content": word}
    (key,) = machine.call("sessions.append", {"session_id": "kiln", "messages": [message]})["keys"]
    return str(key)


KINDS: dict[str, tuple[Say, str]] = {
    "fact": (say_fact, "knowledge-graph/facts.jsonl"),
    "note": (say_note, "memory/kiln.md"),
    "context": (say_context, "contexts/kiln.jsonl"),
    "item": (say_item, "items/kiln.jsonl"),
    "message": (say_message, ""),
}
EACH = pytest.mark.parametrize("kind", KINDS)


class Life:
    """One store through starts and kills. Its audit runs where a test says so."""

    def __init__(self, folder: Path, *, begun: bool = True) -> None:
        """`begun`: its audit has something already."""
        self.folder = folder
        self.clock = StillClock()
        self.machine = self._start()
        if not begun:
            return
        self.machine.call("items.put", {"namespace": ["before"], "key": "all", "value": 1})
        self.record()
        self.kill()

    def _start(self) -> Machine:
        return Machine(self.folder, OsFiles(), self.clock)

    def say(self, kind: str, word: str = "firstword") -> tuple[str, Path]:
        """Its key and its file."""
        say, relpath = KINDS[kind]
        self.machine.call("sessions.start", {"session_id": "kiln", "agent": "a"})
        key = say(self.machine, word)
        return key, self.machine.data / (relpath or session_file(self.machine))

    def kill(self) -> None:
        self.machine.abandon()
        self.begin()

    def end(self) -> None:
        """An orderly one."""
        self.machine.close()

    def begin(self) -> None:
        self.machine = self._start()

    def record(self) -> None:
        """The audit takes down what the start found."""
        self.machine.audit()
        self.machine.composition.settle_in()
        assert self.machine.services.audit.flush(60)

    def told(self, key: str) -> list[tuple[str, str | None]]:
        """What `audit.show` tells of a memory, the oldest first: each change, and the word that stood then."""
        shown = self.machine.call("audit.show", {"key": key})
        return [(one["change"], one["text"] and one["text"].split()[-1]) for one in shown["versions"]]

    def kept(self) -> bytes:
        """All that gave way and is kept."""
        places = (self.machine.data / "history", self.machine.data / "memory" / "archive")
        return b"".join(one.read_bytes() for place in places for one in place.rglob("*") if one.is_file())


@pytest.fixture
def life(tmp_path: Path) -> Iterator[Life]:
    life = Life(tmp_path)
    yield life
    life.machine.abandon()


def reword(path: Path, word: str, other: str) -> None:
    text = path.read_text()
    assert word in text
    save_anew(path, text.replace(word, other).encode())


def save_older(path: Path, word: str, other: str) -> None:
    """An editor had opened the file before it was written."""
    text = path.read_text()
    save_anew(path, f"{text[: text.index(word)]}{other}\n".encode())


@EACH
def test_the_first_wording_is_told_behind_a_kill(life: Life, kind: str) -> None:
    key, path = life.say(kind)
    reword(path, "firstword", "otherword")
    life.kill()
    life.record()
    # A note's key is made of its text, unless it has an anchor: the first has gone to the archive.
    changes = ["added", "removed"] if kind == "note" else ["added", "changed"]
    assert [change for change, _ in life.told(key)] == changes
    assert life.told(key)[0][1] == "firstword"
    assert b"firstword" in life.kept()
    assert life.machine.call("audit.verify")["problems"] == []


@EACH
@pytest.mark.parametrize("starts", part(1, [["kill", "record", "kill"], ["kill"], ["record", "kill"]]), ids=len)
def test_it_is_told_once_whatever_becomes_of_the_starts(life: Life, kind: str, starts: list[str]) -> None:
    key, path = life.say(kind)
    reword(path, "firstword", "otherword")
    life.kill()
    for step in starts:
        getattr(life, step)()
    life.record()
    assert len(life.told(key)) == 2
    assert b"firstword" in life.kept()


@EACH
def test_of_two_rewordings_what_was_acknowledged_is_kept(life: Life, kind: str) -> None:
    key, path = life.say(kind)
    reword(path, "firstword", "secondword")
    reword(path, "secondword", "thirdword")
    save_anew(path, path.read_bytes())
    life.kill()
    life.record()
    assert life.told(key)[0] == ("added", "firstword")
    assert b"firstword" in life.kept()


@EACH
def test_a_line_that_was_deleted_meanwhile_comes_back(life: Life, kind: str) -> None:
    _, path = life.say(kind)
    save_anew(path, b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    life.kill()
    life.record()
    assert b"firstword" in path.read_bytes() + life.kept()


def test_every_wording_that_was_put_is_kept_though_none_was_recorded(life: Life) -> None:
    life.say("item", "firstword")
    key, path = life.say("item", "secondword")
    reword(path, "secondword", "thirdword")
    life.kill()
    life.record()
    assert life.told(key) == [("added", "firstword"), ("changed", "secondword"), ("changed", "thirdword")]


def test_what_the_audit_has_is_not_told_again(life: Life) -> None:
    life.record()
    life.say("item", "firstword")
    key, path = life.say("item", "secondword")
    assert life.machine.services.audit.flush(60)
    reword(path, "secondword", "thirdword")
    life.kill()
    life.record()
    assert life.told(key) == [("added", "firstword"), ("changed", "secondword"), ("changed", "thirdword")]


def test_what_was_deleted_on_request_is_kept_though_nothing_was_recorded(life: Life) -> None:
    key, _ = life.say("item")
    life.machine.call("items.delete", {"namespace": ["kiln"], "key": "kiln"})
    life.kill()
    life.record()
    assert life.told(key) == [("added", "firstword"), ("removed", None)]
    assert b"firstword" in life.kept()


@EACH
def test_what_was_not_reworded_makes_one_line(life: Life, kind: str) -> None:
    key, _ = life.say(kind)
    life.kill()
    life.record()
    assert life.told(key) == [("added", "firstword")]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "item"])
def test_what_stands_as_it_was_has_not_gone_where_its_key_is_lost(life: Life, kind: str) -> None:
    key, _ = life.say(kind)
    life.record()
    life.end()
    (life.machine.data / KEYRING_PATH).unlink()
    life.begin()
    life.say(kind, "otherword")
    life.record()
    assert [change for change, _ in life.told(key)] == ["added"]


@EACH
def test_an_audit_that_had_nothing_yet_has_it_too(tmp_path: Path, kind: str) -> None:
    life = Life(tmp_path, begun=False)
    try:
        _, path = life.say(kind)
        reword(path, "firstword", "otherword")
        life.kill()
        life.record()
        assert b"firstword" in life.kept()
    finally:
        life.machine.abandon()


@pytest.mark.parametrize(
    ("name", "pattern", "word"),
    [("jobs.submit daily", "daily/*.md", "We build it."), ("jobs.submit leaf", "summaries/L1/*.md", "Ada will build")],
)
@pytest.mark.parametrize("save", [reword, save_older])
def test_what_an_agent_wrote_is_kept_behind_a_save_and_a_kill(
    tmp_path: Path, name: str, pattern: str, word: str, save: Callable[[Path, str, str], None]
) -> None:
    """A daily and a summary are one memory each, in a file of their own."""
    prepare(tmp_path, StillClock())
    life = Life(tmp_path)
    try:
        (act,) = (path.prepare(life.machine) for path in requests() if path.name == name)
        act()
        (path,) = (one for one in life.machine.data.glob(pattern) if word in one.read_text())
        save(path, word, "Nobody builds")
        life.kill()
        life.record()
        life.machine.absorb(str(path.relative_to(life.machine.data)))  # as the watcher's first look
        assert life.machine.services.audit.flush(60)
        assert word.encode() in life.kept()
    finally:
        life.machine.abandon()
