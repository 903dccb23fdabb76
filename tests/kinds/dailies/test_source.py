"""Days and their summaries on real session files: which are due, who makes them, and what stays of a person's words."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.config import Config
from memoryd.config.sections import Schedule
from memoryd.conversation.message import Message
from memoryd.errors import Conflict, InvalidParams
from memoryd.jobs.command import Summarizer
from memoryd.jobs.source import Answer, Work
from memoryd.kinds.dailies.claims import ClaimWriter
from memoryd.kinds.dailies.source import DailySource
from memoryd.kinds.dailies.state import OFFERED_DAYS, SMALL, DailyState
from memoryd.kinds.dailies.writer import DailyWriter
from memoryd.origin import Origin, source_of, without_comments
from memoryd.requests.redaction import Redactor
from memoryd.storage.atomic import Identity, replace_file
from memoryd.storage.batch import Batch
from memoryd.storage.files import OsFiles
from memoryd.testing.manual_clock import ManualClock
from memoryd.times import DAY, parse_time
from tests.support.kind_services import KindServices
from tests.support.sessions import SessionRig

TODAY = date(2026, 5, 15)
NOON = parse_time("2026-05-15T12:00:00Z")
SURE, DOUBTFUL = "We decided to use Postgres.", "Anna drives the van on Mondays."


class Facts:
    """Remembers what is to stand in the graph."""

    def __init__(self) -> None:
        self.ensured: list[tuple[str, str, str, str]] = []
        self.made_of: dict[str, tuple[int, tuple[str, ...]]] = {}
        """Object → when it was said, and its sources."""
        self.heard: dict[str, int] = {}
        self.gone: list[str] = []

    def ensure(
        self, subject: str, predicate: str, object_: str, source: str, at: int, origin: Origin, heard: int, batch: Batch
    ) -> None:
        self.ensured.append((subject, predicate, object_, source))
        self.made_of[object_] = (at, origin.sources)
        self.heard[object_] = heard

    def let_go(self, subject: str, predicate: str, object_: str, origin: Origin, since: int, batch: Batch) -> None:
        self.gone.append(object_)


class Notes:
    """Remembers what became a note, and what was let go."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.gone: list[str] = []

    def keep(self, layer: str, text: str, origin: Origin, at: int, batch: Batch) -> str | None:
        self.kept[text] = f"memory/{layer}.md:{len(self.kept)}"
        return self.kept[text]

    def let_go(self, key: str, text: str, batch: Batch) -> None:
        self.gone.append(text)


class Model:
    """Says of every text what it is told to."""

    def __init__(self) -> None:
        self.is_ready, self.logit = False, 0.0
        self.texts: list[str] = []

    def read(self, texts: Sequence[str]) -> list[float]:
        self.texts += texts
        return [self.logit for _ in texts]


