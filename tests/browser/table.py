"""A server to visit, and a visitor who plays by clicking or by keys."""

from __future__ import annotations

import importlib.util
import json
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tools.toolchain import find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Locator, Request

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
EXPECT_TIMEOUT: Final = 20_000
"""Milliseconds for which an expectation may take to come true."""
SEED: Final = 2026
"""The seed of rooms that are made for a test, unless it names another."""
MAX_TRIES: Final = 20
"""The number of times a question is answered before its refusals count as a fault."""
KEEP_SETTINGS: Final = (
    "if (!localStorage.getItem('repulse.settings')) localStorage.setItem('repulse.settings', '%s')"
)
"""The settings of an earlier visit."""
SETTLED: Final = '[data-settled]:not([data-settled=""])'
"""A window in which a question can be answered: nothing moves, is sent or is loaded any more. The value is its number."""
OPTIONS: Final = """number => [
    ...new Set(Array.from(
        document.querySelectorAll(`[data-settled="${number}"] [data-option][aria-pressed=false]`),
        one => one.dataset.option,
    )),
]"""
"""The options of a question that can still be chosen; none once it is answered."""
TAKEN: Final = """([number, option, before]) => {
    if (document.querySelector('[data-playing], [data-result]')) return true
    const settled = document.querySelector('[data-settled]')?.dataset.settled
    if (settled === undefined) return false
    const pressed = option && document.querySelector(`[data-option="${option}"]`)?.getAttribute('aria-pressed')
    return settled !== number || pressed !== before || document.querySelector('.ask .reason')?.textContent
}"""
"""Whether a click has had its effect: the option is chosen, the answer was taken, or it was refused."""

DIGITS: Final = "labels => labels.map(({ dataset }) => dataset.digit).sort((a, b) => (Number(a) || 10) - (Number(b) || 10))"
"""The digits that choose options, in their order."""


def missing(root: Path) -> str:
    """Return the missing parts of these tests, and how to get them; empty for nothing."""
    if not find_chromium():
        return "No Chromium: get it with 'python -m tools.toolchain chromium' or 'apt-get install chromium', or name one in CHROMIUM."
    if importlib.util.find_spec("playwright") is None:
        return "No Playwright: get it with 'pip install playwright' (no browser of its own is needed)."
    if not (root / "src" / "repulse" / "server" / "static" / "index.html").is_file():
        return "The page is not built: get it with 'make web'."
    return ""


