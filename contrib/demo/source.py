"""What the demo feeds in: a conversation of LoCoMo where $MEMORYD_DATASETS has it, else the one beside this file."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Question:
    """Something to ask, and what the answer's author would have us find."""

    text: str
    answer: str
    evidence: frozenset[str]
    """The texts that hold the answer."""


@dataclass(frozen=True)
class Conversation:
    """Messages by session, facts and three questions."""

    title: str
    sessions: dict[str, list[dict[str, Any]]]
    facts: list[dict[str, str]]
    questions: list[Question]

    @property
    def messages(self) -> int:
        """How many there are in all."""
        return sum(len(messages) for messages in self.sessions.values())


def own() -> Conversation:
    """The bakery's move to a VM: 60 messages written for this demo."""
    sessions: dict[str, list[dict[str, Any]]] = {}
    for line in (HERE / "conversation.jsonl").read_text().splitlines():
        message = json.loads(line)
        sessions.setdefault(message.pop("session_id"), []).append(message)
    facts = [json.loads(line) for line in (HERE / "facts.jsonl").read_text().splitlines()]
    texts = [message["content"] for messages in sessions.values() for message in messages]
    questions = [
        ("At what time does the nightly backup run?", "three o'clock", "nightly backup runs at three"),
        ("What must not be in Jonas's croissants?", "hazelnuts", "hazelnut"),
        ("Who is the registrar of the domain?", "Gandi", "Gandi"),
    ]
    return Conversation(
        "a conversation of our own (a bakery moves its order system to a VM)",
        sessions,
        facts,
        [Question(text, answer, frozenset(t for t in texts if word in t)) for text, answer, word in questions],
    )


def _moment(text: str) -> datetime:
    """`1:56 pm on 8 May, 2023`."""
    return datetime.strptime(text, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)


def locomo(path: Path) -> Conversation:
    """The first conversation of the set. Question-answer pairs serve as facts, but for the three that are asked."""
    record = json.loads(path.read_text())[0]
    sessions, texts = {}, {}
    for number, session in enumerate(record["sessions"], 1):
        start = _moment(session["date_time"])
        messages = []
        for index, turn in enumerate(session["turns"]):
            texts[turn["dia_id"]] = turn["text"]
            role = "user" if turn["speaker"] == record["speaker_a"] else "assistant"
            at = (start + timedelta(seconds=30 * index)).isoformat()
            messages.append({"role": role, "name": turn["speaker"], "content": turn["text"], "at": at})
        sessions[f"{record['sample_id']}-{number:02}"] = messages
    pairs = [pair for pair in record["qa"] if pair["category"] in (1, 2, 4) and pair.get("answer")]
    asked = [next(pair for pair in pairs[3:] if pair["category"] == category) for category in (4, 1, 2)]
    facts = [
        {"subject": name, "predicate": pair["question"], "object": str(pair["answer"])}
        for pair in pairs
        for name in (record["speaker_a"], record["speaker_b"])
        if name in pair["question"] and pair not in asked
    ]
    questions = [
        Question(pair["question"], str(pair["answer"]), frozenset(texts[e] for e in pair["evidence"] if e in texts))
        for pair in asked
    ]
    title = f"LoCoMo's {record['sample_id']}: {record['speaker_a']} and {record['speaker_b']}"
    return Conversation(title, sessions, facts[:40], questions)


def conversation() -> Conversation:
    """The best one that this machine has."""
    folder = os.environ.get("MEMORYD_DATASETS")
    path = Path(folder or ".") / "locomo_dev.json"
    return locomo(path) if folder and path.exists() else own()
