"""`memoryd --check --unit`: what is run, by what systemctl shows of the unit."""

from __future__ import annotations

import pytest

from memoryd.process.unit import UnitError, command_for

SHOWN = """\
# /usr/lib/systemd/system/memoryd@.service
[Unit]
Description=Memory of %i
[Service]
Type=notify
ExecStart=/usr/bin/memoryd
# who
User=memoryd-%i
SupplementaryGroups=%i
Environment=A=1 \\
    MEMORYD_DATA=/var/lib/memoryd-%i
ProtectSystem=strict
WatchdogSec=30
# /etc/systemd/system/memoryd@.service.d/own.conf
[Service]
ExecStart=
ExecStart=/usr/bin/memoryd --config "/etc/a b.toml"
ReadWritePaths=/srv/memory
[Install]
User=nobody
"""


def test_it_is_checked_as_the_unit_starts() -> None:
    command = list(command_for("memoryd@ops.service", SHOWN))
    assert command[0] == "systemd-run"
    assert command[command.index("--") + 1 :] == ["/usr/bin/memoryd", "--config", "/etc/a b.toml", "--check"]
    taken = [command[at + 1] for at, word in enumerate(command) if word == "-p"]
    assert taken == [
        "User=memoryd-ops",
        "SupplementaryGroups=ops",
        "Environment=A=1      MEMORYD_DATA=/var/lib/memoryd-ops",
        "ProtectSystem=strict",
        "ReadWritePaths=/srv/memory",
    ]


def test_a_unit_that_starts_nothing_is_refused() -> None:
    with pytest.raises(UnitError, match=r"other\.service starts nothing"):
        command_for("other.service", "[Service]\nUser=x\n")
