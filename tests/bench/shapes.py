"""The shapes of memory on which recall is judged: texts, and questions with the texts that answer them.

Turns of two people (LoCoMo), chats of a user with an assistant and their sessions (LongMemEval), statements of which
later ones overrule earlier ones (FactConsolidation), facts, notes, records in Chinese, and the Markdown that lies about
on this machine. Facts, notes, records and the questions on chats are our own (tests/bench/data).
"""

from __future__ import annotations

import json
import random
import re
import sys
import sysconfig
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from memoryd.kinds.markdown.documents import documents_of
from tests.support.wire import Wire

DATA = Path(__file__).parent / "data"
Kind = Literal["message", "fact", "note", "markdown"]
_BATCH = 100
_MARKDOWN_QUESTIONS = 160
_MARKDOWN_FILES = 80


@dataclass(frozen=True, kw_only=True)
class Text:
    """One memory by the collection's own name for it; messages of one `group` are one session, in order."""

    name: str
    text: str
    group: str = ""
    who: str | None = None
    role: str = "user"
    at: datetime | None = None
    fact: tuple[str, str, str] | None = None


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question and the names, or groups, of what answers it."""

    text: str
    wanted: frozenset[str]
    shape: str
    by_group: bool = False
    any_will_do: bool = False


@dataclass(kw_only=True)
class Collection:
    """Memories that one daemon holds, and what is asked of them."""

    name: str
    kind: Kind
    texts: list[Text]
    questions: list[Question]
    files: dict[str, str] = field(default_factory=dict)
    """Markdown by its path in the data directory."""


def collections(datasets: Path) -> Iterator[Collection]:
    """All of them; those whose data are not there are left out with a word."""
    yield from _conversations(datasets / "locomo_dev.json")
    yield from _chats(datasets / "longmemeval_sample.json")
    yield from _consolidation(datasets / "fact_consolidation.json")
    yield _facts()
    yield _notes(datasets / "longmemeval_sample.json")
    yield _chinese()
    yield from _markdown()


def _conversations(path: Path) -> Iterator[Collection]:
    for number, each in enumerate(_read(path)):
        texts = []
        for session, part in enumerate(each["sessions"]):
            at = datetime.strptime(part["date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
            texts += [
                Text(name=turn["dia_id"], text=turn["text"], group=str(session), who=turn["speaker"], at=at)
                for turn in part["turns"]
            ]
        known = {text.name for text in texts}
        questions = [
            Question(text=pair["question"], wanted=frozenset(evidence), shape="turns")
            for pair in each["qa"]
            if (evidence := known.intersection(pair["evidence"]))
        ]
        yield Collection(name=f"conversation {number + 1}", kind="message", texts=texts, questions=questions)


def _chats(path: Path) -> Iterator[Collection]:
    asked = [line.split("|", 1) for line in (DATA / "assistant.txt").read_text().splitlines()]
    for number, each in enumerate(_read(path)):
        texts, ids = [], each["haystack_session_ids"]
        for session, (turns, day) in enumerate(zip(each["haystack_sessions"], each["haystack_dates"], strict=True)):
            texts += [
                Text(name=f"{session} {n}", text=turn["content"], group=ids[session], role=turn["role"], at=_day(day))
                for n, turn in enumerate(turns)
            ]
        questions = [
            Question(text=text, wanted=frozenset(wanted), shape="sessions", by_group=True, any_will_do=True)
            for text, wanted in zip(each["questions"], each["answer_session_ids"], strict=True)
        ]
        for place, text in asked:
            chat, _, name = place.partition(" ")
            if int(chat) == number:
                questions.append(Question(text=text, wanted=frozenset({name}), shape="assistant"))
        yield Collection(name=f"chats {number + 1}", kind="message", texts=texts, questions=questions)


def _consolidation(path: Path) -> Iterator[Collection]:
    """Questions on single statements ("overruled"), and on several that lead to one another ("hops").

    The overruled answer is in the store, too, so that of the former hit@1 is what counts.
    """
    told: dict[tuple[str, ...], Collection] = {}
    for each in _read(path):
        shape = "overruled" if "_sh_" in each["name"] else "hops"
        texts = [Text(name=f"s{n}", text=text, group="stated") for n, text in enumerate(each["facts"])]
        held = Collection(name=f"statements {len(told) + 1}", kind="message", texts=texts, questions=[])
        told.setdefault(tuple(each["facts"]), held).questions += [
            Question(
                text=one["question"],
                wanted=frozenset(text.name for text in texts if any(said in text.text for said in one["answers"])),
                shape=shape,
                any_will_do=True,
            )
            for one in each["questions"]
        ]
    yield from told.values()


def _facts() -> Collection:
    rows = [line.split("|") for line in (DATA / "facts.txt").read_text().splitlines()]
    facts = [(row[0], row[1], row[2]) for row in rows]
    questions = [Question(text=row[3], wanted=frozenset({f"f{n}"}), shape="facts") for n, row in enumerate(rows)]
    others = [fact for fact in dict.fromkeys(_made_facts(random.Random(5), 900)) if fact not in facts]
    facts += others[:600]
    texts = [
        Text(name=f"f{n}", text=f"{fact[0]} {fact[1].replace('_', ' ')} {fact[2]}", fact=fact)
        for n, fact in enumerate(facts)
    ]
    return Collection(name="facts", kind="fact", texts=texts, questions=questions)


_NAMES = "Alice Bob Carol Dana Erik Fatima Jonas Petra Mia Leo Irene Sven Olga Tom Nadia".split()
_SYSTEMS = (
    "staging server|production database|api gateway|billing service|mailer|mobile app|data warehouse|load balancer|"
    "search cluster"
).split("|")
_OF_PEOPLE = {
    "likes": "jazz|hiking|chess|sushi|black coffee|old films|sailing|gardening|climbing|baking bread".split("|"),
    "works_on": "project Heron|project Kestrel|the api gateway|the billing service|the data warehouse".split("|"),
    "met": _NAMES,
    "visited": "Rome Kyoto Prague Oslo Lima Porto Vienna Toronto".split(),
    "reviewed": [f"pull request {n}" for n in range(100, 140)],
    "reported": [f"incident {n}" for n in range(2200, 2230)],
    "uses": "vim|VS Code|tmux|zsh|Firefox|a standing desk|a paper notebook".split("|"),
    "attended": "the planning meeting|the retro|the security training|the all-hands|the design review".split("|"),
}
_OF_SYSTEMS = {
    "depends_on": _SYSTEMS,
    "monitored_by": "Prometheus Zabbix Datadog".split(),
    "restarted_on": [f"2026-0{month}-1{day}" for month in range(1, 6) for day in range(9)],
    "tested_with": "k6 pytest locust".split(),
    "documented_in": ["the wiki", "README.md", "Confluence page 88"],
    "log_level": "info debug warning".split(),
}


def _made_facts(chance: random.Random, count: int) -> Iterator[tuple[str, str, str]]:
    for _ in range(count):
        subjects, table = (_NAMES, _OF_PEOPLE) if chance.random() < 0.7 else (_SYSTEMS, _OF_SYSTEMS)
        predicate = chance.choice(list(table))
        yield chance.choice(subjects), predicate, chance.choice(table[predicate])


def _notes(chats: Path) -> Collection:
    rows = [line.rsplit("|", 1) for line in (DATA / "notes.txt").read_text().splitlines()]
    texts = [Text(name=f"n{n}", text=row[0]) for n, row in enumerate(rows)]
    questions = [Question(text=row[1], wanted=frozenset({f"n{n}"}), shape="notes") for n, row in enumerate(rows)]
    chance = random.Random(5)
    seen = {text.text for text in texts}
    for each in _read(chats):  # what users say about themselves, as notes among which ours must be found
        for session in each["haystack_sessions"][::2]:
            for turn in session:
                said = _statement(turn["content"]) if turn["role"] == "user" and chance.random() < 0.5 else None
                if said is not None and said not in seen:
                    texts.append(Text(name=f"x{len(texts)}", text=said))
                    seen.add(said)
    chance.shuffle(texts)
    return Collection(name="notes", kind="note", texts=texts, questions=questions)


def _chinese() -> Collection:
    """A person's records of their days, and questions on some of them, in either script."""
    rows = [line.split("|") for line in (DATA / "chinese.txt").read_text().splitlines()]
    texts = [Text(name=f"c{n}", text=row[0], group="records") for n, row in enumerate(rows)]
    questions = [
        Question(text=row[1], wanted=frozenset({f"c{n}"}), shape="chinese") for n, row in enumerate(rows) if row[1]
    ]
    random.Random(5).shuffle(texts)
    return Collection(name="chinese", kind="message", texts=texts, questions=questions)


