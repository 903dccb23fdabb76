"""Both clients and memoryctl look for the daemon in the same places."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from memoryd.cli.caller import Caller
from memoryd.client import AsyncClient, Client
from tests.support.daemon import ROOT

SYSTEM = "/run/memoryd/memoryd.sock"


def listen(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"MEMORYD_SOCKET": "", "XDG_RUNTIME_DIR": "{run}/nothing"}, SYSTEM),
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


PRINT = "import memoryd.client as c, memoryd.cli.units as d; p = c.Client().path; print(p, *d.units_of(p)[1])"
NODE = "import {{ discoverSocket as found }} from '{}'; console.log(found(), found({{}}))"
PROGRAMS = {
    "python": [sys.executable, "-c", PRINT],
    "node": ["node", "--input-type=module", "-e", NODE.format(ROOT / "contrib/clients/node/memoryd.js")],
    "openclaw": ["node", "--input-type=module", "-e", NODE.format(ROOT / "contrib/openclaw/client.js")],
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_that_is_not_told_the_runtime_directory_finds_the_users_daemon(program: str) -> None:
    """As MCP clients start one: with the home, the path and little else."""
    own = "/run/user/0/memoryd/memoryd.sock"
    script = f'mount -t tmpfs none /run && mkdir -p /run/user/0/memoryd && : >{own} && exec "$@"'
    apart = ["unshare", "-Urm", "sh", "-c", script, "sh"]
    if shutil.which(PROGRAMS[program][0]) is None or subprocess.run([*apart, "true"], capture_output=True).returncode:
        pytest.skip("there is no node here, or nothing can be mounted, not even apart")
    if program == "node" and not (ROOT / "contrib/clients/node/node_modules/@msgpack").is_dir():
        pytest.skip("its MessagePack is not installed: make test-adapters")
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    done = subprocess.run([*apart, *PROGRAMS[program]], env=env, capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == [own, "--user" if program == "python" else own], done.stderr
