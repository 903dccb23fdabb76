"""Secrets that a person types into a file are reported with their line, and gone from the board when they are gone."""

from __future__ import annotations

from pathlib import Path

from memoryd.problems import ProblemBoard
from memoryd.watch.secret_watch import LONGEST, SecretWatch

SECRET = "password = " + "hunter2" * 3 + "X9!"


class WatchedFolder:
    def __init__(self, root: Path) -> None:
        self.root, self.board, self.absorbed = root, ProblemBoard(print), []
        self.watch = SecretWatch(str(root), lambda relpath, stamp: self.absorbed.append(relpath), self.board)

    def save(self, name: str, text: str) -> list[tuple[str, int | None]]:
        (self.root / name).write_text(text)
        self.watch.absorb(name, None)
        return [(problem.path, problem.line) for problem in self.board.all()]


def test_a_secret_is_named_by_its_line_and_left_alone(tmp_path: Path) -> None:
    folder = WatchedFolder(tmp_path)
    text = f"# Notes\n\nall is well\n- {SECRET}\n"
    assert folder.save("notes.md", text) == [("notes.md", 4)]
    assert (tmp_path / "notes.md").read_text() == text
    assert folder.absorbed == ["notes.md"]
    assert SECRET not in str(folder.board.all())
    assert folder.save("notes.md", "# Notes\n\nall is well\n") == []


def test_a_password_below_its_name_is_named_by_its_own_line(tmp_path: Path) -> None:
    assert WatchedFolder(tmp_path).save("notes.md", "# Notes\n\nPassword:\n  hunter2next\nall is well\n") == [
        ("notes.md", 4)
    ]


def test_a_file_that_is_gone_is_no_problem(tmp_path: Path) -> None:
    folder = WatchedFolder(tmp_path)
    folder.save("notes.md", SECRET)
    (tmp_path / "notes.md").unlink()
    folder.watch.absorb("notes.md", None)
    assert folder.board.all() == []


def test_of_a_log_only_what_was_added_is_looked_at(tmp_path: Path) -> None:
    folder = WatchedFolder(tmp_path)
    long = '{"a": "nothing"}\n' * (LONGEST // 16)
    assert folder.save("facts.jsonl", long) == []
    with (tmp_path / "facts.jsonl").open("a") as file:
        file.write(f'{{"a": "{SECRET}"}}\n')
    folder.watch.absorb("facts.jsonl", None)
    assert [(problem.path, problem.line) for problem in folder.board.all()] == [("facts.jsonl", None)]


def test_what_was_redacted_is_no_secret(tmp_path: Path) -> None:
    assert WatchedFolder(tmp_path).save("notes.md", "- password = [redacted:password]\n") == []
