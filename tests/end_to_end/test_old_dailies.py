"""A daily summary past its retention goes, once, and never what a person wrote into it (rule 6)."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from tests.support.consolidation import run_action
from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wallclock import WallClock
from tests.support.wire import Wire

CONFIG = (
    "[memory_oracle]\ndaily_retention_days = 40\n[schedule]\nconsolidate = 'off'\nsummarize = 'off'\ntimezone = 'UTC'\n"
)


def say(wire: Wire, session: str, text: str, at: str | None = None) -> None:
    said = {"role": "user", "content": text, **({} if at is None else {"at": at})}
    wire.call("sessions.start", {"session_id": session})
    wire.call("sessions.append", {"session_id": session, "messages": [said]})
    wire.call("sessions.end", {"session_id": session})
    run_action(wire, "summarize")


def test_a_daily_goes_by_when_it_was_received_and_is_not_made_again(daemon_folder: Path) -> None:
    clock = WallClock(daemon_folder, datetime(2026, 3, 2, 12, tzinfo=UTC))
    daemon = Daemon(daemon_folder, CONFIG, clock.env).start()

    def dailies() -> list[str]:
        return sorted(one.stem for one in (daemon.data / "daily").glob("*.md"))

    try:
        with daemon.connect() as wire:
            say(wire, "long ago", "We decided to use Postgres.", at="2025-01-05T10:00:00Z")
            say(wire, "today", "We decided to use Kafka.")
            clock.move(days=1)
            say(wire, "next", "We decided to use nginx.")
            clock.move(days=30)
            run_action(wire, "clean")
            assert dailies() == ["2025-01-05", "2026-03-02", "2026-03-03"]  # received a month ago
            edited = daemon.data / "daily" / "2026-03-03.md"
            edited.write_text(edited.read_text() + "\n- My own line.\n")
            until(lambda: wire.call("recall.search", {"query": "my own line", "boost": False})["results"] != [])
            clock.move(days=42)
            run_action(wire, "clean")
            assert dailies() == []
            assert "My own line." in (daemon.data / "daily" / "archive" / "2026-03-03.md").read_text()
            assert not (daemon.data / "daily" / "archive" / "2026-03-02.md").exists()
            say(wire, "late", "We decided to use Caddy.", at="2026-03-02T15:00:00Z")
            assert dailies() == []
    finally:
        daemon.kill()
