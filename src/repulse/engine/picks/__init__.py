"""Answers made pick by pick: fixed action spaces, sessions and batches for environments and nets."""
