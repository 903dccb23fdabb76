"""One way in which instructions to an agent are worded (rule 27)."""

from __future__ import annotations

from typing import NamedTuple


class Form(NamedTuple):
    """One way to say it."""

    family: str
    weight: float
    pattern: str
