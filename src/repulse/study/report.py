"""The report: a self-contained page with the figures of one or more studies."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Final

from repulse.engine.contract import Data, RepulseError

PAGE: Final = files("repulse.study") / "page"


def report_html(runs: Sequence[Data]) -> str:
    """Return the page of some studies, given the figures of `repulse.study.summary.summarize`."""
    title = " and ".join(f"{run['name']} ({run['game']}, {run['games']:,} games)" for run in runs)
    # A "</script>" in a name must not end the data.
    data = json.dumps(list(runs), ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    parts = {
        "TITLE": escape(title),
        "STYLE": (PAGE / "report.css").read_text(encoding="utf-8"),
        "DATA": data,
        "SCRIPT": (PAGE / "report.js").read_text(encoding="utf-8"),
    }
    page = (PAGE / "report.html").read_text(encoding="utf-8")
    for name, text in parts.items():
        page = page.replace(f"@{name}@", text, 1)
    return page


def write_report(runs: Sequence[Data], path: Path) -> None:
    """Write the page to a file.

    Raises:
        RepulseError: It cannot be written.
    """
    try:
        path.write_text(report_html(runs), encoding="utf-8")
    except OSError as error:
        raise RepulseError(f"{path} cannot be written: {error.strerror}.") from error
