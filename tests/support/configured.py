"""The configuration that a few lines of TOML make, for tests without a daemon."""

from __future__ import annotations

from pathlib import Path

from memoryd.config import Config, Flags, load_config


def configured(folder: Path, text: str = "") -> Config:
    """Everything as it is by default but for `text`; the data directory is below `folder`."""
    file = folder / "memoryd.toml"
    file.write_text(text)
    return load_config(file, {}, Flags(str(folder / "data"), str(folder / "s")))
