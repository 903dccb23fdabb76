"""The rules of the lifecycle: `promotion.py`, `eviction.py`, `aging.py`, `condense.py`; numbers: `settings.py`."""
