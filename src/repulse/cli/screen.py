"""Output: plain lines that a screen reader can follow, with colors only on a terminal that supports them.

Colors and the width of Asian scripts need rich (the extra `play`); without it lines are wrapped and plain.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from repulse.engine.display.board import Line, Tone, text_width, wrapped

if TYPE_CHECKING:
    from rich.console import Console

COLORS: Final[dict[Tone, str]] = {
    "": "",
    "strong": "bold",
    "quiet": "dim",
    "own": "bold reverse",
    "gain": "bold green",
    "loss": "red strike",
    "cyan": "bold cyan",
    "yellow": "bold yellow",
    "red": "bold red",
    "green": "bold green",
    "magenta": "bold magenta",
}
"""Styles of the tones of a drawn table where there are colors."""

HAPPENED = "cyan"
QUESTION = "bold"
QUIET = "dim"

_LABEL: Final = re.compile(r"\s+(?:\S+(?: \S+)*\s{2,})?")
"""The beginning of an indented line: spaces, and the name in the left column of a list."""

WIDE = 10_000
"""The width assumed when the output is not a terminal, so that lines are not wrapped."""


def on_terminal() -> bool:
    """Return whether both input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


class Screen:
    """Prints lines and asks for lines. Nothing is ever drawn over."""

    def __init__(self, plain: bool = False) -> None:
        self.plain = plain or not sys.stdout.isatty() or os.environ.get("TERM") == "dumb"
        """Whether to leave out drawings: the lines are for a screen reader or a program."""
        self._console: Console | None = None
        if sys.stdout.isatty() and find_spec("rich"):
            # rich knows the width of characters in all scripts. It is imported only for a terminal, because it is slow to import.
            from rich.console import Console

            # Without a color system rich writes no escape codes at all, and still wraps between words.
            bare = self.plain or bool(os.environ.get("NO_COLOR"))
            self._console = Console(highlight=False, color_system=None if bare else "auto")

    @property
    def width(self) -> int:
        """The maximum length of a line."""
        if self._console is not None:
            return self._console.width
        return shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDE

    def say(self, text: str = "", style: str = "") -> None:
        """Print some lines; on a terminal they are wrapped between words, elsewhere a line stays a line."""
        if not sys.stdout.isatty():
            print(text)
            return
        folded = "\n".join(part for line in text.split("\n") for part in _folded(line, self.width))
        if self._console is None:
            print(folded)
        else:
            from rich.text import Text

            self._console.print(Text(folded, style=style))

    def lines(self, texts: Iterable[str], style: str = "") -> None:
        """Print several lines."""
        for text in texts:
            self.say(text, style)

    def item(self, label: str, text: str) -> None:
        """Print a text behind a label; further lines begin below the first."""
        if self._console is None and not sys.stdout.isatty():
            print(f"{label}{text}")
            return
        self.lines(_hanging(label, text, self.width))

    def draw(self, lines: Iterable[Line]) -> None:
        """Print a drawn table; its tones are shown as colors where the terminal has some."""
        for line in lines:
            if self._console is None:
                print("".join(span.text for span in line))
            else:
                from rich.text import Text

                parts = [(span.text, COLORS[span.tone]) for span in line]
                self._console.print(Text.assemble(*parts), soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """Return the next line of input, stripped.

        Raises:
            EOFError: There are no more lines.
        """
        # When the answers come from a file, their echo is missing and the prompts would run together.
        if sys.stdin.isatty():
            return input(prompt).strip()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.say(f"{prompt}{line.strip()}")
        return line.strip()

    def table(self, head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> None:
        """Print columns: the first `left` of them left-aligned, the others right-aligned.

        Where the screen is too narrow for them, each row is a heading with a line for every column.
        """
        cells = [list(row) for row in rows]
        lines = aligned([list(head), *cells], left)
        if max(len(line) for line in lines) <= self.width:
            self.say(lines[0], QUESTION)
            self.lines(lines[1:])
            return
        for row in cells:
            self.say(f"{head[0]} {row[0]}".strip(), QUESTION)
            pairs = [(name, cell) for name, cell in zip(head[1:], row[1:], strict=True) if cell]
            self.lines(f"  {line}" for line in aligned(pairs, 2))


def _folded(line: str, width: int) -> list[str]:
    """Return a line as lines of at most `width` columns; the text of an indented line stays below its first word."""
    match = _LABEL.match(line)
    label = match[0] if match else ""
    return _hanging(label, line[len(label) :], width) if text_width(line) > width else [line]


def _hanging(label: str, text: str, width: int) -> list[str]:
    """Return a text behind a label as lines, of which the further ones begin below the first."""
    first, *others = wrapped(text, width - text_width(label)) or [""]
    return [f"{label}{first}", *(f"{' ' * text_width(label)}{line}" for line in others)]


def aligned(rows: Sequence[Sequence[str]], left: int) -> list[str]:
    """Return rows as lines with aligned columns: the first `left` columns left-aligned, the others right-aligned."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))] if rows else []
    return [
        "  ".join(
            cell.ljust(width) if i < left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def print_json(data: object) -> None:
    """Print data for other programs."""
    print(json.dumps(data, ensure_ascii=False, indent=1))


def note(text: str) -> None:
    """Print a line on stderr, apart from the results."""
    print(text, file=sys.stderr, flush=True)