def eventually(condition: Callable[[], object], what: str, *, pause_s: float = 0.1) -> None:
    """Wait until something outside the page holds, such as a row of a database."""
    end = time.monotonic() + PATIENCE / 1000
    while not condition():
        assert time.monotonic() < end, f"it has not come true: {what}"
        time.sleep(pause_s)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free_socket:
        free_socket.bind(("127.0.0.1", 0))
        port: int = free_socket.getsockname()[1]
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
    """A player with a browser who plays any legal answer."""

    def __init__(self, browser: Browser, address: str, *, tips: bool = False, **settings: Any) -> None:
        self.address = address
        self.context = browser.new_context(
            **{"viewport": {"width": 1280, "height": 800}, "locale": "en-US", "reduced_motion": "reduce"}
            | settings
        )
        self.context.set_default_timeout(PATIENCE)
        # Somebody who has met every question before, and who chose a theme: the page is dark unless it is told otherwise.
        kept = {} if tips else {"tips": False}
        if "color_scheme" in settings:
            kept["theme"] = settings["color_scheme"]
        if kept:
            self.context.add_init_script(KEEP_SETTINGS % json.dumps(kept))
        self.page = self.context.new_page()
        self.troubles: list[str] = []
        self.may_fail = False
        """Whether requests may currently fail, because the server is away."""
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

    def start(self, mode: str, players: int = 0, *, seed: int | None = SEED, **settings: Any) -> str:
        """Sit down at a new table against bots, which the server deals by `seed`; return its room."""
        games = self._call("GET", "/api/games")["games"]
        game, entry = next(
            (game, entry) for game in games for entry in game["modes"] if entry["mode"] == mode
        )
        counts = entry["players"]
        count = players or (3 if 3 in counts else counts[min(1, len(counts) - 1)])
        bot = "sensible" if "sensible" in game["bots"] else game["bots"][-1]
        request = {
            "game": game["game"],
            "options": {**entry["options"], "players": count},
            "seats": [{"kind": "me"}, *[{"kind": "bot", "bot": bot}] * (count - 1)],
            "start": True,
            "seed": None if seed is None else str(seed),
        }
        room = self._call("POST", "/api/rooms", {**request, **settings})
        self.visit(f"/room/{room['room']}#seat={room['token']}")
        self.page.wait_for_selector(".ask")
        return str(room["room"])

    def start_by_clicks(self, mode: str, players: int = 0) -> None:
        """Go from the address to a game against bots, by clicks; it is dealt by chance."""
        self.visit()
        self.page.click("[data-setup]")
        self.page.locator(f'label:has(input[name="mode"][value$="/{mode}"])').click()
        if players:
            self.page.locator(f'label:has(input[name="players"][value="{players}"])').click()
        self.page.click("[data-begin]")
        self.page.wait_for_selector(".ask")

    def _call(self, method: str, path: str, body: Any = None) -> Any:
        response = self.context.request.fetch(self.address + path, method=method, data=body)
        assert response.ok, response.text()
        return response.json()

    def shows(self, selector: str) -> bool:
        """Whether something is there at this moment: for choices of a test, and where waiting would hide a fault."""
        return self.page.query_selector(selector) is not None

    # --- playing ---

    def asked(self) -> str:
        """Return the number of the question; empty if none is pending."""
        element = self.page.query_selector(".ask[data-ask]")
        return (element.get_attribute("data-ask") or "") if element else ""

    def over(self) -> bool:
        """Whether the final score is shown."""
        return self.shows("[data-result]")

    def await_question(self) -> bool:
        """Wait until the next question can be answered; False if the game is over."""
        self.page.wait_for_selector(f"{SETTLED}, [data-result]")
        return not self.over()

    def ready(self) -> bool:
        """Whether the answer is complete."""
        return self.shows("[data-go]:not([disabled])")

    def answer(self) -> bool:
        """Answer one question by clicking; False if the game is over."""
        if not self.await_question():
            return False
        number = self.page.locator(SETTLED).get_attribute("data-settled") or ""
        for _ in range(MAX_TRIES):
            self.choose(number)
            if self._is_open(number) and self.ready():
                self.send(number)
            # A refused answer is tried again with other options, as people do.
            if not self._is_open(number):
                self.answers += 1
                return True
        raise AssertionError(f"question {number} was refused {MAX_TRIES} times")

    def _is_open(self, number: str) -> bool:
        """Whether a question still waits for its answer."""
        return self.shows(f'[data-settled="{number}"]') and not self.over()

    def choose(self, number: str) -> None:
        """Click on options until the answer can be sent, or has been: one that is complete is sent at once."""
        for _ in range(20):
            if not self._is_open(number) or self.ready():
                return
            options = self.page.evaluate(OPTIONS, number)
            if not options:
                return
            self.click_option(number, self.dice.choice(options))

    def click_option(self, number: str, option: str) -> None:
        """Choose an option of a question, or no longer."""
        self._click(number, f'[data-option="{option}"]', option)

    def send(self, number: str) -> None:
        """Send what is chosen for a question."""
        self._click(number, "[data-go]")

    def unfold(self, target: Locator) -> None:
        """Open the list of options that something stands in, if it is folded."""
        folded = self.page.locator('[data-moves][aria-expanded="false"]')
        if target.evaluate("one => one.closest('.fold') !== null") and folded.count():
            folded.click()

    def _click(self, number: str, selector: str, option: str = "") -> None:
        """Click on something of a question, once, and wait until that has had its effect."""
        target = self.page.locator(f'[data-settled="{number}"] {selector}').first
        before = target.get_attribute("aria-pressed") or ""
        self.unfold(target)
        target.click()
        self.page.wait_for_function(TAKEN, arg=[number, option, before if option else ""])

    def await_another(self, number: str) -> None:
        """Wait for another question, or the end."""
        self.page.wait_for_function(
            "number => document.querySelector('.ask')?.dataset.ask !== number", arg=number
        )

    def log_lines(self) -> list[str]:
        """Return the text of the log, wherever it is shown."""
        opened = not self.shows(".log")
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
            chosen = self.page.locator("[data-option][aria-pressed=true]").count()
            if self.answers % 4:
                # The options have digits as shortcuts, those of the hand too.
                labels = self.page.locator("[data-digit]").evaluate_all(DIGITS)
                # None are left once the question is answered.
                self.key(*(labels[chosen] if chosen < len(labels) else ""))
                continue
            listed = self.shows(".option[aria-pressed=false]")
            self.key("q" if listed else "k")
            self.tab_to("[data-option][aria-pressed=false], [data-result]")
            self.key("Space")
        if self.ready():
            self.key("c")
        self.await_another(number)
        self.answers += 1
        return True
