"""The house's rules that import-linter cannot see."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "memoryd"
DOMAIN = ("conversation", "kinds", "ledger", "text")

WRITING_CALLS = {
    "os.link os.makedirs os.mkdir os.mkfifo os.remove os.removedirs os.rename os.replace os.rmdir os.symlink",
    "os.truncate os.unlink shutil.copy shutil.copy2 shutil.copyfile shutil.copytree",
    "shutil.move shutil.rmtree tempfile.mkdtemp tempfile.mkstemp tempfile.NamedTemporaryFile",
}
WRITING_FUNCTIONS = {name for names in WRITING_CALLS for name in names.split()}
WRITING_METHODS = {"write_text", "write_bytes", "symlink_to", "hardlink_to"}
WRITING_FLAGS = {"O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND"}
CLOCK_CALLS = {"time.time", "time.time_ns", "datetime.now", "datetime.utcnow", "datetime.today", "date.today"}

# module: why it may write although it is not storage; none of these touches a truth file.
WRITERS: dict[str, str] = {
    "memoryd/daemon.py": "makes the directory of its socket",
    "memoryd/cli/output.py": "points standard output at /dev/null after a broken pipe",
    "memoryd/cli/snapshot.py": "copies another program's database to a scratch directory, to read it without a trace",
    "memoryd/process/check.py": "makes and removes a directory, to know whether one can be made",
    "memoryd/recall/models/bert_onnx.py": "converts an operator's model into a graph in .memoryd/models",
    "memoryd/recall/lexical/disk.py": "the lexical index in .memoryd is derived and its own",
    "memoryd/rpc/server.py": "removes its own socket",
    "memoryd/rpc/sockets.py": "puts its own socket in place of a dead one",
    "memoryd/watch/source.py": "makes the directories that it is about to watch",
    "memoryd/watch/tickets.py": "the cookies in .memoryd by which it knows how far the events have come",
}


def modules(*rooms: str) -> Iterator[Path]:
    folders = [PACKAGE / room for room in rooms] if rooms else [PACKAGE]
    for folder in folders:
        yield from sorted(folder.rglob("*.py"))


def dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else "?"


def opens_for_writing(call: ast.Call) -> bool:
    name = dotted(call.func)
    if name == "os.open":
        return any(isinstance(part, ast.Attribute) and part.attr in WRITING_FLAGS for part in ast.walk(call))
    if name.split(".")[-1] != "open" and name != "io.open":
        return False
    position = 1 if name in ("open", "io.open") else 0
    modes = [word.value for word in call.keywords if word.arg == "mode"] + call.args[position : position + 1]
    return any(isinstance(mode, ast.Constant) and isinstance(mode.value, str) and set(mode.value) & set("wax+")
               and set(mode.value) <= set("rwaxbt+U") for mode in modes)  # fmt: skip


def writes(tree: ast.AST) -> Iterator[str]:
    """`line: call` of every call that writes to the file system."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = dotted(node.func)
        if name in WRITING_FUNCTIONS or name.split(".")[-1] in WRITING_METHODS or opens_for_writing(node):
            yield f"{node.lineno}: {name}"


def test_only_storage_writes_files() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{call}"
        for path in modules()
        if path.relative_to(PACKAGE).parts[0] not in ("storage", "testing")
        and str(path.relative_to(ROOT)) not in WRITERS
        for call in writes(ast.parse(path.read_text()))
    ]
    assert not found, "\n".join(found)


def test_the_allowed_writers_do_write() -> None:
    assert [
        path for path in WRITERS if (ROOT / path).exists() and not list(writes(ast.parse((ROOT / path).read_text())))
    ] == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("open('x', 'w')", ["1: open"]),
        ("open('x', mode='ab')", ["1: open"]),
        ("Path('x').open('r+')", ["1: ?.open"]),
        ("path.write_text('x')", ["1: path.write_text"]),
        ("os.open('x', os.O_RDWR | os.O_CREAT)", ["1: os.open"]),
        ("os.replace('a', 'b')", ["1: os.replace"]),
        ("shutil.rmtree('a')", ["1: shutil.rmtree"]),
        ("open('x')", []),
        ("open('x', 'rb')", []),
        ("os.open('x', os.O_RDONLY | os.O_CLOEXEC)", []),
        ("text.replace('a', 'b')", []),
        ("files.open(path, flags)", []),
    ],
)
def test_a_call_that_writes_is_seen(source: str, expected: list[str]) -> None:
    assert list(writes(ast.parse(source))) == expected


def test_the_domain_reads_no_clock() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {dotted(node.func)}"
        for path in modules(*DOMAIN)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and ".".join(dotted(node.func).split(".")[-2:]) in CLOCK_CALLS
    ]
    assert not found, "\n".join(found)


def test_every_room_is_under_the_contracts() -> None:
    contracts = {
        contract["id"]: contract
        for contract in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    }
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")} - {
        "cli",
        "client",
        "rpc",
        "storage",
        "testing",
    }
    unknown_to_rpc = {name.removeprefix("memoryd.") for name in contracts["rpc"]["forbidden_modules"]}
    unknown_to_clients = {name.removeprefix("memoryd.") for name in contracts["clients-daemon"]["forbidden_modules"]}
    domain = {name.removeprefix("memoryd.") for name in contracts["domain"]["source_modules"]}
    assert rooms - unknown_to_rpc == set()
    assert rooms - unknown_to_clients == set()
    assert (rooms & set(DOMAIN)) - domain == set()


IGNORED = re.compile(r'^  "[A-Z]+\d*",(.*)$', re.MULTILINE)
NOQA = re.compile(r"# no" + r"qa: [A-Z0-9, ]+(.*)$", re.MULTILINE)


def test_every_ignored_rule_has_its_reason() -> None:
    """Behind `#` in pyproject.toml, behind ` - ` in the code."""
    settings = (ROOT / "pyproject.toml").read_text().partition("[tool.ruff]")[2].partition("[tool.mypy]")[0]
    assert [rule[0] for rule in IGNORED.finditer(settings) if not re.match(r"  # \w", rule[1])] == []
    assert len(IGNORED.findall(settings)) > 20
    assert [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for folder in ("contrib", "memoryd", "packaging", "tests")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for found in NOQA.finditer(path.read_text())
        if not found[1].startswith("- ")
    ] == []


def imported(path: Path) -> Iterator[str]:
    """The top-level names of what the module imports."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]


def normal(requirement: str) -> str:
    return re.split(r"[^\w.-]", requirement)[0].casefold().replace("_", "-")


def test_every_import_is_a_declared_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    declared = {
        normal(each) for each in [*project["dependencies"], *(each for extra in extras.values() for each in extra)]
    }
    distributions = packages_distributions()
    foreign = {name for path in modules() for name in imported(path)} - sys.stdlib_module_names - {"memoryd"}
    undeclared = {name for name in foreign if not {normal(each) for each in distributions.get(name, [name])} & declared}
    assert undeclared == set()