def _statement(content: str) -> str | None:
    sentences = re.split(r"(?<=[.!?])\s+", content)
    fit = (one for one in sentences if 6 < len(one.split()) < 30 and not one.endswith("?") and "\n" not in one)
    return next(fit, None)


def _markdown() -> Iterator[Collection]:
    """Sections of other people's Markdown; the heading, taken out, is the question."""
    places = (Path("/usr/share/doc"), Path(sysconfig.get_path("purelib")), Path(sys.base_prefix) / "lib")
    found = sorted({file.resolve() for place in places for file in place.rglob("*.md")})
    fit = [file for file in found if 2_000 < file.stat().st_size < 60_000 and "LICENSE" not in file.name]
    chance = random.Random(5)
    files: dict[str, str] = {}
    texts: list[Text] = []
    asked: list[tuple[str, frozenset[str]]] = []
    for number, file in enumerate(chance.sample(fit, min(_MARKDOWN_FILES, len(fit)))):
        relpath = f"docs/doc-{number}.md"
        body, spans = _without_headings(file.read_text(errors="replace"))
        documents = documents_of(relpath, body, 0)
        files[relpath] = body
        texts += [Text(name=one.key, text=one.text) for one in documents]
        for heading, first, last in spans:
            inside = frozenset(one.key for one in documents if first <= one.line <= last)
            if inside and sum(len(one.text) for one in documents if one.key in inside) > 150:
                asked.append((heading, inside))
    often = Counter(heading for heading, _ in asked)
    asked = [one for one in asked if often[one[0]] == 1 and len(re.findall(r"[A-Za-z]{3,}", one[0])) >= 3]
    if len(asked) < _MARKDOWN_QUESTIONS:
        print(f"quality: this machine has Markdown for {len(asked)} questions only; left out", file=sys.stderr)
        return
    questions = [
        Question(text=heading, wanted=inside, shape="markdown", any_will_do=True)
        for heading, inside in chance.sample(asked, _MARKDOWN_QUESTIONS)
    ]
    yield Collection(name="markdown", kind="markdown", texts=texts, questions=questions, files=files)


