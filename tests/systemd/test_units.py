"""The unit files, as systemd-analyze reads them."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from memoryd.config.sections import Daemon as Sections
from memoryd.process.arguments import Exit
from memoryd.process.descriptors import RESERVED

SYSTEMD = Path(__file__).parents[2] / "systemd"
ALL = sorted(SYSTEMD.glob("memoryd*")) + sorted((SYSTEMD / "user").iterdir())
SERVICES = [path for path in ALL if path.suffix == ".service"]

DAEMONS = [path for path in SERVICES if path.stem.rstrip("@") == "memoryd"]
"""The others run once and end."""

needs_analyze = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze")


def names(path: Path) -> str:
    return str(path.relative_to(SYSTEMD))


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The units with a program that is installed here, and templates filled in."""
    for path in ALL:
        folder = tmp_path / "user" if path.parent.name == "user" else tmp_path
        folder.mkdir(exist_ok=True)
        text = re.sub("/usr/bin/memory(d|ctl)", "/bin/true", path.read_text())
        (folder / path.name.replace("@", "@ops")).write_text(text.replace("%i", "ops"))
    return tmp_path


@needs_analyze
@pytest.mark.parametrize("path", ALL, ids=names)
def test_systemd_has_nothing_to_say_against_it(path: Path, units: Path) -> None:
    user = path.parent.name == "user"
    unit = (units / "user" if user else units) / path.name.replace("@", "@ops")
    command = ["systemd-analyze", *(["--user"] if user else []), "verify", "--man=no", str(unit)]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=units, env={"PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": str(units)}
    )
    complaints = [line for line in done.stderr.splitlines() if "memoryd" in line]
    assert complaints == []
    assert done.returncode == 0


@needs_analyze
@pytest.mark.parametrize("path", SERVICES, ids=names)
def test_it_is_shut_in(path: Path, units: Path) -> None:
    user = path.parent.name == "user"
    unit = (units / "user" if user else units) / path.name.replace("@", "@ops")
    # A user's manager is asked nothing: the file is read as any other, with User= missing and counted against it.
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", f"./{unit.name}"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=unit.parent)
    if "exposure" not in done.stdout:
        pytest.skip("this systemd-analyze cannot look at a file")
    found = re.search(r"exposure level for \S+: ([\d.]+)", done.stdout)
    assert found is not None
    assert float(found[1]) <= (3.0 if user else 0.5)


def settings(path: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(path)
    return parser


@pytest.mark.parametrize("path", DAEMONS, ids=names)
def test_what_the_daemon_relies_on(path: Path) -> None:
    service = settings(path)["Service"]
    assert service["Type"] == "notify"
    assert service["ExecStart"] == "/usr/bin/memoryd"
    assert "ORT_DISABLE_TELEMETRY=1" in path.read_text()
    assert "RuntimeDirectory" not in service  # it would take the socket away with it
    # It would hide who is calling, but for the manager's own user.
    assert ("PrivateUsers" in service) == (path.parent.name == "user")
    assert "ProcSubset" not in service
    # All else passes, or may: it is tried again, for ever.
    final = {int(code) for code in service["RestartPreventExitStatus"].split()}
    assert final == {Exit.USAGE, Exit.DATA, Exit.CONFIG}
    assert settings(path)["Unit"]["StartLimitIntervalSec"] == "0"


@pytest.mark.parametrize("path", [path for path in DAEMONS if path.parent.name != "user"], ids=names)
def test_the_socket_comes_before_the_service(path: Path) -> None:
    unit, socket = settings(path)["Unit"], path.name.replace("@", "@%i").replace(".service", ".socket")
    assert (unit["Requires"], unit["After"]) == (socket, socket)
    listener = settings(path.with_suffix(".socket"))["Socket"]
    assert listener["SocketMode"] == "0660"
    group = listener["SocketGroup"]
    if "@" in path.name:
        assert settings(path)["Service"]["SupplementaryGroups"] == group == "%i"
    else:
        assert group == "memoryd-clients" != settings(path)["Service"]["Group"]


@pytest.mark.parametrize("path", DAEMONS, ids=names)
def test_it_cannot_take_the_machine_with_it(path: Path) -> None:
    service = settings(path)["Service"]
    high, most = (size_of(service[name]) for name in ("MemoryHigh", "MemoryMax"))
    assert 950 << 20 < high < most <= 2 << 30  # a million facts fit
    assert int(service.get("OOMScoreAdjust", "0")) == 0
    assert service["OOMPolicy"] == "continue"
    assert int(service["TasksMax"]) <= 512
    assert int(service["LimitNOFILE"]) >= Sections().max_connections + RESERVED


def size_of(text: str) -> int:
    return int(text[:-1]) << {"M": 20, "G": 30}[text[-1]]
