"""One table being played: commands in, numbered events for each viewer out. No network, no disk, no time of day."""
