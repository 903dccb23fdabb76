"""The quality probe: asks canary questions through recall and records how many it answers (002 §Quality Probe)."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from datetime import date, tzinfo
from typing import Annotated, Any

import msgspec

from memoryd import __version__
from memoryd.background import Run
from memoryd.errors import Conflict, InvalidParams
from memoryd.maintenance.answer import holds
from memoryd.maintenance.paths import CANARIES, CANARY_HISTORY
from memoryd.maintenance.runs import ProbeResult, Runs, RunsState
from memoryd.problems import ProblemBoard
from memoryd.storage.regular import LARGEST_STATE, read_whole
from memoryd.times import format_time, local_date
from memoryd.types import BOM, UNREADABLE, Problem, fold

DEPTH = 10
"""Results among which a canary's answer must be (002 §5)."""
Ask = Callable[[str], Iterable[tuple[bool, str]]]
"""What recall answers with, best first: whether it is a fact, and its text; leaves no trace."""
_Text = Annotated[str, msgspec.Meta(min_length=1, max_length=10_000)]


class Canary(msgspec.Struct, kw_only=True):
    """A question and what its answer must hold."""

    query: _Text
    expected_contains: _Text


class HistoryLine(msgspec.Struct, kw_only=True):
    """A line of canary-history.jsonl: enough to connect a drop with a change."""

    at: str
    version: str
    model: str
    weights: dict[str, float]
    passed: int
    total: int
    ratio: float
    failed: list[str]


class CanaryFile(msgspec.Struct, frozen=True):
    """The canaries in the file, and its problems."""

    canaries: list[Canary]
    problems: list[Problem] = msgspec.field(default_factory=list)
    is_read: bool = True
    """False when nothing in it can be used; then it must not be overwritten."""


def read_canaries(root: str) -> CanaryFile:
    """The canaries that can be asked; other entries are left out and reported."""
    try:
        entries = msgspec.json.decode(read_whole(os.path.join(root, CANARIES))[0].removeprefix(BOM), type=list[Any])
    except FileNotFoundError:
        return CanaryFile([])
    except (OSError, *UNREADABLE) as error:
        return CanaryFile([], [_problem(f"not read: {error}")], is_read=False)
    canaries, problems = [], []
    for number, entry in enumerate(entries, 1):
        try:
            canaries.append(_usable(entry))
        except msgspec.ValidationError as error:
            problems.append(_problem(f"entry {number} is not asked: {error}"))
    return CanaryFile(canaries, problems, is_read=bool(canaries or not entries))


def _usable(entry: object) -> Canary:
    canary = msgspec.convert(entry, Canary)
    if not canary.query.strip() or not canary.expected_contains.strip():
        raise msgspec.ValidationError("`query` and `expected_contains` must not be empty")
    return canary


def _problem(what: str) -> Problem:
    return Problem(path=CANARIES, what=what, action="fix the file; see memoryctl help canary")


def with_canary(root: str, known: list[Canary], query: str, expected: str) -> bytes | None:
    """The file with one more canary, None when it is there; what else a person wrote into the file stays.

    Raises Conflict when its question is there with another answer.
    """
    for canary in known:
        if fold(canary.query) == fold(query):
            if fold(canary.expected_contains) == fold(expected):
                return None
            raise Conflict(
                f"that question is a canary already, expecting {canary.expected_contains[:200]!r}; "
                f"edit {CANARIES} to change it",
                query=query[:200],
            )
    if not query.strip() or not expected.strip():
        raise InvalidParams("a canary needs a question and what its answer must hold", param="query")
    standing: list[Any] = []
    with suppress(FileNotFoundError):
        standing = msgspec.json.decode(read_whole(os.path.join(root, CANARIES))[0].removeprefix(BOM))
    more = {"query": query, "expected_contains": expected}
    return msgspec.json.format(msgspec.json.encode([*standing, more]), indent=2) + b"\n"


class Probed(msgspec.Struct):
    """What asking every canary found."""

    total: int = 0
    failed: list[str] = msgspec.field(default_factory=list)
    """The questions."""
    of_facts: list[str] = msgspec.field(default_factory=list)
    """The questions that are a fact's to answer."""


