"""The messages of a job: stable memory first, what is to be compressed last, no system prompt (004, rule 21). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import tzinfo
from typing import NamedTuple

from memoryd.jobs.source import MARK
from memoryd.kinds.summaries.budget import DOWNWARD, LEVELS, Level, Sized, waterfall
from memoryd.kinds.summaries.node import Node, span
from memoryd.kinds.summaries.tree import Tree
from memoryd.text.tokens import tokens_of
from memoryd.times import local_date
from memoryd.types import Role

OPENING = (
    f"{MARK} First come your own memories, as far as there are any, from the oldest to the newest: long-term memory "
    "(L3), earlier context (L2), recent memory (L1). After them comes what you are to remember now."
)
TITLES: dict[Level, str] = {"L3": "Long-term memory", "L2": "Earlier context", "L1": "Recent memory"}
INJECTED = "# What I remember of our earlier conversations"

Message = dict[str, str]


class Said(NamedTuple):
    """A raw message; `at` in microseconds."""

    role: Role
    content: str
    at: int
    name: str | None = None


def leaf_messages(memories: Iterable[Node], said: Sequence[Said], target_tokens: int, zone: tzinfo) -> list[Message]:
    """The job that turns a piece of conversation into an L1 summary."""
    messages = _memories(memories, zone)
    messages.append(_mark("From here on it is the conversation itself, as it was said."))
    day = None
    for one in said:
        if not one.content.strip():
            continue  # a message of data only, such as a call of a tool
        today = local_date(one.at, zone)
        if today != day:
            messages.append(_mark(today.isoformat()))
            day = today
        messages.append({"role": "assistant" if one.role == "assistant" else "user", "content": _content(one)})
    messages.append(
        _mark(
            "This part of the conversation ends here. Write down what you will remember of it, in your own voice and "
            "in the first person: what happened, who said what about whom, what was decided or promised, with names, "
            f"dates and numbers. Use about {target_tokens} tokens. Do not tell again what your memories above hold "
            "already. Answer with the memory and nothing else."
        )
    )
    return messages


def merge_messages(
    memories: Iterable[Node], sources: Sequence[Node], target_tokens: int, zone: tzinfo
) -> list[Message]:
    """The job that puts summaries together; they are among the memories."""
    messages = _memories(memories, zone)
    first, last = sources[0].id, sources[-1].id
    messages.append(
        _mark(
            f"Put your {len(sources)} memories {first} to {last}, which stand above, together into one: one story in "
            "your own voice and in the first person, in the order of time, with the names, dates, decisions and "
            f"promises that will matter later. Use about {target_tokens} tokens. Leave your other memories out. "
            "Answer with the memory and nothing else."
        )
    )
    return messages


def _memories(memories: Iterable[Node], zone: tzinfo) -> list[Message]:
    messages = [{"role": "user", "content": OPENING}]
    for node in memories:
        messages.append(_mark(f"{node.id}, {span(node, zone)}"))
        messages.append({"role": "assistant", "content": node.text})
    return messages


def _mark(text: str) -> Message:
    return {"role": "user", "content": f"{MARK} {text}"}


def _content(said: Said) -> str:
    text = said.content
    if said.name and not text.startswith(f"{said.name}:"):
        text = f"{said.name}: {text}"
    # Without a system prompt and tools, what these roles said is shown as an event.
    return f"[{said.role}] {text}" if said.role in ("system", "tool") else text


def bounded(said: Sequence[Said], most_tokens: int) -> list[Said]:
    """The messages within about so many tokens: of the longest, what tools said first, the middle is left out."""
    found = list(said)
    for only_output in (True, False):
        left = most_tokens - sum(tokens_of(one.content) for one in found)
        if left >= 0:
            break
        places = [at for at, one in enumerate(found) if not only_output or one.role in ("tool", "system")]
        sizes = [tokens_of(found[at].content) for at in places]
        most = _level(sizes, sum(sizes) + left)
        for at in places:
            found[at] = found[at]._replace(content=_cut(found[at].content, max(_LEAST_SHOWN, most)))
    return found


def _level(sizes: Sequence[int], room: int) -> int:
    """The size to which the largest are cut, for all to fit into the room."""
    for place, size in enumerate(ordered := sorted(sizes)):
        if size * (len(ordered) - place) >= room:
            return max(0, room // (len(ordered) - place))
        room -= size
    return max(sizes, default=0)


def _cut(text: str, most_tokens: int) -> str:
    most = 4 * most_tokens
    if len(text) <= most:
        return text
    half = max(1, (most - 60) // 2)
    return f"{text[:half]}\n[… {len(text) - 2 * half:,} characters are left out here …]\n{text[-half:]}"


_LEAST_SHOWN = 60
"""Tokens of a message that are shown in any case."""


def assembled(tree: Tree, budgets: Mapping[Level, int], zone: tzinfo) -> tuple[str, dict[Level, int], list[Node]]:
    """The memory to inject, the tokens of each level, and the summaries in it as they stand (004 §Memory injection)."""
    heads = {level: tokens_of(f"{INJECTED}\n\n{heading(level)}") for level in LEVELS}
    levels = {
        level: [
            Sized(node.id, tokens_of(block(node, zone)), () if level == "L1" else node.sources)
            for node in nodes.values()
        ]
        for level, nodes in tree.levels.items()
    }
    ids, used = waterfall(levels, budgets, heads)
    chosen = {level: [tree.levels[level][one] for one in ids[level]] for level in LEVELS}
    return injected(chosen, zone), used, [node for level in DOWNWARD for node in chosen[level]]


def block(node: Node, zone: tzinfo) -> str:
    """A summary as it stands in the injected memory."""
    return f"### {span(node, zone)}\n\n{node.text}\n\n"


def heading(level: Level) -> str:
    """The title of a level in the injected memory."""
    return f"## {TITLES[level]}\n\n"


def injected(chosen: dict[Level, list[Node]], zone: tzinfo) -> str:
    """The one message with all memory, the oldest first (004 §Memory injection); empty without any."""
    parts = []
    for level in DOWNWARD:
        if chosen[level]:
            parts.append(heading(level))
            parts.extend(block(node, zone) for node in chosen[level])
    return "" if not parts else f"{INJECTED}\n\n{''.join(parts)}".rstrip() + "\n"
