"""Rules 5.2: blind bids for the Turn Order cards, and taking the cards."""

from __future__ import annotations

from repulse.engine.contract import Choice, Decision, Seat, ask_one
from repulse.engine.steps import SecretStep, Step
from repulse.games.earth.rules.codes import events, prompts, step
from repulse.games.earth.rules.position import Position


class Bid(SecretStep[Position]):
    """Everybody bids simultaneously; a seat without Energy bids nothing and is not asked (R-EAR-10)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask the seats with Energy; without any, go on at once."""
        seats = self.asked(state, arg)
        state.ask_all(seats)
        if seats == 0:
            state.reveal_count += 1
            self.reveal(state)

    def asked(self, state: Position, arg: int) -> int:
        """Return the seats with Energy."""
        seats = 0
        for seat in range(state.players):
            if state.energy[seat] > 0:
                seats |= 1 << seat
        return seats

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask how much Energy to bid."""
        return ask_one(prompts.BID, seat, list(range(state.energy[seat] + 1)))

    def reveal(self, state: Position) -> None:
        """Pay all bids (R-EAR-11) and line the seats up to take cards (R-EAR-12, R-EAR-13)."""
        players = state.players
        for seat in range(players):
            answer = state.secret[seat]
            bid = answer[0] if answer else 0
            state.bids[seat] = bid
            state.energy[seat] -= bid
            if state.log is not None:
                state.log.append([events.BID, seat, bid])
        line = list(range(players))
        # A random order first, which the stable sort then keeps among true ties.
        state.stream.shuffle(line)
        for i in range(1, players):
            seat = line[i]
            j = i
            while j > 0 and _chooses_before(state, line[j - 1], seat):
                line[j] = line[j - 1]
                j -= 1
            line[j] = seat
        state.line_up(line, step.TAKE_CARD)


def _chooses_before(state: Position, seat: Seat, other: Seat) -> bool:
    """Return whether `seat` chooses before `other`: the higher bid, then fewer VP."""
    if state.bids[seat] != state.bids[other]:
        return state.bids[seat] > state.bids[other]
    return state.vp[seat] < state.vp[other]


class TakeCard(Step[Position]):
    """The next seat in line takes a Turn Order card; the last card is taken without asking."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask, if there is a choice."""
        state.line.pop()
        state.move_on()
        if len(state.card_row) == 1:
            self.answer(state, seat, arg, state.card_row)
        else:
            state.ask_seat(seat)

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which card to take."""
        return ask_one(prompts.TAKE_CARD, seat, state.card_row[:])

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Take a card; when all are taken, line the seats up by their cards (R-EAR-14)."""
        card = choice[0]
        state.card_row.remove(card)
        state.card[seat] = card
        if state.log is not None:
            state.log.append([events.TAKE_CARD, seat, card])
        if not state.card_row:
            line: list[Seat] = []
            for number in sorted(state.card, reverse=True):
                line.append(state.card.index(number))
            state.line_up(line, step.TURN)
