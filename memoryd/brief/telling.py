"""What a conversation tells a colleague: its sentences as lines of a brief, without advice and pleasantries. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from datetime import date, tzinfo
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

from msgspec.structs import replace

from memoryd.conversation.message import Message, person
from memoryd.extraction.ends import confirmed, tells_end, words_of
from memoryd.in_force.ending import MOST_LETTERS as MOST_JUDGED
from memoryd.in_force.lines import ANSWERED, ASKED, DECIDED, SETTLED, STATED, Line
from memoryd.in_force.pairs import SAME, drops_topic, is_refused, repaired, turned_down
from memoryd.in_force.wordings import (
    ASKS_OPINION,
    INTRODUCES,
    OF_ONESELF,
    OPEN_LABEL,
    PUTS_UP,
    REFUSES,
    REFUSES_BEFORE,
    advises,
)
from memoryd.kind import BriefPart
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.assent import begins_to_agree
from memoryd.text.clauses import IMAGINED, SUPPOSED, language_of
from memoryd.text.code import is_code
from memoryd.text.orders import without_asking, without_orders
from memoryd.text.pleasantries import PLEASANTRY
from memoryd.text.relevance import states_rule
from memoryd.text.sentences import is_question, sentences
from memoryd.text.settling import SETTLES, settling
from memoryd.text.taking_back import taken_back
from memoryd.text.weekdays import with_dates
from memoryd.times import local_date
from memoryd.types import fold

MOST_LETTERS = 4000
"""Of one message: what is longer was pasted."""
_SECTIONS: Mapping[str, BriefPart] = {"decisions": "decisions", "preferences": "user", "action_items": "open"}
_MOST_KEPT = 2048
"""Memories of which it is kept whether they are turned down where they were said."""
_FEWEST_WORDS = 2
_LONGEST_ASKED = 100
"""Characters of a question that is told with its answer."""
_MOST_TOPICS = 3
"""Messages of which it is kept what they are about:"""
_FIRST_SENTENCES, _FIRST_WORDS = 3, 4
"""so much of each."""
_TAIL = 20
"""Characters by which a sentence is found in its message."""

_LONGEST_BEFORE = 120
"""Characters of a sentence that is told for who is meant by the next one."""
_POINTS_BACK = lazy_pattern(
    r"(?i)(?:(?:and|but|so|also|then|und|aber|dann|also) )?(?:they|he|she|it|er|sie|es)(?:['’]\w+)?\b"
    r"|[^,.;:]{1,25} (?:them|him|it|ihn|ihm)\b"
)
"""It begins with what only the sentence before it tells: `They can do Monday`, `Harpreet brings it`."""
_SPECIFIC = lazy_pattern(
    r"\d|[`_/]|\w\.\w|[a-zäöü][A-Z]|(?<=[\w,;:)] )[A-ZÄÖÜ]\w"
    r"|(?i:\b(?:done|fixed|finished|merged|deployed|because|cause|erledigt|behoben|fertig|weil|ursache)\b)"
)
"""It names something of its own, or tells an outcome."""
_IF = lazy_pattern(
    r"(?i)(?:(?:and|but|so|maybe|hm+|und|aber|vielleicht),? )*(?:if|what if|what would|falls|wenn|was wäre)\b"
)
_LAUGHS = lazy_pattern(r"(?i)(?:\b(?:(?:ha|he|hi){1,4}|lol|lmao|rofl|jk|xd)|[\U0001F602\U0001F606\U0001F923])\W*$")
_FROM_NOW_ON = lazy_pattern(
    r"(?i)\b(?:from (?:now|here|today) on|as of (?:now|today)|going forward|ab (?:jetzt|nun|sofort|heute)"
    r"|von (?:jetzt|nun) an|künftig|in zukunft)\b"
)
_OF_ONE = lazy_pattern(r"(?i)\b(?:I|me|my|mine|ich|mir|mich|mein\w*)\b")
"""It tells of the speaker."""
_EXACT = lazy_pattern(r"\d|[`_/]|\w\.\w|:\s")
"""It tells a value, or names something that has a form of its own."""
_GENERIC = lazy_pattern(
    r"(?i)^\W*(?:sure|of course|happy to|glad to|let me know|feel free|you['’]re welcome|great|sounds good|got it|noted"
    r"|understood|okay|ok|thanks?|gern|klar|verstanden|alles klar|notiert|super|danke|in general|generally|typically"
    r"|make sure|consider|it['’]s (?:important|a good idea)|here (?:is|are)|hier (?:ist|sind))\b"
)


class Agreed(Protocol):
    """What an answer decided, as a line, and which of its words did."""

    @property
    def text(self) -> str: ...

    @property
    def words(self) -> str: ...


class Told(Protocol):
    """What the messages of a conversation decide, prefer or ask for."""

    @property
    def sections(self) -> Mapping[str, str]:
        """Which section of a daily, by folded line."""
        ...

    @property
    def agreed(self) -> Mapping[int, Agreed]:
        """What was decided by agreeing to what another proposed, by the number of the message that does."""
        ...

    @property
    def explained(self) -> Set[int]:
        """The messages of an assistant that only tell how the world is, by their numbers."""
        ...

    @property
    def heard(self) -> Any:
        """By which the messages behind these are judged."""
        ...


class After(NamedTuple):
    """By which the messages behind these are judged."""

    told: Any
    """What was `heard`;"""
    asked: str
    """the question with which the last message ended;"""
    put_up: str
    """the key of the user's last message, if it puts something up;"""
    last: str
    """and whether or not it does;"""
    begun: tuple[str, ...]
    """and how the sentences of the last ones began."""


