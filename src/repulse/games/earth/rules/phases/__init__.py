"""The steps of a turn, in the order in which they are played."""
