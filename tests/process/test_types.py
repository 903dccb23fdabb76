"""msgspec looks at a type when it is first decoded, which two threads must not do at once."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import memoryd.daemon
from memoryd.process.arguments import Arguments
from memoryd.process.types import build_types

looks: list[str] = []


def looked(name: str) -> type:
    looks.append(name)
    return int


class Undecodable(msgspec.Struct):
    either: dict[int, str] | dict[str, str]


def test_every_type_is_looked_at_before_it_is_decoded() -> None:
    class Late(msgspec.Struct):
        number: looked("late")  # type: ignore[valid-type]  # evaluated when msgspec looks

    build_types()
    assert looks.count("late") == 1
    assert msgspec.json.decode(b'{"number": 1}', type=Late).number == 1
    assert looks.count("late") == 1


def test_the_daemon_does_so_before_anything_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Later(msgspec.Struct):
        number: looked("later")  # type: ignore[valid-type]  # evaluated when msgspec looks

    class Begun:
        def __init__(self, *_: object) -> None:
            assert looks.count("later") == 1

        def run(self) -> int:
            return 0

    class Silent:
        def close(self) -> None:
            pass

    monkeypatch.setattr(memoryd.daemon, "Daemon", Begun)
    monkeypatch.setattr(memoryd.daemon, "configure_logging", lambda *_: Silent())
    assert memoryd.daemon.run(Arguments(data=str(tmp_path), socket=str(tmp_path / "s"))) == 0
    assert msgspec.json.decode(b'{"number": 1}', type=Later).number == 1
