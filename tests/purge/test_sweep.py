"""A purge reads little, and finds what reading everything would find."""

from __future__ import annotations

import io
import json
import tarfile
import time
import tracemalloc
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from memoryd.purge.backup_sweep import clear_backup
from memoryd.purge.clearing import Cleared
from memoryd.purge.digests import FEW_UNNAMED
from memoryd.purge.files import scrubbed
from memoryd.purge.matter import Matter, Plan
from memoryd.purge.needles import Needles
from memoryd.purge.scrub import Found, scrub_json, scrub_lines, scrub_markdown
from memoryd.purge.sweep import look
from memoryd.storage.lines import LONGEST_LINE
from memoryd.storage.regular import LARGEST_STATE

SALT = "00" * 16
WORDS = ["Zorbelwick", "ZORBELWICK", "Ｚｏｒｂｅｌｗｉｃｋ", "Straße", "STRASSE", "東京", "Malmö", "Malmo\u0308", "cat"]
WORDS += ["zorbelwick's", "sessions/a.jsonl:2", "c++", "C:\\new", '"x"', "a\nnew", "K-9", "user"]
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)


def is_found(matter: Matter, line: bytes) -> bool:
    """Whether reading everything finds something in the line, of JSON or Markdown."""
    everything = Matter(matter.grown())
    everything.words = None
    found: list[Found] = []
    if line.startswith(b"{"):
        list(scrub_lines("notes.jsonl", [line], everything, found))
    else:
        scrub_markdown("memory/k.md", line.decode(), everything, found)
    return bool(found)


def may_be_in(matter: Matter, line: bytes) -> list[bool]:
    """With few needles, with many, and with many that have the same words."""
    many, alike = Matter(matter.grown()), Matter(matter.grown())
    many.words = {*(matter.words or ()), *map("w{}w".format, range(50))}
    alike.keys |= {f"sessions/2026-01-01-090000.jsonl:{line}" for line in range(50)}
    of_line = json.dumps({"sources": ["sessions/2026-01-01-090000.jsonl:7"]}).encode()
    assert alike.needles().may_be_in(of_line)
    return [one.needles().may_be_in(line) for one in (matter, many, alike)]


@given(texts, texts, texts, st.booleans(), st.booleans(), st.sampled_from(["phrase", "subject", "key", "text", "fact"]))
def test_what_has_no_needle_has_nothing(
    one: str, other: str, third: str, is_ascii: bool, is_fact: bool, known_by: str
) -> None:
    plan = Plan(at=1, salt=SALT)
    if known_by == "phrase":
        plan.phrases = [one]
    elif known_by == "subject":
        plan.subject = one
    matter = Matter(plan)
    if known_by == "key":
        matter.keys.add("sessions/a.jsonl:2")
    elif known_by == "text":
        matter.add_text(one)
    elif known_by == "fact":
        matter.add_fact(one, other, third)
    fact = {"subject": one.upper(), "predicate": other, "object": third, "sources": ["sessions/a.jsonl:2#0"]}
    line = json.dumps(fact if is_fact else {"content": f"{one.upper()}"}, ensure_ascii=is_ascii).encode()
    for raw in (line, b"- " + one.replace("\n", " ").encode()):
        if is_found(matter, raw):
            assert may_be_in(matter, raw) == [True, True, True]


