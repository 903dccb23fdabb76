"""The configuration: typed, bounded, every fault reported at once."""