class TellSections(Protocol):
    """Which sentences of a conversation decide, prefer or ask for something."""

    def __call__(self, said: Iterable[tuple[str, str | None, str, date]], before: Any | None) -> Told:
        """Of the `(role, speaker, text, day)` of each message; `before` is what was `heard` before, None at first."""
        ...


def lines_of(
    said: Sequence[tuple[str, Message]],
    tell: TellSections,
    zone: tzinfo,
    before: After | None = None,
    pause: Callable[[], None] | None = None,
) -> tuple[list[Line], After, dict[str, str]]:
    """The lines of one session's messages, each with its key, in their order; none of untrusted words (rule 27).

    Beside them what to hand over as `before` for the messages behind these; and, by key, why a message of which nothing
    could be told is left out. `pause` is called between messages, which take some milliseconds each.
    """
    spoken = [
        (key, message, person(message) if message.name else None, local_date(message.at, zone))
        for key, message in said
        if message.role in ("user", "assistant") and not message.is_untrusted
    ]

    def texts() -> Iterator[tuple[str, str | None, str, date]]:
        for _, message, who, day in spoken:
            if pause is not None:
                pause()
            yield message.role, who, message.content[:MOST_LETTERS], day

    told = tell(texts(), before.told if before else None)
    lines: list[Line] = []
    failed: dict[str, str] = {}
    _, asked, put_up, last, begun = before or After(None, "", "", "", ())
    for number, (key, written, who, day) in enumerate(spoken):
        if pause is not None:
            pause()
        try:
            message = _without_orders(written)
            is_advice = number in told.explained
            found = _lines_of_one(key, message, who, day, told.sections, told.agreed.get(number), asked, is_advice)
            if message.role == "user":
                begun = (*begun, _beginnings(message.content))[-_MOST_TOPICS:]
                refuses = put_up and not asked and REFUSES_BEFORE.match(message.content)
                is_back = not asked and taken_back(message.content) is not None
                refused = last if is_back else put_up if refuses else ""
                found = _with_ends(found, key, message, refused, " ".join(begun))
                found = found or [_bare(key, message)]
                last = key
                put_up = key if PUTS_UP.search(message.content[:MOST_LETTERS]) else ""
            if done := confirmed(asked, message.content):
                first, *others = found or [_bare(key, message)]
                found = [replace(first, heard=done), *others]
            elif not found and _may_report(message.content):
                found = [_bare(key, message)]
            if found:
                lines += [replace(found[0], whole=message.content[:MOST_JUDGED]), *found[1:]]
            asked = _asked_at_last(message.content)
        except Exception as error:  # one message must not take the whole brief along
            failed[key] = shown_error(error)
            asked = put_up = ""
    return lines, After(told.heard, asked, put_up, last, begun), failed


