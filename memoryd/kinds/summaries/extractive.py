"""The built-in summariser: the sentences that say most, in their order and their own words. Pure, no model.

A summary is Markdown that this module can read again: a bold line for each day, which names who speaks there
(`**2026-05-15** · Ada · Bob`), and a bullet for what one of them said in one message (`- Ada: …`; without the name
where nobody else speaks on that day). So day, speaker and text stay apart through all levels, and a `Note: …` that
somebody said is no speaker. A `*` in place of the `-` marks what settles something: it goes up all levels first
and is shortened where there is no room for all of it.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice, takewhile
from typing import NamedTuple

from memoryd.kinds.summaries.bulk import folded
from memoryd.kinds.summaries.deciding import NOWHERE, Around, decides
from memoryd.kinds.summaries.shortening import shortened
from memoryd.kinds.summaries.telling import WEAK, names_something, weight_of
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.assent import agreed, agrees, begins_to_agree
from memoryd.text.sentences import cut
from memoryd.text.stopwords import STOP_WORDS

_WORD = lazy_pattern(r"[^\W_]+(?:['’.-][^\W_]+)*")
_CJK = lazy_pattern(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,}")
_CJK_ENDS = ("。", "！", "？")
_CJK_END = lazy_pattern(r"(?<=[。！？])")
_ENDED = lazy_pattern(r"[^\w)\]%°\"”“»][\"”“»')\]]*\Z")
_MARKS = lazy_pattern(r"^\s*(?:[-*+•]|\d{1,2}[.)]|#{1,6})\s+")
_PRONOUN = lazy_pattern(
    r"(?i)(?:it|he|she|they|this|that|these|those|both|him|her|them|er|sie|es|das|dies|diese[rs]?|beide)\b(?!['’]s "
    r"(?:great|good|nice|cool|awesome))"
)
_READ = 100_000
"""Characters of the beginning and of the end of a message that are read, what is folded not counted."""
_LONGEST = 60
"""Words of a sentence that is taken whole."""
_LETTERS = 400
"""Characters of one that has no words to count."""
_BASE = 20
"""Characters that a sentence costs besides its own, when what it says is weighed against its length."""
_SETTLED_BASE = 200
"""The same, of what settles something."""
_REPEATED = 0.15
"""What a word is worth that the summary has already."""
_SAME_MESSAGE = 0.55
"""What a further sentence of a message is worth."""
_WEAK_WORTH = 0.3
_BEFORE_REPLY = 12
"""Words of a user's line that stands before the reply to it."""
_LONGEST_CONSENT = 15
"""Words of a user's message that agrees and says little else."""
_EVEN = 0.75
"""Of the room, what days and sources share evenly; the rest goes to whoever says most."""
_SETTLED = 0.6
"""Of the room, what days and sources share evenly for what settles something."""
_MOST_ROOM = 1.65
"""Times its target, that a merge takes where what was settled needs it, after it was shortened."""
_SHORT = 100
"""Tokens of a target below which a third of what was said holds hardly a sentence."""
_LEAST = 12
"""Tokens that a short session has beside its target."""
_SMALL = 8 * _SHORT
"""Characters of a room that what was settled fills first."""
_SETTLES = 0.06
"""How likely a sentence decides that goes up through all levels first."""
_IDLE, _DECIDING = 1.0, 6.0
"""What a user's sentence counts that certainly decides nothing, and what is added for one that certainly does."""
_AGREED = 6.0
"""What was agreed to."""
_FEWEST_WORDS = 2
"""Of a sentence that settles something, not counting the commonest."""
_LAST_SENTENCES = 12
"""Of a message, among which its proposal is looked for."""
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
    settles: bool = False
    """A summary marked it as settling something."""


class _Sentence(NamedTuple):
    place: int
    message: int
    text: str
    line: Line
    words: frozenset[str]
    weight: float
    needs: int
    """The place of the sentence that says what its pronoun stands for, or of the line that it answers; else -1."""
    settles: bool
    """It is among what goes up through all levels first."""


def summarise(lines: Sequence[Line], target_tokens: int) -> str:
    """At most about `target_tokens` of the most telling sentences, under the days on which they were said.

    What was settled has room first: a merge that does not hold all of it, told shorter, takes up to 1.65 times as much.
    Of a short session up to twice as much is told, or a sentence or two, and its title is not counted.
    """
    sentences = _sentences(lines)
    if not sentences:
        return NOTHING
    room = 4 * target_tokens
    if sum(len(one.text) for one in sentences if one.line.source and one.settles) > _SETTLED * room:
        sentences = [one._replace(text=shortened(one.text)) if one.settles else one for one in sentences]
        needed = sum(len(one.text) for one in sentences if one.settles)
        room = int(min(_MOST_ROOM * room, max(room, needed / _SETTLED)))
    if target_tokens < _SHORT and not sentences[0].line.source:
        title = len(_render({0}, sentences)) - len(sentences[0].text)
        room += title + 4 * min(max(_LEAST, target_tokens), _SHORT - target_tokens)
    text = _render(_choose(sentences, room, settled_first=room < _SMALL), sentences)
    # Nothing that fits: then what says most is kept.
    return text or _render({_Chooser(sentences).best()}, sentences)


