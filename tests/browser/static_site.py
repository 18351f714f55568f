"""The page that needs no server, served by a plain file server that can be switched off, and a quick player in the page."""

from __future__ import annotations

import contextlib
import filecmp
import functools
import os
import shutil
import signal
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.browser.table import FLAGS, free_port
from tools.toolchain import find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Playwright

PATIENCE: Final = 240_000
"""Milliseconds for which something may be waited for: Python has to be loaded, on a machine that may be busy."""

PLAYER: Final = """async (most) => {
  const until = (done, patience) => new Promise((resolve) => {
    const begun = performance.now()
    const look = () => (done() || performance.now() - begun > patience ? resolve(done()) : setTimeout(look, 5))
    look()
  })
  const asked = () => document.querySelector('.ask[data-ask]')?.dataset.ask ?? ''
  const settled = () => document.querySelector('[data-settled] .ask[data-ask]') !== null
  const over = () => document.querySelector('[data-result]') !== null
  const options = (pressed) => Array.from(document.querySelectorAll(`[data-option][aria-pressed=${pressed}]`))
  const milliseconds = []
  let dice = 7
  let refused = 0
  while (milliseconds.length < most) {
    if (!(await until(() => over() || settled(), 120000))) throw new Error('no question comes')
    if (over()) break
    const number = asked()
    let begun = performance.now()
    for (let tries = 0; tries < 40 && asked() === number; tries++) {
      const go = document.querySelector('[data-go]:not([disabled])')
      const open = options(false)
      if (!go && !open.length) break
      dice = (dice * 48271) % 2147483647
      begun = performance.now()
      if (go) {
        go.click()
        break
      }
      open[dice % open.length].click()
      await new Promise((resolve) => setTimeout(resolve))
    }
    if (await until(() => over() || (asked() && asked() !== number), 30000)) {
      milliseconds.push(performance.now() - begun)
      refused = 0
    } else {
      // The rules do not allow these options together: choose others.
      if (++refused > 10) throw new Error(`no answer is taken: ${document.querySelector('.ask')?.textContent}`)
      for (const chosen of options(true)) chosen.click()
    }
  }
  return { over: over(), milliseconds }
}"""
"""Answers at random until the game is over, and measures the time from each answer to the next question."""


DO_IT: Final = """async () => {
  const pointed = () => document.querySelector('[data-option][data-pointed][aria-pressed=false]')
  const moment = () => new Promise((resolve) => setTimeout(resolve, 50))
  const asked = document.querySelector('.ask').dataset.ask
  const same = () => document.querySelector('.ask')?.dataset.ask === asked
  while (same() && !document.querySelector('[data-settled]')) await moment()
  for (let tries = 0; tries < 10 && same() && pointed(); tries++) {
    pointed().click()
    await moment()
  }
  if (same()) document.querySelector('[data-go]:not([disabled])')?.click()
}"""
"""Chooses what a lesson points at, and confirms it if that is needed."""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files; what was asked for is noted, not printed."""

    def __init__(self, asked: list[str], *args: Any, **named: Any) -> None:
        self.asked = asked
        super().__init__(*args, **named)

    def log_message(self, *args: object) -> None:
        """Note it."""
        self.asked.append(self.path)


class StaticHost:
    """A copy of the site below a path of a plain file server."""

    def __init__(self, site: Path, folder: Path) -> None:
        self.folder = folder / "host"
        self.copy = self.folder / "some" / "where"
        shutil.copytree(site, self.copy)
        self.port = free_port()
        self.server: ThreadingHTTPServer | None = None
        self.asked: list[str] = []

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}/some/where/"

    def start(self) -> None:
        """Serve."""
        handler = functools.partial(Quiet, self.asked, directory=str(self.folder))
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Cut the network: there is nothing at this address any more."""
        if self.server is not None:
            self.server.shutdown()
            self.server.server_close()
            self.server = None


