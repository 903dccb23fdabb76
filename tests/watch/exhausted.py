"""Run as root of a user namespace of its own, whose inotify watches can be used up without harm to others."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.watch.eyewitness import Eyewitness, eventually

LIMIT = Path("/proc/sys/user/max_inotify_watches")


def main(root: Path) -> None:
    LIMIT.write_text("2")
    eyes = Eyewitness(root).open()
    assert eyes.watcher.polling
    assert eyes.agrees()
    (problem,) = eyes.problems
    assert "sysctl -w fs.inotify.max_user_watches=" in problem.action, problem

    (root / "memory" / "user.md").write_text("- changed while polling\n")
    (root / "new").mkdir()
    (root / "new" / "a.md").write_text("a")
    # Nobody asks: the scan finds it by itself.
    assert eventually(eyes.agrees)
    (root / "MEMORY.md").unlink()
    eyes.catch_up()
    assert eyes.agrees()

    LIMIT.write_text("1000")
    assert eventually(lambda: not eyes.watcher.polling)
    assert eventually(lambda: eyes.problems == [])
    (root / "new" / "a.md").write_text("watched again")
    eyes.catch_up()
    assert eyes.agrees()

    # The watches run out in the midst of it.
    LIMIT.write_text("4")
    for name in "abcdef":
        (root / name).mkdir()
        (root / name / "x.md").write_text(name)
    assert eventually(lambda: eyes.watcher.polling and eyes.agrees())
    eyes.watcher.stop()
    print("survived")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
