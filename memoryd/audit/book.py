"""The audit as it stands on the disk: versions of memories become lines of the chain, with their keys and old texts."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

import msgspec
import numpy as np
import structlog

from memoryd.acting import UNKNOWN, Actor
from memoryd.audit.acknowledged import NOTHING, Acknowledged, Text
from memoryd.audit.chain import CURRENT, MONTHS, Chain, Written, chain_files, raw_lines
from memoryd.audit.fresh import KEY_SIZE, Fresh, TakeDown, batch_of
from memoryd.audit.history import HISTORY, History
from memoryd.audit.keyring import GONE, KEYRING_PATH, Head, Keyring, Known, digest_of
from memoryd.audit.line import GENESIS, LONGEST_KEY, Line, chained, encode_by, read_line, unnamed
from memoryd.audit.versions import Version
from memoryd.audit.witness import Witness
from memoryd.errors import MemorydError
from memoryd.problems import ProblemBoard
from memoryd.recall.hashing import hash64
from memoryd.storage import beneath
from memoryd.storage.files import Files
from memoryd.storage.tail import TailReport, repair_tail
from memoryd.times import format_time
from memoryd.types import Problem

_KEY = re.compile(rb'"key":("(?:[^"\\]|\\.)*")')
"""As it stands in a line."""
_MOST_NAMED = 20
"""Files that are no part of the audit; each that is named is written down."""
_IF_IT_IS_NONE = "move it away if it is none"
_GIVE_BACK = "put it back from a backup if you can; the audit goes on without it"
_TO_BEGIN_ANEW = (
    "memoryctl audit verify says what is wrong; put it back from a backup if you can. To start over, stop the "
    "daemon, move audit.jsonl, audit, history and .memoryd/audit* away together, and start it"
)
_log = structlog.get_logger("memoryd.audit")


class Begun(NamedTuple):
    """What was found when the book was opened."""

    was_stopped: bool
    """The last run ended in order, so that whatever is found now was done by others."""
    is_new: bool
    """There was no audit."""


class Book:
    """Used by one thread; `head`, `history` and `keyring` may be read by any."""

    def __init__(self, files: Files, root: str, gid: int, board: ProblemBoard) -> None:
        self._files = files
        self._root = root
        self._board = board
        self.keyring = Keyring(files, os.path.join(root, KEYRING_PATH), gid)
        self.history = History(files, root, gid)
        self.witness = Witness(files, root, gid, board)
        self._chain = Chain(files, root, gid)
        self._last = Head(0, GENESIS)
        self.head = self._last
        """The last line that is on disk."""
        self._month: str | None = None
        self._pending: list[Written] = []
        self.held = 0
        """Lines that wait for the disk."""
        self._texts = 0
        self.baseline = 0
        """Memories that were there when the audit began."""
        self._purged: dict[int, str] = {}
        self._acknowledged = NOTHING
        self._by: tuple[Actor, msgspec.Raw] | None = None

    # --- at start -----------------------------------------------------------------------------------------

    def open(self, now: int) -> Begun:
        """Read how far the last run came, and see whether somebody took something away since."""
        self.witness.load()
        torn = repair_tail(self._files, os.path.join(self._root, CURRENT), now)
        if torn is not None:
            self._board.happened(torn.problem)
        has_keyring = self._open_keyring()
        last = self._last_line()
        self._month = self._chain.month
        self._last = last or Head(0, GENESIS)
        begun = Begun(self.keyring.was_stopped or not has_keyring, not has_keyring or last is None or last.seq <= 1)
        kept = max((*self.keyring.heads[-1:], self.witness.head), key=lambda head: head.seq)
        lost = kept.seq - self._last.seq
        is_torn = lost > 0 and torn is not None and torn.kind == "torn" and self._took_no_more(torn, lost)
        is_changed = lost == 0 and kept.seq > 0 and self._last != kept
        is_cut = (lost > 0 and not is_torn) or is_changed
        if is_cut:
            self._report(CURRENT, _loss(lost, has_keyring), _TO_BEGIN_ANEW)
            self._last = kept
        elif last is not None and last.seq > 1 and not has_keyring and self.keyring.lost is None:
            what = "it is gone: earlier texts cannot be compared with the audit any more"
            self._report(KEYRING_PATH, what, _GIVE_BACK)
        self._count_texts()
        self.head = self._last
        if self.keyring.drop_after(self._last.seq) and self.keyring.is_empty and self.head.seq:
            self.keyring.stage_head(self.head)  # an empty one looks as if somebody had emptied it
        try:
            self.keyring.compact()
            self.keyring.write()
        except (OSError, MemorydError):
            _log.warning("audit_not_compacted", exc_info=True)
        if is_cut:
            self.note("resumed", now, prev=self._last.hash)
        elif is_torn:
            self._last = Head(kept.seq, self._last.hash)
            self.note("torn", now, count=lost, prev=self._last.hash)
        elif last is None:
            self.note("begun", now, prev=self._last.hash)
        if last is not None and (not has_keyring or self.keyring.lost is not None):
            self.note("begun", now, prev=self._last.hash)  # with other keys from here on
        return begun

    def _open_keyring(self) -> bool:
        """Whether there is one."""
        try:
            found = self.keyring.load()
        except OSError as error:
            found = False
            self._report(KEYRING_PATH, f"it cannot be read: {error.strerror or error}", _GIVE_BACK)
        if self.keyring.lost is not None:
            part = "part of it is" if found else "it is"
            what = f"{part} not what memoryd wrote, and it was set aside as {os.path.basename(self.keyring.lost)}"
            action = f"earlier texts whose keys were lost cannot be compared with the audit any more; {_GIVE_BACK}"
            self._report(KEYRING_PATH, what, action)
        return found

    def _last_line(self) -> Head | None:
        """The last line of the chain; None when there is none."""
        last = None
        try:
            last = self._chain.load()
        except OSError as error:
            self._report(CURRENT, f"it cannot be read: {error.strerror or error}", _GIVE_BACK)
        if self._chain.hidden is not None:
            why = self._chain.hidden.strerror or str(self._chain.hidden)
            self._report(MONTHS, f"the lines of earlier months cannot be read: {why}", _GIVE_BACK)
        strange = self._chain.strange
        for relpath in strange[:_MOST_NAMED]:
            self._report(relpath, "it does not begin with a line of the audit", _IF_IT_IS_NONE)
        if more := len(strange[_MOST_NAMED:]):
            self._report(MONTHS, f"{more} more files in it do not begin with a line of the audit", _IF_IT_IS_NONE)
        return last

    def _took_no_more(self, torn: TailReport, lost: int) -> bool:
        """Whether a power loss can have taken these lines: the one that is torn, or those of the last round."""
        heads = self.keyring.heads
        return (lost == 1 and torn.length > 1) or (len(heads) > 1 and self._last.seq >= heads[-2].seq)

    def _count_texts(self) -> None:
        """How many texts the history has, and whether it had more: the directory is seldom listed, since it is long."""
        known = self.witness.texts
        if known is None:
            known = len(self.history.digests())
        elif known and not beneath.is_link(os.path.join(self._root, HISTORY)) and self.history.is_empty():
            what = f"it is gone, and with it the texts that were replaced, at least {known}"
            self._report(HISTORY, what, _TO_BEGIN_ANEW)
        self._texts = known

    # --- from versions to lines --------------------------------------------------------------------------------

    def add(self, versions: Sequence[Version]) -> None:
        """Take these versions down."""
        if not versions:
            return
        hashes = [hash64(one.key) for one in versions]
        knowns = self.keyring.find(hashes)
        seen: dict[int, Known] = {}
        for one, hashed, found in zip(versions, hashes, knowns, strict=True):
            texts = self._acknowledged.take(one.key)
            version, known = self._behind(one, texts, hashed, seen.get(hashed, found))
            fresh = self._add_one(version, hashed, known) or known
            if fresh is not None:
                seen[hashed] = fresh

    def expect(self, acknowledged: Acknowledged) -> None:
        """What the last run acknowledged comes before what this start finds, where it was not taken down."""
        self._acknowledged = acknowledged

    def _behind(
        self, one: Version, texts: list[Text], hashed: int, known: Known | None
    ) -> tuple[Version, Known | None]:
        """The version behind what was acknowledged before it, and what is known of the memory then."""
        if known is None and one.is_baseline:
            one = one._replace(is_silent=True)
        if one.is_purged or (one.is_silent and all(text.content == one.content for text in texts)):
            return one, known  # when an audit begins, what stands as it was written makes no line
        for text in texts:
            digest = None if known is None else digest_of(known.key, text.content)
            is_known = known is not None and digest == known.digest
            if digest is None or not (is_known or self.history.has(digest.hex())):
                earlier = Version(one.key, text.kind, text.content, one.before, UNKNOWN, one.at)
                known, is_known = self._add_one(earlier, hashed, known) or known, True
            if is_known:
                one = one._replace(before=text.content, is_silent=False)
        return one, known

    def catch_up(self, key: str, at: int, is_archived: Callable[[str], bool]) -> None:
        """Take down what was acknowledged of a memory that this start did not find: it has gone meanwhile."""
        hashed = hash64(key)
        (known,) = self.keyring.find([hashed])
        texts = self._acknowledged.take(key) if known is None or known.is_gone else []
        if not texts or (known is not None and is_archived(texts[-1].kind)):
            return
        kind = texts[-1].kind
        gone = Version(key, kind, None, None, UNKNOWN, at, keeps_text=not is_archived(kind))
        version, known = self._behind(gone, texts, hashed, known)
        self._add_one(version, hashed, known)

    def _add_one(self, one: Version, hashed: int, known: Known | None) -> Known | None:
        """The line of one version, unless nothing has changed; what is known of the memory then."""
        was_there = known is not None and not known.is_gone
        if one.content is None and not was_there and one.before is None:
            if one.is_purged and known is not None:
                self._purged[hashed] = one.key
            return None
        key = os.urandom(KEY_SIZE) if known is None else known.key
        after = None if one.content is None else digest_of(key, one.content)
        if known is not None and after == known.digest:
            return None
        before = known.digest if known is not None and was_there else None
        if one.before is not None and (known is None or was_there):
            digest = digest_of(key, one.before)
            if before is None:
                before = digest
            if digest == before and one.keeps_text and not one.is_purged and not one.is_silent and digest != after:
                self.history.stage(digest.hex(), one.before)
        if before is not None and before == after:
            # The audit meets it for the first time, as it was.
            self.keyring.stage(hashed, self._last.seq, key, after)
            return Known(self._last.seq, key, after)
        if not one.is_silent:
            self._append(one, known, before, after)
        elif known is None:
            self.baseline += after is not None
        digest = GONE if after is None else after
        self.keyring.stage(hashed, self._last.seq, key, digest)
        if one.is_purged:
            self._purged[hashed] = one.key
        return Known(self._last.seq, key, digest)

    def _append(self, one: Version, known: Known | None, before: bytes | None, after: bytes | None) -> None:
        if after is None:
            change = "purged" if one.is_purged else "removed"
        elif known is not None and known.is_gone:
            change = "restored"
        else:
            change = "added" if before is None else "changed"
        self._put(
            Line(
                seq=self._last.seq + 1,
                at=format_time(one.at),
                by=self._by_of(one.who),
                method=one.who.method,
                change=change,
                key=one.key[:LONGEST_KEY],
                kind=one.kind,
                before=None if before is None else before.hex(),
                after=None if after is None else after.hex(),
            )
        )

    def add_new(self, fresh: Fresh, take_down: TakeDown) -> bool:
        """As `add` of new memories, in half of the time; False, and nothing done, when that does not fit.

        It does not when something of them is known, or a new month begins. Raises what `take_down` does.
        """
        if any(format_time(at)[:7] != self._month for at in set(fresh.at)):
            return False
        first, count = self._last.seq + 1, len(fresh.documents)
        keys = os.urandom(KEY_SIZE * count)
        made = take_down(batch_of(fresh, first, self._last.hash, keys))
        hashes = np.frombuffer(made.hashes, np.uint64)
        numbers = hashes.tolist()
        if self.keyring.knows_any(hashes, numbers):
            return False
        self.keyring.stage_all(hashes, numbers, first, keys, made.digests)
        self._last = Head(self._last.seq + count, made.last.decode())
        self._hold(Written(self._month or "", made.lines, count))
        return True

    def note(self, change: str, at: int, *, count: int | None = None, prev: str | None = None) -> None:
        """A line about the audit itself."""
        by = "unknown" if change == "missed" else "memoryd"
        raw = msgspec.Raw(msgspec.json.encode(by))
        line = Line(seq=self._last.seq + 1, at=format_time(at), by=raw, method="audit", change=change, count=count)
        line.prev = prev
        self._put(line)

    def _put(self, line: Line) -> None:
        month = line.at[:7]
        if month != self._month:
            line.prev, self._month = self._last.hash, month
        raw, digest = chained(line, self._last.hash)
        self._last = Head(line.seq, digest)
        self._hold(Written(month, raw))

    def _hold(self, written: Written) -> None:
        self._pending.append(written)
        self.held += written.lines

    def _by_of(self, who: Actor) -> msgspec.Raw:
        known = self._by
        if known is None or known[0] is not who:
            known = self._by = who, encode_by(who)
        return known[1]

    # --- to the disk ----------------------------------------------------------------------------------------

    def look(self, now: int) -> None:
        """See whether another program changed the file: the chain says so, and goes on from the last line of ours.

        Raises OSError and MemorydError.
        """
        if self._chain.check():
            self._report(CURRENT, "another program changed it while the daemon ran", _TO_BEGIN_ANEW)
            self.note("resumed", now, prev=self._last.hash)
            self._chain.was_edited = False

    def write(self) -> None:
        """Bring all that was taken down to the disk. Raises OSError and MemorydError; then it is tried again."""
        if self._pending or self.history.waiting:
            has_texts = self.history.waiting > 0
            self.keyring.write()  # before the texts: a backup that has one has its key, too
            self._texts += self.history.write()
            try:
                self._chain.append(self._pending)
            finally:
                self.held = sum(one.lines for one in self._pending)
            self.head = self._last
            self.keyring.stage_head(self.head)
            if has_texts and not self.witness.texts:
                self.tell_witness()
        self._purge()
        self.keyring.write(durable=False)

    def tell_witness(self) -> None:
        """Note apart from the audit how far it has come. Raises OSError and MemorydError."""
        self.witness.saw(self.head, self._texts)

    def seal(self) -> None:
        """All that was changed is written down, and the daemon ends. Raises OSError and MemorydError."""
        self.keyring.stage_head(self.head, stopped=True)
        self.keyring.write()
        self.tell_witness()

    def close(self) -> None:
        """Close the files."""
        self._chain.close()
        self.keyring.close()

    def _purge(self) -> None:
        """Drop keys and texts of what was purged, once the lines that say so are on disk."""
        if not self._purged:
            return
        self.keyring.forget(self._purged.keys())
        doomed = [digest for digest in set(self._digests_of(self._purged.values())) if self.history.has(digest)]
        if doomed:
            self._texts = max(0, self._texts - len(doomed))
            self.tell_witness()
        self.history.remove(doomed)
        self._purged.clear()

    def forget(self, is_of_it: Callable[[str], bool], digests: Collection[str]) -> None:
        """Take the keys that say what was purged out of the lines, and these texts out of the history.

        Raises OSError, MemorydError.
        """
        secret = self.witness.make_secret()
        for relpath in chain_files(self._files, self._root):
            path = os.path.join(self._root, relpath)
            if any(unnamed(raw, is_of_it, secret) is not raw for raw in raw_lines(self._files, path)):
                lines = (unnamed(raw, is_of_it, secret) for raw in raw_lines(self._files, path))
                self._chain.rewrite(relpath, (line.rstrip(b"\n") + b"\n" for line in lines))
        doomed = [digest for digest in digests if self.history.has(digest)]
        if doomed:
            self._texts = max(0, self._texts - len(doomed))
            self.tell_witness()
        self.history.remove(doomed)

    def _digests_of(self, keys: Iterable[str]) -> Iterable[str]:
        """The digests of texts that gave way, of these memories."""
        wanted = {msgspec.json.encode(key) for key in keys}
        for relpath in chain_files(self._files, self._root):
            for raw in raw_lines(self._files, os.path.join(self._root, relpath)):
                if b'"before"' in raw and not wanted.isdisjoint(_KEY.findall(raw)):
                    found = read_line(raw)
                    if found is not None and found.line.before is not None:
                        yield found.line.before

    def _report(self, path: str, what: str, action: str) -> None:
        self.witness.report(Problem(path=path, what=what, action=action, severity="critical"))


def _loss(lost: int, has_keyring: bool) -> str:
    """What is wrong with the end of the chain."""
    if lost == 0:
        return "its last line was changed"
    lines = "its last line is missing" if lost == 1 else f"its last {lost} lines are missing"
    return lines if has_keyring else f"{lines}, and so are its keys: the audit was taken away"
