"""memoryd under a real systemd: started, watched, reloaded, stopped, as the units say."""

from __future__ import annotations

import errno
import json
import re
import shlex
from collections.abc import Iterator

import pytest

from tests.systemd.box import Box, build_package, missing

pytestmark = [pytest.mark.long, pytest.mark.skipif(bool(missing()), reason=missing() or "-")]

SOCKET = "/run/memoryd/memoryd.sock"
DROP_IN = "/etc/memoryd/memoryd.toml.d/test.toml"
MANY = 6_000
FACT = {"subject": "box", "predicate": "runs", "object": "systemd"}


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    folder = tmp_path_factory.mktemp("box")
    box = Box(f"memoryd-{folder.name}-{id(folder) % 10_000}", build_package())
    try:
        box.up()
        yield box
    finally:
        box.down()


@pytest.fixture
def box(machine: Box) -> Iterator[Box]:
    """The machine with memoryd.socket listening and nothing else running."""
    machine.run("systemctl stop memoryd.service 2>/dev/null; systemctl start memoryd.socket")
    yield machine
    machine.run("systemctl stop memoryd.socket memoryd.service 'memoryd@*'; systemctl reset-failed")
    machine.run("rm -rf /etc/systemd/system/memoryd* /etc/memoryd/memoryd.toml.d; systemctl daemon-reload")


def test_the_installed_units_are_clean(box: Box) -> None:
    units = "memoryd.service memoryd.socket memoryd@ops.service memoryd@ops.socket"
    assert "memoryd" not in box.run(f"systemd-analyze verify --man=no {units} 2>&1")
    ones = ("memoryd", "memoryd-backup", "memoryd-metrics")
    for unit in [f"{one}{instance}.service" for one in ones for instance in ("", "@ops")]:
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
    facts = "/var/lib/memoryd/knowledge-graph/facts.jsonl"
    assert "denied" in box.run(f'echo "{line}" >> {facts}', user="alice", check=False).lower()
    box.run(f'echo "{line}" >> {facts}', user="emil")
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
    box.run(f"echo '[daemon]\nlog_level = \"loud\"' > {DROP_IN}")
    assert "fail" in box.run("systemctl reload memoryd || echo failed", check=False)
    assert "log_level" in box.run("journalctl -u memoryd -n 20 -o cat")
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
    began = box.run("date +%s.%N").strip()
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
    assert box.journal("-u", "memoryd", "--since", f"@{began}", "PRIORITY=3") == []


def test_an_instance_is_a_memory_of_its_own(box: Box) -> None:
    box.run("systemctl start memoryd@ops.socket")
    own = "/run/memoryd/ops.sock"
    assert box.call(own, "facts.add", FACT, user="olga")["result"]["status"] == "added"
    assert box.call(own, "rpc.ping", user="alice") == {"refused": errno.EACCES}
    assert box.call(SOCKET, "rpc.ping", user="olga") == {"refused": errno.EACCES}
    pid = box.show("memoryd@ops", "MainPID")
    user, group = (box.run(f"awk '/^{each}id/ {{print $2}}' /proc/{pid}/status").strip() for each in "UG")
    assert box.run("stat -c '%a %u:%g' /var/lib/private/memoryd-ops").strip() == f"700 {user}:{group}"
    assert box.run("stat -c '%u:%g' /var/lib/memoryd-ops/knowledge-graph/facts.jsonl").strip() == f"{user}:{group}"
    assert user != box.run("id -u memoryd").strip()


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


VOLUME = "/srv/volume"


@pytest.fixture
def volume(box: Box) -> Iterator[Box]:
    """The machine with the memory on a small disk of its own, by `memoryctl setup-data`."""
    box.run(f"mkdir -p {VOLUME} && mount -t tmpfs -o size=32m none {VOLUME} && memoryctl setup-data {VOLUME}")
    box.run("systemctl stop memoryd.service")
    yield box
    box.run("systemctl stop memoryd.socket memoryd.service", check=False)
    box.run(f"umount {VOLUME}")


def test_a_memory_moves_to_a_volume_by_what_setup_data_prints(box: Box) -> None:
    added = box.call(SOCKET, "facts.add", {**FACT, "object": "a memory to move"}, user="alice")["result"]["id"]
    box.run(f"mkdir -p {VOLUME} && mount -t tmpfs -o size=200m none {VOLUME}")
    box.run("memoryctl setup-data /srv/elsewhere")  # by a slip of the pen
    told = box.run(f"memoryctl setup-data {VOLUME}")
    assert "The memory in /var/lib/memoryd, which it served until now, stays there, and is served no more." in told
    (move,) = re.findall("^To take it along: (.*)$", told, re.MULTILINE)
    box.run(move)
    assert box.call(SOCKET, "facts.get", {"id": added}, user="alice")["result"]["object"] == "a memory to move"
    assert VOLUME in re.findall("memory_oracle.data_path.*", box.run("memoryctl config"))[0]
    assert box.call(SOCKET, "system.health")["result"]["problems"] == []
    assert box.call(SOCKET, "audit.verify")["result"]["status"] == "ok"
    box.run(f"systemctl stop memoryd.socket memoryd.service; umount {VOLUME}")


