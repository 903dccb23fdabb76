"""The models that turn text into vectors: found, checked, run."""