@pytest.mark.parametrize(
    ("phrase", "line"),
    [
        ("zorbelwick", '- Ｚｏｒｂｅｌｗｉｃｋ'),
        ("zorbelwick", '{"content":"\\u005aorbelwick"}'),
        ("zorbelwick", '{"content":"a\\nzorbelwick\\tb"}'),
        ("new", '{"content":"C:\\\\new"}'),
        ("straße", "- Strassenbahn der STRASSE"),
        ("東京", "- 私は東京に住む"),
        ("malmö", "- Malmo\u0308"),
        ("zorbelwick", "- [Zor](x)belwick"),
        ("zorbelwick", '{"content":"a\\nＺｏｒｂｅｌｗｉｃｋ"}'),
        ("zorbelwick", "- “Zor\u00adbel\u200bwick” says"),
        ("zorbelwick", "- **Zor**bel`wick`, 5 %"),
        ("zorbelwick", "- a/Zor%62elwick"),
        ("zorbelwick", "- the *Ｚｏｒ*belwick"),
        ("straße", "- die%20Stra%C3%9Fe"),
    ],
)  # fmt: skip
def test_a_word_is_seen_however_it_is_written(phrase: str, line: str, tmp_path: Path) -> None:
    matter = Matter(Plan(at=1, salt=SALT, phrases=[phrase]))
    assert is_found(matter, line.encode())
    name = "a.jsonl" if line.startswith("{") else "a.md"
    (tmp_path / name).write_text(f"{line}\n")
    assert seen(tmp_path, matter.plan)["files"] == [name]
    assert seen(tmp_path, msgspec.structs.replace(matter.plan, words=[f"w{n}w" for n in range(50)]))["files"] == [name]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "memory").mkdir()
    (tmp_path / "sessions").mkdir()
    (tmp_path / "memory" / "k.md").write_text("# K\n\n- Zorbelwick keeps cats\n- the kiln is cold\n")
    (tmp_path / "memory" / "copy.md").write_text("# C\n\n- The van is blue\n")
    lines = [{"content": "the van is blue", "sources": ["sessions/a.jsonl:1"]}, {"content": "Zorbelwick has a van"}]
    (tmp_path / "sessions" / "a.jsonl").write_text("".join(json.dumps(one) + "\n" for one in reversed(lines)))
    (tmp_path / "sessions" / "b.jsonl").write_text(json.dumps({"content": "the kiln is cold today"}) + "\n")
    return tmp_path


def seen(root: Path, plan: Plan, looked: Any = None) -> dict[str, Any]:
    order = {"root": str(root), "plan": msgspec.to_builtins(plan), "looked": looked or {}}
    order |= {"now": 0, "monotonic": 0, "restated": [], "largest": LARGEST_STATE}
    return look(order, lambda stage, done, total: None)


def test_a_look_follows_sources_and_copies(root: Path) -> None:
    """`copy.md` repeats, in other case, what was made of a message that names the matter."""
    found = seen(root, Plan(at=1, salt=SALT, phrases=["zorbelwick"]))
    assert found["files"] == ["memory/copy.md", "memory/k.md", "sessions/a.jsonl"]
    assert sorted(found["looked"]["clear"]) == ["sessions/b.jsonl"]


def test_what_was_read_is_read_again_when_it_changed_or_more_is_known(root: Path) -> None:
    plan = Plan(at=1, salt=SALT, phrases=["zorbelwick"])
    first = seen(root, plan)
    looked = first["looked"]
    copy = root / "memory" / "copy.md"
    status = copy.stat()
    # Taken for clear as it is, it is not read, so nothing is found in it.
    looked["clear"]["memory/copy.md"] = [status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns]
    grown = msgspec.convert(first["plan"], Plan)
    again = seen(root, grown, looked)
    assert again["files"] == ["memory/k.md", "sessions/a.jsonl"]
    more = Matter(grown)
    more.add_text("the kiln is cold today")
    assert "sessions/b.jsonl" in seen(root, more.grown(), again["looked"])["files"]
    copy.write_text("# C\n\n- The van is blue\n")
    assert "memory/copy.md" in seen(root, grown, again["looked"])["files"]


def test_a_look_tells_how_far_it_is(root: Path) -> None:
    told: list[tuple[str, int, int]] = []
    order = {
        "root": str(root),
        "plan": {"at": 1, "salt": SALT, "phrases": ["zorbelwick"]},
        "looked": {},
        "now": 0,
        "monotonic": 0,
        "restated": [],
        "largest": LARGEST_STATE,
    }
    look(order, lambda *one: told.append(one))
    assert told[:4] == [("purge", number, 4) for number in range(4)]


