"""The `system` namespace: the daemon as operators see it."""
