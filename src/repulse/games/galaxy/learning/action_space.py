"""The actions of galaxy for learners: how its options are spelled as picks.

A card is the same action wherever cards are chosen (`card/Gem World`), and so is a world of the
tableau (`world/Gem World`). Using a power is two picks: the power, then the world it takes, if any.
"""

from __future__ import annotations

from typing import Final

from repulse.engine.caches import remember
from repulse.engine.contract import Seat
from repulse.engine.picks.space import END, ActionSpace, Domain, Listed
from repulse.games.galaxy.codes import action, deck, effect, no_card, phase, price
from repulse.games.galaxy.codes.packing import pack_keep, power_of, world_of
from repulse.games.galaxy.rules.card_table import CardIndex, CompiledPower, learner_table
from repulse.games.galaxy.rules.holdings import PASS
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.tokens import DECK_WORDS, PASS_WORD, word_of


class Uses(Domain):
    """Uses of powers: the power, then the world it takes."""

    def __init__(self, powers: dict[int, int], worlds: dict[int, int]) -> None:
        self._powers = powers
        self._worlds = worlds

    def encode_step(self, seat: Seat, value: int, position: int) -> int:
        """Encode the power first; the world, if any, second."""
        if value == PASS:
            return self._powers[PASS] if position == 0 else END
        if position == 0:
            return self._powers[power_of(value)]
        world = world_of(value)
        return self._worlds[world] if position == 1 and world else END


_spaces: dict[tuple[CardIndex, bool], ActionSpace] = {}


def action_space(s: GalaxyState) -> ActionSpace:
    """Return the actions of a state's configuration, built once."""
    key = (s.cards, s.war is not None)
    space = _spaces.get(key)
    return remember(_spaces, key, _make_space(s)) if space is None else space


def _make_space(s: GalaxyState) -> ActionSpace:
    table = learner_table(s.cards)
    space = ActionSpace()
    none = {PASS: space.action(PASS_WORD)}
    systems = s.frontier is not None and s.war is not None
    actions = [*range(action.PRODUCE + 1)]
    if s.war is not None:
        actions.append(action.REPAIR)
    if s.frontier is not None:
        actions.append(action.FRONTIER)
    space.set_encoding("action", Listed(_named(space, table, "action", actions)))
    hand = [card for card in range(1, table.size) if table.deck[card] != deck.SYSTEM]
    cards = none | _named(space, table, "card", hand)
    space.set_encoding("card", Listed(cards))
    worlds = none | _named(space, table, "world", _worlds(table, systems))
    space.set_encoding("world", Listed(worlds))
    powers = none | _named(space, table, "power", _powers(s, systems))
    space.set_encoding("power", Listed(powers))
    space.set_encoding("means", Uses(powers, worlds))
    space.set_encoding("number", Listed(_named(space, table, "number", _numbers(table))))
    if s.frontier is not None:
        space.set_encoding("deck", Listed(_named(space, table, "deck", list(range(len(DECK_WORDS))))))
        frontier = [card for card in hand if table.deck[card] in (deck.NEAR, deck.FAR)]
        kept = {pack_keep(card): space.action(f"keep/{table.names[card]}") for card in frontier}
        space.set_encoding("frontier", Listed(cards | kept))
    return space


def _named(space: ActionSpace, table: CardIndex, domain: str, values: list[int]) -> dict[int, int]:
    """Add the actions for some values of a domain, named by their tokens."""
    return {value: space.action(f"{domain}/{word_of(table, domain, value)}") for value in values}


def _worlds(table: CardIndex, systems: bool) -> list[int]:
    """Return what can be chosen in a tableau: its worlds."""
    return [
        card
        for card in range(1, table.size)
        if not table.development[card] and (systems or table.deck[card] != deck.SYSTEM)
    ]


def _powers(s: GalaxyState, systems: bool) -> list[int]:
    """Return the powers a player is ever asked about."""
    table = s.cards
    chosen = [no_card.PRODUCE_BONUS]
    if s.war is not None:
        chosen.extend(
            [no_card.BUNKER, no_card.REPAIR_BONUS, no_card.REPAIR_WITH_CARDS, no_card.REPAIR_WITH_GOOD]
        )
    for card in range(1, table.size):
        if systems or table.deck[card] != deck.SYSTEM:
            chosen.extend(power.ident for power in table.powers[card] if _is_chosen(power))
    return chosen


_OPTIONAL: Final = (effect.TEMP_MILITARY, effect.TEMP_DEFENSE, effect.PAY_FOR_MILITARY, effect.COST_ZERO)


def _is_chosen(power: CompiledPower) -> bool:
    """Return whether a player decides when, or whether, to use a power; all others apply automatically."""
    if power.phase == phase.CONSUME:
        return True
    if power.phase == phase.PRODUCE:
        return power.do not in (effect.PRODUCE, effect.CANNOT_PRODUCE) or power.discard != price.NOTHING
    return power.discard != price.NOTHING or power.do in _OPTIONAL


def _numbers(table: CardIndex) -> list[int]:
    """Return the numbers that can be named (R-CON-09)."""
    numbers: set[int] = set()
    for powers in table.powers:
        for power in powers:
            if power.do == effect.DRAW_IF_LUCKY:
                numbers.update(range(power.lowest, power.highest + 1))
    return sorted(numbers)
