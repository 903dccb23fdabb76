"""What belongs to a matter that is purged: by its words, by its key, by what it was made of. Pure."""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterable
from hashlib import blake2b

import msgspec

from memoryd.origin import read_source, split_comment
from memoryd.purge.needles import Needles, needle_of_key, plain, telling_word, word_in
from memoryd.text.stopwords import STOP_WORDS
from memoryd.times import SECOND
from memoryd.types import Document, fold

SPEAKERS = frozenset(("user", "assistant", "i", "me", "agent"))
"""Subjects that stand in most texts: they name facts, not what texts are about."""
_LONGEST_LOOK = 3600 * SECOND
"""What is dated later than this from now was not stated while everything was read: a clock was wrong."""
_BULLET = re.compile(r"\s*(?:(?:[-*+•]|\d{1,9}[.)])\s+|#{1,6}\s+)?")
_NOTE = re.compile(r"memory/[^\s/:]+\.md:[^\s`\"\]\[()<>]*[^\s`\"\]\[()<>.,;]")
_MARKS = re.compile(r"<!--.*?-->|↑(?:\[(?:pin|critical)\])+|↑\d{4}-\d{2}-\d{2}\([^()]*\)←\S+(?:\s*\[pin\])?")


class Plan(msgspec.Struct, kw_only=True):
    """A purge as it is kept until it is done, and given to the child that sweeps."""

    at: int
    """When it was asked for, microseconds."""
    salt: str
    phrases: list[str] = []
    """Words as they follow each other; a memory that has all of them is of the matter."""
    subject: str | None = None
    """Facts of this subject are of it, whatever it is."""
    keys: list[str] = []
    """Memories that are of it, by key or id."""
    facts: list[str] = []
    """Digests of triples."""
    texts: list[str] = []
    """Digests of texts."""
    words: list[str] | None = None
    """Of each triple and text, where those above do not name it, a word that its copies have; None: not known."""
    remade: list[str] = []
    """Memories that were made again without it: what they said before is of it."""
    grown: bool = False
    """All that it grows to is in it. From then on notes are told by their texts: names pass to others."""


