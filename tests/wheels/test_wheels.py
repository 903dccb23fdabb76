"""memoryd and memoryd-client: what is in which wheel, and that they come and go in any order."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from email.message import Message
from email.parser import Parser
from itertools import permutations, product
from pathlib import Path

import pytest

from memoryd import __version__
from tests.support.daemon import Daemon
from tests.wheels.bare import Bare
from tests.wheels.conftest import ROOT, Dist

PACKAGE = ROOT / "memoryd"
# They build both wheels and install them into bare environments: half a minute of both cores.
pytestmark = pytest.mark.long


def code(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        return Parser().parsestr(archive.read(name).decode())


def sources(archive: Path) -> set[str]:
    """The names in a source distribution, without its top directory."""
    with tarfile.open(archive) as opened:
        return {name.partition("/")[2] for name in opened.getnames()}


def tree() -> set[str]:
    """What of memoryd/ belongs into some wheel."""
    return {
        str(path.relative_to(ROOT)) for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    }


def test_each_file_is_in_one_wheel(dist: Dist) -> None:
    client, daemon = code(dist.client), code(dist.daemon)
    assert client & daemon == set()
    assert client | daemon == tree()
    wire = {f"memoryd/rpc/{name}.py" for name in ("__init__", "addresses", "frames", "messages")}
    beside = {"memoryd/__init__.py", "memoryd/errors.py", "memoryd/py.typed"}
    assert client == {name for name in tree() if name.startswith("memoryd/client/")} | wire | beside


def test_what_the_wheels_require(dist: Dist) -> None:
    client, daemon = metadata(dist.client), metadata(dist.daemon)
    assert (client["Name"], client["Requires-Python"]) == ("memoryd-client", ">=3.10")
    required = [one for one in client.get_all("Requires-Dist") or [] if "extra ==" not in one]
    assert required == ["msgpack>=1.1"]
    assert client.get_all("Provides-Extra") == ["anthropic", "langgraph", "openai-agents", "pydantic-ai", "strands"]
    assert client["Version"] == daemon["Version"] == __version__
    assert f"memoryd-client=={__version__}" in (daemon.get_all("Requires-Dist") or [])


def test_the_version_is_written_once_and_required_exactly() -> None:
    for path in (ROOT / "pyproject.toml", ROOT / "packaging" / "client" / "pyproject.toml"):
        project = tomllib.loads(path.read_text())
        assert project["project"]["dynamic"] == ["version"]
        assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "memoryd.__version__"}
    requires = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert [each for each in requires if each.startswith("memoryd")] == [f"memoryd-client=={__version__}"]


def test_the_source_distributions_are_complete(dist: Dist) -> None:
    # Each wheel has been built of its source distribution, so that these are enough to build them.
    client, daemon = sources(dist.client_source), sources(dist.daemon_source)
    assert code(dist.client) | {"LICENSE", "README.md", "pyproject.toml"} <= client
    assert tree() <= daemon
    wanted = ("Makefile", "CHANGELOG.md", "contrib/setup.sh", "tests/conftest.py", "systemd/memoryd.service")
    assert {*wanted, "packaging/client/pyproject.toml", "packaging/client/memoryd"} <= daemon
    assert not [name for name in daemon if name.startswith("packaging/client/memoryd/")]


def imports(path: Path) -> Iterator[str]:
    """The modules that a module imports at any time: what only type checkers read they bring along."""
    read = ast.parse(path.read_text())
    for node in ast.walk(read):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = [ast.Pass()]
    for node in ast.walk(read):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module and not node.level
            yield node.module


ADAPTERS = {
    "anthropic_memory": {"anthropic"},
    "langgraph_store": {"langchain_core", "langgraph"},
    "openai_session": {"agents"},
    "pydantic_store": {"pydantic", "pydantic_ai"},
    "strands_memory": {"strands"},
}
"""Modules of `memoryd.client` that no other imports, and what an extra of memoryd-client installs for each."""


def test_the_client_s_modules_import_no_others(dist: Dist) -> None:
    paths = {name for name in code(dist.client) if name.endswith(".py")}
    names = {name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in paths}
    ours = names - {f"memoryd.client.{name}" for name in ADAPTERS}
    foreign = {
        f"{path}: {name}"
        for path in paths
        for name in imports(ROOT / path)
        if name not in ours | {"msgpack"}
        and name.split(".")[0] not in sys.stdlib_module_names | ADAPTERS.get(Path(path).stem, set())
    }
    assert foreign == set()


ORDERS = [*product(permutations(["memoryd-client", "memoryd"]), repeat=2)]
"""In which they come, and in which they go."""


@pytest.mark.parametrize(
    ("coming", "leaving"),
    [ORDERS[0], *(pytest.param(*orders, marks=pytest.mark.long) for orders in ORDERS[1:])],
    ids=" ".join,
)
def test_they_come_and_go_in_any_order(
    dist: Dist, bare: Callable[..., Bare], coming: tuple[str, str], leaving: tuple[str, str]
) -> None:
    wheels = {"memoryd-client": dist.client, "memoryd": dist.daemon}
    environment = bare()
    environment.link_requirements("memoryd")
    for number, name in enumerate(coming, 1):
        environment.install(wheels[name])
        holds(environment, [wheels[each] for each in coming[:number]])
    environment.check()
    assert __version__ in environment.command(str(environment.folder / "bin" / "memoryctl"), "--version")
    for number, name in enumerate(leaving, 1):
        environment.uninstall(name)
        holds(environment, [wheels[each] for each in leaving[number:]])


def holds(environment: Bare, wheels: list[Path]) -> None:
    """Are the wheels whole there, and nothing else; and does the client work?"""
    assert environment.files() == {name for wheel in wheels for name in code(wheel)}
    if any(wheel.name.startswith("memoryd_client") for wheel in wheels):
        program = "import memoryd; from memoryd.client import AsyncClient, Client; print(memoryd.__version__)"
        assert environment.run(program) == __version__


PROGRAM = """
import asyncio, pickle, sys
import memoryd.client.asyncmethods, memoryd.client.methods
from memoryd.client import AsyncClient, CallTimeout, Client
from memoryd.errors import NotFound

