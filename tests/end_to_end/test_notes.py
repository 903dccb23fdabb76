"""Notes on a real daemon: editors, directives, privacy, losses (000, rules 9 to 17)."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.support.daemon import Daemon
from tests.support.nano import replace_in_nano
from tests.support.rest import part
from tests.support.wait import until
from tests.support.wire import RpcError, Wire


def write(wire: Wire, text: str, layer: str = "decisions", **more: Any) -> str:
    key: str = wire.call("notes.write", {"layer": layer, "text": text, **more})["key"]
    return key


def say(wire: Wire, text: str, session: str | None = None) -> list[dict[str, Any]]:
    session = session or wire.call("sessions.start", {})["session_id"]
    message = {"role": "user", "content": text}
    found: list[dict[str, Any]] = wire.call("sessions.append", {"session_id": session, "messages": [message]})[
        "directives"
    ]
    return found


def edit_with_vim(path: Path) -> None:
    subprocess.run(["vim", "-es", "-u", "NONE", "+%s/harbour/airport/", "+wq", path], check=True, timeout=60)


def edit_with_sed(path: Path) -> None:
    subprocess.run(["sed", "-i", "s/harbour/airport/", path], check=True)


def edit_by_rename(path: Path) -> None:
    new = path.with_suffix(".new")
    new.write_text(path.read_text().replace("harbour", "airport", 1))
    new.rename(path)


def edit_by_truncation(path: Path) -> None:
    text = path.read_text().replace("harbour", "airport", 1)
    with path.open("r+") as file:
        file.truncate(0)
        file.flush()
        file.write(text[:20])
        file.flush()
        file.write(text[20:])


def edit_in_git(path: Path) -> None:
    git = ["git", "-C", path.parent, "-c", "user.name=a", "-c", "user.email=a@b"]
    old = path.read_text()
    for step in (["init", "-q"], ["checkout", "-qb", "edit"]):
        subprocess.run([*git, *step], check=True)
    path.write_text(old.replace("harbour", "airport", 1))
    subprocess.run([*git, "add", path.name], check=True)
    subprocess.run([*git, "commit", "-qm", "edit"], check=True)
    path.write_text(old)
    subprocess.run([*git, "checkout", "-q", "--", path.name], check=True)


def edit_in_two_steps(path: Path) -> None:
    text = path.read_text().replace("harbour", "airport", 1)
    path.write_text("")
    path.write_text(text)


EDITORS = {
    "vim": edit_with_vim, "nano": lambda path: replace_in_nano(path, "harbour", "airport"), "sed": edit_with_sed,
    "rename": edit_by_rename, "truncation": edit_by_truncation, "two steps": edit_in_two_steps, "git": edit_in_git,
}  # fmt: skip


def need(editor: str) -> None:
    if editor in ("vim", "nano", "git") and shutil.which(editor) is None:
        pytest.skip(f"needs {editor}")


@pytest.mark.parametrize("editor", EDITORS)
def test_a_hand_edit_of_a_layer_reaches_the_hot_cache(daemon: Daemon, wire: Wire, editor: str) -> None:
    need(editor)
    write(wire, "The ferry leaves the harbour at nine\nTickets at the gate", remember=True)
    EDITORS[editor](daemon.data / "memory/decisions.md")
    until(lambda: "leaves the airport" in (daemon.data / "MEMORY.md").read_text())
    assert "(sync)" in (daemon.data / "MEMORY.md").read_text()
    text = "The ferry leaves the airport at nine\nTickets at the gate"
    # The files are durable before readers see it. Some of the editors have changed the anchor, too.
    [note] = until(lambda: [one for one in wire.call("notes.list", {})["notes"] if one["text"] == text])  # type: ignore[misc]
    key = note["key"]
    assert f"<!-- #{note['slug']} -->" in (daemon.data / "memory/decisions.md").read_text()
    until(lambda: [r["key"] for r in wire.call("recall.search", {"query": "airport"})["results"]] == [key])
    assert list((daemon.data / "memory/archive").iterdir()) == []


@pytest.mark.parametrize("editor", part(3, EDITORS))
def test_a_hand_edit_of_the_hot_cache_reaches_its_note(daemon: Daemon, wire: Wire, editor: str) -> None:
    need(editor)
    key = write(wire, "The ferry leaves the harbour at nine\nTickets at the gate", remember=True)
    EDITORS[editor](daemon.data / "MEMORY.md")
    until(lambda: wire.call("notes.read", {"key": key})["text"].startswith("The ferry leaves the airport at nine"))
    assert "Tickets at the gate" in wire.call("notes.read", {"key": key})["text"]
    assert wire.call("notes.read", {"key": key})["hot"]


def test_lines_appended_by_hand_are_notes(daemon: Daemon, wire: Wire) -> None:
    write(wire, "First")
    path = daemon.data / "memory/decisions.md"
    typed = b"- Typed by hand\n  with details\n"
    subprocess.run(["sh", "-c", 'cat >> "$0"', path], input=typed, check=True)
    key = "memory/decisions.md:typed-by-hand"
    until(lambda: key in [note["key"] for note in wire.call("notes.list")["notes"]])
    assert wire.call("notes.read", {"key": key})["text"] == "Typed by hand\nwith details"


def test_a_bullet_typed_into_memory_is_written_to_its_layer_and_tagged(daemon: Daemon, wire: Wire) -> None:
    write(wire, "First", remember=True)
    path = daemon.data / "MEMORY.md"
    text = path.read_text().replace("(Hot Cache)\n", "(Hot Cache)\n- Call the plumber\n  before noon\n")
    path.write_text("My own words.\n\n" + text)
    until(lambda: "- Call the plumber; before noon ↑" in path.read_text())
    assert "(user request)←memory/decisions.md:call-the-plumber\n" in path.read_text()
    assert path.read_text().startswith("My own words.\n\n")
    assert (
        "- Call the plumber <!-- #call-the-plumber --> <!-- memoryd: private -->\n  before noon\n"
        in (daemon.data / "memory/decisions.md").read_text()
    )


def test_a_changed_bullet_changes_its_note_and_a_deleted_one_is_demoted(daemon: Daemon, wire: Wire) -> None:
    changed, deleted = write(wire, "Meet on Monday", remember=True), write(wire, "Wear a hat", remember=True)
    path = daemon.data / "MEMORY.md"
    lines = [line for line in path.read_text().splitlines() if "Wear a hat" not in line]
    path.write_text("\n".join(lines).replace("Meet on Monday", "Meet on Friday") + "\n")
    until(lambda: wire.call("notes.read", {"key": changed})["text"] == "Meet on Friday")
    until(lambda: not wire.call("notes.read", {"key": deleted})["hot"])
    until(lambda: f"→ Full version: `{deleted}`" in path.read_text())


def test_a_layer_file_renamed_takes_its_notes_along(daemon: Daemon, wire: Wire) -> None:
    write(wire, "Bread needs salt", layer="kitchen", remember=True)
    (daemon.data / "memory/kitchen.md").rename(daemon.data / "memory/recipes.md")
    until(lambda: "←memory/recipes.md:bread-needs-salt" in (daemon.data / "MEMORY.md").read_text())
    assert "kitchen" not in (daemon.data / "MEMORY.md").read_text()
    assert not list((daemon.data / "memory/archive").iterdir())
    assert wire.call("system.health")["problems"] == []


def test_a_deleted_layer_goes_to_the_archive(daemon: Daemon, wire: Wire) -> None:
    key = write(wire, "Bread needs salt", layer="kitchen", remember=True)
    (daemon.data / "memory/kitchen.md").unlink()
    until(lambda: any((daemon.data / "memory/archive").iterdir()))
    until(lambda: "Bread" not in (daemon.data / "MEMORY.md").read_text())
    (problem,) = until(lambda: wire.call("system.health")["problems"])
    assert (problem["path"], "removed by hand" in problem["what"]) == ("memory/kitchen.md", True)
    assert wire.call("notes.restore", {"key": key})["status"] == "restored"
    assert wire.call("notes.read", {"key": key})["text"] == "Bread needs salt"
    until(lambda: not wire.call("system.health")["problems"])


def test_a_note_that_makes_a_new_layer_says_so(wire: Wire) -> None:
    def told(layer: str, text: str) -> bool:
        return "new_layer" in wire.call("notes.write", {"layer": layer, "text": text})

    assert [told("decisions", "One"), told("desicions", "Two"), told("desicions", "Three")] == [False, True, False]


def test_edits_made_while_nobody_watched_are_taken_in(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        kept, gone = write(wire, "Keep this one", pin=True), write(wire, "Drop this one")
    daemon.stop()
    path = daemon.data / "memory/decisions.md"
    lines = [line for line in path.read_text().splitlines(keepends=True) if "Drop" not in line]
    path.write_text("".join(lines).replace("Keep this one", "Keep that one") + "- A new one\n")
    daemon.start()
    with daemon.connect() as wire:
        assert wire.call("notes.read", {"key": kept})["text"] == "Keep that one"
        assert wire.call("notes.read", {"key": "memory/decisions.md:a-new-one"})["hot"] is False
        until(lambda: any((daemon.data / "memory/archive").iterdir()))
        with pytest.raises(RpcError, match="archived"):
            wire.call("notes.read", {"key": gone})
    assert "- Keep that one ↑" in (daemon.data / "MEMORY.md").read_text()


@pytest.mark.parametrize("lost", part(1, ["MEMORY.md", "memory/hygiene.json", ".memoryd/hot.json"]))
def test_what_is_lost_while_the_daemon_is_down_is_made_again(daemon: Daemon, lost: str) -> None:
    with daemon.connect() as wire:
        keys = {write(wire, f"Fixed point {number}", pin=True) for number in range(3)}
    daemon.stop()
    (daemon.data / lost).unlink()
    daemon.start()
    with daemon.connect() as wire:
        assert {note["key"] for note in wire.call("notes.list")["notes"] if note["hot"]} == keys
        assert wire.call("system.verify")["checked"]["hot"] == 3
    hygiene = json.loads((daemon.data / "memory/hygiene.json").read_text())
    assert len(hygiene["L1accessLog"]) == 3
    assert sorted(move["entry"] for move in hygiene["promotionLog"]) == sorted(keys)


def test_a_broken_hygiene_file_is_set_aside_and_its_log_saved(daemon: Daemon, wire: Wire) -> None:
    key = write(wire, "Fixed point", pin=True)
    path = daemon.data / "memory/hygiene.json"
    path.write_text(path.read_text()[:-30])
    until(lambda: path.with_suffix(".json.broken").exists())
    until(path.exists)
    assert [move["entry"] for move in json.loads(path.read_text())["promotionLog"]] == [key]
    assert any("hygiene.json" in problem["path"] for problem in wire.call("system.health")["problems"])


def test_an_agent_that_edits_hygiene_by_hand_is_merged(daemon: Daemon, wire: Wire) -> None:
    key = write(wire, "Cold for now")
    path = daemon.data / "memory/hygiene.json"
    until(path.exists)
    hygiene = json.loads(path.read_text())
    hygiene["accessLog"][key] = {"accessCount": 3, "sessions": ["x", "y", "z"], "lastAccess": "2026-05-15"}
    path.write_text(json.dumps(hygiene))
    until(lambda: wire.call("notes.read", {"key": key})["hot"])
    assert "(3 sessions)" in (daemon.data / "MEMORY.md").read_text()


def test_directives_say_what_was_done(daemon: Daemon, wire: Wire) -> None:
    key = write(wire, "Jarvis is the assistant's name")
    place = key.removeprefix("memory/").replace(".md:", ":")
    session = wire.call("sessions.start", {})["session_id"]
    assert say(wire, f"[[promote:{place}]]", session) == [{"directive": f"[[promote:{place}]]", "done": True}]
    assert wire.call("notes.read", {"key": key})["hot"]
    found = say(wire, "[[forget keyword:JARVIS]] and tell me", session)
    assert [(one["done"], one["count"]) for one in found] == [(True, 1)]
    assert not wire.call("notes.read", {"key": key})["hot"]
    (health,) = say(wire, "[[memory_health]]", session)
    assert health["text"].startswith(
        "=== Memory Health ===\nL1: 0/30 bullets | 0 tagged [pin]\nL2: 1 files | 1 entries"
    )
    (missing,) = say(wire, "[[pin:decisions:nothing]]", session)
    assert (missing["done"], "no note" in missing["error"]) == (False, True)
    (missing,) = say(wire, f"[[pin:{place[:-3]}]]", session)
    assert missing["error"].endswith(f"; did you mean {key}?")
    assert missing["error"].count("did you mean") == 1
    (active,) = say(wire, f"[[restore:{place}]]", session)
    assert active["error"] == f"{key} is not archived: it is in {key.partition(':')[0]}"
    wire.call("notes.archive", {"key": key})
    (missing,) = say(wire, f"[[restore:{place[:-3]}]]", session)
    assert missing["error"].endswith(f"; did you mean {key}?")


def test_what_was_archived_comes_back_beside_a_note_that_has_its_slug(daemon: Daemon, wire: Wire) -> None:
    path = daemon.data / "memory/decisions.md"
    path.parent.mkdir(exist_ok=True)
    path.write_text("# Decisions\n\n## Ferry\n\nIt leaves at noon.\n")
    section = "memory/decisions.md:ferry"
    until(lambda: section in [one["key"] for one in wire.call("notes.list")["notes"]])
    for key, again in ((write(wire, "We use Flask", slug="web"), "We use Django"), (section, "It leaves at six.")):
        text = wire.call("notes.read", {"key": key})["text"]
        wire.call("notes.archive", {"key": key})
        write(wire, again, slug=key.partition(":")[2])
        back = wire.call("notes.restore", {"key": key, "pin": True})
        assert back == {"key": f"{key}-2", "status": "restored", "hot": True, "beside": key}
        assert [wire.call("notes.read", {"key": one})["text"] for one in (f"{key}-2", key)] == [text, again]
        with pytest.raises(RpcError, match="is not archived"):
            wire.call("notes.restore", {"key": key})
    standing = wire.call("notes.list")
    daemon.stop()
    daemon.start()
    with daemon.connect() as later:
        assert later.call("notes.list") == standing


def test_a_group_brings_back_no_private_note_by_a_key_that_another_has(daemon: Daemon, wire: Wire) -> None:
    key = write(wire, "The cellar has mice", slug="cellar", audience="private")
    wire.call("notes.archive", {"key": key})
    with daemon.connect() as group:
        group.call("sessions.start", {"audience": "group", "project": "x"})
        write(wire, "The cellar is cold", slug="cellar", audience="shared")
        with pytest.raises(RpcError, match="is not archived"):
            group.call("notes.restore", {"key": key})
    assert wire.call("notes.restore", {"key": key})["key"] == f"{key}-2"


def test_a_layer_of_ours_is_empty_before_it_has_a_file(daemon: Daemon, wire: Wire) -> None:
    assert wire.call("notes.list", {"layer": "skills"}) == wire.call("notes.list", {"layer": "user"}) == {"notes": []}
    with daemon.connect() as group:
        group.call("sessions.start", {"audience": "group", "project": "x"})
        assert group.call("notes.list", {"layer": "skills"}) == {"notes": []}
    with pytest.raises(RpcError, match="there is no layer 'zoo'"):
        wire.call("notes.list", {"layer": "zoo"})


def test_plain_speech_remembers_and_archives(daemon: Daemon, wire: Wire) -> None:
    session = wire.call("sessions.start", {})["session_id"]
    (done,) = say(wire, "Please remember this: the cat is called Mia", session)
    assert (done["done"], done["text"]) == (True, "memory/knowledge.md:the-cat-is-called-mia")
    say(wire, "The dog is called Rex", session)
    (done,) = say(wire, "Remember this!", session)
    assert done["text"] == "memory/knowledge.md:the-dog-is-called-rex"
    # What was asked to be remembered is written once, whoever asks again.
    for again in (
        "Keep in mind that the parrot is called Kai.",
        "Remember this!",
        "Keep in mind that the parrot is called Kai. Remember this!",
    ):
        assert {one["text"] for one in say(wire, again, session)} == {"memory/knowledge.md:the-parrot-is-called-kai"}
    # What names two of them archives none, and says nothing (rule 16).
    assert say(wire, "forget about called", session) == []
    (done,) = say(wire, "Delete the cat is called Mia.", session)
    assert (done["done"], done["count"]) == (True, 1)
    assert "Mia" not in (daemon.data / "MEMORY.md").read_text()
    assert say(wire, "I cannot remember this at all", session) == []
    said = "Gut. Merk dir bitte, dass ich nur grünen Tee mag! Und jetzt weiter."
    (done,) = say(wire, said, session)
    assert done["text"] == "memory/preferences.md:ich-mag-nur-grünen-tee"
    fact = wire.call("facts.add", {"subject": "user", "predicate": "lives in", "object": "Malmö"})["id"]
    assert say(wire, "Please delete Malmö from the list in towns.txt.", session) == []
    (done,) = say(wire, "Thanks! You can forget that I live in Malmö.", session)
    assert (done["done"], done["text"]) == (True, fact)
    assert wire.call("facts.get", {"id": fact})["archived"]


@pytest.mark.parametrize(
    "asked",
    [
        "Forget the note about the test cards, we have a simulator now.",
        "Please delete the fact about the test cards because Kite sent a simulator",
        "Vergiss die Notiz über die test cards, Kite hat uns einen Simulator gegeben.",
        "Lösch bitte die Notiz zu den test cards, wir brauchen sie nicht mehr.",
        "forget about the test cards; it's all simulated now",
    ],
)
def test_what_is_to_be_forgotten_is_told_with_its_reason(wire: Wire, asked: str) -> None:
    session = wire.call("sessions.start", {})["session_id"]
    key = wire.call("notes.write", {"layer": "knowledge", "text": "The test cards of Kite lie in the vault"})["key"]
    wire.call("notes.write", {"layer": "knowledge", "text": "The simulator of Ada is slow"})
    (done,) = say(wire, asked, session)
    assert (done["done"], done["text"]) == (True, key)


def test_what_is_to_be_forgotten_is_no_part_of_a_list(wire: Wire) -> None:
    session = wire.call("sessions.start", {})["session_id"]
    wire.call("notes.write", {"layer": "knowledge", "text": "Ada wants oat milk"})
    assert say(wire, "forget about milk, eggs and bread", session) == []


def test_what_is_remembered_tells_the_date_of_a_day_that_was_named_from_that_one(wire: Wire) -> None:
    wire.call("sessions.start", {"session_id": "s"})
    for asked in (
        "Remember that the freeze begins tomorrow.",
        "Denk daran, dass Ada am Dienstag nächste Woche nicht arbeitet.",
        "Keep in mind that the offer ends by Friday next week",
    ):
        message = {"role": "user", "content": asked, "at": "2026-03-09T12:00:00Z"}
        assert wire.call("sessions.append", {"session_id": "s", "messages": [message]})["directives"][0]["done"]
    assert {note["text"] for note in wire.call("notes.list", {"layer": "knowledge"})["notes"]} == {
        "the freeze begins tomorrow (2026-03-10)",
        "Ada arbeitet am Dienstag nächste Woche (2026-03-17) nicht",
        "the offer ends by Friday next week (2026-03-20)",
    }


def test_a_note_and_the_fact_of_the_same_message_are_forgotten_together(daemon: Daemon, wire: Wire) -> None:
    session = wire.call("sessions.start", {})["session_id"]
    say(wire, "Remember that my dog is called Rex.", session)
    wire.call("maintenance.run", {"action": "summarize"})
    (fact,) = wire.call("facts.find", {"object": "Rex"})["facts"]
    other = wire.call("facts.add", {"subject": "Rex", "predicate": "barks", "object": "at noon"})["id"]
    assert say(wire, "Forget about Rex", session) == []  # of two statements none
    wire.call("facts.archive", {"id": other})
    (done,) = say(wire, "Forget about Rex", session)
    assert (done["count"], done["text"]) == (1, "memory/user.md:my-dog-is-called-rex")
    assert wire.call("facts.get", {"id": fact["id"]})["archived"]
    assert wire.call("notes.list", {"layer": "user"})["notes"] == []


def test_a_note_and_a_fact_that_somebody_else_stated_are_two(daemon: Daemon, wire: Wire) -> None:
    say(wire, "Remember that my dog is called Rex.")
    wire.call("facts.add", {"subject": "dog", "predicate": "called", "object": "Rex"})
    assert say(wire, "Forget about Rex") == []


def test_only_a_user_in_private_can_direct(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        key = write(wire, "A plain note")
        session = wire.call("sessions.start", {})["session_id"]
        message = {"role": "assistant", "content": "[[pin:decisions:a-plain-note]]"}
        reply = wire.call("sessions.append", {"session_id": session, "messages": [message]})
        assert reply["directives"] == []
    with daemon.connect() as group:
        session = group.call("sessions.start", {"audience": "group"})["session_id"]
        assert say(group, "[[pin:decisions:a-plain-note]]", session) == []
        assert group.call("system.health", {})["text"] == ""
        assert group.call("notes.read", {"key": key})["hot"] is False


def test_thirty_pinned_notes_are_all_there_is_room_for(wire: Wire) -> None:
    for number in range(30):
        write(wire, f"Pinned number {number}", pin=True)
    with pytest.raises(RpcError, match="pinned or critical") as refused:
        write(wire, "One too many", remember=True)
    assert refused.value.code == "limit_exceeded"
    assert wire.call("notes.write", {"layer": "decisions", "text": "One too many"})["hot"] is False
    assert any("hot cache" in problem["what"] for problem in wire.call("system.health")["problems"])


def test_what_is_refused_changes_nothing(wire: Wire) -> None:
    write(wire, "A note", slug="mine")
    for params, code in (
        ({"layer": "decisions", "text": "Another", "slug": "mine"}, "conflict"),
        ({"layer": "2026-01-01", "text": "x"}, "invalid_params"),
        ({"layer": "../up", "text": "x"}, "invalid_params"),
        ({"layer": "decisions", "text": "---"}, "invalid_params"),
        ({"layer": "decisions", "text": "x", "slug": "Not A Slug"}, "invalid_params"),
        ({"layer": "decisions", "text": "x" * (1 << 20) + "y"}, "too_large"),
    ):
        with pytest.raises(RpcError) as refused:
            wire.call("notes.write", params)
        assert refused.value.code == code, params
    assert len(wire.call("notes.list")["notes"]) == 1


def test_secrets_in_notes_are_replaced(daemon: Daemon, wire: Wire) -> None:
    result = wire.call("notes.write", {"layer": "knowledge", "text": "The password: hunter2secret99", "remember": True})
    assert result["redacted"] == [{"kind": "password", "count": 1}]
    assert "hunter2" not in (daemon.data / "MEMORY.md").read_text() + (daemon.data / "memory/knowledge.md").read_text()


UNREADABLE = ["MEMORY.md", "memory/hygiene.json", "memory/archive/decisions-2026-01-15.md", "memory/odd.md"]


def test_files_that_cannot_be_read_are_reported_and_let_be(daemon_folder: Path) -> None:
    daemon = Daemon(daemon_folder).start()
    for relpath in UNREADABLE:  # a directory cannot be read as a file, by root neither
        (daemon.data / relpath).unlink(missing_ok=True)
        (daemon.data / relpath).mkdir(parents=True)
    try:
        with daemon.connect() as wire:
            key = write(wire, "Written all the same", remember=True)
            problems: dict[str, Any] = {}
            while not problems.keys() >= set(UNREADABLE):
                problems = {problem["path"]: problem for problem in wire.call("system.health")["problems"]}
            assert all("regular file" in problems[relpath]["what"] for relpath in UNREADABLE)
            for relpath in UNREADABLE:
                (daemon.data / relpath).rmdir()
                (daemon.data / relpath).write_text("{}\n" if relpath.endswith("json") else "- Typed by hand\n")
            memory = daemon.data / "MEMORY.md"
            until(lambda: f"←{key}" in memory.read_text())
            assert memory.read_text().startswith("- Typed by hand\n")
            until(lambda: wire.call("recall.search", {"query": "typed by hand"})["archived"])
            until(lambda: not any(p["path"] in UNREADABLE for p in wire.call("system.health")["problems"]))
            until(lambda: any(note["layer"] == "odd" for note in wire.call("notes.list")["notes"]))
            assert wire.call("notes.read", {"key": "memory/odd.md:typed-by-hand"})["text"] == "Typed by hand"
    finally:
        daemon.kill()


def test_a_hand_edit_changes_no_note_that_was_written_before_it(daemon: Daemon, wire: Wire) -> None:
    keys = [write(wire, text) for text in ("Paint the crane yellow", "Sell the old quay")]
    path = daemon.data / "memory" / "decisions.md"
    path.write_text(path.read_text().replace("crane yellow", "crane green"))
    until(lambda: "green" in wire.call("notes.read", {"key": keys[0]})["text"])
    query = {"query": "sell the old quay", "kinds": ["note"]}
    until(lambda: [one["title"] for one in wire.call("recall.search", query)["results"][:1]] == ["Decisions"])
    until(lambda: wire.call("audit.list", {"key": keys[0]})["entries"][-1]["change"] == "changed")
    assert [one["change"] for one in wire.call("audit.list", {"key": keys[1]})["entries"]] == ["added"]


def test_a_note_is_found_on_the_line_on_which_it_stands(daemon: Daemon, wire: Wire) -> None:
    first, second = (write(wire, text) for text in ("Paint the crane yellow", "Sell the old quay"))
    path = daemon.data / "memory" / "decisions.md"

    def shown_and_real() -> tuple[int, int]:
        found = wire.call("recall.search", {"query": "sell the old quay", "kinds": ["note"]})["results"][0]
        lines = path.read_text().splitlines()
        return found["line"], next(at for at, line in enumerate(lines, 1) if line.startswith("- Sell"))

    before = until(lambda: len({*shown_and_real()}) == 1 and shown_and_real())
    wire.call("notes.edit", {"key": first, "text": "Paint the crane yellow\nand the barrels\nand the ropes"})
    after = shown_and_real()
    assert after == (before[0] + 2, before[1] + 2)
    assert wire.call("recall.get", {"key": second})["text"] == "Sell the old quay"