def test_digests_alone_are_compared_with_everything(root: Path) -> None:
    matter = Matter(Plan(at=1, salt=SALT))
    matter.add_text("The Kiln is cold today")
    known = matter.grown()
    assert known.words == ["today"]
    blind = Plan(at=1, salt=SALT, texts=known.texts, grown=True)
    assert seen(root, blind)["files"] == ["sessions/b.jsonl"]


def nested(levels: int) -> bytes:
    return b'{"kept": 1,\n"of it": ' + b"[" * levels + b'"a zebra"' + b"]" * levels + b"}\n"


@pytest.mark.parametrize("data", [b'{"kept": 1,\n"torn": "a zebra', nested(3), nested(600), nested(3000)])
def test_json_of_any_shape_is_cleared(data: bytes) -> None:
    found: list[Found] = []
    left = scrub_json("memory/hygiene.json.broken", data, Matter(Plan(at=1, salt=SALT, phrases=["zebra"])), found)
    assert b"zebra" not in left and b"kept" in left
    assert [one.named for one in found] == [True]


def test_a_byte_order_mark_leaves_json_json() -> None:
    data = b'\xef\xbb\xbf{\n  "memory/a.md:zebra": {\n    "pinned": true\n  },\n  "memory/a.md:ox": {}\n}\n'
    left = scrub_json("memory/hygiene.json", data, Matter(Plan(at=1, salt=SALT, phrases=["zebra"])), [])
    assert json.loads(left) == {"memory/a.md:ox": {}}


def test_what_points_to_a_fact_by_its_id_says_nothing_else() -> None:
    matter = Matter(Plan(at=1, salt=SALT, keys=["fact-b1234567"], grown=True))
    matter.add_fact("server", "port", "2")
    shown = {"fact-a": "- server port 1", "fact-b1234567": "- server port 2"}
    data = json.dumps({"shown": shown, "hidden": {"fact-b1234567": 12, "fact-c": 12}}).encode()
    found: list[Found] = []
    left = scrub_json(".memoryd/memory-facts.json", data, matter, found)
    assert json.loads(left) == {"shown": {"fact-a": "- server port 1"}, "hidden": {"fact-c": 12}}
    for one in found:
        matter.add_text(one.text, one.place)
    fact = {"id": "fact-a", "subject": "server", "predicate": "port", "object": "1", "superseded_by": "fact-b1234567"}
    line = json.dumps(fact).encode()
    assert list(scrub_lines("knowledge-graph/facts.jsonl", [line], matter, [])) == [line]


def test_only_what_is_of_the_matter_counts_as_stated_anew() -> None:
    matter = Matter(Plan(at=1, salt=SALT, phrases=["cat"], words=[]), now=lambda: 2**60)
    line = {"content": "the dog", "received": "2026-05-15T00:00:00+00:00", "in": "concatenated"}
    assert list(scrub_lines("notes.jsonl", [json.dumps(line).encode()], matter, [])) and not matter.is_restated
    assert list(scrub_lines("notes.jsonl", [json.dumps({**line, "content": "a cat"}).encode()], matter, []))
    assert matter.is_restated


def test_a_large_file_in_a_backup_is_cleared_and_small_ones_around_it_stay(tmp_path: Path) -> None:
    line = json.dumps({"content": "the kiln is cold " * 2000}).encode() + b"\n"
    large = (line * 200).join((b"", b'{"content":"a zebra"}\n', b""))
    members = {
        "memory/a.md": b"- ducks\n",
        "sessions/b.jsonl": large,
        "sessions/zebra.md": b"- feed it\n",
        "z.md": b"z",
    }
    path = tmp_path / "backups" / "b.tar.zst"
    path.parent.mkdir()
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    path.write_bytes(zstandard.compress(packed.getvalue()))
    plan = Plan(at=1, salt=SALT, phrases=["zebra"])
    assert seen(tmp_path, plan)["backups"] == ["backups/b.tar.zst"]
    order = {"root": str(tmp_path), "path": "backups/b.tar.zst", "plan": msgspec.to_builtins(plan), "secret": "00" * 16}
    assert clear_backup({**order, "gid": -1}, lambda stage, done, total: None) == {"members": 2}
    text = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(path.read_bytes())).read()
    with tarfile.open(fileobj=io.BytesIO(text)) as tar:
        left = {member.name: file.read() for member in tar if (file := tar.extractfile(member)) is not None}
    assert left == {"memory/a.md": b"- ducks\n", "sessions/b.jsonl": line * 200 + b"\n" + line * 200, "z.md": b"z"}
    assert [one.name for one in path.parent.iterdir()] == ["b.tar.zst"]
    assert seen(tmp_path, plan)["backups"] == []


