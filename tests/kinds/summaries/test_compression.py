"""The work that the hierarchy offers, on real session files: its order, answers, edits of summaries, and groups."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from msgspec.structs import replace

from memoryd.config import Config
from memoryd.config.sections import InjectionBudget, Schedule, Summaries
from memoryd.conversation.message import Message
from memoryd.errors import Conflict, InvalidParams
from memoryd.jobs.source import MARK, Answer, Work
from memoryd.kinds.summaries.backlog import Backlog
from memoryd.kinds.summaries.budget import LEVELS, Level
from memoryd.kinds.summaries.compression import Compression
from memoryd.kinds.summaries.node import Node, Scope
from memoryd.kinds.summaries.store import SummaryStore, range_of
from memoryd.times import SECOND
from tests.support.kind_services import KindServices
from tests.support.sessions import SessionRig

NUMBERS = Summaries(
    chunk_tokens=6, summary_target_tokens=3, pruning_boundary_tokens=0, merge_threshold=2,
    injection_budget=InjectionBudget(1000, 1000, 1000),
)  # fmt: skip


def configured(numbers: Summaries) -> Config:
    return Config(summaries=numbers, schedule=Schedule(timezone="UTC"))


class Rig(KindServices):
    """Sessions and the summaries made of them; `restart` forgets everything but the files and what the index has."""

    def __init__(self, root: Path) -> None:
        self.talk = SessionRig(root)
        super().__init__(root, clock=self.talk.clock)
        for level in LEVELS:
            (root / "summaries" / level).mkdir(parents=True)
        self.program: str | None = None
        """What the local summariser answers."""
        self.jobs = 0
        self.restart()

    def restart(self) -> None:
        services = self.open(
            configured(NUMBERS),
            summarizer=lambda messages, target, refusal: (
                self.program and (None if refusal(self.program) else self.program)
            ),
            redactor=SimpleNamespace(plain=lambda text: text.replace("hunter2", "[redacted]")),
        )
        self.settings = services.settings
        self.store = SummaryStore(services)
        self.store.load()
        self.store.feed(self.index.states)
        backlog = Backlog(str(self.root), self.talk.store, self.store)
        self.compression = Compression(services, backlog, self.talk.store, self.store)

    def say(self, *contents: str, session: str = "s", **fields: Any) -> None:
        """User and assistant speak by turns; a chunk ends with the assistant."""
        self.talk.start(session, **fields)
        known = self.talk.store.registry.require(session)
        said = [
            Message(
                session_id=session,
                role="assistant" if (known.messages + place) % 2 else "user",
                content=content,
                at=known.started,
                received=known.started + SECOND,
                audience=known.audience,
                project=known.project,
            )
            for place, content in enumerate(contents)
        ]
        self.talk.append(session, said)

    def end(self, session: str = "s") -> None:
        self.talk.end(session)

    def work(self) -> list[Work]:
        while not self.compression.read_on():
            pass
        return list(self.compression.open_work(self.talk.clock.now()))

    def submit(self, work: Work, text: str = "I remember.", by: str = "agent") -> str:
        self.jobs += 1
        return self.compression.accept(work, Answer(text=text, by=by), f"job-{self.jobs}")

    def make_all(self) -> list[tuple[str, str | None]]:
        """An agent does all new work; (kind, level) of each."""
        done = []
        while (work := next((one for one in self.work() if not one.redo), None)) is not None:
            assert self.compression.messages(work)
            self.submit(work, f"I remember {self.jobs}.")
            done.append((work.kind, work.level))
        return done

    def node(self, identity: str) -> Node:
        node = self.store.tree.get(identity)
        assert node is not None
        return node

    def path(self, identity: str) -> Path:
        return self.root / f"summaries/{identity}.md"

    def edit(self, identity: str, old: str, new: str) -> None:
        """As a person does in an editor; then the watcher's call."""
        path = self.path(identity)
        fresh = path.with_suffix(".new")
        fresh.write_text(path.read_text().replace(old, new))
        fresh.rename(path)
        self.store.absorb(f"summaries/{identity}.md", None)

    def texts(self) -> list[str]:
        return [document.text for document in self.index.documents.values()]


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path)
    yield rig
    rig.talk.stop()


