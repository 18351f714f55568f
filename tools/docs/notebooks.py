"""Notebooks run without Jupyter: their cells in order, in one namespace, with what they print and show.

The site shows them with these outputs, and the tests run them the same way. The files themselves hold no outputs.
"""

from __future__ import annotations

import ast
import builtins
import io
import json
import os
import tempfile
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any, Final

from repulse.notebook import picture_of

REPRESENTATIONS: Final = ("_repr_html_", "_repr_svg_", "_repr_markdown_")


@dataclass
class Cell:
    """A cell of a notebook, and what it gave."""

    kind: str
    """markdown or code"""
    source: str
    outputs: list[tuple[str, str]] = field(default_factory=list)
    """Each `html` or `text`, and its content."""


def read_cells(path: Path) -> list[Cell]:
    """Return the cells of a notebook."""
    data = json.loads(path.read_text(encoding="utf-8"))
    return [Cell(cell["cell_type"], "".join(cell["source"])) for cell in data["cells"]]


def run_cells(path: Path) -> list[Cell]:
    """Return the cells of a notebook, run in a folder of their own in which they may leave files."""
    cells = read_cells(path)
    space: dict[str, Any] = {"__name__": "__main__"}
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        for number, cell in enumerate(cells, 1):
            if cell.kind == "code":
                _run(cell, space, f"{path.name}, cell {number}")
    return cells


def _run(cell: Cell, space: dict[str, Any], name: str) -> None:
    def show(*values: object) -> None:
        _flush(cell, printed)
        cell.outputs.extend(_shown(value) for value in values)

    printed = io.StringIO()
    space["display"] = show
    tree = ast.parse(cell.source, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with redirect_stdout(printed):
        exec(compile(tree, name, "exec"), space)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), name, "eval"), space)
            if value is not None:
                show(value)
    _flush(cell, printed)


def _flush(cell: Cell, printed: io.StringIO) -> None:
    if printed.getvalue():
        cell.outputs.append(("text", printed.getvalue()))
    printed.seek(0)
    printed.truncate()


def _shown(value: object) -> tuple[str, str]:
    picture = picture_of(value)
    if picture is not None:
        return "html", picture
    for name in REPRESENTATIONS:
        if hasattr(type(value), name):
            return "html", str(getattr(value, name)())
    return "text", builtins.repr(value) + os.linesep


def notebook_page(path: Path) -> str:
    """Return a notebook with its outputs as a page of the site, with a link to download it below its title."""
    download = f'<a href="{path.name}" download>Download this notebook</a>'
    parts = []
    for cell in run_cells(path):
        parts.append(cell.source if cell.kind == "markdown" else f"```python\n{cell.source}\n```")
        for kind, content in cell.outputs:
            if kind == "html":
                parts.append(f'<div class="output">{_one_block(content)}</div>')
            else:
                parts.append(f'<pre class="output">{escape(content)}</pre>')
    note = f"{download}. It is run whenever this site is built."
    title, _, rest = "\n\n".join(parts).partition("\n")
    return f"{title}\n\n<small>{note}</small>\n{rest}\n"


def _one_block(html: str) -> str:
    """Return HTML without empty lines, at which Markdown would end it."""
    return "\n".join(line for line in html.split("\n") if line.strip())
