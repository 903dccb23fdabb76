"""The house's rules that import-linter cannot see."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.support.sources import nodes

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "memoryd"
DOMAIN = ("conversation", "kinds", "ledger", "text")

CLOCK_CALLS = {"time.time", "time.time_ns", "datetime.now", "datetime.utcnow", "datetime.today", "date.today"}


def modules(*rooms: str) -> Iterator[Path]:
    folders = [PACKAGE / room for room in rooms] if rooms else [PACKAGE]
    for folder in folders:
        yield from sorted(folder.rglob("*.py"))


def dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else "?"


def test_the_domain_reads_no_clock() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {dotted(node.func)}"
        for path in modules(*DOMAIN)
        for node in nodes(path)
        if isinstance(node, ast.Call) and ".".join(dotted(node.func).split(".")[-2:]) in CLOCK_CALLS
    ]
    assert not found, "\n".join(found)


MAPPED = 13
"""Modules of a package that nobody looks through without a map."""
UNMAPPED = {
    ".": "docs/architecture.md is its map",
    "cli/commands": "one module a command, by its name",
    "client": "its docstring is for users",
}


@pytest.mark.parametrize(
    "package", sorted(path.parent for path in PACKAGE.rglob("__init__.py")), ids=lambda path: path.name
)
def test_the_map_of_a_large_package_has_each_of_its_modules(package: Path) -> None:
    found = {path.stem for path in package.glob("*.py")} - {"__init__", "__main__"}
    if len(found) < MAPPED or str(package.relative_to(PACKAGE)) in UNMAPPED:
        return
    named = re.findall(r"\w+", ast.get_docstring(ast.parse((package / "__init__.py").read_text())) or "")
    assert found - set(named) == set()


def test_every_room_is_under_the_contracts() -> None:
    contracts = {
        contract["id"]: contract
        for contract in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    }

    def named(contract: str, part: str) -> set[str]:
        return {name.removeprefix("memoryd.") for name in contracts[contract][part]}

    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    ours = rooms - {"cli", "client", "rpc", "storage", "testing"}
    assert ours - named("rpc", "forbidden_modules") == set()
    assert ours - named("clients-daemon", "forbidden_modules") == {"mcp"} <= named("clients-daemon", "source_modules")
    assert (ours & set(DOMAIN)) - named("domain", "source_modules") == set()

    layers = [re.split(" [|:] ", layer.replace("memoryd.", "")) for layer in contracts["arrows"]["layers"]]
    kinds = {f"kinds.{path.parent.name}" for path in PACKAGE.glob("kinds/*/__init__.py")}
    place = next(at for at, layer in enumerate(layers) if set(layer) == kinds)
    below = {one for layer in layers[place + 1 :] for one in layer}
    files = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "__main__", "composition"}
    above = (rooms | files) - below - {"kinds", "cli", "client", "mcp", "rpc"}
    assert above == named("kinds", "source_modules")
    assert [path.name for path in PACKAGE.glob("kinds/*.py")] == ["__init__.py"]


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
    for node in nodes(path):
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
    # The frameworks of the adapters need not be installed here.
    distributions = {"agents": ["openai-agents"], "langgraph": ["langgraph-checkpoint"], "strands": ["strands-agents"]}
    distributions["pydantic_ai"] = ["pydantic-ai-slim"]
    distributions |= packages_distributions()
    # Every type checker brings typing_extensions, and only they read where it is imported (tests/wheels).
    ours = {"memoryd", "typing_extensions"}
    foreign = {name for path in modules() for name in imported(path)} - sys.stdlib_module_names - ours
    undeclared = {name for name in foreign if not {normal(each) for each in distributions.get(name, [name])} & declared}
    assert undeclared == set()


# --- everything by constructor ----------------------------------------------------------------------------------

DATA = {"Struct", "dataclass", "NamedTuple", "TypedDict"}
PATCHED: dict[str, str] = {
    "memoryd/cli/snapshot.py: base.text_factory": "sqlite3's own connection, which has no other way",
}
"""What an object is given from outside, behind its constructor, and why."""


def names_in(node: ast.AST | None) -> set[str]:
    """The names in an annotation, also in one that is quoted."""
    found = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)} if node is not None else set()
    return found | {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)} if node else found


def is_data(one: ast.ClassDef) -> bool:
    return any(names_in(part) & DATA for part in (*one.bases, *one.decorator_list))


def stored(target: ast.expr) -> Iterator[ast.Attribute]:
    """`a.b` and `c.d` of `a.b, c.d = …`."""
    for part in ast.walk(target):
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
            yield part


def assignments(parts: Iterable[ast.AST]) -> Iterator[tuple[ast.Attribute, ast.expr | None, ast.expr | None]]:
    """Each attribute that is set: the target, its annotation, and the value."""
    for node in parts:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield from ((one, None, node.value) for one in stored(target))
        elif isinstance(node, ast.AnnAssign):
            yield from ((one, node.annotation, node.value) for one in stored(node.target))


def is_own(target: ast.Attribute) -> bool:
    return isinstance(target.value, ast.Name) and target.value.id in ("self", "cls")


class House:
    """Which attributes hold something to work with: a function, or an object of ours that is no plain data."""

    def __init__(self, modules: Mapping[str, list[ast.AST]]) -> None:
        """`modules`: the nodes of each, its tree first."""
        self.modules = modules
        classes = [one for parts in modules.values() for one in parts if isinstance(one, ast.ClassDef)]
        self._workers = {one.name for one in classes if not is_data(one)} | {"Callable"} | set(self._aliases())
        self._workers -= {one.name for one in classes if is_data(one)}
        self._held = {name for one in classes if not is_data(one) for name in self._held_by(one)}
        self._plain = {
            field.target.id for one in classes if is_data(one) for field in one.body
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        }  # fmt: skip

    def _aliases(self) -> Iterator[str]:
        """`Run = Callable[…]` at the top of a module."""
        for tree, *_ in self.modules.values():
            assert isinstance(tree, ast.Module)
            for node in tree.body:
                if (
                    isinstance(node, ast.Assign)
                    and isinstance(node.value, ast.Subscript)
                    and "Callable" in names_in(node)
                ):
                    yield from names_in(node.targets[0])

    def _held_by(self, one: ast.ClassDef) -> Iterator[str]:
        for method in one.body:
            if not isinstance(method, ast.FunctionDef):
                continue
            given = {arg.arg: arg.annotation for arg in (*method.args.args, *method.args.kwonlyargs)}
            for target, annotation, value in assignments(ast.walk(method)):
                said = given.get(value.id) if annotation is None and isinstance(value, ast.Name) else annotation
                if is_own(target) and (isinstance(value, ast.Lambda) or names_in(said) & self._workers):
                    yield target.attr

    def patched(self, path: str) -> Iterator[str]:
        """What is put into an object from outside, instead of being given to its constructor."""
        for target, _, value in assignments(self.modules[path]):
            if is_own(target):
                continue
            works = target.attr in self._held and target.attr not in self._plain
            if works or isinstance(value, ast.Lambda) or target.attr.removeprefix("_").startswith("on_"):
                yield ast.unparse(target)


def does_nothing(node: ast.expr | None) -> bool:
    """Whether it is `lambda …: None`, another constant, or the identity."""
    if not isinstance(node, ast.Lambda):
        return False
    body, arguments = node.body, node.args.args
    return isinstance(body, ast.Constant) or (
        isinstance(body, ast.Name) and len(arguments) == 1 and body.id == arguments[0].arg
    )


def idle_defaults(parts: list[ast.AST]) -> Iterator[str]:
    """Parameters and attributes whose default does nothing."""
    for node in parts:
        if isinstance(node, ast.arguments):
            given = [*node.posonlyargs, *node.args]
            for arg, default in (
                *zip(given[len(given) - len(node.defaults) :], node.defaults, strict=True),
                *zip(node.kwonlyargs, node.kw_defaults, strict=True),
            ):
                if does_nothing(default):
                    yield arg.arg
    for target, _, value in assignments(parts):
        if does_nothing(value):
            yield ast.unparse(target)


def parsed() -> dict[str, list[ast.AST]]:
    return {str(path.relative_to(ROOT)): nodes(path) for path in modules()}


def test_nothing_is_patched_in() -> None:
    """What an object works with, it is given by its constructor."""
    house = House(parsed())
    found = [f"{path}: {what}" for path in house.modules for what in house.patched(path)]
    assert [one for one in found if one not in PATCHED] == []
    assert set(PATCHED) - set(found) == set()


def test_no_default_does_nothing() -> None:
    """What is needed must be given; what is not needed is None."""
    found = [f"{path}: {what}" for path, parts in parsed().items() for what in idle_defaults(parts)]
    assert found == []


WORKERS = """
from collections.abc import Callable
Run = Callable[[], None]
class Sink: ...
class Row(Struct):
    text: str