class Tombstones(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What may not come back: salted digests, from which nobody can tell a text that they do not know."""

    at: str
    salt: str
    facts: list[str] = []
    texts: list[str] = []


class Matter:
    """Tells what is of the matter."""

    def __init__(self, plan: Plan, now: int = 0) -> None:
        """`now`: what was stated to us since the purge was asked for, until then, stays (microseconds; 0: nothing)."""
        self.plan = plan
        self.now = now
        self.is_restated = False
        """Something was left since it was stated anew."""
        self.met: set[str] = set()
        """Digests of what was asked about and is of it."""
        self.keys = set(plan.keys)
        self.facts = set(plan.facts)
        self.texts = set(plan.texts)
        self.remade = set(plan.remade)
        self._salt = bytes.fromhex(plan.salt)
        self.words = None if plan.words is None and (plan.facts or plan.texts) else set(plan.words or ())
        self._phrases = [phrase_pattern(phrase) for phrase in plan.phrases]
        self._named_by = telling_word(plan.phrases)
        self._subject = None if plan.subject is None else fold(plan.subject)
        self._needles: tuple[object, Needles] | None = None

    def names(self, text: str) -> bool:
        """Whether the text has the words of the matter, or the key of a note of it: that has its words, too."""
        if self._phrases and _are_in(plain(text), self._phrases):
            return True
        return ".md:" in text and any(key in self.keys for key in _NOTE.findall(text))

    def is_subject(self, subject: str) -> bool:
        """Whether a fact about this is of it."""
        return self._subject is not None and fold(subject) == self._subject

    def has_text(self, text: str) -> bool:
        """Whether it is a text that was purged."""
        return bool(self.texts) and self._is_met(digest_of_text(text, self._salt), self.texts)

    def has_fact(self, subject: str, predicate: str, obj: str) -> bool:
        """Whether it is a triple that was purged."""
        if bool(self.facts) and self._is_met(digest_of_fact(subject, predicate, obj, self._salt), self.facts):
            return True
        return bool(self.texts) and self._is_met(digest_of_sentence(subject, predicate, obj, self._salt), self.texts)

    def _is_met(self, digest: str, known: Collection[str]) -> bool:
        if digest not in known:
            return False
        self.met.add(digest)
        return True

    def has_key(self, key: str) -> bool:
        """Whether a memory of this key is of it."""
        return key in self.keys

    def has_entry(self, key: str) -> bool:
        """Whether an entry of a Markdown file is of it by its name."""
        return not self.plan.grown and key in self.keys

    def is_made_of(self, sources: Iterable[str]) -> bool:
        """Whether one of these sources is of it."""
        return any(read_source(one).key in self.keys for one in sources)

    def is_later(self, stated: int) -> bool:
        """Whether that is when it was stated anew, while the purge was under way."""
        is_so = self.now > 0 and 0 < self.plan.at < stated <= self.now + _LONGEST_LOOK
        self.is_restated |= is_so
        return is_so

    def has_document(self, one: Document) -> bool:
        """Whether a memory of the index is of it."""
        if not self._is_of_it(one):
            return False
        return one.imported or not self.is_later(min(one.at, one.created) if one.kind == "message" else one.created)

    def _is_of_it(self, one: Document) -> bool:
        if self.has_key(one.key) or self.is_made_of(one.sources) or self.names(f"{one.key}\n{one.text}"):
            return True
        if one.subject is not None and one.predicate is not None and one.object is not None:
            return self.is_subject(one.subject) or self.has_fact(one.subject, one.predicate, one.object)
        return self.has_text(one.text)

    # --- growing ------------------------------------------------------------------------------------------

    def add_fact(self, subject: str, predicate: str, obj: str) -> None:
        """That triple may not come back."""
        self._know_by(f"{fold(subject)} {fold(predicate)} {fold(obj)}")
        self.facts.add(digest_of_fact(subject, predicate, obj, self._salt))

    def add_text(self, text: str) -> None:
        """That text may not come back."""
        if (folded := folded_text(text)) and len(folded) > 2:
            self._know_by(folded)
            self.texts.add(digest_of_text(text, self._salt))

    def _know_by(self, text: str) -> None:
        if self.words is None or (self._named_by is not None and self._named_by in plain(text)):
            return
        word = word_in(text)
        if word is None:
            self.words = None
        else:
            self.words.add(word)

    def needles(self) -> Needles:
        """What a piece of a file must have to have something of it."""
        known_by = self.size, None if self.words is None else len(self.words)
        if self._needles is None or self._needles[0] != known_by:
            self._needles = known_by, self._make_needles()
        return self._needles[1]

    def _make_needles(self) -> Needles:
        named = set[str | None]()
        if self._phrases:
            named.add(self._named_by)
        if self._subject is not None:
            named.add(word_in(self._subject))
        known = {one for one in named if one is not None}
        if self.words is None or len(known) < len(named):
            return Needles(None)
        return Needles({*known, *self.words, *map(needle_of_key, (*self.keys, *self.remade))})

    @property
    def size(self) -> tuple[int, ...]:
        """It grows with all that is known of it."""
        return len(self.keys), len(self.facts), len(self.texts), len(self.remade)

    def places(self) -> set[str]:
        """The files in which keys of it stand, which need not be written there themselves."""
        return {key.rpartition(":")[0] for key in self.keys}

    def lines_of(self, relpath: str) -> set[str]:
        """Keys of it by which lines of that file are called."""
        return {key for key in self.keys if key.startswith(f"{relpath}:")}

    def grown(self) -> Plan:
        """The plan with all that is known of the matter."""
        return msgspec.structs.replace(
            self.plan,
            keys=sorted(self.keys),
            facts=sorted(self.facts),
            texts=sorted(self.texts),
            words=None if self.words is None else sorted(self.words),
            remade=sorted(self.remade),
            grown=True,
        )


def phrases_of(query: str) -> list[str]:
    """The words of a query that say something, each a phrase of its own."""
    words = re.findall(r"\w+", query)
    return [word for word in dict.fromkeys(words) if word.casefold() not in STOP_WORDS]


@functools.lru_cache(maxsize=256)
def phrase_pattern(phrase: str) -> re.Pattern[str]:
    """Finds the words as they follow each other in plain text, however they are joined (a slug has `-`)."""
    words = [re.escape(word) for word in _words_of(phrase)]
    joined = r"[\s_\-]+".join(words)
    # Scripts without spaces have no borders of words.
    begin = r"(?<![^\W_])" if joined[:1].isascii() else ""
    end = r"(?![^\W_])" if joined[-1:].isascii() else ""
    return re.compile(f"{begin}{joined}{end}")


def _words_of(phrase: str) -> list[str]:
    return [word for word in re.split(r"[\s_\-]+", plain(phrase)) if word]


def _are_in(text: str, phrases: list[re.Pattern[str]]) -> bool:
    return all(one.search(text) for one in phrases)


def folded_text(text: str) -> str:
    """A text without what its file adds to it: bullet, comments, marks, line breaks, case."""
    lines = (split_comment(line)[0] for line in text.split("\n"))
    return fold(_BULLET.sub("", _MARKS.sub(" ", "\n".join(lines)), count=1))


def digest_of_text(text: str, salt: bytes) -> str:
    """The tombstone of a text."""
    return _digest("text", folded_text(text), salt)


def digest_of_fact(subject: str, predicate: str, obj: str, salt: bytes) -> str:
    """The tombstone of a triple."""
    return _digest("fact", "\0".join(map(fold, (subject, predicate, obj))), salt)


def digest_of_sentence(subject: str, predicate: str, obj: str, salt: bytes) -> str:
    """The tombstone of what a fact says, as a text."""
    return _digest("text", fold(f"{subject} {predicate.replace('_', ' ')} {obj}"), salt)


def _digest(sort: str, text: str, salt: bytes) -> str:
    return blake2b(f"{sort}\0{text}".encode("utf-8", "surrogatepass"), key=salt, digest_size=12).hexdigest()


def is_speaker(subject: str) -> bool:
    """Whether texts name the subject at every turn."""
    return fold(subject) in SPEAKERS


def sources_in(keys: Collection[str]) -> list[str]:
    """The keys of these sources."""
    return [read_source(one).key for one in keys]
