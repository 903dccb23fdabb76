"""A brief of a daemon with a model: what later messages mean ends lines with which they share no word (rule 26)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.in_force.test_ended import REGATTA
from tests.support.bundled_model import with_bundled_model
from tests.support.daemon import Daemon, short_folder
from tests.support.wait import until

pytest.importorskip("onnxruntime")
FORMER = "the starting gun jams, somebody has to see to it"
LATER = "new firing pin, and she bangs like in the old days"


def brief_of(folder: Path, config: str, model: str) -> str:
    """Right behind the last message, of which no vector was made yet."""
    first, second, third, *others = REGATTA
    project = [first, [*second, ("user", FORMER)], *others, [*third, ("user", LATER)]]
    daemon = Daemon(folder, config).start()
    try:
        with daemon.connect() as wire:
            until(lambda: wire.call("system.info")["embeddings"]["state"] == model)
            for number, session in enumerate(project):
                at = datetime.now(UTC) - timedelta(days=3 * (len(project) - number))
                session_id = wire.call("sessions.start", {"agent": "claude", "project": "regatta"})["session_id"]
                messages = [
                    {"role": role, "content": content, "at": (at + timedelta(minutes=place)).isoformat()}
                    for place, (role, content) in enumerate(session)
                ]
                wire.call("sessions.append", {"session_id": session_id, "messages": messages})
            text: str = wire.call("sessions.brief", {"project": "regatta"})["text"]
            return text
    finally:
        daemon.kill()


def test_what_a_later_message_means_ends_a_line_that_shares_no_word_with_it() -> None:
    with short_folder() as folder:
        assert FORMER not in brief_of(folder / "with", with_bundled_model(), "ready")
        assert FORMER in brief_of(folder / "without", "", "off")
