"""What belongs to a matter that is purged: by its words, by its key, by what it was made of. Pure."""

from __future__ import annotations

import functools
import re
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Annotated, Any

import msgspec

from memoryd.origin import read_source
from memoryd.purge.digests import (
    FEW,
    SHORTEST,
    Few,
    digest_of_fact,
    digest_of_sentence,
    digest_of_text,
    digest_of_text_at,
    digests_of_text,
    folded_text,
    is_common,
    place_of,
)
from memoryd.purge.names import Names, is_word, name_of, words_of
from memoryd.purge.needles import Needles, forms_of, needle_of_key, plain, telling_word, word_in
from memoryd.storage.regular import LARGEST_STATE
from memoryd.text.stopwords import STOP_WORDS
from memoryd.times import SECOND, format_time, parse_time
from memoryd.types import Document, fold

SPEAKERS = frozenset(("user", "assistant", "i", "me", "agent"))
"""Subjects that stand in most texts: they name facts, not what texts are about."""
_OWN_WORDS = frozenset(
    ("audit", "cache", "canary", "context", "contexts", "daily", "decisions", "embeddings", "fact", "facts", "hot",
     "identity", "index", "items", "jsonl", "knowledge", "layer", "md", "memory", "note", "notes", "preferences",
     "session", "sessions", "skills", "summaries", "summary", "user")
)  # fmt: skip
"""Words of which our own headings and names of files are made: each directory has them."""
_NOTHING = re.compile(r"(?!)")
_SALT = r"^(?:[0-9a-f]{2}){1,64}$"
_NAME = r"^[1-9][0-9]{0,5}:[0-9a-f]+(?:\+[1-9][0-9]{0,5}:[0-9a-f]+)*$"
_STAMP = re.compile(r"\d{4}-\d{2}-\d{2}(?:-\d{6}(?:-\d+)?)?")
_NOTE = re.compile(r"memory/[^\s/:]+\.md:[^\s`\"\]\[()<>]*[^\s`\"\]\[()<>.,;]")


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
    names: list[str] = []
    """Digests of words by which other purges were asked for (`names.py`)."""
    is_older: bool = False
    """All files are older than those purges, but what was stated since says when; names tell in all of them."""
    remade: list[str] = []
    """Memories that were made again without it: what they said before is of it."""
    grown: bool = False
    """All that it grows to is in it. From then on notes are told by their texts: names pass to others."""


