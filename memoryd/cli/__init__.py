"""memoryctl, the client for people."""
