"""Both clients and memoryctl look for the daemon in the same places."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from memoryd.cli.caller import Caller
from memoryd.client import AsyncClient, Client

SYSTEM = "/run/memoryd/memoryd.sock"


def listen(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, SYSTEM),
        ({"MEMORYD_SOCKET": ""}, SYSTEM),
        ({"MEMORYD_SOCKET": "/named"}, "/named"),
        ({"XDG_RUNTIME_DIR": "{run}"}, "{run}/memoryd/memoryd.sock"),
        ({"XDG_RUNTIME_DIR": "{run}/nothing"}, SYSTEM),
        ({"XDG_RUNTIME_DIR": "{run}", "MEMORYD_SOCKET": "/named"}, "/named"),
    ],
)
def test_without_a_path(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, variables: dict[str, str], expected: str
) -> None:
    listen(tmp_path / "memoryd" / "memoryd.sock")
    for name in ("MEMORYD_SOCKET", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value.format(run=tmp_path))
    found = [Client().path, AsyncClient().path, Caller(None, None).socket]
    assert found == [expected.format(run=tmp_path)] * 3