class Rig:
    """Sessions and the dailies made of them; `restart` forgets everything but the files."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "daily").mkdir()
        self.clock = ManualClock(NOON)
        self.talk = SessionRig(root, self.clock)
        self.facts = Facts()
        self.notes = Notes()
        self.command: Sequence[str] = ()
        self.model = Model()
        self.rests: list[float] = []
        self.meanwhile: Callable[[], object] = lambda: None
        """What others do between the moment when a daily is read and when it is written anew."""
        self.restart()

    def restart(self, zone: str = "UTC") -> None:
        sessions = self.talk.store
        services = KindServices(self.root, clock=self.clock).open(
            Config(schedule=Schedule(timezone=zone)),
            replace_file=self._replace,
            replace_and_keep=self._replace,
            redactor=Redactor(),
            summarizer=Summarizer(lambda: self.command, lambda problem: None),
            worth_reader=self.model,
        )
        self.state = DailyState(services, sessions)
        self.state.load()
        claims = ClaimWriter(self.facts, self.notes, self.talk.writer.run_alone)
        self.source = DailySource(
            services, sessions, self.state, DailyWriter(services, self.state, claims), self.rests.append
        )

    def _replace(self, relpath: str, content: bytes, expect: Identity | None = None) -> object:
        if relpath.startswith("daily/"):
            self.meanwhile()
        return replace_file(OsFiles(), str(self.root / relpath), (content,), gid=-1, expect=expect)

    def say(self, text: str, days_ago: int = 1, session: str = "s", **fields: Any) -> None:
        self.talk.start(session, **fields)
        at = NOON - days_ago * DAY
        said = Message(session_id=session, role="user", content=text, at=at, received=at)
        self.talk.append(session, [said])

    def due(self, **fields: bool) -> list[int]:
        """How many days ago the days were whose summaries are due."""
        self.state.refresh_small()
        return [(TODAY - date.fromisoformat(day)).days for day in self.state.due(self.clock.now(), **fields)]

    def make(self) -> None:
        """As the consolidation does."""
        self.state.refresh_small()
        for day in self.state.due(self.clock.now()):
            self.source.make(day, lambda stage, done, total: None)

    def work(self) -> list[Work]:
        return self.source.open_work(self.clock.now())

    def submit(self, job_id: str = "job-1", **lists: list[Any]) -> str:
        """An agent's answer to the first open job."""
        return self.source.accept(self.work()[0], Answer(result=lists), job_id)

    def path(self, days_ago: int = 1) -> Path:
        return self.root / f"daily/{day(days_ago)}.md"

    def bullets(self, days_ago: int = 1) -> list[str]:
        text = without_comments(self.path(days_ago).read_text())
        return [line[2:] for line in text.splitlines() if line.startswith("- ")]


def day(days_ago: int) -> str:
    return (TODAY - timedelta(days=days_ago)).isoformat()


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path)
    yield rig
    rig.talk.stop()


# --- which days are due -----------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(-1, 5), max_size=8), st.booleans())
def test_every_day_with_messages_is_due_when_it_has_ended(days: list[int], today: bool) -> None:
    with TemporaryDirectory() as folder:
        rig = Rig(Path(folder))
        for days_ago in days:
            rig.say("We decided to use Postgres.", days_ago)
        ended = sorted({one for one in days if one > 0}, reverse=True)
        assert rig.due(today=today) == [*ended, *([0] if today and 0 in days else [])]
        rig.make()
        assert rig.due() == []
        rig.talk.stop()


def test_today_is_due_when_it_was_asked_for_and_until_it_has_ended(rig: Rig) -> None:
    rig.say("We decided to use Postgres.", 0)
    assert rig.due() == []
    rig.state.ask_today(rig.clock.now())
    rig.restart()
    assert rig.due() == [0]


def test_a_day_is_due_again_when_more_was_said(rig: Rig) -> None:
    rig.say("We decided to use Postgres.")
    rig.make()
    rig.restart()
    assert rig.due() == []
    rig.say("We decided to use Kafka.")
    assert rig.due() == [1]


@pytest.mark.parametrize("first", [True, False])
def test_what_a_person_saves_while_a_daily_is_made_stands_in_it(rig: Rig, first: bool) -> None:
    rig.say("We decided to use Postgres.")
    if not first:
        rig.make()
        rig.say("We decided to use Kafka.")
    typed = iter(["# A day\n\n## Decisions\n\n- typed by hand\n"])

    def save() -> None:
        for text in typed:
            rig.path().write_text(text)

    rig.meanwhile = save
    rig.make()
    assert "typed by hand" in rig.bullets()
    assert ("Postgres" if first else "Kafka") in " ".join(rig.bullets())
    rig.say("We decided to use Redis.")
    rig.make()
    assert "typed by hand" in rig.bullets()


def test_a_lost_state_makes_days_due_and_repeats_no_line(rig: Rig) -> None:
    rig.say("We decided to use Postgres.")
    rig.make()
    (rig.root / ".memoryd/dailies.json").write_bytes(b"not json")
    rig.restart()
    assert rig.due() == [1]
    rig.make()
    assert rig.bullets() == ["We decided to use Postgres."]


def test_another_zone_cuts_the_days_elsewhere(rig: Rig) -> None:
    rig.say("We decided to use Postgres.", 1)
    assert rig.due() == [1]
    rig.clock.advance(11 * 3600)  # 23:00, and noon of the day after in Kiritimati
    rig.state.configure("Pacific/Kiritimati")
    assert rig.due() == [0]