class Person:
    """Somebody with a browser of his own, which keeps what it knows in a folder."""

    def __init__(self, playwright: Playwright, host: StaticHost, profile: Path) -> None:
        self.playwright = playwright
        self.host = host
        self.profile = profile
        self.troubles: list[str] = []
        self.elsewhere = ""
        """The server being visited; no request may go anywhere else."""
        self.context: BrowserContext
        self.page: Page
        self.begin()

    def begin(self) -> None:
        """Open the browser."""
        self.context = self.playwright.chromium.launch_persistent_context(
            str(self.profile),
            executable_path=find_chromium(),
            args=FLAGS,
            viewport={"width": 1280, "height": 800},
            locale="en-US",
            reduced_motion="reduce",
        )
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.pages[0]
        self.page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        self.context.on("request", lambda request: self._request(request.url))

    def _request(self, url: str) -> None:
        places = (self.host.address, "blob:", "data:", *([self.elsewhere] if self.elsewhere else []))
        if not url.startswith(places):
            self.troubles.append(f"a request to another place: {url}")

    def begin_again(self) -> None:
        """Close the browser and open it again."""
        self.context.close()
        self.begin()

    def kill(self) -> None:
        """The browser dies, with all its processes, without being asked."""
        for process in browser_processes(self.profile):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        with contextlib.suppress(Exception):
            self.context.close()
        (self.profile / "SingletonLock").unlink(missing_ok=True)

    def go_to_lobby(self) -> None:
        """To the lobby, in the page that is open if there is one."""
        if self.page.url.startswith(self.host.address):
            self.page.evaluate("location.hash = '/'")
        else:
            self.page.goto(self.host.address)
        self.page.wait_for_selector("[data-play]")

    def choose(self, mode: str, players: int) -> None:
        """Choose a game in the lobby."""
        self.page.click("[data-setup]")
        self.page.locator(f'label:has(input[name="mode"][value$="/{mode}"])').click()
        self.page.locator(f'label:has(input[name="players"][value="{players}"])').click()

    def start(self, mode: str, players: int) -> float:
        """Begin a game from the lobby; the seconds from "Play" to the first question."""
        self.go_to_lobby()
        self.choose(mode, players)
        return self.play_now()

    def sit_with(self, level: str, mode: str, players: int) -> None:
        """Ask in the lobby for a game against bots of a level."""
        self.choose(mode, players)
        for seat in range(2, players + 1):
            self.page.click(f'[data-seat="{seat}"]')
            self.page.click(f'[data-choose="{level}"]')
        self.page.click("[data-begin]")

    def play_now(self) -> float:
        """Press "Play"; the seconds to the first question."""
        begun: float = self.page.evaluate("performance.now()")
        self.page.click("[data-begin]")
        self.page.wait_for_selector(".ask[data-ask]")
        return (float(self.page.evaluate("performance.now()")) - begun) / 1000

    def play_on(self, most: int = 600) -> dict[str, Any]:
        """Answer so often, or until the game is over."""
        played: dict[str, Any] = self.page.evaluate(PLAYER, most)
        return played

    def follow_coach(self) -> str:
        """Do what a lesson says now; the step at which that was."""
        coach = self.page.wait_for_selector("[data-coach]")
        assert coach is not None
        step = coach.get_attribute("data-coach") or ""
        if coach.get_attribute("data-waits") == "next":
            self.page.wait_for_selector("[data-settled]")
            self.page.click("[data-next]")
        else:
            self.page.wait_for_selector(f'[data-coach][data-pointing^="{step} "]')
            self.page.wait_for_selector("[data-option][data-pointed]")
            self.page.evaluate(DO_IT)
        self.page.wait_for_function(
            "(step) => document.querySelector('[data-coach]')?.dataset.coach !== step", arg=step
        )
        return step

    def asked(self) -> str:
        """Return the current question in words."""
        self.page.wait_for_selector(".ask[data-ask]")
        return self.page.inner_text(".ask")


def browser_processes(profile: Path) -> Iterator[int]:
    """The processes of a browser, by its folder."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if str(profile).encode() in (entry / "cmdline").read_bytes():
                    yield int(entry.name)


IMAGE_KEPT: Final = """async () => {
  const found = async () => (await (await caches.open('image-of-repulse')).matchAll()).length > 0
  const until = performance.now() + 60000
  while (!(await found()) && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 100))
}"""
"""Waits until an image of Python's memory is kept."""

OLDER_RULES: Final = """(room) => new Promise((resolve, reject) => {
  const opening = indexedDB.open('repulse')
  opening.onsuccess = () => {
    const transaction = opening.result.transaction('rooms', 'readwrite')
    const rooms = transaction.objectStore('rooms')
    const found = rooms.get(room)
    found.onsuccess = () => {
      const stored = found.result.stored.replace(/"rules": "[^"]*"/, '"rules": "galaxy-older"')
      if (stored === found.result.stored) reject(new Error('no rules are named'))
      rooms.put({ ...found.result, stored })
    }
    transaction.oncomplete = resolve
    transaction.onabort = reject
  }
})"""
"""Write into what the browser keeps that a game was begun by other rules."""


def different(compared: filecmp.dircmp[str]) -> list[str]:
    """Return the differences between two folders."""
    _, changed, odd = filecmp.cmpfiles(compared.left, compared.right, compared.common_files, shallow=False)
    differences = [*compared.left_only, *compared.right_only, *changed, *odd]
    for folder in compared.subdirs.values():
        differences += different(folder)
    return differences
