"""The messages of a job: stable memory first, what is to be compressed last, no system prompt (004, rule 21). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import tzinfo
from typing import NamedTuple

from memoryd.jobs.source import MARK
from memoryd.kinds.summaries.budget import DOWNWARD, LEVELS, Level, waterfall
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
    messages = _memories(memories)
    messages.append(_mark("From here on it is the conversation itself, as it was said."))
    day = None
    for one in said:
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


def merge_messages(memories: Iterable[Node], sources: Sequence[Node], target_tokens: int) -> list[Message]:
    """The job that puts summaries together; they are among the memories."""
    messages = _memories(memories)
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


def _memories(memories: Iterable[Node]) -> list[Message]:
    messages = [{"role": "user", "content": OPENING}]
    for node in memories:
        messages.append(_mark(f"{node.id}, {span(node)}"))
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


def refusal(text: str, target_tokens: int) -> str | None:
    """Why a text is no summary; None when it is one."""
    stripped = text.strip()
    if not any(char.isalpha() for char in stripped):
        return "the text is empty; submit the memory that the model wrote, or release the job"
    if MARK in stripped:
        return f"the text repeats the job's own words ({MARK}); submit only what the model wrote as its memory"
    most = max(2 * target_tokens, target_tokens + 400)
    if tokens_of(stripped) > most:
        return f"the text has {tokens_of(stripped)} tokens and at most {most} are taken; aim at {target_tokens}"
    return None


def assembled(tree: Tree, budgets: Mapping[Level, int]) -> tuple[str, dict[Level, int], list[Node]]:
    """The memory to inject, the tokens of each level, and the summaries in it as they stand (004 §Memory injection)."""
    levels = {level: [(node, tokens_of(block(node))) for node in tree.levels[level].values()] for level in LEVELS}
    heads = {level: tokens_of(f"{INJECTED}\n\n{heading(level)}") for level in LEVELS}
    chosen, used, _ = waterfall(levels, budgets, heads)
    return injected(chosen), used, [node for level in DOWNWARD for node in chosen[level]]


def block(node: Node) -> str:
    """A summary as it stands in the injected memory."""
    return f"### {span(node)}\n\n{node.text}\n\n"


def heading(level: Level) -> str:
    """The title of a level in the injected memory."""
    return f"## {TITLES[level]}\n\n"


def injected(chosen: dict[Level, list[Node]]) -> str:
    """The one message with all memory, the oldest first (004 §Memory injection); empty without any."""
    parts = []
    for level in DOWNWARD:
        if chosen[level]:
            parts.append(heading(level))
            parts.extend(block(node) for node in chosen[level])
    return "" if not parts else f"{INJECTED}\n\n{''.join(parts)}".rstrip() + "\n"