def test_a_day_is_made_of_the_files_that_are_there(rig: Rig) -> None:
    for session, days_ago in (("a", 1), ("a", 2), ("b", 1)):
        rig.say("We decided to use Postgres.", days_ago, session)
    a, b = (rig.talk.store.sessions[one].path or "" for one in "ab")
    assert rig.due() == [2, 1] and [list(one.data["taken"]) for one in rig.work()] == [[a], [a, b]]
    rig.talk.store.forget_file(a)
    assert rig.due() == [1] and [list(one.data["taken"]) for one in rig.work()] == [[b]]


def test_a_session_file_is_taken_when_summaries_have_all_of_it(rig: Rig) -> None:
    rig.say("We decided to use Postgres.")
    path = rig.talk.path()
    assert not rig.state.has_taken(path)
    rig.make()
    assert rig.state.has_taken(path)
    rig.say("Hello.", 0)
    assert not rig.state.has_taken(path)


def test_large_files_are_read_behind_the_requests(rig: Rig) -> None:
    rig.say("x" * (SMALL + 1))
    assert rig.work() == [] and rig.source.behind
    assert rig.source.read_on()
    assert [work.data["day"] for work in rig.work()] == [day(1)] and not rig.source.behind


# --- what is doubtful is read by a model --------------------------------------------------------------------


@pytest.mark.parametrize(("logit", "kept"), [(9.0, [DOUBTFUL.strip("."), SURE]), (-9.0, [SURE])])
def test_what_the_sums_doubt_a_model_decides(rig: Rig, logit: float, kept: list[str]) -> None:
    rig.model.is_ready, rig.model.logit = True, logit
    rig.say(f"{SURE}\n\n{DOUBTFUL}")
    rig.make()
    assert rig.bullets() == kept
    assert DOUBTFUL.strip(".") in rig.model.texts


def test_an_extraction_beside_requests_rests_and_tells_how_far_it_is(rig: Rig) -> None:
    for number in range(40):
        rig.say(f"We decided to use {'a pump, and a valve, and ' * 100}number {number}.")
    rig.state.refresh_small()
    told: list[tuple[int, int]] = []
    rig.source.make(day(1), lambda _stage, done, total: told.append((done, total)))
    assert told == [(0, 40), (10, 40), (20, 40), (30, 40)]
    assert rig.rests


def test_a_model_that_is_not_ready_is_not_asked(rig: Rig) -> None:
    rig.say(f"{SURE}\n\n{DOUBTFUL}")
    rig.make()
    assert SURE in rig.bullets() and rig.model.texts == []


# --- jobs -------------------------------------------------------------------------------------------------


def test_a_day_that_the_extractor_did_is_offered_again_for_a_week(rig: Rig) -> None:
    rig.say("We decided to use Postgres.")
    (job,) = rig.work()
    assert (job.kind, job.redo, job.slot) == ("daily", False, f"daily/{day(1)}")
    rig.make()
    (again,) = rig.work()
    assert again.redo and again.slot == job.slot and again.work_id != job.work_id
    assert rig.source.fallback(again) is None
    rig.clock.advance(OFFERED_DAYS * 86_400)
    assert rig.work() == []


@pytest.mark.parametrize(
    ("audiences", "shown"),
    [(["group"], ("s0",)), (["group", "group"], ("s0", "s1")), (["private"], None), (["group", "private"], None)],
)
def test_a_job_is_for_groups_when_all_sessions_of_the_day_are(
    rig: Rig, audiences: list[str], shown: tuple[str, ...] | None
) -> None:
    for number, audience in enumerate(audiences):
        rig.say("We decided to use Postgres.", session=f"s{number}", project="p", audience=audience)
    assert rig.work()[0].sessions == shown


def test_a_job_is_for_no_group_when_a_private_session_says_something_in_the_file(rig: Rig) -> None:
    rig.say("We paint the quay.", session="g", project="p", audience="group")
    rig.say("We decided to use Postgres.", days_ago=3, session="mine", project="p")
    own, shared = (rig.root / rig.talk.path(session) for session in ("mine", "g"))
    rig.talk.edit(rig.talk.path("g"), shared.read_bytes() + own.read_bytes())
    days = {work.data["day"]: work.sessions for work in rig.work()}
    assert days[day(1)] is None


