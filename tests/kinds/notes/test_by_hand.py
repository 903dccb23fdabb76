"""An agent that follows the seed by hand, file by file, while the daemon watches: nothing is done or logged twice."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kinds.notes.rig import NotesRig

DAY = "2026-05-15"
KEY = "memory/decisions.md:use-tabs-in-go"
ARCHIVE = f"memory/archive/decisions-{DAY}.md"


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[NotesRig]:
    rig = NotesRig(tmp_path / "data")
    rig.put("memory/decisions.md", "# Decisions\n\n- Use tabs in Go\n- Deploy on Fridays\n")
    rig.look()
    yield rig
    rig.stop()


def change_hygiene(rig: NotesRig, change: Callable[[dict[str, Any]], None]) -> None:
    hygiene = rig.hygiene
    change(hygiene)
    rig.put("memory/hygiene.json", json.dumps(hygiene))


def log_demotion(hygiene: dict[str, Any]) -> None:
    hygiene["L1accessLog"].clear()
    hygiene["demotionLog"].append({"entry": KEY, "from": "L1", "to": "L2", "at": DAY, "reason": "zero access"})


def queue(hygiene: dict[str, Any]) -> None:
    hygiene["archiveQueue"].append({"entry": KEY, "archivedAt": DAY, "reason": "cold 30 days"})


@pytest.mark.parametrize("log_first", [True, False])
def test_a_demotion_is_logged_once_with_its_reason(rig: NotesRig, log_first: bool) -> None:
    rig.do("promote", KEY, "user request", None)
    if log_first:
        change_hygiene(rig, log_demotion)
        rig.look()
    rig.put("MEMORY.md", "\n".join(line for line in rig.memory.split("\n") if "↑" not in line))
    rig.look()
    if not log_first:
        change_hygiene(rig, log_demotion)
        rig.look()
    assert [(move["entry"], move["reason"]) for move in rig.hygiene["demotionLog"]] == [(KEY, "zero access")]
    assert rig.hygiene["totals"]["demotions"] == 1
    assert f"→ Full version: `{KEY}`" in rig.memory


@pytest.mark.parametrize("queue_first", [True, False])
def test_a_note_moved_to_the_archive_is_there_once(rig: NotesRig, queue_first: bool) -> None:
    rig.put(ARCHIVE, "- Use tabs in Go\n")
    if queue_first:
        change_hygiene(rig, queue)
        rig.look()
    stub = f"<!-- archived {DAY}: use-tabs-in-go → {ARCHIVE} -->\n"
    rig.put("memory/decisions.md", rig.file("memory/decisions.md").replace("- Use tabs in Go\n", stub))
    rig.look()
    if not queue_first:
        change_hygiene(rig, queue)
        rig.look()
    assert rig.file(ARCHIVE) == "- Use tabs in Go\n"
    assert rig.hygiene["archiveQueue"] == [{"entry": KEY, "archivedAt": DAY, "reason": "cold 30 days"}]
    rig.crash()
    assert rig.run(lambda batch: rig.store.restore("decisions:use-tabs-in-go", False, None, batch))["key"] == KEY
    assert rig.file("memory/decisions.md") == "# Decisions\n\n- Use tabs in Go\n- Deploy on Fridays\n"


def test_an_archive_that_is_named_after_a_project_is_of_its_layer(rig: NotesRig) -> None:
    rig.put("memory/archive/context-projectX-2026-03-01.md", "- Project X ships in May\n")
    rig.look()
    result = rig.run(lambda batch: rig.store.restore("context:project-x-ships-in-may", True, None, batch))
    assert (result["key"], result["hot"]) == ("memory/context.md:project-x-ships-in-may", True)
    assert "- Project X ships in May ↑[pin]\n" in rig.file("memory/context.md")


def test_what_was_archived_is_not_archived_again_at_the_next_start(rig: NotesRig) -> None:
    rig.put("memory/decisions.md", "# Decisions\n\n- Use spaces everywhere else\n- Deploy on Fridays\n")
    rig.write("skills", "Written in that moment")  # the watcher comes after a request
    rig.look()
    daily = rig.file(f"memory/{DAY}.md")
    assert daily.count("Archived") == 1
    rig.crash()
    rig.look()
    assert rig.file(f"memory/{DAY}.md") == daily
    assert rig.hygiene["totals"]["archived"] == 1
