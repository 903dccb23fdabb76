"""The pure rules of a note's life, by table and by property (000)."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memoryd.config.sections import Layers
from memoryd.errors import InvalidParams
from memoryd.kinds.notes.formats.archive import Archived, archive_text, parse_archive
from memoryd.kinds.notes.formats.entry import Entry, clean_text, edited, make_entry, marked
from memoryd.kinds.notes.formats.hygiene import (
    AccessRow,
    HotRow,
    Hygiene,
    Move,
    Queued,
    decode,
    encode,
    fit,
    merge,
    old_moves,
)
from memoryd.kinds.notes.formats.layer_file import LayerFile, parse_layer
from memoryd.kinds.notes.formats.matching import match
from memoryd.kinds.notes.rules.aging import Life, cold_because
from memoryd.kinds.notes.rules.eviction import Standing, eviction_order, priority_of
from memoryd.kinds.notes.rules.promotion import Needs, by_needs
from memoryd.origin import SHARED

LINES = st.lists(
    st.sampled_from(
        ["- one", "* two <!-- #second --> ↑[pin]", "  - inner", "# Title", "## Part", "plain words", "", "```",
         "<!-- a", "-->",
         "1. first", "---", "- ", "\ttab", "- one", "  text\r", "> quote", "=====", "<!-- archived x -->"]
    ),
    max_size=14,
)  # fmt: skip


def has_titles_as_read(file: LayerFile) -> bool:
    """Whether each note knows under which headings it is when the file is read again."""
    known, again = list(file.entries()), list(parse_layer(file.render()).entries())
    is_read_so = [one.raw.rstrip() for one in again] == [one.raw.rstrip() for one in known]
    return not is_read_so or [one.title for one in again] == [one.title for one in known]


@given(LINES, st.booleans())
def test_a_layer_file_comes_back_byte_for_byte(lines: list[str], ends: bool) -> None:
    text = "\n".join(lines) + ("\n" if ends else "")
    file = parse_layer(text)
    assert file.render() == text
    assert len({entry.slug for entry in file.entries()}) == len(list(file.entries()))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_line_of_a_note(end: str) -> None:
    file = parse_layer(end.join(["# Title", "", "- one", "  more of it", "- two", ""]))
    assert [file.line_of(slug) for slug in ("one", "two", "three")] == [3, 5, 0]


@given(LINES)
def test_a_note_that_is_added_is_read_again_and_moves_no_other(lines: list[str]) -> None:
    file = parse_layer("\n".join(lines))
    entry = make_entry("brand-new", "Brand new\nwith details", pinned=True, critical=False, seen=7, origin=SHARED)
    added = file.added(entry)
    text = added.render()
    again = parse_layer(text)
    assert all(line in text for line in lines)
    assert has_titles_as_read(added)
    found = again.get("brand-new")
    assert found is not None
    assert (found.text, found.pinned) == ("Brand new\nwith details", True)


@given(LINES, st.integers(0, 12))
@example(["# Title", "", "- one", ""], 0)
def test_a_note_that_takes_the_place_of_another_is_under_the_same_headings(lines: list[str], number: int) -> None:
    file = parse_layer("\n".join(lines))
    if slugs := sorted(file.slugs()):
        entry = make_entry("brand-new", "Brand new", pinned=False, critical=False, seen=7, origin=SHARED)
        assert has_titles_as_read(file.added_after(slugs[number % len(slugs)], entry))


@given(LINES, st.integers(0, 12))
@example(["- one", "", "# Title", "", "- two", ""], 0)
@example(["- one", "", "# Title", "", "- two", "- three", ""], 1)
@example(["- ", "# Title", "=====", "=====", "```"], 0)  # a block that is never closed, under a nameless heading
@example(["plain words", "- one", "> quote", "=====", "plain words"], 0)  # a heading that needs the comment above it
@example(["- one", "-->", "> quote", "<!-- a", "- one"], 0)  # it ends a comment that was opened above
@example(["- one", "- one", "# Title", "-->", "  - inner", "<!-- a"], 2)  # it opens a comment that ends below
@example(["<!-- a", "- one", "---", "- one"], 0)  # a heading, but for the comment between its lines
def test_a_bullet_that_was_archived_comes_back_where_it_was(lines: list[str], number: int) -> None:
    file = match(LayerFile(), parse_layer("\n".join([*lines, ""])), 1).file
    bullets = [entry for entry in file.entries() if entry.kind == "entry" and "```" not in entry.raw]
    if not bullets:
        return
    gone = bullets[number % len(bullets)]
    without = file.archived(gone.slug, "2026-05-15", "memory/archive/a-2026-05-15.md")
    restored = without.restored(Entry(gone.slug, gone.raw))
    assert has_titles_as_read(restored)
    again = match(file, parse_layer(restored.render()), 2)
    assert [entry.raw.strip() for entry in again.vanished] == []
    assert again.file.get(gone.slug) is not None


@given(LINES)
def test_what_is_restored_is_a_note_again_and_all_others_stay_notes(lines: list[str]) -> None:
    file = parse_layer("\n".join(lines))
    section = Entry("way-back", "## Way back\n\nIt was under a heading.\n", "section")
    restored = file.restored(section)
    assert has_titles_as_read(restored)
    again = parse_layer(restored.render())
    assert again.get("way-back") is not None
    assert {slug: entry.raw.rstrip() for slug in file.slugs() if (entry := again.get(slug))} == {
        entry.slug: entry.raw.rstrip() for entry in file.entries()
    }


@given(st.text(max_size=200))
def test_what_a_note_says_is_what_was_written(text: str) -> None:
    try:
        entry = make_entry("slug", text, pinned=False, critical=True, seen=0, origin=SHARED)
    except InvalidParams:
        return
    assert (
        entry.text.split()
        == make_entry("slug", entry.text, pinned=False, critical=True, seen=0, origin=SHARED).text.split()
    )
    assert entry.first_line == clean_text(text).partition("\n")[0]
    assert entry.critical


def test_marks_change_nothing_but_the_end_of_the_first_line() -> None:
    entry = next(parse_layer("*  odd  spacing\r\n   more\n").entries())
    pinned = marked(entry, pinned=True, critical=False)
    assert pinned.raw == "*  odd  spacing ↑[pin]\r\n   more\n"
    assert marked(pinned, pinned=False, critical=False).raw == entry.raw


def test_an_edit_by_hand_keeps_the_slug_and_a_new_text_gets_its_own() -> None:
    old = match(LayerFile(), parse_layer("- Use tabs in Go files\n- Call Anna on Monday\n"), 1).file
    new = match(old, parse_layer("- Call Anna on Tuesday\n- Use tabs in all Go files\n- Milk\n"), 2)
    assert [(entry.slug, entry.seen) for entry in new.file.entries()] == [
        ("call-anna-on-monday", 1), ("use-tabs-in-go-files", 1), ("milk", 2),
    ]  # fmt: skip
    assert ([entry.slug for entry in new.added], new.vanished) == (["milk"], [])
    assert [entry.slug for entry in match(new.file, parse_layer("- Milk\n"), 3).vanished] == [
        "call-anna-on-monday", "use-tabs-in-go-files",
    ]  # fmt: skip


def test_which_note_is_evicted_first() -> None:
    given_ = [
        Standing("critical", 9, "2026-01-01", critical=True),
        Standing("pinned", 9, "2026-01-01", pinned=True),
        Standing("recent-old", 0, "2026-01-01"),
        Standing("recent-new", 0, "2026-02-01"),
        Standing("stale-1", 1, "2026-01-01"),
        Standing("stale-2", 2, "2026-02-01"),
        Standing("cold", 3, "2026-02-01"),
    ]
    assert [one.key for one in eviction_order(given_, 3)] == [
        "cold", "stale-2", "stale-1", "recent-old", "recent-new",
    ]  # fmt: skip
    assert [priority_of(one, 3) for one in given_[:2]] == ["critical", "pinned"]


@pytest.mark.parametrize(
    ("life", "today", "reason"),
    [
        (Life("2026-01-01", None), "2026-01-30", None),
        (Life("2026-01-01", None), "2026-01-31", "cold"),
        (Life("2026-01-01", "2026-01-20"), "2026-02-18", None),
        (Life("2026-01-01", "2026-01-20"), "2026-02-19", "cold"),
        (Life("2026-01-01", None, "2026-01-10"), "2026-03-10", None),
        (Life("2026-01-01", None, "2026-01-10"), "2026-03-11", "demoted"),
        (Life("2026-01-01", "2026-01-15", "2026-01-10"), "2026-02-14", "cold"),
        (Life("2026-01-01", None, fixed=True), "2030-01-01", None),
    ],
)
def test_when_a_note_goes_to_the_archive(life: Life, today: str, reason: str | None) -> None:
    assert cold_because(life, today, Layers()) == reason


def test_twice_in_one_session_is_two_requests_and_a_search_is_one_with_its_read() -> None:
    needs, rule = Needs(), Layers()
    needs.searched(came_first=True)
    needs.read()
    assert not by_needs(needs, rule)
    needs.read()
    assert by_needs(needs, rule)
    passed_over = Needs()
    for _ in range(9):
        passed_over.searched(came_first=False)
    assert not by_needs(passed_over, rule)


def test_an_archive_holds_texts_that_look_like_its_own_marks() -> None:
    path = "memory/archive/decisions-2026-01-15.md"
    inner = archive_text(Archived("x", "y", "- deep\n", "2026-01-01", "why", path)).strip() + "\n"
    notes = [
        Archived("decisions", "a", f"- tricky\n{inner}", "2026-01-15", "cold --> x", path),
        Archived("decisions", "b", "## Part\n\nwords\n", "2026-01-15", "", path),
    ]
    text = "# decisions\n" + "".join(archive_text(note) for note in notes)
    assert [(note.slug, note.raw) for note in parse_archive(path, text)] == [(n.slug, n.raw) for n in notes]


def test_hygiene_stays_within_its_bound_and_keeps_the_newest() -> None:
    hygiene = Hygiene(hot={"a:b": HotRow()}, promotions=[Move("memory/a.md:b", "L2", "L1", "2026-01-01", "critical")])
    for number in range(2000):
        hygiene.touched(f"memory/notes.md:note-{number}", "s", f"2026-01-{1 + number // 100:02d}")
    hygiene.queue = [Queued(f"memory/notes.md:gone-{number}", "2026-01-20", "cold") for number in range(1000)]
    data, rows, hygiene.queue = fit(hygiene, 50_000)
    assert 44_000 < len(data) < 50_000
    assert 100 < len(rows) < 2000
    assert hygiene.queue[-1].entry == "memory/notes.md:gone-999"
    again = decode(data)
    again.access |= hygiene.access
    assert fit(again, 50_000) == (data, rows, hygiene.queue)
    assert all(hygiene.access[key].last_access == "2026-01-20" for key in rows[:50])
    assert decode(data).hot == hygiene.hot


def test_the_logs_of_the_longest_keys_leave_room_for_the_hot_rows() -> None:
    layer, slug = "\u00e9" * 60, "\u65e5" * 57
    keys = [f"memory/{layer}.md:{slug}{number:03d}" for number in range(400)]
    hygiene = Hygiene(hot={f"{layer}:{slug}{n:03d}": HotRow(0, "2026-01-20", "s" * 300) for n in range(30)})
    hygiene.promotions = [Move(key, "L2", "L1", "2026-01-20", "user request") for key in keys]
    hygiene.demotions = [Move(key, "L1", "L2", "2026-01-20", "forget keyword: " + "w" * 80) for key in keys]
    up, down = old_moves(hygiene, "2026-01-01", 50_000)
    hygiene.promotions, hygiene.demotions = hygiene.promotions[len(up) :], hygiene.demotions[len(down) :]
    assert min(len(hygiene.promotions), len(hygiene.demotions)) >= 10
    data, _, _ = fit(hygiene, 50_000)
    assert len(data) < 50_000
    assert old_moves(hygiene, "2026-01-01", 50_000) == ([], [])


def test_what_a_note_lived_through_goes_with_it_to_another_layer() -> None:
    old, new = "memory/a.md:b", "memory/c.md:b"
    moves = [Move(old, "L1", "L2", "2026-01-01", "size overflow"), Move("memory/a.md:x", "L1", "L2", "2026-01-01", "")]
    hygiene = Hygiene(demotions=moves, access={old: AccessRow(1, ["s"], "2026-01-02")}, kept={old})
    hygiene.renamed(old, new)
    assert [move.entry for move in hygiene.demotions] == [new, "memory/a.md:x"]
    assert (set(hygiene.access), hygiene.kept) == ({new}, {new})


def test_hygiene_edited_by_hand_is_merged_field_by_field() -> None:
    base = Hygiene(hot={"a:b": HotRow(1, "2026-01-01", "s1")})
    base.touched("memory/a.md:c", "s1", "2026-01-01")
    mine, theirs = decode(encode(base)), decode(encode(base))
    mine.touched("memory/a.md:c", "s2", "2026-01-02")
    mine.hot["a:b"].sessions_since_access = 2
    theirs.hot["a:b"].pinned = True
    theirs.access["memory/a.md:c"] = AccessRow(2, ["s1", "s9"], "2026-01-03")
    theirs.promotions.append(Move("memory/a.md:d", "L2", "L1", "2026-01-03", "user request"))
    merge(mine, base, theirs)
    assert mine.hot["a:b"] == HotRow(2, "2026-01-01", "s1", True)
    assert mine.access["memory/a.md:c"] == AccessRow(3, ["s1", "s2", "s9"], "2026-01-03")
    assert [move.entry for move in mine.promotions] == ["memory/a.md:d"]


@pytest.mark.parametrize(
    ("text", "raw"),
    [
        ("Backups\nat four", "## Backups\nat four\n"),
        ("They run at four", "## Backups\n\nThey run at four\n"),
    ],
)
def test_a_section_keeps_its_heading_when_one_line_is_given(text: str, raw: str) -> None:
    file = parse_layer("## Backups\n\nThey run at three\n")
    (entry,) = file.entries()
    changed = edited(entry, text)
    assert (changed.slug, changed.kind, changed.raw) == (entry.slug, "section", raw)
    with pytest.raises(InvalidParams, match="without bullets"):
        edited(entry, "Backups\n- at four")


def test_a_bullet_typed_under_a_headings_text_is_not_that_text() -> None:
    old = match(LayerFile(), parse_layer("## Later\n\nRemember the milk for later\n"), 1).file
    new = match(old, parse_layer("## Later\n\nRemember the milk for later\n- Remember the tea for later\n"), 2)
    assert [entry.slug for entry in new.file.entries()] == ["remember-the-tea-for-later"]
    assert [entry.slug for entry in new.vanished] == ["later"]


def test_copies_of_a_bullet_are_told_by_their_text() -> None:
    lines = ["- two <!-- #second -->\n", "- two <!-- #second -->\n", "- two <!-- #second -->\n  - inner\n"]
    old = match(LayerFile(), parse_layer("".join(lines)), 1).file
    new = match(old, parse_layer("".join(lines[1:])), 2)
    assert sorted(entry.slug for entry in new.file.entries()) == ["second", "second-3"]


def test_a_pinned_heading_is_told_without_its_mark() -> None:
    entries = parse_layer("# Rules\n\n## Kiln ↑[critical][pin]\n\n### Door\n\nOpen it slowly.\n").entries()
    assert [entry.title for entry in entries] == ["Rules > Kiln > Door"]
