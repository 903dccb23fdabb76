"""What a brief keeps for the next start has nothing that was purged, whenever that was (rule 6); what it leaves out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, date
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from memoryd.acting import MEMORYD
from memoryd.brief.brief import Brief
from memoryd.brief.kept import KEPT_PATH, Contents, Kept, Stamp, packed, read_kept
from memoryd.composition import tell_sections
from memoryd.conversation.message import Message
from memoryd.extraction.ends import tells_end, tickets_in
from memoryd.extraction.found import Told
from memoryd.in_force.filled import trouble_in
from memoryd.in_force.given_up import back_to, given_up_in
from memoryd.in_force.lines import Line
from memoryd.in_force.moves import leaving, stood_in_for
from memoryd.in_force.pairs import chosen_as, often_in
from memoryd.in_force.taken_back import forgotten_by
from memoryd.kind import Kinds
from memoryd.requests.asker import Asker
from memoryd.requests.visibility import Visibility
from memoryd.storage.files import OsFiles
from memoryd.types import Problem
from tests.support.sessions import SessionRig

WORD = "Zorbelwick"


class Call:
    def check_cancelled(self) -> None:
        """It never is."""


class Briefing:
    """A brief over real session files; `meanwhile` happens while a message is being read."""

    def __init__(self, root: Path) -> None:
        self.talk = SessionRig(root)
        self.kept = root / KEPT_PATH
        self.meanwhile: list[Callable[[], object]] = []
        self.reported: list[Problem] = []
        self.meaning_fails = False
        self.meant: Mapping[str, str] = {}
        self.on_report: Callable[[], object] = int
        self.tell: Callable[..., Told] = tell_sections
        services = SimpleNamespace(
            path=lambda relpath: str(root / relpath),
            files=OsFiles(),
            settings=SimpleNamespace(zone=UTC),
            kinds=Kinds(),
            clock=self.talk.clock,
            semantic=SimpleNamespace(beginnings=self._beginnings),
            report=self._report,
            replace_file=lambda relpath, data, durable: (root / relpath).write_bytes(data),
        )
        self.brief = Brief(cast(Any, services), self.talk.store, self._tell)
        self.talk.start("s")
        self.talk.append("s", [said("We decided to paint the hall green."), said(f"We decided to give {WORD} a van.")])

    def _beginnings(self, texts: Mapping[str, str]) -> dict[str, Any]:
        if self.meaning_fails:
            raise ValueError("of no use")
        self.meant = texts
        return {}

    def _report(self, _of: str, *problems: Problem) -> None:
        self.on_report()
        self.reported.extend(problems)

    def _tell(self, messages: Iterable[tuple[str, str | None, str, date]], before: Any | None) -> Told:
        while self.meanwhile:
            self.meanwhile.pop()()
        return self.tell(messages, before)

    def make(self, project: str | None = None) -> str:
        return self.brief.make(self.asker(), project, 1500).text

    def asker(self) -> Asker:
        return Asker(self.talk.clock.now(), None, Visibility(), cast(Any, Call()), MEMORYD)

    def purge(self) -> None:
        """As a purge does: the line becomes empty, and what is derived goes."""
        path = self.talk.path()
        self.talk.recent.clear()
        self.talk.edit(path, self.talk.lines(path)[0] + b"\n")
        self.brief.forget()

    def has_word(self) -> bool:
        return self.kept.exists() and WORD.encode() in self.kept.read_bytes()


def said(text: str, session_id: str = "s") -> Message:
    return Message(session_id=session_id, role="user", content=text, at=1, received=1)


@pytest.fixture
def briefing(tmp_path: Path) -> Iterator[Briefing]:
    briefing = Briefing(tmp_path)
    yield briefing
    briefing.talk.stop()


def test_it_is_judged_by_what_each_message_means_the_newest_first(briefing: Briefing) -> None:
    briefing.talk.append("s", [replace(said("The hall is done. Bo paid for it."), at=2)])
    briefing.make()
    newest, *others = briefing.meant.items()
    assert newest == (f"{briefing.talk.path()}:3", "The hall is done. Bo paid for it.")
    assert len(others) == 2


def test_what_was_kept_before_a_purge_goes_with_it(briefing: Briefing) -> None:
    assert WORD in briefing.make()
    briefing.brief.read_ahead()
    assert briefing.has_word()
    briefing.purge()
    assert not briefing.kept.exists()
    briefing.brief.stop()
    assert briefing.kept.exists() and not briefing.has_word()


def test_what_was_read_while_a_purge_began_is_not_kept(briefing: Briefing) -> None:
    briefing.meanwhile.append(briefing.brief.forget)
    briefing.brief.read_ahead()
    assert not briefing.has_word()


def test_a_brief_that_was_made_while_a_purge_went_on_is_not_kept(briefing: Briefing) -> None:
    briefing.meanwhile.append(briefing.purge)
    assert WORD in briefing.make()
    briefing.brief.stop()
    assert not briefing.has_word()


def test_reading_ahead_ends_behind_the_message_at_which_the_daemon_stops(briefing: Briefing) -> None:
    """Three hundred long messages take a busy machine a minute, and systemd waits no longer for a stop."""
    read = []

    def tell(messages: Iterable[tuple[str, str | None, str, date]], before: Any | None) -> Told:
        return tell_sections(noted(messages), before)

    def noted(
        messages: Iterable[tuple[str, str | None, str, date]],
    ) -> Iterator[tuple[str, str | None, str, date]]:
        for one in messages:
            read.append(one)
            briefing.brief.stop()
            yield one

    briefing.tell = tell
    briefing.brief.read_ahead()
    assert len(read) == 1


def test_what_a_brief_of_a_project_reads_is_read_ahead_however_much_was_said_in_others(briefing: Briefing) -> None:
    for number, count in enumerate([1, 250, 250, *[1] * 24]):
        briefing.talk.clock.advance(60)
        briefing.talk.start(f"s{number}", project="harbour" if number else "kiln")
        told = f"We decided to paint hall {number} blue."
        briefing.talk.append(f"s{number}", [said(told, f"s{number}"), *[said("ok", f"s{number}")] * (count - 1)])
    briefing.brief.read_ahead()
    read: list[object] = []
    briefing.meanwhile.append(lambda: read.append(1))
    assert "hall 0 blue" in briefing.make("kiln")
    assert read == []


def test_what_was_read_ahead_is_looked_through_again_only_where_more_was_said(briefing: Briefing) -> None:
    briefing.brief.read_ahead()
    looks = tells_end.cache_info().hits
    briefing.brief.read_ahead()
    assert tells_end.cache_info().hits == looks
    briefing.talk.append("s", [said("The hall is painted.")])
    briefing.brief.read_ahead()
    assert tells_end.cache_info().hits > looks


def test_a_start_judges_the_briefs_that_are_likely_to_be_asked_for(briefing: Briefing) -> None:
    for project in ("quay", "kiln"):
        briefing.talk.clock.advance(60)
        briefing.talk.start(project, project=project)
        briefing.talk.append(project, [said(f"We decided to paint the {project} blue.", project)])
    briefing.brief.read_ahead()
    judged = (" ".join(line.text for line in lines) for lines in read_kept(str(briefing.kept)).in_force.values())
    named = [[one for one in ("hall", "kiln", "quay") if f"the {one}" in text] for text in judged]
    assert named == [["hall", "kiln", "quay"], ["hall", "kiln"], ["hall", "quay"]]


def test_what_is_judged_ahead_is_left_at_a_stop(briefing: Briefing) -> None:
    briefing.on_report = briefing.brief.stop  # all is gathered then
    briefing.brief.read_ahead()
    briefing.brief.stop()
    assert read_kept(str(briefing.kept)).in_force == {}


class Fails(dict[str, Any]):
    """Sections of a daily, which cannot be told of a sentence with the word."""

    def get(self, key: str, default: Any = None) -> Any:
        """The section of a sentence."""
        if WORD.lower() in key:
            raise ValueError("of no use")
        return default


def test_a_message_that_no_brief_can_tell_is_reported(briefing: Briefing) -> None:
    briefing.tell = lambda messages, before: tell_sections(messages, before)._replace(sections=Fails())
    assert WORD not in briefing.make()
    (problem,) = briefing.reported
    assert (problem.path, problem.line, "of no use" in problem.what) == (briefing.talk.path(), 2, True)


def test_what_cannot_be_judged_bears_on_nothing_and_fails_no_check(briefing: Briefing) -> None:
    key = f"{briefing.talk.path()}:1"
    heard = briefing.brief.said(briefing.asker(), None)
    assert heard.holding([key]) == {key: "decision"}
    briefing.meaning_fails = True
    assert heard.holding([key]) == {}


def test_what_lines_have_in_common_is_kept_once(tmp_path: Path) -> None:
    key, tea, kiln = "sessions/a.jsonl:1", "The tea is green.", "The kiln is warm."
    said = Line("said", tea, key, 1, 5, 1, "user", "ses", heard=kiln, before=kiln, source=key, whole=tea)
    stamp = Stamp("sessions/a.jsonl", 1, 1, 0, "UTC")
    contents = Contents({"s": Kept(stamp, 2, [said, replace(said, at=2)], 3, {})}, {b"d": [said]})
    path = tmp_path / "brief.bin"
    path.write_bytes(packed(contents))
    found = read_kept(str(path))
    assert found == contents
    texts = [getattr(line, name) for line in found.sessions["s"].lines for name in line.__struct_fields__]
    ids = {id(text) for text in texts if isinstance(text, str) and text != "said"}
    assert len(ids) == len({text for text in texts if isinstance(text, str) and text != "said"})


@pytest.mark.parametrize(
    "tells",
    [leaving, stood_in_for, chosen_as, often_in, forgotten_by, trouble_in, given_up_in, back_to, tickets_in],
    ids=lambda one: one.__name__,
)
def test_what_tells_nothing_shares_one_empty_set(tells: Callable[[str], object]) -> None:
    """Thousands of texts are kept, of which most tell nothing; an empty set of its own takes 216 bytes."""
    assert tells("The kiln is warm.") == frozenset()
    assert tells("The kiln is warm.") is tells("The tea is green.")
