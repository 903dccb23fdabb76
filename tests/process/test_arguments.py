"""The command line, `--check`, and that memoryd(8) tells all of it."""

from __future__ import annotations

import io
import os
import re
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryd import __version__
from memoryd.errors import ReadOnly
from memoryd.process.arguments import Arguments, Exit, make_parser, parse_arguments
from memoryd.process.check import check
from memoryd.storage.directory import VERSION
from memoryd.storage.lock import DirectoryLock

PAGE = Path(__file__).parents[2] / "packaging" / "man" / "memoryd.8"


def test_what_is_read() -> None:
    assert parse_arguments([]) == Arguments()
    assert parse_arguments(["--config", "c", "--data", "d", "--socket", "s", "--check"]) == Arguments(
        "c", "d", "s", True
    )


@pytest.mark.parametrize("wrong", [["--dat", "x"], ["serve"], ["--data"]])
def test_what_is_wrong_exits_64(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        parse_arguments(wrong)
    assert caught.value.code == 64
    assert "memoryd --help" in capsys.readouterr().err


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        parse_arguments(["--version"])
    assert (caught.value.code, capsys.readouterr().out) == (0, f"memoryd {__version__}\n")


def test_the_manual_page_has_every_option_and_exit_code_and_no_other() -> None:
    page = PAGE.read_text().replace("\\-", "-")
    options = {option for action in make_parser()._actions for option in action.option_strings if option[:2] == "--"}
    assert set(re.findall(r"--[a-z]+", page)) == options
    section = page[page.index(".SH EXIT STATUS") : page.index(".SH UNITS")]
    told = {int(code): text for code, text in re.findall(r"\.B (\d+)\n(\w.*)\n", section)}
    assert set(told) == set(Exit)


def run_check(*arguments: str, environ: dict[str, str] | None = None, holder: int | None = None) -> tuple[int, str]:
    out = io.StringIO()
    code = check(parse_arguments(["--check", *arguments]), environ or {}, lambda _: holder, out)
    return code, out.getvalue()


@pytest.fixture
def config_file(tmp_path: Path) -> Path:
    path = tmp_path / "memoryd.toml"
    path.touch()
    return path


def test_it_would_start(config_file: Path, tmp_path: Path) -> None:
    code, text = run_check("--config", str(config_file), "--data", str(tmp_path / "new" / "data"))
    assert code == 0
    assert f"data:   {tmp_path}/new/data" in text
    assert text.endswith("memoryd would start.\n")
    assert not (tmp_path / "new").exists()


def test_every_fault_of_the_configuration_is_shown(config_file: Path) -> None:
    config_file.write_text("[layers]\nhot_max_bullets = 0\n[daemon]\nlog_level = 'loud'\n")
    code, text = run_check("--config", str(config_file))
    assert code == 78
    assert f"{config_file}:2: layers.hot_max_bullets" in text
    assert f"{config_file}:4: daemon.log_level" in text


def test_users_that_do_not_exist(config_file: Path, tmp_path: Path) -> None:
    config_file.write_text(
        "[access]\nreaders = ['root', '@root', '*', '12345', 'no-such-user']\nadmins = ['@no-such-group']\n"
    )
    code, text = run_check("--config", str(config_file), "--data", str(tmp_path))
    assert code == 78
    assert re.findall("there is no (.*?) \\(", text) == ["user no-such-user", "group no-such-group"]


def test_what_is_in_the_way(config_file: Path, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    code, text = run_check("--config", str(config_file), "--data", str(file), "--socket", str(file))
    assert code == 73
    assert f"error: {file}: memory_oracle.data_path: is not a directory" in text
    assert f"error: {file}: daemon.socket_path: exists and is no socket" in text


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_directory_that_we_may_not_write(config_file: Path, tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(0o500)
    code, text = run_check("--config", str(config_file), "--data", str(locked / "data"))
    assert code == 73
    assert "as root: install -d" in text


@pytest.fixture
def another_user() -> Iterator[Path]:
    """A directory that belongs to root, while the process is nobody."""
    with tempfile.TemporaryDirectory() as folder:  # pytest's own are closed to other users
        os.chmod(folder, 0o755)
        os.seteuid(65534)
        try:
            yield Path(folder)
        finally:
            os.seteuid(0)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
@pytest.mark.parametrize(
    ("holds", "command"),
    [
        (None, "install -d -m 2770 -o nobody {data}"),
        ("", "chown -R nobody:[a-z]+ {data}"),
        (".memoryd", "chown -R nobody:[a-z]+ {data}"),
        ("passwd", "install -d -m 2770 -o nobody {data}/memoryd, and name that directory"),
        ("of others", "chown -R nobody:[a-z]+ {data}, if it is a memory; else name another directory"),
    ],
)
def test_nobody_is_told_to_give_away_a_directory_that_holds_other_things(
    another_user: Path, holds: str | None, command: str
) -> None:
    data = another_user / "data"
    if holds is not None:
        os.seteuid(0)
        (data / holds).mkdir(parents=True)
        data.chmod(0o700 if holds == "of others" else 0o755)
        os.seteuid(65534)
    _, text = run_check("--data", str(data), "--socket", str(data.parent / "s"))
    assert re.search(f"data_path: .*as root: {command.format(data=data)}\\)", text)
    # Its neighbours are not the daemon's, though the socket would stand among them.
    if holds is not None:
        assert f"as root: install -d -m 755 -o nobody {data.parent}/memoryd, and name that" in text
    with pytest.raises(ReadOnly, match=f"As root: {command.format(data=data)}[.]"):
        DirectoryLock(str(data)).acquire()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
@pytest.mark.parametrize("is_lock", [False, True])
def test_what_is_the_daemons_own_and_belongs_to_somebody_else(another_user: Path, is_lock: bool) -> None:
    """As after a `chown -R root` within it, or a start as root."""
    os.seteuid(0)
    os.chown(another_user, 65534, 65534)
    own = another_user / ".memoryd"
    own.mkdir()
    if is_lock:
        os.chown(own, 65534, 65534)
        (own / "lock").touch(0o600)
    arguments = parse_arguments(["--config", "/dev/null", "--data", str(another_user)])
    os.seteuid(65534)
    out = io.StringIO()
    assert check(arguments, {}, out=out) == 73
    assert (
        re.search(f"error: {own}: .* cannot be written by user nobody .*chown -R nobody:", out.getvalue()) is not None
    )


def test_a_socket_in_its_place_is_no_obstacle_and_a_running_daemon_is_named(config_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "s"
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))
        found = run_check("--config", str(config_file), "--data", str(tmp_path), "--socket", str(path), holder=4711)
    assert found[0] == 75
    assert "process 4711 serves" in found[1]


def test_a_directory_of_a_newer_memoryd_is_in_the_way(config_file: Path, tmp_path: Path) -> None:
    (tmp_path / ".memoryd").mkdir()
    (tmp_path / ".memoryd" / "version").write_text(f"{VERSION + 1}\n")
    code, text = run_check("--config", str(config_file), "--data", str(tmp_path))
    assert code == 65
    assert f"was written by a newer memoryd (format {VERSION + 1})" in text
    assert "memoryctl downgrade" in text


def test_a_volume_that_is_not_mounted_is_waited_for_whoever_may_write_there(tmp_path: Path) -> None:
    """The rights of its mount point are nobody's business, and no reason to give that away."""
    config = tmp_path / "memoryd.toml"
    config.write_text('[daemon]\ndata_id = "harbour-1"\n')
    code, text = run_check("--config", str(config), "--data", "/proc/nowhere")
    assert code == 0
    assert "error" not in text
    assert "warning: it would wait: /proc/nowhere is not the directory" in text
    assert text.endswith("memoryd would start, and wait.\n")


def test_a_summariser_that_is_of_no_use_is_a_fault(config_file: Path, tmp_path: Path) -> None:
    config_file.write_text("[summaries]\nsummarizer_command = ['/bin/false']\n")
    out = io.StringIO()
    parsed = parse_arguments(["--check", "--config", str(config_file), "--data", str(tmp_path)])
    assert check(parsed, {}, None, out, lambda command: "exit status 1") == 78
    assert "/bin/false does not summarise a short conversation: exit status 1" in out.getvalue()
    assert check(parsed, {}, None, io.StringIO(), lambda command: None) == 0


def test_a_models_directory_that_is_missing_is_a_doubt(config_file: Path, tmp_path: Path) -> None:
    config_file.write_text(f"[recall]\nmodels_path = '{tmp_path}/none'\n")
    code, text = run_check("--config", str(config_file), "--data", str(tmp_path))
    assert code == 0
    assert "warning: " in text


@pytest.mark.parametrize(("model", "told"), [("no-such-model", True), ("static", False), ("mine", False)])
def test_a_model_that_is_not_installed_is_a_doubt(model: str, told: bool, config_file: Path, tmp_path: Path) -> None:
    (tmp_path / "models" / "mine").mkdir(parents=True)
    places = f"[recall]\nmodels_path = '{tmp_path}/models'\n"
    config_file.write_text(f"{places}[memory_oracle]\nembedding_model = '{model}'\n")
    code, text = run_check("--config", str(config_file), "--data", str(tmp_path / "data"))
    assert code == 0
    assert (f"there is no {model} in {tmp_path}/models" in text) == told


def test_who_listens_on_the_socket_is_a_doubt(config_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "s"
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))
        assert (
            "a process"
            not in run_check("--config", str(config_file), "--data", str(tmp_path), "--socket", str(path))[1]
        )
        made.listen()
        code, text = run_check("--config", str(config_file), "--data", str(tmp_path), "--socket", str(path))
    assert code == 0
    assert "a process listens there" in text


def test_a_file_system_that_takes_no_directories_is_in_the_way(config_file: Path) -> None:
    code, text = run_check("--config", str(config_file), "--data", "/proc/memoryd")
    assert code == 73
    assert "error: /proc/memoryd: memory_oracle.data_path: cannot be created" in text
