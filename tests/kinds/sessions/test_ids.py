"""Messages that come with an id of their own are taken once, however their keys are looked up."""

from __future__ import annotations

import pytest

from memoryd.conversation.message import Message
from tests.support.sessions import SessionRig


def append(rig: SessionRig, *ids: str | None) -> list[str]:
    """The lines of the messages of these ids."""
    messages = [Message(session_id="s", role="user", content=f"{one}", at=0, received=0, id=one) for one in ids]
    return [key.rsplit(":", 1)[1] for key in rig.append("s", messages)["keys"]]


@pytest.mark.parametrize("early", [False, True])
def test_ids_of_an_earlier_run_are_known(rig: SessionRig, early: bool) -> None:
    assert append(rig, "a", None, "b") == ["1", "2", "3"]
    rig.restart()
    if early:
        rig.store.read_ids("s")
    assert append(rig, "b", "c", "a") == ["3", "4", "1"]


def test_what_came_between_looking_up_and_writing_is_known(rig: SessionRig) -> None:
    append(rig, "a")
    rig.restart()
    rig.store.read_ids("s")
    assert append(rig, None) == ["2"]
    path = next((rig.root / "sessions").iterdir())
    assert append(rig, "a", "b") == ["1", "3"]
    rig.restart()
    rig.store.read_ids("s")
    # An editor puts a line in front: it goes to the end.
    path.write_bytes(b"no message\n" + path.read_bytes())
    assert append(rig, "b", "a", "c") == ["3", "1", "5"]
