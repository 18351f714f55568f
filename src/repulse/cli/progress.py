"""How far a long command is, and how fast it goes: a bar on a terminal, nothing elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(
    what: str, total: int, done: int = 0, unit: str = "games"
) -> Iterator[Callable[[int], None]]:
    """A function that says that so many more are done."""
    if not sys.stderr.isatty():
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
        """How many a second."""

        def render(self, task: Task) -> Text:
            """The rate, once it is known."""
            return Text(f"{task.speed:,.0f} {unit}/s" if task.speed else "")

    console = Console(stderr=True)
    columns = [TextColumn("{task.description}"), MofNCompleteColumn(), Rate()]
    if console.width >= 60:
        columns[1:1] = [BarColumn(bar_width=None)]
        columns.append(TimeRemainingColumn())
    with Progress(*columns, console=console, expand=True) as progress:
        bar = progress.add_task(what, total=total, completed=done)
        yield lambda more: progress.advance(bar, more)
