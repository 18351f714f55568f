"""Rules 5.4: the scoring regions pay, then the counterattack."""

from __future__ import annotations

from repulse.engine.contract import Seat
from repulse.engine.steps import Step
from repulse.games.earth.rules.codes import events
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.position import Position
from repulse.games.earth.rules.score import Share, forecast


class Score(Step[Position]):
    """Score the regions with tiles, then the counterattack; clear what lasts only this turn."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Pay every seat its share."""
        state.move_on()
        for share in forecast(state):
            _pay(state, share)
        for region in range(REGIONS):
            if state.scoring >> region & 1:
                state.harvest[region] = 0
        state.scored_before = state.scoring
        state.scoring = 0
        for player in range(state.players):
            state.shields[player] = 0
            state.clamps[player] = 0
        state.hologram = [0] * (REGIONS * state.players)


def _pay(state: Position, share: Share) -> None:
    """Give a seat its share of a region, and take its casualties."""
    seat = share.seat
    state.vp[seat] += share.vp
    state.earned[REGIONS * seat + share.region] += share.vp
    state.energy[seat] += share.energy
    state.destroy(seat, share.region, share.lost)
    if state.log is not None:
        halved = 1 if share.halved else 0
        reward = [share.region, share.place, share.sharing, share.vp, share.energy, halved]
        state.log.append([events.REWARD, seat, *reward])
        winner = 1 if share.place == 1 else 0
        shielded = 1 if share.shielded else 0
        state.log.append([events.CASUALTIES, seat, share.region, share.lost, winner, shielded])
