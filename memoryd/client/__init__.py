"""The thin client for programs: standard library and msgpack only."""
