"""What was purged is known again, until it is stated anew (rule 6)."""

from __future__ import annotations

from pathlib import Path

import pytest

from memoryd.purge.matter import Tombstones, digest_of_fact, digest_of_text
from memoryd.purge.tombstones import Graves
from memoryd.storage.files import OsFiles
from memoryd.times import parse_time

SALT, AT = bytes(16), "2026-05-15T00:00:00+00:00"
TRIPLE = ("Ada", "prefers", "tea")


@pytest.fixture
def graves(tmp_path: Path) -> Graves:
    (tmp_path / ".memoryd").mkdir()
    found = Graves(OsFiles(), str(tmp_path), -1)
    texts = [digest_of_text("the kiln is cold", SALT), digest_of_text("the van is blue", SALT)]
    found.add(Tombstones(at=AT, salt=SALT.hex(), facts=[digest_of_fact(*TRIPLE, SALT)], texts=texts))
    return found


def test_what_is_stated_anew_is_purged_no_more(graves: Graves, tmp_path: Path) -> None:
    graves.lift(facts=[TRIPLE], text="The kiln is cold")
    again = Graves(OsFiles(), str(tmp_path), -1)
    again.load()
    for each in (graves, again):
        assert not each.has_fact(*TRIPLE) and not each.has_digest(digest_of_fact(*TRIPLE, SALT))
        assert not each.has_text("the kiln is cold") and not each.has_digest(digest_of_text("the kiln is cold", SALT))
        assert each.has_text("the van is blue") and each.has_digest(digest_of_text("the van is blue", SALT))


@pytest.mark.parametrize("is_later_first", [False, True])
def test_what_several_purges_name_counts_as_of_the_last(graves: Graves, tmp_path: Path, is_later_first: bool) -> None:
    fact = digest_of_fact(*TRIPLE, SALT)
    times = [f"2026-05-{day}T00:00:00+00:00" for day in (("17", "16") if is_later_first else ("16", "17"))]
    graves.add(*(Tombstones(at=at, salt=SALT.hex(), facts=[fact]) for at in times))
    again = Graves(OsFiles(), str(tmp_path), -1)
    again.load()
    for each in (graves, again):
        assert each.has_fact(*TRIPLE, parse_time("2026-05-16T12:00:00+00:00"))
        assert not each.has_fact(*TRIPLE, parse_time("2026-05-17T12:00:00+00:00"))


def test_what_a_purge_grew_to_stays_when_its_beginning_is_added_again(graves: Graves) -> None:
    graves.add(Tombstones(at=AT, salt=SALT.hex(), texts=[digest_of_text("the kiln is hot", SALT)]))
    assert graves.has_text("the kiln is hot") and graves.has_text("the kiln is cold") and graves.has_fact(*TRIPLE)
    assert len(graves.all()) == 1


def test_what_is_stated_while_several_are_carried_out_together_stays(graves: Graves) -> None:
    other = ("Ben", "prefers", "tea")
    graves.add(Tombstones(at="2026-05-16T00:00:00+00:00", salt=SALT.hex(), facts=[digest_of_fact(*other, SALT)]))
    facts = [digest_of_fact(*one, SALT) for one in (TRIPLE, other)]
    graves.lift(facts=[other])
    graves.add(Tombstones(at=AT, salt=SALT.hex(), facts=facts))
    assert graves.has_fact(*TRIPLE) and not graves.has_fact(*other)


def test_what_was_stated_is_known_to_the_purge_that_goes_on_and_to_no_other(graves: Graves, tmp_path: Path) -> None:
    graves.watch(SALT.hex())
    graves.state("The kiln is cold", "memory/knowledge.md")
    goes_on, begins = (Graves(OsFiles(), str(tmp_path), -1) for _ in range(2))
    goes_on.watch_on(SALT.hex())
    assert goes_on.restated == graves.restated == {digest_of_text("the kiln is cold", SALT)}
    begins.watch(SALT.hex())
    after_a_kill = Graves(OsFiles(), str(tmp_path), -1)
    after_a_kill.watch_on(SALT.hex())
    assert begins.restated == after_a_kill.restated == set()


@pytest.mark.parametrize("gap", [" ", "\n", "\u3000\n\n", " " * 100_000])
def test_a_long_text_is_known_however_it_is_spaced(graves: Graves, gap: str) -> None:
    words = ["Straße", "e\u0301te\u0301", "\u0301x", "kiln"] * 10_000
    graves.add(Tombstones(at=AT, salt=SALT.hex(), texts=[digest_of_text(" ".join(words), SALT)]))
    assert graves.has_text(gap.join(words[:2]) + " " + " ".join(words[2:-1]) + gap + "KILN")
