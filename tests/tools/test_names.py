"""Names of our own for what has a name in the field do not come back (docs/glossary.md has those)."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.support.sources import nodes

ROOT = Path(__file__).parents[2]

OLD: Mapping[str, str] = {
    "nights": "maintenance runner",
    "desk": "note state",
    "wish": "write options",
    "courtesy": "backpressure",
    "shadow": "layer snapshot",
    "shadows": "layer snapshots",
    "bearing": "relevance",
    "lane": "ingest queue, priority",
    "lanes": "ingest queue, priority",
    "intake": "ingest",
    "upkeep": "write-behind",
    "assembly": "composition",
}
OLD_IN_RECALL: Mapping[str, str] = {"mark": "interned id", "marks": "interned ids"}
"""Elsewhere these are good words: of a pin, or of a message in a summary."""
OLD_PHRASES: Mapping[str, str] = {"other hands": "hand edits"}


def sources() -> Iterator[Path]:
    for room in ("memoryd", "tests"):
        yield from (path for path in (ROOT / room).rglob("*.py") if path != Path(__file__))


def words_of(identifier: str) -> set[str]:
    """`DeskKeeper` → desk, keeper; `on_nights` → on, nights."""
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", identifier)}


def identifiers(parts: Iterable[ast.AST]) -> Iterator[str]:
    for node in parts:
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            if not (isinstance(node.value, ast.Name) and node.value.id == "pytest"):
                yield node.attr
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if not node.name.startswith("test_"):  # the name of a test is a sentence
                yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.keyword):
            yield node.arg or ""
        elif isinstance(node, ast.alias):
            yield from (node.asname or node.name).split(".")
        elif isinstance(node, ast.ImportFrom):
            yield from (node.module or "").split(".")


def old_of(path: Path) -> Mapping[str, str]:
    return OLD | OLD_IN_RECALL if "recall" in path.parts else OLD


def old_names(path: Path, parts: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    """The old word and the identifier that has it; `path` is relative and names modules, too."""
    old = old_of(path)
    for identifier in {*identifiers(parts), *path.with_suffix("").parts[1:]}:
        for word in words_of(identifier) & old.keys():
            yield word, identifier


def found() -> dict[str, set[str]]:
    """Every identifier with an old word, by the word."""
    names: dict[str, set[str]] = defaultdict(set)
    for path in sources():
        relative = path.relative_to(ROOT)
        any_old = re.compile("|".join(old_of(relative)), re.IGNORECASE)  # most have none and need not be parsed
        has_any = any_old.search(path.read_text()) or any_old.search(str(relative))
        for word, identifier in old_names(relative, nodes(path)) if has_any else ():
            names[word].add(identifier)
    return names


def test_no_identifier_has_an_old_name() -> None:
    replaced = OLD | OLD_IN_RECALL
    wrong = [
        f"{identifier}: {word} is now {replaced[word]}"
        for word, names in sorted(found().items())
        for identifier in sorted(names)
    ]
    assert not wrong, "\n".join(wrong)


def count(phrase: str) -> int:
    wanted = re.compile(re.sub(r" ", r"(?:\\s|#|_)+", phrase), re.IGNORECASE)
    return sum(len(wanted.findall(path.read_text())) for path in sources())


@pytest.mark.parametrize("phrase", OLD_PHRASES)
def test_no_text_has_an_old_phrase(phrase: str) -> None:
    assert count(phrase) == 0, f"{phrase} is now {OLD_PHRASES[phrase]}"


@pytest.mark.parametrize(
    ("path", "source", "expected"),
    [
        ("memoryd/x.py", "class DeskKeeper: ...", {("desk", "DeskKeeper")}),
        ("memoryd/x.py", "def f(*, a_wish): return a_wish.nights", {("wish", "a_wish"), ("nights", "nights")}),
        ("memoryd/x.py", "from memoryd.lanes import go as intake", {("lanes", "lanes"), ("intake", "intake")}),
        ("memoryd/desk.py", "", {("desk", "desk")}),
        ("memoryd/x.py", "mark = 1; night = 'desk'  # wish", set()),
        ("memoryd/recall/x.py", "mark = 1", {("mark", "mark")}),
        ("tests/recall/x.py", "pytest.mark.long", set()),
        ("memoryd/x.py", "def assembled(): ...", set()),
    ],
)
def test_an_old_name_is_seen(path: str, source: str, expected: set[tuple[str, str]]) -> None:
    assert set(old_names(Path(path), ast.walk(ast.parse(source)))) == expected
