"""Passes over all facts in a child: each reads files, writes temporaries at most, and returns plain data."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from memoryd.kinds.facts.census.census import CensusOrder, CensusPass, Derived
from memoryd.kinds.facts.file.paths import CENSUS, DECAYED, ENTITIES, METADATA, RELATIONS
from memoryd.kinds.facts.file.snapshot import read_snapshot
from memoryd.kinds.facts.model.fact import FACTS_PATH
from memoryd.storage.atomic import replace_file
from memoryd.storage.blocks import blocks_of
from memoryd.storage.files import OsFiles
from memoryd.storage.lines import split_lines
from memoryd.storage.regular import regular

CENSUS_TASK = f"{__name__}:census"
INDEX_TASK = f"{__name__}:index"
Say = Callable[[str, int, int], None]
_PROGRESS = 20_000


def census(params: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """Decay a snapshot of all facts; leaves the readable files' next versions in the work directory."""
    root, files = params["root"], OsFiles()
    work = os.path.join(root, params["work"])
    order = msgspec.convert(params["order"], CensusOrder)
    with open(os.path.join(work, CENSUS), "rb", opener=regular) as file:
        ids, states = read_snapshot(file)
    say("decay", 0, len(ids))
    census_pass = CensusPass(order, ids, states)
    found = census_pass.take()
    if "metadata" in params["makes"]:
        replace_file(files, os.path.join(work, METADATA), census_pass.metadata())
        replace_file(files, os.path.join(work, DECAYED), census_pass.decayed.chunks())
    if "derived" in params["makes"]:
        # A consolidation archives the faded ones next.
        derived = Derived(set(ids).difference(found.faded) if params["prunes"] else ids)
        for number, raw in enumerate(split_lines(blocks_of(os.path.join(root, FACTS_PATH)))):
            derived.add(raw)
            if number % _PROGRESS == 0:
                say("decay", min(number, len(ids)), len(ids))
        replace_file(files, os.path.join(work, ENTITIES), derived.entities())
        replace_file(files, os.path.join(work, RELATIONS), derived.relations())
    say("decay", len(ids), len(ids))
    counts: dict[str, Any] = msgspec.to_builtins(found)
    return counts


def index(params: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """Compare the committed index with a snapshot's ids: what it lacks, and what it has too much."""
    # tantivy takes a moment to load; the other tasks do without it.
    from memoryd.recall.lexical.view import Committed

    root = params["root"]
    with open(os.path.join(root, params["work"], CENSUS), "rb", opener=regular) as file:
        ids, _ = read_snapshot(file)
    missing = {fact_id for fact_id in ids if fact_id}
    committed = Committed(Path(root, params["index"]))
    total, surplus = len(missing), []
    say("index", 0, total)
    for number, key in enumerate(committed.keys(FACTS_PATH)):
        if key in missing:
            missing.discard(key)
        else:
            surplus.append(key)
        if number % _PROGRESS == 0:
            say("index", min(number, total), total)
    say("index", total, total)
    return {"facts": total, "missing": sorted(missing), "surplus": sorted(surplus)}
