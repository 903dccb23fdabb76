"""memoryd under a real systemd: started, watched, reloaded, stopped, as the units say."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterator

import pytest

from tests.systemd.box import Box, build_tree, missing

pytestmark = [pytest.mark.long, pytest.mark.skipif(bool(missing()), reason=missing() or "-")]

SOCKET = "/run/memoryd/memoryd.sock"
DROP_IN = "/etc/memoryd/memoryd.toml.d/test.toml"
MANY = 6_000
FACT = {"subject": "box", "predicate": "runs", "object": "systemd"}


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    folder = tmp_path_factory.mktemp("box")
    box = Box(f"memoryd-{folder.name}-{id(folder) % 10_000}", *build_tree(folder))
    try:
        box.up()
        yield box
    finally:
        box.down()


@pytest.fixture
def box(machine: Box) -> Iterator[Box]:
    """The machine with memoryd.socket listening and nothing else running."""
    machine.run("systemctl start memoryd.socket")
    yield machine
    machine.run("systemctl stop memoryd.socket memoryd.service 'memoryd@*'; systemctl reset-failed")
    machine.run("rm -rf /etc/systemd/system/memoryd* /etc/memoryd/memoryd.toml.d; systemctl daemon-reload")


def test_the_installed_units_are_clean(box: Box) -> None:
    units = "memoryd.service memoryd.socket memoryd@ops.service memoryd@ops.socket"
    assert "memoryd" not in box.run(f"systemd-analyze verify --man=no {units} 2>&1")
    for unit in ("memoryd.service", "memoryd@ops.service"):
        found = re.search(r"exposure level for \S+: ([\d.]+)", box.run(f"systemd-analyze security {unit}"))
        assert found is not None
        assert float(found[1]) <= 0.5


def test_a_connection_starts_it_and_it_says_when_it_is_ready(box: Box) -> None:
    assert box.show("memoryd", "ActiveState") == "inactive"
    assert "result" in box.call(SOCKET, "rpc.ping", user="alice")
    box.wait("systemctl is-active --quiet memoryd.service")  # it answers a moment before it says so
    assert box.show("memoryd", "StatusText").isascii()
    assert box.show("memoryd", "StatusText") != ""
    pid = box.show("memoryd", "MainPID")
    assert box.run(f"stat -c %U:%G /proc/{pid}").strip() == "memoryd:memoryd"


def test_who_may_connect_and_what_they_may_do(box: Box) -> None:
    assert box.call(SOCKET, "facts.add", FACT, user="alice")["result"]["status"] in ("added", "reinforced")
    assert box.call(SOCKET, "rpc.ping", user="mallory") == {"refused": errno.EACCES}
    assert box.call(SOCKET, "system.config", user="alice")["error"][0] == "permission_denied"
    assert "result" in box.call(SOCKET, "system.config")


def test_the_files_belong_to_the_group_that_may_edit_them(box: Box) -> None:
    box.call(SOCKET, "facts.add", FACT, user="alice")
    listed = box.run("stat -c '%a %U:%G' /var/lib/memoryd /var/lib/memoryd/knowledge-graph").split("\n")
    assert listed[:2] == ["2770 memoryd:memoryd"] * 2
    assert box.run("stat -c '%a %U:%G' /var/lib/memoryd/knowledge-graph/facts.jsonl").strip() == "660 memoryd:memoryd"
    line = '{\\"subject\\": \\"alice\\", \\"predicate\\": \\"edits\\", \\"object\\": \\"by hand\\"}'
    box.run(f'echo "{line}" >> /var/lib/memoryd/knowledge-graph/facts.jsonl', user="alice")
    finder = f"memoryctl --socket {SOCKET} --json facts --subject alice"
    box.wait(f"{finder} | grep -q 'by hand'")


def test_what_was_acknowledged_outlives_stop_and_kill(box: Box) -> None:
    added = box.call(SOCKET, "facts.add", {**FACT, "object": "kill -9"}, user="alice")["result"]["id"]
    box.run("systemctl kill --signal=KILL memoryd")
    assert box.call(SOCKET, "facts.get", {"id": added}, user="alice")["result"]["object"] == "kill -9"
    box.run("systemctl stop memoryd")
    assert box.show("memoryd", "Result") == "success"
    assert box.run(f"test -S {SOCKET} && echo there").strip() == "there"
    assert box.call(SOCKET, "facts.get", {"id": added}, user="alice")["result"]["object"] == "kill -9"


def test_a_reload_takes_over_a_good_configuration_and_refuses_a_bad_one(box: Box) -> None:
    box.call(SOCKET, "rpc.ping")
    pid = box.show("memoryd", "MainPID")
    box.run(f"mkdir -p $(dirname {DROP_IN}); echo '[daemon]\nlog_level = \"debug\"' > {DROP_IN}")
    box.run("systemctl reload memoryd")
    box.wait("journalctl -u memoryd MEMORYD_EVENT=reloaded | grep -q .")
    box.run(f"echo '[daemon]\nlog_level = \"loud\"' > {DROP_IN}; systemctl reload memoryd")
    box.wait("journalctl -u memoryd MEMORYD_EVENT=reload_failed | grep -q .")
    (record,) = box.journal("-u", "memoryd", "MEMORYD_EVENT=reload_failed")
    assert f"{DROP_IN}:2" in record["MESSAGE"]
    assert box.show("memoryd", "MainPID") == pid
    assert box.show("memoryd", "ActiveState") == "active"


def test_the_journal_has_fields_and_explanations(box: Box) -> None:
    box.call(SOCKET, "rpc.ping")
    box.run("systemctl stop memoryd")
    records = box.journal("-u", "memoryd", "MEMORYD_EVENT=ready")
    assert records[-1]["SYSLOG_IDENTIFIER"] == "memoryd"
    assert records[-1]["MEMORYD_DATA"] == "/var/lib/memoryd"
    text = box.run("journalctl -x -u memoryd MEMORYD_EVENT=ready -n 1")
    assert "memoryd serves /var/lib/memoryd" in text
    assert "is usable and the socket" in text


def test_a_daemon_that_hangs_is_killed_and_comes_back(box: Box) -> None:
    box.run(
        "mkdir -p /etc/systemd/system/memoryd.service.d; cd /etc/systemd/system/memoryd.service.d\n"
        "printf '[Service]\\nWatchdogSec=1\\n' > w.conf; systemctl daemon-reload"
    )
    box.call(SOCKET, "rpc.ping")
    pid = box.show("memoryd", "MainPID")
    started = box.run("awk '{print int($1)}' /proc/uptime").strip()
    box.wait(f"test $(awk '{{print int($1)}}' /proc/uptime) -ge $(({started} + 3))")
    assert box.show("memoryd", "MainPID") == pid  # three watchdog times long it was fed
    box.run(f"kill -STOP {pid}")
    box.wait(f"test $(systemctl show memoryd --property MainPID --value) != {pid}")
    box.wait("systemctl is-active memoryd")
    assert "result" in box.call(SOCKET, "rpc.ping")
    assert "watchdog" in box.run("journalctl -u memoryd -o cat | grep -i watchdog").lower()


def test_a_faulty_configuration_is_told_and_not_tried_again(box: Box) -> None:
    box.run(f"mkdir -p $(dirname {DROP_IN}); echo '[layers]\nhot_max_bullets = 0' > {DROP_IN}")
    box.run("systemctl start memoryd", check=False)
    assert box.show("memoryd", "ExecMainStatus") == "78"
    assert box.show("memoryd", "NRestarts") == "0"
    (record, *_) = box.journal("-u", "memoryd", "MEMORYD_EVENT=config_faults")
    assert f"{DROP_IN}:2" in record["MESSAGE"]
    told = box.run("memoryd --check", check=False)
    assert f"{DROP_IN}:2: layers.hot_max_bullets" in told


def test_shut_in_everything_works(box: Box) -> None:
    """The encoder, the index, the watch, the worker with its own priority, and backups."""
    settings = '[memory_oracle]\nembedding_model = "tiny"\n[recall]\nmodels_path = "/usr/share/memoryd-test"\n'
    box.run(f"mkdir -p $(dirname {DROP_IN}); echo '{settings}' > {DROP_IN}")
    before = box.call(SOCKET, "system.info")["result"]["facts"]
    lines = f"""python3 - >> /var/lib/memoryd/knowledge-graph/facts.jsonl <<'END'
