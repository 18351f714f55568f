"""The build of the hot packages: which modules it takes, and that the build under test contains them."""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import subprocess
import sys
from pathlib import Path
from pkgutil import resolve_name
from types import GetSetDescriptorType

from tools.docstrings import docstrings, with_docstrings

from repulse.engine.bot import answer_of


def compiled_modules(root: Path) -> list[str]:
    command = [sys.executable, str(root / "tools" / "compile.py"), "--list"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True)
    modules: list[str] = json.loads(listed.stdout)
    return modules


def test_hot_modules_are_on_the_list(root: Path) -> None:
    modules = compiled_modules(root)
    assert "repulse.engine.random" in modules
    assert not [
        name
        for name in modules
        if name.startswith(("repulse.cli", "repulse.server", "repulse.table", "repulse.arena"))
    ]


def test_every_listed_module_is_of_the_build_under_test(root: Path, compiled: bool) -> None:
    for name in compiled_modules(root):
        origin = importlib.import_module(name).__file__ or ""
        assert origin.endswith(".py") != compiled, f"{name} comes from {origin}"


def test_docstrings_and_signatures_are_there_in_both_builds(root: Path) -> None:
    for name in compiled_modules(root):
        module = importlib.import_module(name)
        source = root / "src" / Path(*name.split(".")).with_suffix(".py")
        for place, text in docstrings(source.read_text(encoding="utf-8")).items():
            if place and text and not place.rpartition(".")[2].startswith("__"):
                value = resolve_name(f"{name}:{place}")
                # Properties and slots have no place for a text of ours.
                if not isinstance(value, property | GetSetDescriptorType):
                    assert inspect.getdoc(value) == text, f"{name}.{place}"
        assert module.__doc__, name
    assert list(inspect.signature(answer_of).parameters) == ["bot", "state", "decision"]


def test_docstrings_keep_what_c_would_read_otherwise() -> None:
    source = '"""Say \\"yes\\" or a \\\\ ??/."""\n\n\ndef f() -> None:\n    """One.\n\n    Two."""\n'
    documented = with_docstrings('    NULL, /* docstring */\n{"f", x, PyDoc_STR("f()\\n--\\n\\n")}', source)
    assert '"Say \\"yes\\" or a \\\\ ?\\?/."' in documented
    assert '"f()\\n--\\n\\n" "One.\\n" "\\n" "Two."' in documented


def test_constants_of_compiled_modules_are_final(root: Path) -> None:
    # A constant that is not Final is looked up by name each time it is used. Type variables are not used at all.
    for name in compiled_modules(root):
        source = root / "src" / Path(*name.split(".")).with_suffix(".py")
        for statement in ast.parse(source.read_text(encoding="utf-8")).body:
            if isinstance(statement, ast.Assign) and "TypeVar(" not in ast.unparse(statement.value):
                names = [target.id for target in statement.targets if isinstance(target, ast.Name)]
                assert not any(map(str.isupper, names)), f"{name}: {names} is not Final"
