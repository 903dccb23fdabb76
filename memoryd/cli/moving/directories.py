"""Directories of Markdown and of the seeds' own systems."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

from memoryd.cli.hooks.transcript import clean, time_of
from memoryd.cli.moving.files import below, read_lines, read_text
from memoryd.cli.moving.parts import Conversation, Note, Parts, Skipped, Unusable
from memoryd.cli.moving.statements import fact_of

Json = Any
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_TAG = re.compile(r"\s*(?:↑\S*\([^)]*\)←\S+|↑\[pin\]|<!--.*?-->)")
_LINK = re.compile(r"^\s*[-*]\s+(?=\S)(.{1,200}?)(?<!\s)\s*\[\[([^\]\n]{1,500})\]\]")
_LAYERS = ("identity", "user", "preferences", "knowledge", "decisions", "skills", "context")


def layered_memory_manager(path: str) -> Parts:
    """`memory/<layer>.md`: each entry a note. MEMORY.md is made of them."""
    folder = os.path.join(path, "memory")
    yield from _layers(folder if os.path.isdir(folder) else path)


def vm_memory_oracle(path: str) -> Parts:
    """`knowledge-graph/facts.jsonl`, `sessions/*.jsonl` and layer files, as memoryd keeps them, too."""
    if not os.path.isdir(path):
        raise Unusable(f"{path} is not a directory")
    for name in ("facts.jsonl", "archived-facts.jsonl"):
        facts = os.path.join(path, "knowledge-graph", name)
        if name == "archived-facts.jsonl" and os.path.exists(facts):
            yield Skipped(facts, "archived facts stay behind; `memoryctl import triples` brings them in")
        elif os.path.exists(facts):
            yield from (fact_of(row, f"{facts}:{number}") for number, row in read_lines(facts))
    sessions = os.path.join(path, "sessions")
    for file in below(sessions, ".jsonl") if os.path.isdir(sessions) else ():
        yield from _session(file)
    if os.path.isdir(os.path.join(path, "memory")):
        yield from _layers(os.path.join(path, "memory"))


def basic_memory(path: str) -> Parts:
    """Markdown of basic-memory: observations become notes, relations `- type [[Target]]` facts of their note."""
    yield from markdown_notes(path, "basic-memory", has_relations=True)


def markdown_notes(path: str, source: str, *, has_relations: bool = False) -> Parts:
    """Each entry of Markdown files as a note of `knowledge`, or of the layer that its file is named after."""
    for file in below(path, ".md"):
        if os.path.basename(file) == "MEMORY.md" and source != "openclaw":
            continue
        title, entries = _entries(read_text(file))
        name = title or os.path.basename(file).removesuffix(".md")
        stem = os.path.basename(file).removesuffix(".md")
        for text in entries:
            link = _LINK.match(f"- {text}") if has_relations else None
            if link is not None:
                row = {"subject": name, "predicate": link[1], "object": link[2], "source": source}
                yield fact_of(row, file)
            else:
                layer = stem if stem in _LAYERS else "knowledge"
                yield Note({"layer": layer, "text": text if layer == stem else f"{name}: {text}"})


def _layers(folder: str) -> Parts:
    if not os.path.isdir(folder):
        raise Unusable(f"{folder} is not a directory")
    for file in sorted(name for name in os.listdir(folder) if name.endswith(".md")):
        stem = file.removesuffix(".md")
        if _DAY.fullmatch(stem):
            yield Skipped(os.path.join(folder, file), "a daily log; copy it into the data directory's memory/")
            continue
        for text in _entries(read_text(os.path.join(folder, file)))[1]:
            yield Note({"layer": stem, "text": text})


def _entries(text: str) -> tuple[str | None, list[str]]:
    """The title, and the top-level bullets with what is indented under them, else paragraphs."""
    title, found = None, list[str]()
    if text.startswith("---\n") and (end := text.find("\n---", 4)) > 0:
        head = re.search(r"^title:\s*(.+)$", text[4:end], re.M)
        title = head[1].strip("'\" ") if head else None
        text = text[end + 4 :]
    block: list[str] = []
    for line in [*_TAG.sub("", clean(text)).split("\n"), ""]:
        heading = line.startswith("#")
        if block and (heading or line[:2] in ("- ", "* ") or not line.strip()):
            found.append("\n".join(block).strip())
            block = []
        if heading:
            title = title or line.lstrip("#").strip() or None
        elif line.strip():
            block.append(line[2:] if line[:2] in ("- ", "* ") else line)
    return title, [one for one in found if one]


def _session(file: str) -> Iterator[Conversation | Skipped]:
    sessions: dict[str, Conversation] = {}
    for number, row in read_lines(file):
        if not isinstance(row, dict) or not str(row.get("content") or "").strip():
            yield Skipped(f"{file}:{number}", "no message with text")
            continue
        name = str(row.get("session_id") or os.path.basename(file).removesuffix(".jsonl"))
        start = {part: row[part] for part in ("agent", "project", "audience") if row.get(part)}
        into = sessions.setdefault(name, Conversation({"session_id": name, **start}, []))
        role = row.get("role") if row.get("role") in ("user", "assistant", "system", "tool") else "user"
        message = {"role": role, "content": clean(str(row["content"])), "id": str(row.get("id") or f"line-{number}")}
        message |= {part: row[part] for part in ("name", "data", "source") if row.get(part)}
        at = time_of(row.get("at") or row.get("timestamp"))
        into.messages.append(message | ({"at": at} if at else {}))
    yield from sessions.values()
