"""Programs around memoryd: the demo, and how the development environment is made."""
