"""The methods that there are, made once for all tests of a run."""

from __future__ import annotations

from functools import cache

from memoryd.composition import described as make
from memoryd.rpc.registry import Registry


@cache
def described() -> Registry:
    """The registry of a daemon that does not run; nobody changes it."""
    return make()
