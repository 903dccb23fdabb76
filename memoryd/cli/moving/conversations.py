"""Conversations: of OpenClaw, Claude Code, Codex, and the exports of ChatGPT and Claude."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from memoryd.cli.hooks.events import project_of, session_name
from memoryd.cli.hooks.transcript import Reader, clean, cut, lines, text_of
from memoryd.cli.moving.files import below, read_json
from memoryd.cli.moving.parts import Conversation, Parts, Skipped, Unusable, timed
from memoryd.cli.snapshot import Unreadable

Json = Any
_ROLES = {"user": "user", "human": "user", "assistant": "assistant", "system": "system", "tool": "tool"}
_ALL = 2**62


def openclaw(path: str) -> Parts:
    """Transcripts and databases of OpenClaw, and the notes of its workspaces."""
    from memoryd.cli.moving.directories import markdown_notes
    from memoryd.cli.openclaw import files, transcripts

    try:
        for file in files(path):
            try:
                for one in transcripts(file):
                    start = {"session_id": one.session_id, **({"agent": one.agent} if one.agent else {})}
                    if one.messages:
                        yield Conversation(start, [dict(message) for message in one.messages])
                    if one.skipped:
                        yield Skipped(file, f"{one.session_id}: {one.skipped} records without text")
                    if one.unreadable:
                        yield Skipped(file, f"{one.session_id}: {one.unreadable} records that cannot be read")
            except Unreadable as error:
                if file == path:
                    raise Unusable(str(error)) from error
                yield Skipped(file, str(error))
    except Unreadable as error:
        raise Unusable(str(error)) from error
    if os.path.isdir(path):
        yield from markdown_notes(path, "openclaw")


def claude_code(path: str) -> Parts:
    """`~/.claude/projects`: a transcript is a session, by the name that its hooks give it."""
    return _program("claude-code", path)


def codex(path: str) -> Parts:
    """`~/.codex/sessions`."""
    return _program("codex", path)


def _program(agent: str, path: str) -> Parts:
    for file in below(path, ".jsonl"):
        head = next((record for record, _ in _records(file) if isinstance(record, dict) and _named(record)), None)
        if head is None:
            yield Skipped(file, f"no transcript of {agent}")
            continue
        session, cwd = _named(head), str(head.get("cwd") or head.get("payload", {}).get("cwd") or "")
        reader, torn = Reader(agent, session, []), 0
        messages: list[dict[str, Json]] = []
        for record, end in _records(file):
            torn += record is None
            messages += [dict(one) for one in reader.messages(record, end)]
        start = {"session_id": session_name(agent, session), "agent": agent}
        if project := project_of(cwd):
            start["project"] = project
        if messages:
            yield Conversation(start, messages)
        if torn:
            yield Skipped(file, f"{torn} lines that cannot be read")


def _records(file: str) -> Iterator[tuple[Json, int]]:
    try:
        yield from lines(file, 0, _ALL)
    except OSError as error:
        raise Unusable(f"{file} cannot be read: {error.strerror}") from error


def _named(record: dict[str, Json]) -> str:
    payload = record.get("payload")
    if record.get("type") == "session_meta" and isinstance(payload, dict):
        return str(payload.get("id") or "")
    return str(record.get("sessionId") or "")


def chatgpt(path: str) -> Parts:
    """ChatGPT's conversations.json: of each conversation the branch that is shown."""
    for number, one in enumerate(_conversations(path)):
        nodes, at = one.get("mapping"), one.get("current_node")
        if not isinstance(nodes, dict):
            yield Skipped(path, f"conversation {number} has no messages")
            continue
        branch: list[dict[str, Json]] = []
        seen: set[Json] = set()
        while isinstance(nodes.get(at), dict) and at not in seen:
            seen.add(at)
            branch.append(nodes[at])
            at = nodes[at].get("parent")
        if not branch:
            branch = [node for node in nodes.values() if isinstance(node, dict)][::-1]
        messages = []
        for node in reversed(branch):
            message = node.get("message")
            if isinstance(message, dict):
                author, content = message.get("author") or {}, message.get("content") or {}
                parts = content.get("parts") if isinstance(content, dict) else None
                text = "\n".join(part for part in parts or [] if isinstance(part, str))
                messages += _message(author.get("role"), text, message.get("id"), message.get("create_time"))
        yield from _conversation("chatgpt", one.get("conversation_id") or one.get("id"), messages, path, number)


def claude(path: str) -> Parts:
    """Claude's conversations.json."""
    for number, one in enumerate(_conversations(path)):
        messages = []
        for said in one.get("chat_messages") or []:
            if isinstance(said, dict):
                text = text_of(said.get("content")) or str(said.get("text") or "")
                messages += _message(said.get("sender"), text, said.get("uuid"), said.get("created_at"))
        yield from _conversation("claude", one.get("uuid"), messages, path, number)


def _conversations(path: str) -> list[dict[str, Json]]:
    found = read_json(os.path.join(path, "conversations.json") if os.path.isdir(path) else path)
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise Unusable(f"{path} is no list of conversations")
    return found


def _message(role: Json, text: str, name: Json, at: Json) -> list[dict[str, Json]]:
    known = _ROLES.get(str(role))
    text = cut(clean(text)).strip()
    if known is None or not text or not isinstance(name, str):
        return []
    return [timed({"role": known, "content": text, "id": name[:200]}, "at", at)]


def _conversation(program: str, name: Json, messages: list[dict[str, Json]], path: str, number: int) -> Parts:
    if messages and isinstance(name, str) and name:
        yield Conversation({"session_id": session_name(program, name), "agent": program}, messages)
    else:
        yield Skipped(path, f"conversation {number} has no text or no id")