def refused(error):
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.sentence) == (error.code, error.sentence) == ("not_found", str(error))

with Client() as memory:
    added = memory.facts.add(subject="Ada", predicate="likes", object=sys.argv[1])
    assert memory.facts.get(id=added["id"])["object"] == sys.argv[1]
    assert memory.call("facts.get", {"id": added["id"]})["subject"] == "Ada"
    try:
        memory.facts.get(id="fact-none")
    except NotFound as error:
        refused(error)

async def main():
    async with AsyncClient() as memory:
        found = await asyncio.gather(*(memory.recall.query(query="what does Ada like?") for _ in range(8)))
        assert all(sys.argv[1] in str(each["results"]) for each in found), found
        stages = []
        await memory.call("maintenance.run", action="tiers", progress=lambda *news: stages.append(news))
        try:
            await memory.facts.get(id="fact-none")
        except NotFound as error:
            refused(error)
        try:
            await memory.rpc.ping(timeout=0)
        except CallTimeout as error:
            assert "rpc.ping was not answered within 0 s" in str(error)
        assert await memory.rpc.ping() == {"pong": True}

asyncio.run(main())
print(".".join(map(str, sys.version_info[:2])), sorted({"msgspec", "numpy"} & set(sys.modules)))
"""


@pytest.fixture(scope="module")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    daemon = Daemon(tmp_path_factory.mktemp("daemon")).start()
    yield daemon
    daemon.kill()


@pytest.mark.parametrize("version", ["3.10", "3.11", "3.12", "3.13"])
def test_the_client_alone_talks_with_a_daemon(
    dist: Dist, bare: Callable[..., Bare], daemon: Daemon, version: str
) -> None:
    environment = bare(interpreter(version))
    # msgpack's compiled part is for the Python that runs this; for others it has one in Python.
    environment.link_requirements("memoryd-client")
    environment.install(dist.client)
    environment.check()
    printed = environment.run(PROGRAM, f"tea {version}", env={"MEMORYD_SOCKET": str(daemon.socket)})
    assert printed == f"{version} []"


def interpreter(version: str) -> str:
    """A Python of that version; the test is skipped where there is none."""
    if version == ".".join(map(str, sys.version_info[:2])):
        return sys.executable
    found = shutil.which(f"python{version}")
    if found is None or subprocess.run([found, "-c", ""], check=False, capture_output=True).returncode:
        pytest.skip(f"there is no Python {version}")
    return found


def test_the_daemon_from_its_wheel_answers(dist: Dist, bare: Callable[..., Bare], tmp_path: Path) -> None:
    environment = bare()
    environment.link_requirements("memoryd")
    environment.install(dist.client, dist.daemon)
    program = """
