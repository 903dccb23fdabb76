"""What changes notes: `transactions.py` changes them and publishes what is durable; `store.py` does whole requests.

Within a transaction: `hot_cache.py`, `archiving.py`, `accesses.py`; hygiene: `checklist.py`; later: `tasks.py`.
"""
