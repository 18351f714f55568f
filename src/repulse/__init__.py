"""Repulse: a table for two games about alien invasions."""

__version__ = "0.1.0"
