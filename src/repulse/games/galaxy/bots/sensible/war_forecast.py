"""The expected life of the empire: each seat's chance of holding against the waves, and the rounds until the end."""

from __future__ import annotations

import math
from typing import Final

from repulse.engine.contract import Seat
from repulse.games.galaxy.rules.military import defense, military_vs_xenos
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import (
    FIRST_INVASION_ROUND,
    STAGE_INVASION,
    War,
    is_military_plus,
    strength_of,
    wave_cards,
    wave_of,
)

_TOO_STRONG: Final = 50
"""The strength assumed for a Military + X card: hardly anybody holds against one."""
_MIN_TOTAL: Final = -4
_MAX_TOTAL: Final = 12
_BUNKER: Final = 2
_BUNKER_USED: Final = 0.6
"""The chance that another player with a card in hand uses the bunker when it would do."""
_OWN_BUNKER_USED: Final = 0.9
_AHEAD: Final = 12
"""The number of rounds to look ahead."""

FOR_EVER: Final = 100.0

_tables: dict[int, list[float]] = {}


def hold_chance(players: int, wave: int, total: int, rank: int) -> float:
    """Return the chance that a seat of this rank (0 the highest) holds with this total against a wave."""
    total = max(_MIN_TOTAL, min(_MAX_TOTAL, total))
    key = players * 10 + wave
    chances = _tables.get(key)
    if chances is None:
        chances = _work_out(players, wave)
        _tables[key] = chances
    return chances[(total - _MIN_TOTAL) * players + rank]


def _work_out(players: int, wave: int) -> list[float]:
    """Return the chances for all totals and ranks."""
    strengths = [
        _TOO_STRONG if is_military_plus(card) else strength_of(card, 0, 0) for card in wave_cards(wave)
    ]
    chances: list[float] = []
    for total in range(_MIN_TOTAL, _MAX_TOTAL + 1):
        higher = 0
        for strength in strengths:
            if strength >= total:
                higher += 1
        chance = 0.0
        # The highest cards go to the ranks before: at most `rank` of the cards turned may be too strong.
        for rank in range(players):
            chance += _exactly(len(strengths), higher, players, rank)
            chances.append(chance)
    return chances


def _exactly(cards: int, marked: int, drawn: int, hits: int) -> float:
    """Return the probability of drawing exactly a number of marked cards."""
    ways = math.comb(marked, hits) * math.comb(cards - marked, drawn - hits)
    return ways / math.comb(cards, drawn)


class WarForecast:
    """The foreseeable effects of the invasion on a seat."""

    def __init__(self, view: GalaxyState, seat: Seat) -> None:
        self.rounds = FOR_EVER
        """The number of rounds, this one included, before the empire is defeated or the Xenos are repulsed."""
        self.falls = False
        """Whether the empire is likely to be defeated."""
        self.holds: list[float] = []
        """The chance that the seat holds in each of the rounds to come, this one included."""
        war = view.war
        if war is not None and war.stage == STAGE_INVASION:
            self._look_ahead(view, war, seat)

    def _look_ahead(self, view: GalaxyState, war: War, seat: Seat) -> None:
        players = view.players
        strengths = [military_vs_xenos(view, rival) for rival in range(players)]
        ranks = _ranks(strengths)
        totals = [strengths[rival] + defense(view, rival) for rival in range(players)]
        passed = max(3.0, float(view.round))
        new = 1.0 if war.defeats == 0 else 0.0
        warned = 1.0 - new
        expected = 0.0
        for ahead in range(_AHEAD):
            expected += new + warned
            if view.round + ahead < FIRST_INVASION_ROUND:
                self.holds.append(1.0)
                continue
            wave = _wave_ahead(view, war, ahead)
            fail = 1.0
            united = 0.0
            for rival in range(players):
                growth = max(0, strengths[rival]) * ahead / passed
                united += strengths[rival] + growth
                holds = _hold_chance(view, rival, seat, wave, totals[rival] + int(growth), ranks[rival])
                fail *= 1.0 - holds
                if rival == seat:
                    self.holds.append(holds)
            if united >= war.repulse:
                self.rounds = expected
                return
            warned = warned * (1.0 - fail) + new * fail
            new *= 1.0 - fail
        if new + warned <= 0.5:
            self.rounds = expected
            self.falls = True

    def failures(self, rounds: float) -> float:
        """Return the expected number of failures of the seat in these rounds."""
        total = 0.0
        for chance in self.holds:
            if rounds <= 0.0:
                break
            total += (1.0 - chance) * min(1.0, rounds)
            rounds -= 1.0
        return total


def _hold_chance(view: GalaxyState, rival: Seat, seat: Seat, wave: int, total: int, rank: int) -> float:
    plain = hold_chance(view.players, wave, total, rank)
    if not view.hand[rival]:
        return plain
    helped = hold_chance(view.players, wave, total + _BUNKER, rank)
    return plain + (helped - plain) * (_OWN_BUNKER_USED if rival == seat else _BUNKER_USED)


def _ranks(strengths: list[int]) -> list[int]:
    """Return the rank of each seat, 0 the highest."""
    ranks = [0] * len(strengths)
    for i in range(len(strengths)):
        for j in range(len(strengths)):
            if strengths[j] > strengths[i] or (strengths[j] == strengths[i] and j < i):
                ranks[i] += 1
    return ranks


def _wave_ahead(view: GalaxyState, war: War, ahead: int) -> int:
    """Return the wave that hits after some rounds, if the cards are turned in every round from the third."""
    steps = ahead if view.round >= FIRST_INVASION_ROUND else ahead - (FIRST_INVASION_ROUND - view.round)
    index = len(war.deck) - 1 - steps * view.players
    return wave_of(war.deck[index]) if index >= 0 else 3
