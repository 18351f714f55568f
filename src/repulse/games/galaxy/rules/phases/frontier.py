"""The Frontier settle: choose a deck, look at its cards, settle one of them or keep one (R-FRO-02).

Settlers choose their decks simultaneously, draw in player order, and choose among their cards while everybody else
chooses from hand. Where a deck cannot serve all of them (R-FRO-08), and where Xeno systems can be attacked
(R-CST-38), each takes the whole settle action, the choice of the deck included, on their own turn instead, while the
others pay for what they placed from hand.
"""

from __future__ import annotations

from repulse.engine.contract import (
    Choice,
    Decision,
    Seat,
    ask_one,
)
from repulse.engine.steps import SecretStep, Step
from repulse.games.galaxy.codes import action, deck, effect, events, prompts, step, trait
from repulse.games.galaxy.codes.packing import card_chosen, is_kept, pack_keep
from repulse.games.galaxy.rules.card_table import CardId
from repulse.games.galaxy.rules.frontier import (
    FAR,
    LOOK,
    NEAR,
    Frontier,
)
from repulse.games.galaxy.rules.holdings import PASS
from repulse.games.galaxy.rules.military import aids_for, amount_of
from repulse.games.galaxy.rules.phases.conquest import is_conquest, may_attack, note_failed_settle
from repulse.games.galaxy.rules.phases.rounds import settle_card
from repulse.games.galaxy.rules.phases.settle import arrive, placeable_worlds
from repulse.games.galaxy.rules.placement import can_place
from repulse.games.galaxy.rules.position import Position


def frontier_of(state: Position) -> Frontier:
    """Return the frontier, for steps that exist only in games with one."""
    assert state.frontier is not None
    return state.frontier


def look_count(state: Position, seat: Seat) -> int:
    """Return how many cards a seat draws in a Frontier settle."""
    cards = state.working(seat)
    count = LOOK
    for card in cards:
        for power in state.cards.settle[card]:
            if power.do == effect.FRONTIER_DRAW:
                count += amount_of(state.cards, cards, power)
    return count


def look(state: Position, seat: Seat, deck: int) -> None:
    """Draw the cards of a Frontier settle, reshuffling the deck's own discards (R-FRO-09)."""
    frontier = frontier_of(state)
    frontier.target[seat] = deck
    looked = frontier.looked[seat]
    for _ in range(look_count(state, seat)):
        card = take_from(state, deck)
        if card == PASS:
            break
        looked.append(card)
    state.reveal_count += 1
    if state.log is not None:
        state.log.append([events.LOOK, seat, deck, *looked])


def take_from(state: Position, deck: int) -> CardId:
    """Return the next card of a frontier deck, its discards reshuffled when it is empty; PASS if there is none."""
    frontier = frontier_of(state)
    if not frontier.decks[deck]:
        if not frontier.discards[deck]:
            return PASS
        frontier.decks[deck] = frontier.discards[deck]
        frontier.discards[deck] = []
        frontier.reshuffles[deck] += 1
        state.stream.shuffle(frontier.decks[deck])
    return frontier.decks[deck].pop()


def settle_options(state: Position, seat: Seat) -> list[int]:
    """Return what a settler may do with the cards drawn: settle one that can be placed, or keep any one."""
    aids = aids_for(state, seat)
    cards = len(state.hand[seat])
    options: list[int] = []
    for card in frontier_of(state).looked[seat]:
        if card not in state.tableau[seat] and can_place(state, seat, aids, card, cards):
            options.append(card)
    for card in frontier_of(state).looked[seat]:
        options.append(pack_keep(card))
    return options


def put_back(state: Position, seat: Seat, chosen: int) -> None:
    """Keep the chosen card in front of a settler, and discard the others face down (R-FRO-03)."""
    frontier = frontier_of(state)
    card = card_chosen(chosen)
    for other in frontier.looked[seat]:
        if other != card:
            state.discard(other)
    frontier.looked[seat] = [card]


