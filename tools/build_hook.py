"""What a wheel contains besides the sources: the built page, and the compiled modules if REPULSE_COMPILE=1."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class RepulseBuildHook(BuildHookInterface[Any]):
    """Refuse to build a wheel without the page; compile with ``tools/compile.py`` if asked to."""

    def dependencies(self) -> list[str]:
        """What compiling needs."""
        return ["mypy>=2.4,<2.5", "setuptools>=80"] if _compiling() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Check, build, then tell hatchling which files to add and that the wheel is for one platform."""
        if version == "editable":
            return
        check_page(Path(self.root))
        if not _compiling():
            return
        plan = load_compile(Path(self.root)).build(Path(self.root))
        for library in sorted(plan.target.rglob("*.so")):
            build_data["force_include"][str(library)] = str(library.relative_to(plan.target))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def _compiling() -> bool:
    return os.environ.get("REPULSE_COMPILE") == "1"


def check_page(root: Path) -> None:
    """Fail unless the page is there, with its script and its style."""
    static = root / "src" / "repulse" / "server" / "static"
    assets = static / "assets"
    found = {path.suffix for path in assets.iterdir()} if assets.is_dir() else set()
    if not (static / "index.html").is_file() or not {".js", ".css"} <= found:
        raise RuntimeError(
            "The page is not built: run 'make web' (with Node.js and npm) before making a wheel."
        )


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
