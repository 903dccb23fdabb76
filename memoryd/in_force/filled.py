"""What is wanted or not known, and what later fills it in other words: `who pays?`, `the grant covers it`. Pure.

English and German. Whoever wants something seldom hears that it is done: somebody takes it, it has come, it is so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from memoryd.extraction.ends import NOTHING, tells_end
from memoryd.in_force.ending import alike, keys_of
from memoryd.in_force.kin import plain, things_of
from memoryd.in_force.lines import Line, Message, are_apart
from memoryd.in_force.wanting import (
    ABBREVIATED,
    ASKS,
    CUT,
    FOUND,
    GIVES,
    IN_CASE,
    LABEL,
    LEAVES_OPEN,
    MENDED,
    MUST_BE,
    PRICE,
    PROMISE,
    SEEKS,
    SENTENCE,
    SOFT,
    STILL_WANTED,
    TASK,
    TROUBLE,
    UNKNOWN,
    WANTED,
    WORD,
    WORKED_ON,
    WORKS_SINCE,
)
from memoryd.text.stopwords import STOP_WORDS

_KEPT = 4096
_LONGEST, _LATEST = 140, 30
"""Characters of a line that wants something, and of a sentence before that: whoever says more tells something, too."""
_FEWEST_OF_TASK = 2
_SHORT_TASK = 10
"""Words of a line that says nothing else, so that its first part names it."""
_OPEN_ITEM = "open:"
"""Put before what stands in a list of what is open."""
_OF_PROMISE = 0.25
"""Of the words of a promise that are those of what it answers."""
_MAY_BE_FILLED = ("said", "known", "open")
_ANOTHER_DAY = 6 * 3600 * 1_000_000
"""Microseconds after which one session goes on as if it were another."""
_PART = 5
"""Letters of the part of a word that its participle has, too."""
_SHORT = 2
"""Letters of a word that says nothing."""
_FEWEST, _SHORTEST = 3, 4
"""Words of a line that wants something, and letters of a word for it."""
_LONGEST_FILLING = 25
"""Words of a sentence that tells what is there: one that explains much speaks of many things."""
_MOST_WORDS = 18
"""Of a sentence that tells in quite other words who or what it is."""
_OF_ALL, _OF_HEAD, _OF_TASK, _OF_TROUBLE = 0.5, 0.75, 0.5, 0.25
"""So much of what is wanted, of its head, of a task and of what does not work is spoken of by what ends it."""
_BY_THING = 0.8
"""What a word counts that speaks of one thing with another."""


class Wanted(NamedTuple):
    """What a line wants or does not know: all its words, those of its head, and what of it is the thing itself."""

    words: frozenset[str]
    head: frozenset[str]
    thing: str
    is_unknown: bool


class Task(NamedTuple):
    """What is to be done: all its words, and those by which it is met where little else is said."""

    words: frozenset[str]
    head: frozenset[str]


def filled_in(lines: Sequence[Line], messages: Sequence[Message]) -> dict[int, list[Message]]:
    """By the number of each line that wants something, the messages of other days that tell that it is there.

    What an agent only promised at once goes the way of what it promised that for.
    """
    by_key: dict[str, list[int]] = defaultdict(list)
    for number, message in enumerate(messages):
        for key in _keys_in(message.text):
            by_key[key].append(number)
    found: dict[int, list[Message]] = {}
    for at, line in enumerate(lines):
        wanted = _all_wanted(line.text) if _may_be_filled(line) else frozenset()
        met = sorted({number for word in wanted for key in _keys_of(word) for number in by_key.get(key, ())})
        for message in (messages[number] for number in met):
            is_later = message.at > line.at and (
                message.session != line.session or message.at - line.at >= _ANOTHER_DAY
            )
            if is_later and not are_apart(line, message) and is_filled_by(line.text, message.text):
                found.setdefault(at, []).append(message)
    return found | _promised(lines, messages, found)


def _promised(
    lines: Sequence[Line], messages: Iterable[Message], filled: Mapping[int, list[Message]]
) -> dict[int, list[Message]]:
    """The promises that answered what is filled, and what was asked for where the promise is."""
    answers = {message.key: message.answers for message in messages if message.answers}
    of_message: dict[str, list[int]] = defaultdict(list)
    for at, line in enumerate(lines):
        of_message[line.source or line.key].append(at)
    found: dict[int, list[Message]] = {}
    for key, answered in answers.items():
        for promise in of_message.get(key, ()):
            if not promises(lines[promise].text):
                continue
            for asked in of_message.get(answered, ()):
                if not _may_be_filled(lines[asked]) or not _all_wanted(lines[asked].text):
                    continue
                if _share(_words(lines[promise].text), _words(lines[asked].text)) < _OF_PROMISE:
                    continue
                by = filled.get(asked) or filled.get(promise)
                if by is not None:
                    found |= {asked: by, promise: by}
    return found


@lru_cache(maxsize=_KEPT)
def _keys_in(text: str) -> frozenset[str]:
    return frozenset(key for word in _words(text) for key in _keys_of(word))


def _may_be_filled(line: Line) -> bool:
    if line.who == "assistant":
        return line.part in _MAY_BE_FILLED and promises(line.text)
    if line.part in ("decisions", "rules", "user"):
        is_need = line.part == "user" and wanted_in(line.text) is not None
        return is_need or STILL_WANTED.search(line.text) is not None
    return line.part in _MAY_BE_FILLED


def _keys_of(word: str) -> tuple[str, ...]:
    """By which the words are met that may be one with it, or speak of one thing with it."""
    done_to = (f"ge{word[2 : _PART + 1]}",) if word.startswith("ge") else ()
    return (*keys_of(word), *things_of(word), f"ge{word[: _PART - 1]}", *done_to)


def _all_wanted(text: str) -> frozenset[str]:
    """All words by which what ends it may be met."""
    wanted, task, seeks = wanted_in(text), task_in(text), SEEKS.search(text)
    return frozenset(
        (
            *(wanted.words | wanted.head if wanted else ()),
            *(task.words if task else ()),
            *trouble_in(text),
            *((seeks["who"].casefold(),) if seeks else ()),
        )
    )


@lru_cache(maxsize=_KEPT)
def wanted_in(text: str) -> Wanted | None:
    """What it wants or does not know; None for most."""
    if not text or len(text) > _LONGEST:
        return None
    said = _sentences(text)
    for sentence in said:
        if sentence.rstrip().endswith("?") and sentence is not said[-1]:
            continue  # it is answered at once
        for number, pattern in enumerate(UNKNOWN if sentence.rstrip().endswith("?") else (*UNKNOWN, *WANTED)):
            match = pattern.search(sentence)
            if match is None or match.start() > _LATEST:
                continue
            given = match.groupdict()
            what = f"{given['what']} {given.get('more') or ''}" if given["what"] else sentence
            head = _head(given.get("lacks") or given["what"] or sentence)
            words = _in_order(f"{what} {given.get('lacks') or ''}")
            if any(len(word) >= _SHORTEST for word in words) and len(text.split()) >= _FEWEST:
                head = head or words
                return Wanted(frozenset(words), frozenset(head), head[-1], number < len(UNKNOWN))
    return None


@lru_cache(maxsize=_KEPT)
def trouble_in(text: str) -> frozenset[str]:
    """What it says is not as it should be, in its words; empty for most."""
    if len(text) > _LONGEST or TROUBLE.search(text) is None or IN_CASE.search(text) is not None:
        return NOTHING
    return _words(TROUBLE.sub(" ", text)) or _words(text)


@lru_cache(maxsize=_KEPT)
def task_in(text: str) -> Task | None:
    """What it says is to be done, by whomever; None for most."""
    if len(text) > _LONGEST:
        return None
    for sentence in _sentences(text):
        patterns = (MUST_BE,) if sentence.rstrip().endswith("?") and not ASKS.match(sentence) else (TASK, MUST_BE)
        for match in filter(None, (pattern.search(sentence) for pattern in patterns)):
            if match.start() <= _LATEST and len(words := _words(match["what"])) >= _FEWEST_OF_TASK:
                is_short = len(text.split()) <= _SHORT_TASK
                return Task(words, frozenset(_head(match["what"])) if is_short else words)
    return None


@lru_cache(maxsize=_KEPT)
def promises(text: str) -> bool:
    """Whether somebody says that they are going to do something."""
    return PROMISE.search(text) is not None


def _does(task: Task | None, sentence: str) -> bool:
    if task is None or _is_open(sentence):
        return False
    words = _words(sentence)
    if not any(_is_direct(one, words) for one in task.words):
        return _share(task.words, words) >= _OF_HEAD and tells_end(sentence)
    if tells_end(sentence) or MENDED.search(sentence) or GIVES.search(sentence):
        names_it = len(sentence.split()) <= _MOST_WORDS and _share(task.head, words) >= _OF_HEAD
        return names_it or _share(task.words, words) >= _OF_TASK
    return _share(task.words, words) >= _OF_HEAD


def _is_found(line: str, said: str) -> bool:
    """Whether somebody who looks for something has found it: `Jo is looking for a suit`, `Jo got a blue one`."""
    seeks = SEEKS.search(line)
    return seeks is not None and any(
        seeks["who"] in sentence and FOUND.search(sentence) is not None and not _is_open(sentence)
        for sentence in _sentences(said)
    )


@lru_cache(maxsize=_KEPT)
def _is_open(sentence: str) -> bool:
    return LEAVES_OPEN.search(WORKS_SINCE.sub(" ", sentence)) is not None


def is_filled_by(line: str, said: str) -> bool:
    """Whether what the line wants, does not know or cannot get to work is told to be there, by what was said later."""
    wanted = wanted_in(line)
    if wanted is not None and any(_fills(wanted, one) for one in _told(said)):
        return True
    if _is_found(line, said) or any(_does(task_in(line), sentence) for sentence in _sentences(said)):
        return True
    trouble = trouble_in(line)
    return bool(trouble) and any(_share(trouble, words) >= _OF_TROUBLE for words in _mended(said))


def _fills(wanted: Wanted, told: _Sentence) -> bool:
    words = told.words
    if told.is_price and not wanted.is_unknown:
        return False
    if told.length <= _MOST_WORDS and told.gives and _is_direct(wanted.thing, words):
        return True
    if any(_is_direct(one, words) for one in wanted.words):
        return _share(wanted.words, words) >= _OF_ALL or _share(wanted.head, words) >= _OF_HEAD
    return told.length <= _MOST_WORDS and _share(wanted.head, words) >= _OF_HEAD


def _share(wanted: frozenset[str], words: frozenset[str]) -> float:
    wanted = frozenset(one for one in wanted if not one[0].isdigit()) or wanted
    if not wanted:
        return 0.0
    found = sum(1.0 if _is_direct(one, words) else _BY_THING if _is_thing(one, words) else 0.0 for one in wanted)
    return found / len(wanted)


def _is_direct(one: str, words: frozenset[str]) -> bool:
    return not one[0].isdigit() and any(_is_form(one, word) for word in words)


def _is_form(one: str, other: str) -> bool:
    return alike(one, other) or _is_done_to(one, other) or _is_done_to(other, one)


def _is_done_to(noun: str, participle: str) -> bool:
    """Whether the one is what is done by the other: `Zählung`, `gezählt`."""
    is_long = len(noun) >= _PART + 1 and len(participle) >= _PART + 1
    return is_long and participle.startswith("ge") and participle[2 : _PART + 1] == noun[: _PART - 1]


def _is_thing(one: str, words: frozenset[str]) -> bool:
    things = things_of(one)
    return bool(things) and any(not things.isdisjoint(things_of(word)) for word in words)


def _sentences(text: str) -> list[str]:
    found: list[str] = []
    is_listed = False
    for sentence in SENTENCE.split(ABBREVIATED.sub(r"\1 ", text)):
        is_listed = LABEL.match(sentence) is not None or (is_listed and sentence[:1] in "-*•")
        found.append(f"{_OPEN_ITEM} {sentence}" if is_listed else sentence)
    return found


def _head(what: str) -> tuple[str, ...]:
    """The words of its first part that has some."""
    return next((found for part in CUT.split(what) if (found := _in_order(part))), ())


def _words(text: str) -> frozenset[str]:
    return frozenset(_in_order(text))


def _in_order(text: str) -> tuple[str, ...]:
    """Its words that name something."""
    found = (match[0].casefold().removesuffix("'s").removesuffix("’s") for match in WORD.finditer(text))
    return tuple(plain(word) for word in found if _says_something(word))


def _says_something(word: str) -> bool:
    is_word = len(word) > _SHORT and word not in STOP_WORDS and word not in SOFT
    return is_word or any(char.isdigit() for char in word)


class _Sentence(NamedTuple):
    """One that leaves nothing open: its words, how many all are, whether it tells a price, and of something given."""

    words: frozenset[str]
    length: int
    is_price: bool
    gives: bool


@lru_cache(maxsize=_KEPT)
def _told(text: str) -> tuple[_Sentence, ...]:
    """The sentences that leave nothing open."""
    return tuple(
        _Sentence(_words(one), len(one.split()), PRICE.search(one) is not None, GIVES.search(one) is not None)
        for one in _sentences(text)
        if not _is_open(one) and len(one.split()) <= _LONGEST_FILLING
    )


@lru_cache(maxsize=_KEPT)
def _mended(text: str) -> tuple[frozenset[str], ...]:
    """The words of its sentences by which something is as it should be."""
    return tuple(
        _words(one)
        for one in _sentences(text)
        if any(found.search(one) for found in (MENDED, WORKS_SINCE, WORKED_ON)) and not _is_open(one)
    )
