# ruff: noqa: E501 - tables read better unbroken
"""Hostile shapes of any size: what makes a careless expression or parser take the square of a text's length."""

from __future__ import annotations

from collections.abc import Iterator

UNITS = (
    " ", "\t", "\n", "\r", "\u2028", "a", "A", "1", "é", "e\u0301", "中", "\0", "\x85",
    "- ", "- a\n", "* \n", "#", "# a\n", "`", "```\n", "<!--", "<!-- ", "-->", "<!-- #a -->", "<!-- memoryd: ",
    "a: ", "a.", "a,", ", ", ". ", "?", "!", '"', "'", "\\", "\\\"", "[", "(", "{", "[[", "[[forget keyword: ",
    "[[pin: ", "[a](", "{\"a\":", "[0,", "null,", "↑", " ↑[pin]", "↑[pin][critical]", "↑2026-05-14(sync)←memory/a.md:",
    "←memory/a.md:", ")←a", "password: ", "password is ", "api_key=", "sk-", "ghp_", "-----BEGIN ", "://a:", "a@", "Bearer ",
    "remember this", "forget about ", "please ", "because ", "(because ", "so ", "oh, ", "and ", "2026-05-14 ", "last week ",
    "may ", "3 days ", "---\n", "a\n===\n", "> ", "| a ", "  - a\n", "1. ", "*", "**/", "?*", "a|", "(a", "a=1\n", "[a]\n",
    "[a.", "a.a.", '"""', "Ada: ", "\x93", "\xdd", "\x81\xa1a",
)  # fmt: skip
FRAMES = (("", ""), ("x ", " y"), ("remember this", "x"), ("# ", "x"), ("- a", "b\n"), ("[[pin: ", "]]"), ("{", "}"))


def shapes(size: int) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each, about `size` long."""
    for unit in UNITS:
        for before, after in FRAMES:
            body = (unit * (size // len(unit) + 1))[:size]
            encoding = "latin-1" if unit[:1] in ("\x93", "\xdd", "\x81") else "utf-8"
            yield f"{before!r} + {unit!r} * n + {after!r}", (before + body + after).encode(encoding)


FOUND = (
    ("tag", "x", " ", "y"),
    ("note", "x", " ", "y"),
    ("note", "x", " ↑[pin]", "y"),
    ("note", "", "\n", "x"),
    ("note", "x", "<!--", ""),
    ("note", "x", "[", ""),
    ("note", "remember this", " ", "x"),
    ("note", "forget about x", " ", "y"),
    ("note", "[[forget keyword: ", " ", "x"),
    ("note", "[[pin: x", " ", "y]]"),
    ("conversations", "x", " ", "y"),
    ("markdown", "# ", " ", "x"),
    ("markdown", "- x", "(because ", ""),
    ("memory", "# x\n", "\n", "x"),
    ("records", "", "{", ""),
    ("records", "", "[", ""),
    ("records", "", '{"a":', ""),
    ("facts", "", '{"a":', ""),
    ("sessions", "", '{"a":', ""),
    ("contexts", '{"content":"x","metadata":', '{"a":', ""),
    ("configuration", "a = ", "[", ""),
    ("configuration", "a = 1", "1", ""),
)
"""Target, and what made it fall, or take the square of a text's length: some of them hours for the size of FOUND_BYTES."""
FOUND_BYTES = 1 << 19


def shape(before: str, unit: str, after: str, size: int) -> bytes:
    """About `size` bytes of the unit between the two."""
    return (before + unit * (size // len(unit.encode())) + after).encode()