def _without_orders(message: Message) -> Message:
    said = without_orders(message.content) if message.role == "user" else message.content
    return message if said is message.content else replace(message, content=said)


def shown_error(error: Exception) -> str:
    """For a person who mends it."""
    return f"{type(error).__name__}: {error}"


def _section_of(text: str, who: str | None, sections: Mapping[str, str]) -> str | None:
    """The section to which a sentence belongs, by its words or by what it puts in the place of what it takes back."""
    back = taken_back(text)
    for told in (text,) if back is None else (text, back.told):
        section = sections.get(fold(f"{who}: {told}" if who else told).strip(".! "))
        if section is not None:
            # `Ich bin Jule und mache die Praxisleitung` is nothing to do.
            return None if section == "action_items" and INTRODUCES.match(text) else section
    return None


def _lines_of_one(
    key: str,
    message: Message,
    who: str | None,
    day: date,
    sections: Mapping[str, str],
    agreed: Agreed | None,
    asked: str,
    is_advice: bool,
) -> list[Line]:
    """`asked`: the question with which the message before it ended; `is_advice`: it only tells how the world is."""
    found: list[Line] = []
    before = short = ""
    said_by, session = who or message.role, message.session_id
    if agreed is not None:
        found.append(
            Line("decisions", agreed.text, key, message.at, DECIDED, message.at, said_by, session, heard=asked)
        )
    is_person = message.role == "user" or who is not None
    for sentence, behind in pairwise([*_sentences_of(message.content, asked, is_person=is_person), ""]):
        if (
            taken_back(behind) is not None
            or is_code(sentence)
            or PLEASANTRY.fullmatch(sentence)
            or (agreed is not None and sentence.strip(" .!") in agreed.words)
        ):
            continue
        if is_person and _is_refused(sentence, message.content):
            continue  # an idea, and right behind it that it is none
        heard, before = before, sentence
        text = with_dates(repaired(sentence), day)
        section = _section_of(text, who, sections)
        text = without_asking(text) if is_person else text
        part, rank = _part_of(section, text), DECIDED
        if section is None:
            refuses = bool(turned_down(text))
            if asked and not heard and agreed is None and is_person and _answers_shortly(text):
                text = f"{asked} {text}"
            if is_person and short:
                text = f"{short} {text}"
            short = ""
            if is_person and not refuses and _is_play(text):
                continue
            if len(words_of(text)) < _FEWEST_WORDS and not refuses:
                short = "" if is_question(text) or _GENERIC.match(text) or begins_to_agree(text) else text
                continue
            asks = is_question(text)
            if not is_person and not refuses and (is_advice or asks or _is_general(text)):
                continue
            if is_person and not asks and OF_ONESELF.search(text):
                part = "user"
            rank = _rank(text, is_person=is_person, asks=asks)
        if section is None and OPEN_LABEL.match(text):
            part, rank = "open", STATED
        line = Line(part, text, key, message.at, rank, message.at, said_by, session, heard=heard, source=key)
        found.append(replace(line, before=_told_before(line, day)))
    return found


def _is_play(text: str) -> bool:
    """Whether it only supposes something, or laughs, and tells neither a value nor of the speaker."""
    if IMAGINED.match(text) or (_IF.match(text) and SUPPOSED[language_of(text)].search(text)):
        return True
    is_earnest = _EXACT.search(text) is not None or OF_ONESELF.search(text) is not None or tells_end(text)
    return _LAUGHS.search(text) is not None and not is_earnest


def _part_of(section: str | None, text: str) -> BriefPart:
    if section != "preferences":
        return _SECTIONS[section] if section else "said"
    if states_rule(text):
        return "rules"
    return "decisions" if _FROM_NOW_ON.search(text) and not _OF_ONE.search(text) else "user"


def _is_general(text: str) -> bool:
    """Whether an agent's sentence is a pleasantry, or advice that would be the same for everybody."""
    if text.rstrip().endswith("!") and _EXACT.search(text) is None and not tells_end(text):
        return True  # `Nice to meet you, Nadia!`
    return _GENERIC.match(text) is not None or _SPECIFIC.search(text) is None or advises(text) or _says_little(text)