# --- sentences ------------------------------------------------------------------------------------------------


def _sentences(lines: Sequence[Line]) -> list[_Sentence]:
    found: list[_Sentence] = []
    said: set[tuple[str, str, str]] = set()
    asked = -1
    for message, line in enumerate(lines):
        first = place = len(found)
        decided, spoken = _settle(found, lines[message - 1], line) if first else ("", "")
        around = _around(lines, message)
        texts = list(
            dict.fromkeys(
                _texts(line._replace(text=line.text.strip().removeprefix(spoken).lstrip(" ,;")) if decided else line)
            )
        )
        if decided:
            texts.insert(0, decided)
        for at, whole in enumerate(texts):
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
            weight = weight_of(text, line.role)
            settles = line.settles
            if line.role == "user":
                likely = decides(text, around._replace(is_first=at == 0, is_last=at == len(texts) - 1))
                weight *= _worth_of(likely)
                settles |= whole is decided or (likely >= _SETTLES and len(words) >= _FEWEST_WORDS)
            if whole is decided or (place == first and _restates(lines, message, text)):
                weight, settles, needs = _AGREED * weight_of(text, "user"), True, needs if whole is decided else -1
            is_bare = line.source and len(texts) == 1 and len(words) < _FEWEST_WORDS and not names_something(text)
            if ((line.day, line.who, text) in said or is_bare) and not settles:
                weight = 0.0  # said once on that day is enough; `Back.` says nothing where what stood around it is gone
            said.add((line.day, line.who, text))
            found.append(_Sentence(place, message, text, line, words, weight, needs, settles))
            place += 1
        if line.role == "user":
            asked = first if place == first + 1 and len(_WORD.findall(line.text)) <= _BEFORE_REPLY else -1
        elif line.role:
            asked = -1
    return found


def _settle(found: list[_Sentence], before: Line, line: Line) -> tuple[str, str]:
    """What a message decides that agrees to what the one before proposes, and the words that do; empty when nothing.

    What it agrees to though that proposes nothing in so many words is settled with it, but no question.
    """
    by_user = line.role == "user" and before.role == "assistant"
    if not by_user and not (line.role == "assistant" and before.role == "user" and agrees(line.text)):
        return "", ""
    answer = len(found)
    own = [one for one in found[-_LAST_SENTENCES:] if one.line is before]
    if not own:
        return "", ""
    if decided := agreed((one.text for one in own), line.text[:_READ], by_worker=by_user):
        return decided
    last = own[-1]
    tells = len(last.words) >= _FEWEST_WORDS and not last.text.rstrip().endswith("?")
    if by_user and tells and agrees(line.text) and any(map(str.isalnum, line.text)):
        found[last.place] = last._replace(weight=_AGREED * weight_of(last.text, "user"), needs=answer, settles=True)
    return "", ""


def _restates(lines: Sequence[Line], number: int, text: str) -> bool:
    """Whether an assistant says, in words that can be read alone, what the user just agreed to."""
    if number == 0 or lines[number].role != "assistant" or lines[number - 1].role != "user":
        return False
    answer = lines[number - 1].text
    says_little = len(answer.split()) <= _LONGEST_CONSENT and begins_to_agree(answer)
    return says_little and names_something(text) and not text.endswith("?")


def _worth_of(likely: float) -> float:
    return _IDLE + _DECIDING * likely


def _around(lines: Sequence[Line], number: int) -> Around:
    """What stands around a user's message."""
    line = lines[number]
    if line.role != "user" or line.source:
        return NOWHERE
    opens = all(one.role != "user" for one in islice(lines, number))
    replies = takewhile(lambda one: one.role != "user", islice(lines, number + 1, None))
    texts = [one.text for one in replies if one.role == "assistant"]
    return Around(texts[-1] if texts else "", sum(map(len, texts)), opens)


def _texts(line: Line) -> Iterable[str]:
    parts = list(folded(line.text, is_output=line.role == "tool"))
    letters, at = sum(len(part.text) for part in parts if not part.is_folded), 0
    for part in parts:
        if part.is_folded:
            yield part.text
            continue
        head = part.text[: max(0, _READ - at)]
        tail = part.text[max(len(head), letters - _READ - at) :]
        at += len(part.text)
        for read in filter(None, (head, tail)):
            for piece in cut(_MARKS.sub("", read).replace("**", "")):
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


