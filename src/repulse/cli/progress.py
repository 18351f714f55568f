"""The progress and speed of a long command: a bar on a terminal (with rich), nothing elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec


@contextmanager
def progress_bar(
    title: str, total: int, done: int = 0, *, unit: str = "games"
) -> Iterator[Callable[[int], None]]:
    """Show a progress bar; the function it yields adds a number of finished units."""
    if not sys.stderr.isatty() or not find_spec("rich"):
        yield lambda more: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        """The number of units per second."""

        def render(self, task: Task) -> Text:
            """Return the rate, once it is known."""
            return Text(f"{task.speed:,.0f} {unit}/s" if task.speed else "")

    console = Console(stderr=True)
    columns = [TextColumn("{task.description}"), MofNCompleteColumn(), Rate()]
    if console.width >= 60:
        columns[1:1] = [BarColumn(bar_width=None)]
        columns.append(TimeRemainingColumn())
    with Progress(*columns, console=console, expand=True) as progress:
        bar = progress.add_task(title, total=total, completed=done)
        yield lambda more: progress.advance(bar, more)
