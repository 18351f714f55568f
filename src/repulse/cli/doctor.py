"""Examine an installation: available and missing parts, and the commands that install them."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import repulse
from repulse.cli import saves
from repulse.cli.extras import extras, install_command, missing_modules
from repulse.cli.screen import QUESTION, Screen
from repulse.games import game_names


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was examined."""

    subject: str
    is_present: bool
    detail: str
    remedy: str = ""
    """The command that installs the missing part; empty if nothing is missing."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Findings by heading."""

    sections: dict[str, tuple[Finding, ...]]

    def as_data(self) -> dict[str, list[dict[str, Any]]]:
        """Return the report for other programs."""
        return {title: [asdict(finding) for finding in findings] for title, findings in self.sections.items()}


def examine() -> Diagnosis:
    """Examine this installation. Nothing is changed, and nothing is fetched from the network."""
    return Diagnosis(
        {
            "Repulse": (_version(), _python(), _compiled(), _page(), _saves()),
            "Bots": tuple(_nets()),
            "Extras": tuple(_extras()),
        }
    )


def show(report: Diagnosis, screen: Screen) -> None:
    """Print a report; remedies stand below what they mend."""
    for title, findings in report.sections.items():
        screen.say(title, QUESTION)
        width = max(len(finding.subject) for finding in findings)
        for finding in findings:
            mark = "ok     " if finding.is_present else "missing"
            screen.say(f"  {mark}  {finding.subject:<{width}}  {finding.detail}".rstrip())
            if finding.remedy:
                screen.say(f"           {' ' * width}{finding.remedy}")


def _version() -> Finding:
    folder = Path(repulse.__file__).parent
    return Finding("version", is_present=True, detail=f"{repulse.__version__} in {folder}")


def _python() -> Finding:
    detail = f"{platform.python_version()} ({platform.system()} {platform.machine()}), {sys.executable}"
    return Finding("Python", is_present=sys.version_info >= (3, 11), detail=detail)


def _compiled() -> Finding:
    spec = find_spec("repulse.engine.steps")
    is_compiled = spec is not None and not str(spec.origin).endswith(".py")
    if is_compiled:
        return Finding("compiled rules", is_present=True, detail="yes")
    remedy = "A wheel for this platform has them; in a checkout: REPULSE_COMPILE=1 pip install ."
    return Finding(
        "compiled rules", is_present=False, detail="no: bots take several times as long", remedy=remedy
    )


def _page() -> Finding:
    page = Path(repulse.__file__).parent / "server" / "static" / "index.html"
    if page.is_file():
        return Finding("page", is_present=True, detail="built")
    remedy = "A wheel has it; in a checkout: 'make web', or 'npm ci && npm run build' in web/."
    return Finding(
        "page", is_present=False, detail="'repulse serve' has nothing to show to browsers", remedy=remedy
    )


def _saves() -> Finding:
    folder = saves.home()
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    if os.access(existing, os.W_OK):
        return Finding("saved games", is_present=True, detail=str(folder))
    remedy = "Set REPULSE_HOME to a folder that you may write to."
    return Finding("saved games", is_present=False, detail=f"{folder} cannot be written", remedy=remedy)


def _nets() -> Iterable[Finding]:
    # Imported here, like every package of the library that a command needs.
    from repulse.bots import bot_names
    from repulse.bots.neural.shipped import has_net

    for game in game_names():
        names = ", ".join(bot_names(game))
        remedy = "" if has_net(game) or find_spec("numpy") else _install("play")
        yield Finding(game, is_present=has_net(game), detail=names, remedy=remedy)


def _extras() -> Iterable[Finding]:
    modules_by_extra = extras()
    if not modules_by_extra:
        yield Finding("extras", is_present=False, detail="Repulse runs from a folder; it is not installed.")
    for extra, modules in modules_by_extra.items():
        missing = missing_modules(modules)
        if missing:
            yield Finding(
                extra, is_present=False, detail=f"without {', '.join(missing)}", remedy=_install(extra)
            )
        else:
            yield Finding(extra, is_present=True, detail="")


def _install(extra: str) -> str:
    try:
        return install_command(extra)
    except metadata.PackageNotFoundError:
        return ""
