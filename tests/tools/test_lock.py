"""What is installed is locked: each file by its hash, and all that pyproject.toml asks for, no more and no less."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.utils import canonicalize_name

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
LOCKS = ROOT / "packaging" / "requirements"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
OURS = {"memoryd", "memoryd-client"}


def _locks() -> dict[str, object]:
    spec = importlib.util.spec_from_file_location("lock", LOCKS / "lock.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.locks()


MADE = _locks()


class Pin(NamedTuple):
    requirement: Requirement
    hashes: list[str]


def pins(name: str) -> list[Pin]:
    """The entries of a locked file."""
    text = (LOCKS / name).read_text().replace("\\\n", " ")
    found = []
    for line in text.splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            requirement, *hashes = line.split(" --hash=")
            found.append(Pin(Requirement(requirement.strip()), [each.strip() for each in hashes]))
    return found


def of_this_machine(name: str) -> dict[str, str]:
    """Name to version of what is installed here of a locked file."""
    return {
        canonicalize_name(pin.requirement.name): str(pin.requirement.specifier).removeprefix("==")
        for pin in pins(name)
        if pin.requirement.marker is None or pin.requirement.marker.evaluate()
    }


def asked(*extras: str) -> list[Requirement]:
    """What pyproject.toml asks for on this machine, without memoryd's own."""
    project = PROJECT["project"]
    lines = [*project["dependencies"], *(line for extra in extras for line in project["optional-dependencies"][extra])]
    wanted = [Requirement(line) for line in lines]
    nested = [extra for each in wanted if each.name == "memoryd" for extra in each.extras]
    return [each for each in wanted if each.name not in OURS and (each.marker is None or each.marker.evaluate())] + (
        asked(*nested) if nested else []
    )


def closure(wanted: Iterable[Requirement]) -> set[str]:
    """The names of these and of what they need in turn, by the metadata of what is installed."""
    dropped = {Requirement(line).name for line in PROJECT["tool"]["uv"]["override-dependencies"]}
    found: set[tuple[str, str]] = set()

    def needs(each: Requirement) -> Iterator[Requirement]:
        for line in requires(each.name) or ():
            need = Requirement(line)
            if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in ("", *each.extras)):
                yield need

    def follow(each: Requirement) -> None:
        known = (canonicalize_name(each.name), ",".join(sorted(each.extras)))
        if known in found or each.name in dropped:
            return
        found.add(known)
        for need in needs(each):
            follow(need)

    for each in wanted:
        follow(each)
    return {name for name, _ in found}


@pytest.mark.parametrize("name", MADE)
def test_each_pin_is_one_version_with_hashes(name: str) -> None:
    entries = pins(name)
    assert entries
    for pin in entries:
        assert re.fullmatch(r"==[^,*]+", str(pin.requirement.specifier)), pin
        assert pin.hashes, pin.requirement.name
        assert all(re.fullmatch("sha256:[0-9a-f]{64}", each) for each in pin.hashes)
        assert pin.requirement.url is None
    assert "://" not in (LOCKS / name).read_text()
    assert "index-url" not in (LOCKS / name).read_text()


def test_every_locked_file_is_one_that_make_lock_writes() -> None:
    assert {path.name for path in LOCKS.glob("*.txt")} == set(MADE)


@pytest.mark.parametrize(
    ("name", "extras"),
    [
        ("runtime.txt", ("fast", "vectors")),
        ("mcp.txt", ("fast", "vectors", "mcp")),
        ("dev.txt", ("fast", "vectors", "dev")),
    ],
)
def test_the_lock_and_the_project_agree(name: str, extras: tuple[str, ...]) -> None:
    locked, wanted = of_this_machine(name), asked(*extras)
    assert wanted
    for each in wanted:
        assert each.specifier.contains(locked[canonicalize_name(each.name)], prereleases=True), each
    try:
        assert set(locked) == closure(wanted)
    except PackageNotFoundError as error:
        pytest.skip(f"{error.name} is not installed: make setup")


def test_what_runs_is_what_is_developed_with() -> None:
    runtime, mcp, dev = (of_this_machine(name) for name in ("runtime.txt", "mcp.txt", "dev.txt"))
    assert runtime.items() < mcp.items() < dev.items()
    assert of_this_machine("build.txt").items() <= dev.items()


def test_no_network_client_or_server_is_installed_with_the_daemon() -> None:
    """What the MCP SDK drags in stands in an environment of its own."""
    clients = {"huggingface-hub", "requests", "urllib3", "httpx", "httpx2", "httpcore2", "h11", "certifi", "truststore"}
    servers = {"uvicorn", "starlette", "sse-starlette", "mcp", "cryptography", "opentelemetry-api"}
    assert of_this_machine("runtime.txt").keys().isdisjoint(clients | servers)


def test_the_lock_holds_on_every_python_and_processor() -> None:
    for pin in pins("mcp.txt"):
        for python in ("3.11", "3.12", "3.13"):
            for machine in ("x86_64", "aarch64"):
                place = {"python_version": python, "python_full_version": f"{python}.0", "platform_machine": machine}
                marker = pin.requirement.marker
                same = [each for each in pins("mcp.txt") if each.requirement.name == pin.requirement.name]
                if "python" not in str(marker):
                    assert marker is None or marker.evaluate(place), pin.requirement.name
                elif pin.requirement.name == "numpy":
                    assert sum(each.requirement.marker.evaluate(place) for each in same if each.requirement.marker) == 1


def test_setup_installs_nothing_that_is_not_locked() -> None:
    script = (ROOT / "contrib" / "setup.sh").read_text()
    installs = re.findall(r"^.*\bpip install\b.*$", script, re.MULTILINE)
    assert len(installs) == 1
    assert "--no-deps" in installs[0]
    calls = re.findall(r"^\s*(?:if )?(install|locked) (.*)$", script, re.MULTILINE)
    assert [rest for name, rest in calls if name == "install"] != []
    assert all("--require-hashes" in rest or "--no-index" in rest for name, rest in calls if name == "install")
    assert [rest.split()[0] for name, rest in calls if name == "locked"] == ["build", "dev", "model"]


def test_a_file_with_another_hash_is_refused(tmp_path: Path) -> None:
    package = tmp_path / "sdnotify-0.3.2-py3-none-any.whl"
    package.write_bytes(b"not what was locked")
    command = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--require-hashes"]
    command += ["--dry-run", "--ignore-installed"]
    lock = tmp_path / "lock.txt"
    [locked] = [pin for pin in pins("runtime.txt") if pin.requirement.name == "sdnotify"]
    lock.write_text(f"{locked.requirement} " + " ".join(f"--hash={each}" for each in locked.hashes))
    done = subprocess.run([*command, "--find-links", str(tmp_path), "-r", str(lock)], capture_output=True, text=True)
    assert done.returncode != 0
    assert "DO NOT MATCH THE HASHES" in done.stderr
