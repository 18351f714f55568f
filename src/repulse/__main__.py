"""`python -m repulse` is the command `repulse`."""

from repulse.cli import main

main()