def message(number: int) -> str:
    """Three tokens; two of them are a chunk."""
    return f"message {number:03}"


def talk(rig: Rig, messages: int, **fields: Any) -> None:
    rig.say(*map(message, range(messages)), **fields)


# --- what is to be done -----------------------------------------------------------------------------------


def test_leaves_are_merged_as_soon_as_there_are_enough(rig: Rig) -> None:
    talk(rig, 8)
    rig.end()
    leaf, low, high = ("leaf", "L1"), ("merge", "L2"), ("merge", "L3")
    assert rig.make_all() == [leaf, leaf, low, leaf, leaf, low, high]
    assert [len(rig.store.tree.levels[level]) for level in LEVELS] == [4, 2, 1]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(1, 40)), max_size=12), st.booleans())
def test_every_message_is_in_one_leaf(said: list[tuple[str, int]], restart: bool) -> None:
    with TemporaryDirectory() as folder:
        rig = Rig(Path(folder))
        for number, (session, length) in enumerate(said):
            rig.say(f"{number} ".ljust(length, "x"), session=session)
        for session in {session for session, _ in said}:
            rig.end(session)
        rig.make_all()
        if restart:
            rig.restart()
        assert [work for work in rig.work() if not work.redo] == []
        held = [range_of(source) for leaf in rig.store.tree.levels["L1"].values() for source in leaf.sources]
        lines = [(path, line) for path, first, last in held for line in range(first, last + 1)]
        there = [(path, line) for path, file in rig.talk.store.files.items() for line in range(1, file.lines + 1)]
        assert sorted(lines) == sorted(there)
        rig.talk.stop()


def test_an_active_session_is_summarised_in_whole_chunks_only(rig: Rig) -> None:
    talk(rig, 3)
    assert rig.make_all() == [("leaf", "L1")]
    assert not rig.compression.has_taken(rig.talk.path())
    rig.end()
    assert rig.make_all() == [("leaf", "L1"), ("merge", "L2")]
    assert rig.compression.has_taken(rig.talk.path())


def test_other_numbers_count_from_the_next_look(rig: Rig) -> None:
    talk(rig, 2)
    rig.settings.replace(configured(replace(NUMBERS, chunk_tokens=100)))
    assert rig.work() == []
    rig.settings.replace(configured(NUMBERS))
    assert [work.kind for work in rig.work()] == ["leaf"]


# --- answers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [(" \n", "empty"), ("?!", "empty"), (f"{MARK} so be it", "repeats"), ("word " * 2000, "at most"), (None, "text")],
)
def test_an_answer_that_is_no_summary_is_refused(rig: Rig, text: str | None, reason: str) -> None:
    talk(rig, 2)
    work = rig.work()[0]
    with pytest.raises(InvalidParams, match=reason):
        rig.compression.accept(work, Answer(text=text), "job")
    assert rig.store.tree.get("L1/0001") is None


def test_an_answer_is_held_against_what_its_job_holds_and_shows(rig: Rig) -> None:
    rig.say("Carol and Trudy from Lisbon bought 14 licences.", "Noted.")
    rig.submit(rig.work()[0], "Carol and Trudy from Lisbon bought 14 licences.")
    rig.say("The crane at quay 8085 leaks oil since Ada greased the winch and the brake.", "Bob mends its gasket.")
    leaf = rig.work()[0]
    with pytest.raises(InvalidParams, match="stand in what it is made of"):
        rig.submit(leaf, "Giraffes discuss ancient poetry beneath purple mountains while bananas grow slowly, forever.")
    with pytest.raises(InvalidParams, match="names and numbers do not stand"):
        rig.submit(leaf, "The crane leaks, says Peter of Oslo to Mary, and 77 cranes do, since Ada greased the winch.")
    # Who was named in an earlier summary that the job shows may be named.
    rig.submit(leaf, "The crane of Carol and Trudy from Lisbon leaks oil, since Ada greased the winch.")
    merge = rig.work()[0]
    assert merge.kind == "merge"
    with pytest.raises(InvalidParams, match="stand in what it is made of"):
        rig.submit(
            merge, "Giraffes discuss ancient poetry beneath purple mountains while bananas grow slowly, forever."
        )
    rig.submit(merge, "Trudy bought 14 licences with Carol, and the crane leaks oil since Ada greased its winch.")