for at in range({MANY}):
    print('{{"subject": "stone %d", "predicate": "is", "object": "grey"}}' % at)
END"""
    box.run(lines)
    info = f"memoryctl --socket {SOCKET} --json call system.info"
    box.wait(f"""{info} | grep '"facts": {before + MANY},'""")
    box.wait(f"""{info} | grep '"state": "ready"'""")
    found = box.call(SOCKET, "recall.search", {"query": "stone 4711", "k": 1, "explain": True})["result"]["results"]
    assert "stone 4711" in found[0]["text"]
    steps = box.call(SOCKET, "maintenance.run", {"action": "consolidate"})["result"]["steps"]
    assert {step["status"] for step in steps} <= {"ok", "skipped"}
    assert box.run("ls /var/lib/memoryd/backups").startswith("pre-maintenance-")
    assert box.call(SOCKET, "system.health")["result"]["problems"] == []
    assert box.journal("-u", "memoryd", "PRIORITY=3") == []


def test_an_instance_is_a_memory_of_its_own(box: Box) -> None:
    box.run("systemctl start memoryd@ops.socket")
    own = "/run/memoryd/ops.sock"
    assert box.call(own, "facts.add", FACT, user="olga")["result"]["status"] == "added"
    assert box.call(own, "rpc.ping", user="alice") == {"refused": errno.EACCES}
    assert box.call(SOCKET, "rpc.ping", user="olga") == {"refused": errno.EACCES}
    assert box.run("stat -c '%a %U:%G' /var/lib/memoryd-ops").strip() == "2770 memoryd:ops"
    assert box.run("stat -c '%U:%G' /var/lib/memoryd-ops/knowledge-graph/facts.jsonl").strip() == "memoryd:ops"


def test_a_person_can_run_their_own(box: Box) -> None:
    box.run("loginctl enable-linger mallory")
    uid = box.run("id -u mallory").strip()
    box.wait(f"test -S /run/user/{uid}/systemd/private")
    env = f"XDG_RUNTIME_DIR=/run/user/{uid} HOME=/home/mallory"
    box.run(f"{env} systemctl --user start memoryd.socket", user="mallory")
    assert "result" in box.call(f"/run/user/{uid}/memoryd/memoryd.sock", "facts.add", FACT, user="mallory")
    assert box.run("ls /home/mallory/.local/share/memoryd/knowledge-graph", user="mallory").split() != []
    # Shut into a user namespace it still knows its own user, who may do all.
    assert "result" in box.call(f"/run/user/{uid}/memoryd/memoryd.sock", "system.config", user="mallory")
    pid = box.run(f"{env} systemctl --user show memoryd --property MainPID --value", user="mallory").strip()
    assert box.run(f"readlink /proc/{pid}/ns/user") != box.run("readlink /proc/1/ns/user")
    assert box.run(f"grep CapBnd /proc/{pid}/status").split()[1] == "0" * 16
    assert box.run(f"readlink /proc/{pid}/ns/net") != box.run("readlink /proc/1/ns/net")
    assert box.run("stat -c %a /home/mallory/.local/share/memoryd").strip() == "700"
    box.run(f"{env} systemctl --user reload memoryd.service", user="mallory")
    box.wait("journalctl _SYSTEMD_USER_UNIT=memoryd.service MEMORYD_EVENT=reloaded | grep -q reloaded")
    assert box.run(f"{env} systemctl --user show memoryd --property MainPID --value", user="mallory").strip() == pid
    box.run(f"{env} systemctl --user stop memoryd.socket memoryd.service", user="mallory")
    box.run("loginctl disable-linger mallory")
