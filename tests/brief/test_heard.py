"""What sessions told, while their files change."""

from __future__ import annotations

from datetime import UTC
from types import SimpleNamespace
from typing import Any

from memoryd.brief.heard import Heard
from memoryd.conversation.session import Session


def test_a_session_whose_file_is_removed_meanwhile_told_nothing() -> None:
    sessions: Any = SimpleNamespace(files={}, archived={})
    tell: Any = None
    heard = Heard(sessions, tell, lambda: UTC, dict)
    assert heard.of(Session(id="s", agent=None, project=None, audience="private", started=0)).lines == ()
