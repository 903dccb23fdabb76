"""File descriptors: as many as the system allows, some of them reserved."""

from __future__ import annotations

import resource

RESERVED = 512
"""Descriptors reserved for files, watches and children; half of a small limit."""


def connections_that_fit(wanted: int) -> int:
    """Raise the soft limit as far as `wanted` connections need; returns how many of them fit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + RESERVED
    if soft != resource.RLIM_INFINITY and soft < needed:
        granted = needed if hard == resource.RLIM_INFINITY else min(hard, needed)
        resource.setrlimit(resource.RLIMIT_NOFILE, (granted, hard))
        soft = granted
    if soft == resource.RLIM_INFINITY:
        return wanted
    return max(1, min(wanted, soft - min(RESERVED, soft // 2)))
