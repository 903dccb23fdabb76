"""Every kind of memory, one folder each, behind the interface in `memoryd/kind.py`."""
