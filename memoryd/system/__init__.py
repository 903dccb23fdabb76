"""`system`: the daemon as its operators see it."""
