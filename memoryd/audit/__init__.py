"""The audit: one hash-chained line per change of a memory, and the replaced texts."""
