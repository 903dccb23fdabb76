"""Conversations: of OpenClaw, Claude Code, Codex, and the exports of ChatGPT and Claude."""

from __future__ import annotations

import functools
import os
import re
import zipfile
from collections.abc import Iterator
from typing import Any

from memoryd.cli.hooks.events import project_of, session_name
from memoryd.cli.hooks.transcript import Reader, clean, cut, lines, parts_of, text_of, timed
from memoryd.cli.moving.files import below, loads, read_text
from memoryd.cli.moving.parts import Conversation, Parts, Skipped, Unusable, each
from memoryd.cli.snapshot import Unreadable

Json = Any
_ROLES = {"user": "user", "human": "user", "assistant": "assistant", "system": "system", "tool": "tool"}
_ALL = 2**62
_EXPORTED = re.compile(r"conversations[-_\d]*\.json")


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
        for record, _ in _records(file):
            torn += record is None
            messages += [dict(one) for one in reader.messages(record)]
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
    """ChatGPT's export (the zip, its folder, or conversations.json): of each conversation the branch that is shown."""
    return each(_conversations(path), functools.partial(_of_chatgpt, path), f"{path}: conversation")


def _of_chatgpt(path: str, one: dict[str, Json], number: int) -> Parts:
    nodes, at = one.get("mapping"), one.get("current_node")
    if not isinstance(nodes, dict):
        yield Skipped(path, f"conversation {number} has no messages")
        return
    branch: list[dict[str, Json]] = []
    seen: set[Json] = set()
    while isinstance(nodes.get(at), dict) and at not in seen:
        seen.add(at)
        branch.append(nodes[at])
        at = nodes[at].get("parent")
    if not branch:
        branch = [node for node in nodes.values() if isinstance(node, dict)][::-1]
    messages, silent = [], 0
    for node in reversed(branch):
        message = node.get("message")
        if isinstance(message, dict) and not _is_hidden(message):
            author, content = message.get("author") or {}, message.get("content") or {}
            text = _spoken(content) if isinstance(content, dict) else ""
            when = message.get("create_time") or one.get("create_time")
            found = _message(author.get("role"), text, message.get("id") or node.get("id"), when)
            messages += found
            silent += not found
    name = one.get("conversation_id") or one.get("id")
    yield from _conversation("chatgpt", name, messages, path, number, silent)


def _is_hidden(message: dict[str, Json]) -> bool:
    """Instructions, and what keeps the conversation going: no one said it."""
    metadata = message.get("metadata") or {}
    return bool(metadata.get("is_visually_hidden_from_conversation") or metadata.get("is_user_system_message"))


def _spoken(content: dict[str, Json]) -> str:
    """Of texts and transcribed speech; images, code for tools and reasoning are not what was said."""
    if content.get("content_type", "text") not in ("text", "multimodal_text"):
        return ""
    parts = content.get("parts")
    texts = [part.get("text") if isinstance(part, dict) else part for part in parts] if isinstance(parts, list) else []
    return "\n".join(text for text in texts if isinstance(text, str))


def claude(path: str) -> Parts:
    """Claude's export (the zip, its folder, or conversations.json); what was attached is untrusted."""
    return each(_conversations(path), functools.partial(_of_claude, path), f"{path}: conversation")


def _of_claude(path: str, one: dict[str, Json], number: int) -> Parts:
    messages, silent = [], 0
    for said in one.get("chat_messages") or []:
        if isinstance(said, dict):
            texts = [part for part in parts_of(said.get("content")) if part.get("type", "text") == "text"]
            text = text_of(texts) or str(said.get("text") or "")
            name, at = said.get("uuid"), said.get("created_at") or one.get("created_at")
            found = [*_message(said.get("sender"), text, name, at), *_attached(said, name, at)]
            messages += found
            silent += not found
    yield from _conversation("claude", one.get("uuid"), messages, path, number, silent)


def _attached(said: dict[str, Json], name: Json, at: Json) -> list[dict[str, Json]]:
    found = []
    for number, file in enumerate(parts_of(said.get("attachments")), 1):
        if text := str(file.get("extracted_content") or "").strip():
            head = f"{file.get('file_name') or 'attachment'}:\n"
            found += _message(said.get("sender"), head + text, f"{name}-{number}", at)
    return [{**one, "source": "untrusted"} for one in found]


def _conversations(path: str) -> Iterator[dict[str, Json]]:
    """Of the file; of a folder or zip those of each conversations*.json in it: large exports have several."""
    if os.path.isdir(path):
        names = sorted(name for name in os.listdir(path) if _EXPORTED.fullmatch(name))
        texts = iter([(name, read_text(os.path.join(path, name))) for name in names])
    elif zipfile.is_zipfile(path):
        texts = _unpacked(path)
    else:
        texts = iter([(path, read_text(path))])
    empty = True
    for name, text in texts:
        empty = False
        try:
            found = loads(text)
        except (ValueError, RecursionError) as error:
            raise Unusable(f"{name} is not JSON: {error}") from error
        if isinstance(found, dict) and isinstance(found.get("conversations"), list):
            found = found["conversations"]
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            raise Unusable(f"{name} is no list of conversations")
        yield from found
    if empty:
        raise Unusable(f"{path} holds no conversations.json")


def _unpacked(path: str) -> Iterator[tuple[str, str]]:
    with zipfile.ZipFile(path) as archive:
        for name in sorted(archive.namelist()):
            if _EXPORTED.fullmatch(os.path.basename(name)):
                yield f"{path}:{name}", archive.read(name).decode("utf-8-sig", "replace")


def _message(role: Json, text: str, name: Json, at: Json) -> list[dict[str, Json]]:
    known = _ROLES.get(str(role))
    text = cut(clean(text)).strip()
    if known is None or not text or not isinstance(name, str):
        return []
    return [timed({"role": known, "content": text, "id": name[:200]}, "at", at)]


def _conversation(
    program: str, name: Json, messages: list[dict[str, Json]], path: str, number: int, silent: int
) -> Parts:
    if messages and isinstance(name, str) and name:
        yield Conversation({"session_id": session_name(program, name), "agent": program}, messages)
        if silent:
            yield Skipped(path, f"conversation {number}: {silent} messages without words (images, tools, reasoning)")
    else:
        yield Skipped(path, f"conversation {number} has no text or no id")