def test_on_a_full_disk_it_reads_and_goes_on_by_itself(volume: Box) -> None:
    added = volume.call(SOCKET, "facts.add", FACT, user="alice")["result"]["id"]
    assert VOLUME in re.findall("memory_oracle.data_path.*", volume.run("memoryctl config"))[0]
    volume.run("systemctl stop memoryd.service")
    volume.run(f"dd if=/dev/zero of={VOLUME}/fill bs=4k 2>/dev/null; true")
    volume.run("systemctl start memoryd.service")
    assert volume.call(SOCKET, "facts.get", {"id": added}, user="alice")["result"]["object"] == "systemd"
    code, sentence, _ = volume.call(SOCKET, "facts.add", {**FACT, "object": "more"}, user="alice")["error"]
    assert (code, "the disk is full" in sentence) == ("read_only", True)
    assert "the disk is full" in volume.show("memoryd", "StatusText")
    volume.run(f"rm {VOLUME}/fill")
    volume.wait(f"memoryctl --socket {SOCKET} add box has room", 30)
    assert volume.show("memoryd", "NRestarts") == "0"
    assert volume.show("memoryd", "ActiveState") == "active"


def test_a_volume_that_is_not_mounted_is_waited_for(volume: Box) -> None:
    added = volume.call(SOCKET, "facts.add", FACT, user="alice")["result"]["id"]
    volume.run(f"systemctl stop memoryd.service && rm -rf /keep && mkdir /keep && cp -a {VOLUME}/. /keep")
    volume.run(f"umount {VOLUME}")
    code, sentence, _ = volume.call(SOCKET, "facts.find", user="alice")["error"]
    assert (code, "its volume is not mounted" in sentence) == ("busy", True)
    assert "its volume is not mounted" in volume.show("memoryd", "StatusText")
    # Neither is its bare place blamed, nor made a memory.
    doctor = volume.run("memoryctl doctor", check=False)
    assert "its volume is not mounted" in " ".join(doctor.split())
    assert "chown" not in doctor
    assert "its volume is not mounted" in volume.run(f"memoryctl setup-data {VOLUME}", check=False)
    assert volume.run(f"ls -A {VOLUME}") == ""
    volume.run(f"mount -t tmpfs none {VOLUME} && cp -a /keep/. {VOLUME}")
    volume.wait(f"memoryctl --socket {SOCKET} get {added}", 60)
    assert "failed" not in volume.run("systemctl is-active memoryd.service memoryd.socket", check=False)


def test_a_volume_that_is_torn_away_is_waited_for(volume: Box) -> None:
    """By `umount --lazy`, as systemd does when a disk is pulled out; the daemon keeps it busy for a plain one."""
    added = volume.call(SOCKET, "facts.add", FACT, user="alice")["result"]["id"]
    volume.run(f"rm -rf /keep && mkdir /keep && cp -a {VOLUME}/. /keep")
    volume.run(f"umount --lazy {VOLUME}")
    volume.wait(f"memoryctl --socket {SOCKET} status 2>&1 | grep -q 'its volume is not mounted'")
    assert "its volume is not mounted" in volume.show("memoryd", "StatusText")
    assert volume.run(f"ls -A {VOLUME}") == ""
    volume.run(f"mount -t tmpfs none {VOLUME} && cp -a /keep/. {VOLUME}")
    volume.wait(f"memoryctl --socket {SOCKET} get {added}", 60)


def test_a_backup_lands_where_the_caller_may_write_and_is_restored(box: Box) -> None:
    box.call(SOCKET, "facts.add", FACT, user="alice")
    box.run("rm -rf /tmp/b.tar.zst ~/b.tar.zst /srv/restored")
    assert "is good" in box.run("memoryctl backup /tmp/b.tar.zst --drill && memoryctl backup ~/b.tar.zst")
    assert box.run("stat -c '%a %U' /tmp/b.tar.zst").strip() == "600 root"
    assert "permission_denied" in box.run("memoryctl backup /tmp/alice.tar.zst", user="alice", check=False)
    assert box.run("ls /tmp/alice.tar.zst", check=False).startswith("ls:")
    box.run("systemctl start memoryd-backup.service")
    assert box.run("ls /var/lib/memoryd-backups").startswith("memory-")
    box.run("install -d -o memoryd -g memoryd /srv/restored")
    box.run("memoryctl restore-backup /tmp/b.tar.zst --data /srv/restored")
    assert box.run("stat -c %U:%G /srv/restored/knowledge-graph/facts.jsonl").strip() == "memoryd:memoryd"