def _choose(sentences: Sequence[_Sentence], room: int, *, settled_first: bool) -> set[int]:
    """The places of what is taken: first a share for each day and source, then what says most."""
    groups: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for one in sentences:
        groups[_head(one)].append(one.place)
    left = room
    chooser = _Chooser(sentences)
    if len(groups) > 1:
        settling_ones = {head: [at for at in places if sentences[at].settles] for head, places in groups.items()}
        left -= _take_evenly(chooser.take_settled, settling_ones, left, _SETTLED)
        left -= chooser.take_settled(range(len(sentences)), left)
        left -= _take_evenly(chooser.take, groups, left, _EVEN)
    elif settled_first:
        left -= chooser.take_settled(range(len(sentences)), left)
    chooser.take(range(len(sentences)), left)
    # Where only one of a day's speakers is left, names were not needed.
    for take in (chooser.take_settled, chooser.take):
        take(range(len(sentences)), room - len(_render(chooser.chosen, sentences)))
    return chooser.chosen


def _take_evenly(
    take: Callable[[Iterable[int], int], int], groups: Mapping[tuple[str, str], Sequence[int]], room: int, share: float
) -> int:
    even, spare, left = int(room * share / len(groups)), 0, room
    for places in groups.values():
        used = take(places, even + spare)
        left, spare = left - used, even + spare - used
    return room - left


class _Chooser:
    """Repeatedly takes the sentence that adds most for its length."""

    def __init__(self, sentences: Sequence[_Sentence]) -> None:
        self._sentences = sentences
        counts = Counter(word for one in sentences for word in one.words)
        self._worth = {
            word: _worth(count, len(sentences)) * (_WEAK_WORTH if word in WEAK else 1.0)
            for word, count in counts.items()
        }
        self._speakers: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        for one in sentences:
            self._speakers[_head(one)].add(one.line.who)
        self._told: set[str] = set()
        self._of_message: Counter[int] = Counter()
        self._heads: set[tuple[str, str]] = set()
        self._names: set[tuple[tuple[str, str], str]] = set()
        self.chosen: set[int] = set()

    def best(self) -> int:
        """The place of the sentence that says most."""
        return max(self._sentences, key=lambda one: (one.settles, self._gain(one))).place

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
            left -= self._take(one, left)
        return room - left

    def take_settled(self, places: Iterable[int], room: int) -> int:
        """Take of these what settles something, what does so most first, and fits; how much of the room that took."""
        left = room
        settled = [one for at in places if (one := self._sentences[at]).settles and at not in self.chosen]
        for one in sorted(settled, key=lambda one: -decides(one.text) / math.sqrt(len(one.text) + _SETTLED_BASE)):
            left -= self._take(one, left)
        return room - left

    def _take(self, one: _Sentence, left: int) -> int:
        """Take it, with what it needs, where that fits; how much of the room that took."""
        taken = 0
        if one.needs >= 0 and one.needs not in self.chosen:
            needed = self._sentences[one.needs]
            if self._cost(one) + self._cost(needed) <= left:
                taken = self._cost(needed)
                self._add(needed)
        cost = self._cost(one)
        if taken + cost > left:
            return taken
        self._add(one)
        return taken + cost

    def _cost(self, one: _Sentence) -> int:
        head = _head(one)
        cost = len(one.text) + 1 + (0 if head in self._heads else len(one.line.day) + 7)
        if not self._of_message[one.message]:
            cost += 2 + (0 if len(self._speakers[head]) == 1 else len(one.line.who) + 2)
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
    head, message, alone = ("", ""), -1, False
    for number, one in enumerate(taken):
        if (one.line.day, one.line.source) != head:
            head, message = (one.line.day, one.line.source), -1
            names = dict.fromkeys(other.line.who for other in taken[number:] if _head(other) == head and other.line.who)
            title = "".join((f"**{one.line.day or '·'}**", *(f" · {name}" for name in names)))
            alone = len(names) == 1 and all(other.line.who for other in taken[number:] if _head(other) == head)
            if one.line.day or names:
                parts.append(f"{'' if not parts else chr(10) * 2}{title}\n")
        if one.message == message:
            ended = "" if _ENDED.search(parts[-1]) else "."
            parts.append(one.text if parts[-1].endswith(_CJK_ENDS) else f"{ended} {one.text}")
        else:
            mark = "*" if any(other.settles and other.message == one.message for other in taken[number:]) else "-"
            who = f"{one.line.who}: " if one.line.who and not alone else ""
            parts.append(f"\n{mark} {who}{one.text}")
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
            alone = names[0] if len(names) == 1 else ""
            who = next((name for name in names if line.startswith(f"{name}: ")), alone)
            role = who if who in _ROLES else SUMMARY
            settles = raw.lstrip().startswith("* ")
            found.append(Line(line.removeprefix(f"{who}: ") if who else line, day, who, role, source, settles))
    return found
