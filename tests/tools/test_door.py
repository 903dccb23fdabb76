"""One door to the disk: what names a file in the data directory goes through `memoryd.storage.beneath`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.sources import nodes

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "memoryd"

OS_CALLS = set(
    "access chdir chmod chown fwalk lchown link listdir lstat makedirs mkdir mkfifo mknod open readlink remove "
    "removedirs rename renames replace rmdir scandir stat statvfs symlink truncate unlink utime walk".split()
)
PATH_CALLS = set(
    "exists getatime getctime getmtime getsize isdir isfile islink ismount lexists realpath samefile".split()
)
METHODS = set(
    "exists glob hardlink_to is_dir is_file is_symlink iterdir lstat mkdir read_bytes read_text rglob rmdir samefile "
    "symlink_to write_bytes write_text".split()
)
"""What only a pathlib.Path can do; `open`, `stat`, `rename` and `unlink` are also methods of our own `Files`."""
LIBRARIES = {"shutil", "tempfile"}

# module: what it names that is not in the data directory.
DOORS = {
    "memoryd/storage/beneath.py": "the door itself",
    "memoryd/storage/roots.py": "the door itself",
    "memoryd/cli/whole_files.py": "an export, or a textfile for a collector, which a person names",
    "memoryd/cli/commands/backup.py": "backups, where a person wants them",
    "memoryd/cli/commands/export.py": "an export, which a person names",
    "memoryd/cli/commands/purge.py": "a receipt, which a person names",
    "memoryd/cli/doctor.py": "the machine, of which the data directory is looked at from outside",
    "memoryd/cli/commands/report.py": "a page, which a person names",
    "memoryd/cli/commands/setup_data.py": "a directory before it is a memory, and a unit's drop-in",
    "memoryd/cli/failures.py": "whether the machine runs systemd",
    "memoryd/cli/hooks/events.py": "which repository a directory is in; the user's spool",
    "memoryd/cli/hooks/settings.py": "the settings of the user's agent",
    "memoryd/cli/hooks/state.py": "how far the user's transcripts were read, and the spool",
    "memoryd/cli/hooks/transcript.py": "another program's transcripts",
    "memoryd/cli/models.py": "the models, and what they are installed from",
    "memoryd/cli/moving/conversations.py": "other programs' files, which a person names",
    "memoryd/cli/moving/directories.py": "other programs' files, which a person names",
    "memoryd/cli/moving/files.py": "other programs' files, which a person names",
    "memoryd/cli/openclaw.py": "another program's transcripts, which a person names",
    "memoryd/cli/output.py": "/dev/null",
    "memoryd/cli/snapshot.py": "another program's database, and a scratch copy of it",
    "memoryd/cli/main.py": "/dev/null, in place of a closed stream",
    "memoryd/client/calls.py": "which socket there is",
    "memoryd/composition.py": "an empty directory, to describe the methods without a daemon",
    "memoryd/config/files.py": "the configuration",
    "memoryd/config/zones.py": "the system's time zone",
    "memoryd/daemon.py": "the directory of its socket",
    "memoryd/heap.py": "the pages of the process itself",
    "memoryd/jobs/command.py": "whether there is the program that summarises",
    "memoryd/maintenance/backups.py": "where a path that an operator names leads",
    "memoryd/maintenance/timetable.py": "the directory's name, as a salt",
    "memoryd/process/check.py": "`--check`: whether the data directory could be made, without a daemon",
    "memoryd/process/standby.py": "a scratch directory elsewhere",
    "memoryd/recall/lexical/elsewhere.py": "a copy of the index in it",
    "memoryd/recall/models/bert_onnx.py": "an operator's model",
    "memoryd/recall/models/encoder.py": "an operator's model",
    "memoryd/recall/models/model.py": "an operator's model",
    "memoryd/recall/models/token_vectors.py": "the words of a model",
    "memoryd/recall/models/trial.py": "a model that an operator would install",
    "memoryd/recall/vectors/semantic.py": "the tokenizer of a model",
    "memoryd/system/metrics.py": "the process's own descriptors",
    "memoryd/restoring.py": "a scratch directory, to prove a backup",
    "memoryd/rpc/addresses.py": "the directory of a socket",
    "memoryd/rpc/sockets.py": "its own socket",
    "memoryd/storage/mounts.py": "how file systems are mounted",
    "memoryd/weights.py": "the package itself",
}
# These take only a path: they get one through a held descriptor, `with beneath.reachable(…) as held`.
PATH_LIBRARIES = {
    "memoryd/recall/lexical/disk.py": {"tantivy.Index"},
    "memoryd/recall/lexical/view.py": {"tantivy.Index.open"},
    "memoryd/recall/lexical/merging.py": {"tantivy.Index.open"},
    "memoryd/recall/lexical/writing.py": {"tantivy.Index.open"},
    "memoryd/watch/inotify.py": {"self._manager.add_watch"},
    "memoryd/maintenance/health.py": {"psutil.disk_usage"},
}


def modules() -> Iterator[tuple[str, list[ast.AST]]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.relative_to(PACKAGE).parts[0] != "testing":
            yield str(path.relative_to(ROOT)), nodes(path)


def dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else "?"


def opener_of(call: ast.Call) -> str:
    return next((dotted(word.value) for word in call.keywords if word.arg == "opener"), "")


def names_a_file(call: ast.Call) -> bool:
    """Whether the call has the system, and not the door, look a name up."""
    name = dotted(call.func)
    head, _, tail = name.rpartition(".")
    if name in ("open", "io.open"):
        return opener_of(call) not in ("regular", "under_any_name")
    if head == "os":
        return tail in OS_CALLS
    if head == "os.path":
        return tail in PATH_CALLS
    if head in LIBRARIES or name in ("glob.glob", "glob.iglob"):
        return True
    if name == "tarfile.open":
        return not any(word.arg == "fileobj" for word in call.keywords)
    if head in ("beneath", "self._files", "files"):
        return False
    if tail == "open" and isinstance(call.func, ast.Attribute):  # Path.open("rb"); ours have flags or nothing
        return any(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in call.args)
    if tail == "exists" and call.args:  # Path.exists asks about itself
        return False
    return tail in METHODS and isinstance(call.func, ast.Attribute)


def calls(parts: list[ast.AST]) -> Iterator[str]:
    for node in parts:
        if isinstance(node, ast.Call) and names_a_file(node):
            yield f"{node.lineno}: {dotted(node.func)}"


def test_nothing_but_the_doors_names_a_file() -> None:
    found = [f"{path}:{call}" for path, parts in modules() if path not in DOORS for call in calls(parts)]
    assert "\n".join(found) == ""


def test_the_doors_are_used() -> None:
    assert [path for path, parts in modules() if path in DOORS and not list(calls(parts))] == []
    assert [path for path in DOORS if not (ROOT / path).exists()] == []


def test_libraries_that_take_only_paths_get_a_held_one() -> None:
    for path, names in PATH_LIBRARIES.items():
        parts = nodes(ROOT / path)
        held = {"held"}  # also the name of a parameter that carries one on
        for node in parts:
            if isinstance(node, ast.With):
                for item in node.items:
                    if (
                        isinstance(item.context_expr, ast.Call)
                        and dotted(item.context_expr.func) == "beneath.reachable"
                    ):
                        assert isinstance(item.optional_vars, ast.Name)
                        held.add(item.optional_vars.id)
        used = [node for node in parts if isinstance(node, ast.Call) and dotted(node.func) in names]
        assert {dotted(node.func) for node in used} == names
        for node in used:
            given = [word.value for word in node.keywords if word.arg == "path"] or node.args[:1]
            assert [dotted(value) in held for value in given] == [True], f"{path}:{node.lineno}"


@pytest.mark.parametrize(
    ("library", "known"),
    [
        ("tantivy", [f"memoryd/recall/lexical/{name}.py" for name in ("disk", "layout", "merging", "view", "writing")]),
        ("pyinotify", ["memoryd/watch/inotify.py"]),
    ],
)
def test_few_modules_speak_to_each_of_them(library: str, known: list[str]) -> None:
    users = {
        path
        for path, parts in modules()
        for node in parts
        if (isinstance(node, ast.Import) and library in [name.name for name in node.names])
        or (isinstance(node, ast.ImportFrom) and node.module == library)
    }
    assert sorted(users) == known


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("open(path)", ["1: open"]),
        ("open(path, 'rb', opener=other)", ["1: open"]),
        ("os.stat(path)", ["1: os.stat"]),
        ("os.path.exists(path)", ["1: os.path.exists"]),
        ("Path(path).read_text()", ["1: ?.read_text"]),
        ("path.open('rb')", ["1: path.open"]),
        ("shutil.rmtree(path)", ["1: shutil.rmtree"]),
        ("tarfile.open(path)", ["1: tarfile.open"]),
        ("open(path, 'rb', opener=regular)", []),
        ("files.open(path, flags)", []),
        ("beneath.exists(path)", []),
        ("tarfile.open(fileobj=stream, mode='w|')", []),
        ("os.path.join(a, b)", []),
        ("os.fstat(fd)", []),
        ("text.replace('a', 'b')", []),
    ],
)
def test_a_call_that_names_a_file_is_seen(source: str, expected: list[str]) -> None:
    assert list(calls(list(ast.walk(ast.parse(source))))) == expected