def take_up(state: Position, seat: Seat, chosen: int) -> None:
    """Place the chosen Frontier world, or take it into hand (R-FRO-04, R-FRO-05)."""
    frontier = frontier_of(state)
    frontier.looked[seat] = []
    card = card_chosen(chosen)
    if is_kept(chosen):
        state.hand[seat].append(card)
        if state.log is not None:
            state.log.append([events.KEEP, seat, state.cards.deck[card] - deck.NEAR, card])
        note_failed_settle(state, seat)
        return
    state.lay_down(seat, card)
    if state.log is not None:
        state.log.append([events.PLACE, seat, card])


def note_frontier_world(state: Position, seat: Seat) -> None:
    """Remember that a Frontier world has been placed this round (R-FRO-13)."""
    frontier = frontier_of(state)
    card = state.placed[seat]
    if card != PASS and state.cards.traits[card] & trait.FRONTIER:
        frontier.placed = True
        frontier.fresh.append(card)


class FrontierStep(SecretStep[Position]):
    """Settlers choose Near or Far; only those who can choose are asked (R-FRO-02)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Find out who goes to the frontier now, and who waits for their turn."""
        frontier = frontier_of(state)
        frontier.acting = 0
        frontier.in_turn = 0
        state.then(step.FRONTIER_PLACE)
        settlers = [
            player for player in range(state.players) if settle_card(state, player, arg) == action.FRONTIER
        ]
        if is_conquest(state) and (
            len(settlers) > 1 or any(may_attack(state, player) for player in settlers)
        ):
            for player in settlers:
                frontier.in_turn |= 1 << player
            return
        for player in settlers:
            decks = frontier.open_decks(len(state.tableau[player]))
            if not decks:
                state.bonus[player] = 1  # a normal Settle after all (R-FRO-09)
                continue
            frontier.acting |= 1 << player
            frontier.target[player] = decks[0]
        if frontier.acting and must_be_short(state):
            go_in_turn(frontier)  # no choice of theirs reveals anything: they choose on their turns
        self.ask(state, arg)

    def asked(self, state: Position, arg: int) -> int:
        """Return the settlers who may choose either deck."""
        frontier = frontier_of(state)
        seats = 0
        for seat in range(state.players):
            if frontier.acting >> seat & 1 and len(frontier.open_decks(len(state.tableau[seat]))) > 1:
                seats |= 1 << seat
        return seats

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which deck."""
        return ask_one(prompts.FRONTIER_DECK, seat, frontier_of(state).open_decks(len(state.tableau[seat])))

    def reveal(self, state: Position) -> None:
        """Record the decks."""
        frontier = frontier_of(state)
        for seat in state.player_order():
            if state.secret[seat]:
                frontier.target[seat] = state.secret[seat][0]


def is_too_short(state: Position) -> bool:
    """Return whether a deck lacks cards for all settlers who chose it, so that they go in player order (R-FRO-08)."""
    frontier = frontier_of(state)
    settlers = 0
    needed = [0, 0]
    for seat in range(state.players):
        if frontier.acting >> seat & 1:
            settlers += 1
            needed[frontier.target[seat]] += look_count(state, seat)
    if settlers < 2:
        return False
    return needed[NEAR] > len(frontier.decks[NEAR]) or needed[FAR] > len(frontier.decks[FAR])


def must_be_short(state: Position) -> bool:
    """Return whether the decks lack cards for all settlers, whichever decks they choose."""
    frontier = frontier_of(state)
    settlers = 0
    needs: list[list[int]] = [[0, 0]]
    for seat in range(state.players):
        if not frontier.acting >> seat & 1:
            continue
        settlers += 1
        count = look_count(state, seat)
        more: list[list[int]] = []
        for side in frontier.open_decks(len(state.tableau[seat])):
            for need in needs:
                added = need[:]
                added[side] += count
                more.append(added)
        needs = more
    if settlers < 2:
        return False
    near, far = len(frontier.decks[NEAR]), len(frontier.decks[FAR])
    return all(need[NEAR] > near or need[FAR] > far for need in needs)


def go_in_turn(frontier: Frontier) -> None:
    """Let all settlers wait for their turns; decks that they have named already count for nothing, and stay secret."""
    frontier.in_turn = frontier.acting
    frontier.acting = 0
    frontier.target = [NEAR] * len(frontier.target)


class FrontierPlace(SecretStep[Position]):
    """Everybody chooses simultaneously: settlers among what they drew, the others from hand."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Draw for the settlers, if the decks can serve all of them; ask everybody but those who wait."""
        frontier = frontier_of(state)
        if frontier.acting and is_too_short(state):
            go_in_turn(frontier)
        for player in state.player_order():
            if frontier.acting >> player & 1:
                look(state, player, frontier.target[player])
        asked = self.asked(state, arg)
        state.ask_all(asked)
        if not asked:
            self.reveal(state)

    def asked(self, state: Position, arg: int) -> int:
        """Return the settlers, and everybody else who has a hand and is not waiting for a turn."""
        frontier = frontier_of(state)
        seats = frontier.acting
        for seat in range(state.players):
            if state.hand[seat] and not frontier.in_turn >> seat & 1:
                seats |= 1 << seat
        return seats

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which world, if any."""
        if frontier_of(state).looked[seat]:
            return ask_one(prompts.FRONTIER_SETTLE, seat, settle_options(state, seat))
        return ask_one(prompts.SETTLE_PLACE, seat, [*placeable_worlds(state, seat), PASS])

    def reveal(self, state: Position) -> None:
        """Place all, then settle up in player order; those who waited do so on their turn."""
        frontier = frontier_of(state)
        order = state.player_order()
        for seat in order:
            if frontier.in_turn >> seat & 1:
                continue
            chosen = state.secret[seat][0] if state.secret[seat] else PASS
            state.secret[seat] = []
            if frontier.looked[seat]:
                put_back(state, seat, chosen)
                take_up(state, seat, chosen)
            elif chosen != PASS:
                state.place(seat, chosen)
                if state.log is not None:
                    state.log.append([events.PLACE, seat, chosen])
            elif state.log is not None:
                state.log.append([events.PASS, seat])
        for seat in order:
            arrive(state, seat)
            note_frontier_world(state, seat)
        order.reverse()
        for seat in order:
            state.then(step.CONQUEST if frontier.in_turn >> seat & 1 else step.SETTLE_MEANS, seat)


class FrontierTurn(Step[Position]):
    """A Frontier settle on a seat's own turn (R-FRO-08, R-CST-38). `arg`: the deck."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Draw and ask."""
        state.payment.reset()  # the previous seat's used powers are not this seat's
        look(state, seat, arg)
        state.ask_seat(seat)

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which world."""
        return ask_one(prompts.FRONTIER_SETTLE, seat, settle_options(state, seat))

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Settle it, or keep it."""
        put_back(state, seat, choice[0])
        take_up(state, seat, choice[0])
        arrive(state, seat)
        note_frontier_world(state, seat)
        state.then(step.SETTLE_MEANS, seat)


class SettleTurn(Step[Position]):
    """A normal Settle on a seat's own turn: no Xeno system, or no Frontier card, is left (R-CST-26, R-FRO-09)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask."""
        state.payment.reset()
        state.bonus[seat] = 1
        if state.hand[seat]:
            state.ask_seat(seat)

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which world, if any."""
        return ask_one(prompts.SETTLE_PLACE, seat, [*placeable_worlds(state, seat), PASS])

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Place it."""
        if choice[0] == PASS:
            return
        state.place(seat, choice[0])
        if state.log is not None:
            state.log.append([events.PLACE, seat, choice[0]])
        arrive(state, seat)
        note_frontier_world(state, seat)
        state.then(step.SETTLE_MEANS, seat)
