"""Put the compiled hot rooms into a wheel, when asked to by HATCH_BUILD_HOOK_ENABLE_CUSTOM=1."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MypycBuildHook(BuildHookInterface[Any]):
    """Compile with ``tools/compile.py`` and add the extension modules beside the sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, then tell hatchling which files to add and that the wheel is for one platform."""
        if version == "editable":
            return
        plan = load_compile(Path(self.root)).build(Path(self.root))
        for library in sorted(plan.target.rglob("*.so")):
            build_data["force_include"][str(library)] = str(library.relative_to(plan.target))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def load_compile(root: Path) -> Any:
    """Load the compile script, which lies beside this file and in no package."""
    spec = importlib.util.spec_from_file_location("repulse_compile", root / "tools" / "compile.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up by name while it is being loaded.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
