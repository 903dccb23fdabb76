"""One order out of several lists."""
