"""The messages of a job, and what is refused as its answer."""

from __future__ import annotations

from datetime import UTC

from memoryd.jobs.source import MARK
from memoryd.kinds.summaries.prompt import Said, bounded, injected, leaf_messages, merge_messages
from memoryd.text.tokens import tokens_of
from memoryd.times import DAY
from tests.kinds.summaries.test_tree import node


def test_a_leaf_job_is_memory_then_conversation_then_the_task() -> None:
    memories = [node("L3/0001", ("L2/0001",), text="long ago"), node("L1/0009", text="lately")]
    said = [
        Said("user", "Hello", 0, "Ada"), Said("assistant", "Hi", 1),
        Said("tool", "42", DAY), Said("system", "rule", DAY),
    ]  # fmt: skip
    messages = leaf_messages(memories, said, 2000, UTC)
    assert all(message["role"] in ("user", "assistant") for message in messages)
    marks = [number for number, message in enumerate(messages) if message["content"].startswith(MARK)]
    assert marks == [0, 1, 3, 5, 6, 9, 12]
    plain = [message["content"] for message in messages if not message["content"].startswith(MARK)]
    assert plain == ["long ago", "lately", "Ada: Hello", "Hi", "[tool] 42", "[system] rule"]
    assert [messages[2]["role"], messages[4]["role"]] == ["assistant", "assistant"]
    assert "1970-01-02" in messages[9]["content"] and "2000 tokens" in messages[12]["content"]


def test_a_merge_job_names_its_sources() -> None:
    sources = [node(f"L1/000{n}", text=f"memory {n}") for n in range(1, 4)]
    messages = merge_messages(sources, sources, 50, UTC)
    assert "L1/0001 to L1/0003" in messages[-1]["content"] and "50 tokens" in messages[-1]["content"]


def test_the_middle_of_long_output_is_left_out_first_that_of_tools() -> None:
    said = [Said("user", "Why? " * 20, 0), Said("tool", "line of a log\n" * 9000, 0), Said("assistant", "So. " * 20, 0)]
    found = bounded(said, 1000)
    assert [found[0], found[2]] == [said[0], said[2]]
    assert "characters are left out here" in found[1].content and found[1].content.startswith("line of a log")
    assert sum(tokens_of(one.content) for one in found) <= 1000
    spoken = bounded([Said("user", "tea " * 9000, 0)], 500)
    assert tokens_of(spoken[0].content) <= 500 and bounded(said, 10**6) == said


def test_no_memory_is_no_text() -> None:
    assert injected({"L1": [], "L2": [], "L3": []}, UTC) == ""
    assert injected({"L1": [node("L1/0001", text="tea")], "L2": [], "L3": []}, UTC).endswith("### 1970-01-01\n\ntea\n")
