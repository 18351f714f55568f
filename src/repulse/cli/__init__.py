"""The command `repulse`: wiring and words, no rules.

The way from here to `repulse --help` imports next to nothing, so that it answers instantly; a command imports what it
needs when it is run.
"""

from repulse.cli.app import main

__all__ = ["main"]