def test_what_only_its_heading_names_counts_elsewhere_when_it_is_long() -> None:
    short, long = (
        "It is kept in the cellar.",
        "It is kept in the cellar behind the old boiler, with its lid on. " * 2,
    )
    matter = Matter(Plan(at=1, salt=SALT, phrases=["zebra"]))
    for text in (short, long):
        matter.add_text(text, "memory/a.md", FEW_UNNAMED)
        assert matter.has_text(text, "memory/a.md")
    assert [matter.has_text(text, "memory/b.md") for text in (short, long)] == [False, True]


@pytest.mark.parametrize("phrases", [["zebra"], ["zebra", "cellar"]], ids=["its heading names it", "both together do"])
def test_a_section_counts_elsewhere_with_its_heading(phrases: list[str]) -> None:
    found: list[Found] = []
    matter = Matter(Plan(at=1, salt=SALT, phrases=phrases))
    scrub_markdown("memory/a.md", "# Of the zebra\n\nIt is kept in the cellar.\n", matter, found)
    for one in found:
        matter.add_text(one.text, one.place, one.few)
    without_name = Matter(Plan(at=1, salt=SALT, texts=sorted(matter.texts)))
    copy, other = (f"# Of the {name}\n\nIt is kept in the cellar.\n" for name in ("zebra", "horse"))
    assert scrub_markdown("memory/b.md", copy, without_name, []) != copy
    assert scrub_markdown("memory/b.md", other, without_name, []) == other


def test_a_name_that_passes_to_the_next_entry_tells_nothing_of_it() -> None:
    text = "- [a](b) zebra is striped and lives in the garden behind the old house of stone\n"
    plan = Plan(at=1, salt=SALT, grown=True, phrases=["gnu"], keys=["memory/k.md:zebra"], words=[])
    matter = Matter(plan)
    matter.turn_to("memory/k.md", 0)
    assert scrub_markdown("memory/k.md", "- zebra\n" + text, matter, []) == "- zebra\n" + text


def test_a_summary_that_names_it_takes_no_other_message_with_it_than_the_one_that_does(root: Path) -> None:
    lines = [{"content": "Zorbelwick has a van"}, {"content": "the room is cold"}]
    (root / "sessions" / "c.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
    made_of = [f"sessions/c.jsonl:{number}" for number in (1, 2)]
    line = json.dumps({"content": "Of Zorbelwick's van and the cold", "sources": made_of})
    (root / "memory" / "made.jsonl").write_text(f"{line}\n")
    assert "sessions/c.jsonl:2" not in seen(root, Plan(at=1, salt=SALT, phrases=["zorbelwick"]))["plan"]["keys"]
    (root / "sessions" / "c.jsonl").write_text('\n{"content": "he has a van"}\n')
    assert "sessions/c.jsonl:2" in seen(root, Plan(at=1, salt=SALT, phrases=["zorbelwick"]))["plan"]["keys"]


def test_of_a_damaged_archive_that_was_set_aside_what_can_be_read_is_cleared(tmp_path: Path) -> None:
    path = tmp_path / "sessions" / "archive" / "a.jsonl.zst.broken"
    path.parent.mkdir(parents=True)
    lines = [b'{"content":"a zebra"}\n{"content":"the kiln"}\n', b'{"content":"lost"}\n' * 99]
    path.write_bytes(b"".join(map(zstandard.compress, lines))[:-9])
    plan = Plan(at=1, salt=SALT, phrases=["zebra"])
    name = str(path.relative_to(tmp_path))
    assert seen(tmp_path, plan)["files"] == [name]
    path.write_bytes(b"".join(scrubbed(str(tmp_path), name, Matter(plan), [])))
    text = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(path.read_bytes()), read_across_frames=True).read()
    assert text.startswith(b'\n{"content":"the kiln"}\n')
    assert seen(tmp_path, plan)["files"] == []


