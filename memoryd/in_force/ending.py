"""Does a later message end what an earlier line says: done, dropped, replaced, moved, answered? One fitted sum. Pure.

It goes by what both speak of and where, by what stands around that in the later message, and by the form of both. The
weights are data, written by tests/in_force/fit_ending.py: a ridge logistic regression over pairs of messages, and over
scripted projects, by people who had not seen this.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Mapping, Set
from sys import intern

from memoryd.extraction.ends import tells_end, tells_open
from memoryd.extraction.triples import triple_of
from memoryd.in_force.new_values import values_of
from memoryd.in_force.pairs import drops_topic, tells_change, tells_closed, tells_problem, turned_down
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.clauses import language_of
from memoryd.text.stopwords import STOP_WORDS

MOST_LETTERS = 400
"""Of a message that is looked at; of the answer to it, half of that."""
_NO_CONTENT = STOP_WORDS | {"bitte", "danke", "please", "pls", "plz", "thanks", "thx"}
"""Two requests are about one thing by none of these."""
_KEPT = 4096
"""Texts of which it is kept what they show."""
_TOKEN = lazy_pattern(r"[^\W\d_]+(?:'[a-z]+)?|\d+(?:[.,:]\d+)*|[?!:;…()]")
_END = lazy_pattern(r"(?<=[.!?\n])\s+|\n")
_UNIT = lazy_pattern(r"(\d[\d.,:]*) ?([^\W\d_]+|[%€$£])")
_STEM, _ALIKE, _SAME_BEGINNING = 6, 5, 0.7
"""Letters of a word that may be another's, and so much of the longer one with which both begin."""
_FORMS = {
    "q": lazy_pattern(r"\?"),
    "if": lazy_pattern(r"(?i)\b(?:if|once|unless|until|till|when|before|wenn|falls|sobald|bis|bevor)\b"),
    "no": lazy_pattern(r"(?i)\b(?:no|not|never|nothing|none|kein\w*|nicht|nie|nix|nichts)\b|n['’]t\b"),
    "to": lazy_pattern(
        r"(?i)\b(?:will|['’]ll|going to|tomorrow|next|soon|plan\w*|should|must|needs? to|want\w*|would|could|werden?"
        r"|wird|morgen|nächste\w*|demnächst|will|soll\w*|muss|müssen|möchte|könnte\w*)\b"
    ),
    "part": lazy_pattern(
        r"(?i)\b(?:half|partly|so far|only|rest|remaining|first|except|but|almost|nearly|still|left|missing|halb|teils"
        r"|bisher|nur|fast|aber|noch|fehl\w*|erste[nrs]?|übrig)\b"
    ),
    "now": lazy_pattern(
        r"(?i)\b(?:now|as of|these days|any ?more|instead|jetzt|nun|ab sofort|statt\w*|mehr)\b"
    ),
    "too": lazy_pattern(r"(?i)\b(?:other|another|too|also|as well|ander\w*|auch|ebenfalls|zweite\w*)\b"),
}  # fmt: skip
_KINDS = {
    "task": lazy_pattern(
        r"(?i)\b(?:to ?do|open|needs?|must|has to|have to|please|pls|someone|offen|muss|müssen|bitte|noch|fehlt"
        r"|brauch\w*|wartet|aussteh\w*)\b"
    ),
    "rule": lazy_pattern(
        r"(?i)\b(?:never|always|only|no|not|every|all|rule|nie|immer|nur|kein\w*|nicht|jede\w*|alle\w*|regel)\b|n['’]t\b"
    ),
    "choice": lazy_pattern(
        r"(?i)\b(?:decid\w+|decision|we (?:go|use|take|run|keep)|wir (?:nehmen|nutzen|machen|bleiben)|beschluss"
        r"|entschieden|entscheidung|let['’]s|go with)\b"
    ),
    "plan": lazy_pattern(r"(?i)\b(?:plan\w*|want\w*|going to|will|is on|wollen|soll|termin|meeting)\b"),
    "asks": lazy_pattern(
        r"(?i)\?|\b(?:whether|find out|figure out|ob|(?:he)?rausfinden|klär\w*|unklar|which|wer|warum|why|undecided)\b"
    ),
    "number": lazy_pattern(r"\d"),
    "date": lazy_pattern(
        r"(?i)\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)s?\b"
        r"|\d{1,2}\.\d{1,2}\.|\d{1,2}:\d\d|\buhr\b|\d(?:st|nd|rd|th)\b"
    ),
    "state": lazy_pattern(
        r"(?i)\b(?:broken|down|closed|out of|until|till|defekt|kaputt|gesperrt|bis|locked|blocked|steht|liegt|waits?"
        r"|wart\w+|pending)\b"
    ),
}


