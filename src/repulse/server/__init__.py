"""The table on the network: rooms, seats, storage and the wire protocol (docs/protocol.md). Rules live elsewhere."""
