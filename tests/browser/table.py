"""A server to visit, and a visitor who plays by clicking or by keys."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Request

# No sandbox: these tests also run as root, where Chromium has none. The rest keeps the browser from calling home.
FLAGS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE: Final = 60_000
"""Milliseconds for which something may be waited for."""
HASTE: Final = 3_000
"""Milliseconds for what may be gone before it is clicked on."""
NO_TIPS: Final = """if (!localStorage.getItem('repulse.settings')) localStorage.setItem('repulse.settings', '{"tips":false}')"""
"""Somebody who has met every question before."""
PLACES: Final = """number => !document.querySelector(`.ask[data-ask="${number}"]:not([data-busy])`) ? [] : [
    ...new Set(Array.from(document.querySelectorAll('[data-place][aria-pressed=false]'), one => one.dataset.place)),
]"""
"""The options of a question that can still be chosen; none once it is answered."""


def chromium_path() -> str:
    """Where Chromium is; empty if it is nowhere."""
    for name in (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"):
        if name and (found := shutil.which(name)):
            return found
    return ""


def missing(root: Path) -> str:
    """What these tests lack, and how to get it; empty for nothing."""
    if not chromium_path():
        return "No Chromium: get it with 'apt-get install chromium', or name another in CHROMIUM."
    if importlib.util.find_spec("playwright") is None:
        return "No Playwright: get it with 'pip install playwright' (no browser of its own is needed)."
    if not (root / "src" / "repulse" / "server" / "static" / "index.html").is_file():
        return "The page is not built: get it with 'make web'."
    return ""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        port: int = made.getsockname()[1]
        return port


class Server:
    """`repulse serve` as a process."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.port = free_port()
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Begin; it is ready when it has said where it is."""
        command = [
            sys.executable,
            "-c",
            "from repulse.cli import main; main()",
            "serve",
            "--port",
            str(self.port),
        ]
        # Without the folder of the tests in front of what is under test.
        self.process = subprocess.Popen(
            [*command, "--db", str(self.database)], stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert self.address in line, line

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End."""
        if self.process is None:
            return
        self.process.send_signal(how)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.process = None


class Visitor:
    """Somebody with a browser, who plays whatever is legal."""

    def __init__(self, browser: Browser, address: str, *, tips: bool = False, **settings: Any) -> None:
        self.address = address
        self.context = browser.new_context(
            **{"viewport": {"width": 1280, "height": 800}, "locale": "en-US", "reduced_motion": "reduce"}
            | settings
        )
        self.context.set_default_timeout(PATIENCE)
        if not tips:
            self.context.add_init_script(NO_TIPS)
        self.page = self.context.new_page()
        self.troubles: list[str] = []
        self.may_fail = False
        """Whether requests may go wrong just now: the server is away."""
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        self.page.on("request", self._request)
        self.dice = random.Random(5)
        self.answers = 0

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not self.may_fail:
            self.troubles.append(f"{message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.address, "blob:", "data:")):
            self.troubles.append(f"a request to another place: {request.url}")

    def visit(self, path: str = "/") -> None:
        """Go to an address."""
        self.page.goto(path if "://" in path else self.address + path)

    def start(self, mode: str, players: int = 0) -> None:
        """From the address to a game against bots, by clicks."""
        self.visit()
        self.page.locator(f'label:has(input[name="mode"][value$="/{mode}"])').click()
        if players:
            self.page.locator(f'label:has(input[name="players"][value="{players}"])').click()
        self.page.click("[data-play]")
        self.page.wait_for_selector(".ask")

    # --- playing ---

    def asked(self) -> str:
        """The number of the question; empty if there is none just now."""
        found = self.page.query_selector(".ask[data-ask]")
        return (found.get_attribute("data-ask") or "") if found else ""

    def over(self) -> bool:
        """Whether the final score is shown."""
        return self.page.query_selector("[data-result]") is not None

    def await_question(self) -> bool:
        """Wait for the next question; False if the game is over."""
        self.page.wait_for_selector(".ask[data-ask], [data-result]")
        return not self.over()

    def ready(self) -> bool:
        """Whether the answer is complete."""
        return self.page.query_selector("[data-go]:not([disabled])") is not None

    def answer(self) -> bool:
        """Answer one question by clicking; False if the game is over."""
        if not self.await_question():
            return False
        number = self.asked()
        if not number:
            return True
        for patience in (HASTE, HASTE, PATIENCE):
            self._choose(number)
            if self.ready():
                self._click("[data-go]")
            # An answer that was refused, or a click that came while the page was changing: people try again, too.
            if self._await_another(number, patience):
                break
        self.answers += 1
        return True

    def _choose(self, number: str) -> None:
        """Click on options until the answer can be sent, or has been: one that is complete is sent at once."""
        for _ in range(20):
            if self.ready() or self.asked() != number:
                return
            places = self.page.evaluate(PLACES, number)
            if not places:
                return
            self._click_place(self.dice.choice(places))

    def _click_place(self, place: str) -> None:
        self._click(f'[data-place="{place}"]')

    def _click(self, selector: str) -> None:
        """Click on something, unless its question has gone meanwhile: an answer may be under way already."""
        from playwright.sync_api import TimeoutError as TooLate

        with contextlib.suppress(TooLate):
            self.page.locator(selector).first.click(timeout=HASTE)

    def _await_another(self, number: str, patience: int = PATIENCE) -> bool:
        """Wait for another question, or the end; False if there is none after a short time, an error after a long one."""
        from playwright.sync_api import TimeoutError as TooLate

        try:
            self.page.wait_for_function(
                "number => document.querySelector('.ask')?.dataset.ask !== number",
                arg=number,
                timeout=patience,
            )
        except TooLate:
            if patience == PATIENCE:
                raise
            return False
        return True

    def log_lines(self) -> list[str]:
        """What the log says, wherever it is shown."""
        opened = self.page.query_selector(".log") is None
        if opened:
            self.key("l")
        lines = self.page.locator(".log li").all_inner_texts()
        if opened:
            self.key("Escape")
        return lines

    def play_to_the_end(self, most: int = 600) -> None:
        """Answer until the final score is shown."""
        while self.answer():
            assert self.answers < most, "this game does not end"

    # --- by keys ---

    def key(self, *names: str) -> None:
        """Press keys, one after another."""
        for name in names:
            self.page.keyboard.press(name)

    def tab_to(self, selector: str, most: int = 200) -> None:
        """Tab until the focus is on something that fits, or the game is over meanwhile."""
        for _ in range(most):
            if (
                self.page.evaluate("wanted => document.activeElement?.matches(wanted)", selector)
                or self.over()
            ):
                return
            self.key("Tab")
        raise AssertionError(f"{selector} cannot be reached by Tab")

    def answer_by_keys(self) -> bool:
        """Answer one question by keys alone; False if the game is over."""
        if not self.await_question():
            return False
        number = self.asked()
        if not number:
            return True
        for _ in range(20):
            if self.ready() or self.asked() != number:
                break
            chosen = self.page.locator("[data-place][aria-pressed=true]").count()
            if self.answers % 4:
                # The options have the digits as shortcuts, those of the hand too.
                self.key(str(chosen + 1))
                continue
            listed = self.page.query_selector(".option[aria-pressed=false]") is not None
            self.key("q" if listed else "k")
            self.tab_to("[data-place][aria-pressed=false], [data-result]")
            self.key("Space")
        if self.ready():
            self.key("c")
        self._await_another(number)
        self.answers += 1
        return True
