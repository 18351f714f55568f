"""The command `repulse`: wiring and words, no rules.

`repulse --help` imports almost nothing, so that it answers instantly; each command imports what it needs when it runs.
"""

from repulse.cli.app import main

__all__ = ["main"]
