"""Writes a day's summary: its facts into the graph, its file, and that it is done."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Mapping, Sequence

import msgspec

from memoryd.conversation.message import Message
from memoryd.errors import Busy, Conflict
from memoryd.extraction.result import DailyResult
from memoryd.kinds.dailies.claims import ClaimWriter
from memoryd.kinds.dailies.daily import (
    RANK,
    Maker,
    bullets_by_section,
    bullets_of,
    daily_path,
    folded_bullets,
    mark,
    merged,
    render,
)
from memoryd.kinds.dailies.job import origins_of
from memoryd.kinds.dailies.state import Claims, DailyState, DaySummary
from memoryd.services import Services
from memoryd.storage import beneath
from memoryd.storage.atomic import ABSENT, Changed, Identity, identity
from memoryd.storage.regular import read_whole
from memoryd.types import fold

_ATTEMPTS = 8


class DailyWriter:
    """The only one that writes `daily/*.md`. What a person wrote there stays."""

    def __init__(self, services: Services, state: DailyState, claims: ClaimWriter) -> None:
        self._root, self._replace, self._redactor = services.root, services.replace_and_keep, services.redactor
        self._state = state
        self._claims = claims

    def clean(self, result: DailyResult) -> DailyResult:
        """The result without secrets (rule 22)."""
        clean = self._redactor.plain
        return DailyResult(
            facts=[self._redactor.fact(fact)[0] for fact in result.facts],
            notes=[msgspec.structs.replace(note, text=clean(note.text)) for note in result.notes],
            decisions=[clean(text) for text in result.decisions],
            preferences=[clean(text) for text in result.preferences],
            action_items=[clean(text) for text in result.action_items],
        )

    def write(
        self,
        day: str,
        taken: Mapping[str, int],
        said: Sequence[tuple[Message, str]],
        result: DailyResult,
        *,
        left_out: Collection[str],
        made_by: Maker,
        job_id: str,
    ) -> str:
        """Make the summary durable: first its facts, then its file, then that it is done. Returns its key.

        `result` is clean, and made of what was `said`, with keys; of the sections `left_out` it says nothing.
        Raises Conflict when the retention of the day is over, Busy when others keep writing into the file.
        """
        state, messages = self._state, [message for message, _ in said]
        result.origins = origins_of(result, said) | {fold(note.text): note.origin for note in result.notes}
        with state.lock:
            known = state.summary(day)
            if known.cleaned:
                raise Conflict(f"the time of {day} is over; it gets no summary any more", day=day)
            text, seen = self._read(day)
            # Once a person has written there, no later version is ours alone: nothing typed is lost.
            is_ours = text is None or _digest(text.encode()) == known.content
            claims = self._claims.make(result, {*known.bullets, *bullets_of(text or "")})
            extends = text is not None and bool(known.taken) and RANK[made_by] < RANK[known.made_by]
            maker = known.made_by if extends else made_by
            comment = mark(maker, len({m.session_id for m in messages}), len(messages), extended=extends)
            renew = is_ours and not extends
            content = self._content(day, text, known, result, comment, renew, left_out).encode()
            for _ in range(_ATTEMPTS):
                if self._replaced(day, content, seen):
                    break
                # A person saved it meanwhile: that stands, too.
                text, seen = self._read(day)
                is_ours = renew = False
                content = self._content(day, text, known, result, comment, renew, left_out).encode()
            else:
                raise Busy(f"{daily_path(day)} is written all the time by another program; try again.")
            made = DaySummary(
                taken={**known.taken, **taken},
                messages=len(messages),
                made_by=maker,
                extended=extends,
                at=max((message.received for message in messages), default=0),
                content=_digest(content) if is_ours else "",
                bullets=sorted({*known.bullets, *folded_bullets(result)}),
                job_id=job_id or known.job_id,
                claims=_all_claims(known.claims, claims) if made_by != "agent" else Claims(),
            )
            if made_by == "agent":
                self._claims.let_go(known.claims, result, left_out, state.claims(without=day))
            state.put(day, made)
        return daily_path(day)

    def _replaced(self, day: str, content: bytes, seen: Identity) -> bool:
        """Put it in the place of the version that it was made from; False when that is another one by now."""
        try:
            self._replace(daily_path(day), content, seen)
        except Changed:
            return False
        return True

    def _content(
        self, day: str, text: str | None, known: DaySummary, result: DailyResult, comment: str, renew: bool,
        left_out: Collection[str],
    ) -> str:  # fmt: skip
        if text is None:
            # Never made, or a person removed it: then only what is new comes back.
            return merged(render(day, DailyResult(), comment), result, comment, known.bullets)
        if renew and all(beneath.exists(os.path.join(self._root, path)) for path in known.taken):
            # A section of which the answer says nothing stays as it was.
            standing = bullets_by_section(text)
            return render(day, result, comment, {name: standing[name] for name in left_out})
        return merged(text, result, comment, known.bullets)

    def _read(self, day: str) -> tuple[str | None, Identity]:
        try:
            data, stat = read_whole(os.path.join(self._root, daily_path(day)))
        except FileNotFoundError:
            return None, ABSENT
        return data.decode("utf-8", "replace"), identity(stat)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _all_claims(old: Claims, new: Claims) -> Claims:
    return Claims(facts=[*old.facts, *new.facts], notes={**old.notes, **new.notes}, at=new.at)
