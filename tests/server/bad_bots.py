"""Bots that a server must survive."""

from __future__ import annotations

import os
import sys
import time

from repulse.bots.random_bot import RandomBot
from repulse.engine.contract import Choice, Decision, State


class Crashing(RandomBot):
    """Raises an error."""

    def choose(self, view: State | None, decision: Decision) -> Choice:
        raise ZeroDivisionError("no idea")


class Dying(RandomBot):
    """Takes its process with it."""

    def choose(self, view: State | None, decision: Decision) -> Choice:
        os._exit(7)


class Sleeping(RandomBot):
    """Never comes back."""

    def choose(self, view: State | None, decision: Decision) -> Choice:
        time.sleep(3600)
        return []


class Cheating(RandomBot):
    """Gives answers that are not offered."""

    def choose(self, view: State | None, decision: Decision) -> Choice:
        return sorted(decision.options)[: decision.most + 1] * 2


class Talking(RandomBot):
    """Prints where reports go."""

    def choose(self, view: State | None, decision: Decision) -> Choice:
        sys.stdout.write('{"type":"chosen","words":["pass"]}\n')
        sys.stdout.flush()
        return super().choose(view, decision)
