"""The Frontier settle: choose a deck, look at its cards, settle one of them or keep one (R-FRO-02).

Settlers choose their decks at once, draw in player order, and choose among what they drew at once with everybody
else's choice from hand. Only where a deck cannot serve all of them do they go one group after the other (R-FRO-08).
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
    FAR_NEEDS,
    LOOK,
    NEAR,
    Frontier,
)
from repulse.games.galaxy.rules.military import amount_of, means_of
from repulse.games.galaxy.rules.packing import card_chosen, is_kept, pack_keep
from repulse.games.galaxy.rules.phases.conquest import may_attack, note_failed_settle
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
    """The frontier, in a step that exists only with one."""
    assert s.frontier is not None
    return s.frontier


def open_decks(s: GalaxyState, seat: Seat) -> list[int]:
    """The frontier decks with cards in them that are open to a seat."""
    frontier = frontier_of(s)
    decks: list[int] = []
    if frontier.left(NEAR):
        decks.append(NEAR)
    if frontier.left(FAR) and len(s.tableau[seat]) >= FAR_NEEDS:
        decks.append(FAR)
    return decks


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
    """Keep the chosen card before a settler, and discard the others face down (R-FRO-03)."""
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
        """Find out who goes to the frontier, and who attacks the Xenos."""
        frontier = frontier_of(s)
        frontier.acting = 0
        frontier.attacking = 0
        asked = 0
        for each in range(s.players):
            frontier.chosen[each] = PASS
            if settle_card(s, each, arg) != action.FRONTIER:
                continue
            if may_attack(s, each):
                frontier.attacking |= 1 << each
                continue
            decks = open_decks(s, each)
            if not decks:
                s.bonus[each] = 1  # a normal Settle after all (R-FRO-09)
                continue
            frontier.acting |= 1 << each
            frontier.target[each] = decks[0]
            if len(decks) > 1:
                asked |= 1 << each
        s.then(step.FRONTIER_PLACE, arg=frontier.acting)
        if asked:
            s.ask_all(asked)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which deck."""
        return ask_one(prompts.FRONTIER_DECK, seat, open_decks(s, seat))

    def reveal(self, s: GalaxyState) -> None:
        """Note the decks."""
        frontier = frontier_of(s)
        for seat in s.player_order():
            if s.secret[seat]:
                frontier.target[seat] = s.secret[seat][0]


class FrontierPlace(SecretStep):
    """Everybody chooses: settlers among what they drew, the others from hand. `arg`: settlers still to be served."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Draw for as many settlers as the decks can serve at once, and ask."""
        frontier = frontier_of(s)
        first = arg == frontier.acting
        promised = [0, 0]
        seats = 0
        waiting = 0
        for each in s.player_order():
            if not arg >> each & 1:
                continue
            deck = frontier.target[each]
            count = look_count(s, each)
            if waiting or (promised[deck] and promised[deck] + count > len(frontier.decks[deck])):
                waiting |= 1 << each
            else:
                promised[deck] += count
                seats |= 1 << each
        for each in s.player_order():
            if seats >> each & 1:
                self._serve(s, each)
                if not frontier.looked[each] and not s.hand[each]:
                    seats &= ~(1 << each)
        if waiting:
            s.then(step.FRONTIER_PLACE, arg=waiting)
        else:
            s.then(step.FRONTIER_REVEAL)
        if first:
            for each in range(s.players):
                apart = (frontier.acting | frontier.attacking) >> each & 1
                if not apart and s.hand[each]:
                    seats |= 1 << each
        if seats:
            s.ask_all(seats)

    def _serve(self, s: GalaxyState, seat: Seat) -> None:
        """Draw for a settler; if his deck has run dry meanwhile, from the other, or it is a normal Settle."""
        frontier = frontier_of(s)
        decks = open_decks(s, seat)
        if not decks:
            s.bonus[seat] = 1  # R-FRO-09
            return
        if frontier.target[seat] not in decks:
            frontier.target[seat] = decks[0]
        look(s, seat, frontier.target[seat])

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which world, if any."""
        if frontier_of(s).looked[seat]:
            return ask_one(prompts.FRONTIER_SETTLE, seat, settle_options(s, seat))
        return ask_one(prompts.SETTLE_PLACE, seat, [*placeable_worlds(s, seat), PASS])

    def reveal(self, s: GalaxyState) -> None:
        """Keep the choices secret until everybody has chosen; put back what was not chosen."""
        frontier = frontier_of(s)
        for seat in s.player_order():
            if s.secret[seat]:
                frontier.chosen[seat] = s.secret[seat][0]
                s.secret[seat] = []
                if frontier.looked[seat]:
                    put_back(s, seat, frontier.chosen[seat])


class FrontierReveal(Step):
    """All have chosen: place all, then settle up in player order, attackers in their turn."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Turn everything up."""
        frontier = frontier_of(s)
        for each in s.player_order():
            chosen = frontier.chosen[each]
            frontier.chosen[each] = PASS
            if frontier.attacking >> each & 1:
                continue
            if frontier.looked[each]:
                take_up(s, each, chosen)
            elif chosen != PASS:
                s.place(each, chosen)
                if s.log is not None:
                    s.log.append([events.PLACE, each, chosen])
            elif s.log is not None:
                s.log.append([events.PASS, each])
        for each in s.player_order():
            arrive(s, each)
            note_frontier_world(s, each)
        order = s.player_order()
        order.reverse()
        for each in order:
            attacks = frontier.attacking >> each & 1
            s.then(step.CONQUEST if attacks else step.SETTLE_MEANS, each)


class FrontierTurn(Step):
    """A Frontier settle in a seat's own turn: of one who might have attacked instead. `arg`: the deck."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Draw and ask."""
        begin_means(s)  # what the seat before has used is not this seat's
        look(s, seat, arg)
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
    """A normal Settle in a seat's own turn: when there is no Xeno system left to attack (R-CST-26)."""

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
