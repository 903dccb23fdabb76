"""Lines of session files are never renumbered, whatever a person does to them (design §3)."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.conversation.message import Message, document, encode_line
from memoryd.kinds.sessions.alignment import aligned
from tests.support.sessions import SessionRig, indexed, said


def raw(message: Message) -> bytes:
    return encode_line(message).rstrip(b"\n")


def stand(known: str, new: str, lost: dict[int, str] | None = None) -> str:
    """Each letter is a message of its own time, a capital one its text changed; `.` an empty line, `#` no message."""
    messages = {number: said(letter, ord(letter)) for number, letter in enumerate(known, 1) if letter.isalpha()}
    now = {number: said(letter, ord(letter.lower())) for number, letter in enumerate(new, 1) if letter.isalpha()}
    raws = [b"" if letter == "." else b"#" if letter == "#" else raw(now[at]) for at, letter in enumerate(new, 1)]
    back = {line: raw(said(letter, ord(letter))) for line, letter in (lost or {}).items()}
    documents = {line: document(one, "sessions/x.jsonl", line) for line, one in messages.items()}
    lines = aligned(raws, now, len(known), documents, back)
    if lines is None:
        return new
    return "".join(json.loads(line)["content"] if line not in (b"", b"#") else line.decode() or "." for line in lines)


@pytest.mark.parametrize(
    ("known", "new", "lost", "wanted"),
    [
        ("abc", "abc", {}, "abc"),
        ("abc", "abcd", {}, "abcd"),
        ("abc", "aBc", {}, "aBc"),
        ("abc", "ac", {}, "a.c"),
        ("abc", "bc", {}, ".bc"),
        ("abc", "ab", {}, "ab."),
        ("abc", "axbc", {}, "abcx"),
        ("abc", "xyabc", {}, "abcxy"),
        ("abc", "cab", {}, "abc"),
        ("abc", "aCb", {}, "abC"),
        ("abc", "axc", {}, "axc"),
        ("abc", "acx", {}, "a.cx"),
        ("a#c", "#c", {}, ".#c"),
        ("a#c", "c", {}, "..c"),
        ("a.c", "ac", {}, "a.c"),
        ("ab#c", "a#c", {}, "a.#c"),
        ("abcd", "abx", {3: "c", 4: "d"}, "abcdx"),
        ("abcd", "ab", {4: "d"}, "ab.d"),
        ("abc", "ab", {7: "z"}, "ab.z"),
    ],
)
def test_a_line_stands_where_it_stood(known: str, new: str, lost: dict[int, str], wanted: str) -> None:
    assert stand(known, new, lost) == wanted
    assert stand(known, wanted) == wanted


def test_what_was_taken_out_is_not_what_came_with_it_and_is_gone() -> None:
    gone, left, behind = (said(letter, 7) for letter in "abc")
    known = {1: document(gone, "sessions/x.jsonl", 1)}
    raws = [b"", raw(left), b"#", raw(behind)]
    assert aligned(raws, {2: left, 4: behind}, 4, known, {}, {2, 4}) is None
    reworded = said("A", 7)
    assert aligned([raw(reworded), *raws[1:]], {1: reworded, 2: left, 4: behind}, 4, known, {}, {2, 4}) is None


@given(st.lists(st.sampled_from("abcdefgABCDEFGxyz#."), max_size=12, unique_by=str.lower).map("".join))
def test_no_line_is_lost_and_no_key_says_what_another_said(new: str) -> None:
    found = stand("abcdefg", new)
    assert sorted(found.replace(".", "")) == sorted(new.replace(".", ""))
    for line, letter in enumerate("abcdefg"):
        if letter in new.lower():
            assert found[line].lower() == letter


def test_a_long_file_that_another_takes_the_place_of_costs_no_pairs_of_lines() -> None:
    count = 20_000
    known = {at: document(said(f"said {at}", at), "sessions/x.jsonl", at) for at in range(1, count + 1)}
    other = {at: said(f"other {at}", count + at) for at in range(1, count + 2)}
    raws = [raw(one) for one in other.values()]
    began = time.thread_time()
    assert aligned(raws, other, count, known, {}) == [b""] * count + raws
    assert time.thread_time() - began < 3  # twenty where each line looks through all of them


@pytest.mark.parametrize("is_restarted", [False, True])
def test_a_key_answers_with_its_message_when_a_line_above_it_is_deleted(rig: SessionRig, is_restarted: bool) -> None:
    rig.append("s", [said(letter, at) for at, letter in enumerate("abcd")])
    lines, path = rig.lines(rig.path()), rig.path()
    if is_restarted:
        rig.save(path, b"".join([lines[0], *lines[2:]]))
        rig.restart()
    else:
        rig.edit(path, b"".join([lines[0], *lines[2:]]))
    assert indexed(rig) == {"1": "a", "3": "c", "4": "d"}
    assert rig.append("s", [said("e", 9)])["keys"] == [f"{path}:5"]
    assert rig.board.all() == []


def test_what_was_taken_out_stays_out_when_a_line_above_it_is_deleted(rig: SessionRig) -> None:
    rig.append("s", [said(letter, at) for at, letter in enumerate("abc")])
    rig.writer.run(lambda batch: rig.store.take_out_last("s", rig.store.look_at_last("s"), batch))
    rig.append("s", [said("d", 9)])
    rig.edit(rig.path(), b"".join(rig.lines(rig.path())[1:]))
    assert [one["content"] for one in rig.store.read("s", 9, None)["messages"]] == ["b", "d"]
    assert indexed(rig) == {"2": "b", "5": "d"}


def test_what_is_saved_over_gets_its_keys_again(rig: SessionRig) -> None:
    rig.append("s", [said("a", 1)])
    stale, path = (rig.root / rig.path()).read_bytes(), rig.path()
    keys = rig.append("s", [said("b", 2), said("c", 3)])["keys"]
    rig.edit(path, stale + encode_line(said("typed", 4)))
    assert [rig.index.documents[key].text for key in keys] == ["b", "c"]
    assert indexed(rig)["4"] == "typed"


def test_a_file_that_was_emptied_gets_no_more_lines_and_what_was_new_in_it_stands_in_another(rig: SessionRig) -> None:
    rig.append("s", [said("old", 1)])
    path = rig.path()
    rig.clock.advance(700)
    rig.append("s", [said("new", 2)])
    (rig.root / path).write_bytes(b"")
    rig.append("s", [said("newer", 3)])
    assert rig.path() != path
    assert {one.text for one in rig.index.documents.values()} == {"new", "newer"}
