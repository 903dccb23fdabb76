"""A daily job as an agent sees it: what is sent to its model, and how its answer is read (rule 21)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec

from memoryd.conversation.message import Message, speaker
from memoryd.errors import InvalidParams
from memoryd.kinds.dailies.daily import DailyFact, DailyResult
from memoryd.times import format_time

MOST = 200
_Line = Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
_Part = Annotated[str, msgspec.Meta(min_length=1, max_length=4000)]
_Lines = Annotated[list[_Line], msgspec.Meta(max_length=MOST)]

_INSTRUCTION = """\
[Context Manager] You keep a memory. Below is everything that was said on one day, then this question comes again.
Write down what will still matter later, as one JSON object and nothing else:
{"facts": [{"subject": "...", "predicate": "...", "object": "..."}], "decisions": ["..."], "preferences": ["..."],
 "action_items": ["..."]}
facts: new information that the user stated or that was found out, as short triples; the predicate in snake_case.
decisions: choices, approvals, rejections. preferences: how the user likes things done. action_items: what is pending.
Give dates as YYYY-MM-DD. Invent nothing; leave a list empty when there is nothing for it. No keys, no passwords."""
_QUESTION = "[Context Manager] That was {day}, {count} messages. Answer with the JSON object."


class GivenFact(msgspec.Struct, kw_only=True):
    """A fact of an answer."""

    subject: _Part
    predicate: _Part
    object: _Part
    source: str = ""


class AnswerResult(msgspec.Struct, kw_only=True):
    """A daily job's `result` (design §5): a list left out says nothing of its section, an empty one clears it."""

    facts: Annotated[list[GivenFact], msgspec.Meta(max_length=MOST)] | None = None
    decisions: _Lines | None = None
    preferences: _Lines | None = None
    action_items: _Lines | None = None

    @property
    def left_out(self) -> set[str]:
        """Sections of which nothing is said."""
        return {name for name in self.__struct_fields__ if getattr(self, name) is None}


def prompt(day: str, said: Sequence[Message]) -> list[dict[str, str]]:
    """The turns to send: the instruction, which never changes, the day's messages, the question."""
    turns = [{"role": "user", "content": _INSTRUCTION}]
    for message in said:
        who = speaker(message) or message.role
        turns.append({"role": "user", "content": f"[{format_time(message.at)[:16]} {who}] {message.content}"})
    turns.append({"role": "user", "content": _QUESTION.format(day=day, count=len(said))})
    return turns


def read_answer(text: str | None, result: Mapping[str, Any] | None) -> AnswerResult:
    """The answer, from `result` or from JSON in `text`. Raises InvalidParams with what is wrong."""
    try:
        if result is None:
            return msgspec.json.decode(_json_in(text or "").encode(), type=AnswerResult)
        return msgspec.convert(dict(result), AnswerResult)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise InvalidParams(
            "a daily job wants `result` {facts: [{subject, predicate, object}], decisions: [text], preferences: [text],"
            f" action_items: [text]}}: {error}",
            param="result",
        ) from None


def _json_in(text: str) -> str:
    """A model's JSON without the fence and the words around it."""
    begin, end = text.find("{"), text.rfind("}")
    return text[begin : end + 1] if 0 <= begin < end else text


def attribute(given: AnswerResult, said: Sequence[Message]) -> DailyResult:
    """The result with the session and the time of each fact: where its words were said."""
    words = [(message, _words(message.content)) for message in said]
    facts = []
    for fact in given.facts or ():
        place = _place(fact, words)
        source = fact.source if fact.source in {message.session_id for message in said} else ""
        if place is not None:
            source = source or place.session_id
        at = 0 if place is None else place.at
        facts.append(DailyFact(fact.subject.strip(), fact.predicate.strip(), fact.object.strip(), source, at))
    kept = [fact for fact in facts if fact.subject and fact.predicate and fact.object]
    lines = (list(given or ()) for given in (given.decisions, given.preferences, given.action_items))
    return DailyResult(kept, *lines)


def _place(fact: GivenFact, words: Sequence[tuple[Message, set[str]]]) -> Message | None:
    wanted = _words(f"{fact.object} {fact.subject} {fact.predicate.replace('_', ' ')}")
    inside = [pair for pair in words if not fact.source or pair[0].session_id == fact.source] or words
    best = max(inside, key=lambda pair: len(wanted & pair[1]), default=None)
    return None if best is None else best[0]


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))
