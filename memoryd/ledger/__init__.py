"""The ledger of accesses: key, session, time."""
