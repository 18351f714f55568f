"""Where words go: plain lines that a screen reader can follow, with colours only on a terminal that wants them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

HAPPENED = "cyan"
QUESTION = "bold"
QUIET = "dim"


def on_terminal() -> bool:
    """Whether somebody sits at both ends: lines are typed and read."""
    return sys.stdin.isatty() and sys.stdout.isatty()


class Screen:
    """Prints lines and asks for lines. Nothing is ever drawn over."""

    def __init__(self, plain: bool = False) -> None:
        self.plain = plain or not sys.stdout.isatty() or os.environ.get("TERM") == "dumb"
        """Whether drawings are out of place: every line is to be read out, or read by a program."""
        self._console: Console | None = None
        if sys.stdout.isatty():
            # Without a colour system rich writes no escape codes at all, and still wraps between words.
            bare = self.plain or bool(os.environ.get("NO_COLOR"))
            self._console = Console(highlight=False, color_system=None if bare else "auto")

    def say(self, text: str = "", style: str = "") -> None:
        """Print some lines; on a terminal they are wrapped between words, elsewhere a line stays a line."""
        if self._console is None:
            print(text)
        else:
            self._console.print(Text(text, style=style))

    def lines(self, texts: Iterable[str], style: str = "") -> None:
        """Print several lines."""
        for text in texts:
            self.say(text, style)

    def ask(self, prompt: str) -> str:
        """A line that somebody types, without the space around it; EOFError when there are no more."""
        # When the answers come from a file, their echo is missing and the prompts would run together.
        if sys.stdin.isatty():
            return input(prompt).strip()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.say(f"{prompt}{line.strip()}")
        return line.strip()

    def table(self, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """Columns: the first to the left, the others to the right."""
        cells = [list(head), *(list(row) for row in rows)]
        widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
        for number, row in enumerate(cells):
            line = row[0].ljust(widths[0])
            for i in range(1, len(row)):
                line += "  " + row[i].rjust(widths[i])
            self.say(line.rstrip(), QUESTION if number == 0 else "")


def note(text: str) -> None:
    """A line beside the results, on stderr."""
    print(text, file=sys.stderr, flush=True)
