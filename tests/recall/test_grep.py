from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest

from memoryd.errors import InvalidParams, TooLarge
from memoryd.recall.grep import LONGEST_TEXT, Match, Matches
from memoryd.recall.grep import grep as grep_visible


@pytest.fixture
def root(tmp_path: Path) -> Path:
    files = {
        "MEMORY.md": "hot tea\n",
        "memory/user.md": "# User\n- likes Tea\r\n- über alles\n\nlast tea",
        "memory/a/deep.md": "tea",
        "daily/2026-05-15.md": "no such drink",
        "sessions/s.jsonl": '{"content": "tea"}\n' * 3,
        ".memoryd/index/x": "tea",
        ".hidden.md": "tea",
        "memory.md": "tea",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    (tmp_path / "image.bin").write_bytes(b"tea\x00tea")
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9 tea\n")
    (tmp_path / "link.md").symlink_to(tmp_path / "MEMORY.md")
    (tmp_path / "outside").symlink_to("/etc")
    os.mkfifo(tmp_path / "pipe")
    return tmp_path


def grep(root: str, pattern: str, **options: Any) -> Matches:
    whole = {"shown": lambda path, blocks: blocks, "check_cancelled": lambda: None}
    return grep_visible(root, pattern, **{**whole, **options})


def _places(root: Path, pattern: str, **options: Any) -> list[tuple[str, int]]:
    return [(one.path, one.line) for one in grep(str(root), pattern, **options).matches]


def test_finds_lines_in_the_order_of_paths(root: Path) -> None:
    assert _places(root, "tea") == [
        ("MEMORY.md", 1),
        ("latin.txt", 1),
        ("memory.md", 1),
        ("memory/a/deep.md", 1),
        ("memory/user.md", 5),
        ("sessions/s.jsonl", 1),
        ("sessions/s.jsonl", 2),
        ("sessions/s.jsonl", 3),
    ]


def test_a_match_has_its_line(root: Path) -> None:
    assert grep(str(root), "likes").matches == [Match("memory/user.md", 2, "- likes Tea")]
    assert grep(str(root), "caf").matches == [Match("latin.txt", 1, "caf\ufffd tea")]


@pytest.mark.parametrize(
    ("pattern", "lines"),
    [
        ("^- ", [2, 3]),
        ("^$", [4]),
        ("tea$", [5]),
        ("(?i)TEA", [2, 5]),
        ("ÜBER", []),
        ("(?i)ÜBER", [3]),
        (r"\blikes\b", [2]),
        (r"r\salles", [3]),
        (r"User\s-", []),
        (r"User[^x]*likes", []),
        (r"\A- über", [3]),
        (r"(?-m)^last", [5]),
        ("x*", [1, 2, 3, 4, 5]),
    ],
)
def test_an_expression_is_of_one_line(root: Path, pattern: str, lines: list[int]) -> None:
    assert _places(root, pattern, paths=["memory/user.md"]) == [("memory/user.md", line) for line in lines]


def test_no_line_stands_behind_the_last_end(root: Path) -> None:
    assert _places(root, "^$") == [("memory/user.md", 4)]


def test_ignore_case(root: Path) -> None:
    assert _places(root, "TEA", ignore_case=True, paths=["MEMORY.md"]) == [("MEMORY.md", 1)]
    assert _places(root, "TEA", paths=["MEMORY.md"]) == []


@pytest.mark.parametrize(
    ("paths", "found"),
    [
        (["memory"], {"memory/a/deep.md", "memory/user.md"}),
        (["memory/"], {"memory/a/deep.md", "memory/user.md"}),
        (["memory/*.md"], {"memory/user.md"}),
        (["memory/**"], {"memory/a/deep.md", "memory/user.md"}),
        (["memory/**/deep.md"], {"memory/a/deep.md"}),
        (["**/user.md"], {"memory/user.md"}),
        (["*.jsonl", "MEMORY.md"], {"sessions/s.jsonl", "MEMORY.md"}),
        (["memor?.md"], {"memory.md"}),
        (["[l-m]*.[!j]*"], {"latin.txt", "memory.md"}),
        (["nothing"], set()),
        ([], set()),
        (["*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b"], set()),
    ],
)
def test_paths(root: Path, paths: list[str], found: set[str]) -> None:
    assert {path for path, _ in _places(root, "tea", paths=paths)} == found


@pytest.mark.parametrize("path", ["/etc/passwd", "../x", "memory/../..", ".memoryd", "", "a\x00b", "[z-a]x"])
def test_paths_stay_inside(root: Path, path: str) -> None:
    with pytest.raises(InvalidParams):
        grep(str(root), "tea", paths=[path])


@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        ("", "empty"),
        ("(", "missing"),
        ("(?=tea)", "lookaround"),
        ("(?<!a)tea", "lookaround"),
        (r"(a)\1", "backreference"),
        ("a++", "possessive"),
        ("(a{1000}){1000}", "grep cannot read"),
        ("\ud800", "Unicode"),
        ("[z-a]", "range"),
    ],
)
def test_a_pattern_that_is_refused_says_why(root: Path, pattern: str, says: str) -> None:
    with pytest.raises(InvalidParams) as refused:
        grep(str(root), pattern)
    assert says in refused.value.sentence
    assert "(?m)" not in refused.value.sentence


def test_a_pattern_has_a_bound(root: Path) -> None:
    with pytest.raises(TooLarge):
        grep(str(root), "a" * 5000)


@pytest.mark.parametrize(
    "pattern", ["(a+)+$", "(a|a)*b", "(a|aa)+$", "(.*a){20}x", "^(([a-z])+.)+[A-Z]([a-z])+$", "(x+x+)+y"]
)
def test_patterns_that_hang_other_engines_return(root: Path, pattern: str) -> None:
    # A backtracking engine would not come back within the lifetime of the test run.
    (root / "long.md").write_text("a" * 50_000 + "!\n" + "x" * 50_000)
    assert _places(root, pattern, paths=["long.md"]) == []


def test_a_long_line_is_cut_around_its_match(root: Path) -> None:
    (root / "long.md").write_text("ü" * 3000 + "needle" + "ß" * 3000)
    (match,) = grep(str(root), "needle").matches
    assert "needle" in match.text
    assert "\ufffd" not in match.text
    assert len(match.text.encode()) <= LONGEST_TEXT + 6
    assert (match.text[0], match.text[-1]) == ("…", "…")


def test_lines_are_numbered_across_blocks(root: Path) -> None:
    (root / "big.md").write_text("".join(f"line {number} {'x' * 90}\n" for number in range(1, 20_001)))
    assert _places(root, "^line (1|5000|19999) ", paths=["big.md"]) == [
        ("big.md", 1),
        ("big.md", 5000),
        ("big.md", 19999),
    ]


def test_the_limit_truncates(root: Path) -> None:
    two = grep(str(root), "tea", limit=2)
    assert (len(two.matches), two.truncated) == (2, True)
    eight = grep(str(root), "tea", limit=8)
    assert (len(eight.matches), eight.truncated) == (8, False)


def test_what_is_not_visible_is_not_read(root: Path) -> None:
    found = _places(root, "tea", shown=lambda path, blocks: iter(()) if path == "MEMORY.md" else blocks)
    assert "MEMORY.md" not in {path for path, _ in found}


def test_time_and_cancelling_stop_it(root: Path) -> None:
    assert grep(str(root), "tea", deadline=time.monotonic() - 1).truncated

    class Stopped(Exception):
        pass

    def cancel() -> None:
        raise Stopped

    with pytest.raises(Stopped):
        grep(str(root), "tea", check_cancelled=cancel)
