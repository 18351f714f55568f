"""Extract the Python examples of README.md and docs/, one file each, for the type checker.

    python -m tools.docs.examples build/doc_examples

The files keep their names as long as a page keeps its examples, so that mypy can reuse its cache.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
README: Final = ROOT / "README.md"
PAGES: Final = (README, *sorted((ROOT / "docs").rglob("*.md")))
NEEDED_LIBRARIES: Final = {
    "train-sb3.md": "sb3_contrib",
    "train-pytorch.md": "torch",
    "train-rllib.md": "ray",
}
"""Pages whose examples need a large library that is not among the tools of development: `make pytest-tutorials`."""
UNTYPED_PAGES: Final = ("environments.md", *NEEDED_LIBRARIES)
"""The types of the libraries behind these pages accept no short loop under a strict checker."""
JOINED_PAGES: Final = ("own-game.md",)
"""The examples of these pages continue one another, and are checked as one module."""


def code_blocks(page: Path, language: str) -> list[str]:
    """Return the fenced code blocks of a page in one language."""
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def example_modules(page: Path) -> list[str]:
    """Return the examples of a page, joined where they continue one another."""
    blocks = code_blocks(page, "python")
    return ["\n".join(blocks)] if page.name in JOINED_PAGES else blocks


def write_examples(folder: Path) -> int:
    """Write every typed example into `folder`, remove stale ones, and return their number."""
    folder.mkdir(parents=True, exist_ok=True)
    examples = {
        f"{re.sub(r'[^a-z0-9]+', '_', str(page.relative_to(ROOT).with_suffix('')).lower())}_{number}.py": block
        for page in PAGES
        if page.name not in UNTYPED_PAGES
        for number, block in enumerate(example_modules(page), 1)
    }
    for path in folder.glob("*.py"):
        if path.name not in examples:
            path.unlink()
    for name, block in examples.items():
        (folder / name).write_text(block, encoding="utf-8")
    return len(examples)


if __name__ == "__main__":
    write_examples(Path(sys.argv[1]))
