"""The Frontier settle: choose a deck, look at its cards, settle one of them or keep one (R-FRO-02).

Settlers choose their decks simultaneously, draw in player order, and choose among their cards while everybody else
chooses from hand. Where a deck cannot serve all of them (R-FRO-08), and where Xeno systems can be attacked
(R-CST-38), each takes the whole settle action on their own turn instead, while the others pay for what they placed from hand.
"""

from __future__ import annotations

from repulse.engine.contract import (
    Choice,
    Decision,
    Seat,
    ask_one,
)
from repulse.games.galaxy.rules.card_table import CardId
from repulse.games.galaxy.rules.codes import action, deck, do, events, prompts, step, trait
from repulse.games.galaxy.rules.frontier import (
    FAR,
    LOOK,
    NEAR,
    Frontier,
)
from repulse.games.galaxy.rules.military import amount_of, means_of
from repulse.games.galaxy.rules.packing import card_chosen, is_kept, pack_keep
from repulse.games.galaxy.rules.phases.conquest import is_conquest, may_attack, note_failed_settle
from repulse.games.galaxy.rules.phases.rounds import settle_card
from repulse.games.galaxy.rules.phases.settle import arrive, placeable_worlds
from repulse.games.galaxy.rules.placement import begin_means, can_place
from repulse.games.galaxy.rules.state import (
    PASS,
    GalaxyState,
    SecretStep,
    Step,
)


def frontier_of(s: GalaxyState) -> Frontier:
    """The frontier, for steps that exist only in games with one."""
    assert s.frontier is not None
    return s.frontier


def look_count(s: GalaxyState, seat: Seat) -> int:
    """How many cards a seat draws in a Frontier settle."""
    cards = s.working(seat)
    count = LOOK
    for card in cards:
        for power in s.cards.settle[card]:
            if power.do == do.FRONTIER_DRAW:
                count += amount_of(s.cards, cards, power)
    return count


def look(s: GalaxyState, seat: Seat, deck: int) -> None:
    """Draw the cards of a Frontier settle, reshuffling the deck's own discards (R-FRO-09)."""
    frontier = frontier_of(s)
    frontier.target[seat] = deck
    looked = frontier.looked[seat]
    for _ in range(look_count(s, seat)):
        card = take_from(s, deck)
        if card == PASS:
            break
        looked.append(card)
    s.news += 1
    if s.log is not None:
        s.log.append([events.LOOK, seat, deck, *looked])


def take_from(s: GalaxyState, deck: int) -> CardId:
    """The next card of a frontier deck, its discards reshuffled when it is empty; PASS if there is none."""
    frontier = frontier_of(s)
    if not frontier.decks[deck]:
        if not frontier.discards[deck]:
            return PASS
        frontier.decks[deck] = frontier.discards[deck]
        frontier.discards[deck] = []
        frontier.reshuffles[deck] += 1
        s.stream.shuffle(frontier.decks[deck])
    return frontier.decks[deck].pop()


def settle_options(s: GalaxyState, seat: Seat) -> list[int]:
    """What a settler may do with the cards drawn: settle one that can be placed, or keep any one."""
    means = means_of(s, seat)
    cards = len(s.hand[seat])
    options: list[int] = []
    for card in frontier_of(s).looked[seat]:
        if card not in s.tableau[seat] and can_place(s, seat, means, card, cards):
            options.append(card)
    for card in frontier_of(s).looked[seat]:
        options.append(pack_keep(card))
    return options


def put_back(s: GalaxyState, seat: Seat, chosen: int) -> None:
    """Keep the chosen card in front of a settler, and discard the others face down (R-FRO-03)."""
    frontier = frontier_of(s)
    card = card_chosen(chosen)
    for other in frontier.looked[seat]:
        if other != card:
            s.discard(other)
    frontier.looked[seat] = [card]


def take_up(s: GalaxyState, seat: Seat, chosen: int) -> None:
    """Place the chosen Frontier world, or take it into hand (R-FRO-04, R-FRO-05)."""
    frontier = frontier_of(s)
    frontier.looked[seat] = []
    card = card_chosen(chosen)
    if is_kept(chosen):
        s.hand[seat].append(card)
        if s.log is not None:
            s.log.append([events.KEEP, seat, s.cards.deck[card] - deck.NEAR, card])
        note_failed_settle(s, seat)
        return
    s.lay_down(seat, card)
    if s.log is not None:
        s.log.append([events.PLACE, seat, card])


def note_frontier_world(s: GalaxyState, seat: Seat) -> None:
    """Remember that a Frontier world has been placed this round (R-FRO-13)."""
    frontier = frontier_of(s)
    card = s.placed[seat]
    if card != PASS and s.cards.traits[card] & trait.FRONTIER:
        frontier.placed = True
        frontier.fresh.append(card)


