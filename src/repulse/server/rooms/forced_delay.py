"""The delay of forced answers: like the recent chosen ones of the same seat, so that they look the same to others."""

from __future__ import annotations

import math
import random
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Final

from repulse.engine.contract import Seat
from repulse.table.questions import SeatQuestion

REMEMBERED: Final = 12
"""Number of recent answers of a seat from which the delay is drawn."""

LOG_SPREAD: Final = math.log(1.25)
"""A forced answer takes up to a quarter more time than the chosen one that it follows, or as much less by ratio: as often one as the other."""

NEW_PERSON: Final = (0.25, 1.0)
"""The delays of a person who has not chosen anything yet, as fractions of the longest one."""

NEW_BOT: Final = (0.01, 0.04)
"""The same for a bot, in seconds."""


class ForcedDelay:
    """The delays of each seat of a room.

    A forced answer takes as long as one of the latest answers that its seat chose: others see a quick answer, as this
    seat gives them, and nothing that depends on its hand. Answers that took longer than `longest` count as if they had
    taken that, so that a game does not wait for a player who has nothing to decide: for a seat that always takes longer, a
    forced answer can be guessed.

    On a busy machine every answer is late. The times of chosen ones contain that already, so forced ones are due sooner by
    as much as one of the latest of them was late.
    """

    def __init__(
        self,
        longest: float,
        clock: Callable[[], float] = time.monotonic,
        chance: random.Random | None = None,
    ) -> None:
        self.longest = longest
        self.clock = clock
        self.chance = chance or random.SystemRandom()
        self._asked: dict[Seat, tuple[int, float]] = {}
        """The number of each seat's question, and since when somebody could answer it."""
        self._took: dict[Seat, deque[float]] = {}
        self._due: dict[Seat, float] = {}
        """When the waits for the pending forced answers end."""
        self._lateness: deque[float] = deque(maxlen=REMEMBERED)
        """The seconds by which the latest forced answers of the room were late."""

    def ask(self, questions: Mapping[Seat, SeatQuestion]) -> None:
        """Note the pending questions; the time of new ones begins now."""
        now = self.clock()
        for seat, question in questions.items():
            if self._asked.get(seat, (-1, 0.0))[0] != question.number:
                self._asked[seat] = (question.number, now)
                self._due.pop(seat, None)

    def arrive(self, seat: Seat) -> None:
        """Restart the time of a seat whose player has returned."""
        if seat in self._asked:
            self._asked[seat] = (self._asked[seat][0], self.clock())

    def chose(self, seat: Seat) -> None:
        """Record how long a seat took for the answer that it has chosen."""
        asked = self._asked.get(seat)
        if asked is None:
            return
        seconds = min(self.clock() - asked[1], self.longest)
        self._took.setdefault(seat, deque(maxlen=REMEMBERED)).append(seconds)

    def gave(self, seat: Seat) -> None:
        """Record how late a forced answer is given."""
        due = self._due.pop(seat, None)
        if due is not None:
            self._lateness.append(max(0.0, self.clock() - due))

    def forget(self, seat: Seat) -> None:
        """Forget the times of a seat that has another player now."""
        self._took.pop(seat, None)

    def wait(self, seat: Seat, is_bot: bool) -> float:
        """Return the seconds until a forced answer is given."""
        asked = self._asked.get(seat)
        now = self.clock()
        due = (now if asked is None else asked[1]) + self._seconds(seat, is_bot)
        self._due[seat] = max(now, due - self._expected_lateness())
        return self._due[seat] - now

    def _expected_lateness(self) -> float:
        return self.chance.choice(self._lateness) if self._lateness else 0.0

    def _seconds(self, seat: Seat, is_bot: bool) -> float:
        took = self._took.get(seat)
        if took:
            return self.chance.choice(took) * math.exp(self.chance.uniform(-1.0, 1.0) * LOG_SPREAD)
        if is_bot:
            return self.chance.uniform(*NEW_BOT)
        return self.longest * self.chance.uniform(*NEW_PERSON)
