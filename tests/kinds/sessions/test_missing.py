"""Messages that an edit left nowhere are told by what stands in the files, whatever the index has of them by then."""

from __future__ import annotations

import pytest

from memoryd.conversation.file import FileState, SessionFile
from memoryd.conversation.message import Message, document
from memoryd.kinds.sessions.missing import Missing
from memoryd.kinds.sessions.scanning import Reading
from memoryd.problems import ProblemBoard
from memoryd.types import Document

PATH, OTHER = "sessions/a.jsonl", "sessions/b.jsonl"
SAID = [Message(session_id="s", role="user", content=f"said {line}", at=line, received=line) for line in range(1, 5)]


def test_an_index_that_is_behind_hides_none() -> None:
    board, asked = ProblemBoard(lambda problem: None), list[int]()
    before = {one.key: one for one in (document(said, PATH, line) for line, said in enumerate(SAID, 1))}
    standing = {PATH: SAID[:1], OTHER: [SAID[1]]}
    missing = Missing(
        board,
        documents_of=lambda path: [one for one in before.values() if one.path == path],
        said_in=lambda path: standing.get(path, []),
        paths_of=lambda session: (PATH, OTHER),
        is_purged=lambda one: one.text == "said 4",
        ask=lambda: asked.append(1),
    )
    kept = Reading(SessionFile(PATH), before=FileState(4, 0, 0, 0, 0), indexed=before, documents=[before[f"{PATH}:1"]])
    missing.read_anew(kept)
    assert asked
    missing.tell()
    assert [(one.path, one.line, one.what[:26]) for one in board.all()] == [(PATH, 3, "the message of line 3 was ")]
    standing[PATH] = SAID
    missing.tell()
    assert board.all() == []


def documents(*lines: int) -> dict[str, Document]:
    return {one.key: one for one in (document(SAID[line - 1], PATH, line) for line in lines)}


def edited(indexed: dict[str, Document], *left: int, removed: frozenset[str] = frozenset()) -> Reading:
    """What a look finds when only these lines are left."""
    file = SessionFile(PATH)
    file.removed.update(removed)
    kept = [indexed[f"{PATH}:{line}"] for line in left]
    return Reading(file, before=FileState(4, 0, 0, 0, 0), indexed=indexed, documents=kept)


@pytest.fixture
def missing() -> tuple[Missing, ProblemBoard]:
    board = ProblemBoard(lambda problem: None)
    return Missing(
        board,
        documents_of=lambda path: [],
        said_in=lambda path: SAID[:1],
        paths_of=lambda session: (PATH,),
        is_purged=lambda one: False,
        ask=lambda: None,
    ), board


def test_what_two_edits_in_turn_took_out_is_told_together(missing: tuple[Missing, ProblemBoard]) -> None:
    lines, board = missing
    lines.read_anew(edited(documents(1, 2, 3, 4), 1, 2, 3))
    lines.read_anew(edited(documents(1, 2, 3), 1, 3))
    lines.tell()
    assert [one.what.partition(" were")[0] for one in board.all()] == ["2 messages of lines 2 to 4"]


def test_what_a_line_of_the_file_takes_back_is_not_missing(missing: tuple[Missing, ProblemBoard]) -> None:
    lines, board = missing
    lines.read_anew(edited(documents(1, 2, 3, 4), 1, 3, 4, removed=frozenset({f"{PATH}:2"})))
    lines.tell()
    assert board.all() == []