def test_the_check_of_a_unit_is_by_its_user_in_its_sandbox(box: Box) -> None:
    box.run("systemctl stop memoryd.socket memoryd.service")
    assert "memoryd would start" in box.run("memoryd --check --unit memoryd")
    box.run("mkdir -p /etc/memoryd/memoryd.toml.d /srv/elsewhere && chown memoryd: /srv/elsewhere")
    box.run(f"echo '[memory_oracle]\ndata_path = \"/srv/elsewhere\"' > {DROP_IN}")
    assert "memoryd would start" in box.run("memoryd --check")
    told = box.run("memoryd --check --unit memoryd", check=False)
    assert "sandbox" in told
    assert "memoryctl setup-data /srv/elsewhere" in told


def test_the_doctor_knows_the_units(box: Box) -> None:
    box.call(SOCKET, "rpc.ping")
    box.wait("systemctl is-active --quiet memoryd.service")
    doctor = f"memoryctl --socket {SOCKET} --json doctor 2>/dev/null || true"
    found = json.loads(box.run(doctor))["checks"]
    assert [(one["status"], one["what"]) for one in found if one["check"] == "unit"] == [
        ("ok", "memoryd.socket is active and enabled"),
        ("ok", "memoryd.service is active and enabled"),
    ]
    assert [one for one in found if one["status"] == "fail"] == []
    refused = json.loads(box.run(doctor, user="mallory"))["checks"]
    assert [one["action"] for one in refused if one["check"] == "groups"] == [
        "sudo usermod -aG memoryd-clients mallory, log in again"
    ]
    box.run("systemctl stop memoryd.socket memoryd.service")
    [stopped] = [one for one in json.loads(box.run(doctor))["checks"] if one["what"].startswith("memoryd.socket is")]
    assert (stopped["status"], "systemctl enable --now memoryd.socket" in stopped["action"]) == ("fail", True)


def test_the_backup_s_timer_is_the_operator_s_to_enable(box: Box) -> None:
    assert box.run("systemctl is-enabled memoryd-backup.timer || true").strip() == "disabled"
    box.run("systemctl enable --now memoryd-backup.timer")
    assert box.show("memoryd-backup.timer", "NextElapseUSecRealtime") != ""
    doctor = f"memoryctl --socket {SOCKET} doctor || true"
    assert "ok   backup        memoryd-backup.timer is active" in box.run(doctor)
    box.run("mkdir -p /var/lib/memoryd-backups && mount -t tmpfs -o size=4k none /var/lib/memoryd-backups")
    box.run("dd if=/dev/zero of=/var/lib/memoryd-backups/full bs=4k count=1 2>/dev/null")
    box.run("systemctl start memoryd-backup.service", check=False)
    assert "fail backup        the last run of memoryd-backup failed: exit-code" in box.run(doctor)
    box.run("umount /var/lib/memoryd-backups; systemctl reset-failed memoryd-backup.service")
    box.run("systemctl disable --now memoryd-backup.timer")


def test_an_instance_has_timers_of_its_own(box: Box) -> None:
    folder = "/var/lib/prometheus/node-exporter"
    box.run(f"mkdir -p {folder}; systemctl start memoryd@ops.socket")
    box.call("/run/memoryd/ops.sock", "facts.add", FACT, user="olga")
    box.run("systemctl start memoryd-backup@ops.service memoryd-metrics@ops.service memoryd-metrics.service")
    assert box.run("ls /var/lib/memoryd-backups-ops").startswith("memory-")
    assert '\nmemoryd_memories{kind="facts",memory="ops"} 1.0\n' in box.run(f"cat {folder}/memoryd-ops.prom")
    assert "memory=" not in box.run(f"cat {folder}/memoryd.prom")
    timers = "memoryd-backup@ops.timer memoryd-metrics@ops.timer"
    box.run(f"systemctl enable --now {timers}")
    assert box.run(f"systemctl is-active {timers}").split() == ["active", "active"]
    box.run(f"systemctl disable --now {timers}")


