"""The built-in summariser: the sentences that say most, in their order and their own words. Pure, no model.

A summary is Markdown that this module can read again: a bold line for each day, which names who speaks there
(`**2026-05-15** · Ada · Bob`), and a bullet for what one of them said in one message (`- Ada: …`). So day, speaker and
text stay apart through all levels, and a `Note: …` that somebody said is no speaker.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from memoryd.kinds.summaries.bulk import folded
from memoryd.kinds.summaries.telling import WEAK, weight_of
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.sentences import cut
from memoryd.text.stopwords import STOP_WORDS

_WORD = lazy_pattern(r"[^\W_]+(?:['’.-][^\W_]+)*")
_CJK = lazy_pattern(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,}")
_CJK_END = lazy_pattern(r"(?<=[。！？])")
_MARKS = lazy_pattern(r"^\s*(?:[-*+•]|\d{1,2}[.)]|#{1,6})\s+")
_PRONOUN = lazy_pattern(
    r"(?i)(?:it|he|she|they|this|that|these|those|both|him|her|them|er|sie|es|das|dies|diese[rs]?|beide)\b(?!['’]s "
    r"(?:great|good|nice|cool|awesome))"
)
_LONGEST = 60
"""Words of a sentence that is taken whole."""
_LETTERS = 400
"""Characters of one that has no words to count."""
_BASE = 20
"""Characters that a sentence costs besides its own, when what it says is weighed against its length."""
_REPEATED = 0.15
"""What a word is worth that the summary has already."""
_SAME_MESSAGE = 0.55
"""What a further sentence of a message is worth."""
_WEAK_WORTH = 0.3
_BEFORE_REPLY = 12
"""Words of a user's line that stands before the reply to it."""
_EVEN = 0.75
"""Of the room, what days and sources share evenly; the rest goes to whoever says most."""
_ROLES = ("user", "assistant", "tool", "system")
SUMMARY = "summary"
"""The role of what a summary tells."""
NOTHING = "Nothing was said that needs to be remembered."


class Line(NamedTuple):
    """Something that was said or noted, on a day, by whom; `role` is empty where that is not known."""

    text: str
    day: str = ""
    who: str = ""
    role: str = ""
    source: str = ""
    """What it was taken from, when several summaries are put together."""


class _Sentence(NamedTuple):
    place: int
    message: int
    text: str
    line: Line
    words: frozenset[str]
    weight: float
    needs: int
    """The place of the sentence that says what its pronoun stands for, or of the line that it answers; else -1."""


def summarise(lines: Sequence[Line], target_tokens: int) -> str:
    """At most about `target_tokens` of the most telling sentences, under the days on which they were said."""
    sentences = list(_sentences(lines))
    if not sentences:
        return NOTHING
    text = _render(_choose(sentences, 4 * target_tokens), sentences)
    # Nothing that fits: then its beginning is kept.
    return text or _render({0}, sentences)


# --- sentences ------------------------------------------------------------------------------------------------


def _sentences(lines: Sequence[Line]) -> Iterable[_Sentence]:
    place, asked = 0, -1
    for message, line in enumerate(lines):
        first = place
        for whole in _texts(line):
            plain = _WORD.findall(whole)
            text = _cut(whole) if len(plain) > _LONGEST or len(whole) > 2 * _LETTERS else whole
            words = frozenset(_words(plain))
            if not words and not any(char.isalnum() for char in text):
                continue
            needs = -1
            if place > first and _PRONOUN.match(text):
                needs = place - 1
            elif place == first and line.role == "assistant":
                needs = asked
            yield _Sentence(place, message, text, line, words, weight_of(text, line.role), needs)
            place += 1
        if line.role == "user":
            asked = first if place == first + 1 and len(_WORD.findall(line.text)) <= _BEFORE_REPLY else -1
        elif line.role:
            asked = -1


def _texts(line: Line) -> Iterable[str]:
    for part in folded(line.text, is_output=line.role == "tool"):
        if part.is_folded:
            yield part.text
            continue
        for piece in cut(_MARKS.sub("", part.text).replace("**", "")):
            for text in _CJK_END.split(piece):
                if text.strip():
                    yield " ".join(text.split())


def _words(plain: Iterable[str]) -> Iterable[str]:
    for word in plain:
        runs = _CJK.findall(word)
        for run in runs:
            yield from (run[at : at + 2] for at in range(len(run) - 1))
        bare = word.casefold()
        if not runs and bare not in STOP_WORDS and (len(bare) > 2 or bare.isdigit() or not bare.isascii()):
            yield bare


def _cut(text: str) -> str:
    words = list(_WORD.finditer(text))
    end = words[_LONGEST - 1].end() if len(words) > _LONGEST else len(text)
    return text[: min(end, 2 * _LETTERS)] + " …"


# --- choosing -------------------------------------------------------------------------------------------------