def _without_headings(text: str) -> tuple[str, list[tuple[str, int, int]]]:
    """The text with its headings emptied, and (heading, first line, last line) of what stood under each."""
    lines = text.replace("\0", " ").split("\n")
    spans: list[tuple[str, int, int]] = []
    fenced = False
    for number, line in enumerate(lines, start=1):
        fenced ^= line.startswith("```")
        match = None if fenced else re.match(r"#{1,6}\s+(.*)", line)
        if match:
            if spans:
                spans[-1] = (*spans[-1][:2], number - 1)
            heading = re.sub(r"[#*_`\[\]]|\(.*?\)", "", match[1]).strip()
            spans.append((heading, number + 1, len(lines)))
            lines[number - 1] = ""
    return "\n".join(lines), spans


def store(wire: Wire, data: Path, collection: Collection) -> dict[str, str]:
    """Put the collection into a daemon on the directory `data`; the texts' names by key."""
    if collection.kind == "fact":
        facts = [
            {"subject": fact[0], "predicate": fact[1], "object": fact[2]}
            for text in collection.texts
            if (fact := text.fact) is not None
        ]
        ids = wire.call("facts.add_many", {"facts": facts})["ids"]
        return {key: text.name for key, text in zip(ids, collection.texts, strict=True)}
    if collection.kind == "note":
        return {_write_note(wire, text): text.name for text in collection.texts}
    if collection.kind == "markdown":
        for relpath, body in collection.files.items():
            (data / relpath).parent.mkdir(exist_ok=True)
            (data / relpath).write_text(body)
        return {text.name: text.name for text in collection.texts}
    return _say(wire, collection.texts)


def _write_note(wire: Wire, text: Text) -> str:
    key: str = wire.call("notes.write", {"layer": "knowledge", "text": text.text})["key"]
    return key


def _say(wire: Wire, texts: list[Text]) -> dict[str, str]:
    groups: dict[str, list[Text]] = {}
    for text in texts:
        groups.setdefault(text.group, []).append(text)
    names = {}
    for group, said in groups.items():
        session = f"session-{group}"
        wire.call("sessions.start", {"session_id": session})
        for start in range(0, len(said), _BATCH):
            part = said[start : start + _BATCH]
            keys = wire.call("sessions.append", {"session_id": session, "messages": [_message(text) for text in part]})
            names.update({key: text.name for key, text in zip(keys["keys"], part, strict=True)})
    return names


def _message(text: Text) -> dict[str, Any]:
    message: dict[str, Any] = {"role": text.role, "content": text.text}
    if text.who is not None:
        message["name"] = text.who
    if text.at is not None:
        message["at"] = text.at.isoformat()
    return message


def _read(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        print(f"quality: there is no {path.name}; left out", file=sys.stderr)
        return []
    found: list[dict[str, Any]] = json.loads(path.read_text())
    return found


def _day(text: str) -> datetime:
    return datetime.strptime(re.sub(r" \(\w+\)", "", text), "%Y/%m/%d %H:%M").replace(tzinfo=UTC)