def test_what_is_stated_while_a_child_looks_stays(tmp_path: Path) -> None:
    at = datetime(2026, 5, 15, 12, tzinfo=UTC)
    line = {"content": "a zebra", "received": (at + timedelta(seconds=3)).isoformat()}
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "a.jsonl").write_text(json.dumps(line) + "\n")
    microseconds = int(at.timestamp() * 1e6)
    plan = msgspec.to_builtins(Plan(at=microseconds, salt=SALT, phrases=["zebra"]))
    order = {"root": str(tmp_path), "plan": plan, "looked": {}, "restated": [], "now": microseconds}
    order["largest"] = LARGEST_STATE
    for seconds_ago, files in ((0, ["memory/a.jsonl"]), (60, [])):
        begun = {**order, "monotonic": time.monotonic() - seconds_ago}
        assert look(begun, lambda stage, done, total: None)["files"] == files


def test_of_a_text_too_large_to_be_read_in_a_little_is_held_at_a_time(tmp_path: Path) -> None:
    lines = [f"- the kiln of house {number} is cold\n" for number in range(50_000)]
    lines[::500] = ["- a zebra\n"] * 100
    (tmp_path / "large.md").write_text("".join(lines))
    matter = Matter(Plan(at=1, salt=SALT, phrases=["zebra"]), largest=1 << 20)
    found: list[Found] = []
    size = 0
    tracemalloc.start()
    for piece in scrubbed(str(tmp_path), "large.md", matter, found):
        size += len(piece)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (len(found), size, peak < 4 << 20) == (100, len("".join(lines)) - 100 * len("- a zebra\n"), True)


def test_a_text_too_large_to_be_read_in_may_be_one_line(root: Path) -> None:
    cold = "k" * 4095 + " "  # few words, of which each is looked at
    (root / "one-line.md").write_text(cold * (17 * LONGEST_LINE >> 16) + "and a zebra is warm\n\nThe end\n")
    plan = msgspec.to_builtins(Plan(at=1, salt=SALT, phrases=["zebra"]))
    order = {"root": str(root), "plan": plan, "looked": {}, "now": 0, "monotonic": 0, "restated": []}
    told = look({**order, "largest": 1 << 20}, lambda stage, done, total: None)
    matter = Matter(Plan(at=1, salt=SALT, phrases=["zebra"]), largest=1 << 20)
    left = b"".join(scrubbed(str(root), "one-line.md", matter, []))
    assert (told["unread"], "one-line.md" in told["files"], left) == ([], True, b"\nThe end\n")


def test_a_rule_within_such_a_text_begins_no_front_matter(tmp_path: Path) -> None:
    before = "The kiln is cold. " * 40 + "\n\n"
    (tmp_path / "large.md").write_text(before + "---\na: zebra\n---\n\nThe end\n")
    matter = Matter(Plan(at=1, salt=SALT, phrases=["zebra"]), largest=1)
    left = b"".join(scrubbed(str(tmp_path), "large.md", matter, [])).decode()
    assert left == before


@pytest.mark.parametrize(
    ("name", "content", "left"),
    [
        ("contexts/a.json", b'["the zebra", "the kiln"]', b'[\n  "the kiln"\n]\n'),
        ("memory/.a.md.swp", b"\0 a zebra\n\0 the kiln\n", b"\0        \n\0 the kiln\n"),
    ],
)
def test_what_is_no_text_is_taken_whole_though_it_is_large(
    tmp_path: Path, name: str, content: bytes, left: bytes
) -> None:
    (tmp_path / name).parent.mkdir()
    (tmp_path / name).write_bytes(content)
    matter = Matter(Plan(at=1, salt=SALT, phrases=["zebra"], grown=True), largest=1)
    assert b"".join(scrubbed(str(tmp_path), name, matter, [])) == left


