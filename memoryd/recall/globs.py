"""Which files a `paths` parameter means."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import re2

from memoryd.errors import InvalidParams, TooLarge
from memoryd.recall.get import check_path

LONGEST_GLOB = 4096
UNNAMED = (
    "audit.jsonl", "audit/", "history/", "sessions/archive/", "backups/",
    "activation-metadata.json", "embeddings/", "health.json", "knowledge-graph/canary-history.jsonl",
    "knowledge-graph/entities.jsonl", "knowledge-graph/relations.jsonl", "memory/hygiene.json", "summaries/index.json",
    "items/",
)  # fmt: skip
"""What was, what is derived, and what programs keep: meant only when it is named."""
_MAGIC = frozenset("*?[")
_OPTIONS = re2.Options()
_OPTIONS.log_errors = False  # else a client could fill the log


def path_filter(patterns: Sequence[str] | None) -> Callable[[str], bool]:
    """Whether a relative path is meant: by itself, by a directory above it, or by a glob (`*.md`, `daily/**`).

    `*` and `?` stay within one name, `**` does not; a glob without `/` is compared with the file's name.
    None: all but what is `UNNAMED`.
    """
    if patterns is None:
        return lambda path: not path.startswith(UNNAMED)
    tests = [_test_of(pattern) for pattern in patterns]
    return lambda path: any(test(path) for test in tests)


def _test_of(pattern: str) -> Callable[[str], bool]:
    if len(pattern) > LONGEST_GLOB:
        raise TooLarge(f"A path of `paths` has at most {LONGEST_GLOB} characters.", param="paths")
    trimmed = pattern.removeprefix("./").rstrip("/")
    check_path(trimmed, "paths")
    if not _MAGIC.intersection(trimmed):
        return lambda path: path == trimmed or path.startswith(trimmed + "/")
    try:
        # re2, since a glob of many stars would take a backtracking engine for ever.
        regex = re2.compile(_translate(trimmed), _OPTIONS)
    except re2.error as error:
        raise InvalidParams(f"The glob {pattern!r} cannot be read: {error}.", param="paths") from error
    if "/" in trimmed:
        return lambda path: regex.fullmatch(path) is not None
    return lambda path: regex.fullmatch(path.rpartition("/")[2]) is not None


def _translate(glob: str) -> str:
    found: list[str] = []
    at = 0
    while at < len(glob):
        if glob.startswith("**/", at):
            found.append("(?:.*/)?")
            at += 3
        elif glob.startswith("**", at):
            found.append(".*")
            at += 2
        elif glob[at] == "[" and "]" in glob[at + 2 :]:
            end = glob.index("]", at + 2)
            body = glob[at + 1 : end].replace("\\", "\\\\")
            found.append("[" + ("^" + body[1:] if body[:1] in ("!", "^") else body) + "]")
            at = end + 1
        else:
            found.append({"*": "[^/]*", "?": "[^/]"}.get(glob[at], re2.escape(glob[at])))
            at += 1
    return "(?s)" + "".join(found)
