"""Briefs of scripted projects: how many of the ten things that a colleague must know, and what they should not say."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from memoryd.recall.models.model import BUNDLED_MODEL
from tests.bench.extraction import BLIND, HERE
from tests.bench.place import place
from tests.bench.report import Row
from tests.support.daemon import Daemon

BUDGET = 1500
SETS = {
    "dev": HERE / "data/projects_dev.json",
    "dev2": HERE / "data/projects_dev2.json",
    "dev3": HERE / "data/projects_dev3.json",
    "dev4": HERE / "data/projects_dev4.json",
    "dev5": HERE / "data/projects_dev5.json",
    "dev6": HERE / "data/projects_dev6.json",
    "dev7": HERE / "data/projects_dev7.json",
    "dev8": HERE / "data/projects_dev8.json",
    "dev9": HERE / "data/projects_dev9.json",
    "dev10": HERE / "data/projects_dev10.json",
    "dev11": HERE / "data/projects_dev11.json",
    "dev12": HERE / "data/projects_dev12.json",
    "dev13": HERE / "data/projects_dev13.json",
    "dev14": HERE / "data/projects_dev14.json",
    "dev15": HERE / "data/projects_dev15.json",
    "dev16": HERE / "data/projects_dev16.json",
    "dev17": HERE / "data/projects_dev17.json",
    "dev18": HERE / "data/projects_dev18.json",
    "blind": BLIND / "projects.json",
}
Project = Mapping[str, Any]
_KEY = re.compile(r" \[[^\[\]\s]+\]$")


def projects(path: Path) -> list[Project]:
    """The scripted projects of a set."""
    found: list[Project] = json.loads(path.read_text())["items"]
    return found


def brief_of(folder: Path, project: Project, budget_tokens: int = BUDGET) -> dict[str, Any]:
    """What a new session gets after the project's sessions, and the night behind the last of them."""
    daemon = Daemon(folder, _as_installed()).start()
    try:
        with daemon.connect() as wire:
            now = datetime.now(UTC)
            for number, session in enumerate(project["sessions"]):
                started = {"agent": session["agent"], "project": project["project"]}
                session_id = wire.call("sessions.start", started)["session_id"]
                begin = now - timedelta(days=session["days_ago"], minutes=-number)
                messages = [
                    {**message, "at": (begin + timedelta(seconds=20 * at)).isoformat()}
                    for at, message in enumerate(session["messages"])
                ]
                wire.call("sessions.append", {"session_id": session_id, "messages": messages})
                wire.call("sessions.end", {"session_id": session_id})
            wire.call("maintenance.run", {"action": "consolidate"})
            asked = {"project": project["project"], "budget_tokens": budget_tokens}
            found: dict[str, Any] = wire.call("sessions.brief", asked)
            return found
    finally:
        daemon.kill()


def _as_installed() -> str:
    """The bundled model judges what is past, too, where setup made it."""
    if not Path(sys.prefix, "share/memoryd/models", BUNDLED_MODEL).is_dir():
        return ""
    return f'[memory_oracle]\nembedding_model = "{BUNDLED_MODEL}"\n'


def held(text: str, things: list[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Those of which some line has all the words; its key, which has numbers of its own, tells nothing."""
    lines = [_KEY.sub("", line.casefold()) for line in text.splitlines()]
    for thing in things:
        if any(tells(line, thing) for line in lines):
            yield thing


def tells(folded: str, thing: Mapping[str, Any]) -> bool:
    """Whether the text has all words of the thing, in one of its wordings where there are several."""
    wordings = thing.get("any") or [thing["holds"]]
    return any(all(word.casefold() in folded for word in words) for words in wordings)


def score(found: list[Project]) -> tuple[int, int, int, int, int]:
    """(known, to be known, said though past, past, most tokens) over the briefs of these projects."""
    known = wanted = said = past = most = 0
    for project in found:
        with place() as folder:
            brief = brief_of(folder, project)
        known += sum(1 for _ in held(brief["text"], project["must_know"]))
        wanted += len(project["must_know"])
        said += sum(1 for _ in held(brief["text"], project["must_not"]))
        past += len(project["must_not"])
        most = max(most, brief["tokens"])
    return known, wanted, said, past, most


TITLE = f"Briefs of scripted projects in {BUDGET} tokens, on sets of our own (dev to dev18) and on one written blind"
BASELINE = "meant"


def bench() -> list[Row]:
    """Counts only: what the blind set says is not looked at."""
    rows = []
    for name, path in SETS.items():
        known, wanted, said, past, most = score(projects(path))
        rows += [
            Row(f"{name} known", "", known, wanted, aim=f">= {round(0.9 * wanted)}", note=f"at most {most} tokens"),
            Row(f"{name} said though past", "", said, past, more_is_better=False, aim="0"),
        ]
    return rows