def test_an_agent_s_answer_is_written_once_and_its_facts_are_ensured(rig: Rig) -> None:
    rig.say("I live in Oslo. The logo is blue.")
    work = rig.work()[0]
    assert "Oslo" in str(rig.source.messages(work))
    facts = [{"subject": "user", "predicate": "lives_in", "object": "Oslo"}]
    key = rig.submit(facts=facts, decisions=["The logo is blue."])
    assert key == f"daily/{day(1)}.md" and rig.source.accepted("job-1") == key
    assert rig.bullets() == ["user lives in Oslo", "The logo is blue."]
    assert rig.facts.ensured == [("user", "lives_in", "Oslo", "s")]
    rig.restart()
    assert rig.source.accepted("job-1") == key and rig.source.accepted("job-2") is None
    # What stands already is not stated again: the fact may have been archived meanwhile.
    rig.source.accept(work, Answer(result={"facts": facts}), "job-2")
    assert len(rig.facts.ensured) == 1


def test_an_empty_answer_is_refused_where_the_extractor_finds_something(rig: Rig) -> None:
    rig.say("We decided to use Postgres.")
    with pytest.raises(InvalidParams, match="at least 1 things"):
        rig.submit(decisions=[])
    assert not rig.path().exists()


def test_a_list_that_an_answer_leaves_out_stays_as_it_was(rig: Rig) -> None:
    rig.say("We decided to use Postgres. I prefer tea.")
    rig.make()
    before = rig.bullets()
    assert "We decided to use Postgres." in before and "I prefer tea." in before
    rig.submit(preferences=["Tea, never coffee."])
    assert "We decided to use Postgres." in rig.bullets() and "I prefer tea." not in rig.bullets()


def test_secrets_in_an_answer_are_taken_out(rig: Rig) -> None:
    rig.say("Hello.")
    rig.submit(decisions=["The password: hunter2hunter2 is used."], facts=[])
    assert "hunter2" not in rig.path().read_text()


def test_the_work_of_a_day_whose_files_are_gone_is_no_more(rig: Rig) -> None:
    rig.say("We decided to use Postgres.")
    work = rig.work()[0]
    rig.talk.remove(rig.talk.path())
    with pytest.raises(Conflict, match="gone"):
        rig.source.messages(work)


@pytest.mark.parametrize(
    ("program", "made_by"),
    [
        ('print(\'{"decisions": ["By the program."]}\')', "command"),
        ("print('no json')", "builtin"),
        ("print('{\"decisions\": []}')", "builtin"),
        ("raise SystemExit(1)", "builtin"),
    ],
)
def test_a_local_program_comes_before_the_extractor(rig: Rig, program: str, made_by: str) -> None:
    rig.command = [sys.executable, "-S", "-c", program]
    rig.say("We decided to use Postgres.")
    rig.make()
    assert rig.state.summary(day(1)).made_by == made_by
    expected = "By the program." if made_by == "command" else "We decided to use Postgres."
    assert rig.bullets() == [expected]


def test_what_an_agent_wrote_is_only_extended_by_the_extractor(rig: Rig) -> None:
    rig.say("We decided to use Postgres.")
    rig.submit(decisions=["Postgres it is."])
    rig.say("We decided to use Kafka.")
    rig.make()
    assert rig.bullets() == ["Postgres it is.", "We decided to use Kafka."]
    known = rig.state.summary(day(1))
    assert (known.made_by, known.extended, known.messages) == ("agent", True, 2)


# --- what a person does to the file -----------------------------------------------------------------------


def test_a_person_s_words_stay_and_deleted_lines_do_not_come_back(rig: Rig) -> None:
    rig.say("We decided to use Postgres. I prefer tea.")
    rig.make()
    assert not rig.state.is_edited(day(1), rig.path().read_bytes())
    text = re.sub(r"- We decided to use Postgres\. <!--.*-->\n", "- My own line.\n", rig.path().read_text())
    rig.path().write_text(text)
    assert rig.state.is_edited(day(1), rig.path().read_bytes())
    rig.say("We decided to use Kafka.")
    rig.make()
    bullets = rig.bullets()
    assert "My own line." in bullets and "We decided to use Kafka." in bullets
    assert "We decided to use Postgres." not in bullets


