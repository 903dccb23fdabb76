"""What `memoryctl setup-data` writes into a unit; that it works is seen in a box (tests/systemd)."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from memoryd.cli.command import UsageError
from memoryd.cli.commands.setup_data import drop_in, id_in, left_behind, require_mounted, require_own, served_last
from memoryd.config import load_config


def test_the_drop_in_names_the_directory_and_its_id() -> None:
    lines = drop_in("/srv/memory", "abc", "").splitlines()
    assert lines[2:5] == ["[Unit]", "RequiresMountsFor=/srv/memory", ""]
    assert lines[5:7] == ["[Service]", "ReadWritePaths=-/srv/memory"]
    environ = dict(word.split("=", 1) for word in lines[7].removeprefix("Environment=").split())
    config = load_config("/dev/null", environ)
    assert (str(config.data_path), config.daemon.data_id) == ("/srv/memory", "abc")


def test_it_knows_the_id_that_it_gave_a_directory() -> None:
    assert id_in(drop_in("/srv/memory", "abc", ""), "/srv/memory") == "abc"
    assert id_in(drop_in("/srv/memory", "abc", ""), "/srv/elsewhere") == ""
    assert id_in("[Service]\n", "/srv/memory") == ""


def test_the_bare_place_of_a_volume_is_refused(tmp_path: Path) -> None:
    data, settings = tmp_path / "memory", tmp_path / "data.conf"
    data.mkdir()
    require_mounted(str(data), str(settings))  # nothing was set up before
    settings.write_text(drop_in(str(data), "abc", ""))
    with pytest.raises(UsageError, match=r"lacks its id abc.* Mount it"):
        require_mounted(str(data), str(settings))
    require_mounted(str(tmp_path), str(settings))  # another directory than that
    (data / ".memoryd").mkdir()
    (data / ".memoryd/data-id").write_text("abc\n")
    require_mounted(str(data), str(settings))


def test_the_memory_that_is_served_no_more_is_told_and_how_to_take_it_along(tmp_path: Path) -> None:
    before, path = tmp_path / "former one", tmp_path / "memory"
    for directory in (before, path):
        (directory / ".memoryd").mkdir(parents=True)
    assert left_behind(str(before), str(path), "memoryd.service") == {}  # nothing was kept there
    (before / ".memoryd/version").write_text("9\n")
    assert (
        left_behind(str(before), str(before), "memoryd.service") == left_behind("", str(path), "memoryd.service") == {}
    )
    (before / ".memoryd/data-id").write_text("of the former\n")
    (path / ".memoryd/data-id").write_text("of this\n")
    told = left_behind(str(before), str(path), "memoryd.service")
    assert told["before"] == str(before)
    stop, copy, start = told["move"].split(" && ")
    assert (stop, start) == tuple(f"systemctl {do} memoryd.socket memoryd.service" for do in ("stop", "start"))
    subprocess.run(copy, shell=True, check=True)
    assert (path / ".memoryd/version").read_text() == "9\n"
    assert (path / ".memoryd/data-id").read_text() == "of this\n"
    assert left_behind(str(before), str(path), "memoryd.service") == {"before": str(before)}  # it has one of its own


def test_a_directory_that_was_never_served_hides_no_memory_that_was(tmp_path: Path) -> None:
    """As after a slip of the pen: setup-data is run again, with another directory, before the restart."""
    former, slip, settings = tmp_path / 'the "old" one\n', tmp_path / "slip", tmp_path / "data.conf"
    for directory in (former, slip):
        (directory / ".memoryd").mkdir(parents=True)
    (former / ".memoryd/version").write_text("9\n")
    assert served_last(str(former), str(settings)) == str(former)
    assert served_last(str(slip), str(settings)) == str(slip)
    settings.write_text(drop_in(str(slip), "abc", str(former)))
    assert served_last(str(slip), str(settings)) == str(former)
    assert served_last("", str(settings)) == str(former)
    (slip / ".memoryd/version").write_text("9\n")
    assert served_last(str(slip), str(settings)) == str(slip)
    (slip / ".memoryd/version").unlink()
    for edited in ("# It served before: the old one\n", ""):
        settings.write_text(edited)
        assert served_last(str(slip), str(settings)) == str(slip)


@pytest.mark.parametrize("names", [[], ["lost+found"], [".memoryd", "notes.txt"], ["MEMORY.md", "notes.txt"]])
def test_a_directory_for_a_memory_is_taken(names: list[str], tmp_path: Path) -> None:
    for name in names:
        (tmp_path / name).mkdir()
    require_own(str(tmp_path))
    require_own(str(tmp_path / "not there yet"))


def test_a_directory_of_other_things_is_refused(tmp_path: Path) -> None:
    """`setup-data /srv` would have given all of it to memoryd, and shut others out."""
    for name in ("db", "mail", "www", "zones"):
        (tmp_path / name).mkdir()
    with pytest.raises(UsageError, match=rf"holds other things \(db, mail, www, …\).* such as {tmp_path}/memoryd$"):
        require_own(str(tmp_path))
