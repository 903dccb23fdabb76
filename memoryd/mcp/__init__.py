"""memoryd for MCP clients, over stdio: what they read and keep goes to the daemon's socket."""