def _says_little(text: str) -> bool:
    """Whether it is a short sentence in German, where a capital tells no name: `Dann Tee.`"""
    if len(words_of(text)) > _FEWEST_WORDS or _EXACT.search(text) is not None or tells_end(text):
        return False
    return language_of(text) == "de"


def _may_report(content: str) -> bool:
    """Whether an agent's message of which no brief tells anything may be the end of something: `Removed the term`."""
    said = sentences(content[:MOST_LETTERS])
    return any(words_of(one) and not is_question(one) and _GENERIC.match(one) is None for one in said)


def _told_before(line: Line, day: date) -> str:
    """The sentence before it, where only that tells who or what is meant."""
    is_told = line.text.startswith(line.heard)
    points_back = 0 < len(line.heard) <= _LONGEST_BEFORE and not is_told and _POINTS_BACK.match(line.text)
    return with_dates(line.heard, day) if points_back else ""


def _beginnings(content: str) -> str:
    """What its first sentences are about, which stands at their beginning."""
    said = list(sentences(content[:MOST_LETTERS]))[:_FIRST_SENTENCES]
    return " ".join(" ".join(one.split()[:_FIRST_WORDS]) for one in said)


def _bare(key: str, message: Message) -> Line:
    """A line without words, which no brief shows, of a message that may only end what was said before it."""
    return Line("said", "", key, message.at, ASKED, message.at, message.role, message.session_id, source=key)


def _with_ends(lines: list[Line], key: str, message: Message, refused: str, topics: str) -> list[Line]:
    """The lines of a message with what they turn down, or drop for something else."""
    if refused:
        first, *others = lines or [_bare(key, message)]
        lines = [replace(first, refused=refused), *others]
    if not lines and drops_topic(message.content[:MOST_LETTERS]):
        return [replace(_bare(key, message), topics=topics)]
    return [replace(one, topics=topics) if drops_topic(one.text) else one for one in lines]


def _asked_at_last(content: str) -> str:
    """The question with which it ends, if it is short; else nothing."""
    if not content.rstrip().endswith("?"):
        return ""
    last = list(sentences(content[-MOST_LETTERS:]))[-1:]
    return last[0] if last and len(last[0]) <= _LONGEST_ASKED else ""


def _answers_shortly(text: str) -> bool:
    """Whether it says something, and too little to be understood without what was asked."""
    if _GENERIC.match(text) or is_question(text) or begins_to_agree(text):
        return False
    return 0 < len(words_of(text)) <= _FEWEST_WORDS


def _sentences_of(content: str, asked: str, *, is_person: bool) -> list[str]:
    """Its sentences, or an answer to what was asked that is too short for one: `8190`."""
    found = [*_with_asking(sentences(content[:MOST_LETTERS], is_person=is_person))]
    return [content.strip()] if asked and is_person and not found and _answers_shortly(content) else found


def _with_asking(said: Iterable[str]) -> Iterator[str]:
    """The sentences, each with the bare `thoughts?` behind it."""
    waiting = ""
    for sentence in said:
        if waiting and ASKS_OPINION.fullmatch(sentence.strip()):
            waiting = f"{waiting} {sentence}"
            continue
        if waiting:
            yield waiting
        waiting = sentence
    if waiting:
        yield waiting


def _is_refused(sentence: str, content: str) -> bool:
    """Whether it is turned down in the same breath: "a tasting, eight kinds. No." """
    if is_refused(sentence):
        return True
    _, _, behind = content.partition(sentence[-_TAIL:])
    return REFUSES.match(behind.lstrip(" .!?…")) is not None


@lru_cache(maxsize=_MOST_KEPT)
def is_refused_in(text: str, content: str) -> bool:
    """Whether what was made of a sentence of the content, of at most `MOST_LETTERS`, is turned down there."""
    wanted = words_of(text)
    for sentence in sentences(content):
        told = words_of(sentence)
        if wanted and len(wanted & told) >= SAME * min(len(wanted), len(told)) and len(told) >= _FEWEST_WORDS:
            return _is_refused(sentence, content)
    return False


def _rank(text: str, *, is_person: bool, asks: bool) -> int:
    if asks:
        return ASKED
    if not is_person:
        return ANSWERED
    return SETTLED if settling(text) >= SETTLES else STATED