class FrontierStep(SecretStep):
    """Settlers choose Near or Far; only those who can choose are asked (R-FRO-02)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Find out who goes to the frontier now, and who waits for their turn."""
        frontier = frontier_of(s)
        frontier.acting = 0
        frontier.in_turn = 0
        s.then(step.FRONTIER_PLACE)
        settlers = [each for each in range(s.players) if settle_card(s, each, arg) == action.FRONTIER]
        if is_conquest(s) and (len(settlers) > 1 or any(may_attack(s, each) for each in settlers)):
            for each in settlers:
                frontier.in_turn |= 1 << each
            return
        for each in settlers:
            decks = frontier.open_decks(len(s.tableau[each]))
            if not decks:
                s.bonus[each] = 1  # a normal Settle after all (R-FRO-09)
                continue
            frontier.acting |= 1 << each
            frontier.target[each] = decks[0]
        self.ask(s, arg)

    def asked(self, s: GalaxyState, arg: int) -> int:
        """The settlers who may choose either deck."""
        frontier = frontier_of(s)
        seats = 0
        for seat in range(s.players):
            if frontier.acting >> seat & 1 and len(frontier.open_decks(len(s.tableau[seat]))) > 1:
                seats |= 1 << seat
        return seats

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which deck."""
        return ask_one(prompts.FRONTIER_DECK, seat, frontier_of(s).open_decks(len(s.tableau[seat])))

    def reveal(self, s: GalaxyState) -> None:
        """Record the decks."""
        frontier = frontier_of(s)
        for seat in s.player_order():
            if s.secret[seat]:
                frontier.target[seat] = s.secret[seat][0]


def is_too_short(s: GalaxyState) -> bool:
    """Whether a deck lacks cards for all settlers who chose it, so that they go in player order (R-FRO-08)."""
    frontier = frontier_of(s)
    settlers = 0
    needed = [0, 0]
    for seat in range(s.players):
        if frontier.acting >> seat & 1:
            settlers += 1
            needed[frontier.target[seat]] += look_count(s, seat)
    if settlers < 2:
        return False
    return needed[NEAR] > len(frontier.decks[NEAR]) or needed[FAR] > len(frontier.decks[FAR])


class FrontierPlace(SecretStep):
    """Everybody chooses simultaneously: settlers among what they drew, the others from hand."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Draw for the settlers, if the decks can serve all of them; ask everybody but those who wait."""
        frontier = frontier_of(s)
        if frontier.acting and is_too_short(s):
            frontier.in_turn = frontier.acting
            frontier.acting = 0
        for each in s.player_order():
            if frontier.acting >> each & 1:
                look(s, each, frontier.target[each])
        asked = self.asked(s, arg)
        s.ask_all(asked)
        if not asked:
            self.reveal(s)

    def asked(self, s: GalaxyState, arg: int) -> int:
        """The settlers, and everybody else who has a hand and is not waiting for a turn."""
        frontier = frontier_of(s)
        seats = frontier.acting
        for seat in range(s.players):
            if s.hand[seat] and not frontier.in_turn >> seat & 1:
                seats |= 1 << seat
        return seats

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which world, if any."""
        if frontier_of(s).looked[seat]:
            return ask_one(prompts.FRONTIER_SETTLE, seat, settle_options(s, seat))
        return ask_one(prompts.SETTLE_PLACE, seat, [*placeable_worlds(s, seat), PASS])

    def reveal(self, s: GalaxyState) -> None:
        """Place all, then settle up in player order; those who waited do so on their turn."""
        frontier = frontier_of(s)
        order = s.player_order()
        for seat in order:
            if frontier.in_turn >> seat & 1:
                continue
            chosen = s.secret[seat][0] if s.secret[seat] else PASS
            s.secret[seat] = []
            if frontier.looked[seat]:
                put_back(s, seat, chosen)
                take_up(s, seat, chosen)
            elif chosen != PASS:
                s.place(seat, chosen)
                if s.log is not None:
                    s.log.append([events.PLACE, seat, chosen])
            elif s.log is not None:
                s.log.append([events.PASS, seat])
        for seat in order:
            arrive(s, seat)
            note_frontier_world(s, seat)
        order.reverse()
        for seat in order:
            if not frontier.in_turn >> seat & 1:
                s.then(step.SETTLE_MEANS, seat)
            elif is_conquest(s):
                s.then(step.CONQUEST, seat)
            else:
                s.then(step.FRONTIER_TURN, seat, frontier.target[seat])


class FrontierTurn(Step):
    """A Frontier settle on a seat's own turn (R-FRO-08, R-CST-38). `arg`: the deck."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Draw and ask; if the deck has since run dry, use the other, or a normal Settle (R-FRO-09)."""
        decks = frontier_of(s).open_decks(len(s.tableau[seat]))
        if not decks:
            s.then(step.SETTLE_TURN, seat)
            return
        begin_means(s)  # the previous seat's used powers are not this seat's
        look(s, seat, arg if arg in decks else decks[0])
        s.ask_seat(seat)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which world."""
        return ask_one(prompts.FRONTIER_SETTLE, seat, settle_options(s, seat))

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Settle it, or keep it."""
        put_back(s, seat, choice[0])
        take_up(s, seat, choice[0])
        arrive(s, seat)
        note_frontier_world(s, seat)
        s.then(step.SETTLE_MEANS, seat)


class SettleTurn(Step):
    """A normal Settle on a seat's own turn: no Xeno system, or no Frontier card, is left (R-CST-26, R-FRO-09)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Ask."""
        begin_means(s)
        s.bonus[seat] = 1
        if s.hand[seat]:
            s.ask_seat(seat)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which world, if any."""
        return ask_one(prompts.SETTLE_PLACE, seat, [*placeable_worlds(s, seat), PASS])

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Place it."""
        if choice[0] == PASS:
            return
        s.place(seat, choice[0])
        if s.log is not None:
            s.log.append([events.PLACE, seat, choice[0]])
        arrive(s, seat)
        note_frontier_world(s, seat)
        s.then(step.SETTLE_MEANS, seat)
