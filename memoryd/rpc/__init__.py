"""MessagePack-RPC on a Unix socket: frames, messages, registry, authority, server. Knows no memory."""
