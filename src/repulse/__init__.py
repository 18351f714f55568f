"""Repulse: a table for two games about alien invasions."""