def _choose(sentences: Sequence[_Sentence], room: int) -> set[int]:
    """The places of what is taken: first a share for each day and source, then what says most."""
    chooser = _Chooser(sentences)
    groups: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for one in sentences:
        groups[_head(one)].append(one.place)
    left = room
    if len(groups) > 1:
        even, spare = int(room * _EVEN / len(groups)), 0
        for places in groups.values():
            used = chooser.take(places, even + spare)
            left, spare = left - used, even + spare - used
    chooser.take(range(len(sentences)), left)
    return chooser.chosen


class _Chooser:
    """Takes the sentence that adds most for its length, again and again."""

    def __init__(self, sentences: Sequence[_Sentence]) -> None:
        self._sentences = sentences
        counts = Counter(word for one in sentences for word in one.words)
        self._worth = {
            word: _worth(count, len(sentences)) * (_WEAK_WORTH if word in WEAK else 1.0)
            for word, count in counts.items()
        }
        self._told: set[str] = set()
        self._of_message: Counter[int] = Counter()
        self._heads: set[tuple[str, str]] = set()
        self._names: set[tuple[tuple[str, str], str]] = set()
        self.chosen: set[int] = set()

    def take(self, places: Iterable[int], room: int) -> int:
        """Take of these what fits; how much of the room that took."""
        left = room
        waiting = [(-self._gain(self._sentences[at]), at) for at in places if at not in self.chosen]
        heapq.heapify(waiting)
        while waiting:
            value, at = heapq.heappop(waiting)
            if at in self.chosen:
                continue
            one = self._sentences[at]
            now = -self._gain(one)
            # What it adds only becomes less, so the best is known once it is still in front.
            if waiting and now > waiting[0][0] and now > value:
                heapq.heappush(waiting, (now, at))
                continue
            if now >= 0:
                break
            cost = self._cost(one)
            with_needed = one.needs >= 0 and one.needs not in self.chosen
            needed = self._sentences[one.needs] if with_needed else None
            if needed is not None and cost + self._cost(needed) <= left:
                left -= self._cost(needed)
                self._add(needed)
                cost = self._cost(one)
            if cost <= left:
                left -= cost
                self._add(one)
        return room - left

    def _cost(self, one: _Sentence) -> int:
        head = _head(one)
        cost = len(one.text) + 1 + (0 if head in self._heads else len(one.line.day) + 8)
        if not self._of_message[one.message]:
            cost += len(one.line.who) + 4
        return cost + (0 if (head, one.line.who) in self._names else len(one.line.who) + 3)

    def _add(self, one: _Sentence) -> None:
        self.chosen.add(one.place)
        self._told |= one.words
        self._of_message[one.message] += 1
        self._heads.add(_head(one))
        self._names.add((_head(one), one.line.who))

    def _gain(self, one: _Sentence) -> float:
        fresh = sum(self._worth[word] * (_REPEATED if word in self._told else 1.0) for word in one.words)
        again = _SAME_MESSAGE ** min(3, self._of_message[one.message])
        return float(fresh * one.weight * again / (self._cost(one) + _BASE))


def _worth(count: int, total: int) -> float:
    """Words that recur say what it was about; those in every sentence say nothing."""
    return math.sqrt(1.0 + math.log(count)) * math.log((total + 2) / count)


# --- as text, and read again ----------------------------------------------------------------------------------


def _render(chosen: Iterable[int], sentences: Sequence[_Sentence]) -> str:
    taken = [sentences[place] for place in sorted(chosen)]
    parts: list[str] = []
    head, message = ("", ""), -1
    for number, one in enumerate(taken):
        if (one.line.day, one.line.source) != head:
            head, message = (one.line.day, one.line.source), -1
            names = dict.fromkeys(other.line.who for other in taken[number:] if _head(other) == head and other.line.who)
            title = "".join((f"**{one.line.day or '·'}**", *(f" · {name}" for name in names)))
            if one.line.day or names:
                parts.append(f"{'' if not parts else chr(10) * 2}{title}\n")
        if one.message == message:
            parts.append(f" {one.text}")
        else:
            parts.append(f"\n- {one.line.who}: {one.text}" if one.line.who else f"\n- {one.text}")
        message = one.message
    return "".join(parts).strip()


def _head(one: _Sentence) -> tuple[str, str]:
    return one.line.day, one.line.source


_DAY_LINE = lazy_pattern(r"\*\*([^*]{1,60})\*\*((?: · [^·]{1,80})*)")


def lines_of_summary(text: str, day: str, source: str = "") -> list[Line]:
    """A summary as lines, for putting several together; its own days count before `day`."""
    found: list[Line] = []
    names: list[str] = []
    for raw in text.splitlines():
        if match := _DAY_LINE.fullmatch(raw.strip()):
            day = day if match[1] == "·" else match[1]
            names = match[2].split(" · ")[1:]
        elif line := _MARKS.sub("", raw).strip():
            who = next((name for name in names if line.startswith(f"{name}: ")), "")
            role = who if who in _ROLES else SUMMARY
            found.append(Line(line.removeprefix(f"{who}: ") if who else line, day, who, role, source))
    return found
