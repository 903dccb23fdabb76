"""docs/architecture.md names what there is: modules, threads and locks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.support.sources import nodes

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "memoryd"
TEXT = re.sub(r"```.*?```", "", (ROOT / "docs/architecture.md").read_text(), flags=re.DOTALL)
CODE = re.compile(r"`([^`]+)`")
POOLS = {"ThreadPoolExecutor": 1, "TurnPool": 1, "Helper": 1}
"""Where what makes threads is given the beginning of their names."""


def first_column(heading: str) -> list[str]:
    section = TEXT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| ")]
    return [name for row in rows for name in CODE.findall(row)]


def called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def thread_names() -> Iterator[str]:
    for path in PACKAGE.rglob("*.py"):
        if path.relative_to(PACKAGE).parts[0] in ("client", "cli", "mcp", "testing"):
            continue
        constants = {
            node.targets[0].id: node.value
            for node in nodes(path)
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        }
        for node in nodes(path):
            if isinstance(node, ast.Call) and called(node) in (*POOLS, "Thread"):
                given = (word.value for word in node.keywords if word.arg == "name")
                name = node.args[at] if (at := POOLS.get(called(node))) and at < len(node.args) else next(given, None)
                if isinstance(name, ast.Name):
                    name = constants.get(name.id)
                if isinstance(name, ast.JoinedStr):
                    name = name.values[0]
                if isinstance(name, ast.Constant):
                    yield f"memoryd-{name.value}" if called(node) == "Helper" else str(name.value).removesuffix("-")


def test_the_threads_are_those_that_there_are() -> None:
    shown = {re.sub(r"[-_](?:N|QUEUE)$", "", name) for name in first_column("Threads")}
    assert shown == {*thread_names()} - {"memoryd"}  # a helper's, which has the helper's name behind it


def test_the_locks_are_there() -> None:
    held = {
        (node.name, inner.attr)
        for path in PACKAGE.rglob("*.py")
        for node in nodes(path)
        if isinstance(node, ast.ClassDef)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store)
    }
    owner, shown = "", set()
    for name in first_column("Locks"):
        owner, _, lock = name.rpartition(".") if "." in name else (owner, "", name)
        shown.add((owner, lock))
    assert shown - held == set()
    assert len(shown) > 20


def test_every_module_that_is_named_is_there() -> None:
    named = {name for name in CODE.findall(TEXT) if re.fullmatch(r"[\w/]+\.py", name)}
    known = [str(path) for path in PACKAGE.rglob("*.py")]
    assert len(named) > 100
    assert {
        name for name in named if not (ROOT / name).exists() and not any(path.endswith(f"/{name}") for path in known)
    } == set()


def test_every_module_of_no_package_is_named() -> None:
    found = {path.name for path in PACKAGE.glob("*.py")} - {"__init__.py", "__main__.py"}
    assert {name for name in found if f"`{name}`" not in TEXT} == set()