class Tombstones(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What may not come back: salted digests, from which nobody can tell a text that they do not know."""

    at: str
    salt: Annotated[str, msgspec.Meta(pattern=_SALT)]
    facts: list[str] = []
    texts: list[str] = []
    names: list[Annotated[str, msgspec.Meta(pattern=_NAME)]] = []
    """What it was asked for by, with the lengths: in older files whatever is called so is of it."""

    def __post_init__(self) -> None:
        """Raises ValueError when `at` is no time."""
        parse_time(self.at)


class Matter:
    """Tells what is of the matter."""

    def __init__(
        self,
        plan: Plan,
        now: Callable[[], int] | None = None,
        restated: Collection[str] = (),
        largest: int = LARGEST_STATE,
    ) -> None:
        """`now`: what was stated to us since the purge was asked for stays (microseconds; None: nothing does).
        What is dated later than that was stated before: the clock was set back since.

        `restated`: digests of texts that were stated meanwhile where no time stands.
        `largest`: bytes of a file of a person's that is read in; what stands in a larger one has no key.
        """
        self.largest = largest
        self.plan = plan
        self._restated = restated
        self._now = now
        self.is_restated = False
        """Something was left since it was stated anew."""
        self.met: set[str] = set()
        """Digests of what was asked about and is of it."""
        self.keys = set(plan.keys)
        self.facts = set(plan.facts)
        self.texts = set(plan.texts)
        self.remade = set(plan.remade)
        self._salt = bytes.fromhex(plan.salt)
        self._called = Names(plan.names, self._salt)
        self._is_told_by_name = plan.is_older
        self._is_old = False
        self.words = None if plan.words is None and (plan.facts or plan.texts) else set(plan.words or ())
        self._phrases = [phrase_pattern(phrase) for phrase in plan.phrases]
        self._named_by = telling_word(plan.phrases)
        self._subject = None if plan.subject is None else fold(plan.subject)
        self._needles: tuple[object, Needles] | None = None

    def names(self, text: str) -> bool:
        """Whether the text has the words of the matter, or the key of a note of it: that has its words, too."""
        if self._phrases and any(_are_in(form, self._phrases) for form in forms_of(text)):
            return True
        if self._is_told_by_name and self._is_called(text):
            return True
        return ".md:" in text and any(key in self.keys for key in _NOTE.findall(text))

    @classmethod
    def ordered(cls, params: Mapping[str, Any]) -> Matter:
        """As a child gets it, see `order`. The time goes on; how long the child takes to start counts, too."""
        plan, began, now = msgspec.convert(params["plan"], Plan), params["monotonic"], params["now"]
        time_there = functools.partial(_later, now, began)
        return cls(plan, time_there, frozenset(params["restated"]), params["largest"])

    @staticmethod
    def order(plan: Plan, now: int, restated: Collection[str], largest: int) -> dict[str, Any]:
        """What `ordered` is made of in a child."""
        told = {"plan": msgspec.to_builtins(plan), "now": now, "monotonic": time.monotonic()}
        return {**told, "restated": sorted(restated), "largest": largest}

    def turn_to(self, relpath: str, changed: int) -> None:
        """What is asked next is in this file, changed last then (microseconds).

        A name of another purge tells what is of it where that is older, or says when it was stated.
        """
        is_dated, self._is_old = ".jsonl" in relpath, changed <= self.plan.at
        self._is_told_by_name = bool(self._called) and (self.plan.is_older or is_dated or self._is_old)

    def calls(self, name: str) -> bool:
        """Whether a file or a key has the words of the matter, or those that another purge was asked for."""
        name = words_of_key(name)
        return self.names(name) or self._is_called(name)

    def _is_called(self, text: str) -> bool:
        name = self._called.one_in(text)
        if name is None:
            return False
        self.met.add(name)
        return True

    def is_subject(self, subject: str) -> bool:
        """Whether a fact about this is of it."""
        return self._subject is not None and fold(subject) == self._subject

    def has_text(self, text: str, place: str = "") -> bool:
        """Whether it is a text that was purged, anywhere or in that place."""
        if not self.texts:
            return False
        return any(self._is_met(one, self.texts) for one in digests_of_text(text, place, self._salt))

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

    def name_of_entry(self, key: str) -> str:
        """By what an entry of a Markdown file is named: its file too, where nothing was stated since."""
        path, _, name = key.partition(":")
        return f"{words_of_key(path)}\n{name}" if self._is_old or not self.plan.grown else name

    def has_entry(self, key: str) -> bool:
        """Whether an entry of a Markdown file is of it by its name."""
        return not self.plan.grown and key in self.keys

    def is_made_of(self, sources: Iterable[str]) -> bool:
        """Whether one of these sources is of it."""
        return any(read_source(one).key in self.keys for one in sources)

    def is_later(self, stated: int) -> bool:
        """Whether that is when it was stated anew, while the purge was under way."""
        is_so = self._now is not None and 0 < self.plan.at < stated <= self._now()
        self.is_restated |= is_so
        return is_so

    def is_stated_anew(self, text: str) -> bool:
        """Whether a text that does not say when was stated anew, while the purge was under way."""
        is_so = bool(self._restated) and digest_of_text(text, self._salt) in self._restated
        self.is_restated |= is_so
        return is_so

    def has_document(self, one: Document) -> bool:
        """Whether a memory of the index is of it."""
        if not self._is_of_it(one) or self.is_stated_anew(one.text):
            return False
        return one.imported or not self.is_later(min(one.at, one.created) if one.kind == "message" else one.created)

    def _is_of_it(self, one: Document) -> bool:
        is_called = self.has_key(one.key) and one.key not in self.remade
        if is_called or self.is_made_of(one.sources) or self.names(f"{words_of_key(one.key)}\n{one.text}"):
            return True
        if one.subject is not None and one.predicate is not None and one.object is not None:
            return self.is_subject(one.subject) or self.has_fact(one.subject, one.predicate, one.object)
        return self.has_text(one.text, place_of(one))

    # --- growing ------------------------------------------------------------------------------------------

    def add_fact(self, subject: str, predicate: str, obj: str) -> None:
        """That triple may not come back."""
        self.facts.add(digest_of_fact(subject, predicate, obj, self._salt))
        for verb in {predicate, predicate.replace("_", " ")}:  # as it stands in facts.jsonl, and as people read it
            self._know_by(f"{fold(subject)} {fold(verb)} {fold(obj)}")
            self.texts.add(digest_of_text(f"{subject} {verb} {obj}", self._salt))

    def add_text(self, text: str, place: str = "", few: Few = FEW) -> None:
        """That text may not come back; one that others say, too, and that does not name the matter, not there."""
        folded = folded_text(text)
        if not folded:
            return
        if is_common(folded, few) and not self.names(text):
            if place:
                self._know_by(folded)
                self.texts.add(digest_of_text_at(text, place, self._salt))
        elif len(folded) > SHORTEST:
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
        if self.words is None or self._called or len(known) < len(named):
            return Needles(None)
        return Needles({*known, *self.words, *map(needle_of_key, (*self.keys, *self.remade))})

    @property
    def size(self) -> tuple[int, ...]:
        """It grows with all that is known of it."""
        return len(self.keys), len(self.facts), len(self.texts), len(self.remade)

    def places(self) -> set[str]:
        """The files in which keys of it stand, which need not be written there themselves."""
        return {key.rpartition(":")[0] for key in self.keys}

    def lines_of(self, relpath: str) -> set[int]:
        """The lines of that file that keys of it name, from 1."""
        named = (key.rpartition(":") for key in self.keys)
        return {int(line) for path, _, line in named if path == relpath and line.isdecimal()}

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


def _later(now: int, began: float) -> int:
    return int(now + (time.monotonic() - began) * SECOND)


def stones(plan: Plan) -> Tombstones:
    """What keeps out what the plan takes out."""
    name = name_of(plan.phrases, bytes.fromhex(plan.salt))
    return Tombstones(
        at=format_time(plan.at), salt=plan.salt, facts=plan.facts, texts=plan.texts, names=[name] if name else []
    )


def phrases_of(query: str) -> list[str]:
    """The words of a query that say something, each a phrase of its own."""
    words = re.findall(r"\w+", query)
    found = [word for word in dict.fromkeys(words) if word.casefold() not in STOP_WORDS]
    return [] if all(map(is_everywhere, found)) else found


def words_of_key(key: str) -> str:
    """A key or path without the dates by which we name files: they say when, and nothing of what it is about."""
    path, colon, name = key.partition(":")
    return f"{_STAMP.sub(' ', path)}{colon}{name}"


@functools.lru_cache(maxsize=256)
def phrase_pattern(phrase: str) -> re.Pattern[str]:
    """Finds the words as they follow each other in plain text, however they are joined (a slug has `-`)."""
    words = [re.escape(word) for word in words_of(phrase)]
    if not words:
        return _NOTHING
    joined = r"[\s_\-]+".join(words)
    # Scripts without spaces have no borders of words.
    begin = r"(?<![^\W_])" if joined[:1].isascii() else ""
    end = r"(?![^\W_])" if joined[-1:].isascii() else ""
    return re.compile(f"{begin}{joined}{end}")


def _are_in(text: str, phrases: list[re.Pattern[str]]) -> bool:
    return all(one.search(text) for one in phrases)


def is_everywhere(subject: str) -> bool:
    """Whether texts or files name the subject at every turn, whatever they are about."""
    return fold(subject) in SPEAKERS or not is_word(subject) or _OWN_WORDS.issuperset(words_of(subject))


def sources_in(keys: Collection[str]) -> list[str]:
    """The keys of these sources."""
    return [read_source(one).key for one in keys]
