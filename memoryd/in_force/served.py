# ruff: noqa: E501 - patterns read better unbroken
"""What somebody asks an agent to do, or lets it do, and the agent reports to have done at once. Pure.

Neither names what the other does: `the disk is full, have a look`, `I removed 180 GB of old images`. What shows it is
the order of the messages: the request, what goes between, if anything (an offer and a yes), and the report.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

from memoryd.extraction.ends import VALUE, tells_done, words_of
from memoryd.in_force.filled import promises
from memoryd.in_force.lines import Line, Message
from memoryd.in_force.wanting import IN_CASE, MENDED
from memoryd.in_force.wordings import AGREED, OBJECTS, OFFERS, REQUEST, SEE_TO_IT
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.assent import agrees, says_nothing
from memoryd.text.sentences import is_question, sentences
from memoryd.text.settling import FOR_ALL

_MOST_BETWEEN = 5
"""Messages between a request and the report."""
_KEPT = 4_096
_FORM = lazy_pattern(r"[`/_]\w|\w\.\w")
"""Of a path or an identifier."""
_ON_A_LIST = lazy_pattern(
    r"(?i)\b(?:added|put|wrote|moved|noted|parked)\b[^.!?;]{0,60}\b(?:lists?|backlog|board|agenda|to-?dos?|tracker)\b"
    r"|\b(?:auf|in) (?:die|der|deine[rn]?|ihre[rn]?|unsere[rn]?|den|dem|das|ins) (?:\w*liste|agenda|backlog|board)\b|\bauf (?:der |die )?liste\b"
)
"""What an agent only put there is still to be done."""


def served_in(lines: Sequence[Line], messages: Iterable[Message], every: Iterable[Line]) -> set[int]:
    """The numbers of the lines that ask for what was then done, or agree to what an agent then did.

    `every`: the lines before each statement stood once.
    """
    by_session: dict[str, list[Message]] = defaultdict(list)
    places: dict[str, tuple[list[Message], int]] = {}
    for message in messages:
        talk = by_session[message.session]
        places[message.key] = talk, len(talk)
        talk.append(message)
    answers = {line.text: line for line in every if line.key in places and AGREED.match(line.text)}
    found: set[int] = set()
    for at, line in enumerate(lines):
        said = answers.get(line.text, line)
        key = said.source or said.key
        if not line.text or line.is_fixed or key not in places:
            continue
        talk, place = places[key]
        if said is not line or AGREED.match(line.text):
            if not _holds_on(line.text) and _is_carried_out(talk, place, said.heard):
                found.add(at)
        elif _asks(line, talk[place].text) and _is_reported(talk, place):
            found.add(at)
    return found


def _asks(line: Line, message: str) -> bool:
    """Whether somebody asks for something that is done once, or tells what somebody is to see to."""
    if line.who == "assistant" or line.part not in ("open", "said", "known"):
        return False
    _, told, behind = message.rpartition(line.text.rstrip(" .!"))
    if SEE_TO_IT.search(line.text) or (told and SEE_TO_IT.match(behind)):
        return IN_CASE.search(message) is None and FOR_ALL.search(line.text) is None
    asks = line.part == "open" or (line.part == "said" and REQUEST.search(line.text) is not None)
    return asks and not _holds_on(line.text)


def _is_carried_out(said: Sequence[Message], answer: int, asked: str) -> bool:
    """Whether the answer agrees to what an agent offered to do itself, which goes on at once. `asked`: its question."""
    if said[answer].by_agent or answer + 1 >= len(said):
        return False
    before = said[answer - 1].text if answer and said[answer - 1].by_agent else ""
    behind = said[answer + 1]
    return OFFERS.search(f"{before} {asked}") is not None and behind.by_agent and bool(_told(behind.text))


def _is_reported(said: Sequence[Message], number: int) -> bool:
    """Whether an agent reports something done behind a message, and nobody says anything of their own between."""
    for at in range(number + 1, min(len(said), number + 1 + _MOST_BETWEEN)):
        message = said[at]
        if message.by_agent:
            if any(_reports(one, said[number].text) for one in _told(message.text)):
                answer = next((one.text for one in said[at + 1 :] if not one.by_agent), "")
                return OBJECTS.match(answer) is None
        elif not (agrees(message.text) or says_nothing(message.text)):
            return False
    return False


def _reports(sentence: str, asked: str) -> bool:
    """Whether it tells that something is done, or that what was asked about is as it should be."""
    if _ON_A_LIST.search(sentence):
        return False
    return tells_done(sentence) or (MENDED.search(sentence) is not None and bool(words_of(sentence) & words_of(asked)))


@lru_cache(maxsize=_KEPT)
def _holds_on(text: str) -> bool:
    """Whether what is asked for is how things are from then on: `backups at 02:30 please`, `close it when it rains`."""
    return any(pattern.search(text) for pattern in (VALUE, IN_CASE, FOR_ALL, _FORM))


@lru_cache(maxsize=_KEPT)
def _told(text: str) -> tuple[str, ...]:
    return tuple(one for one in sentences(text) if not is_question(one) and not promises(one))