import subprocess, sys, time
from memoryd.client import Client, DaemonUnavailable
import memoryd
assert memoryd.__file__.startswith(sys.prefix), memoryd.__file__
daemon = subprocess.Popen([sys.prefix + "/bin/memoryd", "--data", "data", "--socket", "s"], stderr=subprocess.DEVNULL)
try:
    with Client("s") as memory:
        while daemon.poll() is None:
            try:
                print(memory.rpc.hello()["version"])
                break
            except DaemonUnavailable:
                time.sleep(0.01)
finally:
    daemon.kill()
    daemon.wait()
"""
    assert environment.run(program) == __version__


TYPED = """
from memoryd.client import AsyncClient, Client
from memoryd.client.types import FactsGetResult, MessageParams, RecallSearchResult


def blocking(memory: Client, message: MessageParams) -> FactsGetResult:
    memory.facts.add(subject="Ada", predicate="likes", object="tea", timeout=3)
    memory.facts.add(subject="Ada", predicate="likes", objekt="tea")  # wrong
    memory.facts.add(subject="Ada", predicate="likes")  # wrong
    memory.facts.add(subject="Ada", predicate="likes", object=7)  # wrong
    memory.facts.ad(subject="Ada", predicate="likes", object="tea")  # wrong
    memory.fact.add(subject="Ada", predicate="likes", object="tea")  # wrong
    found: RecallSearchResult = memory.recall.search(query="tea", kinds=["fact", "note"], k=3)
    memory.recall.search(query="tea", kinds=["facts"])  # wrong
    print(found["results"][0]["key"], found["took_ms"] + 1)
    print(found["results"][0]["kye"])  # wrong
    print(memory.jobs.claim()["job_id"])  # wrong: there may be none
    if job := memory.jobs.claim(kinds=["leaf"]):
        print(job["job_id"], job["messages"][0]["content"])
    memory.sessions.append(session_id="s", messages=[{"role": "user", "content": "hello"}, message])
    memory.sessions.append(session_id="s", messages=[{"role": "usr", "content": "hello"}])  # wrong
    memory.maintenance.run(action="tiers", progress=lambda stage, done, total: print(stage))
    memory.recall.get({"key": "MEMORY.md", "from": 3}, timeout=1)
    memory.recall.get({"key": "MEMORY.md", "form": 3})  # wrong
    memory.call("brand.new", {"a": 1}, b=2)["anything"]
    return memory.facts.get(id="fact-1")


async def later(memory: AsyncClient) -> float:
    await memory.facts.add(subject="Ada", predicate="likes", objekt="tea")  # wrong
    memory.facts.get(id="fact-1")["subject"]  # wrong: not awaited
    async with AsyncClient() as same:
        print((await same.facts.get(id="fact-1"))["subjekt"])  # wrong
        return (await same.facts.get(id="fact-1"))["activation"]
"""


def test_mypy_finds_what_is_misspelt(dist: Dist, bare: Callable[..., Bare], tmp_path: Path) -> None:
    environment = bare()
    environment.install(dist.client)
    snippet = tmp_path / "snippet.py"
    snippet.write_text(TYPED)
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--python-version",
        "3.10",
        "--cache-dir",
        str(tmp_path / "cache"),
    ]
    found = subprocess.run(
        [*command, "--config-file", os.devnull, "--python-executable", str(environment.python), str(snippet)],
        capture_output=True, text=True, cwd=tmp_path, env={"PATH": os.environ["PATH"]}, timeout=120,
    ).stdout  # fmt: skip
    wrong = {number for number, line in enumerate(TYPED.splitlines(), 1) if "# wrong" in line}
    lines = {int(line.split(":")[1]) for line in found.splitlines() if ": error:" in line}
    assert lines == wrong, found
