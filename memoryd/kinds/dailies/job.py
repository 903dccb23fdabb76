"""A daily job as an agent sees it: what is sent to its model, and how its answer is read (rule 21)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec

from memoryd.conversation.message import Message, origin_of, speaker
from memoryd.errors import InvalidParams
from memoryd.extraction.result import DailyFact, DailyNote, DailyResult
from memoryd.origin import PRIVATE, Origin, source_of
from memoryd.times import format_time
from memoryd.types import fold

_Place = tuple[Message, str, set[str]]
"""A message, its key and its words."""
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

    facts: Annotated[Sequence[GivenFact], msgspec.Meta(max_length=MOST)] | None = None
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


def read_answer(text: str | None, result: Mapping[str, Any] | None, *, own: bool = False) -> AnswerResult:
    """The answer, from `result` or from JSON in `text`; `own`: the extractor's. Raises InvalidParams."""
    try:
        if own:
            return msgspec.convert(dict(result or {}), OwnResult)
        if result is None:
            return msgspec.json.decode(_json_in(text or "").encode(), type=AnswerResult)
        return msgspec.convert(dict(result), AnswerResult)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise InvalidParams(
            "a daily job needs `result` {facts: [{subject, predicate, object}], decisions: [text], preferences: [text],"
            f" action_items: [text]}}: {error}",
            param="result",
        ) from None


def _json_in(text: str) -> str:
    """A model's JSON without the fence and the words around it."""
    begin, end = text.find("{"), text.rfind("}")
    return text[begin : end + 1] if 0 <= begin < end else text


class OwnFact(GivenFact, kw_only=True):
    """A fact of the extractor, or without a predicate a line that is none."""

    predicate: str


class OwnResult(AnswerResult, kw_only=True):
    """The built-in extractor's."""

    facts: Sequence[OwnFact] | None = None
    sure: list[str] = []
    """Its decisions and preferences that become notes."""


def attribute(given: AnswerResult, said: Sequence[tuple[Message, str]]) -> DailyResult:
    """The result with session, time and source of each fact and note: where its words were said. `said`: with keys."""
    words = [(message, key, _words(message.content)) for message, key in said]
    facts = []
    for fact in given.facts or ():
        place = _place(fact, words)
        source = fact.source if fact.source in {message.session_id for message, _ in said} else ""
        at, heard, origin = 0, 0, PRIVATE
        if place is not None:
            # An agent's words may be its own: then only the session and the time are known. The extractor has none.
            exact = isinstance(given, OwnResult) or _words(fact.object) <= _words(place[0].content)
            source, at, heard = source or place[0].session_id, place[0].at, place[0].received
            origin = _origin(*place) if exact else origin_of(place[0])
        parts = (fact.subject.strip(), fact.predicate.strip(), fact.object.strip())
        facts.append(DailyFact(*parts, source, at, origin, heard))
    is_own = isinstance(given, OwnResult)
    kept = [fact for fact in facts if fact.subject and fact.object and (fact.predicate or is_own)]
    decisions, preferences = list(given.decisions or ()), list(given.preferences or ())
    sure = set(given.sure) if isinstance(given, OwnResult) else {*decisions, *preferences}
    notes = [_note("decisions", text, words) for text in decisions if text in sure]
    notes += [_note("preferences", text, words) for text in preferences if text in sure]
    return DailyResult(kept, decisions, preferences, list(given.action_items or ()), notes)


def _note(layer: Literal["decisions", "preferences"], text: str, words: Sequence[_Place]) -> DailyNote:
    place = _best(_words(text), words)
    text = " ".join(text.split())
    return DailyNote(layer, text) if place is None else DailyNote(layer, text, _origin(*place), place[0].at)


def _place(fact: GivenFact, words: Sequence[_Place]) -> tuple[Message, str] | None:
    inside = [one for one in words if not fact.source or one[0].session_id == fact.source] or words
    return _best(_words(f"{fact.object} {fact.subject} {fact.predicate.replace('_', ' ')}"), inside, fact.subject)


def _best(wanted: set[str], words: Sequence[_Place], speaker: str = "") -> tuple[Message, str] | None:
    """Of messages that have as many of the words, the one by `speaker`, else the one that says the least besides.

    `speaker`: by name or role; who speaks of themselves has not their name in it: `I'm Petra`, `Hello Petra!`.
    """

    def fit(one: _Place) -> tuple[int, bool, int]:
        message, _, said = one
        return len(wanted & said), speaker in (message.name, message.role), -len(said)

    best = max(words, key=fit, default=None)
    return None if best is None else best[:2]


def _origin(message: Message, key: str) -> Origin:
    return origin_of(message).made_of([source_of(key, message.content)])


def origins_of(result: DailyResult, said: Sequence[tuple[Message, str]]) -> dict[str, Origin]:
    """Whose each line is: of the message that has most of its words, and made of it where it has at least half."""
    words = [(message, key, _words(message.content)) for message, key in said]
    found: dict[str, Origin] = {}
    for text in (bullet for bullets in result.bullets().values() for bullet in bullets):
        wanted = _words(text)
        best = _best(wanted, words)
        if best is not None:
            is_told = 2 * len(wanted & _words(best[0].content)) >= len(wanted)
            found[fold(text)] = _origin(*best) if is_told else origin_of(best[0])
    return found


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))
