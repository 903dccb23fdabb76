"""Words: tokens, the index on disk, what is on its way there."""
