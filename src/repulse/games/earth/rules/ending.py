"""Rules 5.5: whether the game ends, and who has won."""

from __future__ import annotations

from repulse.engine.contract import Seat
from repulse.games.earth.rules.codes import events, step
from repulse.games.earth.rules.components import TABLE
from repulse.games.earth.rules.position import Position
from repulse.games.earth.rules.reveal import draw_gadget


def check_end(p: Position) -> None:
    """With enough VP on the track the game ends, unless an hourglass delays it (R-EAR-56 to 59)."""
    if max(p.vp) < TABLE.threshold[p.players]:
        p.agenda.append(step.REVEAL)
        return
    p.news += 1
    face = draw_gadget(p)
    if face & 1:
        p.set_aside.append(face)
        p.agenda.append(step.REVEAL)
        if p.log is not None:
            p.tell([events.HOURGLASS, -1, face >> 1])
        return
    p.gadget_discards.append(face)
    p.over = True
    if p.log is not None:
        p.tell([events.NO_HOURGLASS, -1, face >> 1])
        for seat in find_winners(p):
            p.tell([events.WIN, seat, p.vp[seat], p.energy[seat], p.on_board(seat)])


def find_winners(p: Position) -> list[Seat]:
    """The most VP, then Energy, then ships on the board (R-EAR-60, 61); seats still tied share the win (R-EAR-62)."""
    if not p.over:
        return []
    seats = list(range(p.players))
    seats = _best(seats, p.vp)
    seats = _best(seats, p.energy)
    return _best(seats, [p.on_board(seat) for seat in range(p.players)])


def _best(seats: list[Seat], values: list[int]) -> list[Seat]:
    top = max([values[seat] for seat in seats])
    return [seat for seat in seats if values[seat] == top]
