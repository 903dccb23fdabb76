"""memoryd for MCP clients, over stdio: their calls go to the daemon's socket."""
