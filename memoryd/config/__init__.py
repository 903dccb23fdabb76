"""The configuration: TOML files, environment and flags become one frozen, typed `Config`, or a list of all errors."""

from __future__ import annotations

from memoryd.config.faults import ConfigError, Fault
from memoryd.config.load import Flags, load_config, restart_keys
from memoryd.config.model import Config
from memoryd.config.report import explain_config, format_config

__all__ = ["Config", "ConfigError", "Fault", "Flags", "explain_config", "format_config", "load_config", "restart_keys"]