def test_of_a_text_too_large_to_be_read_in_no_line_is_a_key(tmp_path: Path) -> None:
    (tmp_path / "large.md").write_text("- the kiln is cold\n" * 100 + "- a zebra\n")
    found: list[Found] = []
    matter = Matter(Plan(at=1, salt=SALT, phrases=["zebra"]), largest=1)
    assert b"zebra" not in b"".join(scrubbed(str(tmp_path), "large.md", matter, found))
    assert [one.key for one in found] == ["large.md:0"]


@pytest.mark.parametrize("number", [1, 15, 16, 17, 32, 40])
def test_a_message_that_a_key_names_goes_wherever_it_stands(number: int) -> None:
    path = "sessions/2026-01-01-090000.jsonl"
    lines = [json.dumps({"content": f"the kiln of house {at}"}).encode() + b"\n" for at in range(1, 41)]
    matter, found = Matter(Plan(at=1, salt=SALT, keys=[f"{path}:{number}"], words=[])), list[Found]()
    left = b"".join(scrub_lines(path, lines, matter, found)).splitlines(keepends=True)
    assert [at for at, line in enumerate(left, 1) if line == b"\n"] == [number]


def test_a_file_with_blank_lines_at_its_end_is_not_empty(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"content":"the kiln"}\n' + '{"content":"a zebra"}\n' + "\n" * 40)
    made = Cleared(str(tmp_path), "a.jsonl", Matter(Plan(at=1, salt=SALT, phrases=["zebra"])))
    assert b"kiln" in b"".join(made)
    assert (made.has_it, made.is_empty) == (True, False)


def test_a_length_that_looks_like_a_letter_hides_nothing() -> None:
    needles = Needles(["zebra", *map("w{}w".format, range(50))])
    packed = msgspec.msgpack.encode(["zebra".ljust(ord("a"), ".")])
    assert b"azebra" in packed
    assert needles.may_be_in_packed(packed)


HOT = """# Memory

## 📁 Zebra (Hot Cache)
- it grazes ↑2026-11-30(new layer)←memory/zebra.md:it-grazes

## Layer Index
- Knowledge: memory/knowledge.md
- Zebra: memory/zebra.md
"""


def test_what_memory_md_says_of_a_layer_may_come_back_with_it() -> None:
    found: list[Found] = []
    matter = Matter(Plan(at=1, salt=SALT, phrases=["zebra"]))
    assert "ebra" not in scrub_markdown("MEMORY.md", HOT, matter, found)
    for one in found:
        matter.add_text(one.text, one.place, one.few)
    without_name = Matter(Plan(at=1, salt=SALT, texts=sorted(matter.texts)))
    again = HOT.replace("- it grazes ↑2026-11-30(new layer)←memory/zebra.md:it-grazes\n", "")
    assert scrub_markdown("MEMORY.md", again, without_name, []) == again


@pytest.mark.parametrize(
    "said", ["- Zebra: it grazes in memory/zebra.md", "## Of the Zebra", "- memory/zebra.md is old"]
)
def test_what_others_say_in_memory_md_may_not(said: str) -> None:
    found: list[Found] = []
    matter = Matter(Plan(at=1, salt=SALT, phrases=["zebra"]))
    assert "ebra" not in scrub_markdown("MEMORY.md", f"# Memory\n\n{said}\n", matter, found)
    for one in found:
        matter.add_text(one.text, one.place, one.few)
    without_name = Matter(Plan(at=1, salt=SALT, texts=sorted(matter.texts)))
    assert "ebra" not in scrub_markdown("MEMORY.md", f"# Memory\n\n{said}\n", without_name, [])