def test_of_a_removed_file_only_what_is_new_comes_back(rig: Rig) -> None:
    rig.say("We decided to use Postgres.")
    rig.make()
    rig.path().unlink()
    assert rig.due() == []
    rig.say("We decided to use Kafka.")
    rig.make()
    assert rig.bullets() == ["We decided to use Kafka."]


# --- retention --------------------------------------------------------------------------------------------


def test_a_closed_day_is_never_made_again(rig: Rig) -> None:
    rig.say("We decided to use Postgres.")
    work = rig.work()[0]
    rig.make()
    rig.state.close_day(day(1))
    rig.path().unlink()
    rig.say("We decided to use Kafka.")
    rig.restart()
    assert rig.due() == [] and rig.work() == []
    with pytest.raises(Conflict, match="is over"):
        rig.source.accept(work, Answer(result={"decisions": ["Late."]}), "job-1")
    assert not rig.path().exists()
    assert rig.state.has_taken(rig.talk.path())


def test_the_retention_of_a_summary_begins_at_its_last_message(rig: Rig) -> None:
    rig.say("We decided to use Postgres.", 3)
    assert rig.state.last_message(day(3)) is None
    rig.make()
    assert rig.state.last_message(day(3)) == NOON - 3 * DAY


def test_a_file_of_unknown_age_is_remembered_from_when_it_was_first_seen(rig: Rig) -> None:
    path, now = "daily/2020-01-01.md", rig.clock.now()
    assert rig.state.first_seen(path, now, remember=False) == now
    assert rig.state.first_seen(path, now + 1, remember=True) == now + 1
    assert rig.state.first_seen(path, now + 2, remember=True) == now + 1


# --- what a summary claims ----------------------------------------------------------------------------------


def test_a_claim_names_when_and_where_it_was_said(rig: Rig) -> None:
    rig.say("Hello there.")
    rig.say("I live in Oslo. We decided to use Postgres.")
    rig.make()
    at, sources = rig.facts.made_of["Oslo"]
    (path,) = (rig.root / "sessions").iterdir()
    said = source_of(f"sessions/{path.name}:2", "I live in Oslo. We decided to use Postgres.")
    assert (at, sources) == (NOON - DAY, (said,))
    assert rig.facts.heard["Oslo"] == NOON - DAY
    assert list(rig.notes.kept) == ["We decided to use Postgres."]


def test_what_only_the_worse_summary_claimed_is_let_go(rig: Rig) -> None:
    rig.say("I live in Oslo. I work at Tidal. We decided to use Postgres. We decided to drop Redis.")
    rig.make()
    rig.restart()
    facts = [
        {"subject": "user", "predicate": "lives in", "object": "Bergen"},
    ]
    facts.append({"subject": "user", "predicate": "works_at", "object": "Tidal"})
    rig.submit(facts=facts, decisions=["We decided to use Postgres."])
    assert (rig.facts.gone, rig.notes.gone) == (["Oslo"], ["We decided to drop Redis."])


def test_what_another_day_claims_and_what_is_left_out_stays(rig: Rig) -> None:
    rig.say("I live in Oslo.", 2)
    rig.say("I live in Oslo. We decided to drop Redis.", 1)
    rig.make()
    rig.submit(facts=[{"subject": "logo", "predicate": "is", "object": "blue"}])
    rig.submit("job-2", facts=[{"subject": "logo", "predicate": "is", "object": "blue"}])
    assert (rig.facts.gone, rig.notes.gone) == (["Oslo"], [])


def test_a_word_at_the_head_of_a_line_is_no_speaker(rig: Rig) -> None:
    rig.say("Frage: I work at Scania, is that near Lund? I live in Malmö.")
    for text in ("Mel: I live in Oslo.", "Mel: I work at Tidal.", "Mel: I like tea."):
        rig.say(text)
    rig.make()
    assert {subject for subject, *_ in rig.facts.ensured} == {"user", "Mel"}
