"""An agent that follows the seed by hand, file by file, while the daemon watches: nothing is done or logged twice."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.workspace.house import House

DAY = "2026-05-15"
KEY = "memory/decisions.md:use-tabs-in-go"
ARCHIVE = f"memory/archive/decisions-{DAY}.md"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "data")
    house.put("memory/decisions.md", "# Decisions\n\n- Use tabs in Go\n- Deploy on Fridays\n")
    house.look()
    yield house
    house.stop()


def change_hygiene(house: House, change: Callable[[dict[str, Any]], None]) -> None:
    hygiene = house.hygiene
    change(hygiene)
    house.put("memory/hygiene.json", json.dumps(hygiene))


def log_demotion(hygiene: dict[str, Any]) -> None:
    hygiene["L1accessLog"].clear()
    hygiene["demotionLog"].append({"entry": KEY, "from": "L1", "to": "L2", "at": DAY, "reason": "zero access"})


def queue(hygiene: dict[str, Any]) -> None:
    hygiene["archiveQueue"].append({"entry": KEY, "archivedAt": DAY, "reason": "cold 30 days"})


@pytest.mark.parametrize("log_first", [True, False])
def test_a_demotion_is_logged_once_with_its_reason(house: House, log_first: bool) -> None:
    house.do("promote", KEY, "user request", None)
    if log_first:
        change_hygiene(house, log_demotion)
        house.look()
    house.put("MEMORY.md", "\n".join(line for line in house.memory.split("\n") if "↑" not in line))
    house.look()
    if not log_first:
        change_hygiene(house, log_demotion)
        house.look()
    assert [(move["entry"], move["reason"]) for move in house.hygiene["demotionLog"]] == [(KEY, "zero access")]
    assert house.hygiene["totals"]["demotions"] == 1
    assert f"→ Full version: `{KEY}`" in house.memory


@pytest.mark.parametrize("queue_first", [True, False])
def test_a_note_moved_to_the_archive_is_there_once(house: House, queue_first: bool) -> None:
    house.put(ARCHIVE, "- Use tabs in Go\n")
    if queue_first:
        change_hygiene(house, queue)
        house.look()
    stub = f"<!-- archived {DAY}: use-tabs-in-go → {ARCHIVE} -->\n"
    house.put("memory/decisions.md", house.file("memory/decisions.md").replace("- Use tabs in Go\n", stub))
    house.look()
    if not queue_first:
        change_hygiene(house, queue)
        house.look()
    assert house.file(ARCHIVE) == "- Use tabs in Go\n"
    assert house.hygiene["archiveQueue"] == [{"entry": KEY, "archivedAt": DAY, "reason": "cold 30 days"}]
    house.crash()
    assert house.run(lambda batch: house.keeper.restore("decisions:use-tabs-in-go", False, None, batch))["key"] == KEY
    assert house.file("memory/decisions.md") == "# Decisions\n\n- Use tabs in Go\n- Deploy on Fridays\n"


def test_an_archive_that_is_named_after_a_project_is_of_its_layer(house: House) -> None:
    house.put("memory/archive/context-projectX-2026-03-01.md", "- Project X ships in May\n")
    house.look()
    result = house.run(lambda batch: house.keeper.restore("context:project-x-ships-in-may", True, None, batch))
    assert (result["key"], result["hot"]) == ("memory/context.md:project-x-ships-in-may", True)
    assert "- Project X ships in May ↑[pin]\n" in house.file("memory/context.md")


def test_what_was_archived_is_not_archived_again_at_the_next_start(house: House) -> None:
    house.put("memory/decisions.md", "# Decisions\n\n- Use spaces everywhere else\n- Deploy on Fridays\n")
    house.write("skills", "Written in that moment")  # the watcher comes behind a request
    house.look()
    daily = house.file(f"memory/{DAY}.md")
    assert daily.count("Archived") == 1
    house.crash()
    house.look()
    assert house.file(f"memory/{DAY}.md") == daily
    assert house.hygiene["totals"]["archived"] == 1
