"""The commands and what they print."""

from __future__ import annotations

import typer
from rich.console import Console

import repulse

app = typer.Typer(
    name="repulse",
    help="Play and study two games of alien invasion.",
    no_args_is_help=True,
    add_completion=False,
)


@app.callback()
def _root() -> None:
    """Keep the subcommands even while there is only one."""


@app.command()
def version() -> None:
    """Print the version of this package."""
    Console().print(f"repulse {repulse.__version__}", highlight=False)


def main() -> None:
    """Run the command line; the entry point of the console script."""
    app()
