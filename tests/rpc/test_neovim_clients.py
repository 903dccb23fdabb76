"""Clients that others wrote for the same protocol."""

from __future__ import annotations

import gc
import json
import shutil
import subprocess
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from pynvim.msgpack_rpc import socket_session
from pynvim.msgpack_rpc.session import Session

from tests.rpc.harness import Rig, until


@pytest.fixture
def session(rig: Rig) -> Iterator[Session]:
    made = socket_session(rig.path)
    yield made
    with warnings.catch_warnings():
        # pynvim closes its loop before its transport has ended, and leaves that to the garbage collector.
        warnings.simplefilter("ignore")
        made.close()
        gc.collect()


def test_pynvim_speaks_with_the_server(rig: Rig, session: Session) -> None:
    assert session.request("rpc.ping") == {"pong": True}
    assert session.request("test.echo", {"text": "größer", "people": [{"name": "Ada"}]})["people"] == [
        {"name": "Ada", "age": 0}
    ]
    assert session.request("test.write", {"text": "durable"}) == {"id": "durable"}
    assert session.request("test.read", {"text": "x" * 200_000}) == "x" * 200_000
    with pytest.raises(Exception, match="unknown param 'txet'; did you mean 'text'"):
        session.request("test.echo", {"txet": 1})
    session.request("test.note", {"text": "noted"}, async_=True)
    session.request("no.such.method", 1, 2, 3, async_=True)
    assert session.request("rpc.ping") == {"pong": True}
    until(lambda: rig.methods.noted == ["durable", "noted"], "noted")


SCRIPT = """
const net = require('net');
const { transport } = require(process.argv[2]);
const socket = net.connect(process.argv[3]);
const wire = new transport();
wire.attach(socket, socket);
const call = (name, ...args) => new Promise(
  resolve => wire.request(name, args, (error, result) => resolve([error, result])));
(async () => {
  const out = [];
  out.push(await call('rpc.ping'));
  out.push(await call('test.echo', { text: 'größer', tags: ['a'] }));
  out.push(await call('test.echo', { txet: 1 }));
  wire.notify('test.note', [{ text: 'noted' }]);
  out.push(await Promise.all(Array.from({ length: 100 }, (_, n) => call('test.write', { text: String(n) }))));
  console.log(JSON.stringify(out));
  process.exit(0);
})();
"""


@pytest.mark.long
@pytest.mark.skipif(shutil.which("npm") is None, reason="needs node and npm")
def test_the_neovim_npm_package_speaks_with_the_server(rig: Rig, tmp_path: Path) -> None:
    subprocess.run(
        ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "neovim@5"],
        cwd=tmp_path, check=True, timeout=300, capture_output=True,
    )  # fmt: skip
    (tmp_path / "talk.cjs").write_text(SCRIPT)
    transport = tmp_path / "node_modules" / "neovim" / "lib" / "utils" / "transport.js"
    output = subprocess.run(
        ["node", "talk.cjs", transport, rig.path], cwd=tmp_path, check=True, timeout=60, capture_output=True
    ).stdout
    ping, echo, refused, writes = json.loads(output)

    assert ping == [None, {"pong": True}]
    assert echo[1]["text"] == "größer"
    assert refused[0][0] == "invalid_params"
    assert [{"id": str(number)} for number in range(100)] == [result for _, result in writes]
    assert rig.methods.noted[0] == "noted"
