"""Clients that others wrote for the same protocol."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rpc.harness import Rig

# In a process of its own: pynvim leaves closing its sockets to the interpreter's end.
PYNVIM = """
import sys
from pynvim.msgpack_rpc import socket_session

session = socket_session(sys.argv[1])
assert session.request("rpc.ping") == {"pong": True}
echo = session.request("test.echo", {"text": "größer", "people": [{"name": "Ada"}]})
assert (echo["text"], echo["people"]) == ("größer", [{"name": "Ada", "age": 0}]), echo
assert session.request("test.write", {"text": "durable"}) == {"id": "durable"}
assert session.request("test.read", {"text": "x" * 200_000}) == "x" * 200_000
try:
    session.request("test.echo", {"txet": 1})
except Exception as error:
    assert "did you mean 'text'" in str(error), error
else:
    raise AssertionError("not refused")
session.request("test.note", {"text": "noted"}, async_=True)
session.request("no.such.method", 1, 2, 3, async_=True)
assert session.request("rpc.ping") == {"pong": True}
print("spoken")
"""


def test_pynvim_speaks_with_the_server(rig: Rig) -> None:
    output = subprocess.run(
        [sys.executable, "-c", PYNVIM, rig.path], check=True, timeout=60, stdout=subprocess.PIPE
    ).stdout

    assert output == b"spoken\n"
    assert rig.methods.noted == ["durable", "noted"]


NODE = """
const net = require('net');
const { Transport } = require(process.argv[2]);
const socket = net.connect(process.argv[3]);
const wire = new Transport();
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
    (tmp_path / "talk.cjs").write_text(NODE)
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
