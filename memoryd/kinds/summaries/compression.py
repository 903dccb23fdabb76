"""The hierarchy's work for the job queue: leaves and merges in their order, and doing one again (rules 20, 21)."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from memoryd.config.sections import Summaries
from memoryd.conversation.message import Message, mark_of
from memoryd.conversation.transcripts import Transcripts
from memoryd.errors import Conflict, InvalidParams
from memoryd.jobs.source import Answer, Work
from memoryd.kinds.summaries.backlog import Backlog, Piece, Waiting, lines_of
from memoryd.kinds.summaries.budget import LEVELS, Level
from memoryd.kinds.summaries.clearing import line_of
from memoryd.kinds.summaries.extractive import Line, lines_of_summary, summarise
from memoryd.kinds.summaries.floor import refusal as refusal_of
from memoryd.kinds.summaries.node import Maker, Node, Scope, marks_of, node_id, path_of, span
from memoryd.kinds.summaries.prompt import Message as Turn
from memoryd.kinds.summaries.prompt import Said, assembled, bounded, leaf_messages, merge_messages
from memoryd.kinds.summaries.store import SummaryStore, file_of
from memoryd.kinds.summaries.tree import Tree, shown_within
from memoryd.services import Services
from memoryd.text.tokens import tokens_of
from memoryd.types import Audience

MERGES = "merges"
"""The slot of merges: one at a time, so that the order is kept."""
MOST_REDO = 32
Command = Callable[[list[Turn], int, Callable[[str], str | None]], str | None]
"""A local summariser: messages, target tokens, and why a text is refused → text; None without one that is taken."""
LEFT_OUT = "(left out: it is in quarantine)"
"""Stands in a job for what a tool or a page said to the agent."""


class Compression:
    """A job source over the sessions and the tree of summaries."""

    kinds = ("leaf", "merge")
    step = "compress"
    has_fallback = True

    def __init__(self, services: Services, backlog: Backlog, sessions: Transcripts, store: SummaryStore) -> None:
        self.store = store
        self._settings, self._now = services.settings, services.clock.now
        self._command: Command = services.summarizer
        self._redact = services.redactor.plain
        """A session file that was written by hand may hold secrets (rule 22)."""
        self._quarantine = services.quarantine
        self._sessions = sessions
        self._backlog = backlog
        self.behind = False
        """More has to be read before all open work can be named."""

    @property
    def _numbers(self) -> Summaries:
        return self._settings.now.summaries

    @property
    def _budgets(self) -> dict[Level, int]:
        return {level: getattr(self._numbers.injection_budget, level) for level in LEVELS}

    # --- what is to be done -------------------------------------------------------------------------------

    def open_work(self, now: int) -> Iterator[Work]:
        """The next merge or leaf, then what an agent could do better."""
        with self.store.lock:
            tree = self.store.tree
            pieces, self.behind = self._backlog.next_pieces(self._numbers, now)
            waits = bool(pieces) or self.behind
            due = tree.due_merge(self._numbers.merge_threshold, self._numbers.max_levels, waits=waits)
            if due is not None:
                yield self._merge_work(due)
            yield from map(self._leaf_work, pieces)
            again = sorted(
                self._redo_work(tree), key=lambda work: (work.waits, not (work.data["lost"] or work.data["stale"]))
            )
            yield from again[:MOST_REDO]

    def _leaf_work(self, piece: Piece) -> Work:
        session = piece.session
        data = {
            "path": piece.path,
            "session_id": session.id,
            "messages": piece.messages,
            "tokens": piece.chunk.tokens,
        }
        return Work(
            kind="leaf",
            work_id=_digest("leaf", session.id, piece.messages),
            slot=piece.slot,
            level="L1",
            target_tokens=piece.chunk.target_tokens,
            sessions=self._group_sessions(self._scope_of(session.id), (session.id,)),
            data=data,
        )

    def _merge_work(self, sources: Sequence[Node]) -> Work:
        level = LEVELS[LEVELS.index(sources[0].level) + 1]
        ids = [node.id for node in sources]
        made = _mixed(sources)
        return Work(
            kind="merge",
            work_id=_digest("merge", *(f"{node.id}.{node.version}" for node in sources)),
            slot=MERGES,
            level=level,
            target_tokens=self._numbers.summary_target_tokens,
            sessions=self._group_sessions(self._scope_of_all(sources), made[2]) if made[0] == "group" else None,
            data={"sources": ids, "versions": [node.version for node in sources]},
        )

    def _redo_work(self, tree: Tree) -> Iterator[Work]:
        """What an agent could do better; a merge waits while something below it is to be done better first."""
        waiting = set[str]()
        for level in LEVELS:
            for node in tree.levels[level].values():
                waits = not waiting.isdisjoint(node.sources)
                lost, stale = self.store.is_lost(node), tree.is_stale(node)
                if not (lost or node.may_be_made_again(stale=stale)):
                    waiting.update((node.id,) if waits else ())
                    continue
                if level == "L1" and not self._backlog.exists(node):
                    continue
                waiting.add(node.id)
                if any((one := self._source(node, source)) is not None and not one.text for source in node.sources):
                    continue
                yield self._redo(node, lost=lost, stale=stale, waits=waits)

    def _redo(self, node: Node, *, lost: bool, stale: bool, waits: bool) -> Work:
        versions = [one.version for source in node.sources if (one := self._source(node, source)) is not None]
        target = self._numbers.summary_target_tokens
        if node.level == "L1" and node.source_tokens < self._numbers.chunk_tokens:
            target = min(target, max(1, node.source_tokens // 3))
        private = node.audience != "group"
        scope = None if private else self._scope_of(node.session_ids[-1])
        return Work(
            kind="leaf" if node.level == "L1" else "merge",
            work_id=_digest("again", node.id, str(node.version), *map(str, versions)),
            slot=node.id,
            level=node.level,
            target_tokens=target,
            redo=True,
            waits=waits,
            sessions=None if private else self._group_sessions(scope, node.session_ids),
            data={"again": node.id, "version": node.version, "versions": versions, "lost": lost, "stale": stale},
        )

    def _source(self, node: Node, source: str) -> Node | None:
        return None if node.level == "L1" else self.store.tree.get(source)

    # --- rule 17 ------------------------------------------------------------------------------------------

    def _scope_of(self, session_id: str) -> Scope | None:
        """What may be shown beside that session's messages; None: everything."""
        session = self._sessions.sessions.get(session_id)
        if session is None or session.audience == "private":
            return None
        return Scope(session.id, session.project, session.started)

    def _scope_of_all(self, sources: Sequence[Node]) -> Scope | None:
        youngest = max(sources, key=lambda node: node.started)
        return self._scope_of(youngest.session_ids[-1])

    def _group_sessions(self, scope: Scope | None, own: Sequence[str]) -> tuple[str, ...] | None:
        """Every session that a job of that scope shows something of."""
        if scope is None:
            return None
        seen = dict.fromkeys(own)
        for level in LEVELS:
            for node in self.store.tree.levels[level].values():
                if node.is_shown_to(scope):
                    seen |= dict.fromkeys(node.session_ids)
        return tuple(seen)

    def _seen_by(self, tree: Tree, scope: Scope | None) -> Tree:
        if scope is None:
            return tree
        return Tree(node for level in LEVELS for node in tree.levels[level].copy().values() if node.is_shown_to(scope))

    # --- messages -----------------------------------------------------------------------------------------

    def messages(self, work: Work) -> list[Turn]:
        """What to send to the model. Raises Conflict when the work is gone."""
        with self.store.lock:
            most = self._numbers.max_prompt_tokens
            again = work.data.get("again")
            node = self._current(work) if again else None
            tree = self.store.tree if node is None else self.store.tree.before(node)
            if work.kind == "leaf":
                session_id = work.data["session_id"] if node is None else node.session_ids[0]
                said = bounded(self._said(work, node), most * 3 // 4)
                room = most - sum(tokens_of(one.content) for one in said)
                seen = _with_text(self._seen_by(tree, self._scope_of(session_id)))
                memories = shown_within(seen, self._budgets, room)
                return leaf_messages(memories, said, work.target_tokens, self._settings.zone)
            merged = self._merge_sources(work, node)
            scope = self._scope_of_all(merged) if work.sessions is not None else None
            room = most - sum(one.tokens for one in merged)
            seen = _with_text(self._seen_by(tree, scope))
            memories = shown_within(seen, self._budgets, room, [one.id for one in merged])
            return merge_messages(memories, merged, work.target_tokens, self._settings.zone)

    def _current(self, work: Work) -> Node:
        node = self.store.tree.get(work.data["again"])
        if node is None or node.version != work.data["version"]:
            raise Conflict(f"{work.data['again']} has been made again meanwhile; claim another job")
        return node

    def _said(self, work: Work, node: Node | None) -> list[Said]:
        messages = self._waiting(work)[1] if node is None else self._backlog.held(node)
        if messages is None:
            raise Conflict(f"the messages of {work.data['again']} are no longer there; claim another job")
        return [Said(one.role, self._shown(one), one.at, one.name) for one in messages]

    def _shown(self, message: Message) -> str:
        """What a summary is made of; what is in quarantine leaves only a word that it was there (rule 27)."""
        if message.is_untrusted and self._quarantine.holds_text(message.content):
            return LEFT_OUT
        return message.content

    def _waiting(self, work: Work) -> tuple[tuple[str, ...], list[Message]]:
        """Where the messages of a new leaf stand, and what they say. Raises Conflict when they do not wait."""
        data = work.data
        path, session_id, marks = data["path"], data["session_id"], marks_of(data.get("messages", ""))
        turns = self._backlog.find(path, session_id, marks)
        sources = lines_of(path, turns or ())
        messages = self._backlog.messages(session_id, sources)
        if not messages or [mark_of(message) for message in messages] != marks:
            raise Conflict("this part of the conversation has been summarised or changed meanwhile; claim another job")
        return sources, messages

    def _merge_sources(self, work: Work, node: Node | None) -> list[Node]:
        ids = work.data["sources"] if node is None else node.sources
        found = [self.store.tree.get(one) for one in ids]
        merged = [one for one in found if one is not None and one.text]
        if len(merged) != len(found):
            raise Conflict("a summary that was to be merged is gone; claim another job")
        return merged

    # --- answers ------------------------------------------------------------------------------------------

    def accept(self, work: Work, answer: Answer, job_id: str) -> str:
        """Check a summary and store it; returns its key."""
        if work.kind == "leaf" and not work.redo:
            self._read_in_turns(lambda: self._backlog.read_on(self._numbers, work.data["path"]))
        with self.store.lock:
            known = self.accepted(job_id)
            if known is not None:
                return known
            if work.redo:
                self.store.look(path_of(work.data["again"]))
            if answer.text is None:
                raise InvalidParams(f"a {work.kind} job takes `text`, the memory that the model wrote", param="text")
            refused = None if answer.by == "builtin" else self._refusal(work, answer.text)
            if refused is not None:
                raise InvalidParams(refused, param="text")
            made = self._node(work, self._redact(answer.text.strip()), answer.by, job_id)
            self.store.put(made)
            if work.kind == "leaf" and not work.redo:
                self._backlog.took(work.data["path"], work.data["session_id"], made.marks)
            return path_of(made.id)

    def _refusal(self, work: Work, text: str) -> str | None:
        node = self._current(work) if work.data.get("again") else None
        return refusal_of(text, work.target_tokens, _made_of(self._lines(work, node)), _shown_in(self.messages(work)))

    def accepted(self, job_id: str) -> str | None:
        """The key of what was made for that job."""
        return self.store.made_for(job_id)

    def _node(self, work: Work, text: str, by: str, job_id: str) -> Node:
        maker: Maker = "command" if by == "command" else "builtin" if by == "builtin" else "agent"
        common: dict[str, Any] = {"text": text, "by": maker, "job_id": job_id, "written": self._now()}
        # As they were when the job was claimed: the text does not have what replaced one of them since.
        versions = tuple(work.data.get("versions", ()))
        if work.data.get("again"):
            node = self._current(work)
            return msgspec.structs.replace(node, version=node.version + 1, source_versions=versions, **common)
        if work.kind == "leaf":
            return self._leaf(work, common)
        sources = self._merge_sources(work, None)
        if any(node.id in self.store.tree.parents for node in sources):
            raise Conflict("these summaries have been merged meanwhile; claim another job")
        audience, project, session_ids = _mixed(sources)
        level: Level = LEVELS[LEVELS.index(sources[0].level) + 1]
        return Node(
            id=node_id(level, self.store.tree.next_number(level)),
            version=1,
            sources=tuple(node.id for node in sources),
            source_versions=versions,
            session_ids=session_ids,
            first_at=min(node.first_at for node in sources),
            last_at=max(node.last_at for node in sources),
            received=max(node.received for node in sources),
            started=max(node.started for node in sources),
            source_tokens=sum(node.tokens for node in sources),
            audience=audience,
            project=project,
            **common,
        )

    def _leaf(self, work: Work, common: dict[str, Any]) -> Node:
        data = work.data
        sources, messages = self._waiting(work)
        session = self._sessions.sessions.get(data["session_id"])
        pieces, _ = self._backlog.next_pieces(self._numbers, self._now())
        # Agents that work at once are not done in order: the numbers of what comes first are left for it.
        earlier = next((place for place, piece in enumerate(pieces) if piece.slot == work.slot), 0)
        return Node(
            id=node_id("L1", self.store.tree.free_leaf(earlier)),
            version=1,
            sources=sources,
            messages=data["messages"],
            session_ids=(data["session_id"],),
            first_at=min(message.at for message in messages),
            last_at=max(message.at for message in messages),
            received=max(message.received for message in messages),
            started=messages[0].received if session is None else session.started,
            source_tokens=sum(tokens_of(message.content) for message in messages),
            audience=messages[0].audience,
            project=messages[0].project,
            **common,
        )

    # --- without an agent ---------------------------------------------------------------------------------

    def fallback(self, work: Work) -> Answer | None:
        """The local command's text, else the most telling sentences. An agent's words are never replaced by these."""
        with self.store.lock:
            node = self.store.tree.get(work.data["again"]) if work.redo else None
            if node is not None and not (
                work.data["lost"] or (work.data["stale"] and node.by in ("builtin", "command"))
            ):
                return None
            lines = self._lines(work, node)
        messages = self.messages(work)
        made_of, shown_there = _made_of(lines), _shown_in(messages)
        text = self._command(
            messages, work.target_tokens, lambda text: refusal_of(text, work.target_tokens, made_of, shown_there)
        )
        if text is not None:
            return Answer(text=text, by="command")
        return Answer(text=summarise(lines, work.target_tokens), by="builtin")

    def _lines(self, work: Work, node: Node | None) -> list[Line]:
        if work.kind == "leaf":
            return [line_of(one, self._settings.zone) for one in self._said(work, node)]
        sources = self._merge_sources(work, node)
        return [line for one in sources for line in lines_of_summary(one.text, span(one, self._settings.zone), one.id)]

    # --- for retention and injection -----------------------------------------------------------------------

    def has_taken(self, path: str) -> bool:
        """Whether leaves hold every message of a session file, so that it may be removed (rule 18)."""
        found: list[bool | None] = []

        def look() -> bool:
            found.append(self._backlog.has_waiting(path, self._numbers))
            return found[-1] is not None

        self._read_in_turns(look)
        return not found[-1]

    def has_summarised(self, path: str) -> bool:
        """Whether leaves that agents made hold every message of an archived session file (rule 18)."""
        file = self._sessions.archived.get(path)
        if file is None:
            return False
        with self.store.lock:
            for session_id, count in file.counts.items():
                leaves = [one for one in self.store.leaves_of(session_id) if file_of(one) == path]
                if any(one.by != "agent" for one in leaves) or self.store.count_of(path, session_id) < count:
                    return False
        return True

    def read_on(self) -> bool:
        """Read a piece of the backlog, and bring some files of moved summaries up to date; whether that is all."""
        with self.store.lock:
            read = self._backlog.read_on(self._numbers)
        return self.store.write_moved() and read

    def _read_in_turns(self, step: Callable[[], bool]) -> None:
        """Read in pieces until `step` returns True; other threads get the lock between them."""
        while True:
            with self.store.lock:
                if step():
                    return
            time.sleep(0.001)

    def waiting(self) -> Waiting:
        """What no leaf holds yet."""
        with self.store.lock:
            self._backlog.read_on(self._numbers)
            return self._backlog.waiting()

    def assemble(self, budgets: Mapping[Level, int], scope: Scope | None) -> tuple[str, dict[Level, int], list[str]]:
        """The memory to inject, the tokens of each level, and the keys that are in it (004 §Memory injection)."""
        # No lock: injection must not wait while a piece of conversation is read or written.
        text, used, nodes = assembled(_with_text(self._seen_by(self.store.tree, scope)), budgets, self._settings.zone)
        return text, used, [node.path for node in nodes]


def _made_of(lines: Iterable[Line]) -> str:
    """The words that a summary of these lines may have, names included."""
    return " ".join(f"{line.who} {line.text}" for line in lines)


def _shown_in(messages: Iterable[Turn]) -> str:
    return " ".join(message["content"] for message in messages)


def _with_text(tree: Tree) -> Tree:
    """Without the summaries whose text is lost."""
    return Tree(node for level in LEVELS for node in tree.levels[level].copy().values() if node.text)


def _mixed(sources: Sequence[Node]) -> tuple[Audience, str | None, tuple[str, ...]]:
    """Audience, project and sessions of what is made of these: for groups only when all are of one group's project."""
    session_ids = tuple(dict.fromkeys(one for node in sources for one in node.session_ids))
    projects = {node.project for node in sources}
    project = projects.pop() if len(projects) == 1 else None
    is_group = all(node.audience == "group" for node in sources) and (project is not None or len(session_ids) == 1)
    return "group" if is_group else "private", project, session_ids


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]
