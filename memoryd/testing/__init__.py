"""Hand-written fakes for tests."""
