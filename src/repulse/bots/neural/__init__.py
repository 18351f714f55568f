"""Bots with a neural net: numpy, never compiled."""
