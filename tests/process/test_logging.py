"""The log of a real process, in each of its forms."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from memoryd.process.logging import choose_format
from memoryd.process.records import TEXT_OF_MEMORY
from tests.process.journald import Journald

ROOT = Path(__file__).parents[2]


def run(body: str, form: str = "auto", env: dict[str, str] | None = None, **streams: Any) -> str:
    program = (
        "import sys, logging, threading, warnings, structlog\n"
        "from memoryd.process.logging import configure_logging\n"
        f"log = configure_logging('info', {form!r}, journal=sys.argv[1])\n"
        "say = structlog.get_logger()\n" + body
    )
    environ = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **(env or {})}
    command = [sys.executable, "-W", "default", "-c", program, streams.pop("journal", "/nowhere")]
    done = subprocess.run(command, stderr=streams.pop("stderr", subprocess.PIPE), env=environ, timeout=60, **streams)
    return (done.stderr or b"").decode()


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_json_lines_where_there_is_no_terminal_and_no_journal() -> None:
    (record,) = lines(run("say.info('ready', data='/d', count=3)"))
    assert list(record)[:3] == ["timestamp", "level", "event"]
    assert {name: record[name] for name in ("level", "event", "data", "count")} == {
        "level": "info",
        "event": "ready",
        "data": "/d",
        "count": 3,
    }
    assert record["timestamp"].endswith("Z")


def test_the_level_changes_while_it_runs() -> None:
    body = (
        "say.debug('a'); log.set_level('debug'); say.debug('b')\n"
        "log.set_level('error'); say.warning('c'); say.error('d')"
    )
    assert [record["event"] for record in lines(run(body))] == ["b", "d"]


def test_a_memorys_text_shows_in_a_debug_record_only() -> None:
    body = (
        "log.set_level('debug')\n"
        f"for name in {sorted(TEXT_OF_MEMORY)!r}:\n"
        "    say.info('x', **{name: 'my secret'})\n"
        "    say.error('x', **{name: ['my secret']})\n"
    )
    text = run(body)
    assert len(lines(text)) == 2 * len(TEXT_OF_MEMORY)
    assert "my secret" not in text
    assert "my secret" in run("log.set_level('debug'); say.debug('x', text='my secret')")


def test_a_huge_value_is_cut() -> None:
    (record,) = lines(run("say.info('x', path='p' * 100_000)"))
    assert len(record["path"]) < 5000
    assert record["path"].endswith("(100000 characters)")


def test_what_nobody_caught_is_logged_with_its_traceback() -> None:
    body = (
        "logging.getLogger('asyncio').error('lost %s', 'task')\n"
        "logging.getLogger('chatty').info('not this')\n"
        "warnings.warn('old')\n"
        "thread = threading.Thread(target=lambda: 1 / 0, name='writer'); thread.start(); thread.join()\n"
        "raise RuntimeError('the end')"
    )
    library, warning, thread, main = lines(run(body))
    assert (library["event"], library["logger"], library["message"]) == ("library", "asyncio", "lost task")
    assert (warning["event"], warning["logger"]) == ("library", "py.warnings")
    assert (thread["event"], thread["thread"]) == ("uncaught", "writer")
    assert "ZeroDivisionError" in thread["exception"]
    assert (main["event"], main["level"]) == ("uncaught", "critical")
    assert "the end" in main["exception"]


def test_on_the_console_nothing_steers_the_terminal() -> None:
    text = run("log.set_level('debug'); say.debug('x', text='a\\x1b[31mb\\x07c\\u009bd')", "console")
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "\u009b" not in text
    assert "a\\x1b[31mb" in text.replace("\\\\", "\\")


def test_colours_on_a_terminal_and_none_where_they_are_unwanted() -> None:
    for env, coloured in (
        ({"TERM": "xterm"}, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
    ):
        main, side = os.openpty()
        run("say.info('ready')", env=env, stderr=side)
        os.close(side)
        text = os.read(main, 10_000)
        os.close(main)
        assert b"ready" in text
        assert (b"\x1b[" in text) is coloured


@pytest.mark.parametrize("form", ["json", "console"])
def test_a_name_that_is_no_text_stops_nobody_who_logs(form: str) -> None:
    said = run("say.warning('problem', path='a\\udcff.md', names=['\\ud800']); say.info('behind')", form)
    assert (r"a\\xff.md" if form == "json" else "path=a") in said
    assert "behind" in said
    assert "Traceback" not in said


def test_the_journal_gets_its_own_fields(journald: Journald, tmp_path: Path) -> None:
    with (tmp_path / "stderr").open("w+b") as stderr:
        status = os.fstat(stderr.fileno())
        env = {"JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"}
        body = (
            "say.info('consolidation', seconds=2.5, key='fact-1')\n"
            "try: 1/0\n"
            "except Exception: say.exception('internal_error')"
        )
        run(body, env=env, stderr=stderr, journal=journald.path)
        assert os.fstat(stderr.fileno()).st_size == 0
    first, second = journald.receive(), journald.receive()
    assert (first["MEMORYD_EVENT"], first["MEMORYD_KEY"], first["PRIORITY"]) == (b"consolidation", b"fact-1", b"6")
    assert first["MESSAGE_ID"] == b"4780ee48345f4c53af6b2d0ea6c3eb9c"
    assert second["MESSAGE"].startswith(b"internal error\nTraceback")
    assert (second["MEMORYD_EVENT"], second["PRIORITY"]) == (b"internal_error", b"3")


def test_a_journal_that_is_gone_harms_nothing() -> None:
    out = run("say.info('x'); print(log.close(), log.dropped, file=sys.stderr)", "journal")
    assert out.splitlines() == ["True 1"]


def test_a_reader_that_takes_nothing_does_not_hold_up_the_daemon() -> None:
    reading, writing = os.pipe()
    body = (
        "for _ in range(20_000): say.info('x', path='y' * 100)\n"
        "print(log.close(0.05), log.dropped > 5000)\n"
        "sys.stdout.flush()\n"
        "import os; os._exit(0)"  # the pipe is full: nothing more can be said
    )
    program = subprocess.PIPE
    done = subprocess.run(
        [sys.executable, "-c", "import sys, structlog\nfrom memoryd.process.logging import configure_logging\n"
         "log = configure_logging('info', 'json'); say = structlog.get_logger()\n" + body],
        stdout=program, stderr=writing, env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}, timeout=60,
    )  # fmt: skip
    os.close(reading)
    os.close(writing)
    assert done.stdout.split() == [b"False", b"True"]


@pytest.mark.parametrize("form", ["journal", "json", "console"])
def test_a_form_that_is_named_is_taken(form: str) -> None:
    assert choose_format(form, {}) == form
