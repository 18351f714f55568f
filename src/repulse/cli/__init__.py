"""The command ``repulse``: wiring and words, no rules."""

from repulse.cli.app import main

__all__ = ["main"]
