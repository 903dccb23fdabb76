"""Does what the directives of a user's message ask, in the call that appends it (rule 16). Writer's thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import tzinfo
from difflib import get_close_matches
from typing import Any, Protocol

from memoryd.conversation.message import Said
from memoryd.errors import MemorydError, NotFound
from memoryd.kinds.notes.changes.store import NoteStore, WriteOptions
from memoryd.kinds.notes.changes.transactions import NoteTransactions
from memoryd.kinds.notes.formats.entry import Entry, clean_text
from memoryd.kinds.notes.formats.layer_file import note_key
from memoryd.kinds.notes.formats.tags import USER_REQUEST
from memoryd.kinds.notes.requests.directives import Directive
from memoryd.kinds.notes.requests.health_text import memory_health_text
from memoryd.kinds.notes.requests.spoken import layer_of, meant_by
from memoryd.origin import PRIVATE
from memoryd.patterns import pattern as lazy_pattern
from memoryd.storage.batch import Batch
from memoryd.text.slugs import slug_of
from memoryd.text.stopwords import STOP_WORDS
from memoryd.text.weekdays import with_dates
from memoryd.text.word_order import main_clause
from memoryd.times import local_date
from memoryd.types import fold

_CANDIDATES = 5
_READ = 2000
"""Characters of a note in which the words of a directive are looked for."""
_WORD = lazy_pattern(r"\w[\w.+#/-]*")
_WHY = lazy_pattern(
    r"(?i),? (?:because|since|weil|denn) "
    r"|[,;] (?=(?:we|I|it|he|she|they|that|this|you|wir|ich|er|sie|es|das|man|du)(?:['’]\w+)? \w"
    r"|(?-i:[A-ZÄÖÜ])\w+ (?:is|has|was|had|will|ist|hat|war|hatte|wird|haben|sind)\b)"
)
"""Behind this stands why something is to be forgotten."""
_USER = """user note notes fact facts entry notiz eintrag fakt about"""
_EMPTY = STOP_WORDS | frozenset(_USER.split())


class Stated(Protocol):
    """The facts, as a user speaks of them."""

    def near(self, text: str) -> Iterable[tuple[str, str]]:
        """The ids and sentences of active facts that have words of the text, the best first."""
        ...

    def text(self, fact_id: str) -> str:
        """Its sentence; "" for one that is gone."""
        ...

    def sources(self, fact_id: str) -> tuple[str, ...]:
        """What it was made of."""
        ...

    def archive(self, fact_id: str, reason: str, batch: Batch) -> object:
        """Move a fact to the archive."""
        ...


class DirectiveActions:
    """Each directive gives one result; one that fails says why and does not stop the others."""

    def __init__(
        self,
        transactions: NoteTransactions,
        store: NoteStore,
        shelf: Stated,
        terms: Callable[[str], Iterable[str]],
        zone: Callable[[], tzinfo],
    ) -> None:
        """`terms`: what words are compared by; `zone`: of the days on which something was said."""
        self._transactions = transactions
        self._store = store
        self._shelf = shelf
        self._terms = terms
        self._zone = zone

    def do(
        self,
        directives: Sequence[Directive],
        session_id: str,
        said: Said,
        previous: Callable[[], Said | None],
        batch: Batch,
    ) -> list[dict[str, Any]]:
        """What was done; `said` is the message that has them, `previous` gives the user's message before it."""
        results = []
        for directive in directives:
            result: dict[str, Any] = {"directive": directive.text, "done": True}
            try:
                done = self._do(directive, session_id, said, previous, batch)
            except MemorydError as error:
                done = {"done": False, "error": error.sentence}
                if isinstance(error, NotFound) and (near := self._near(directive)):
                    # Candidates in all layers, instead of the one that the error has.
                    done["error"] = f"{error.sentence.partition('; did you mean')[0]}; did you mean {', '.join(near)}?"
            if done is not None:
                results.append(result | done)
        return results

    def _do(
        self, directive: Directive, session_id: str, said: Said, previous: Callable[[], Said | None], batch: Batch
    ) -> dict[str, Any] | None:
        store, target = self._store, directive.target
        if directive.verb == "pin":
            store.pin(target, session_id, batch)
        elif directive.verb == "promote":
            store.promote(target, USER_REQUEST, session_id, batch)
        elif directive.verb == "forget":
            return _text(store.demote(target, batch))
        elif directive.verb == "restore":
            return _text(store.restore(target, directive.pin, session_id, batch))
        elif directive.verb == "forget keyword":
            found = store.forget_keyword(target, lambda _: True, batch)
            return {
                "count": found["forgotten"],
                "text": f"forgot {found['forgotten']} {'entry' if found['forgotten'] == 1 else 'entries'}",
            }
        elif directive.verb == "memory_health":
            transactions = self._transactions
            return {
                "text": memory_health_text(transactions.state, transactions.archive, transactions.settings, batch.now)
            }
        elif directive.verb == "remember":
            meant = said if target else previous() or Said("")
            told = meant_by(target or meant.text)
            said_so = main_clause(told) if target and "dass" in directive.text.split() else told
            day = local_date(meant.at or batch.now, self._zone())
            return self._remember(with_dates(said_so, day), meant.source, session_id, batch)
        else:
            return self._discard(directive, batch)
        return {}

    def _remember(self, text: str, source: str | None, session_id: str, batch: Batch) -> dict[str, Any]:
        if not text.strip():
            return {"done": False, "error": "there is no message before this one; say what to remember"}
        options = WriteOptions(PRIVATE.made_of([source] if source else ()), remember=True)
        result = self._store.write(layer_of(text), clean_text(text), None, options, session_id, batch)
        return {"text": result["key"]}

    def _discard(self, directive: Directive, batch: Batch) -> dict[str, Any] | None:
        """Archive the one note or fact that is meant; None when that is not clear."""
        what = directive.target
        notes, facts = self._meant(what, exact=directive.exact)
        reason = _WHY.search(what)
        if not notes and not facts and reason is not None:
            what = what[: reason.start()]
            notes, facts = self._meant(what, exact=directive.exact)
        if len(notes) + len(facts) != 1 and not self._is_one_statement(notes, facts):
            return None
        asked = f"user: {what[:80]}"
        for key in notes:
            self._store.archive(key, asked, batch)
        for fact_id in facts:
            self._shelf.archive(fact_id, asked, batch)
        return {"count": 1, "text": (notes or facts)[0]}

    def _meant(self, what: str, *, exact: bool) -> tuple[list[str], list[str]]:
        """Keys of the notes and facts that are called so; where none is, and `exact` does not ask for that, of it."""
        notes, facts = self._called(what)
        return (notes, facts) if notes or facts or exact else self._about(what)

    def _is_one_statement(self, notes: Sequence[str], facts: Sequence[str]) -> bool:
        """Whether they are a note and the fact that says no more, both made of one message (rule 24)."""
        if len(notes) != 1 or len(facts) != 1:
            return False
        entry = next(one for layer, one in self._entries() if note_key(layer, one.slug) == notes[0])
        made_of = entry.origin.sources
        words = self._words(self._shelf.text(facts[0]))
        return (
            len(made_of) == 1 and self._shelf.sources(facts[0]) == made_of and words <= self._words(entry.raw[:_READ])
        )

    def _called(self, what: str) -> tuple[list[str], list[str]]:
        """Keys of the notes that have it as slug or first line, and of the facts that say just this."""
        wanted, slug = fold(what), slug_of(what)
        notes = [
            note_key(layer, entry.slug)
            for layer, entry in self._entries()
            if entry.slug in (what, slug) or (wanted[:20] in fold(entry.raw[:400]) and fold(entry.first_line) == wanted)
        ]
        return notes, [fact_id for fact_id, text in self._shelf.near(what) if fold(text) == wanted]

    def _about(self, what: str) -> tuple[list[str], list[str]]:
        """Keys of the notes and facts that have all its words."""
        words = self._words(what)
        if not words:
            return [], []
        notes = [
            note_key(layer, entry.slug) for layer, entry in self._entries() if words <= self._words(entry.raw[:_READ])
        ]
        return notes, [fact_id for fact_id, text in self._shelf.near(what) if words <= self._words(text)]

    def _words(self, text: str) -> set[str]:
        """What the words of the text come down to, without those that say nothing."""
        return set(self._terms(" ".join(word for word in _WORD.findall(text) if word.casefold() not in _EMPTY)))

    def _entries(self) -> Iterator[tuple[str, Entry]]:
        for layer, known in self._transactions.state.layers.items():
            for entry in known.file.entries():
                yield layer, entry

    def _near(self, directive: Directive) -> list[str]:
        """Keys of notes that a bracketed directive may have meant."""
        slug = slug_of(directive.target.rpartition(":")[2])
        if directive.verb == "restore":
            keys = {note.slug: note.key for note in self._transactions.archive.all()}
        else:
            keys = {entry.slug: note_key(layer, entry.slug) for layer, entry in self._entries()}
        alike = get_close_matches(slug, keys, n=_CANDIDATES) or [one for one in keys if slug in one or one in slug]
        return [keys[one] for one in alike[:_CANDIDATES]]


def _text(result: dict[str, Any]) -> dict[str, Any]:
    done = result["status"] not in ("not_hot",)
    return {"text": result["key"]} if done else {"done": False, "error": f"{result['key']} is not hot"}
