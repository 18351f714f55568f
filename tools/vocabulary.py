"""Reject words and names that a reader of technical English would stumble over: ``python -m tools.vocabulary [PATH ...]``.

The words are data, in ``tools/vocabulary.toml``. Words are looked up in comments and strings of Python, in comments of the
page's sources, and in the prose of documents; openings at the start of comments and docstrings; names in Python sources alone. With paths, only those are checked, also
those that are still pending: ``python -m tools.vocabulary src/repulse/cli`` shows what is left to do there.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
DATA: Final = ROOT / "tools" / "vocabulary.toml"
FOLDERS: Final = ("src", "tests", "tools", "bench", "examples", "deploy", "docs", "web/src", ".ci")
PAGE_SUFFIXES: Final = (".ts", ".svelte", ".mjs", ".css")
PAGE_COMMENT: Final = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<![:\"'`\w])//[^\n]*", re.DOTALL)
OPENING: Final = re.compile(r"^(?:\"\"\"|#|//|/\*\*?|<!--)\s*|^\s+\w+: (?=[A-Z])", re.MULTILINE)
"""Where a sentence begins: a docstring, a comment, the description of an argument."""
FENCED: Final = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
GENERATED: Final = ("src/repulse/server/static", "docs/reference/league.md", "web/src/protocol.ts")


@dataclass(frozen=True)
class Finding:
    """A rejected word or name, and what to write instead."""

    path: str
    line: int
    text: str
    instead: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text!r}: write {self.instead}"


class Vocabulary:
    """The rejected words and names."""

    def __init__(self, data: dict[str, dict[str, object]]) -> None:
        self.words = {word.lower(): str(instead) for word, instead in data["words"].items()}
        spelled = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in self.words)
        self._word = re.compile(rf"\b({spelled})\b", re.IGNORECASE)
        self._openings = {str(opening): str(instead) for opening, instead in data["openings"].items()}
        longest_first = sorted(self._openings, key=len, reverse=True)
        self._opening = re.compile(rf"({'|'.join(map(re.escape, longest_first))})\b(?![^.:]*\?)")
        self._names = [(re.compile(pattern), str(instead)) for pattern, instead in data["names"].items()]
        self._variables = {name: str(instead) for name, instead in data["variables"].items()}
        self._allowed = frozenset(_texts(data["exceptions"], "allowed"))
        self.pending = tuple(_texts(data["pending"], "paths"))

    def is_pending(self, path: str) -> bool:
        """Return whether a path lies in a folder that has not been revised yet."""
        return any(path == folder or path.startswith(f"{folder}/") for folder in self.pending)

    def check(self, path: str, text: str) -> Iterator[Finding]:
        """Find everything in a file that is rejected and not among the exceptions."""
        for finding in self._findings(path, text):
            if f"{path}: {finding.text.lower()}" not in self._allowed:
                yield finding

    def _findings(self, path: str, text: str) -> Iterator[Finding]:
        if path.endswith(".py"):
            for line, prose in _python_prose(text):
                yield from self._in_prose(path, line, prose)
                if prose.startswith(("#", '"""')):
                    yield from self._in_openings(path, line, prose)
            yield from self._in_names(path, text)
        elif path.endswith(PAGE_SUFFIXES):
            for comment in PAGE_COMMENT.finditer(text):
                line = text.count("\n", 0, comment.start()) + 1
                yield from self._in_prose(path, line, comment.group())
                yield from self._in_openings(path, line, comment.group())
        else:
            # Blank lines keep the numbers of the lines after a block.
            prose = FENCED.sub(lambda block: "\n" * block.group().count("\n"), text)
            yield from self._in_prose(path, 1, prose)

    def _in_prose(self, path: str, first_line: int, prose: str) -> Iterator[Finding]:
        for match in self._word.finditer(prose):
            word = re.sub(r"\s+", " ", match.group())
            line = first_line + prose.count("\n", 0, match.start())
            yield Finding(path, line, word, self.words[word.lower()])

    def _in_openings(self, path: str, first_line: int, prose: str) -> Iterator[Finding]:
        """Find sentences that begin with the words of a question and are none."""
        for start in OPENING.finditer(prose):
            match = self._opening.match(prose, start.end())
            if match:
                line = first_line + prose.count("\n", 0, match.start())
                yield Finding(path, line, match.group(), self._openings[match.group()])

    def _in_names(self, path: str, text: str) -> Iterator[Finding]:
        for name, line, is_variable in _defined_names(ast.parse(text)):
            if is_variable and name in self._variables:
                yield Finding(path, line, name, self._variables[name])
            for pattern, instead in self._names:
                if pattern.search(name):
                    yield Finding(path, line, name, instead)


def _texts(section: dict[str, object] | object, key: str) -> list[str]:
    assert isinstance(section, dict)
    values = section[key]
    assert isinstance(values, list)
    return [str(value) for value in values]


def _python_prose(text: str) -> Iterator[tuple[int, str]]:
    """Yield the comments and strings of a module, each with its first line."""
    kinds = {tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in kinds:
            yield token.start[0], token.string


def _defined_names(tree: ast.AST) -> Iterator[tuple[str, int, bool]]:
    """Yield every name that a module defines, with its line and whether it is a variable or a parameter."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno, True
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno, True
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr, node.lineno, False
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name, node.lineno, False


def read_vocabulary() -> Vocabulary:
    """Read the vocabulary of the project."""
    return Vocabulary(tomllib.loads(DATA.read_text(encoding="utf-8")))


def files_below(folders: Sequence[str]) -> list[str]:
    """Return the files that are checked, as paths from the root of the project."""
    paths: set[Path] = set()
    for folder in folders:
        start = ROOT / folder
        paths.update([start] if start.is_file() else start.rglob("*"))
    if folders == FOLDERS:
        paths.update(ROOT.glob("*.md"))
    suffixes = (".py", ".md", ".sh", *PAGE_SUFFIXES)
    names = sorted(path.relative_to(ROOT).as_posix() for path in paths if path.is_file())
    return [
        name
        for name in names
        if name.endswith(suffixes) and "node_modules" not in name and not name.startswith(GENERATED)
    ]


def main(arguments: Sequence[str]) -> int:
    """Check the paths that are named, or all that are not pending; return the exit code."""
    vocabulary = read_vocabulary()
    count = 0
    for name in files_below(arguments or FOLDERS):
        if not arguments and vocabulary.is_pending(name):
            continue
        for finding in vocabulary.check(name, (ROOT / name).read_text(encoding="utf-8")):
            print(finding)
            count += 1
    if count:
        print(f"{count} words or names to replace; exceptions belong into {DATA.relative_to(ROOT)}")
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
