"""What a wheel contains besides the sources: the page if it is built, and the compiled modules if REPULSE_COMPILE=1.

Whoever installs a source checkout without Node gets everything but the page, and is told so; a wheel for others is made with
REPULSE_PAGE=1, which refuses to go on without it.
"""

from __future__ import annotations

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
        """What compiling needs; numpy for its types alone, since compiled modules import some that use it."""
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
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def _compiling() -> bool:
    return os.environ.get("REPULSE_COMPILE") == "1"


def has_page(root: Path) -> bool:
    """Whether the page is there, with its script and its style."""
    static = root / "src" / "repulse" / "server" / "static"
    assets = static / "assets"
    found = {path.suffix for path in assets.iterdir()} if assets.is_dir() else set()
    return (static / "index.html").is_file() and {".js", ".css"} <= found


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
