"""The table on the network: rooms, seats, storage and the wire protocol (docs/reference/protocol.md). Rules live elsewhere."""
