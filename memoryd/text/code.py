"""Which lines are a program's and no speech. Pure."""

from __future__ import annotations

from memoryd.patterns import pattern as lazy_pattern

_CODE = lazy_pattern(
    r"\s*(?:@?\w+(?:\.\w+)*\(.*\)[;:,]?|[\]})][\]}),;]*"
    r"|(?:return|def|class|import|from|const|var|let|function|func|fn|elif|else|if|for|while|try|except|catch|switch|case"
    r"|#include|public|private|static|void|int|self\.|raise|throw|yield|await|async|with|assert)\b(?=.*[(){}\[\];=+*<>|&])"
    r".*[^.!?])\s*"
)


def is_code(line: str) -> bool:
    """Whether a line reads as a statement of a program: a keyword or a call first, operators or brackets in it."""
    return _CODE.fullmatch(line) is not None
