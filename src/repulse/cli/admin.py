"""The operator's commands: `admin` queries a running server, `backup` and `restore` work on a database."""

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
MIN_TOKEN_LENGTH = 16
REQUEST_TIMEOUT_S = 30


def read_token(path: str | None) -> str:
    """Return the operator's token from a file, or else from the environment; empty without one.

    Raises:
        RepulseError: The file cannot be read, or its token is too short.
    """
    if not path:
        return os.environ.get(TOKEN_VARIABLE, "").strip()
    try:
        token = Path(path).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise RepulseError(f"The token cannot be read: {error}.") from error
    if len(token) < MIN_TOKEN_LENGTH:
        raise RepulseError(f"The token in {path} must have at least {MIN_TOKEN_LENGTH} characters.")
    return token


class Operator:
    """A client of a running server."""

    def __init__(self, url: str, token: str) -> None:
        if not token:
            raise RepulseError(f"The operator's token is missing: give --token-file or set {TOKEN_VARIABLE}.")
        self.url = url.rstrip("/")
        self.token = token

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Send a request and return the JSON of the reply.

        Raises:
            RepulseError: The server refuses, or cannot be reached.
        """
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/api/admin/{path}", data, method=method)
        request.add_header("Authorization", f"Bearer {self.token}")
        try:
            with urllib.request.urlopen(request, timeout=REQUEST_TIMEOUT_S) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            with error:
                try:
                    message = json.load(error)["words"]
                except (ValueError, KeyError):
                    message = f"The server answers {error.code}."
            raise RepulseError(message) from error
        except (OSError, ValueError) as error:
            raise RepulseError(f"The server at {self.url} cannot be reached: {error}.") from error


def run_admin(
    operator: Operator, screen: Screen, *, action: str, target: str, reason: str, as_json: bool
) -> None:
    """Run one action and print its result.

    Raises:
        RepulseError: The action needs a target, or the server refuses.
    """
    if action not in ("rooms", "statistics", "bans") and not target:
        raise RepulseError(f"'repulse admin {action}' needs a room or an address.")
    response = _request(operator, action, target=target, reason=reason)
    if as_json:
        print_json(response)
    elif action == "rooms":
        _show_rooms(response["rooms"], screen)
    elif action == "statistics":
        workers = response.pop("workers", [])
        screen.lines(f"{name:<10} {_plain(value)}" for name, value in response.items())
        screen.lines(f"{'worker':<10} {_plain(worker)}" for worker in workers)
    elif action == "look":
        _show_event(response, screen)
    elif action == "close":
        screen.say(f"The room {target} is closed.")
    else:
        _show_bans(response, screen)


def _request(operator: Operator, action: str, *, target: str, reason: str) -> Any:
    quoted = urllib.parse.quote(target, safe="")
    if action == "look":
        return operator.ask("GET", f"rooms/{quoted}")
    if action == "close":
        return operator.ask("POST", f"rooms/{quoted}/close", {})
    if action == "ban":
        return operator.ask("POST", "bans", {"network": target, "why": reason})
    if action == "unban":
        return operator.ask("DELETE", f"bans?network={quoted}")
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
    """Show a room as a spectator sees it."""
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
    from repulse.server.db.backup import back_up

    counts = asyncio.run(_with_storage(db, file, back_up))
    print(f"{file}: {counts['room']} rooms, {counts['entry']} entries, {counts['archive']} finished games.")


def run_restore(db: str, file: Path) -> None:
    """Restore a backup into an empty database."""
    from repulse.server.db.backup import restore

    counts = asyncio.run(_with_storage(db, file, restore, claim=True))
    print(f"Restored {counts['room']} rooms, {counts['entry']} entries, {counts['archive']} finished games.")


async def _with_storage(db: str, file: Path, work: Any, *, claim: bool = False) -> dict[str, int]:
    from repulse.server.db.db_lock import DatabaseLock
    from repulse.server.db.storage import Storage

    storage = Storage(db or os.environ.get("REPULSE_DB", "") or str(saves.home() / "table.db"))
    held = DatabaseLock(storage)
    try:
        storage.make_folder()
        if claim:
            await held.acquire()
        await storage.open()
        counts: dict[str, int] = await work(storage, file)
        return counts
    except OSError as error:
        raise RepulseError(f"{file}: {error.strerror}.") from error
    finally:
        await held.release()
        await storage.close()
