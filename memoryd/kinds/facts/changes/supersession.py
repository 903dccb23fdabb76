"""A later fact supersedes an earlier one: by its id, by a single-valued predicate, by plain words (rule 23).

What superseded what stands in the later fact's line, which is durable with it; the earlier one's line follows when the
file is written anew. Superseded facts stay where they are.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from memoryd.errors import Conflict, InvalidParams
from memoryd.kinds.facts.changes.holders import had, ways_to_ask_of
from memoryd.kinds.facts.changes.replaced import (
    Replaced,
    ends,
    has_former,
    is_of_left,
    is_ours,
    replaced_by,
    replaces_for,
)
from memoryd.kinds.facts.file.facts_file import FactsFile
from memoryd.kinds.facts.known.store import FactEvents, FactStore, not_found
from memoryd.kinds.facts.model.amounts import amount_of
from memoryd.kinds.facts.model.compare import is_verbatim, key_of, realm_of
from memoryd.kinds.facts.model.fact import Fact, Statement
from memoryd.kinds.facts.model.validity import ALWAYS, Dated, earlier, holds_at, place, plain
from memoryd.storage.batch import Batch
from memoryd.types import UNTRUSTED, fold

_LATEST = 500
"""Facts of a subject among which it is looked for what says that it has something for something."""


class Supersession:
    """Finds what a fact supersedes, and links them. On the writer's thread."""

    def __init__(self, store: FactStore, file: FactsFile, events: FactEvents) -> None:
        self._store = store
        self._file = file
        self._events = events

    def check(self, statement: Statement) -> None:
        """Raises NotFound, Conflict or InvalidParams unless it can supersede what it names."""
        for fact_id in statement.validity.supersedes:
            old = self._store.known(fact_id)
            if old is None or old.origin.scope != statement.origin.scope:
                mine, theirs = statement.origin, None if old is None else old.origin
                # A group session learns of nobody's private fact.
                if theirs is None or (theirs.audience != "shared" and mine.audience != "private"):
                    raise not_found(fact_id)
                raise Conflict(
                    f"{fact_id} is of another audience or project ({theirs.audience}, {theirs.project or 'no project'})"
                    "; state the new fact with the same `audience` and `project`, and it supersedes that one",
                    id=fact_id,
                )
            if statement.source == UNTRUSTED and old.source != UNTRUSTED:
                raise Conflict(f"{fact_id} was not said by a tool or a page, and what those say cannot supersede it")
            after = self._store.chains.after(fact_id)
            if after is not None:
                raise Conflict(f"{fact_id} was superseded already, by {after}; name that", id=after)
            if key_of(old) == key_of(statement):
                raise InvalidParams(f"{fact_id} states the same", param="supersedes")

    def is_special(self, statement: Statement) -> bool:
        """Whether it may supersede something, and must be looked at by itself."""
        if is_verbatim(statement):
            return bool(statement.validity.supersedes)
        return (
            bool(statement.validity.supersedes)
            or self._store.single.has(statement)
            or replaced_by(statement.subject, statement.predicate, statement.object) is not None
        )

    def rivals(self, statement: Statement) -> list[Fact]:
        """Active facts that are said of the same thing, which has one value at a time, superseded ones too."""
        store = self._store
        if is_verbatim(statement) or not store.single.has(statement):
            return []
        return [fact for o in store.single.of(statement) if (fact := store.table[o]) is not None]

    def named(self, statement: Statement) -> list[Fact]:
        """What it supersedes by an id, or by plain words: facts in force that say what it says is no longer so."""
        store = self._store
        found = [store.known(one) for one in statement.validity.supersedes if one not in store.chains]
        words = replaced_by(statement.subject, statement.predicate, statement.object)
        if words is not None and not is_verbatim(statement):
            meant = self._other_amounts(statement, words.unit) if words.unit else self._meant(statement, words)
            found += (fact for fact in meant if self._is_in_force(fact, statement))
        return [fact for fact in found if fact is not None]

    def _meant(self, statement: Statement, words: Replaced) -> Iterator[Fact]:
        """What may say what the statement's words say is no longer so."""
        subject = fold(statement.subject)
        for fact in self._facts_at(self._store.table.naming, words.objects):
            same = fold(fact.subject) == subject
            if same or (words.is_switch and is_ours(fact.subject, fact.predicate, statement.subject)):
                yield fact
        for fact in self._facts_at(self._store.table.naming, words.ends):
            if fold(fact.subject) == subject and ends(words.ended, _whole(fact)):
                yield fact
        yield from self._left(subject, words.left)
        if words.objects or words.ended:
            for fact in self._facts_at(self._latest, [subject]):
                is_of_both = words.objects and replaces_for(words, fact.object, statement.object)
                if is_of_both or (words.ended and ends(words.ended, _whole(fact))):
                    yield fact
        yield from self._handed(words)
        for fact in self._facts_at(self._latest, dict.fromkeys(of for of, _ in words.former)):
            if has_former(fact.subject, fact.predicate, words.former) and fold(fact.object) != fold(statement.object):
                yield fact

    def _left(self, subject: str, place: str) -> Iterator[Fact]:
        of_subject = self._facts_at(self._latest, [subject] if place else [])
        return (fact for fact in of_subject if is_of_left(fact.predicate, fact.object, place))

    def _handed(self, words: Replaced) -> Iterator[Fact]:
        if words.handed is not None:
            for fact in self._facts_at(self._latest, ways_to_ask_of(words.handed)):
                if had(fact.subject, fact.predicate, fact.object, words.handed):
                    yield fact

    def _other_amounts(self, statement: Statement, unit: str) -> Iterator[Fact]:
        for fact in self._facts_at(self._latest, [fold(statement.subject)]):
            amount = amount_of(fact.predicate, fact.object)
            if amount is not None and amount.unit == unit:
                yield fact

    def _latest(self, subject: str) -> list[int]:
        return self._store.table.about(subject, _LATEST)

    def _facts_at(self, find: Callable[[str], list[int]], texts: Iterable[str]) -> Iterator[Fact]:
        ordinals = dict.fromkeys(o for text in texts for o in find(text))
        return (fact for o in ordinals if (fact := self._store.table[o]) is not None)

    def _is_in_force(self, fact: Fact, statement: Statement) -> bool:
        """Whether it may be superseded by what is said in the statement's realm."""
        return not is_verbatim(fact) and realm_of(fact) == realm_of(statement) and fact.validity.superseded_by is None

    def has_ended(self, fact: Fact, statement: Statement, now: int) -> bool:
        """Whether the fact was said to end before the time of this statement, which then is a new one."""
        when = _when(statement)
        until = fact.validity.valid_until
        return until is not None and until <= (now if when is None else when)

    def holding(self, statement: Statement, among: Iterable[Fact], now: int) -> Fact | None:
        """Of these, the one that says now what the statement says, and will be superseded later."""
        if statement.validity is not ALWAYS or statement.created is not None:
            return None
        same = self._saying_same(statement, among)
        return next((one for one in same if holds_at(one.validity, one.created, now)), None)

    def stated_before(self, statement: Statement, among: Iterable[Fact]) -> Fact | None:
        """The superseded one of these that is this very statement, told again: the same words of a time at which it
        held, or of an earlier one."""
        when = _when(statement)
        if when is None:
            return None
        tells_more = bool(statement.validity.supersedes)
        for one in self._saying_same(statement, among):
            until = self._store.marked(one).validity.valid_until
            if one.valid_from >= when or (until is not None and when < until and not tells_more):
                return one
        return None

    def _saying_same(self, statement: Statement, among: Iterable[Fact]) -> list[Fact]:
        """The superseded ones of these that have the same words."""
        superseded = [one for one in among if one.id in self._store.chains]
        key = key_of(statement) if superseded else None
        return [one for one in superseded if key_of(replace(one, validity=ALWAYS)) == key]

    def saying(self, object_: str) -> list[Fact]:
        """Facts with that object, archived ones too."""
        store = self._store
        found = [store.table[ordinal] for ordinal in store.table.naming(object_)]
        found += [store.known(fact_id) for fact_id in store.archive.naming(object_)]
        return [fact for fact in found if fact is not None]

    def placed(self, fact: Fact, rivals: Sequence[Fact], named: Sequence[Fact]) -> tuple[Fact, list[Fact]]:
        """The fact with its place in the chain, and what it supersedes (`place`)."""
        others = list({one.id: one for one in (*named, *rivals) if one.id != fact.id}.values())
        if not others:
            return fact, []
        arrived = {one.id: self._store.table.place(one.id) or 0 for one in others}
        arrives = self._store.table.ordinal(fact.id)
        mine = Dated(fact.valid_from, self._store.table.next_ordinal if arrives is None else arrives, fold(fact.object))
        ids = {one.id for one in named}
        # What is named is superseded whatever it says; an object that was said again does not supersede itself.
        dated = [Dated(one.valid_from, arrived[one.id], "" if one.id in ids else fold(one.object)) for one in others]
        found = place(dated, mine)
        by = None if found.superseded_by is None else others[found.superseded_by]
        gives_way = (None, None if by is None else by.id)
        olds = [
            others[n] for n in found.supersedes
            if self._store.chains.after(others[n].id) in gives_way and not self._ended(others[n], fact.valid_from)
        ]  # fmt: skip
        validity = replace(
            fact.validity,
            valid_until=earlier(fact.validity.valid_until, None if by is None else by.valid_from),
            supersedes=tuple(dict.fromkeys(one.id for one in olds)),
            superseded_by=None if by is None else by.id,
        )
        return (fact if validity == fact.validity else replace(fact, validity=validity)), olds

    @staticmethod
    def _ended(old: Fact, at: int) -> bool:
        """Whether it was said to end before: then nothing superseded it."""
        until = old.validity.valid_until
        return old.validity.superseded_by is None and until is not None and until <= at

    def supersede(self, olds: Iterable[Fact], new: Fact, batch: Batch) -> list[str]:
        """Link them to the fact that supersedes them; their ids."""
        ids = [self._supersede(old, new, batch) for old in olds]
        if ids and new.validity.superseded_by is not None:
            self._renounce(new.validity.superseded_by, ids, batch)  # they gave way to that before
        return ids

    def _supersede(self, old: Fact, new: Fact, batch: Batch) -> str:
        chains, before = self._store.chains, self._store.chains.after(old.id)
        chains.link(old.id, new.id)
        batch.on_abort(lambda: chains.unlink(old.id) if before is None else chains.link(old.id, before))
        self.mark(old.id, batch)
        if before is not None and before != new.id:
            self._renounce(before, [old.id], batch)
        return old.id

    def loosen(self, before: Fact, to: Fact, batch: Batch) -> tuple[Fact, list[Fact]]:
        """A fact is corrected in what it is said of, or since when it holds: take it out of its chain.

        Returns the correction without the old place, and what is to be stated anew behind it, for a later line counts.
        `settle_thing` gives all of them their places anew. What it superseded by an id or by words stays superseded,
        from when it now begins.
        """
        chains, single, table = self._store.chains, self._store.single, self._store.table
        thing, loose = single.thing_of(before), list[str]()
        if thing == single.thing_of(to) and before.valid_from == to.valid_from:
            return to, []
        again = []
        for old in filter(None, map(table.get, chains.before(before.id))):
            end = old.validity.valid_until
            own = end if end is not None and old.valid_from < end < before.valid_from else None
            if thing is not None and single.thing_of(old) == thing:
                loose.append(old.id)
                again.append((old, replace(old.validity, superseded_by=None, valid_until=own)))
            else:
                ends = max(old.valid_from, to.valid_from) if own is None else own
                again.append((old, replace(old.validity, valid_until=ends)))
        later, said = table.get(chains.after(before.id) or ""), to.validity
        if later is not None and thing is not None and single.thing_of(later) == thing:
            loose.append(before.id)
            kept = tuple(one for one in later.validity.supersedes if one != before.id)
            again.append((later, replace(later.validity, supersedes=kept)))
            until = None if said.valid_until == later.valid_from else said.valid_until
            said = replace(said, superseded_by=None, valid_until=until)
        for old_id in loose:
            batch.on_abort(functools.partial(chains.link, old_id, chains.after(old_id) or ""))
            chains.unlink(old_id)
        said = replace(said, supersedes=tuple(one for one in said.supersedes if one not in loose))
        return replace(to, validity=said), [
            replace(one, validity=replace(validity, edited=batch.now))
            for one, validity in again if validity != one.validity
        ]  # fmt: skip

    def leave(self, fact_id: str, again: Callable[[int, Fact], None], batch: Batch) -> list[tuple[str, str, str]]:
        """The fact is purged: what it superseded holds again, or gives way to what superseded it.

        `again` states a fact anew, durably. Returns what those are said of: once the fact is gone, `settle_thing` looks
        whether something later was said of it meanwhile.
        """
        store, chains = self._store, self._store.chains
        after = chains.after(fact_id)
        later, olds = None if after is None else store.known(after), chains.before(fact_id)
        for old in olds:
            chains.unlink(old)
            batch.on_abort(functools.partial(chains.link, old, fact_id))
            if after is not None:
                chains.link(old, after)
            until = None if later is None else later.valid_from
            self._state_anew(old, again, batch, superseded_by=after, valid_until=until)
        if later is not None and fact_id in later.validity.supersedes:
            named = dict.fromkeys((*olds, *later.validity.supersedes))
            self._state_anew(later.id, again, batch, supersedes=tuple(one for one in named if one != fact_id))
        back = filter(None, map(store.table.get, olds))
        return [thing for one in back if (thing := store.single.thing_of(one)) is not None]

    def _state_anew(self, fact_id: str, again: Callable[[int, Fact], None], batch: Batch, **validity: Any) -> None:
        """An active fact with another place in its chain."""
        ordinal = self._store.table.ordinal(fact_id)
        fact = None if ordinal is None else self._store.table[ordinal]
        if ordinal is not None and fact is not None:
            again(ordinal, replace(fact, validity=replace(fact.validity, **validity, edited=batch.now)))
            batch.on_abort(functools.partial(self._store.table.replace, ordinal, fact))

    def mark(self, fact_id: str, batch: Batch) -> None:
        """Let an active fact, and soon its line, say what its chain says."""
        store, ordinal = self._store, self._store.table.ordinal(fact_id)
        fact = None if ordinal is None else store.table[ordinal]
        marked = None if fact is None else store.marked(fact)
        if ordinal is None or fact is None or marked is None or marked is fact:
            return
        store.table.replace(ordinal, marked)
        self._file.restate(ordinal, marked, store.line_activation(ordinal))
        batch.on_abort(functools.partial(store.table.replace, ordinal, fact))
        batch.on_commit(self._events.lines_behind)

    def settle(self, batch: Batch, most: int = 200) -> bool:
        """Settle what came otherwise than by a request, some things at a time; whether more is left."""
        single = self._store.single
        for _ in range(most):
            if not single.unsettled:
                return single.look() or bool(single.unsettled)
            self.settle_thing(single.unsettled.pop(), batch)
        return True

    def settle_thing(self, thing: tuple[str, str, str], batch: Batch) -> None:
        """Of the facts that are said of one thing each gives way to the next later one."""
        store = self._store
        facts = [f for o in store.single.of_thing(thing) if (f := store.table[o]) is not None]
        facts.sort(key=lambda one: (one.valid_from, store.table.place(one.id) or 0))
        places = {one.id: at for at, one in enumerate(facts)}
        # What else put an end to, by its id, by words or by a judgement, stays ended by that.
        held = [
            one for at, one in enumerate(facts)
            if (after := store.chains.after(one.id)) is None or places.get(after, -1) > at
        ]  # fmt: skip
        for old, later in itertools.pairwise(held):
            if store.chains.after(old.id) != later.id and not self._ended(old, later.valid_from):
                self._supersede(old, later, batch)
                self.name(later.id, old.id, batch)

    def name(self, fact_id: str, old: str, batch: Batch) -> None:
        """Let the later fact's line name what it superseded."""
        self._name(fact_id, lambda named: dict.fromkeys((old, *named)), batch)

    def _renounce(self, fact_id: str, olds: Collection[str], batch: Batch) -> None:
        """Another supersedes them from now on: a start that met this line would give them back."""
        self._name(fact_id, lambda named: [one for one in named if one not in olds], batch)

    def _name(self, fact_id: str, named_by: Callable[[tuple[str, ...]], Iterable[str]], batch: Batch) -> None:
        store, ordinal = self._store, self._store.table.ordinal(fact_id)
        fact = None if ordinal is None else store.table[ordinal]
        if ordinal is None or fact is None:
            return
        supersedes = tuple(named_by(fact.validity.supersedes))
        if supersedes == fact.validity.supersedes:
            return
        named = replace(fact, validity=replace(fact.validity, supersedes=supersedes))
        store.table.replace(ordinal, named)
        self._file.restate(ordinal, named, store.line_activation(ordinal))
        batch.on_abort(functools.partial(store.table.replace, ordinal, fact))


def succeeding(fact: Fact, ended: Fact) -> Fact:
    """The fact, as what takes the place of one with the same words that had ended."""
    return replace(fact, validity=replace(fact.validity, supersedes=(ended.id, *fact.validity.supersedes)))


def _when(statement: Statement) -> int | None:
    """The time that the statement itself names."""
    return statement.created if statement.validity.valid_from is None else statement.validity.valid_from


def _whole(fact: Fact) -> str:
    """What it says of its subject."""
    return f"{plain(fact.predicate)} {fold(fact.object)}"
