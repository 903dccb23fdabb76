"""Who moved a project is known before the watcher can look at what was written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from memoryd.acting import Actor, acting
from memoryd.projects.mover import Mover
from memoryd.services import OwnWrites
from memoryd.storage.files import OsFiles
from memoryd.watch.scan import Stamp, look_at

FILE, MOVER = "contexts/p.jsonl", Actor("request", "projects.move")


def test_a_look_right_behind_the_rename_knows_who_moved(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.parent.mkdir()
    path.write_text('{"id": "c", "project": "old"}\n')
    own_writes, seen = OwnWrites(), list[Actor]()

    class Files(OsFiles):
        def exchange(self, source: str, target: str) -> None:
            super().exchange(source, target)
            stamp = look_at(str(tmp_path), FILE)
            assert isinstance(stamp, Stamp)
            seen.append(own_writes.writer_of(FILE, stamp))

    def documents() -> list[Any]:
        return [] if seen else [SimpleNamespace(project="old", kind="context", source=FILE)]

    class KindsThere(list[Any]):
        def of(self, _name: str) -> Any:
            return SimpleNamespace(states_project=True)

    def run_alone(operation: Callable[[object], object]) -> object:
        return operation(None)

    services: Any = SimpleNamespace(
        kinds=KindsThere(),
        index=SimpleNamespace(all_documents=documents),
        path=lambda relpath: str(tmp_path / relpath),
        files=Files(),
        data=SimpleNamespace(gid=-1),
        own_writes=own_writes,
        writer=SimpleNamespace(run_alone=run_alone),
        watcher=SimpleNamespace(sync=lambda seconds, thorough: True),
    )
    with acting(MOVER):
        assert Mover(services).move("old", "new", lambda *_: None) == {"context": 1}
    assert path.read_text() == '{"id":"c","project":"new"}\n'
    assert seen == [MOVER]
