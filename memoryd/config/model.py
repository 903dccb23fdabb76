"""The whole configuration as one frozen value, and the table of all its keys."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from datetime import tzinfo
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from memoryd.config.keys import Key, keys_of
from memoryd.config.sections import (
    Access,
    Contexts,
    Daemon,
    InjectionBudget,
    Layers,
    MemoryOracle,
    Recall,
    Schedule,
    Summaries,
)
from memoryd.config.zones import find_zone, system_zone

SECTIONS: Mapping[str, type[Any]] = MappingProxyType(
    {
        "memory_oracle": MemoryOracle,
        "layers": Layers,
        "contexts": Contexts,
        "summaries": Summaries,
        "summaries.injection_budget": InjectionBudget,
        "recall": Recall,
        "schedule": Schedule,
        "access": Access,
        "daemon": Daemon,
    }
)


def all_keys() -> Iterator[Key]:
    """Every key there is, section by section."""
    for section, kind in SECTIONS.items():
        yield from keys_of(section, kind)


KEYS: Mapping[str, Key] = MappingProxyType({key.dotted: key for key in all_keys()})

OBSOLETE: Mapping[str, str] = MappingProxyType({"memory_oracle.embedding_device": "cpu"})
"""Former keys that could have only one value. With that value they are still accepted, and ignored."""


class Config(msgspec.Struct, frozen=True):
    """What the daemon runs with. Durations are seconds, sizes bytes; `data_path` and `socket_path` are resolved.

    `origins` tells for each key that is not a default where it was set; `files` are the files read, in order.
    """

    memory_oracle: MemoryOracle = msgspec.field(default_factory=MemoryOracle)
    layers: Layers = msgspec.field(default_factory=Layers)
    contexts: Contexts = msgspec.field(default_factory=Contexts)
    summaries: Summaries = msgspec.field(default_factory=Summaries)
    recall: Recall = msgspec.field(default_factory=Recall)
    schedule: Schedule = msgspec.field(default_factory=Schedule)
    access: Access = msgspec.field(default_factory=Access)
    daemon: Daemon = msgspec.field(default_factory=Daemon)
    data_path: Path = Path("/data/memory")
    socket_path: Path = Path("/run/memoryd/memoryd.sock")
    socket_chosen: bool = False
    """Whether a flag, the environment or a file names the socket; if not, one that systemd passes is preferred."""
    files: tuple[Path, ...] = ()
    origins: Mapping[str, str] = msgspec.field(default_factory=lambda: MappingProxyType({}))

    @property
    def zone(self) -> tzinfo:
        """The zone of days, dates and the schedule."""
        return find_zone(self.schedule.timezone) if self.schedule.timezone else system_zone(os.environ)

    @property
    def models_paths(self) -> tuple[Path, ...]:
        """Where models are, each in a directory by its name: the configured place first, then that of the package."""
        return (self.recall.models_path, Path(sys.prefix, "share/memoryd/models"))

    def value(self, dotted: str) -> object:
        """The value of `memory_oracle.half_life_days`."""
        found: object = self
        for name in dotted.split("."):
            found = getattr(found, name)
        return found