def test_a_volume_that_cannot_be_mounted_keeps_the_unit_back(box: Box) -> None:
    """By RequiresMountsFor=, which setup-data wrote: systemd says what is wrong, and nothing is served empty."""
    box.run(
        "systemctl stop memoryd.socket memoryd.service; mkdir -p /srv/vol\n"
        "printf '[Unit]\\nDescription=v\\n[Mount]\\nWhat=/dev/nowhere\\nWhere=/srv/vol\\nType=ext4\\n' "
        ">/etc/systemd/system/srv-vol.mount\n"
        "mount -t tmpfs none /srv/vol && memoryctl setup-data /srv/vol && umount /srv/vol; systemctl daemon-reload"
    )
    assert "fail" in box.run("systemctl start memoryd.service || echo failed", check=False)
    assert box.run("ls -A /srv/vol") == ""
    found = json.loads(box.run(f"memoryctl --socket {SOCKET} --json doctor 2>/dev/null || true"))["checks"]
    assert [one for one in found if one["status"] == "fail"] != []
    box.run(
        "rm /etc/systemd/system/srv-vol.mount; rm -rf /etc/systemd/system/memoryd.service.d /srv/vol\n"
        "systemctl daemon-reload; systemctl reset-failed"
    )


def test_an_mcp_client_is_served_by_the_package(box: Box) -> None:
    assert box.run("ls /usr/bin/memoryd-mcp", check=False).startswith("ls:")
    box.run("apt-get -qq install -y /packages/memoryd-mcp_*.deb", timeout=300)
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "box", "version": "1"}}
    search = {"name": "memory_search", "arguments": {"query": "what does the box run?"}}
    asked = [
        {"id": 1, "method": "initialize", "params": about},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": search},
    ]
    box.call(SOCKET, "facts.add", FACT, user="alice")
    lines = "".join(json.dumps({"jsonrpc": "2.0", **one}) + "\n" for one in asked)
    # It ends with its input, which so stays open until both answers are there.
    box.run(
        "rm -f /tmp/asked && mkfifo -m 644 /tmp/asked && install -o alice /dev/null /tmp/answers\n"
        "setsid runuser -u alice -- sh -c 'memoryd-mcp </tmp/asked >/tmp/answers' >/dev/null 2>&1 &\n"
        f"exec 3>/tmp/asked; printf %s {shlex.quote(lines)} >&3\n"
        "timeout 30 sh -c 'until [ $(wc -l </tmp/answers) = 2 ]; do sleep 0.1; done'"
    )
    answers = [json.loads(line) for line in box.run("cat /tmp/answers").splitlines()]
    assert answers[0]["result"]["capabilities"]["tools"] != {}
    assert "box runs systemd" in str(answers[1]["result"]["content"])


def test_a_textfile_for_prometheus(box: Box) -> None:
    file = "/var/lib/prometheus/node-exporter/memoryd.prom"
    box.run("mkdir -p /var/lib/prometheus/node-exporter")
    assert box.run("systemctl is-enabled memoryd-metrics.timer || true").strip() == "disabled"
    box.run("systemctl start memoryd-metrics.service")
    assert "\nmemoryd_up 1.0\n" in box.run(f"cat {file}")
    assert box.run(f"stat -c '%a %U' {file}").strip() == "644 root"
    box.run("systemctl stop memoryd.socket memoryd.service; systemctl start memoryd-metrics.service")
    assert box.run(f"cat {file}").endswith("\nmemoryd_up 0.0\n")
    box.run("systemctl enable --now memoryd-metrics.timer")
    assert box.show("memoryd-metrics.timer", "ActiveState") == "active"
    box.run("systemctl disable --now memoryd-metrics.timer")


def test_a_textfile_in_the_directory_of_another_user(box: Box) -> None:
    folder, drop_in = "/var/lib/prometheus/node-exporter", "/etc/systemd/system/memoryd-metrics.service.d"
    box.run(f"mkdir -p {folder} && rm -f {folder}/* && chown nobody {folder}")
    box.run("systemctl start memoryd-metrics.service", check=False)
    told = box.run("journalctl -u memoryd-metrics -n 20 -o cat")
    assert f"run this as the owner of {folder} (in a unit: User=)" in told
    box.run(f"mkdir {drop_in} && printf '[Service]\\nUser=nobody\\n' > {drop_in}/user.conf && systemctl daemon-reload")
    box.run("systemctl start memoryd-metrics.service")
    assert "\nmemoryd_up 1.0\n" in box.run(f"cat {folder}/memoryd.prom")
    assert box.run(f"stat -c '%a %U' {folder}/memoryd.prom").strip() == "644 nobody"
    box.run(f"chown root {folder}; rm {folder}/*")