class _Text:
    """What one text shows by itself; what not every pair needs is found when it is asked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.sentences = tuple(one for one in _END.split(text) if one)
        tokens: list[str] = []
        of: list[int] = []
        content: list[int] = []
        named: set[int] = set()
        for number, sentence in enumerate(self.sentences):
            for match in _TOKEN.finditer(sentence.replace("’", "'")):
                token = intern(match[0].casefold().removesuffix("'s"))
                if token[0].isdigit() or (token[0].isalpha() and len(token) > 2 and token not in _NO_CONTENT):
                    content.append(len(tokens))
                    if match[0][0].isupper() and match.start():
                        named.add(len(tokens))
                tokens.append(token)
                of.append(number)
        self.tokens = tuple(tokens)
        self.of = tuple(of)
        """The sentence of each token;"""
        self.content = tuple(content)
        """which of them say something;"""
        self.named = frozenset(named)
        """and which are written as names."""

    @functools.cached_property
    def at(self) -> dict[str, list[int]]:
        """Where words that say something begin or end like this, or are this."""
        found: dict[str, list[int]] = {}
        for number in self.content:
            for key in keys_of(self.tokens[number]):
                found.setdefault(key, []).append(number)
        return found

    @functools.cached_property
    def forms(self) -> tuple[frozenset[str], ...]:
        """Of each sentence."""
        return tuple(_forms_of(sentence) for sentence in self.sentences)

    @functools.cached_property
    def kinds(self) -> tuple[str, ...]:
        """Of line."""
        return tuple(kind for kind, pattern in _KINDS.items() if pattern.search(self.text))

    @functools.cached_property
    def values(self) -> Mapping[str, frozenset[str]]:
        """By kind."""
        return values_of(self.text)

    @functools.cached_property
    def units(self) -> Mapping[str, str]:
        """What is counted, and how many."""
        return _units_of(self.text)

    @functools.cached_property
    def numbers(self) -> frozenset[str]:
        """All of them."""
        return frozenset(token for token in self.tokens if token[0].isdigit())


@functools.lru_cache(maxsize=_KEPT)
def _read(text: str) -> _Text:
    return _Text(text)


def keys_of(word: str) -> tuple[str, ...]:
    """By which the words are found that it may be: itself, and from so many letters on its beginning and its end."""
    if word[0].isdigit() or len(word) < _ALIKE:
        return (word,)
    return word, intern(f"{word[:_ALIKE]}-"), intern(f"-{word[-_ALIKE:]}")


def _forms_of(sentence: str) -> frozenset[str]:
    found = {name for name, pattern in _FORMS.items() if pattern.search(sentence)}
    told = {
        "end": tells_end(sentence), "open": tells_open(sentence), "change": tells_change(sentence),
        "closed": tells_closed(sentence), "problem": tells_problem(sentence), "drops": drops_topic(sentence),
        "off": bool(turned_down(sentence)),
    }  # fmt: skip
    return frozenset(found | {name for name, is_told in told.items() if is_told})


@functools.lru_cache(maxsize=65_536)
def alike(one: str, other: str) -> bool:
    """Whether two words are one, in another form or as the end of a longer one: `Stapler` of `Gabelstapler`."""
    if one == other:
        return True
    if one[0].isdigit() or other[0].isdigit():
        return False
    short, long = sorted((one, other), key=len)
    if len(short) < _ALIKE:
        return False
    begins = max(_ALIKE, math.ceil(_SAME_BEGINNING * len(long)))
    return long.endswith(short) or short[:begins] == long[:begins]


@functools.lru_cache(maxsize=_KEPT)
def _units_of(text: str) -> dict[str, str]:
    return {match[2].casefold()[:_STEM]: match[1] for match in _UNIT.finditer(text)}


def _cut(token: str) -> str:
    return "0" if token[0].isdigit() else token[:_STEM]


def signs_of(earlier: str, later: str, reply: str, *, by_agents: tuple[bool, bool]) -> tuple[set[str], set[str]]:
    """What a line and a later message show together, by name, and the words of the line that both have.

    `reply`: what was answered to the message; `by_agents`: whether an agent said each of the two. Both are empty where
    no word is shared.
    """
    one, other = _read(earlier), _read(_together(later, reply))
    met = _meet(one, other)
    if not met:
        return set(), set()
    signs = {
        f"by.{by_agents[0]:d}{by_agents[1]:d}",
        *_covered(one, other, met),
        *_values(one, other, met),
        *_neighbours(one, other, met),
        *_formed(one, other, met),
    }
    return signs, {one.tokens[here] for here in met.values()}


def signs_among(earlier: str, shared: Set[str], counts: Mapping[str, int], *, together: bool) -> Iterator[str]:
    """How rare the shared words are among other lines, of which `counts` have each; `together`: of one session."""
    worth = {token: 1 / (1 + counts.get(token, 0)) for token in content_of(earlier)}
    best = max(worth[token] for token in shared)
    yield f"session{together:d}"
    yield f"rare{min(4, int(1 / best).bit_length())}"
    yield f"rarest{best >= max(worth.values()):d}"
    yield f"worth{min(4, int(5 * math.fsum(worth[token] for token in shared) / math.fsum(worth.values())))}"


def content_of(text: str) -> set[str]:
    """Its words that say something."""
    read = _read(text)
    return {read.tokens[at] for at in read.content}


def subject_of(text: str) -> frozenset[str]:
    """The words of what it begins with, and tells something of."""
    triple = triple_of(text, language_of(text, "en"), "user", loosely=True)
    return frozenset(content_of(text.partition(" ")[0] if triple is None else triple.subject))


def is_met_by(words: Set[str], text: str) -> bool:
    """Whether the text has one of these."""
    return any(alike(word, other) for word in words for other in content_of(text))


def kinds_of(text: str) -> tuple[str, ...]:
    """What kinds of line it may be."""
    return _read(text).kinds


def first_met(line: str, later: str, reply: str) -> int:
    """Which word of a later message is the first that it shares with the line; the number of all where none is."""
    one, other = _read(line), _read(_together(later, reply))
    return min(_meet(one, other), default=len(other.tokens))


def _meet(one: _Text, other: _Text) -> dict[int, int]:
    """Which word of the one, by number, each word of the other is, where it is one."""
    met: dict[int, int] = {}
    for key in one.at.keys() & other.at.keys():
        for there in other.at[key]:
            for here in one.at[key]:
                if here < met.get(there, len(one.tokens)) and alike(one.tokens[here], other.tokens[there]):
                    met[there] = here
    return met


def _together(later: str, reply: str) -> str:
    return f"{later[:MOST_LETTERS]}\n{reply[: MOST_LETTERS // 2]}"


def _covered(one: _Text, other: _Text, met: Mapping[int, int]) -> Iterator[str]:
    """How much of the line the message covers, and where."""
    words = {_cut(one.tokens[at]) if one.tokens[at][0].isalpha() else one.tokens[at] for at in met.values()}
    count, whole = len(words), max(1, len({one.tokens[at] for at in one.content}))
    for least in range(1, min(count, 5) + 1):
        yield f"shared>={least}"
    yield f"of.line{min(4, 5 * count // whole)}"
    yield f"of.message{min(3, 6 * count // max(1, len(other.content)))}"
    together: dict[int, set[int]] = {}
    for there, here in met.items():
        together.setdefault(other.of[there], set()).add(here)
    best = max(together, key=lambda number: (len(together[number]), -number))
    yield f"together{min(4, len(together[best]))}"
    yield f"together.of{min(4, 5 * len(together[best]) // whole)}"
    yield f"in{min(3, best)}"
    yield f"long{min(4, max(len(one.tokens[at]) for at in met.values()) // 3)}"
    first = min(there - other.of.index(other.of[there]) for there in met)
    yield f"at{min(3, first // 2)}"
    yield f"size{min(5, len(other.tokens) // 8)}"
    yield f"rest{min(4, sum(other.of[at] == best and at not in met for at in other.content) // 2)}"
    covered = set(met.values())
    if one.content:
        yield f"head{one.content[0] in covered:d}"
        yield f"longest{max(one.content, key=lambda at: len(one.tokens[at])) in covered:d}"
    names = one.named & set(one.content)
    if names:
        yield f"names{2 * (names <= covered) + bool(names & covered)}"
    if any(at not in met for at in other.named):
        yield "names.new"
    if covered <= one.named and set(met) <= other.named:
        yield "names.only"


def _values(one: _Text, other: _Text, met: Mapping[int, int]) -> Iterator[str]:
    """Whether it gives other values of a kind, or in a unit, of the line's."""
    touched = {other.of[at] for at in met if not other.tokens[at][0].isdigit()}
    near = [values_of(other.sentences[number]) for number in sorted(touched)]
    for kind, values in sorted(one.values.items()):
        theirs = other.values.get(kind, frozenset())
        if theirs:
            yield f"value.{kind}.{'same' if theirs & values else 'other'}"
            if any(found.get(kind, values) - values for found in near):
                yield f"slot.{kind}"
                yield "slot"
    for kind in sorted(other.values.keys() - one.values.keys()):
        yield f"value.new.{kind}"
    if one.numbers:
        same = one.numbers & other.numbers
        yield "numbers." + ("all" if same == one.numbers else "some" if same else "other" if other.numbers else "none")
        for number in touched:
            units = _units_of(other.sentences[number])
            if any(units.get(unit, value) not in (value, *one.numbers) for unit, value in one.units.items()):
                yield "unit"


def _neighbours(one: _Text, other: _Text, met: Mapping[int, int]) -> Iterator[str]:
    """Whether beside what both name the same stands, or something else: `plot 6`, `plot 7`."""
    mine, theirs = set(one.content), set(other.content)
    for there, here in met.items():
        for name, step in (("before", -1), ("behind", 1)):
            if here + step in mine and there + step in theirs and other.of[there] == other.of[there + step]:
                is_same = alike(one.tokens[here + step], other.tokens[there + step])
                yield f"{name}.{'same' if is_same else 'other'}"


def _formed(one: _Text, other: _Text, met: Mapping[int, int]) -> Iterator[str]:
    """How the sentences that touch the line are made, and the others, by what kind of line it is."""
    touched = {other.of[at] for at in met}
    for kind in one.kinds:
        yield f"is.{kind}"
    for number, forms in enumerate(other.forms):
        for form in forms:
            if number in touched:
                yield f"f.{form}"
                for kind in one.kinds:
                    yield f"f.{form}.{kind}"
            yield f"m.{form}"
