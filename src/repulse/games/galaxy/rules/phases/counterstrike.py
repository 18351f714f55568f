"""The turn of the tide: the Xenos are repulsed, and the Counterstrike game goes on with the conquest stage."""

from __future__ import annotations

from repulse.games.galaxy.codes import deck, events
from repulse.games.galaxy.rules.card_table import CardId
from repulse.games.galaxy.rules.frontier import SYSTEMS
from repulse.games.galaxy.rules.position import Position
from repulse.games.galaxy.rules.score import war_bonus
from repulse.games.galaxy.rules.war import (
    CONQUEST_ADDS,
    STAGE_CONQUEST,
    War,
    retaliation_cards,
)


def turn_the_tide(state: Position, war: War) -> None:
    """Award the invasion's tiles, set the conquest value, lay out retaliation and Xeno systems (R-CST-10 to 13)."""
    bonuses = [war_bonus(state, seat) for seat in range(state.players)]
    for seat in range(state.players):
        war.tiles[seat] += bonuses[seat]
        state.chips[seat] += war.contributed[seat]
        war.contributed[seat] = 0
    war.stage = STAGE_CONQUEST
    war.breather = True
    war.repulse += CONQUEST_ADDS[state.players]
    war.deck = retaliation_cards()
    war.discards = []
    war.spent = []
    war.unused = []
    state.stream.shuffle(war.deck)
    lay_out_systems(state)
    state.reveal_count += 1
    if state.log is not None:
        state.log.append([events.TIDE, -1, war.repulse])


def lay_out_systems(state: Position) -> None:
    """Lay out one satellite and one hive per player, drawn blind; the rest stay out unseen (R-CST-13)."""
    frontier = state.frontier
    if frontier is None:
        return
    table = state.cards
    satellites: list[CardId] = []
    hives: list[CardId] = []
    for card in range(1, table.size):
        if table.deck[card] == deck.SYSTEM:
            (hives if table.hive[card] else satellites).append(card)
    cards: list[CardId] = []
    unused: list[CardId] = []
    for sort in (satellites, hives):
        state.stream.shuffle(sort)
        cards.extend(sort[: state.players])
        unused.extend(sort[state.players :])
    state.stream.shuffle(cards)
    frontier.decks[SYSTEMS] = cards
    frontier.unused = unused
