"""The commands of an operator: `admin` asks a running server, `backup` and `restore` work on a database."""

from __future__ import annotations

import asyncio
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

from repulse.cli import saves
from repulse.cli.screen import Screen, print_json
from repulse.engine.contract import RepulseError

TOKEN_VARIABLE = "REPULSE_ADMIN_TOKEN"


def read_token(path: str | None) -> str:
    """The operator's token: from a file, or from the environment; empty if there is none."""
    if not path:
        return os.environ.get(TOKEN_VARIABLE, "").strip()
    try:
        token = Path(path).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise RepulseError(f"The token cannot be read: {error}.") from error
    if len(token) < 16:
        raise RepulseError(f"The token in {path} is too short: it has at least 16 characters.")
    return token


class Operator:
    """Asks a running server."""

    def __init__(self, url: str, token: str) -> None:
        if not token:
            raise RepulseError(f"The operator's token is missing: give --token-file or set {TOKEN_VARIABLE}.")
        self.url = url.rstrip("/")
        self.token = token

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """The JSON of a reply; RepulseError with the server's words if it refuses."""
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(f"{self.url}/api/admin/{path}", data, method=method)
        asked.add_header("Authorization", f"Bearer {self.token}")
        try:
            with urllib.request.urlopen(asked, timeout=30) as reply:
                return json.load(reply)
        except urllib.error.HTTPError as error:
            with error:
                try:
                    words = json.load(error)["words"]
                except (ValueError, KeyError):
                    words = f"The server answers {error.code}."
            raise RepulseError(words) from error
        except (OSError, ValueError) as error:
            raise RepulseError(f"The server at {self.url} cannot be asked: {error}.") from error


def run_admin(operator: Operator, action: str, what: str, why: str, as_json: bool, screen: Screen) -> None:
    """Do one thing, and print what comes of it."""
    if action not in ("rooms", "statistics", "bans") and not what:
        raise RepulseError(f"What is to be done by {action!r}? Name a room or an address.")
    told = _ask(operator, action, what, why)
    if as_json:
        print_json(told)
    elif action == "rooms":
        _show_rooms(told["rooms"], screen)
    elif action == "statistics":
        workers = told.pop("workers", [])
        screen.lines(f"{name:<10} {_plain(value)}" for name, value in told.items())
        screen.lines(f"{'worker':<10} {_plain(worker)}" for worker in workers)
    elif action == "look":
        _show_event(told, screen)
    elif action == "close":
        screen.say(f"The room {what} is closed.")
    else:
        _show_bans(told, screen)


def _ask(operator: Operator, action: str, what: str, why: str) -> Any:
    named = urllib.parse.quote(what, safe="")
    if action == "look":
        return operator.ask("GET", f"rooms/{named}")
    if action == "close":
        return operator.ask("POST", f"rooms/{named}/close", {})
    if action == "ban":
        return operator.ask("POST", "bans", {"network": what, "why": why})
    if action == "unban":
        return operator.ask("DELETE", f"bans?network={named}")
    return operator.ask("GET", action)


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {count}" for key, count in value.items()) or "none"
    return str(value)


def _ago(when: float) -> str:
    minutes = max(0, int((time.time() - when) / 60))
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h"


def _show_rooms(rooms: list[dict[str, Any]], screen: Screen) -> None:
    screen.table(
        ("room", "game", "stage", "listed", "made", "used", "there"),
        [
            (
                room["room"],
                room["game"],
                room["stage"],
                "yes" if room["listed"] else "no",
                _ago(room["created"]),
                _ago(room["touched"]),
                str(room["viewers"]),
            )
            for room in rooms
        ],
        left=4,
    )


def _show_bans(bans: dict[str, Any], screen: Screen) -> None:
    if not bans["bans"]:
        screen.say("Nobody is banned.")
        return
    rows = [(ban["network"], _ago(ban["created"]), ban["why"]) for ban in bans["bans"]]
    screen.table(("banned", "since", "why"), rows, left=3)


def _show_event(event: dict[str, Any], screen: Screen) -> None:
    """A room in words, as a spectator sees it."""
    room = event["room"]
    screen.say(f"{room['room']}  {room['game']} {room['mode']}  {room['stage']}  {room['name']}".rstrip())
    for seat in room["seats"]:
        who = seat["bot"] if seat["kind"] == "bot" else seat["name"]
        here = "there" if seat["here"] else "away"
        screen.say(f"  seat {seat['seat'] + 1}: {seat['kind']} {who} ({here})")
    for line in event["lines"][-20:]:
        text = "".join(piece["text"] for piece in line["text"])
        if text:
            screen.say(f"  {text}")


# --- backups ---


def run_backup(db: str, file: Path) -> None:
    """Write a backup of a database."""
    from repulse.server.backup import back_up

    counts = asyncio.run(_with_storage(db, file, back_up))
    print(f"{file}: {counts['room']} rooms, {counts['entry']} entries, {counts['archive']} finished games.")


def run_restore(db: str, file: Path) -> None:
    """Restore a backup into an empty database."""
    from repulse.server.backup import restore

    counts = asyncio.run(_with_storage(db, file, restore, claim=True))
    print(f"Restored {counts['room']} rooms, {counts['entry']} entries, {counts['archive']} finished games.")


async def _with_storage(db: str, file: Path, work: Any, claim: bool = False) -> dict[str, int]:
    from repulse.server.claim import Claim
    from repulse.server.storage import Storage

    storage = Storage(db or os.environ.get("REPULSE_DB", "") or str(saves.home() / "table.db"))
    held = Claim(storage)
    try:
        storage.make_folder()
        if claim:
            await held.take()
        await storage.open()
        counts: dict[str, int] = await work(storage, file)
        return counts
    except OSError as error:
        raise RepulseError(f"{file}: {error.strerror}.") from error
    finally:
        await held.release()
        await storage.close()
