"""Add the page to a wheel if it is built, and the compiled modules if REPULSE_COMPILE=1.

An installation from a checkout without Node.js has everything but the page, and prints a warning; with REPULSE_PAGE=1 the
build fails without the page.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import sys
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NO_PAGE: Final = "The page is not built, so browsers will find none; all else is there. With Node.js and npm, 'make web' builds it."


class RepulseBuildHook(BuildHookInterface[Any]):
    """Say if the page is missing; compile with ``tools/compile.py`` if asked to."""

    def dependencies(self) -> list[str]:
        """Return what compiling needs; numpy for its types alone, since compiled modules import some that use it."""
        return ["mypy>=2.4,<2.5", "setuptools>=80", "numpy>=1.26"] if _compiling() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Check, build, then tell hatchling which files to add and that the wheel is for one platform."""
        if version == "editable":
            return
        if not has_page(Path(self.root)):
            if os.environ.get("REPULSE_PAGE") == "1":
                raise RuntimeError(NO_PAGE)
            self.app.display_warning(NO_PAGE)
        if not _compiling():
            return
        plan = load_compile(Path(self.root)).build(Path(self.root))
        for library in sorted(plan.target.rglob("*.so")):
            build_data["force_include"][str(library)] = str(library.relative_to(plan.target))
        build_data["force_include"][str(mypyc_license())] = "repulse/licenses/mypyc.txt"
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def _compiling() -> bool:
    return os.environ.get("REPULSE_COMPILE") == "1"


def mypyc_license() -> Path:
    """Return the license file of mypy, whose runtime library is part of the compiled modules."""
    files = importlib.metadata.files("mypy") or []
    (license_file,) = (file for file in files if file.parts[-2:] == ("licenses", "LICENSE"))
    return Path(str(license_file.locate()))


def has_page(root: Path) -> bool:
    """Return whether the page is built, with its script and its style."""
    static = root / "src" / "repulse" / "server" / "static"
    assets = static / "assets"
    suffixes = {path.suffix for path in assets.iterdir()} if assets.is_dir() else set()
    return (static / "index.html").is_file() and {".js", ".css"} <= suffixes


def load_compile(root: Path) -> Any:
    """Load the compile script, which is next to this file and not in a package."""
    spec = importlib.util.spec_from_file_location("repulse_compile", root / "tools" / "compile.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up by name while it is being loaded.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
