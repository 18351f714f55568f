"""The steps of a game of galaxy, phase by phase."""
