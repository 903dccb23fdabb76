"""LangGraph's store and chat history, beside LangGraph's own in-memory ones."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from memoryd.client import Client
from tests.support.wait import until

base = pytest.importorskip("langgraph.store.base", reason="langgraph-checkpoint is not installed")
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage  # noqa: E402 - only where it is
from langgraph.store.memory import InMemoryStore  # noqa: E402 - only where it is

from memoryd.client.langgraph_store import MemorydChatHistory, MemorydStore  # noqa: E402 - only where it is


def shown(result: Any) -> Any:
    """A result without its times."""
    if isinstance(result, base.Item):
        return (result.namespace, result.key, result.value)
    if isinstance(result, list):
        return sorted((shown(one) for one in result), key=str)
    return result


OPS: list[Any] = [
    base.PutOp(("docs", "a"), "k1", {"color": "red", "size": 1}),
    base.PutOp(("docs", "a"), "k1", {"color": "blue", "size": 2}),
    base.PutOp(("docs", "b", "deep"), "k2", {"color": "red", "size": 3, "tags": ["x"]}),
    base.PutOp(("users", "u.1"), "k/3", {"n": None, "ü": 1.5}),
]
READS: list[Any] = [
    base.GetOp(("docs", "a"), "k1"),
    base.GetOp(("docs", "a"), "none"),
    base.SearchOp(("docs",)),
    base.SearchOp(()),
    base.SearchOp(("docs",), filter={"color": "red"}),
    base.SearchOp(("docs",), filter={"size": {"$gte": 2}, "color": {"$ne": "red"}}),
    base.SearchOp(("doc",)),
]
NAMESPACES: list[Any] = [
    base.ListNamespacesOp(),
    base.ListNamespacesOp(max_depth=1),
    base.ListNamespacesOp(match_conditions=(base.MatchCondition("prefix", ("docs",)),)),
    base.ListNamespacesOp(match_conditions=(base.MatchCondition("suffix", ("deep",)),)),
    base.ListNamespacesOp(match_conditions=(base.MatchCondition("prefix", ("docs", "*", "deep")),)),
    base.ListNamespacesOp(limit=1, offset=1),
]


def test_it_does_what_langgraphs_own_store_does(socket: str, fresh: str) -> None:
    ours, theirs = MemorydStore(socket, root=fresh), InMemoryStore()
    gone = [base.PutOp(("docs", "a"), "k1", None), base.PutOp(("none",), "k", None), base.GetOp(("nowhere",), "k")]
    # Theirs goes on to list namespaces that have become empty.
    for ops in (OPS, READS, NAMESPACES, gone, READS):
        assert [shown(one) for one in ours.batch(ops)] == [shown(one) for one in theirs.batch(ops)]
    assert [shown(one) for one in asyncio.run(ours.abatch(READS))] == [shown(one) for one in theirs.batch(READS)]
    ours.close()


def test_its_own_methods_and_times(socket: str, fresh: str) -> None:
    store = MemorydStore(socket, root=fresh)
    store.put(("docs",), "k", {"text": "The ferry leaves at noon"})
    first = store.get(("docs",), "k")
    store.put(("docs",), "k", {"text": "The ferry leaves at dawn"})
    second = store.get(("docs",), "k")
    assert first.created_at == second.created_at
    assert second.created_at.tzinfo is not None
    assert second.updated_at > first.updated_at
    store.put(("docs",), "other", {"text": "Bread is baked at six"})
    store.put(("docs",), "hidden", {"text": "The ferry is late"}, index=False)
    found = store.search(("docs",), query="when does the ferry leave?", limit=5)
    assert found[0].key == "k"
    assert found[0].score > 0
    assert store.search(("docs",), query=" ") == store.search(("docs",))
    assert "hidden" not in [one.key for one in found]
    assert {one.key for one in store.search(("docs",), limit=2, offset=1)} < {"k", "other", "hidden"}
    with pytest.raises(base.InvalidNamespaceError):
        store.put(("has.dot",), "k", {})
    assert asyncio.run(store.aget(("docs",), "k")).value == {"text": "The ferry leaves at dawn"}
    store.delete(("docs",), "k")
    assert store.get(("docs",), "k") is None
    store.close()


def test_a_time_to_live_is_in_minutes_and_a_read_renews_it(socket: str, client: Client, fresh: str) -> None:
    store = MemorydStore(socket, root=fresh, ttl={"default_ttl": 60, "refresh_on_read": True})
    store.put(("docs",), "k", {"a": 1})
    at = {"namespace": [fresh, "docs"], "key": "k"}
    before = client.items.get(**at)
    assert before["ttl_seconds"] == 3600
    store.get(("docs",), "k", refresh_ttl=False)
    assert client.items.get(**at)["updated"] == before["updated"]
    store.get(("docs",), "k")
    renewed = client.items.get(**at)["updated"]
    assert renewed > before["updated"]
    store.search(("docs",))
    assert client.items.get(**at)["updated"] > renewed
    store.put(("docs",), "gone", {"a": 1}, ttl=0.00001)
    until(lambda: store.get(("docs",), "gone", refresh_ttl=False) is None)
    store.close()


def test_what_json_does_not_hold_is_refused_and_not_changed(socket: str, fresh: str) -> None:
    store = MemorydStore(socket, root=fresh)
    with pytest.raises(TypeError):
        store.put(("docs",), "k", {"picture": b"\x89PNG"})
    assert store.get(("docs",), "k") is None
    store.close()


def test_a_chat_history_gives_messages_back_as_they_were(socket: str, client: Client, fresh: str) -> None:
    said = [
        SystemMessage("Be brief."),
        HumanMessage("When does the ferry to Amrum leave?", id="h1"),
        AIMessage("", tool_calls=[{"name": "timetable", "args": {"to": "Amrum"}, "id": "c1"}]),
        ToolMessage("12:00", tool_call_id="c1"),
        AIMessage([{"type": "text", "text": "The ferry leaves at noon."}], response_metadata={"tokens": 7}),
    ]
    history = MemorydChatHistory(fresh, socket)
    history.add_messages(said)
    history.close()
    again = MemorydChatHistory(fresh, socket)
    assert again.messages == said
    client.sessions.append(session_id=fresh, messages=[{"role": "user", "content": "typed elsewhere"}])
    assert again.messages[-1] == HumanMessage("typed elsewhere")
    found = client.recall.search(query="ferry noon", in_session=fresh, boost=False)["results"]
    assert "The ferry leaves at noon." in [one["text"] for one in found]
    again.clear()
    assert again.messages == []
    again.close()
