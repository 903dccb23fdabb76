"""A person rewords what was just acknowledged, and the daemon is killed or stopped: the first wording is kept."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memoryd.client import Client
from tests.support.daemon import Daemon

FIRST, OTHER = b"firstword", b"otherword"


@pytest.mark.parametrize("end", [Daemon.kill, Daemon.stop])
def test_the_first_wording_is_kept(daemon: Daemon, end: Callable[[Daemon], object]) -> None:
    with Client(daemon.socket) as client:
        client.sessions.start(session_id="s", agent="a")
        keys = {
            "facts.jsonl": client.facts.add(subject="s", predicate="is", object="firstword")["id"],
            "p.jsonl": client.contexts.save(project="p", content="the firstword")["id"],
            "a.jsonl": "items/a.jsonl:k",
        }
        client.items.put(namespace=["a"], key="k", value="firstword")
        message = {"role": "user", "content": "firstword"}
        (key,) = client.sessions.append(session_id="s", messages=[message])["keys"]
        keys[key.partition("/")[2].partition(":")[0]] = key
        for path in [path for name in keys for path in daemon.data.glob(f"*/{name}")]:
            swap = path.with_name("swap")
            swap.write_bytes(path.read_bytes().replace(FIRST, OTHER))
            swap.rename(path)
    end(daemon)
    daemon.start()
    with Client(daemon.socket) as client:
        for key in keys.values():
            assert [
                (version["text"] or "").split()[-1] for version in client.audit.show(key=key)["versions"]
            ] == ["firstword", "otherword"], key  # fmt: skip
        assert client.audit.verify()["problems"] == []
