"""Which lines of a brief are in force: each statement once, none that is overruled or done (rules 23, 26). Pure.

Only lines that can meet are compared: those that share words, by an index of them.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from msgspec.structs import replace

from memoryd.extraction.ends import (
    FEWEST_SHARED,
    met_by,
    missing_in,
    named_in,
    tells_done,
    tells_end,
    valued_words,
    words_of,
)
from memoryd.in_force.believed import is_believed
from memoryd.in_force.denying import denied_in, denies
from memoryd.in_force.ended import ends_of, messages_of, said_back
from memoryd.in_force.filled import filled_in, is_filled_by, promises
from memoryd.in_force.former import Former, Past
from memoryd.in_force.given_up import back_to, given_up_in
from memoryd.in_force.items import before_end, undone, untouched
from memoryd.in_force.lines import Line, Message, are_apart
from memoryd.in_force.moves import leaving, slots_of
from memoryd.in_force.nearness import Vector
from memoryd.in_force.new_values import has_new_value, values_of
from memoryd.in_force.pairs import (
    SAME,
    adds_nothing,
    assigned,
    chosen_as,
    counted,
    gives_other_value,
    is_made_of,
    is_refused,
    kind_of,
    may_end,
    often_in,
    overrules_line,
    plain,
    repeats_value,
    replaced,
    says,
    stood_in_for,
    subjects_of,
    tells_change,
    tells_switch,
    told_by_line,
    turned_down,
)
from memoryd.in_force.served import served_in
from memoryd.in_force.sides import sides_of
from memoryd.in_force.stale import is_answered, is_stale, newest_sessions
from memoryd.in_force.taken_back import chosen_anew, forgotten_by
from memoryd.in_force.wordings import AFTER_ALL, AGREED_TO_DO, FOR_NOW, HOLDS_FOR_EACH, LISTS
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.clauses import language_of
from memoryd.text.sentences import is_question
from memoryd.text.splices import begins_statement
from memoryd.text.statements import statements_of
from memoryd.types import fold

_SENTENCE_ENDS = lazy_pattern(r"(?<=[^\d][.!?]) +|(?<=\d[.!?]) +(?=[a-zäöü])")
_MOST_HEARD = 600
_MOST_ENDERS = 4


class Judged(NamedTuple):
    """The lines that are told, each statement once, the oldest first; and the numbers of those that hold no more."""

    standing: list[Line]
    past: Mapping[int, tuple[str, ...]]
    """With the keys of the messages that ended each, as far as they are known."""


def in_force(
    lines: Iterable[Line], pause: Callable[[], object] = int, vectors: Mapping[str, Vector] | None = None
) -> list[Line]:
    """As `judge`, what is told only."""
    return judge(lines, pause, vectors).standing


def judge(
    lines: Iterable[Line], pause: Callable[[], object] = int, vectors: Mapping[str, Vector] | None = None
) -> Judged:
    """Which lines are told, and which of all are past.

    It takes up to a second; `pause` is called now and then. `vectors`: of what was said and of memories, by key.
    """
    lines = [_as_known(line) for line in lines]
    kept, which = each_once(lines)
    ruled = _apply_rules(kept, pause)
    messages = messages_of(lines)
    ends = ends_of(kept, messages, vectors or {}, pause)
    filled = filled_in(kept, messages)
    served = served_in(kept, messages, lines)
    over = {at: end.message for at, end in ends.items() if is_believed(end, kept[at])}
    possible = {at for at, end in ends.items() if end.is_possible}
    doubted = {at for at, end in ends.items() if end.is_unlikely}
    cut = {at: _without_past(kept[at], by) for at, by in ruled.overruling.items() if at not in doubted}
    ending = {at: by for at, by in ruled.ending.items() if at not in doubted}
    past = [(kept[at], ruled.overruling[at][0].at) for at, left in cut.items() if left is None]
    past += [(kept[at], message.at) for at, message in over.items()]
    past_in: dict[str, list[tuple[Line, int]]] = defaultdict(list)
    for gone, until in past:
        past_in[gone.session].append((gone, until))
    ended = [Past(kept[at], by[0].at, by[0].source or by[0].key) for at, by in ruled.overruling.items() if at in cut]
    ended += [Past(kept[at], message.at, message.key) for at, message in over.items()]
    former = Former(ended)
    newest = newest_sessions(kept)
    replies = {message.key: message.reply for message in messages if message.reply}
    standing: list[Line] = []
    fallen: set[int] = set()
    past_places: set[int] = set()
    for number, line in enumerate(kept):
        left = cut[number] if number in cut else undone(line, ending[number]) if number in ending else line
        left = _left_by(left, filled.get(number, ()), over.get(number), is_cut=left is not line)
        answered = is_answered(line, replies.get(line.source or line.key, ""))
        gone_with = past_in.get(line.session, ())
        is_void = _is_void(line) or answered or any(_goes_with(line, *one) for one in gone_with)
        if left is None or number in served or is_void:
            fallen.add(line.place)
            past_places.add(line.place)
        elif not left.is_told:
            continue
        elif not is_stale(left, newest, gives_new=number in ruled.renewing, may_be_over=number in possible):
            pause()
            text = left.text if left.is_fixed else former.left_out(left, left.text)
            # What says the same later makes it no younger: its words tell days as of its own.
            own = lines[line.place].at
            standing.append(replace(left, text=text, at=own, place=len(standing)))
            if left is not line:
                fallen.add(line.place)
        else:
            past_places.add(line.place)
            if line.who != "assistant":
                fallen.add(line.place)
    standing = _each_text_once(_without_echoes(standing, said_back(kept, messages), kept))
    told = _with_wholes(standing, lines, {lines[at].key for at, place in which.items() if place in fallen})
    told = [replace(one, whole=former.left_out(one, one.whole)) if one.whole else one for one in told]
    by = {one.place: _enders_of(at, over, ruled) for at, one in enumerate(kept) if one.place in past_places}
    return Judged(told, {at: by[place] for at, place in which.items() if place in by})


def _goes_with(line: Line, gone: Line, until: int) -> bool:
    """Whether a line is past with another of its session: it works with a value of that, or was for now since that."""
    if repeats_value(line, gone, until):
        return True
    return not line.is_fixed and gone.at <= line.at and may_end(gone.text) and FOR_NOW.search(line.text) is not None


def _left_by(line: Line | None, filled: Sequence[Message], over: Message | None, *, is_cut: bool) -> Line | None:
    """What of a line is left by what is there that it wants, and by its end. `is_cut`: it has lost items before."""
    if line is not None and not line.is_fixed and LISTS.match(line.text) and (filled or over):
        ends = [*filled, *([over] if over else ())]
        left = untouched(line, " ".join(f"{message.text} {message.reply}" for message in ends))
        return None if left == line and not is_cut else left
    if line is None:
        return None
    if over:
        return None if line.is_fixed else before_end(line, over.text)
    return _unfilled(line, filled) if filled and not line.is_fixed else line


def _enders_of(number: int, over: Mapping[int, Message], ruled: _RuleVerdicts) -> tuple[str, ...]:
    """The keys of the messages that ended a line, the newest first."""
    keys = [line.source for line in reversed(ruled.overruling.get(number, ())) if line.source]
    keys += [over[number].key] if number in over else []
    return tuple(dict.fromkeys(keys))[:_MOST_ENDERS]


def _as_known(line: Line) -> Line:
    """What an agent says, under what is known: who the user is and what they like they say themselves.

    And what was agreed to be done, as open.
    """
    if line.part == "decisions" and not line.is_fixed and AGREED_TO_DO.match(line.text):
        return replace(line, part="open")
    is_agents = line.part == "user" and line.who == "assistant" and not line.is_fixed
    return replace(line, part="known") if is_agents else line


def _without_echoes(standing: Sequence[Line], back: Iterable[tuple[int, int]], lines: Sequence[Line]) -> list[Line]:
    """Without what an agent only says back of what it is asked to do, or that where only the agent tells the day."""
    by_statement = {(line.key, line.since): line for line in standing if line.part == "open"}
    echoes = set()
    for pair in back:
        answer, asked = (by_statement.get((lines[at].key, lines[at].since)) for at in pair)
        if answer is not None and asked is not None and not asked.is_fixed:
            echoes.add((asked if _tells_day(answer) and not _tells_day(asked) else answer).place)
    return [line for line in standing if line.place not in echoes]


def _each_text_once(lines: Iterable[Line]) -> list[Line]:
    """Two projects may say the same, each for itself."""
    return list({fold(line.text): line for line in reversed([*lines])}.values())[::-1]


def _tells_day(line: Line) -> bool:
    return any(value[-1].isdigit() or value[0].isdigit() for value in values_of(line.text).get("date", ()))


class _RuleVerdicts(NamedTuple):
    """By the number of a line: which overrule it, what says that it is done, and which tell a value anew."""

    overruling: Mapping[int, list[Line]]
    ending: Mapping[int, list[str]]
    renewing: Set[int]


def _apply_rules(lines: Sequence[Line], pause: Callable[[], object]) -> _RuleVerdicts:
    overruling: dict[int, list[Line]] = defaultdict(list)
    ending: dict[int, list[str]] = defaultdict(list)
    renewing: set[int] = set()
    known = _Known()
    for number, later in enumerate(lines):
        pause()
        for at in known.met_by(later):
            is_free = not are_apart(later, lines[at]) and (later.is_fixed or not lines[at].is_fixed)
            if is_free and overrules_line(later, lines[at]):
                overruling[at].append(later)
                if lines[at].who != "assistant" and has_new_value(later.text, lines[at].text):
                    renewing.add(number)
        for text in {later.text, later.heard}:
            if text and tells_end(text):
                is_done = tells_done(text)
                for at in known.asked_in(text):
                    holds_on = lines[at].is_fixed or HOLDS_FOR_EACH.search(lines[at].text)
                    if (is_done or missing_in(lines[at].text)) and not (holds_on or are_apart(later, lines[at])):
                        ending[at].append(text)
        known.add(number, later)
    return _RuleVerdicts(overruling, ending, renewing)


def _with_wholes(standing: Sequence[Line], lines: Iterable[Line], fallen: Set[str]) -> list[Line]:
    """Each line of a message with the message, where all of that holds and no question in it was answered."""
    answered = {line.session: line.at for line in sorted(lines, key=lambda one: one.at) if line.who != "assistant"}
    wholes = {line.key: line.whole for line in lines if line.whole and line.key not in fallen}
    for line in lines:
        # What one call appends has one time.
        if line.who == "assistant" and "?" in line.whole and line.at <= answered.get(line.session, 0):
            wholes.pop(line.key, None)
    return [
        replace(one, whole=wholes.get(one.key, ""), before="" if one.source in fallen else one.before)
        for one in standing
    ]


def get_to_know(line: Line) -> None:
    """Find what is kept of the line, before anybody waits for it."""
    known = _Known()
    known.add(0, line)
    known.met_by(line)
    tells_end(line.text)
    tells_end(line.heard)


# --- each once ------------------------------------------------------------------------------------------------


def each_once(lines: Iterable[Line]) -> tuple[list[Line], dict[int, int]]:
    """The one of those that say the same that ranks first, and among these the one that was first; the oldest first.

    Beside them, by the place of each line, the place of the one that is kept for it.
    """
    kept: list[Line] = []
    which: dict[int, int] = {}
    by_text: dict[str, list[int]] = defaultdict(list)
    by_word: dict[str, list[int]] = defaultdict(list)
    by_source: dict[str, list[int]] = defaultdict(list)
    placed = (replace(line, place=number) for number, line in enumerate(lines))
    for line in sorted(placed, key=lambda one: (one.rank, one.at, one.place)):
        folded, words = fold(line.text), words_of(line.text)
        # Who has so many of its words has one of its rarest, too.
        rarest = sorted(words, key=lambda word: len(by_word[word]))[: len(words) - math.ceil(SAME * len(words)) + 1]
        alike = {at for word in rarest for at in by_word[word]} if len(words) >= FEWEST_SHARED else set()
        alike.update(by_text[folded])
        of_one = by_source[line.source] if line.source and line.part != "context" else []
        alike = {at for at in alike if not are_apart(kept[at], line)}
        same = next((at for at in sorted(alike) if says(kept[at].text, line.text)), None) if line.text else None
        if same is None:
            # Two sentences of one message are two statements; a memory that was made of one is no second.
            others = [at for at in of_one if kept[at].key != line.key]
            made = (at for at in others if is_made_of(kept[at].text, line.text))
            same = next(made, next((at for at in others if adds_nothing(kept[at].text, line.text)), None))
        which[line.place] = line.place if same is None else kept[same].place
        if same is None:
            by_text[folded].append(len(kept))
            if line.source:
                by_source[line.source].append(len(kept))
            for word in words:
                by_word[word].append(len(kept))
            kept.append(line)
        else:
            one = kept[same]
            in_more_words = says(line.text, one.text) and len(words) > len(words_of(one.text))
            if one.part == "user" and (in_more_words or adds_nothing(one.text, line.text)):
                one = replace(one, text=line.text)  # it says who the user is in more words
            heard = f"{one.heard} {line.text} {line.heard}" if len(one.heard) < _MOST_HEARD else one.heard
            kept[same] = replace(
                one,
                at=max(one.at, line.at),
                since=min(one.since, line.since),
                heard=heard.strip(),
                before=one.before or line.before,
                refused=one.refused or line.refused,
                topics=one.topics or line.topics,
                is_told=one.is_told or line.is_told,
            )
    return sorted(kept, key=lambda line: (line.at, line.place)), which


# --- which can meet -------------------------------------------------------------------------------------------


class _Known:
    """The lines so far, by what a later one may name of them."""

    def __init__(self) -> None:
        self._by_subject: dict[str, list[int]] = defaultdict(list)
        self._by_beginning: dict[tuple[str, ...], list[int]] = defaultdict(list)
        self._by_plain: dict[str, list[int]] = defaultdict(list)
        self._by_stem: dict[str, list[int]] = defaultdict(list)
        self._by_valued: dict[str, list[int]] = defaultdict(list)
        self._by_assigned: dict[str | int, list[int]] = defaultdict(list)
        self._by_wanted: dict[str, list[int]] = defaultdict(list)
        self._by_chosen: dict[str, list[int]] = defaultdict(list)
        self._by_slot: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._by_source: dict[str, list[int]] = defaultdict(list)
        self._often: list[int] = []
        self._turned_down: list[int] = []

    def add(self, number: int, line: Line) -> None:
        """One more, later than all others."""
        if line.part == "context":
            return
        self._by_source[line.source].append(number)
        for name in chosen_as(line.text):
            self._by_chosen[name].append(number)
        stated = statements_of(line.text)
        for about in stated.of:
            self._by_subject[about].append(number)
        for sentence in stated.sentences:
            self._by_beginning[sentence[:2]].append(number)
        for thing in slots_of(line.text):
            self._by_slot[thing].append(number)
        self._often += [number] * bool(often_in(line.text))
        self._turned_down += [number] * bool(turned_down(line.text))
        words = plain(f"{line.before} {line.text}").split()
        for word in dict.fromkeys((*words, *filter(None, map(kind_of, words)))):
            self._by_plain[word].append(number)
        for word in words_of(line.text):
            self._by_stem[word].append(number)
        given: set[str | int] = {*assigned(line.text), *counted(line.text), *sides_of(line.text)}
        for one in given:
            self._by_assigned[one].append(number)
        if values_of(line.text):
            for word in valued_words(line.text):
                self._by_valued[word].append(number)
        if line.part == "open" or (line.part in ("said", "known") and (may_end(line.text) or promises(line.text))):
            for word in named_in(line.text) | met_by(line.text):
                self._by_wanted[word].append(number)

    def met_by(self, later: Line) -> set[int]:
        """Those that it may overrule."""
        if later.part == "context":
            return set()
        found = self._dropped_by(later) | self._changed_by(later)
        stated = statements_of(later.text)
        for about in stated.of:
            found.update(self._by_subject.get(about, ()))
        for sentence in stated.sentences if stated.is_change else ():
            found.update(self._by_beginning.get(sentence[:2], ()))
        for old in stated.replaced if stated.is_change else ():
            found.update(self._naming(old.split()))
        for who in leaving(later.text):
            found.update(self._by_plain.get(who.casefold(), ()))
        for thing in slots_of(later.text):
            found.update(self._by_slot.get(thing, ()))
        told = told_by_line(later)
        for name in assigned(told).keys() | counted(told).keys():
            found.update(self._by_assigned.get(name, ()))
        olds = replaced(told)
        if not olds and not tells_change(told):
            return found
        for old in olds:
            found.update(self._naming(plain(old).split()))
        for name in subjects_of(later) if tells_switch(told) else ():
            found.update(self._by_plain.get(name, ()))
        for word in valued_words(told) if values_of(told) else ():
            found.update(self._by_valued.get(word, ()))
        return found

    def _changed_by(self, later: Line) -> set[int]:
        found: set[int] = set()
        gone_now = (*turned_down(later.text), *given_up_in(later.text), *back_to(later.text))
        for gone in (*gone_now, *filter(None, (stood_in_for(later), forgotten_by(later.text)))):
            found.update(self._naming_stems(gone))
        for stems in denied_in(later.text):  # a verb may have another form there
            met: list[list[int]] = [self._by_stem[stem] for stem in stems if stem in self._by_stem]
            rarest: list[int] = min(met, key=len, default=[])
            found.update(rarest)
        for which in sides_of(later.text):
            found.update(self._by_assigned.get(which, ()))
        for word in chosen_anew(later):
            found.update(self._by_stem.get(word, ()))
        if often_in(later.text):
            found.update(self._often)
        if AFTER_ALL.search(later.text):
            found.update(self._turned_down)
        return found

    def _dropped_by(self, later: Line) -> set[int]:
        found = set(self._by_source.get(later.refused, ())) if later.refused else set()
        for word in plain(later.topics).split():
            found.update(self._by_chosen.get(word, ()))
        return found

    def _naming(self, words: Sequence[str]) -> Iterable[int]:
        return min((self._by_plain.get(word, ()) for word in words), key=len, default=())

    def _naming_stems(self, words: Iterable[str]) -> Iterable[int]:
        named: list[list[int]] = [self._by_stem.get(word, []) for word in words]
        return min(named, key=len)

    def asked_in(self, done: str) -> Iterator[int]:
        """Those that may ask for what is done."""
        yield from {at for word in met_by(done) for at in self._by_wanted.get(word, ())}


# --- what is left ---------------------------------------------------------------------------------------------


def _is_void(line: Line) -> bool:
    """Whether it tells nothing, turns down itself what it tells, or only asks to forget something."""
    if line.part == "context":
        return False
    if not line.text or forgotten_by(line.text):
        return True
    return line.part in ("said", "known", "open", "user") and is_refused(line.text)


def _without_past(line: Line, overruling: Sequence[Line]) -> Line | None:
    """The line without its sentences, or its first or last clauses, that are past, where others are not."""
    said = [replace(line, text=one, heard="", before="") for one in _SENTENCE_ENDS.split(line.text)]
    left = [one.text for one in said if _says_enough(one) and not _is_past(one, overruling)]
    if left and len(left) < len(said):
        return replace(line, text=" ".join(left), heard="", before="")
    clauses = line.text.split(", ")
    for end in range(len(clauses) - 1, 0, -1):
        shorter = replace(line, text=", ".join(clauses[:end]), heard="")
        if len(words_of(shorter.text)) >= FEWEST_SHARED and not _is_past(shorter, overruling):
            return shorter
    for begin in range(1, len(clauses)):
        rest = replace(line, text=", ".join(clauses[begin:]), heard="", before="")
        if not any(denies(one.text, ", ".join(clauses[:begin])) for one in overruling):
            continue
        if (
            begins_statement(rest.text, language_of(line.text))
            and _says_enough(rest)
            and not _is_past(rest, overruling)
        ):
            return rest
    return None


def _unfilled(line: Line, by: Sequence[Message]) -> Line | None:
    """The line without its sentences that want what is there."""
    said = _SENTENCE_ENDS.split(line.text)
    left = [one for one in said if not any(is_filled_by(one, message.text) for message in by)]
    if 0 < len(left) < len(said) and all(_says_enough(replace(line, text=one)) for one in left):
        return replace(line, text=" ".join(left), heard="", before="")
    return None


def _says_enough(line: Line) -> bool:
    return len(words_of(line.text)) >= FEWEST_SHARED and not is_question(line.text)


def _is_past(line: Line, overruling: Iterable[Line]) -> bool:
    return any(overrules_line(one, line) or gives_other_value(one, line) for one in overruling)
