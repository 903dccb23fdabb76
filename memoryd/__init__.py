"""memoryd: the memory of the agents on one Linux VM."""

__version__ = "0.1.0"
