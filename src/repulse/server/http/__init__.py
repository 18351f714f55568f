"""The network side of the server: routes, connections, the wire format and middleware."""