def test_an_answer_is_taken_once_without_secrets_and_indexed(rig: Rig) -> None:
    talk(rig, 2)
    work = rig.work()[0]
    key = rig.compression.accept(work, Answer(text="The password is hunter2."), "job")
    assert key == "summaries/L1/0001.md" and rig.compression.accepted("job") == key
    assert rig.compression.accept(work, Answer(text="Again."), "job") == key
    assert rig.texts() == ["The password is [redacted]."]
    rig.restart()
    assert rig.compression.accepted("job") == key and rig.node("L1/0001").text == "The password is [redacted]."


def test_work_that_was_done_or_has_changed_meanwhile_is_a_conflict(rig: Rig) -> None:
    talk(rig, 4)
    first = rig.work()[0]
    rig.submit(first)
    with pytest.raises(Conflict, match="meanwhile"):
        rig.submit(first)
    second = rig.work()[0]
    rig.talk.edit(rig.talk.path(), rig.talk.lines(rig.talk.path())[0] * 3)
    with pytest.raises(Conflict, match="meanwhile"):
        rig.submit(second)


def test_summaries_are_merged_once(rig: Rig) -> None:
    talk(rig, 4)
    rig.submit(rig.work()[0])
    rig.submit(rig.work()[0])
    merge = rig.work()[0]
    assert rig.submit(merge, "Both together.") == "summaries/L2/0001.md"
    with pytest.raises(Conflict, match="merged meanwhile"):
        rig.submit(merge)


def test_without_an_agent_a_program_or_the_builtin_does_it_and_an_agent_may_do_it_better(rig: Rig) -> None:
    talk(rig, 4)
    work = rig.work()[0]
    answer = rig.compression.fallback(work)
    assert answer is not None and answer.by == "builtin" and "message 00" in (answer.text or "")
    rig.program = "By the program."
    answer = rig.compression.fallback(work)
    assert answer == Answer(text="By the program.", by="command")
    rig.submit(work, "By the program.", by="command")
    again = next(one for one in rig.work() if one.redo)
    assert (again.slot, again.level) == ("L1/0001", "L1") and rig.compression.fallback(again) is None
    rig.submit(again, "By an agent.")
    node = rig.node("L1/0001")
    assert (node.text, node.version, node.by) == ("By an agent.", 2, "agent")
    assert [one for one in rig.work() if one.redo] == []


def test_a_program_that_answers_nonsense_is_not_taken_at_its_word(rig: Rig) -> None:
    talk(rig, 2)
    rig.program = "?!"
    answer = rig.compression.fallback(rig.work()[0])
    assert answer is not None and answer.by == "builtin"


# --- what people do to summaries --------------------------------------------------------------------------


def test_an_edited_summary_counts_and_makes_what_stands_above_it_stale(rig: Rig) -> None:
    talk(rig, 4)
    rig.make_all()
    rig.edit("L1/0001", "I remember", "I, a person, remember")
    node = rig.node("L1/0001")
    assert (node.version, node.by) == (2, "hand") and node.text in rig.texts()
    (work,) = rig.work()
    assert (work.redo, work.slot, work.data["stale"]) == (True, "L2/0001", True)
    assert "a person" in str(rig.compression.messages(work))
    # An agent's words are not replaced by the built-in's.
    assert rig.compression.fallback(work) is None
    rig.submit(work, "Made again.")
    assert rig.work() == [] and rig.node("L2/0001").version == 2


def test_an_edit_while_nobody_looked_is_a_persons_too(rig: Rig) -> None:
    talk(rig, 4)
    rig.make_all()
    path = rig.path("L1/0001")
    path.write_text(path.read_text().replace("I remember", "I, a person, remember"))
    rig.restart()
    node = rig.node("L1/0001")
    assert (node.version, node.by, node.written_by_hand()) == (2, "hand", [node.text])
    assert [(one.slot, one.data["stale"]) for one in rig.work()] == [("L2/0001", True)]
    rig.restart()
    assert rig.node("L1/0001") == node


