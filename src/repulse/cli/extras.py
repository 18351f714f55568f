"""Extras of the package: which one brings a package that is missing, and the command that installs it."""

from __future__ import annotations

import re
from importlib import metadata
from importlib.util import find_spec
from typing import Final

from repulse.engine.contract import RepulseError

MODULES: Final = {"open-spiel": "pyspiel", "prometheus-client": "prometheus_client"}
"""The modules whose names do not follow from their distributions."""

REQUIREMENT: Final = re.compile(
    r"""(?P<name>[\w.-]+)(?P<extras>\[[^\]]*\])?.*?;.*\bextra == ["'](?P<extra>[\w-]+)["']"""
)


def extras() -> dict[str, list[str]]:
    """Return the modules that each extra brings, those of the extras that it includes among them.

    Without an installation (a checkout on the path) no extras are known.
    """
    try:
        requirements = metadata.requires("repulse") or []
    except metadata.PackageNotFoundError:
        return {}
    direct: dict[str, list[str]] = {}
    included: dict[str, list[str]] = {}
    for requirement in requirements:
        match = REQUIREMENT.match(requirement)
        if match is None or "sys_platform" in requirement:
            continue
        name, extra = match["name"].lower().replace("_", "-"), match["extra"]
        direct.setdefault(extra, [])
        if name == "repulse":
            included.setdefault(extra, []).extend(re.findall(r"[\w-]+", match["extras"] or ""))
        else:
            direct[extra].append(MODULES.get(name, name.replace("-", "_")))

    def modules_of(extra: str) -> list[str]:
        inner = [module for name in included.get(extra, []) for module in modules_of(name)]
        return list(dict.fromkeys([*inner, *direct.get(extra, [])]))

    return {extra: modules_of(extra) for extra in direct}


def missing_modules(modules: list[str]) -> list[str]:
    """Return those of these modules that are not installed."""
    return [module for module in modules if find_spec(module) is None]


def extra_with(module: str) -> str | None:
    """Return the smallest extra that brings a module; None if none does."""
    brings = {extra: modules for extra, modules in extras().items() if module in modules}
    return min(brings, key=lambda extra: (len(brings[extra]), extra != "play"), default=None)


def install_command(extra: str) -> str:
    """Return the command that adds an extra to this very installation."""
    return f"python -m pip install 'repulse[{extra}]=={metadata.version('repulse')}'"


def missing_package_error(subject: str, module: str | None) -> RepulseError:
    """Return an error that names the missing package and, where an extra brings it, the command that installs it.

    Args:
        subject: The subject that needs it, with its verb: "A study needs".
        module: The module that could not be imported.
    """
    top = (module or "").partition(".")[0]
    extra = extra_with(top)
    if extra is None:
        return RepulseError(f"{subject} {top}, which is not installed.")
    return RepulseError(f"{subject} {top}, which is not installed: {install_command(extra)}")
