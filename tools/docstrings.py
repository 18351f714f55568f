"""Put the docstrings of a module into the C that mypyc makes of it: mypyc itself keeps the signatures alone."""

from __future__ import annotations

import ast
import re
from pathlib import Path

_METHODS = re.compile(r"static PyMethodDef (?:\w*___)?(\w+)_methods\[\]")
_TYPE_NAME = re.compile(r'\.tp_name = "(\w+)"')
_SIGNATURE = re.compile(r'PyDoc_STR\("(?P<name>\w+)\(.*?\\n--\\n\\n"\)')
_NO_MODULE_TEXT = "    NULL, /* docstring */"


def docstrings(source: str) -> dict[str, str]:
    """Return the docstrings of a module: under its classes, `Class.method`s and functions by name, its own under ''."""
    tree = ast.parse(source)
    docstrings = {"": ast.get_docstring(tree) or ""}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            docstrings[node.name] = ast.get_docstring(node) or ""
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    docstrings[f"{node.name}.{inner.name}"] = ast.get_docstring(inner) or ""
    return docstrings


def with_docstrings(c_text: str, source: str) -> str:
    """Return the C of a module with its docstrings."""
    texts = docstrings(source)
    lines = c_text.split("\n")
    owner = ""
    for number, line in enumerate(lines):
        if begun := _METHODS.search(line):
            # The underscore of a private class is lost among those that part the names.
            owner = next((name for name in (begun[1], f"_{begun[1]}") if name in texts), "")
        elif named := _TYPE_NAME.search(line):
            owner = named[1]
        if line == _NO_MODULE_TEXT and texts[""]:
            lines[number] = f"    {_c_string(texts[''])}, /* docstring */"
        elif "PyDoc_STR(" in line:
            # The text of a class stands at its type, those of methods and functions in their tables.
            prefix = "" if ".tp_doc" in line or not owner else f"{owner}."
            lines[number] = _documented(line, prefix, texts)
    return "\n".join(lines)


def _documented(line: str, prefix: str, texts: dict[str, str]) -> str:
    match = _SIGNATURE.search(line)
    text = texts.get(prefix + match["name"], "") if match else ""
    if match is None or not text:
        return line
    signature = match[0].removesuffix(")")
    return line[: match.start()] + f"{signature} {_c_string(text)})" + line[match.end() :]


def _c_string(text: str) -> str:
    """Return a text as a C string literal, in pieces, so that no compiler finds it too long for a line."""
    pieces = []
    for line in text.splitlines(keepends=True):
        escaped = line.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("??", "?\\?")
        pieces.append(f'"{escaped}"')
    return " ".join(pieces)


def add_docstrings(c_file: Path, source: Path) -> None:
    """Put the docstrings of a source file into its C file."""
    text = c_file.read_text(encoding="utf-8")
    changed = with_docstrings(text, source.read_text(encoding="utf-8"))
    if changed != text:
        c_file.write_text(changed, encoding="utf-8")
