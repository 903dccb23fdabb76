"""`memoryctl health --nagios`: one line with perfdata, by the Monitoring Plugins' guidelines."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

from memoryd.cli.command import Call
from memoryd.cli.failures import NO_PERMISSION, of_silence
from memoryd.cli.output import Json
from memoryd.cli.reports import place
from memoryd.cli.screens import number, status_code
from memoryd.errors import Busy, MemorydError

LINE = "line"
_WORDS = ("OK", "WARNING", "CRITICAL", "UNKNOWN")
_UNKNOWN, _CRITICAL = 3, 2
_LONGEST = 400
_FIGURES = (
    ("facts", "active_facts", ""),
    ("archived", "archived_facts", ""),
    ("activation", "avg_activation", ""),
    ("disk", "disk_usage_percent", "%"),
    ("data", "data_bytes", "B"),
    ("consolidation", "consolidation_duration_seconds", "s"),
)


def check(call: Call) -> dict[str, Json]:
    """`{line, code}`: asked as a monitor does, so that no answer is a result, too."""
    begun = time.monotonic()
    try:
        result = call("system.health")
    except Busy as error:  # it has no memory to serve
        return _line(_CRITICAL, error.sentence, "")
    except MemorydError as error:
        return _line(_UNKNOWN, error.sentence, "")
    except TimeoutError:
        return _line(_CRITICAL, f"memoryd on {call.socket} gave no answer in time", "")
    except ConnectionError as error:
        failure = of_silence(error, call.socket)
        return _line(_UNKNOWN if failure.exit_code == NO_PERMISSION else _CRITICAL, failure.sentence, "")
    figures = result.get("health") or {}
    problems = [f"{place(one)}: {str(one.get('what')).rstrip('.')}" for one in result.get("problems") or []]
    code = status_code(result)
    # What needs no action says nothing to whoever is woken by it.
    told = [] if code == 0 else [*problems, *map(str, figures.get("warnings") or ())]
    perfdata = " ".join(_perfdata(figures, len(problems), time.monotonic() - begun))
    return _line(code, "; ".join([str(result.get("status")), *told]), perfdata)


def _perfdata(figures: Mapping[str, Any], problems: int, seconds: float) -> Iterator[str]:
    for name, key, unit in _FIGURES:
        if isinstance(figures.get(key), int | float):
            yield f"{name}={figures[key]}{unit}" + (";;;0;100" if unit == "%" else ";;;0")
    yield f"problems={problems};;;0"
    yield f"jobs={sum(map(number, (figures.get('pending_jobs') or {}).values()))};;;0"
    yield f"time={seconds:.6f}s;;;0"


def _line(code: int, text: str, perfdata: str) -> dict[str, Json]:
    # A bar begins the perfdata.
    plain = " ".join(text.replace("|", "/").split())[:_LONGEST]
    return {LINE: f"MEMORYD {_WORDS[code]} - {plain}" + (f" | {perfdata}" if perfdata else ""), "code": code}