def test_what_a_person_wrote_stays_when_what_it_was_made_of_changes(rig: Rig) -> None:
    talk(rig, 4)
    rig.make_all()
    rig.edit("L2/0001", "I remember", "I, a person, remember")
    rig.edit("L1/0001", "I remember", "I, too, remember")
    assert rig.store.tree.is_stale(rig.node("L2/0001")) and rig.work() == []
    rig.restart()
    assert rig.work() == [] and "I, a person" in rig.node("L2/0001").text


def test_an_answer_comes_too_late_for_what_a_person_has_just_saved(rig: Rig) -> None:
    talk(rig, 4)
    rig.make_all()
    rig.edit("L1/0001", "I remember", "I, a person, remember")
    (work,) = rig.work()
    path = rig.path(work.slot)
    path.write_text(path.read_text().replace("I remember", "I, another person, remember"))
    with pytest.raises(Conflict):
        rig.submit(work, "Made again.")
    assert "I, another person" in path.read_text() and rig.work() == []


@pytest.mark.parametrize("restart", [False, True])
def test_a_removed_summary_is_made_again_in_its_place(rig: Rig, restart: bool) -> None:
    talk(rig, 4)
    rig.make_all()
    rig.path("L1/0001").unlink()
    if restart:
        rig.restart()
    else:
        rig.store.rescan({})
    assert rig.store.is_lost(rig.node("L1/0001")) and len(rig.texts()) == 2
    work = next(one for one in rig.work() if one.data.get("lost"))
    assert work.slot == "L1/0001"
    answer = rig.compression.fallback(work)
    assert answer is not None
    rig.submit(work, answer.text or "", by="builtin")
    assert rig.path("L1/0001").exists() and not rig.store.is_lost(rig.node("L1/0001"))
    assert rig.make_all() == []


def test_a_file_that_is_no_summary_is_reported_until_it_is_mended(rig: Rig) -> None:
    talk(rig, 2)
    rig.make_all()
    rig.edit("L1/0001", "<!--", "<!- -")
    (problem,) = rig.board.all()
    assert problem.path == "summaries/L1/0001.md"
    rig.edit("L1/0001", "<!- -", "<!--")
    assert rig.board.all() == []


def test_an_index_that_was_edited_is_written_again(rig: Rig) -> None:
    talk(rig, 2)
    rig.make_all()
    path = rig.root / "summaries/index.json"
    path.write_text("{}")
    rig.store.absorb("summaries/index.json", None)
    assert '"L1/0001"' in path.read_text()


def test_a_start_feeds_the_index_only_what_it_lacks(rig: Rig) -> None:
    talk(rig, 2)
    rig.make_all()
    rig.index.documents.clear()
    rig.restart()
    assert rig.texts() == []
    rig.index.states.clear()
    rig.restart()
    assert len(rig.texts()) == 1
    rig.path("L1/0001").unlink()
    rig.restart()
    assert rig.texts() == []


# --- groups (rule 17) -------------------------------------------------------------------------------------


def test_the_job_of_a_group_shows_only_what_its_project_s_groups_said(rig: Rig) -> None:
    talk(rig, 2, session="private", project="p")
    rig.make_all()
    rig.talk.clock.advance(1)
    talk(rig, 2, session="earlier", project="p", audience="group")
    (job,) = [work for work in rig.work() if not work.redo]
    assert job.sessions == ("earlier",)
    assert "I remember" not in str(rig.compression.messages(job))
    rig.submit(job, "What the group said.")
    rig.talk.clock.advance(1)
    talk(rig, 2, session="later", project="p", audience="group")
    merge = rig.work()[0]
    # Made of private and group words alike, it is private.
    assert (merge.kind, merge.sessions) == ("merge", None)
    rig.submit(merge)
    job = rig.work()[0]
    assert job.sessions == ("later", "earlier") and "What the group said." in str(rig.compression.messages(job))


