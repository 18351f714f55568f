"""Draw the motifs that cards may name, for the docs: `python -m tools.motif_pictures` writes `docs/assets/motifs-*.jpg`.

The drawings are those of the page: the development server of `web/` shows them (`web/dev/motifs.ts`), and a browser takes their picture.
"""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright
from tools.toolchain import find_chromium

ROOT: Final = Path(__file__).resolve().parents[1]
SHEETS: Final = ("world", "development", "gadget")
PORT: Final = 5199
WIDTH: Final = 1200
START_SECONDS: Final = 60
QUALITY: Final = 80


@contextmanager
def development_server() -> Iterator[str]:
    """Run the development server of the page; yield its address."""
    address = f"http://127.0.0.1:{PORT}"
    command = [
        "node",
        "node_modules/vite/bin/vite.js",
        "--host",
        "127.0.0.1",
        "--port",
        str(PORT),
        "--strictPort",
    ]
    process = subprocess.Popen(command, cwd=ROOT / "web", stdout=subprocess.DEVNULL)
    try:
        for _ in range(START_SECONDS * 4):
            try:
                urllib.request.urlopen(f"{address}/dev/motifs.html", timeout=5).close()
                break
            except (urllib.error.URLError, TimeoutError):
                time.sleep(0.25)
        yield address
    finally:
        process.terminate()
        process.wait()


def main() -> None:
    """Write one picture for each kind of motif."""
    with development_server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for sheet in SHEETS:
            page = browser.new_page(viewport={"width": WIDTH, "height": 800})
            page.goto(f"{address}/dev/motifs.html#{sheet}")
            page.wait_for_function(
                "[...document.images].length && [...document.images].every(image => image.complete)"
            )
            path = ROOT / "docs" / "assets" / f"motifs-{sheet}.jpg"
            page.screenshot(path=path, full_page=True, type="jpeg", quality=QUALITY)
            sys.stdout.write(f"{path} {path.stat().st_size // 1000} kB\n")
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
