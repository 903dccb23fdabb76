"""Which time zone counts."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from memoryd.config.zones import find_zone, system_zone

BERLIN = "/usr/share/zoneinfo/Europe/Berlin"


def offset(zone: object) -> float:
    moment = datetime(2026, 1, 1, tzinfo=zone)  # type: ignore[arg-type]
    delta = moment.utcoffset()
    assert delta is not None
    return delta.total_seconds() / 3600


def test_tz_counts_first(tmp_path: Path) -> None:
    assert offset(system_zone({"TZ": ":Asia/Tokyo"}, str(tmp_path / "none"))) == 9


@pytest.mark.skipif(not Path(BERLIN).exists(), reason="no system tzdata")
def test_then_the_link_then_the_file(tmp_path: Path) -> None:
    link, copy = tmp_path / "localtime", tmp_path / "copy"
    link.symlink_to(BERLIN)
    copy.write_bytes(Path(BERLIN).read_bytes())
    assert str(system_zone({}, str(link))) == "Europe/Berlin"
    assert offset(system_zone({"TZ": "NOT/A-ZONE"}, str(copy))) == 1


def test_else_utc(tmp_path: Path) -> None:
    broken = tmp_path / "localtime"
    broken.write_bytes(b"no zone")
    assert system_zone({}, str(broken)) is UTC
    assert system_zone({}, str(tmp_path / "none")) is UTC
    assert find_zone("utc") is UTC
