"""What merges and sync tools leave behind: conflict markers in a text, and conflicted copies of a file. Pure."""

from __future__ import annotations

from memoryd.patterns import pattern as lazy_pattern

_COPY = lazy_pattern(
    r"(?:^|.*/)(?P<stem>[^/]+?)"
    r"(?: \((?:[^()/]* )?(?:conflicted copy|case conflict"
    r"|[Ii]n Konflikt stehende Kopie|Konfliktkopie|[Cc]opie en conflit)"
    r"[^()/]*\)"
    r"|\.sync-conflict-\d{8}-\d{6}(?:-\w+)?|_(?:BACKUP|BASE|LOCAL|REMOTE)_\d+)(?P<ending>\.\w+)",
)  # fmt: skip
_SEVERAL = ("sessions/", "contexts/", "items/")
"""Where several files may say the same, and each line counts once."""
_OURS, _THEIRS = "<<<<<<< ", ">>>>>>> "


def copied_from(relpath: str) -> str | None:
    """The name of the file of which a sync tool put this aside; None of an ordinary one."""
    if "(" not in relpath and "_" not in relpath and ".sync-" not in relpath:
        return None
    match = None if relpath.startswith(_SEVERAL) else _COPY.fullmatch(relpath)
    return None if match is None else match["stem"] + match["ending"]


def conflict_line(text: str) -> int | None:
    """The line, from 1, where a merge began to leave both sides; None when there is none."""
    if _OURS not in text or _THEIRS not in text:
        return None
    begin, fence = None, ""
    for number, line in enumerate(text.split("\n"), 1):
        mark = line[:3]
        if mark in ("```", "~~~") and fence in ("", mark):
            fence = "" if fence else mark
        elif not fence and line.startswith(_OURS) and begin is None:
            begin = number
        elif not fence and line.startswith(_THEIRS) and begin is not None:
            return begin
    return None