def probe(
    canaries: Iterable[Canary], ask: Ask, today: date, of_facts: Collection[str], told: Callable[[int], None]
) -> Probed:
    """Ask every canary.

    What a fact has answered once (`of_facts`) is for a fact to answer: the message that the fact was made of still
    holds the words when the fact has gone.
    """
    found = Probed()
    for canary in canaries:
        told(found.total)
        found.total += 1
        by = {is_fact for is_fact, text in ask(canary.query) if holds(text, canary.expected_contains, today)}
        is_of_fact = True in by or canary.query in of_facts
        if is_of_fact:
            found.of_facts.append(canary.query)
        if not by or (is_of_fact and True not in by):
            found.failed.append(canary.query)
    return found


def history_line(at: int, version: str, model: str, weights: dict[str, float], total: int, failed: list[str]) -> bytes:
    """A line of the history, newline included."""
    passed = total - len(failed)
    line = HistoryLine(
        at=format_time(at),
        version=version,
        model=model,
        weights=weights,
        passed=passed,
        total=total,
        ratio=passed / total if total else 1.0,
        failed=failed,
    )
    return msgspec.json.encode(line) + b"\n"


def read_history(root: str, limit: int) -> list[dict[str, Any]]:
    """The last `limit` probes, oldest first; lines that cannot be read are skipped."""
    try:
        raws = read_whole(os.path.join(root, CANARY_HISTORY), LARGEST_STATE)[0].split(b"\n")
    except OSError:
        return []
    found: list[dict[str, Any]] = []
    for raw in raws:
        try:
            found.append(msgspec.to_builtins(msgspec.json.decode(raw, type=HistoryLine)))
        except UNREADABLE:
            continue
    return found[-limit:]


class QualityProbe:
    """The step `quality-probe`, and the canaries that it asks."""

    def __init__(
        self,
        root: str,
        ask: Ask,
        recall_state: Callable[[], tuple[str, dict[str, float]]],
        log: Callable[[bytes], object],
        runs: Runs,
        board: ProblemBoard,
        zone: Callable[[], tzinfo],
    ) -> None:
        """`recall_state`: the model, and the weights of the score. `log` makes a line of the history durable."""
        self._root = root
        self._ask = ask
        self._recall_state = recall_state
        self._log = log
        self._runs = runs
        self._board = board
        self._zone = zone

    def step(self, run: Run) -> dict[str, int]:
        """Ask every canary, and log how many recall answers; the ratio goes into health."""
        found = read_canaries(self._root)
        canaries, bad = found.canaries, {"unusable": len(found.problems)} if found.problems else {}
        self._board.set("canaries", found.problems)
        if not found.is_read:
            raise unreadable(found, "nothing was asked")
        if run.dry_run or not canaries:
            return {"canaries": len(canaries), **bad}
        today = local_date(run.at, self._zone())
        of_facts = self._runs.state.of_facts
        probed = probe(canaries, self._ask, today, of_facts, lambda done: run.progress("probe", done, len(canaries)))
        model, weights = self._recall_state()
        self._log(history_line(run.at, __version__, model, weights, probed.total, probed.failed))
        result = ProbeResult(at=run.at, passed=probed.total - len(probed.failed), total=probed.total)

        def remember(state: RunsState) -> None:
            state.probe, state.of_facts = result, probed.of_facts

        self._runs.change(remember)
        return {"canaries": probed.total, "passed": result.passed, "failed": len(probed.failed), **bad}

    def is_of_fact(self, canary: Canary, now: int) -> bool:
        """Whether a fact answers the canary now."""
        found = probe([canary], self._ask, local_date(now, self._zone()), (), lambda _done: None)
        return bool(found.of_facts)


def unreadable(found: CanaryFile, so: str) -> Conflict:
    """The refusal while somebody has to repair the file."""
    return Conflict(f"{CANARIES} cannot be used, so {so}: {found.problems[0].what}; fix the file", path=CANARIES)
