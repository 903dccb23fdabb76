"""Who did what: one chained line for each change of a memory, and the texts that were replaced."""
