"""What need not be told any more though nothing ends it: how things were then, what was answered (rule 26). Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memoryd.extraction.ends import FEWEST_SHARED, tells_open, words_of
from memoryd.in_force.filled import promises
from memoryd.in_force.lines import Line
from memoryd.in_force.pairs import asks_opinion, tells_closed, tells_problem
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.sentences import is_question, sentences
from memoryd.text.settling import FOR_ALL

_CLAUSES = lazy_pattern(
    r"[.;:!?]\s+|,\s+|\s[–—-]\s|\s(?:because|since|so|but|now|weil|denn|deshalb|also|aber|jetzt|nun)\b,?\s*",
    re.IGNORECASE,
)
_DENIES_LATE = lazy_pattern(r"(?i)(?<=\S )(?:not?|none|nobody|nothing|nicht|kein\w*|niemand|nichts)\b|n['’]t\b")
"""It does not begin with no, which answers, and denies something behind that: `I see no owner`, `I don't know`."""
_AGENT_DID = re.compile(r"assistant (?!is\b|ist\b)\D+$")
"""A fact of what it did, with no number that may hold on: `assistant hat den Termin geändert`."""
_NEWEST = 2
"""Sessions of which it is told what did not work, what was finished and what agents said."""


def newest_sessions(lines: Sequence[Line]) -> set[str]:
    """Those in which something was said last."""
    found = dict.fromkeys(line.session for line in reversed(lines) if line.session)
    return set(list(found)[:_NEWEST])


def is_answered(line: Line, reply: str) -> bool:
    """Whether it is somebody's question, and the reply neither asks back, nor denies to know, nor only promises."""
    if line.part != "said" or line.who == "assistant" or line.is_fixed or not is_question(line.text):
        return False
    told = [one for one in sentences(reply) if not is_question(one)]
    if not told or is_question(reply) or any(map(tells_open, told)) or promises(reply):
        return False
    return _DENIES_LATE.search(reply) is None


def is_stale(line: Line, newest: set[str], *, gives_new: bool, may_be_over: bool) -> bool:
    """What did not work then, what was finished then, and what an agent said then that need not hold any more.

    What of it is still open is an open item, and what holds was said by somebody, or decided; also beside that: `We
    host with Podbean because Spotify's terms are awful`. `gives_new`: it gives another value to what somebody had said,
    and holds since then; `may_be_over`: something that was said later may be its end.
    """
    if line.is_fixed or line.part not in ("said", "known") or not line.session or line.session in newest:
        return False
    is_agents = line.who == "assistant"
    reports = is_agents and line.part == "said" and not gives_new and FOR_ALL.search(line.text) is None
    if asks_opinion(line.text) or (reports and (may_be_over or promises(line.text) or tells_open(line.text))):
        return True
    if is_agents and not gives_new and _AGENT_DID.match(line.text) is not None:
        return True
    return _tells_of_then(line.text) and (is_agents or not any(map(_states, _CLAUSES.split(line.text))))


def _tells_of_then(text: str) -> bool:
    return tells_problem(text) or tells_closed(text)


def _states(clause: str) -> bool:
    """Whether it says something that may hold on."""
    return len(words_of(clause)) >= FEWEST_SHARED and not _tells_of_then(clause)
