"""The present wins (rule 23): what a later fact supersedes, what stays in sight, and what a kill leaves of it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memoryd.client import Client
from memoryd.errors import Conflict, InvalidParams, NotFound
from tests.support.daemon import Daemon
from tests.support.wait import until

MODEL_OFF = '[memory_oracle]\nembedding_model = "none"\n'


@pytest.fixture
def daemon_config() -> str:
    return MODEL_OFF


def add(client: Client, subject: str, predicate: str, object_: str, **more: Any) -> dict[str, Any]:
    return dict(client.facts.add(subject=subject, predicate=predicate, object=object_, **more))


def objects(client: Client, **filters: Any) -> list[str]:
    return [fact["object"] for fact in client.facts.find(**filters)["facts"]]


def recalled(client: Client, query: str, **more: Any) -> list[str]:
    found = client.recall.query(query=query, boost=False, **more)["results"]
    searched = client.recall.search(query=query, boost=False, kinds=["fact"], **more)["results"]
    assert {one["key"] for one in found} == {one["key"] for one in searched}
    return [one["object"] for one in searched]


def lines(daemon: Daemon) -> dict[str, dict[str, Any]]:
    path = daemon.data / "knowledge-graph/facts.jsonl"
    return {line["object"]: line for line in map(json.loads, path.read_text().splitlines())}


def test_a_single_valued_predicate_has_one_object_in_force(daemon: Daemon, client: Client) -> None:
    old = add(client, "Mara", "lives_in", "Berlin", created="2024-01-01")
    other = add(client, "Tom", "lives_in", "Berlin")
    new = add(client, "mara", "Lives in", "Hamburg", created="2025-01-01")
    assert (new["status"], new["superseded"]) == ("added", [old["id"]])
    assert "superseded" not in other
    assert objects(client, subject="mara") == ["Hamburg"]
    assert recalled(client, "where does Mara live") == ["Hamburg", "Berlin"]  # Tom's
    assert set(objects(client, subject="mara", include_superseded=True)) == {"Berlin", "Hamburg"}
    assert objects(client, subject="mara", as_of="2024-06-01") == ["Berlin"]
    assert objects(client, subject="mara", as_of="2023-06-01") == []
    shown = client.facts.get(id=old["id"])
    assert shown["superseded_by"] == new["id"]
    assert shown["valid_until"] == client.facts.get(id=new["id"])["valid_from"]
    assert [one["object"] for one in shown["chain"]] == ["Berlin", "Hamburg"]
    # One that arrives late stands between the others.
    late = add(client, "Mara", "lives_in", "Bonn", valid_from="2024-07-01")
    assert late["superseded_by"] == new["id"]
    assert objects(client, subject="mara") == ["Hamburg"]
    assert [objects(client, subject="mara", as_of=day) for day in ("2024-06-01", "2024-08-01")] == [
        ["Berlin"],
        ["Bonn"],
    ]
    # Said again, it is a new fact.
    again = add(client, "Mara", "lives_in", "Berlin")
    assert again["status"] == "added"
    assert again["id"] != old["id"]
    assert objects(client, subject="mara") == ["Berlin"]
    assert [one["object"] for one in client.facts.get(id=late["id"])["chain"]] == [
        "Berlin",
        "Bonn",
        "Hamburg",
        "Berlin",
    ]
    absent = client.recall.explain_absent(query="Mara lives in Bonn", key=late["id"])
    assert absent["reason"] == "superseded"
    until(
        lambda: all("superseded_by" in line for line in lines(daemon).values() if line["object"] in {"Bonn", "Hamburg"})
    )
    memory = daemon.data / "MEMORY.md"
    client.maintenance.run(action="consolidate")
    assert [line for line in memory.read_text().splitlines() if "Mara lives" in line and "since" in line] != []
    assert "Hamburg" not in memory.read_text()


def test_something_is_on_one_day_of_the_calendar(daemon: Daemon, client: Client) -> None:
    old = add(client, "release", "is_on", "the 7th")
    new = add(client, "Release", "is on", "the 14th")
    assert new["superseded"] == [old["id"]]
    assert objects(client, subject="release") == ["the 14th"]
    client.maintenance.run(action="consolidate")
    assert "14th (as of" in (daemon.data / "MEMORY.md").read_text()
    add(client, "concert", "is_on", "3 May")
    client.maintenance.run(action="consolidate")
    add(client, "Grafana", "is_on", "version 11 since yesterday (2026-03-03)")
    client.maintenance.run(action="consolidate")
    assert "3 May (as of" in (daemon.data / "MEMORY.md").read_text()
    assert "yesterday (2026-03-03)\n" in (daemon.data / "MEMORY.md").read_text()
    for subject, first, second in (
        ("band practice", "Tuesday", "Thursday"),
        ("web server", "port 8080", "nas2"),
        ("fair", "3 May 2026 in Kent", "4 May 2026 in Bern"),
    ):
        add(client, subject, "is_on", first)
        assert "superseded" not in add(client, subject, "is_on", second)


Said = tuple[str, str]
# Each pair is said of a thing of its own, to one daemon: a start for each would take longer than what they are about.
ONE_VALUE: list[tuple[Said, Said]] = [
    (("is", "version 7.2"), ("is", "version 7.4")),
    (("is_on", "version 10"), ("is_on", "version 11 since yesterday (2026-03-01)")),
    (("runs_on", "port 8080"), ("runs_on", "port 8443")),
    (("port", "8080"), ("runs_on", "port 8443")),
    (("is", "30 April"), ("moved_to", "15 May")),
    (("is_due_on", "30 April"), ("is_due", "15 May")),
]
WORDS_THAT_SAY_SO: list[tuple[Said, Said]] = [
    (("is", "15 Euro"), ("is", "20 Euro, as the board decided")),
    (("liegt_bei", "15 Euro"), ("ist", "jetzt 20 Euro")),
    (("costs", "only $5"), ("costs", "$7 now")),
    (("is_at", "900 degrees"), ("was_raised_to", "950 degrees")),
    (("kostet", "15 Euro"), ("kostet", "20 Euro seit Mai")),
    (("beträgt", "10 %"), ("wurde_auf", "12 % erhöht")),
]
BESIDE_EACH_OTHER: list[tuple[Said, Said]] = [
    (("listens_on", "port 80"), ("listens_on", "port 443")),
    (("runs_on", "port 8080"), ("listens_on", "port 9100")),
    (("has", "port 22"), ("has", "port 443")),
    (("hat", "Version 1"), ("hat", "Version 2")),
    (("runs_on", "line 3"), ("runs_on", "line 4")),
    (("runs_on", "port 8080, staging"), ("runs_on", "port 9090, production")),
    (("is", "version 14, on db-1"), ("is", "version 16, on db-2")),
    (("is_at", "10.0.0.4"), ("is_at", "192.168.1.4")),
    (("is", "10.0.0.4"), ("is", "now 192.168.1.4")),
    (("costs", "12 euros"), ("costs", "8 euros, for children")),
    (("kostet", "12 Euro"), ("kostet", "jetzt 8 Euro, ermäßigt")),
    (("kostet", "12 Euro"), ("kostet", "10 Euro ab 10 Stück")),
    (("kostet", "90 Euro, ohne Frühstück"), ("kostet", "110 Euro, mit Frühstück")),
    (("costs", "£12"), ("costs", "$15 now")),
    (("is", "12 Euro"), ("is", "45 Euro")),
    (("is", "5 km"), ("is", "10 km")),
    (("is", "5 mg, in the morning"), ("is", "10 mg, at night")),
    (("ist", "20 Grad"), ("ist", "17 Grad nachts")),
    (("is_at", "7:15"), ("is_at", "8:15")),
    (("is_at", "5 pm"), ("is_at", "now 7 pm")),
    (("is_at", "7 am"), ("is_at", "now 8 am")),
    (("ist", "17 Uhr"), ("ist", "jetzt 19 Uhr")),
    (("is", "42"), ("is_at", "15")),
    (("ist", "5"), ("ist", "jetzt 12")),
    (("is", "5 now"), ("is", "12 now")),
    (("is", "2 m"), ("is", "90 kg")),
    (("is", "450 euros per month"), ("is", "now 20 euros per hour")),
    (("is", "3 of the 5"), ("is", "4 of the 9")),
    (("is", "200 metres from the quay"), ("is", "300 metres from the mill")),
    (("has", "3 children"), ("has", "2 cats")),
    (("hat", "3 Kinder"), ("hat", "jetzt 2 Katzen")),
    (("uses", "version 3"), ("uses", "version 4")),
    (("moved_to", "Lund"), ("moved_to", "15 May")),
    (("is_on", "7 May"), ("is_due", "3 May")),
    (("is_on", "3 May"), ("is_on", "4 May, the second part")),
    (("is", "7 to 9"), ("is", "8 to 10")),
]


def superseding(client: Client, pairs: list[tuple[Said, Said]]) -> list[tuple[Said, Said]]:
    """Those of which the second supersedes the first, and nothing else."""
    found = []
    for number, (first, second) in enumerate(pairs):
        add(client, f"other thing {number}", *first)
        stays = add(client, f"thing {number}", "is", "4 km")["id"]
        old = add(client, f"thing {number}", *first)["id"]
        superseded = add(client, f"thing {number}", *second).get("superseded", [])
        assert superseded in ([], [old]), (first, second)
        assert client.facts.get(id=stays).get("superseded_by") is None, (first, second)
        found += [(first, second)] if superseded else []
    return found


def test_a_number_of_what_is_single_valued_and_a_day_have_one_value(client: Client) -> None:
    assert superseding(client, ONE_VALUE) == ONE_VALUE


def test_another_amount_supersedes_by_words_that_say_so(client: Client) -> None:
    assert superseding(client, WORDS_THAT_SAY_SO) == WORDS_THAT_SAY_SO


def test_two_amounts_are_a_conflict_that_somebody_settles(client: Client) -> None:
    add(client, "fee", "is", "15 Euro")
    add(client, "fee", "liegt_bei", "20 Euro")
    add(client, "fee", "is", "30 %")
    add(client, "gate", "is", "4")
    add(client, "gate", "is", "9")
    (group,) = client.facts.conflicts()["conflicts"]
    assert [one["object"] for one in group["facts"]] == ["15 Euro", "20 Euro"]


def test_other_numbers_of_it_stand_beside_each_other(client: Client) -> None:
    assert superseding(client, BESIDE_EACH_OTHER) == []


def test_whoever_moved_may_live_elsewhere(client: Client) -> None:
    def conflicts() -> list[list[str]]:
        return [[one["object"] for one in group["facts"]] for group in client.facts.conflicts()["conflicts"]]

    add(client, "we", "moved_to", "Kubernetes")
    add(client, "user", "moved_to", "Linear", project="mill")
    assert conflicts() == []
    add(client, "user", "lives_in", "Bristol")
    assert conflicts() == []
    add(client, "we", "moved_to", "Cardiff last Saturday")
    assert conflicts() == [["Bristol", "Cardiff last Saturday"]]
    add(client, "user", "lives_in", "Swansea")
    assert conflicts() == []
    add(client, "Lea", "wohnt_in", "Gera")
    add(client, "Lea", "ist_nach", "Jena gezogen")
    assert conflicts() == [["Gera", "Jena gezogen"]]


def test_what_is_merely_alike_supersedes_nothing(client: Client) -> None:
    add(client, "Mara", "likes", "tea")
    assert "superseded" not in add(client, "Mara", "likes", "coffee")
    add(client, "api", "port", "8080", project="alpha")
    assert "superseded" not in add(client, "api", "port", "9090", project="beta")
    assert "superseded" not in add(client, "api", "port", "7070")
    assert "superseded" not in add(client, "api", "port", "6060", audience="private")
    assert sorted(objects(client, subject="api")) == ["6060", "7070", "8080", "9090"]


def test_a_fact_supersedes_by_id_and_by_plain_words(client: Client) -> None:
    blog = add(client, "blog", "built_with", "Jekyll")["id"]
    hugo = add(client, "blog", "made_with", "Hugo", supersedes=blog)
    assert hugo["superseded"] == [blog]
    with pytest.raises(Conflict) as raised:
        add(client, "blog", "made_with", "Zola", supersedes=blog)
    assert hugo["id"] in str(raised.value)
    with pytest.raises(NotFound):
        add(client, "blog", "made_with", "Zola", supersedes="fact-none")
    with pytest.raises(InvalidParams):
        add(client, "blog", "made_with", "Zola", valid_from="2024-02-01", valid_until="2024-01-01")
    add(client, "lease", "cost", "5 percent", valid_from="2024-01-01", valid_until="2024-02-01")  # it is over
    assert recalled(client, "lease cost percent") == []
    assert recalled(client, "lease cost percent", as_of="2024-01-15") == ["5 percent"]
    jira = add(client, "team", "tracks_tickets_in", "Jira")["id"]
    berlin = add(client, "team", "office", "Berlin")["id"]
    assert add(client, "team", "moved", "from Jira to Linear")["superseded"] == [jira]
    assert add(client, "team", "no_longer_tracks_tickets_in", "Linear").get("superseded") is None
    # What only its owner sees hides nothing from the others.
    client.call("sessions.start", session_id="p")
    with pytest.raises(Conflict, match="same `audience`"):
        add(client, "blog", "made_with", "Zola", supersedes=hugo["id"], session_id="p")
    assert objects(client, subject="blog") == ["Hugo"]
    told = add(client, "blog", "made_with", "Zola", supersedes=hugo["id"], session_id="p", audience="shared")
    assert told["superseded"] == [hugo["id"]]
    tea = add(client, "Mara", "drinks", "tea")["id"]
    assert add(client, "Mara", "no longer drinks", "tea")["superseded"] == [tea]
    assert client.facts.get(id=berlin).get("superseded_by") is None


def test_what_a_kill_interrupts_is_right_after_the_start(daemon: Daemon, client: Client) -> None:
    path = daemon.data / "knowledge-graph/facts.jsonl"
    add(client, "api", "port", "1", created="2024-01-01")
    two = add(client, "api", "port", "2")
    three = add(client, "api", "port", "1")
    daemon.kill()
    ours = path.read_bytes()
    # As a person has it in mind, and as a kill leaves it: no line but the later ones say what was superseded.
    bare = [json.loads(line) for line in ours.splitlines()]
    for line in bare:
        line.pop("superseded_by", None)
        line.pop("valid_until", None)
    bare.append({"subject": "web", "predicate": "port", "object": "80", "created": "2024-01-01T00:00:00Z"})
    bare.append({"subject": "web", "predicate": "port", "object": "443"})
    path.write_text("".join(json.dumps(line) + "\n" for line in bare))
    daemon.start()
    with Client(daemon.socket) as again:
        assert [fact["id"] for fact in again.facts.find(subject="api")["facts"]] == [three["id"]]
        assert len(again.facts.get(id=two["id"])["chain"]) == 3
        until(lambda: objects(again, subject="web") == ["443"])
        until(lambda: lines(daemon)["80"].get("superseded_by") == lines(daemon)["443"].get("id"))
        # A hand edit, too.
        with path.open("a") as file:
            file.write('{"subject": "web", "predicate": "port", "object": "8443"}\n')
        until(lambda: objects(again, subject="web") == ["8443"])
        # An archived one goes on being superseded, and purging the later brings nothing back by surprise.
        again.facts.archive(id=two["id"])
        assert objects(again, subject="api", include_archived=True) == ["1"]
        assert again.facts.restore(id=two["id"])["status"] == "restored"
        assert [fact["id"] for fact in again.facts.find(subject="api")["facts"]] == [three["id"]]
        # One that left before there was another is settled when it comes back.
        first = add(again, "mail", "port", "25")["id"]
        again.facts.archive(id=first)
        add(again, "mail", "port", "587")
        again.facts.restore(id=first)
        assert objects(again, subject="mail") == ["587"]


def test_as_of_answers_as_at_a_time(client: Client) -> None:
    add(client, "api", "port", "8080", created="2024-01-01")
    add(client, "api", "port", "9090", created="2025-01-01")
    assert recalled(client, "api port") == ["9090"]
    assert recalled(client, "api port", as_of="2024-06-01") == ["8080"]
    assert recalled(client, "api port", as_of="2023-06-01") == []
    assert set(recalled(client, "api port", include_superseded=True)) == {"8080", "9090"}
    client.sessions.start(session_id="s")
    messages = [
        {"role": "user", "content": f"the cellar key hangs {place}", "at": at}
        for place, at in (("on the door", "2024-01-01"), ("in the shed", "2025-01-01"))
    ]
    client.sessions.append(session_id="s", messages=messages)
    note = client.notes.write(layer="preferences", text="prefer the cellar lamp switched on at dusk")["key"]
    gone = client.notes.write(layer="preferences", text="prefer the cellar door painted red")["key"]
    written = client.audit.list(key=note)["entries"]  # waits until both stand in the audit
    assert written
    before = max(line["at"] for line in client.audit.list(key=gone)["entries"])
    client.notes.edit(key=note, text="prefer the attic lamp switched on at dusk")
    client.notes.archive(key=gone)
    later = client.notes.write(layer="preferences", text="prefer the cellar swept on Mondays")["key"]

    def texts(query: str, **more: Any) -> dict[str, str]:
        found = client.recall.search(query=query, boost=False, kinds=["note", "message"], **more)["results"]
        return {one["key"]: one["text"] for one in found}

    assert set(texts("cellar key hangs", as_of="2024-06-01").values()) == {"the cellar key hangs on the door"}
    then = texts("cellar lamp", as_of=before)
    assert "cellar lamp" in then[note]
    assert later not in then
    assert "cellar door" in texts("cellar door painted", as_of=before)[gone]
    assert gone not in texts("cellar door painted")
    checked = client.recall.check(action="switch on the lamp at dusk", as_of=before, boost=False)["results"]
    assert ["cellar" in one["text"] for one in checked if one["key"] == note] == [True]


def test_what_was_archived_since_answers_as_at_a_time(daemon: Daemon, client: Client) -> None:
    old = add(client, "shop", "port", "8080", created="2024-01-01")["id"]
    add(client, "shop", "port", "9090", created="2025-01-01")
    lost = add(client, "Mara", "prefers", "steel lamps", created="2024-01-01")["id"]
    add(client, "steel lamps", "come from", "Oslo", created="2024-01-01")
    secret = add(client, "Mara", "pays", "ten crowns", created="2024-01-01", audience="private")["id"]
    past = {"as_of": "2024-06-01"}

    def answers() -> list[Any]:
        near = client.facts.neighbors(entity="Mara", depth=2, **past)["facts"]
        checked = client.recall.check(action="buy steel lamps", boost=False, **past)["results"]
        return [
            objects(client, subject="shop", **past),
            sorted(objects(client, **past)),
            recalled(client, "shop port", **past),
            recalled(client, "shop port", precision="high", **past),
            client.recall.query(query="shop port", subject="mara", boost=False, **past)["results"],
            sorted((one["object"], one["distance"]) for one in near),
            [(one["key"], one["bears"]) for one in checked],
        ]

    before = answers()
    assert before[1] == ["8080", "Oslo", "steel lamps", "ten crowns"]
    assert before[-1] == [(lost, "preference")]
    for fact in (old, lost, secret):
        client.facts.archive(id=fact)
    assert recalled(client, "steel lamps of Mara", **past) == ["steel lamps", "Oslo"]
    precise = before[3]
    after = answers()
    assert (after[3], set(precise)) == ([], {"8080"})  # nothing tells how likely an archived one answers
    assert after[:3] + after[4:] == before[:3] + before[4:]
    assert objects(client, subject="shop", as_of="2025-06-01") == ["9090"]
    assert objects(client, subject="mara") == recalled(client, "Mara prefers") == []
    pages = client.facts.find(limit=3, **past)
    assert len(client.facts.find(limit=3, after=pages["next"], **past)["facts"]) == 1
    soon = {"as_of": client.audit.list(key=lost)["entries"][-1]["at"]}
    assert "steel lamps" not in objects(client, **soon) + recalled(client, "steel lamps of Mara", **soon)
    between = {"as_of": "2025-06-01"}  # superseded by then
    assert objects(client, subject="shop", **between) == recalled(client, "shop port", **between)[:1] == ["9090"]
    assert "8080" not in recalled(client, "shop port", **between)
    assert [one["object"] for one in client.facts.neighbors(entity="shop", **between)["facts"]] == ["9090"]
    with Client(daemon.socket) as group:
        group.sessions.start(session_id="g", audience="group")
        assert sorted(objects(group, **past)) == ["8080", "Oslo", "steel lamps"]
        assert recalled(group, "what Mara pays in crowns", **past) == []
    client.facts.restore(id=secret)
    client.facts.edit(id=secret, object="nine florins")
    client.facts.archive(id=secret)
    assert (recalled(client, "crowns", **past), recalled(client, "florins", **past)) == ([], ["nine florins"])
    client.facts.purge(id=lost)
    assert "steel lamps" not in objects(client, **past) + recalled(client, "Mara steel lamps", **past)


def test_the_best_of_what_was_archived_since_are_told(client: Client) -> None:
    for object_ in ("velvet ropes", "velvet ropes and brass hooks", "velvet curtains"):
        fact = add(client, "The hall", "has", object_, created="2024-01-01")["id"]
        client.facts.archive(id=fact)
    found = recalled(client, "velvet ropes on brass hooks", as_of="2024-06-01", k=1)
    assert found == ["velvet ropes and brass hooks"]


def test_a_wrong_fact_is_corrected_and_its_history_kept(daemon: Daemon, client: Client) -> None:
    wrong = add(client, "Mara", "lives_in", "Hamburgg")["id"]
    assert client.facts.edit(id=wrong, object="Hamburgg")["status"] == "unchanged"
    assert client.facts.edit(id=wrong, object="Hamburg", valid_from="2024-01-01")["status"] == "edited"
    assert client.facts.edit(id=wrong, object="Harburg")["status"] == "edited"
    assert len(client.audit.list(key=wrong)["entries"]) == 3
    daemon.kill()  # before the file is written anew, perhaps: two lines stand beside the first
    daemon.start()
    with Client(daemon.socket) as again:
        fact = again.facts.get(id=wrong)
        assert (fact["object"], fact["valid_from"][:10]) == ("Harburg", "2024-01-01")
        assert again.facts.find(subject="Mara")["facts"][0]["id"] == wrong
        assert len(again.facts.find(subject="Mara")["facts"]) == 1
        until(lambda: len((daemon.data / "knowledge-graph/facts.jsonl").read_text().splitlines()) == 1)
        assert recalled(again, "where does Mara live") == ["Harburg"]
        twin = add(again, "Tom", "lives_in", "Bonn")["id"]
        with pytest.raises(Conflict):
            again.facts.edit(id=twin, subject="Mara", object="Harburg")
        with pytest.raises(NotFound):
            again.facts.edit(id="fact-none", object="x")
        until_june = add(again, "Mara", "works_on", "the lift", valid_until="2990-06-01")["id"]
        with pytest.raises(InvalidParams):
            again.facts.edit(id=until_june, valid_from="2990-07-01")


def test_a_fact_of_which_a_correction_says_it_of_another_thing_supersedes_nothing_there(
    daemon: Daemon, client: Client
) -> None:
    add(client, "Mara", "lives_in", "Berlin", valid_from="2024-01-01")
    toms = add(client, "Mara", "lives_in", "Hamburg", valid_from="2025-01-01")["id"]
    client.facts.edit(id=toms, subject="Tom")
    assert (objects(client, subject="Mara"), objects(client, subject="Tom")) == (["Berlin"], ["Hamburg"])
    assert objects(client, subject="Mara", as_of="2025-06-01") == ["Berlin"]
    client.facts.edit(id=toms, subject="Mara", valid_from="2023-01-01")
    assert (objects(client, subject="Mara"), objects(client, subject="Mara", as_of="2023-06-01")) == (
        ["Berlin"], ["Hamburg"]
    )  # fmt: skip
    client.facts.edit(id=toms, valid_from="2025-01-01")
    assert objects(client, subject="Mara") == ["Hamburg"]
    daemon.kill()
    daemon.start()
    path = daemon.data / "knowledge-graph/facts.jsonl"
    with Client(daemon.socket) as again:
        until(lambda: objects(again, subject="Mara") == ["Hamburg"])
        until(lambda: len(path.read_text().splitlines()) == 2)
        # By hand, too.
        path.write_text(path.read_text().replace('"Mara","predicate":"lives_in","object":"Hamburg"',
                                                 '"Tom","predicate":"lives_in","object":"Hamburg"'))  # fmt: skip
        until(lambda: objects(again, subject="Mara") == ["Berlin"])
        assert objects(again, subject="Tom") == ["Hamburg"]


def test_what_had_ended_and_is_stated_again_is_a_new_fact(daemon: Daemon, client: Client) -> None:
    past = {"valid_from": "2019-01-01", "valid_until": "2020-01-01"}
    old = add(client, "Mara", "works_on", "the lift", **past)
    assert add(client, "Mara", "works_on", "the lift", **past)["id"] == old["id"]
    gone = add(client, "Mara", "works_on", "the mill", **past)["id"]
    client.facts.archive(id=gone)
    for object_ in ("the lift", "the mill"):
        new = add(client, "mara", "works_on", object_)
        assert (new["status"], add(client, "Mara", "works_on", object_)["id"]) == ("added", new["id"])
    assert sorted(recalled(client, "what does Mara work on")) == ["the lift", "the mill"]
    daemon.kill()
    daemon.start()
    with Client(daemon.socket) as again:
        assert sorted(objects(again, subject="Mara")) == ["the lift", "the mill"]
        assert objects(again, subject="Mara", as_of="2019-06-01") == ["the lift", "the mill"]  # archived since
        assert again.system.health()["problems"] == []


def test_what_holds_until_something_is_to_come_is_reinforced(client: Client) -> None:
    now = add(client, "Mara", "lives_in", "Berlin")["id"]
    add(client, "Mara", "lives_in", "Hamburg", valid_from="2990-01-01")
    assert add(client, "Mara", "lives_in", "Berlin") == {
        "id": now, "status": "reinforced", "activation": 1.0, "redacted": []
    }  # fmt: skip
    assert objects(client, subject="Mara") == ["Berlin"]


def test_neighbours_are_facts_that_hold(client: Client) -> None:
    for port in ("80", "443"):
        add(client, "shop", "port", port, **({"valid_from": "2024-01-01"} if port == "80" else {}))
    add(client, "shop", "runs_on", "nginx", valid_from="2019-01-01", valid_until="2020-01-01")

    def near(**when: Any) -> list[str]:
        return sorted(one["object"] for one in client.facts.neighbors(entity="shop", **when)["facts"])

    assert (near(), near(as_of="2024-06-01"), near(as_of="2019-06-01")) == (["443"], ["80"], ["nginx"])
    assert near(include_superseded=True) == ["443", "80", "nginx"]
    assert client.facts.neighbors(entity="nginx")["facts"] == []


def test_what_contradicts_is_listed_and_an_agent_settles_it(daemon: Daemon, client: Client) -> None:
    add(client, "Mara", "likes", "tea")
    add(client, "Mara", "likes", "coffee")
    vim = add(client, "Mara", "favourite_editor", "vim")["id"]
    helix = add(client, "Mara", "favourite_editor", "helix")["id"]
    assert [[one["id"] for one in group["facts"]] for group in client.facts.conflicts()["conflicts"]] == [[vim, helix]]
    job = client.jobs.claim(kinds=["settle"])
    assert job is not None
    assert helix in job["messages"][1]["content"]
    with pytest.raises(InvalidParams):
        client.jobs.submit(job_id=job["job_id"], result={"in_force": "fact-none"})
    assert client.jobs.submit(job_id=job["job_id"], result={"in_force": vim})["key"] == vim
    assert client.facts.get(id=vim)["supersedes"] == helix
    assert client.recall.why(key=vim)["supersedes"] == [helix]
    until(lambda: "supersedes" in lines(daemon)["vim"])
    add(client, "attic", "main_key", "brass")
    add(client, "attic", "main_key", "iron")
    second = client.jobs.claim(kinds=["settle"])
    assert second is not None
    client.jobs.submit(job_id=second["job_id"], result={"in_force": None})
    daemon.kill()
    daemon.start()
    with Client(daemon.socket) as again:
        assert again.facts.conflicts()["conflicts"] == []
        assert objects(again, subject="Mara", predicate="favourite_editor") == ["vim"]
        assert sorted(objects(again, subject="attic")) == ["brass", "iron"]
        assert again.jobs.claim(kinds=["settle"]) is None
        assert again.facts.get(id=helix)["superseded_by"] == vim


def test_a_purge_brings_back_what_was_superseded_and_a_repetition_does_not(daemon: Daemon, client: Client) -> None:
    old = add(client, "api", "port", "8080", created="2024-01-01")
    wrong = add(client, "api", "port", "1", created="2025-01-01")["id"]
    # An import that runs again tells nothing new.
    again = add(client, "api", "port", "8080", created="2024-01-01")
    assert (again["id"], again["status"]) == (old["id"], "reinforced")
    assert objects(client, subject="api") == ["1"]
    until(lambda: "superseded_by" in lines(daemon)["8080"])
    client.facts.purge(id=wrong)
    assert objects(client, subject="api") == ["8080"]
    daemon.kill()
    daemon.start()
    with Client(daemon.socket) as after:
        assert objects(after, subject="api") == ["8080"]
        until(lambda: list(lines(daemon)) == ["8080"])
        assert "superseded_by" not in lines(daemon)["8080"]


def test_a_line_of_the_archive_names_no_successor_that_was_purged_since(daemon: Daemon, client: Client) -> None:
    first = client.facts.add(subject="ship", predicate="owner", object="Tom")["id"]
    second = client.facts.add(subject="quay", predicate="is", object="long", supersedes=first)["id"]
    client.facts.archive(id=first)
    client.facts.restore(id=first)
    third = client.facts.add(subject="ship", predicate="is", object="sold", supersedes=second)["id"]
    client.facts.purge(id=second)
    for _ in range(2):
        assert client.facts.get(id=first)["superseded_by"] == third
        daemon.stop()
        daemon.start()


def test_what_a_purge_brings_back_gives_way_to_what_was_said_of_it_meanwhile(daemon: Daemon, client: Client) -> None:
    old = client.facts.add(subject="api", predicate="port", object="8080")["id"]
    ended_by = client.facts.add(subject="api", predicate="is", object="down", supersedes=old)["id"]
    client.facts.add(subject="api", predicate="port", object="9090")
    client.facts.purge(id=ended_by)
    for _ in range(2):
        assert objects(client, subject="api", predicate="port") == ["9090"]
        assert client.facts.get(id=old)["superseded_by"]
        daemon.stop()
        daemon.start()


def test_what_held_is_not_stated_twice_for_a_time_between(client: Client) -> None:
    add(client, "Bob", "lives_in", "Paris", valid_from="2026-01-01")
    london = add(client, "Bob", "lives_in", "London", valid_from="2025-01-01")["id"]
    again = add(client, "Bob", "lives_in", "London", valid_from="2025-06-01")
    assert (again["id"], again["status"]) == (london, "reinforced")
    days = ("2024-06-01", "2025-03-01", "2025-09-01", "2026-03-01")
    assert [objects(client, subject="Bob", as_of=day) for day in days] == [[], ["London"], ["London"], ["Paris"]]
    # Where something else held in between, it is a time of its own.
    add(client, "Bob", "lives_in", "Rome", valid_from="2025-03-01")
    back = add(client, "Bob", "lives_in", "London", valid_from="2025-09-01")
    assert (back["id"] != london, back["status"]) == (True, "added")
    assert [objects(client, subject="Bob", as_of=day) for day in days] == [[], ["Rome"], ["London"], ["Paris"]]


@pytest.mark.parametrize("named", [False, True])
def test_after_a_purge_no_other_fact_names_what_is_gone(daemon: Daemon, client: Client, named: bool) -> None:
    first = add(client, "api", "port", "1", created="2023-01-01")["id"]
    gone = add(client, "api", "port", "2", created="2024-01-01", **({"supersedes": first} if named else {}))["id"]
    last = add(client, "api", "port", "3", created="2025-01-01", **({"supersedes": gone} if named else {}))["id"]
    assert client.facts.get(id=last)["supersedes"] == gone
    client.facts.purge(id=gone)
    told = {one: client.facts.get(id=one) for one in (first, last)}
    assert (told[first]["superseded_by"], told[last]["supersedes"]) == (last, first)
    until(lambda: gone not in (daemon.data / "knowledge-graph/facts.jsonl").read_text())
    client.facts.purge(id=first)
    assert "supersedes" not in client.facts.get(id=last)
    daemon.stop()
    daemon.start()
    assert objects(client, subject="api", as_of="2024-06-01") == []
    assert "supersedes" not in client.facts.get(id=last)


SAID = (
    ("The build server runs on Jenkins.", "We changed the build server from Jenkins to Drone.", "Jenkins"),
    (
        "Der Testserver läuft auf Debian 11.",
        "Der Testserver läuft jetzt auf Ubuntu 24 statt auf Debian 11.",
        "Debian 11",
    ),
    ("The staging API is on port 8080.", "The staging API is on port 9090 instead of 8080.", "port 8080"),
    ("Der Mailserver läuft auf Host krill-3.", "Der Mailserver läuft nicht mehr auf Host krill-3.", "Host krill-3"),
    ("The wiki runs on host crab-7.", "The wiki no longer runs on host crab-7.", "host crab-7"),
    ("Der Wikiserver läuft auf MySQL 5.", "Wir haben den Wikiserver von MySQL 5 auf MariaDB 11 umgestellt.", "MySQL 5"),
    ("Der Backupserver läuft auf Debian 10.", "Der Druckserver läuft auf Ubuntu 24 statt auf Debian 10.", ""),
)
"""What is said, what is said later, and the object that then no longer holds."""


def test_plain_words_of_a_conversation_end_what_was_said_before(client: Client) -> None:
    client.sessions.start(session_id="s1")
    for turn in (0, 1):
        said = [{"role": "user", "content": one[turn]} for one in SAID]
        client.sessions.append(session_id="s1", messages=said)
    client.call("maintenance.run", {"action": "summarize"})
    facts = client.facts.find(include_superseded=True, limit=100)["facts"]
    gone = {fact["object"] for fact in facts if fact.get("superseded_by")}
    assert gone == {old for _, _, old in SAID if old}
    assert "Debian 10" in {fact["object"] for fact in facts}


def test_no_longer_ends_a_fact_whose_object_has_the_preposition(client: Client) -> None:
    earlier = client.facts.add(subject="wiki", predicate="runs", object="on crab-7")
    client.facts.add(subject="wiki", predicate="no longer runs on", object="crab-7")
    found = client.facts.find(include_superseded=True, limit=9)["facts"]
    assert [one["id"] for one in found if one.get("superseded_by")] == [earlier["id"]]


def test_memory_md_says_no_more_what_holds_no_more(daemon: Daemon, client: Client) -> None:
    def said() -> list[str]:
        lines = (daemon.data / "MEMORY.md").read_text().splitlines()
        return [line.partition(" (since")[0] for line in lines if line.startswith("- Mara")]

    add(client, "Mara", "lives_in", "Berlin")
    tea = add(client, "Mara", "likes", "tea")["id"]
    kiln = add(client, "Mara", "fires", "the kiln")["id"]
    client.maintenance.run(action="reconcile")
    assert said() == ["- Mara lives in Berlin", "- Mara likes tea", "- Mara fires the kiln"]
    add(client, "Mara", "lives_in", "Hamburg")
    client.facts.edit(id=tea, object="coffee")
    client.facts.archive(id=kiln)
    until(lambda: sorted(said()) == ["- Mara likes coffee", "- Mara lives in Hamburg"])
    ends = datetime.now(UTC) + timedelta(seconds=1.5)
    client.facts.edit(id=client.facts.find(object="coffee")["facts"][0]["id"], valid_until=ends.isoformat())
    until(lambda: said() == ["- Mara lives in Hamburg"])


def test_memory_md_follows_what_ends_after_a_restart(daemon: Daemon, client: Client) -> None:
    def said() -> bool:
        return "- Mara likes tea" in (daemon.data / "MEMORY.md").read_text()

    tea = add(client, "Mara", "likes", "tea")["id"]
    client.maintenance.run(action="reconcile")
    assert said()
    ends = datetime.now(UTC) + timedelta(seconds=2.5)
    client.facts.edit(id=tea, valid_until=ends.isoformat())
    daemon.stop()
    daemon.start()
    until(lambda: not said())


def test_a_note_that_was_archived_and_brought_back_is_there_as_of_before(client: Client) -> None:
    key = client.notes.write(layer="decisions", text="boats are painted in ochre")["key"]
    (written,) = client.audit.list(key=key)["entries"]
    client.notes.archive(key=key)
    client.notes.restore(key=key)
    *_, archived, _restored = (one["at"] for one in client.audit.list(key=key)["entries"])

    def found(as_of: str) -> list[str]:
        asked = {"query": "boats painted ochre", "kinds": ["note"], "boost": False, "as_of": as_of}
        return [one["key"] for one in client.recall.search(**asked)["results"]]

    assert [found(at) for at in (written["at"], archived)] == [[key], []]
    checked = client.recall.check(action="paint boats in ochre", as_of=written["at"], boost=False)["results"]
    assert [one["key"] for one in checked] == [key]


def test_what_notes_said_then_passes_the_filters_too(client: Client) -> None:
    written = {
        project: client.notes.write(layer="decisions", text=f"boats of {project} are painted ochre", project=project)
        for project in ("harbour", "orchard")
    }
    keys = {project: one["key"] for project, one in written.items()}
    then = max(client.audit.list(key=key)["entries"][0]["at"] for key in keys.values())
    client.notes.edit(key=keys["harbour"], text="canoes are painted green")
    client.notes.archive(key=keys["orchard"])

    def found(**filters: Any) -> list[str]:
        asked = {"query": "boats painted ochre", "boost": False, "as_of": then, "kinds": ["note"], **filters}
        return sorted(one["key"] for one in client.recall.search(**asked)["results"])

    assert found() == sorted(keys.values())
    assert [found(project=project) for project in keys] == [[key] for key in keys.values()]
    assert (found(layers=["decisions"]), found(layers=["skills"])) == (sorted(keys.values()), [])
    checked = client.recall.check(action="paint boats ochre", project="orchard", as_of=then, boost=False)["results"]
    assert [(one["key"], one["bears"]) for one in checked] == [(keys["orchard"], "decision")]
