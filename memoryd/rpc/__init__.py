"""MessagePack-RPC on a Unix socket: frames, messages, registry, authority, server. Knows no memory.

Socket to request   server (with sockets and addresses), connection, arrivals, frames, messages; descriptors; limits
Which method        registry, dispatch, routes, authorise; validate and explain for params
When it is read     incoming, looptime
Where it runs       executors, over pool, turns and offloaded; longcalls
Back                replies; notices, by topics
About itself        builtin (the `rpc` namespace), describe, citations
"""