def test_what_is_injected_depends_on_who_asks(rig: Rig) -> None:
    budgets: dict[Level, int] = {"L1": 1000, "L2": 1000, "L3": 1000}
    talk(rig, 2, session="group", project="p", audience="group")
    rig.make_all()
    started = rig.talk.store.sessions["group"].started
    for scope, keys in (
        (None, ["summaries/L1/0001.md"]),
        (Scope("other", "p", started), ["summaries/L1/0001.md"]),
        (Scope("group", None, started), ["summaries/L1/0001.md"]),
        (Scope("other", "p", started - 1), []),
        (Scope("other", "q", started), []),
    ):
        assert rig.compression.assemble(budgets, scope)[2] == keys


def test_two_agents_work_on_two_chunks_at_once_and_the_order_stays(rig: Rig) -> None:
    rig.say(*(f"a long line of talk {number}" for number in range(8)))
    rig.end()
    first, second, third, fourth = (one for one in rig.work() if not one.redo)
    assert len({work.slot for work in (first, second, third, fourth)}) == 4
    # The third comes back before the second and the first: their numbers are left for them, and no merge skips them.
    assert rig.submit(third, "I remember the third.") == "summaries/L1/0003.md"
    assert rig.submit(fourth, "I remember the fourth.") == "summaries/L1/0004.md"
    rig.restart()
    assert [work.kind for work in rig.work() if not work.redo] == ["leaf", "leaf"]
    assert rig.submit(second, "I remember the second.") == "summaries/L1/0002.md"
    assert rig.submit(first, "I remember the first.") == "summaries/L1/0001.md"
    assert list(rig.store.tree.levels["L1"]) == ["L1/0001", "L1/0002", "L1/0003", "L1/0004"]
    lines = [rig.node(f"L1/000{number}").sources for number in range(1, 5)]
    assert [range_of(one[0])[1] for one in lines] == [1, 3, 5, 7]
    assert rig.make_all() == [("merge", "L2"), ("merge", "L2"), ("merge", "L3")]
    assert rig.node("L2/0001").sources == ("L1/0001", "L1/0002")


def test_a_merge_that_an_agent_does_keeps_no_other_from_the_next_leaf(rig: Rig) -> None:
    rig.say(*(f"a long line of talk {number}" for number in range(6)))
    rig.end()
    for text in ("I remember one.", "I remember two."):
        rig.submit(next(one for one in rig.work() if one.kind == "leaf"), text)
    merge, leaf = (one for one in rig.work() if not one.redo)
    assert (merge.kind, leaf.kind) == ("merge", "leaf") and merge.slot != leaf.slot
    assert rig.submit(leaf, "I remember three.") == "summaries/L1/0003.md"
    assert rig.submit(merge, "I remember both.") == "summaries/L2/0001.md"


def test_what_a_person_saved_before_a_summary_is_made_anew_is_known_first(rig: Rig) -> None:
    rig.say("one", "two")
    rig.end()
    rig.make_all()
    path, node = rig.path("L1/0001"), rig.node("L1/0001")
    path.write_text(path.read_text().replace(node.text, "I remember it otherwise."))
    rig.store.put(structs.replace(node, text="I remember it anew.", version=node.version + 1))
    said = [one.text for change in rig.index.changes for one in change.put if one.key == node.path]
    assert said[-2:] == ["I remember it otherwise.", "I remember it anew."]
    assert rig.node("L1/0001").text == "I remember it anew."
    assert "I remember it anew." in path.read_text()


def test_what_a_person_saved_before_messages_moved_stands(rig: Rig) -> None:
    rig.say("one", "two")
    rig.end()
    rig.make_all()
    path, node = rig.path("L1/0001"), rig.node("L1/0001")
    path.write_text(path.read_text().replace(node.text, "I remember it otherwise."))
    rig.store.move(node.id, (f"{node.sources[0].partition(':')[0]}:2-3",), node.messages)
    assert rig.store.write_moved()
    assert "I remember it otherwise." in path.read_text()
    assert rig.node("L1/0001").sources[0].endswith(":2-3")
