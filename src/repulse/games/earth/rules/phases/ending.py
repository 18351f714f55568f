"""Rules 5.5: whether the game ends, and who has won."""

from __future__ import annotations

from repulse.engine.contract import Seat
from repulse.engine.steps import Step
from repulse.games.earth.rules.codes import events, step
from repulse.games.earth.rules.phases.reveal import draw_gadget
from repulse.games.earth.rules.position import Position


class CheckEnd(Step[Position]):
    """With enough VP on the track the game ends, unless an hourglass delays it (R-EAR-56 to 59)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """End the game, or plan another turn."""
        if max(state.vp) < state.table.threshold[state.players]:
            state.then(step.REVEAL)
            return
        state.reveal_count += 1
        face = draw_gadget(state)
        if face & 1:
            state.set_aside.append(face)
            state.then(step.REVEAL)
            if state.log is not None:
                state.log.append([events.HOURGLASS, -1, face >> 1])
            return
        state.gadget_discards.append(face)
        state.over = True
        if state.log is not None:
            state.log.append([events.NO_HOURGLASS, -1, face >> 1])
            for winner in find_winners(state):
                standing = [state.vp[winner], state.energy[winner], state.on_board(winner)]
                state.log.append([events.WIN, winner, *standing])


def find_winners(state: Position) -> list[Seat]:
    """Return the winners, none while the game goes on.

    Most VP wins, then Energy, then ships on the board (R-EAR-60, 61); seats still tied share the win (R-EAR-62).
    """
    if not state.over:
        return []
    seats = list(range(state.players))
    seats = _best(seats, state.vp)
    seats = _best(seats, state.energy)
    return _best(seats, [state.on_board(seat) for seat in range(state.players)])


def _best(seats: list[Seat], values: list[int]) -> list[Seat]:
    top = max([values[seat] for seat in seats])
    return [seat for seat in seats if values[seat] == top]
