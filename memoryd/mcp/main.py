"""memoryd-mcp: the command line."""

from __future__ import annotations

import argparse
import sys

SETS = ("memoryd", "server-memory")
MISSING = 69


def main(words: list[str] | None = None) -> int:
    """Serve one MCP client on stdin and stdout; the exit code."""
    parser = argparse.ArgumentParser(prog="memoryd-mcp", description="memoryd for one MCP client, over stdio.")
    parser.add_argument("--socket", metavar="PATH", help="the daemon's socket (default: as memoryctl finds it)")
    parser.add_argument("--tools", choices=SETS, default="memoryd", help="memoryd's tools, or server-memory's nine")
    parser.add_argument("--session", metavar="ID", help="the session that all calls are made in (default: a new one)")
    parser.add_argument("--agent", metavar="NAME", help="whose session it is (default: the client's name)")
    parser.add_argument("--project", metavar="NAME", help="the project of the session (default: none)")
    parser.add_argument("--audience", choices=("private", "group"), help="who listens (default: private)")
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    args = parser.parse_args(words)
    if args.version:
        from memoryd import __version__

        sys.stdout.write(f"memoryd-mcp {__version__}\n")
        return 0
    try:
        import mcp.server  # noqa: F401 - whether the extra is installed
    except ImportError:
        sys.stderr.write("memoryd-mcp: the MCP SDK is missing; install it: pip install 'memoryd[mcp]'\n")
        return MISSING
    from memoryd.mcp.server import serve

    serve(args.tools, args.socket, args.session, args.agent, args.project, args.audience)
    return 0