class Rule(Struct):
    days: int
class Store:
    def __init__(self, run: Run, row: Row, rule: Rule, ready: bool) -> None:
        self.run, self.sink = run, None
        self.go = run
        self.rule = rule
        self.row = row
        self.done: Callable[[], None] | None = None
        self.sink: Sink | None = None
        self.ready = ready
"""


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("store.go = start", ["store.go"]),
        ("self.store.go = start", ["self.store.go"]),
        ("store.done = start", ["store.done"]),
        ("store.sink, x = sink, 1", ["store.sink"]),
        ("store.sink = None", ["store.sink"]),
        ("store.on_empty = start", ["store.on_empty"]),
        ("store._on_empty: Run = start", ["store._on_empty"]),
        ("store.anything = lambda: ask()", ["store.anything"]),
        ("self.go = start", []),
        ("store.rule = rule", []),
        ("store.row.text = 'x'", []),
        ("store.ready = True", []),
    ],
)
def test_what_is_patched_in_is_seen(source: str, expected: list[str]) -> None:
    house = House({"a.py": list(ast.walk(ast.parse(WORKERS))), "b.py": list(ast.walk(ast.parse(source)))})
    assert list(house.patched("b.py")) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(on_end=lambda: None): ...", ["on_end"]),
        ("def f(a, /, b=1, *, redact=lambda text: text): ...", ["redact"]),
        ("def f(is_cancelled=lambda: False): ...", ["is_cancelled"]),
        ("self.on_end = lambda: None", ["self.on_end"]),
        ("def f(key=lambda one: one.name): ...", []),
        ("def f(key=None): ...", []),
        ("run(lambda stage: None)", []),
    ],
)
def test_a_default_that_does_nothing_is_seen(source: str, expected: list[str]) -> None:
    assert list(idle_defaults(list(ast.walk(ast.parse(source))))) == expected
