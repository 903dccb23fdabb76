"""Recall over the socket, without a model: what comes, what bears on an action, and why something does not come."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wire import RpcError, Wire

MODEL_OFF = '[memory_oracle]\nembedding_model = "none"\n'


@pytest.fixture
def daemon_config() -> str:
    return MODEL_OFF + "[recall]\ntop_k = 3\n"


def add(wire: Wire, subject: str, predicate: str, object: str) -> str:
    return wire.call("facts.add", {"subject": subject, "predicate": predicate, "object": object})["id"]


def say(wire: Wire, *contents: str, session: str = "s", **start: str) -> list[str]:
    wire.call("sessions.start", {"session_id": session, **start})
    messages = [{"role": "user", "content": content} for content in contents]
    return wire.call("sessions.append", {"session_id": session, "messages": messages})["keys"]


def keys(wire: Wire, query: str, **params: object) -> list[str]:
    return [one["key"] for one in wire.call("recall.search", {"query": query, **params})["results"]]


def test_health_says_that_there_is_no_model(wire: Wire) -> None:
    health = wire.call("system.health")
    assert health["health"]["embeddings"]["state"] == "off"
    assert health["problems"] == []
    assert wire.call("system.info")["embeddings"]["model"] is None


def test_as_many_come_as_are_configured(wire: Wire) -> None:
    said = say(wire, *(f"green tea number {n}" for n in range(6)))
    assert len(keys(wire, "green tea")) == 3
    assert set(keys(wire, "green tea", k=10)) == set(said)


def test_what_is_said_beside_it_lifts_a_turn(wire: Wire) -> None:
    say(wire, "which kayak tour did you book", "the northern one is what was booked")
    found = wire.call("recall.search", {"query": "kayak tour booked", "explain": True})["results"]
    assert [one["line"] for one in found] == [1, 2]
    assert found[1]["why"]["neighbour_lexical"] > 0
    shares = {name: share for name, share in found[0]["why"].items() if ":" not in name and name != "bm25"}
    assert found[0]["score"] == pytest.approx(sum(shares.values()))


def test_neighbours_of_a_private_talk_stay_unseen(wire: Wire, daemon: Daemon) -> None:
    say(wire, "the secret kayak plan", "a kayak for two", project="p")
    secret = keys(wire, "secret plan")[0]
    with daemon.connect() as other:
        shared = say(other, "our kayak", session="g", project="p", audience="group")
        assert keys(other, "kayak", session_id="g", k=10) == shared
        with pytest.raises(RpcError, match="not_found"):
            other.call("recall.explain_absent", {"query": "kayak", "key": secret, "session_id": "g"})


def test_what_bears_on_an_action(wire: Wire) -> None:
    preference = add(wire, "Anna", "prefers", "squash merges on pull requests")
    decision = add(wire, "team", "decided_on", "no merges to main on friday")
    add(wire, "Bert", "reported", "merges that took an hour")
    note = wire.call("notes.write", {"layer": "preferences", "text": "Ask before merging to main"})["key"]
    rule = wire.call("notes.write", {"layer": "knowledge", "text": "Never merge to main by hand"})["key"]
    wire.call("notes.write", {"layer": "knowledge", "text": "A merge of main takes an hour"})
    found = wire.call("recall.check", {"action": "merge the pull request to main", "k": 10})["results"]
    assert {one["key"]: one["bears"] for one in found} == {
        preference: "preference",
        decision: "decision",
        note: "preference",
        rule: "decision",
    }
    wire.call("notes.archive", {"key": rule})
    archived = {"key": rule, "text": "Never merge to main by hand", "bears": "decision"}
    assert wire.call("recall.check", {"action": "merge to main", "boost": False})["archived"] == [archived]
    assert wire.call("facts.get", {"id": preference})["access_count"] == 1
    assert wire.call("recall.check", {"action": "zzz"})["results"] == []


def test_what_bears_is_ordered_over_all_kinds(wire: Wire) -> None:
    add(wire, "coffee machine", "requires", "a restart each week")
    note = wire.call("notes.write", {"layer": "preferences", "text": "Never restart the mail relay on Mondays"})["key"]
    results = wire.call("recall.check", {"action": "restart the mail relay"})["results"]
    assert results[0]["key"] == note
    assert results[1]["score"] < results[0]["score"] / 2


@pytest.mark.parametrize(
    ("action", "predicate", "told", "bears"),
    [
        ("cook for Jana", "has", "a nut allergy", "preference"),
        ("Jana zum Essen einladen", "ist", "vegetarisch", "preference"),
        ("ask Jana for approval", "approves", "refunds from now on", "decision"),
        ("ask Jana for refunds", "got", "refunds in May", None),
        ("give Jana a refund", "darf", "höchstens einen refund haben", "decision"),
    ],
)
def test_what_somebody_cannot_have_and_a_rule_bear_as_facts(
    wire: Wire, action: str, predicate: str, told: str, bears: str | None
) -> None:
    add(wire, "Jana", predicate, told)
    found = wire.call("recall.check", {"action": action})["results"]
    assert [one["bears"] for one in found] == ([bears] if bears else [])


def test_a_preference_bears_however_many_facts_are_nearer(wire: Wire) -> None:
    deploys = [{"subject": "deploy", "predicate": "ran_on", "object": f"deploy to production {n}"} for n in range(200)]
    deploys.append({"subject": "deploy", "predicate": "is_likely_to", "object": "fail in production"})
    wire.call("facts.add_many", {"facts": deploys})
    preference = add(wire, "Jonas", "prefers", "mornings for whatever goes to production")
    found = wire.call("recall.check", {"action": "deploy to production"})["results"]
    assert [one["key"] for one in found] == [preference]


def test_a_living_fact_comes_however_many_faded_ones_are_nearer(daemon_folder: Path) -> None:
    daemon = Daemon(daemon_folder / "faded", MODEL_OFF)
    graph = daemon.data / "knowledge-graph"
    graph.mkdir(parents=True)
    created = datetime.now(UTC).isoformat()
    shared = {"subject": "bakery order", "predicate": "was", "source": "t", "created": created}
    faded = [{**shared, "id": f"fact-{n}", "object": f"order {n}", "activation": 0.1} for n in range(4200)]
    cook = {**shared, "id": "fact-cook", "subject": "cook", "object": "taking each order of the hotel", "activation": 1}
    (graph / "facts.jsonl").write_text("".join(json.dumps(one) + "\n" for one in [*faded, cook]))
    try:
        daemon.start()
        with daemon.connect() as wire:
            assert keys(wire, "bakery order", boost=False) == ["fact-cook"]
            asked = {"query": "bakery order", "include_faded": True, "boost": False}
            assert len(wire.call("recall.query", asked)["results"]) == 10
    finally:
        daemon.kill()


def test_why_something_did_not_come(wire: Wire) -> None:
    fact = add(wire, "Anna", "drinks", "green tea")
    said = say(wire, *(f"green tea {n}" for n in range(4)), "coffee at noon")

    def why(key: str, **params: object) -> dict[str, object]:
        return wire.call("recall.explain_absent", {"query": "green tea", "key": key, **params})

    assert why(fact, kinds=["message"])["reason"] == "filtered"
    assert why(fact, kinds=["message"])["filters"] == ["kinds"]
    assert why(said[4])["reason"] == "unlike"
    assert why(fact, k=10)["reason"] == "present"
    last = why(keys(wire, "green tea", k=10)[-1], k=2)
    assert (last["reason"], last["rank"]) == ("ranked_below", 5)
    assert last["score"] <= last["last_score"]
    wire.call("facts.archive", {"id": fact})
    assert why(fact)["reason"] == "archived"
    with pytest.raises(RpcError, match="not_found"):
        why("fact-of-nobody")


def test_why_is_told_of_the_order_that_a_search_gives(daemon: Daemon, wire: Wire) -> None:
    for number in range(8):
        content = f"deploy the printer driver attempt {number} " + "x " * number
        wire.call("contexts.save", {"project": "p", "content": content})
        add(wire, "printer driver", "deploy", f"attempt {number}")
    asked = {"query": "deploy printer driver attempt"}
    shown = keys(wire, k=4, boost=False, **asked)
    order = keys(wire, k=40, boost=False, **asked)
    assert "context" in {key.partition("-")[0] for key in shown} and len(order) == 16  # the tier lifts contexts
    for key in order:
        why = wire.call("recall.explain_absent", {**asked, "key": key, "k": 4})
        assert why["reason"] == ("present" if key in shown else "ranked_below")
        assert why["rank"] == order.index(key) + 1
    # Faded facts come before none, since a search drops them.
    path = daemon.data / "activation-metadata.json"
    facts = [key for key in order if key.startswith("fact-")]
    until(lambda: path.exists() and all(key in path.read_text() for key in facts))
    entries = json.loads(path.read_text())
    for key in facts[:-1]:
        entries[key]["activation"] = 0.1
    path.write_text(json.dumps(entries))
    until(lambda: wire.call("facts.get", {"id": facts[0]})["activation"] < 0.15)
    why = wire.call("recall.explain_absent", {**asked, "key": facts[-1], "k": 9})
    shown = keys(wire, k=9, boost=False, **asked)
    assert len(shown) == 9 and not {*shown} & {*facts[:-1]}
    assert (why["reason"], why["rank"]) == ("present", shown.index(facts[-1]) + 1)


def test_an_archived_note_passes_the_filters_and_can_be_read(wire: Wire) -> None:
    key = wire.call("notes.write", {"layer": "knowledge", "text": "The quokka is a small wallaby"})["key"]
    wire.call("notes.archive", {"key": key})

    def archived(**params: object) -> list[str]:
        return [one["key"] for one in wire.call("recall.search", {"query": "quokka", **params})["archived"]]

    today = datetime.now(UTC).date()
    assert archived() == archived(kinds=["note"]) == archived(since=str(today - timedelta(days=1))) == [key]
    assert archived(until=str(today + timedelta(days=1))) == [key]
    assert archived(kinds=["hot"]) == archived(until=str(today - timedelta(days=2))) == []
    assert archived(since=str(today + timedelta(days=2))) == []
    assert wire.call("recall.get", {"key": key})["text"] == "The quokka is a small wallaby"
    why = wire.call("recall.explain_absent", {"query": "quokka", "key": key})
    assert why["reason"] == "archived"
    archive = f"memory/archive/knowledge-{today}.md"
    for unknown in ("memory/archive/zzz.md:foo", "memory/archive/../zzz.md", f"{archive}:foo"):
        with pytest.raises(RpcError, match="not_found"):
            wire.call("recall.explain_absent", {"query": "quokka", "key": unknown})


def test_lines_count_from_one(wire: Wire) -> None:
    wire.call("notes.write", {"layer": "knowledge", "text": "green tea"})
    with pytest.raises(RpcError, match="has no line 0"):
        wire.call("recall.get", {"key": "memory/knowledge.md:0"})


def test_a_date_as_the_end_includes_that_day(daemon_folder: Path) -> None:
    daemon = Daemon(daemon_folder / "zone", MODEL_OFF + '[schedule]\ntimezone = "Pacific/Kiritimati"\n').start()
    try:
        with daemon.connect() as wire:
            key = add(wire, "Anna", "drinks", "tea")
            today = datetime.now(ZoneInfo("Pacific/Kiritimati")).date()
            assert keys(wire, "tea", until=str(today), since=str(today - timedelta(days=1))) == [key]
            assert keys(wire, "tea", until=str(today - timedelta(days=2))) == []
    finally:
        daemon.kill()


def test_of_a_long_query_the_beginning_is_read(wire: Wire) -> None:
    key = add(wire, "Anna", "drinks", "green tea")
    assert keys(wire, "green " + " " * 9_000 + "x " * 400_000) == [key]
    assert keys(wire, "zzz " * 2_500 + "green tea") == []


LANGUAGES = {
    "Gesellschaft": "Die Donaudampfschifffahrtsgesellschaft legt ab",
    "haus": "Unsere Häuser stehen am Fluss und das ist die Straße",
    "cafe orleans": "Le café est fermé à Orléans",
    "книга": "Мы купили новые книги вчера",
    "北京": "我们在北京开会讨论预算",
    "東京": "明日の会議は東京タワーです",
    "부산": "내일 회의는 부산에서 합니다",
}


def test_languages(wire: Wire) -> None:
    said = say(wire, *LANGUAGES.values(), "something else entirely")
    assert {query: keys(wire, query)[:1] for query in LANGUAGES} == {
        query: [key] for query, key in zip(LANGUAGES, said, strict=False)
    }


ODD = (
    "x " * 50_000, "the of and to", "🍵🍵 🫖", 'tea AND (green OR "black', "***", "key:foo* ~2 ^3 [a TO b] \\",
    "-tea +green !", "\u200b", "?", "a" * 100_000,
)  # fmt: skip


def test_odd_queries_get_a_sensible_answer(wire: Wire) -> None:
    said = say(wire, "green tea, black tea")
    for query in ODD:
        assert keys(wire, query) == (said if "tea" in query else []), query[:40]
        assert wire.call("recall.check", {"action": query})["results"] == []


def test_long_texts_are_cut_rather_than_keep_the_others_from_coming(daemon_folder: Path) -> None:
    config = MODEL_OFF + "[daemon]\nmax_frame_bytes = 65536\n"
    daemon = Daemon(daemon_folder / "small", config).start()
    try:
        with daemon.connect() as wire:
            add(wire, "zebra", "lives_in", "Kenya")
            for number in range(4):
                text = f"zebra entry {number}\n" + "with a line beneath it\n" * 1000
                wire.call("notes.write", {"layer": "knowledge", "text": text})
            results = wire.call("recall.search", {"query": "zebra entry Kenya", "max_chars": 100_000})["results"]
            assert len(results) == 5
            whole = [one for one in results if not one.get("truncated")]
            assert [one["text"] for one in whole] == ["zebra lives in Kenya"]
            assert {len(one["text"]) for one in results if one not in whole} == {
                (8192 - len("zebra lives in Kenya")) // 4
            }
            first = next(one for one in results if one not in whole)
            got = wire.call("recall.get", {"key": first["key"], "lines": 500})
            assert got["text"].startswith(first["text"]) and got["next"] == 501
    finally:
        daemon.kill()


def test_of_what_says_different_things_of_the_same_thing_the_newest_comes_first(wire: Wire) -> None:
    old, new = say(wire, "The port of staging is 8080.", "The port of staging, which we all use, is 9090.")
    assert keys(wire, "port of staging") == [old, new]  # other words: not known to be of the same thing
    old, other, new = say(
        wire, "The owner of billing is Priya.", "The owner of search is Ute.", "The owner of billing is Tom Zacharias."
    )
    asked = {"query": "who is the owner of billing", "explain": True}
    found = wire.call("recall.search", asked)["results"]
    assert [one["key"] for one in found] == [new, old, other]
    assert found[0]["score"] == found[1]["score"]
    assert found[0]["why"]["newest"] > 0
    # What is asked for by its own words is not put behind.
    assert keys(wire, "is Priya the owner of billing")[0] == old


def test_what_is_merely_alike_keeps_its_order(wire: Wire) -> None:
    tea, _ = say(wire, "Mara likes tea.", "Mara likes coffee with a little milk.")
    assert keys(wire, "what does Mara like")[0] == tea
    say(wire, "My port is 8080.", session="one", project="alpha")
    beta = say(wire, "My port is 9090, as you may well know.", session="two", project="beta")
    assert keys(wire, "my port", project="beta") == beta
    assert keys(wire, "what is my port", k=2)[0] != beta[0]
